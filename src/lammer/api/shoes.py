"""The shoe of an analysis: the sheet's decks, infinitely many decks or given counts, optionally less some cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lammer.cards.card import DECK_SIZE, LETTER_VALUES, NAMES, VALUE_LETTERS, VALUES, NotACard, parse_card
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, shoe_by_value

if TYPE_CHECKING:
    from lammer.exact.hands import Floats

INFINITE = "infinite"
MAX_DECKS = 8
"""The most decks that any sheet allows."""


class ShoeChoice(NamedTuple):
    """``cards`` is empty for the sheet's decks, "infinite", or ten counts by value, ace first, ten-values last.
    ``remove`` lists cards to take out, like "5c 5d"."""

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
        shoe, text = shoe_of(sheet, self.cards) if whole else _counted(self.cards)
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
        """The shoe for side bets: counts by card, or by value if only those are given."""
        if self.cards == INFINITE:
            raise BadArgument("decks", "side bets need a shoe with a finite number of cards; leave out infinite")
        by_value, _ = self.counts(sheet)
        if self.cards:
            return shoe_by_value(map(int, by_value))
        gone = Counter(cards_of("remove", self.remove))
        return ShoeCards(tuple(sheet.rules.shoe.decks - gone[code] for code in range(DECK_SIZE)))

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
    return ShoeChoice(cards if isinstance(cards, str) else ",".join(map(str, cards)), remove)


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


def _counted(text: str) -> "tuple[Floats, str]":
    import numpy as np

    from lammer.exact.shoe import full_shoe

    parts = text.replace(",", " ").split()
    if len(parts) != 10 or not all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in parts):
        raise BadArgument("cards", "write ten counts, aces first, ten-values last, like 4,4,4,4,4,4,4,4,4,16", text)
    shoe = np.array([float(part) for part in parts])
    if (shoe > full_shoe(MAX_DECKS)).any():
        maximum = f"4 × {MAX_DECKS} = {4 * MAX_DECKS} of each value and {16 * MAX_DECKS} ten-values"
        raise BadArgument("cards", f"more than {MAX_DECKS} decks hold; write at most {maximum}", text)
    counts = ", ".join(f"{part} {VALUE_LETTERS[value]}" for value, part in enumerate(parts, start=1))
    return shoe, f"a shoe of {counts}"
