"""A card is a small integer, so that tables, records and compiled kernels share one code.

``code = 4 * rank + suit`` with rank 0 = ace … 12 = king and suits in alphabetical order
(clubs, diamonds, hearts, spades). People write the same card as two characters: ``8h``, ``Tc``.
"""

from lammer.errors import LammerError

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK_SIZE = 52

ACE, TEN = 1, 10
"""Blackjack values by name. An ace counts 1, or 11 where that does not bust the hand."""

NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES)}
VALUES: tuple[int, ...] = tuple(min(code // 4 + 1, TEN) for code in range(DECK_SIZE))
"""Blackjack value of each code: ace 1, faces 10."""

VALUE_LETTERS = {value: ("A", *"23456789", "T")[value - 1] for value in range(1, 11)}
LETTER_VALUES = {letter: value for value, letter in VALUE_LETTERS.items()}


class NotACard(LammerError, ValueError):
    """The text is not one of the 52 cards."""


def parse_card(text: str) -> int:
    """The code of a card written as rank and suit; ``10h`` and any letter case are accepted."""
    shorthand = text.strip().replace("10", "T")
    code = CODES.get(shorthand[:1].upper() + shorthand[1:].lower())
    if code is None:
        raise NotACard(f"{text!r} is not a card: write a rank ({RANKS}) and a suit ({SUITS}), like 8h or Tc")
    return code


def rank_of(code: int) -> str:
    return RANKS[code // 4]


def suit_of(code: int) -> str:
    return SUITS[code % 4]


def is_red(code: int) -> bool:
    """Whether the card is a diamond or a heart."""
    return code % 4 in (1, 2)


def same_suit(codes: tuple[int, ...]) -> bool:
    return len({code % 4 for code in codes}) == 1


def same_colour(codes: tuple[int, ...]) -> bool:
    return len({is_red(code) for code in codes}) == 1


def fresh_decks(decks: int) -> list[int]:
    """All cards of this number of decks, in factory order."""
    return [code for _ in range(decks) for code in range(DECK_SIZE)]
