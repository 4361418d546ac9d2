"""When a chart swaps the second cards of two hands: by the value of each hand of two cards against each up card.

A player adds up the values of the two hands as they are dealt, and as they would be after the swap. The swap is made if
the second sum is larger. The values stand in the chart, in rows of the section ``swap``: ``A2`` is an ace and a two,
``natural`` a blackjack of the deal, and ``AT`` an ace and a ten after the swap, which count 21.
"""

from collections.abc import Mapping, Sequence

from lammer.cards.card import VALUE_LETTERS, VALUES
from lammer.table.actions import PASS, SWITCH, Action
from lammer.table.state import Hand, Round, Status

Pair = tuple[int, int]
"""The values of two cards, the lower first."""
NATURAL: Pair = (0, 0)
"""In place of the two cards of a natural."""
SwapValues = Mapping[tuple[Pair, int], float]
"""By two cards and the up card: the value of the hand in original wagers, after the dealer's check."""
NO_SWAPS: SwapValues = {}
LABELS = {NATURAL: "natural"} | {
    (low, high): VALUE_LETTERS[low] + VALUE_LETTERS[high] for low in range(1, 11) for high in range(low, 11)
}
PAIRS = {label: pair for pair, label in LABELS.items()}
GAIN = 1e-9
"""A swap must gain more than this."""


def pair_of(first: int, second: int) -> Pair:
    return min(first, second), max(first, second)


def swap_gain(values: SwapValues, dealt: tuple[Pair, Pair], swapped: tuple[Pair, Pair], up: int) -> float:
    """What the swap gains by the chart; no gain if the chart has no values."""
    before, after = (sum(values.get((pair, up), 0.0) for pair in pairs) for pairs in (dealt, swapped))
    return after - before


def answer_by(values: SwapValues, round_: Round) -> Action:
    """The chart's answer to the question whether the box swaps."""
    first, second = round_.boxes[round_.asks[0].box].hands
    (a, b), (c, d) = ((VALUES[card] for card in hand.cards) for hand in (first, second))
    swapped = pair_of(a, d), pair_of(c, b)
    up = VALUES[round_.dealer[0]]
    return SWITCH if swap_gain(values, (_dealt(first), _dealt(second)), swapped, up) > GAIN else PASS


def _dealt(hand: Hand) -> Pair:
    first, second = (VALUES[card] for card in hand.cards)
    return NATURAL if hand.status is Status.NATURAL else pair_of(first, second)


def swap_table(values: SwapValues, naturals: Sequence[Sequence[bool]]) -> list[bool]:
    """10 · 10 · 10 · 10 · 10, values less 1: up card, first and second card of the first hand, then of the other:
    whether the chart swaps. ``naturals`` are the two cards that are a natural."""
    if not values:
        return [False] * 10**5
    places, table = range(10), list[bool]()
    for up in range(1, 11):
        plain = [[values.get((pair_of(a + 1, b + 1), up), 0.0) for b in places] for a in places]
        natural = values.get((NATURAL, up), 0.0)
        dealt = [[natural if naturals[a][b] else plain[a][b] for b in places] for a in places]
        table += [
            plain[a][d] + plain[c][b] - (dealt[a][b] + dealt[c][d]) > GAIN
            for a in places
            for b in places
            for c in places
            for d in places
        ]
    return table
