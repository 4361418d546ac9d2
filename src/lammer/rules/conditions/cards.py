"""Facts about cards for conditions, and the names with which a sheet lists cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Protocol

from lammer.cards.card import CODES, DECK_SIZE, RANKS, SUITS, VALUES, is_red, rank_of, suit_of
from lammer.cards.hand import hand_total

SUIT_NAMES = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
COLOURS = {"red": True, "black": False}
FACES = ("J", "Q", "K")
TENS = "tens"
"""Every card that counts ten. ``T`` is only the rank ten."""

NAMES_KNOWN = (
    f"a rank ({' '.join(RANKS)}), faces, tens (all cards that count ten), {', '.join(SUIT_NAMES)}, red, black, "
    "or a card like Qh"
)


SPOKEN = {
    "A": "an ace",
    "8": "an 8",
    "T": "a ten",
    "J": "a jack",
    "Q": "a queen",
    "K": "a king",
    "faces": "a face card",
    TENS: "a card that counts ten",
    **{name: f"a {name.removesuffix('s')}" for name in SUIT_NAMES},
    **{name: name for name in COLOURS},
}


def spoken(name: str) -> str:
    """A name for use in a sentence."""
    return SPOKEN.get(name) or (f"a {name}" if name in RANKS else name)


class Detail(IntEnum):
    """The detail of cards that a condition uses."""

    VALUES = 0
    RANKS = 1
    SUITS = 2


class Facts(Protocol):
    """The facts about some cards that conditions use."""

    @property
    def number(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def hard_total(self) -> int: ...
    @property
    def ranks(self) -> int:
        """The ranks that occur, as a bit mask: bit 0 for the ace, bit 12 for the king."""

    @property
    def suits(self) -> int: ...
    @property
    def groups(self) -> tuple[int, ...]:
        """The numbers of cards of those ranks that occur more than once, the largest first."""

    @property
    def first(self) -> int | None: ...
    def start(self, number: int) -> "Facts | None":
        """The facts about the first cards in the order dealt; None if so many are not known."""

    def count(self, names: tuple[str, ...]) -> int:
        """The number of cards that have one of these names."""


class Cards:
    """The facts about a list of cards."""

    def __init__(self, codes: Sequence[int], limit: int) -> None:
        self.codes, self._limit = codes, limit

    @property
    def number(self) -> int:
        return len(self.codes)

    @cached_property
    def total(self) -> int:
        return hand_total(self.codes, self._limit)[0]

    @cached_property
    def hard_total(self) -> int:
        return sum(VALUES[code] for code in self.codes)

    @cached_property
    def ranks(self) -> int:
        return mask(code // 4 for code in self.codes)

    @cached_property
    def suits(self) -> int:
        return mask(code % 4 for code in self.codes)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        counts = Counter(code // 4 for code in self.codes).values()
        return tuple(sorted((count for count in counts if count > 1), reverse=True))

    @property
    def first(self) -> int | None:
        return self.codes[0] if self.codes else None

    def start(self, number: int) -> "Cards | None":
        return Cards(self.codes[:number], self._limit) if number <= len(self.codes) else None

    def count(self, names: tuple[str, ...]) -> int:
        wanted = codes_named(names)
        return sum(code in wanted for code in self.codes)


def mask(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found


@lru_cache(maxsize=1024)
def codes_named(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(code for code in range(DECK_SIZE) if any(_is_named(code, name) for name in names))


def _is_named(code: int, name: str) -> bool:
    if name in CODES:
        return CODES[name] == code
    if name in SUIT_NAMES:
        return suit_of(code) == SUIT_NAMES[name]
    if name in COLOURS:
        return is_red(code) == COLOURS[name]
    if name == "faces":
        return rank_of(code) in FACES
    return VALUES[code] == 10 if name == TENS else rank_of(code) == name


def known_name(name: str) -> str:
    """The name. Raises ValueError with the known names if it is unknown."""
    if name in CODES or name in SUIT_NAMES or name in COLOURS or name in RANKS or name in ("faces", TENS):
        return name
    raise ValueError(f"is not the name of a card; write {NAMES_KNOWN}")


def detail_of(names: tuple[str, ...]) -> Detail:
    """The detail of cards that is needed to decide whether they have one of these names."""
    if any(name in CODES or name in SUIT_NAMES or name in COLOURS for name in names):
        return Detail.SUITS
    wanted = codes_named(names)
    tens = {code for code in range(DECK_SIZE) if VALUES[code] == 10}
    return Detail.VALUES if wanted >= tens or not wanted & tens else Detail.RANKS


def one_colour(masked: int) -> bool:
    """Whether suits are all red or all black."""
    return len({is_red(suit) for suit in range(len(SUITS)) if masked >> suit & 1}) == 1


def values_among(ranks: int) -> int:
    """The number of different card values of these ranks."""
    return len({min(rank, 9) for rank in range(len(RANKS)) if ranks >> rank & 1})
