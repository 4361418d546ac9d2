"""Sentences about results are made once, for the terminal and the page."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import ANSWERS, PLAYS
from lammer.table.phrases import (
    CARD_NAMES,
    CHOICE_KEYS,
    CHOICE_ORDER,
    CHOICE_WORDS,
    interrupted_text,
    natural_word,
    reason_texts,
    result_lines,
    why_text,
)
from lammer.table.records import seat_records
from lammer.table.state import Why
from tests.rounds import finished


def lines_and_reasons(line: str) -> tuple[list[tuple[str, int]], list[str]]:
    """The lines about the first seat of a round, and why each hand ended so."""
    round_ = finished(line).round
    assert round_.settlement is not None
    seat = seat_records(round_, round_.settlement)[0]
    lines = [(one["text"], one["net"]) for one in result_lines(round_.sheet, seat)]
    return lines, reason_texts(round_.sheet, seat)


@pytest.mark.parametrize(
    ("line", "lines", "reasons"),
    [
        (
            "sd-free-bet 1:10 | Th 6c 9d Tc | S | Th",
            [("your hand wins 10, the dealer busts", 1000)],
            ["the dealer busts"],
        ),
        (
            "sd-free-bet 1:10 | 8h 6c 8d Tc | FP Th S 9c S | 6h",
            [("hands 1 and 2: each pushes, dealer 22", 0)],
            ["dealer 22", "dealer 22"],
        ),
        (
            "sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP Th S 9c S | 2h",
            [
                ("hand 1 pushes, equal totals", 0),
                ("hand 2 loses a free bet, the dealer has more. FREE split lost: you lose nothing", 0),
                ("Pot of Gold wins 15: 1 lammer", 1500),
            ],
            ["equal totals", "the dealer has more"],
        ),
        (
            "sd-free-bet 1:10 | 5h 6c 6d Tc | FD 2h | 4h",
            [("your hand loses 10, the dealer has more. FREE double lost: you lose 10, not 20", -1000)],
            ["the dealer has more"],
        ),
        (
            "sd-free-bet 1:10 | 5h 6c 6d Tc | FD Th | 2h",
            [("your hand wins 20, the higher total. FREE double won: you win 20 and risked 10", 2000)],
            ["the higher total"],
        ),
        (
            "european-free-bet 1:10 | Ah Ac Td | E",
            [("your hand wins 10, even money", 1000)],
            ["blackjack, even money"],
        ),
        (
            "sd-free-bet[limits.maximum=200000] 1:1500.50 | Th 6c 9d Tc | S | Th",
            [("your hand wins 1,500.50, the dealer busts", 150_050)],
            ["the dealer busts"],
        ),
        (
            "sd-blackjack 1:10 | Th Ac 9d 9c | I S",
            [("your hand loses 10, the dealer has more", -1000), ("insurance loses 5", -500)],
            ["the dealer has more"],
        ),
    ],
)
def test_a_result_is_told_in_lines(line: str, lines: list[tuple[str, int]], reasons: list[str]) -> None:
    assert lines_and_reasons(line) == (lines, reasons)


def test_every_reason_has_words_for_every_natural() -> None:
    for game, natural in (("sd-free-bet", "blackjack"), ("triple-win-20", "a two-card 20")):
        sheet = load_sheet(game)
        assert natural_word(sheet) == natural
        assert why_text(sheet, Why.DEALER_NATURAL) == f"the dealer has {natural}"
        assert all(why_text(sheet, why) for why in Why)


def test_every_choice_has_a_key_a_word_and_a_place() -> None:
    assert {*PLAYS, *ANSWERS} == {*CHOICE_KEYS} == {*CHOICE_WORDS} == {*CHOICE_ORDER}
    assert len(CARD_NAMES) == 53


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("", "The round was interrupted."),
        ("a card fell", "The round was interrupted: a card fell."),
        ("fire!", "The round was interrupted: fire!"),
    ],
)
def test_an_interruption_is_told(reason: str, text: str) -> None:
    assert interrupted_text(reason) == text
