"""What must hold for any sheet and any chart: the best play is never beaten, and freedom never costs."""

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lammer.exact.analysed import analysed_tables
from lammer.exact.finding import edge
from lammer.exact.play import ByChart, Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.exact.shoe import full_shoe
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.strategy.chart import Chart, house_chart

GAMES = ("sd-blackjack", "sd-free-bet", "european-free-bet", "triple-win-20")
WISHES = ("hit", "stand", "double", "free-double", "split", "free-split")


@st.composite
def charts(draw: st.DrawFn, game: str) -> Chart:
    """The house chart with some cells changed to anything."""
    cells = dict(house_chart(load_sheet(game)).cells)
    for cell in draw(st.lists(st.sampled_from(sorted(cells)), min_size=1, max_size=40)):
        cells[cell] = tuple(draw(st.lists(st.sampled_from(WISHES), min_size=1, max_size=3)))
    return Chart("changed", cells)


SWITCHES = (
    "dealer.soft_17=stand",
    "double.after_split=false",
    "natural.pays=6:5",
    "split.maximum_hands=3",
    "split.resplit_aces=false",
    "split.one_card_on_aces=false",
    "surrender.late=true",
)


def varied(data: st.DataObject, game: str) -> Sheet:
    """A game with some of its rules changed, where the game allows it."""
    wanted = data.draw(st.lists(st.sampled_from(SWITCHES), max_size=3, unique=True))
    try:
        return load_sheet(game, tuple(wanted))
    except SheetFaults:
        return load_sheet(game)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6, deadline=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_no_chart_beats_the_best_play(game: str, data: st.DataObject) -> None:
    terms, shoe = analysed_tables(varied(data, game)), full_shoe(data.draw(st.sampled_from((1, 2, 6))))
    chart = data.draw(charts(game))
    best = Game(terms, shoe, Optimal())
    assert round_worth(best.played_by(ByChart(chart))) <= round_worth(best) + 1e-9


@cache
def edge_as_it_is(game: str) -> float:
    return edge(load_sheet(game)).house_edge


@pytest.mark.parametrize(
    ("game", "less"),
    [
        ("sd-free-bet", "split.resplit_aces=false"),
        ("sd-free-bet", "free.double_totals=[10,11]"),
        ("sd-free-bet", "free.split_values=[8,9]"),
        ("sd-free-bet", "split.maximum_hands=3"),
        ("sd-free-bet", "double.on_free_hand=false"),
        ("sd-blackjack", "double.after_split=false"),
        ("sd-blackjack", "natural.pays=6:5"),
        ("european-free-bet", "free.double_after_split=false"),
    ],
)
def test_less_freedom_never_helps(game: str, less: str) -> None:
    assert edge(load_sheet(game, (less,))).house_edge >= edge_as_it_is(game) - 1e-12


def test_a_game_under_another_strategy_is_worth_the_same_as_by_itself() -> None:
    sheet = load_sheet("sd-blackjack")
    terms, shoe, chart = analysed_tables(sheet), full_shoe(6), ByChart(house_chart(sheet))
    best = Game(terms, shoe, Optimal())
    before = round_worth(best)
    assert round_worth(best.played_by(chart)) == round_worth(Game(terms, shoe, chart)) < before
    assert round_worth(best) == before


def test_a_finding_says_what_it_is() -> None:
    report = edge(load_sheet("sd-free-bet", ("shoe.decks=8",))).as_json()
    assert report["sheet"] == "sd-free-bet@2[shoe.decks=8]"
    assert report["strategy_class"] == "composition"
    assert len(report["assumptions"]) > 2


def test_what_cannot_be_analysed_is_said() -> None:
    with pytest.raises(NotAnalysed, match=r"draw\.must_through"):
        analysed_tables(load_sheet("sd-blackjack", ("draw.must_through=21", "draw.may_on_limit=true")))
