"""The shoe of an analysis: the sheet's decks, infinitely many decks or given counts, optionally less some cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.arguments import text_of
from lammer.cards.card import DECK_SIZE, LETTER_VALUES, NAMES, VALUE_LETTERS, VALUES, NotACard, parse_card
from lammer.errors import BadArgument
from lammer.rules.conditions.cards import Detail
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, first_code, shoe_by_value, whole_decks

if TYPE_CHECKING:
    from lammer.exact.hands import Floats

INFINITE = "infinite"
INFINITE_DECKS = 10**12
"""Decks that stand for infinitely many, as ``exact.shoe.ENDLESS`` does."""
DETAILS = {10: Detail.VALUES, 13: Detail.RANKS, DECK_SIZE: Detail.SUITS}
COUNTS_EXPECTED = (
    "write ten counts, aces first, ten-values last, like 4,4,4,4,4,4,4,4,4,16; or thirteen by rank, or 52 by card "
    "(Ac Ad Ah As 2c … Ks)"
)
MAX_DECKS = 8
"""The most decks that any sheet allows."""


class ShoeChoice(NamedTuple):
    """``cards`` is empty for the sheet's decks, "infinite", or counts: ten by value, ace first, ten-values last;
    thirteen by rank, ace first, king last; or 52 by card (Ac Ad Ah As 2c … Ks). ``remove`` lists cards to take out,
    like "5c 5d"."""

    cards: str = ""
    remove: str = ""

    def counts(self, sheet: Sheet) -> "tuple[Floats, str]":
        """The shoe as counts by value, and in words."""
        from lammer.exact.finding import shoe_of
        from lammer.exact.shoe import enough, without

        gone = cards_of("remove", self.remove)
        if self.cards == INFINITE and self.remove:
            raise BadArgument("remove", "has no effect on infinitely many decks: leave one out")
        whole = not self.cards or self.cards == INFINITE
        shoe, text = shoe_of(sheet, self.cards) if whole else _counted(self._given(), self.cards)
        self.must_hold("remove", sheet, gone)
        try:
            shoe = without(shoe, gone)
        except ValueError as error:
            raise BadArgument("remove", str(error)) from None
        if not enough(shoe, sheet.rules.split.maximum_hands):
            where = "remove" if whole and self.remove else "decks" if whole else "cards"
            raise BadArgument(where, f"a round may need more cards than the {int(shoe.sum())} of this shoe")
        return shoe, f"{text} without {self.remove}" if self.remove else text

    def cards_left(self, sheet: Sheet) -> ShoeCards:
        """The shoe for side bets: counts by card, or by rank or value if only those are given."""
        self.counts(sheet)  # refuses what cannot be
        if self.cards == INFINITE:
            return whole_decks(INFINITE_DECKS)
        shoe = self._given() if self.cards else whole_decks(sheet.rules.shoe.decks)
        gone = Counter(first_code(code, shoe.detail) for code in cards_of("remove", self.remove))
        left = ShoeCards(tuple(count - gone[code] for code, count in enumerate(shoe.counts)), shoe.detail)
        if min(left.counts) < 0:
            raise BadArgument("remove", "more cards are taken away than the shoe holds")
        return left

    def _given(self) -> ShoeCards:
        """The shoe that ``cards`` counts, before cards are removed."""
        parts = self.cards.replace(",", " ").split()
        detail = DETAILS.get(len(parts))
        if detail is None or not all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in parts):
            raise BadArgument("cards", COUNTS_EXPECTED, self.cards)
        numbers = tuple(map(int, parts))
        if detail is Detail.VALUES:
            return shoe_by_value(numbers)
        if detail is Detail.SUITS:
            return ShoeCards(numbers)
        found = [0] * DECK_SIZE
        found[::4] = numbers
        return ShoeCards(tuple(found), detail)

    def must_hold(self, where: str, sheet: Sheet, cards: Iterable[int]) -> None:
        """Refuses more copies of a card than there are decks. A shoe given by counts may come from up to eight
        decks."""
        if self.cards == INFINITE:
            return
        decks = MAX_DECKS if self.cards else sheet.rules.shoe.decks
        for card, copies in Counter(cards).items():
            if copies > decks:
                held = f"{decks} deck{'s' * (decks != 1)} hold{'s' * (decks == 1)} {decks}"
                raise BadArgument(where, f"{copies} × {NAMES[card]}, but {held}; leave some out")


def shoe_choice(cards: str | Sequence[int], remove: str) -> ShoeChoice:
    """The choice from arguments of the Python API, where counts may be numbers."""
    if not isinstance(cards, str | Sequence):
        raise BadArgument("cards", COUNTS_EXPECTED, cards)
    return ShoeChoice(cards if isinstance(cards, str) else ",".join(map(str, cards)), text_of("remove", remove))


def cards_of(argument: str, text: str) -> list[int]:
    """Codes of cards separated by spaces."""
    try:
        return [parse_card(card) for card in text.split()]
    except NotACard as error:
        raise BadArgument(argument, str(error)) from None


def card_value(argument: str, text: str) -> int:
    """The value of a card given as A, 2 … 9, T, or with its suit: ``6c``."""
    letter = text.strip().upper().replace("10", "T")
    if letter in LETTER_VALUES:
        return LETTER_VALUES[letter]
    codes = cards_of(argument, text)
    if len(codes) != 1:
        raise BadArgument(argument, f"{text!r} is not a card; write A, 2 … 9, T, or a card like 6c")
    return VALUES[codes[0]]


def _counted(given: ShoeCards, text: str) -> "tuple[Floats, str]":
    import numpy as np

    from lammer.exact.shoe import full_shoe

    shoe = np.array([float(given.of_value(value)) for value in VALUE_LETTERS])
    a_card = {Detail.VALUES: 16, Detail.RANKS: 4, Detail.SUITS: 1}[given.detail]
    if (shoe > full_shoe(MAX_DECKS)).any() or max(given.counts) > a_card * MAX_DECKS:
        maximum = f"4 × {MAX_DECKS} = {4 * MAX_DECKS} of each value and {16 * MAX_DECKS} ten-values"
        raise BadArgument("cards", f"more than {MAX_DECKS} decks hold; write at most {maximum}", text)
    counts = ", ".join(f"{int(shoe[value - 1])} {letter}" for value, letter in VALUE_LETTERS.items())
    return shoe, f"a shoe of {counts}"
