"""Chances that tests share are those of the same conditions, shoe and deal, and of no others."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from lammer.rules import outcome_chances
from lammer.rules.loader import load_sheet
from lammer.rules.shoe_cards import deal_of, whole_decks
from tests.counted_once import NAMES, FirstCount

GAME, BET = "sd-blackjack+perfect-pairs", "perfect-pairs"


def counting(told: list[tuple[Any, ...]]) -> Callable[..., tuple[int, str]]:
    def counted(*asked: Any) -> tuple[int, str]:
        told.append(asked)
        return len(told), repr(asked)

    return counted


def test_the_same_question_is_counted_once_and_another_one_anew(tmp_path: Path) -> None:
    told: list[tuple[Any, ...]] = []
    sheet = load_sheet(GAME)
    bet, deal = sheet.side_bets[BET], deal_of(sheet.rules)
    question = (bet.reads, tuple(bet.outcomes.items()), whole_decks(6), deal)
    first = FirstCount(counting(told), tmp_path)(*question)
    assert FirstCount(counting(told), tmp_path)(*question) == first, "another process finds it"
    assert len(told) == 1
    others = [
        (("the up card",), *question[1:]),
        (bet.reads, question[1][1:], *question[2:]),
        (*question[:2], whole_decks(8), deal),
        (*question[:3], deal._replace(stand_on_soft=17 + (deal.stand_on_soft == 17))),
    ]
    for other in others:
        assert FirstCount(counting(told), tmp_path)(*other) != first
    assert len(told) == 1 + len(others)
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
