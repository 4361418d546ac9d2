"""South Dakota, rule 20:18:15:30.19 (6)(vi): an award is frozen when it is confirmed; the card pays it and adjusts the
meter. And the two readings beside it: how a meter advances (A22) and what the house adds to the approvals (A23)."""

from pathlib import Path

import pytest

from lammer.progressive.freezes import frozen_amounts
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import FIXED, RATE, load_terms
from lammer.rules.loader import load_sheet
from tests.jackpot import DEALER, LINK, OTHER, SECOND, SUPERVISOR, Jackpot, new_jackpot

SEED = 1_000_000
NOTHING, ONE, SUITED, COLOUR = "9h 8d", "7h 9c", "7h 7h", "7h 7d"


@pytest.fixture
def jackpot(tmp_path: Path) -> Jackpot:
    return new_jackpot(tmp_path)


def frozen(jackpot: Jackpot) -> dict[str, int]:
    return frozen_amounts(jackpot.desk.link(LINK))


def confirmed(jackpot: Jackpot, hand: str, outcome: str, table: str = "T1", wager: int = 500) -> int:
    """A win up to the supervisor's confirmation; gives the amount."""
    jackpot.dealt({1: hand}, "7h", wager=wager, table=table)
    jackpot.select(1, outcome, table)
    return int(jackpot.do("confirm", SUPERVISOR, table, spot=1)["claims"][0]["amount"])


@pytest.mark.parametrize(
    ("hand", "outcome", "percent", "left"),
    [(SUITED, "777 suited", 100, SEED + 15), (COLOUR, "777 same colour", 10, SEED + 100 - 100_010)],
)
def test_sd_19_6_vi__the_card_adjusts_the_meter_and_the_confirmation_freezes_the_amount(
    jackpot: Jackpot, hand: str, outcome: str, percent: int, left: int
) -> None:
    amount = confirmed(jackpot, hand, outcome)
    assert amount == (SEED + 100) * percent // 100
    assert (jackpot.sums().meter, jackpot.sums().awards, frozen(jackpot)) == (SEED + 100, 0, {"meter": amount})
    swiped = jackpot.swipe(OTHER, 1)
    assert swiped["meters"] == {"before": {"meter": SEED + 100}, "after": {"meter": left}}
    assert (jackpot.sums().awards, frozen(jackpot)) == (amount, {})
    assert jackpot.sums().meter_holds


def test_sd_19_6_vi__wagers_between_confirmation_and_card_go_to_the_next_award(jackpot: Jackpot) -> None:
    amount = confirmed(jackpot, SUITED, "777 suited")
    jackpot.dealt({4: NOTHING}, "9h", wager=500, table="T2")
    assert jackpot.swipe(OTHER, 1)["claim"]["amount"] == amount == SEED + 100
    assert jackpot.sums().meter == SEED + 30 + 100
    assert jackpot.desk.link(LINK).owed["meter"] == 100 + 15


@pytest.mark.parametrize(
    ("first", "second", "amounts"),
    [
        ((SUITED, "777 suited"), (SUITED, "777 suited"), (SEED + 200, SEED + 30)),
        ((SUITED, "777 suited"), (COLOUR, "777 same colour"), (SEED + 200, (SEED + 30) // 10)),
        ((COLOUR, "777 same colour"), (SUITED, "777 suited"), (100_020, SEED + 200 - 100_020)),
    ],
    ids=["all, then what it leaves", "all, then a tenth of what it leaves", "a tenth, then the rest"],
)
def test_sd_19_6_iii__a_later_claim_finds_what_a_frozen_one_will_leave(
    jackpot: Jackpot, first: tuple[str, str], second: tuple[str, str], amounts: tuple[int, int]
) -> None:
    jackpot.dealt({1: first[0]}, "7h", wager=500)
    jackpot.dealt({1: second[0]}, "7h", wager=500, table="T2")
    jackpot.select(1, first[1])
    jackpot.select(1, second[1], "T2")
    claimed = [jackpot.do("confirm", SUPERVISOR, table, spot=1)["claims"][0]["amount"] for table in ("T1", "T2")]
    assert tuple(claimed) == amounts
    assert (jackpot.sums().meter, frozen(jackpot)) == (SEED + 200, {"meter": sum(amounts)})
    for table, amount in zip(("T1", "T2"), amounts, strict=True):
        assert jackpot.swipe(OTHER, 1, table)["claim"]["amount"] == amount
    assert jackpot.sums().awards == sum(amounts)
    assert jackpot.sums().meter_holds


def test_sd_19_6_iii__a_meter_that_is_not_reset_yet_pays_no_later_award(jackpot: Jackpot) -> None:
    confirmed(jackpot, SUITED, "777 suited")
    confirmed(jackpot, COLOUR, "777 same colour", "T2")
    assert jackpot.refused("swipe", OTHER, "T2", spot=1) == ("earlier-claim", "SD.19 (6)(iii)")
    jackpot.swipe(OTHER, 1)
    assert jackpot.swipe(OTHER, 1, "T2")["claim"]["stage"] == "paid"


def test_sd_19_6_vi__a_void_releases_what_was_frozen(jackpot: Jackpot) -> None:
    confirmed(jackpot, SUITED, "777 suited")
    entries = jackpot.desk.journal.balances()
    jackpot.do("void", OTHER, "T1", spot=1, note="the seven was an ace")
    assert frozen(jackpot) == {}
    assert jackpot.desk.journal.balances() == entries
    jackpot.select(1, "777 suited")
    assert jackpot.approve(1) == SEED + 100


def test_sd_19_6_vi__the_sign_is_reconciled_with_what_is_frozen_on_it(jackpot: Jackpot) -> None:
    confirmed(jackpot, SUITED, "777 suited")
    row = jackpot.do("reconcile", SUPERVISOR, readings={"meter": SEED + 100})["levels"]["meter"]
    assert (row["books"], row["frozen"], row["difference"]) == (SEED + 100, SEED + 100, 0)


def test_a14__parts_of_one_award_are_frozen_together_and_the_first_card_resets_the_meter(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "jackpot.simultaneous=equal shares")
    jackpot.dealt({2: SUITED, 5: SUITED}, "7h")
    for spot in (5, 2):
        jackpot.select(spot, "777 suited")
    jackpot.do("confirm", SUPERVISOR, "T1", spot=5)
    half = (SEED + 40) // 2
    assert frozen(jackpot) == {"meter": 2 * half}
    jackpot.swipe(OTHER, 5)
    assert (jackpot.sums().meter, frozen(jackpot)) == (SEED + 6 + half, {"meter": half})
    assert jackpot.refused("void", OTHER, "T1", spot=2, note="n")[0] == "already-paid"
    jackpot.swipe(OTHER, 2)
    assert (jackpot.sums().meter, frozen(jackpot)) == (SEED + 6, {})


@pytest.mark.parametrize(
    ("change", "advances", "grown"),
    [("levels.meter.increment=200000", RATE, 20 + 100), ("levels.meter.per_wager=25", FIXED, 25 + 25)],
)
def test_a22__a_meter_advances_by_a_rate_of_each_wager_or_by_a_fixed_amount_for_each(
    tmp_path: Path, change: str, advances: str, grown: int
) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", change)
    jackpot.do("open", DEALER, "T1")
    jackpot.do("wager", DEALER, "T1", wagers={1: 100, 2: 500, 3: 0})
    jackpot.do("take", DEALER, "T1")
    assert jackpot.sums().meter == SEED + grown
    assert jackpot.desk.link(LINK).terms.advances == advances


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("increment = { value = 200000, clause = 'A22' }\nper_wager = { value = 25, clause = 'A22' }", "state either"),
        ("", "state either"),
    ],
)
def test_a22__terms_state_one_of_the_two(tmp_path: Path, text: str, why: str) -> None:
    from lammer.progressive.terms import SHEETS

    shipped = (SHEETS / "blazing-7s.toml").read_text(encoding="utf-8")
    line = next(line for line in shipped.splitlines() if line.startswith("increment"))
    path = tmp_path / "terms.toml"
    path.write_text(shipped.replace(line, text), encoding="utf-8")
    with pytest.raises(TermsFault, match=why):
        load_terms(str(path))


def test_a22__all_levels_advance_in_one_way_and_take_no_more_than_the_smallest_wager() -> None:
    three = "blazing-7s-three-meters"
    with pytest.raises(TermsFault, match="all must have the same one"):
        load_terms(three, ["levels.mega.per_wager=10"])
    fixed = [f"levels.{level}.per_wager=32" for level in ("mega", "major", "minor")]
    assert load_terms(three, fixed).advances == FIXED
    with pytest.raises(TermsFault, match="more than the wager"):
        load_terms(three, [*fixed[:2], "levels.minor.per_wager=33"])


def test_a22__the_rule_sheet_says_which() -> None:
    key = "sevens_bets.blazing-7s.advances"
    assert load_sheet("sd-blackjack+blazing-7s").jackpots["blazing-7s"].advances == RATE
    assert load_sheet("sd-blackjack+blazing-7s", (f"{key}={FIXED}",)).jackpots["blazing-7s"].advances == FIXED
    assert f"{key}={FIXED}" in load_terms("blazing-7s", ["levels.meter.per_wager=25"]).sheet


@pytest.mark.parametrize(("minimum", "approved"), [(0, True), (200, True), (201, False)])
def test_a23__fixed_pays_below_the_houses_threshold_need_no_supervisor(
    tmp_path: Path, minimum: int, approved: bool
) -> None:
    """With 0 every winner is confirmed, as the text has it."""
    jackpot = new_jackpot(tmp_path, "blazing-7s", f"approvals.supervisor_from={minimum}")
    jackpot.dealt({1: ONE}, "9d")
    jackpot.select(1, "one 7")
    if approved:
        assert jackpot.refused("end", DEALER, "T1") == ("not-approved", "SD.19 (6)(vi)")
        assert jackpot.approve(1) == 200
    else:
        assert jackpot.refused("confirm", SUPERVISOR, "T1", spot=1) == ("no-approval-needed", "A23")
    assert jackpot.do("end", DEALER, "T1")["paid"] == {"1": 200}


def test_a23__whoever_confirmed_does_not_swipe_unless_the_house_lets_them(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path, "blazing-7s", "approvals.card_of=anybody", "approvals.supervisor_from=0")
    jackpot.dealt({1: ONE, 2: ONE}, "9d")
    for spot in (2, 1):
        jackpot.select(spot, "one 7")
        jackpot.do("confirm", SUPERVISOR, "T1", spot=spot)
    assert jackpot.swipe(SUPERVISOR, 2)["claim"]["approved_by"] == SUPERVISOR
    assert jackpot.swipe(SECOND, 1)["claim"]["approved_by"] == SECOND


def test_a23__the_house_rules_are_marked_as_such() -> None:
    import tomllib

    from lammer.progressive.terms import SHEETS, shipped_terms

    for name in shipped_terms():
        terms = tomllib.loads((SHEETS / f"{name}.toml").read_text(encoding="utf-8"))
        if "extends" not in terms:
            assert all("house" in terms["approvals"][key]["clause"] for key in ("supervisor_from", "card_of")), name
