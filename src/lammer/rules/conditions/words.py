"""The conditions on cards: for each its argument, its predicate, the card features it uses, and its sentence.

To add a condition, add a field to ``CardConditions``. Sheets, the table, exact counting, the simulator and help read
that field.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from lammer.rules.conditions.cards import (
    Detail,
    Facts,
    codes_named,
    detail_of,
    known_name,
    one_colour,
    spoken,
    values_among,
)
from lammer.rules.wording import did_you_mean

MAX_START = 4
"""The most cards of a run that a condition may ask for; exact chances and the simulator follow a run so far."""

Aspect = Literal["values", "ranks", "suits"]
NOTHING: frozenset[Aspect] = frozenset()


class Word(NamedTuple):
    """A condition on cards."""

    holds: Callable[[Facts, Any], bool]
    says: Callable[[Any], str]
    lists: Callable[[Any], tuple[tuple[str, ...], ...]] = lambda _: ()
    """Lists of card names whose members it counts."""
    about: Callable[[Any], frozenset[Aspect]] = lambda _: NOTHING
    """Other card features that it uses."""
    needs_all: bool = True
    """Whether it is false until every card that the bet reads has been dealt."""
    possible: Callable[[Facts, Any], bool] = lambda _facts, _argument: True
    """Whether it may still hold when more cards follow those dealt so far."""

    def detail(self, argument: Any) -> Detail:
        """The detail of cards that it needs."""
        about = self.about(argument)
        detail = Detail.SUITS if "suits" in about else Detail.RANKS if "ranks" in about else Detail.VALUES
        return max([detail, *map(detail_of, self.lists(argument))])


class Written(BaseModel):
    """A table of values in a sheet. An unknown key is refused, and the known keys are listed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    older: ClassVar[Mapping[str, str]] = {}
    """Older name of a key → its current name."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        for older, newer in cls.older.items():
            if older in value and newer in value:
                raise ValueError(f"{older!r} is the older name of {newer!r}; leave one out")
        value = {cls.older.get(key, key): one for key, one in value.items()}
        for key in value:
            if key not in cls.model_fields:
                known = ", ".join(cls.model_fields)
                raise ValueError(f"unknown condition {key!r}.{did_you_mean(key, cls.model_fields)} Known are {known}")
        return {key: tuple(one) if isinstance(one, list) else one for key, one in value.items()}


class Range(Written):
    """A range of numbers. The aliases are the older names of its limits, which digests and references keep."""

    older = {"least": "minimum", "most": "maximum"}

    minimum: int = Field(0, serialization_alias="least")
    maximum: int = Field(10**6, serialization_alias="most")


Number = int | Annotated[tuple[int, ...], Field(min_length=1)] | Range
"""One number, a list of them, or a range with ``minimum`` and ``maximum``."""

CardName = Annotated[str, BeforeValidator(str), AfterValidator(known_name)]
Names = Annotated[tuple[CardName, ...], Field(min_length=1)]
Feature = Literal["rank", "card", "suit", "colour", "value"]
Features = Annotated[tuple[Feature, ...], Field(min_length=1)]


Sizes = Annotated[tuple[Annotated[int, Field(ge=2)], ...], Field(min_length=1)]
"""The numbers of cards in the groups of one rank that have two cards or more."""


class Count(Written):
    """The number of cards that have one of these names."""

    of: Names
    number: Number


class Start(Written):
    """The first cards in the order dealt: each has one of these names, and all have the same features."""

    of: Names
    number: Annotated[int, Field(ge=1, le=MAX_START)]
    same: Features = ()


def in_number(number: int, wanted: int | tuple[int, ...] | Range) -> bool:
    if isinstance(wanted, Range):
        return wanted.minimum <= number <= wanted.maximum
    return number in wanted if isinstance(wanted, tuple) else number == wanted


def number_text(wanted: int | tuple[int, ...] | Range) -> str:
    if isinstance(wanted, Range):
        if wanted.maximum == Range().maximum:
            return f"{wanted.minimum} or more"
        return f"{wanted.minimum} to {wanted.maximum}" if wanted.minimum else f"at most {wanted.maximum}"
    return " or ".join(map(str, wanted)) if isinstance(wanted, tuple) else str(wanted)


def _names_text(names: tuple[str, ...]) -> str:
    return " or ".join(map(spoken, names))


def _alike(facts: Facts, feature: str) -> bool:
    if feature == "suit":
        return facts.suits.bit_count() == 1
    if feature == "colour":
        return one_colour(facts.suits)
    if feature == "value":
        return values_among(facts.ranks) == 1
    return facts.ranks.bit_count() == 1 and (feature == "rank" or facts.suits.bit_count() == 1)


_ASPECTS: dict[str, frozenset[Aspect]] = {
    "rank": frozenset(("ranks",)),
    "card": frozenset(("ranks", "suits")),
    "suit": frozenset(("suits",)),
    "colour": frozenset(("suits",)),
    "value": frozenset(("values",)),
}


def _of_features(features: tuple[str, ...]) -> frozenset[Aspect]:
    return NOTHING.union(*(_ASPECTS[feature] for feature in features))


_RUN = 13
_ACE_HIGH = 1 << _RUN


def _in_sequence(facts: Facts, wanted: bool) -> bool:
    """Consecutive ranks, each once; the ace is low or high."""
    low = facts.ranks
    high = (low & ~1) | _ACE_HIGH if low & 1 else low
    run = facts.number == low.bit_count() and any(_is_run(ranks) for ranks in (low, high))
    return run == wanted


def _is_run(ranks: int) -> bool:
    shifted = ranks // (ranks & -ranks) if ranks else 0
    return shifted & (shifted + 1) == 0


def _exactly(facts: Facts, names: tuple[str, ...]) -> bool:
    return facts.number == len(names) and all(facts.count((name,)) == names.count(name) for name in set(names))


def _first(facts: Facts, names: tuple[str, ...]) -> bool:
    return facts.first is not None and facts.first in codes_named(names)


def _starts(facts: Facts, start: Start) -> bool:
    first = facts.start(start.number)
    return first is not None and _is_run_of(first, start)


def _may_start(facts: Facts, start: Start) -> bool:
    first = facts.start(min(start.number, facts.number))
    return first is not None and (first.number == 0 or _is_run_of(first, start))


def _is_run_of(first: Facts, start: Start) -> bool:
    return first.count(start.of) == first.number and all(_alike(first, feature) for feature in start.same)


def _start_text(start: Start) -> str:
    """Like ``each of the first 3 cards is an ace, same suit``."""
    same = f", same {' and '.join(start.same)}" if start.same else ""
    return f"each of the first {start.number} cards is {_names_text(start.of)}{same}"


def _one_list(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (names,)


def _values(_: Any) -> frozenset[Aspect]:
    return frozenset(("values",))


EVERY = Word(
    lambda facts, names: facts.number > 0 and facts.count(names) == facts.number,
    lambda names: f"every card is {_names_text(names)}",
    _one_list,
)
NONE = Word(lambda facts, names: facts.count(names) == 0, lambda names: f"no card is {_names_text(names)}", _one_list)
EXACTLY = Word(
    _exactly,
    lambda names: f"the cards are {' and '.join(map(spoken, names))}",
    lambda names: tuple((name,) for name in names),
)
COUNT = Word(
    lambda facts, count: in_number(facts.count(count.of), count.number),
    lambda count: f"number of cards that are {_names_text(count.of)}: {number_text(count.number)}",
    lambda count: (count.of,),
)
FIRST = Word(_first, lambda names: f"the first card is {_names_text(names)}", _one_list, needs_all=False)
SAME = Word(
    lambda facts, features: all(_alike(facts, feature) for feature in features),
    lambda features: f"same {' and '.join(features)}",
    about=_of_features,
)
NOT_SAME = Word(
    lambda facts, features: not any(_alike(facts, feature) for feature in features),
    lambda features: f"not the same {' or '.join(features)}",
    about=_of_features,
)
SEQUENCE = Word(
    _in_sequence,
    lambda wanted: "ranks in sequence" if wanted else "ranks not in sequence",
    about=lambda _: frozenset(("ranks",)),
)
TOTAL = Word(
    lambda facts, number: in_number(facts.total, number),
    lambda number: f"a total of {number_text(number)}",
    about=_values,
)
HARD_TOTAL = Word(
    lambda facts, number: in_number(facts.hard_total, number),
    lambda number: f"a total of {number_text(number)}, aces counted as 1",
    about=_values,
)
RANKS = Word(
    lambda facts, number: in_number(facts.ranks.bit_count(), number),
    lambda number: f"{number_text(number)} different rank{'' if number == 1 else 's'}",
    about=lambda _: frozenset(("ranks",)),
)
STARTS = Word(
    _starts,
    _start_text,
    lambda start: (start.of,),
    lambda start: _of_features(start.same),
    needs_all=False,
    possible=_may_start,
)
CARDS = Word(lambda facts, number: in_number(facts.number, number), lambda number: f"{number_text(number)} cards")
GROUPS = Word(
    lambda facts, sizes: facts.groups == tuple(sorted(sizes, reverse=True)),
    lambda sizes: f"{' and '.join(f'{size} cards' for size in sizes)} of one rank{' each' * (len(sizes) > 1)}",
    about=lambda _: frozenset(("ranks",)),
)


class Conditions(Written):
    """Conditions that must all hold."""


class CardConditions(Conditions):
    """Conditions on some cards."""

    every: Annotated[Names | None, EVERY] = None
    none: Annotated[Names | None, NONE] = None
    exactly: Annotated[Names | None, EXACTLY] = None
    count: Annotated[Count | None, COUNT] = None
    first: Annotated[Names | None, FIRST] = None
    same: Annotated[Features | None, SAME] = None
    not_same: Annotated[Features | None, NOT_SAME] = None
    sequence: Annotated[bool | None, SEQUENCE] = None
    total: Annotated[Number | None, TOTAL] = None
    hard_total: Annotated[Number | None, HARD_TOTAL] = None
    ranks: Annotated[Number | None, RANKS] = None
    cards: Annotated[Number | None, CARDS] = None
    starts: Annotated[Start | None, STARTS] = None
    groups: Annotated[Sizes | None, GROUPS] = None


@cache
def vocabulary(kind: type[Conditions]) -> dict[str, Word]:
    """The conditions of a class by their keys."""
    marks = {
        name: [one for one in field.metadata if isinstance(one, Word)] for name, field in kind.model_fields.items()
    }
    return {name: found[0] for name, found in marks.items() if found}


def words_of(conditions: Conditions) -> Iterator[tuple[Word, Any]]:
    """The conditions that are set, with their arguments."""
    for name, word in vocabulary(type(conditions)).items():
        argument = getattr(conditions, name)
        if argument is not None:
            yield word, argument
