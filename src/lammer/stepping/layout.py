"""The layout of the arrays of rounds that are played step by step."""

from typing import NamedTuple

from lammer.rule_tables.plays import Play
from lammer.simulate.arrays import Bytes, Counts, Words
from lammer.simulate.kernel_data import SideTables, Tables, Work

(
    PHASE,
    AT,
    RANDOM,
    COUNTED,
    HOLE,
    UP,
    UP_CARD,
    HELD,
    SECOND,
    SUITS,
    ASKS,
    BEGUN,
    CARD,
    STATE,
    PAIR,
    SITUATION,
    COUNT,
    WAITS,
    MADE,
    ADDED,
    LEGAL,
    NET,
    SIDE_NET,
    INSURANCE,
    FIELDS,
) = range(25)
"""Fields of a round in play. ``AT``: cards taken from the shoe; ``RANDOM``: the index of the next random number;
``COUNTED``: cards of the shoe that are counted as seen; ``HOLE``: the position of the hole card, −1 if none is dealt;
``HELD``, ``SECOND``, ``SUITS``: the dealer's state, as in ``simulate/kernel.py``; ``BEGUN``: the position after the
opening deal. Then the hand in play: its first card, its state, the value of its pair (0 if it is none), where it comes
from, and the legal plays as bits. ``COUNT``: hands of the box; ``WAITS``: those not yet begun; ``MADE``: those done.
``NET`` and ``SIDE_NET``: the results of the main wager and of all side bets, in units of the run. ``INSURANCE``: what
was answered and, when the round is over, how it ended."""

BETTING, OVER, PLAYING, INSURING = range(4)
"""Phases: the round waits for its wager, it is settled, or it waits for a play or for an answer about insurance. From
``PLAYING`` on there is a hand to look at."""
NOT_INSURED, INSURED, INSURANCE_WON, INSURANCE_LOST, EVEN_MONEY_TAKEN = range(5)

QUESTION, TOTAL, SOFT, FIRST, PAIR_SEEN, SPLIT_FROM, LAMMER, HANDS_SEEN, UP_SEEN, SEEN = range(10)
"""Fields of an observation; from ``SEEN`` on, the cards of each rank that were seen since the shuffle."""
NO_QUESTION, WHICH_BET, WHICH_PLAY, WHICH_INSURANCE = range(4)
"""What an observation asks for: nothing when the round is over, a wager, a play of the hand, or an answer about
insurance."""
RANKS_SEEN = 13
OBSERVED = SEEN + RANKS_SEEN
PLAYS = len(Play)
INSURE, EVEN_MONEY, NO_INSURANCE, CHOICES = range(PLAYS, PLAYS + 4)
"""Answers about insurance; their numbers follow those of the plays. ``CHOICES``: the number of plays and answers."""


class StepRules(NamedTuple):
    """The rules of a game and what the plays depend on, by the state of a hand."""

    tables: Tables
    side: SideTables
    plays: Bytes
    """situations · states: the legal plays of a hand that is no pair, as bits."""
    pairs: Bytes
    """situations · 2 · 16: the legal plays of a pair, while further splits are allowed and when not."""
    soft: Bytes
    first: Bytes
    """Whether the hand has two cards."""
    insurable: Bytes
    """2 · 16: the answers about insurance under an up card, for a hand and for a natural, as bits; 0: not asked."""
    cut: int
    """Cards dealt before a shoe is over; 0 for a fresh shoe every round."""


class Boxes(NamedTuple):
    """Rounds in play side by side: a row for each."""

    cards: Bytes
    random: Words
    rounds: Counts
    hands: Bytes
    waiting: Bytes
    seen: Counts
    work: Work
    """Working memory for one round, shared by all."""
