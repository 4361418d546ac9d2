"""Tags of a count: what a person adds for every card that leaves the shoe."""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from lammer.cards.card import LETTER_VALUES, VALUE_LETTERS
from lammer.errors import BadArgument

A_DECK = (4,) * 9 + (16,)
"""Cards of one deck by value, ace first, ten-values last."""
LARGEST = 100
EXAMPLE = "A=-1,2=1,3=1,4=1,5=1,6=1,T=-1"


class Tags(NamedTuple):
    """Tags by value, ace first, ten-values last."""

    by_value: tuple[Fraction, ...]

    @property
    def per_deck(self) -> Fraction:
        """The running count at the end of one deck: 0 if the count is balanced."""
        return sum((count * tag for count, tag in zip(A_DECK, self.by_value, strict=True)), Fraction(0))

    @property
    def balanced(self) -> bool:
        return self.per_deck == 0

    @property
    def level(self) -> int:
        """The largest tag without its sign, when all tags are multiplied so that they are whole numbers."""
        return int(max(abs(tag) for tag in self.whole))

    @property
    def whole(self) -> tuple[int, ...]:
        """The tags as the smallest whole numbers in the same ratio."""
        times = lcm(*(tag.denominator for tag in self.by_value))
        numbers = [int(tag * times) for tag in self.by_value]
        common = gcd(*numbers) or 1
        return tuple(number // common for number in numbers)

    @property
    def by_letter(self) -> dict[str, float]:
        """As JSON has them: A, 2 … 9, T."""
        return {VALUE_LETTERS[value]: float(tag) for value, tag in enumerate(self.by_value, start=1)}

    def __str__(self) -> str:
        texts = (f"{VALUE_LETTERS[value]}={_tag_text(tag)}" for value, tag in enumerate(self.by_value, start=1) if tag)
        return ",".join(texts) or "none"


def _tag_text(tag: Fraction) -> str:
    return f"{float(tag):+g}" if tag else "0"


def tags_of(numbers: Iterable[float | str | Fraction]) -> Tags:
    """Ten numbers by value, ace first."""
    return Tags(tuple(Fraction(number) for number in numbers))


def parse_tags(text: str) -> Tags:
    """Tags like ``A=-1,2=1,T=-1``; a value that is not named counts 0.

    >>> str(parse_tags("A=-1, 5=2, T=-0.5"))
    'A=-1,5=+2,T=-0.5'
    """
    found = [Fraction(0)] * 10
    named: set[int] = set()
    for part in text.replace(",", " ").split():
        letter, equals, number = part.partition("=")
        value = LETTER_VALUES.get(letter.strip().upper().replace("10", "T"))
        try:
            tag = Fraction(number)
        except (ValueError, ZeroDivisionError):
            tag = None
        if not equals or value is None or tag is None or abs(tag) > LARGEST:
            raise BadArgument("tags", f"{part!r} is not a tag; write values A, 2 … 9, T with numbers, like {EXAMPLE}")
        if value in named:
            raise BadArgument("tags", f"{VALUE_LETTERS[value]} is given twice")
        named.add(value)
        found[value - 1] = tag
    if not any(found):
        raise BadArgument("tags", f"write at least one tag that is not 0, like {EXAMPLE}", text)
    if len(set(found)) == 1:
        raise BadArgument("tags", "all tags are equal, so the count tells nothing; write different ones", text)
    return Tags(tuple(found))
