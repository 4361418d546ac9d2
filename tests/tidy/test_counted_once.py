"""Chances that tests share are those of the same conditions, shoe and deal, and of no others."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from lammer.exact import results, two_hands
from lammer.exact.finding import played_game, shoe_of
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.shoe import full_shoe
from lammer.rules import outcome_chances
from lammer.rules.loader import load_sheet
from lammer.rules.shoe_cards import deal_of, whole_decks
from lammer.strategy.chart import house_chart
from tests.counted_once import NAMES, FirstAnalysis, FirstCount, FirstResults, asked_of

GAME, BET = "sd-blackjack+perfect-pairs", "perfect-pairs"


def counting(questions: list[tuple[Any, ...]]) -> Callable[..., tuple[int, str]]:
    def counted(*asked: Any) -> tuple[int, str]:
        questions.append(asked)
        return len(questions), repr(asked)

    return counted


def test_the_same_question_is_counted_once_and_another_one_anew(tmp_path: Path) -> None:
    questions: list[tuple[Any, ...]] = []
    sheet = load_sheet(GAME)
    bet, deal = sheet.side_bets[BET], deal_of(sheet.rules)
    question = (bet.reads, tuple(bet.outcomes.items()), whole_decks(6), deal)
    first = FirstCount(counting(questions), tmp_path)(*question)
    assert FirstCount(counting(questions), tmp_path)(*question) == first, "another process finds it"
    assert len(questions) == 1
    others = [
        (("the up card",), *question[1:]),
        (bet.reads, question[1][1:], *question[2:]),
        (*question[:2], whole_decks(8), deal),
        (*question[:3], deal._replace(stand_on_soft=17 + (deal.stand_on_soft == 17))),
    ]
    for other in others:
        assert FirstCount(counting(questions), tmp_path)(*other) != first
    assert len(questions) == 1 + len(others)
    assert all(path.stat().st_size for path in tmp_path.iterdir())


def test_what_is_kept_is_what_is_counted(tmp_path: Path) -> None:
    sheet = load_sheet(GAME)
    bet = sheet.side_bets[BET]
    honest = outcome_chances._counted.__wrapped__
    honest = honest._honest if isinstance(honest, FirstCount) else honest
    question = (bet.reads, tuple(bet.outcomes.items()), whole_decks(1), deal_of(sheet.rules))
    kept = FirstCount(honest, tmp_path)
    assert kept(*question) == kept(*question) == honest(*question)


def test_chances_are_counted_here() -> None:
    """Negative control: where they no longer are, this file and what it tests can go."""
    for name in NAMES:
        assert isinstance(getattr(outcome_chances, name).__wrapped__, FirstCount)
    assert isinstance(results._results, FirstAnalysis)
    assert isinstance(two_hands.all_two_card_values, FirstAnalysis)


def asked(game: str, *overrides: str, decks: int = 6, play: Play | None = None) -> str:
    found = played_game(load_sheet(game, overrides), full_shoe(decks), play or Optimal())
    return asked_of(found.tables, found.shoe, found.play)


class OfATest(Optimal):
    """A strategy whose plays nothing names."""


def test_an_analysis_is_that_of_the_same_rules_shoe_and_strategy() -> None:
    first, chart = asked("sd-blackjack"), house_chart(load_sheet("sd-blackjack"))
    one_cell = chart._replace(cells={**chart.cells, ("own", "hard", 16, 10): ("stand",)})
    assert asked("sd-blackjack+perfect-pairs") == first, "a side bet does not change how hands end"
    others = [
        asked("sd-blackjack", "natural.pays=6:5"),
        asked("sd-blackjack", decks=8),
        asked("sd-blackjack", play=ByChart(chart)),
        asked("sd-blackjack", play=ByChart(one_cell)),
    ]
    assert len({first, *others}) == 5
    assert asked("sd-blackjack", play=OfATest()) == ""


def test_what_is_kept_of_an_analysis_is_what_is_computed(tmp_path: Path) -> None:
    sheet = load_sheet("sd-blackjack", ("split.maximum_hands=1",))
    game = played_game(sheet, shoe_of(sheet)[0], Optimal())
    honest = results._results
    honest = honest._honest if isinstance(honest, FirstResults) else honest
    kept, steps = FirstResults(honest, tmp_path), list[int]()
    found = [kept(game, lambda: steps.append(1)) for _ in range(2)]
    assert found[0] == found[1] == honest(game, lambda: None)
    assert len(steps) == 2 * len(game.worths)
    assert len(list(tmp_path.iterdir())) == 1
