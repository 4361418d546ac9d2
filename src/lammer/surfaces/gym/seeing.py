"""Observations of a round at the table."""

from collections.abc import Sequence

import numpy as np

from lammer.cards.card import RANKS, VALUES
from lammer.surfaces.gym.spaces import BETS, MOST, NUMBER_OF, QUESTIONS, Array
from lammer.table.actions import ActionKind, Option
from lammer.table.drive import Played
from lammer.table.options import is_pair
from lammer.table.state import Round, Waits


def numbers_of(round_: Round | None, seen: Array) -> Array:
    """The numbers of ``spaces.FIELDS``; ``round_`` is None while the wager is asked for."""
    hand: tuple[int, ...] = (0,) * (len(MOST) - 1)
    if round_ is not None and round_.waits in (Waits.PLAY, Waits.ANSWER):
        hand = _hand_numbers(round_)
    return np.array([_question(round_), *hand, *seen], dtype=np.int64)


def _question(round_: Round | None) -> int:
    if round_ is None:
        return QUESTIONS.index("bet")
    if round_.waits is Waits.ANSWER:
        return QUESTIONS.index(round_.asks[0].about.value)
    return QUESTIONS.index("play" if round_.waits is Waits.PLAY else "none")


def _hand_numbers(round_: Round) -> tuple[int, ...]:
    playing = round_.waits is Waits.PLAY
    box = round_.boxes[round_.at_box if playing else round_.asks[0].box]
    hand = round_.hand if playing else box.hands[round_.asks[0].hand]
    stake, value = hand.stakes[0], VALUES[hand.cards[0]]
    return (
        hand.total,
        int(hand.soft),
        int(len(hand.cards) == 2),
        value if is_pair(hand, round_.sheet.rules.split.pairs) else 0,
        value if hand.from_split else 0,
        int(stake is not None and stake.own == 0),
        len(box.hands),
        VALUES[round_.dealer[0]] if round_.dealer else 0,
    )


def mask_of(options: Sequence[Option], sizes: int, *, betting: bool) -> Array:
    mask = np.zeros(BETS + sizes, dtype=np.int8)
    if betting:
        mask[BETS:] = 1
    for option in options:
        mask[NUMBER_OF[option.kind]] = 1
    return mask


def seen_in(played: Played) -> Array:
    """The cards of each rank that were seen in a round: all that were dealt, except a hole card face down."""
    round_ = played.round
    cards = [action.card for action in played.log if action.kind == ActionKind.CARD]
    if round_.sheet.rules.dealer.hole_card and not round_.hole_shown:
        for code in round_.dealer[1:2]:
            cards.remove(code)
    return np.bincount([code // 4 for code in cards], minlength=len(RANKS))
