"""The figures of the workbench are those of the analysis, and differences are taken between equal things."""

from lammer.exact.finding import edge
from lammer.rules.loader import load_sheet
from lammer.workbench.measures import difference, measures, quick_deviation, spread

STAND = ("dealer.soft_17=stand",)


def test_the_edge_is_that_of_the_analysis() -> None:
    sheet = load_sheet("sd-free-bet", STAND)
    found = measures(sheet)
    assert found["house_edge"] == edge(sheet).as_json()["house_edge"]
    assert found["sheet"] == "sd-free-bet@2[dealer.soft_17=stand]"
    assert found["refused"] == []


def test_every_paytable_is_told_and_the_posted_one_marked() -> None:
    bets = measures(load_sheet("sd-free-bet"))["side_bets"]
    paytables = [(bet["name"], bet["paytable"], bet["posted"]) for bet in bets]
    assert paytables == [("Pot of Gold", "01", True), ("Pot of Gold", "02", False), ("Insurance", "under A", True)]
    assert all(0 < bet["hit_rate"] < 1 for bet in bets)


def test_what_is_not_analysed_says_why() -> None:
    found = measures(load_sheet("sd-free-bet", ("draw.must_through=21", "draw.may_on_limit=true")))
    assert found["house_edge"] is None
    assert [text.partition("=")[0] for text in found["refused"]] == [
        "draw.must_through: a hand that must be drawn to can never stand"
    ]
    whole = spread(load_sheet("sd-free-bet", ("draw.must_through=21", "draw.may_on_limit=true")))
    assert (whole["sd"], whole["results"]) == (None, [])


def test_a_side_bet_that_is_not_analysed_leaves_the_edge() -> None:
    key = "side_bets.pot-of-gold.lammers.count"
    found = measures(load_sheet("sd-free-bet", (f"{key}=winning lammers",)))
    assert found["house_edge"] is not None
    assert found["side_bets"] == []
    assert found["refused"][0].startswith(key)


def test_a_difference_is_what_the_house_keeps_more() -> None:
    one, other = measures(load_sheet("sd-free-bet", STAND)), measures(load_sheet("sd-blackjack"))
    found = difference(one, other)
    assert one["house_edge"] is not None
    assert other["house_edge"] is not None
    assert found["house_edge"] == round(one["house_edge"] - other["house_edge"], 12)
    assert [bet["id"] for bet in found["side_bets"]] == ["insurance"]  # the only bet that both have
    assert difference(one, one)["house_edge"] == 0
    assert difference(one, {**other, "house_edge": None})["house_edge"] is None


def test_the_spread_calls_back() -> None:
    calls: list[None] = []
    found = spread(load_sheet("triple-win-20"), lambda: calls.append(None))
    assert len(calls) > 5
    assert found["sd"] is not None
    assert abs(sum(one["probability"] for one in found["results"]) - 1) < 1e-9


def test_the_quick_deviation_is_close_to_the_exact_one() -> None:
    sheet = load_sheet("triple-win-20")
    quick, exact = quick_deviation(sheet), spread(sheet)
    assert quick["sd"] is not None
    assert abs(quick["sd"] - (exact["sd"] or 0.0)) < quick["tolerance"] == 1e-5
    assert quick["at_risk"] == exact["at_risk"]
