"""A player's report: net, expected net, cost of the choices, and accuracy by class of hand.

The expected net comes from the exact analysis: the main game with the best play, less the cost of the choices, and each
side bet by its own edge. Luck is the net minus the expected net. Its 95% band is 1.96 √Σdᵢ², where dᵢ is the net of
round i minus its expectation. Every dᵢ has mean 0 given the rounds before, so the sum of squares estimates the variance
of the sum for wagers of any size and any side bets. With fewer than 30 rounds the band is rough.
"""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from lammer.decisions.grades import Grade
from lammer.decisions.review import Reviewed
from lammer.decisions.situation import CLASSES

BAND = 1.96
ROUGH = 30
"""Rounds below which the band is rough."""
COSTLIEST = 100


class Expectation(NamedTuple):
    """Expected net of a wager of 1, for the main game with the best play and for each side bet. A bet that is placed
    after the up card has one for each value of that card; its entry in ``sides`` is for a player who always places
    it."""

    main: float
    sides: Mapping[str, float]
    by_up_card: Mapping[str, Mapping[int, float]] = {}
    against: float = 0.0
    """Of a wager against one's own hand."""

    def of_side(self, bet: str, up: int) -> float | None:
        """None where it is not known."""
        return self.by_up_card.get(bet, {}).get(up, self.sides.get(bet))


class RoundPlayed(NamedTuple):
    """One player's part in a round. ``sides`` has wager and net of each side bet; money is in minor units.
    ``expectation`` is None if the game cannot be analysed."""

    table: str
    number: int
    at: str
    wager: int
    main: int
    sides: Mapping[str, tuple[int, int]]
    decisions: tuple[Reviewed, ...]
    expectation: Expectation | None
    notation: str = ""
    up: int = 0
    """The value of the dealer's up card; 0 where none was dealt."""
    against: int = 0
    """The wager against the player's own hand; its net is part of ``main``."""

    @property
    def net(self) -> int:
        return self.main + sum(net for _, net in self.sides.values())

    @property
    def lost(self) -> float:
        """The cost of the choices, in minor units."""
        return sum(one.verdict.cost * one.decision.wager for one in self.decisions if one.verdict)

    @property
    def expected(self) -> float | None:
        """The expected net; None if it is not known. Side bets without a known edge are left out, here and in luck."""
        if self.expectation is None:
            return None
        known = self.expectation
        sides = sum(wager * (known.of_side(bet, self.up) or 0.0) for bet, (wager, _) in self.sides.items())
        return self.wager * known.main + self.against * known.against + sides - self.lost

    @property
    def left_out(self) -> set[str]:
        """Side bets without a known expectation."""
        known = {} if self.expectation is None else self.expectation.sides
        return {bet for bet in self.sides if bet not in known}

    @property
    def beyond(self) -> float:
        """The net of the round minus its expectation."""
        if self.expectation is None or self.expected is None:
            return 0.0
        known = sum(net for bet, (_, net) in self.sides.items() if bet in self.expectation.sides)
        return self.main + known - self.expected


class ClassFigures(NamedTuple):
    hand_class: str
    decisions: int
    good: int
    lost: float
    """In bets."""


class Point(NamedTuple):
    """A point of the curve after ``round`` rounds: net, expected net, and half the width of the band."""

    round: int
    net: int
    expected: float
    band: float


class Costly(NamedTuple):
    table: str
    number: int
    reviewed: Reviewed
    notation: str


class Report(NamedTuple):
    """Money in minor units."""

    rounds: int
    decisions: int
    unvalued: int
    main: int
    sides: dict[str, int]
    left_out: tuple[str, ...]
    """Side bets that expected and luck leave out."""
    wagered: int
    expected: float
    luck: float
    band: float
    lost: float
    lost_bets: float
    grades: dict[Grade, int]
    classes: tuple[ClassFigures, ...]
    costliest: tuple[Costly, ...]
    curve: tuple[Point, ...]

    @property
    def net(self) -> int:
        return self.main + sum(self.sides.values())


def report(rounds: Iterable[RoundPlayed]) -> Report:
    """``rounds`` in the order in which they were played."""
    played = list(rounds)
    made = [Costly(one.table, one.number, each, one.notation) for one in played for each in one.decisions]
    valued = [one for one in made if one.reviewed.verdict is not None]
    sides: dict[str, int] = {}
    for one in played:
        for bet, (_, net) in one.sides.items():
            sides[bet] = sides.get(bet, 0) + net
    wrong = [one for one in valued if _cost(one) > 0]
    beyond = [one.beyond for one in played]
    return Report(
        rounds=len(played),
        decisions=len(made),
        unvalued=len(made) - len(valued),
        main=sum(one.main for one in played),
        sides=sides,
        left_out=tuple(sorted({bet for one in played for bet in one.left_out})),
        wagered=sum(one.wager + one.against for one in played),
        expected=sum(one.expected or 0.0 for one in played),
        luck=sum(beyond),
        band=BAND * sqrt(sum(each * each for each in beyond)),
        lost=sum(one.lost for one in played),
        lost_bets=sum(_cost(one) for one in valued),
        grades={
            grade: sum(one.reviewed.verdict.grade is grade for one in valued if one.reviewed.verdict) for grade in Grade
        },
        classes=_classes(valued),
        costliest=tuple(sorted(wrong, key=_cost, reverse=True)[:COSTLIEST]),
        curve=tuple(_curve(played)),
    )


def _cost(one: Costly) -> float:
    return one.reviewed.verdict.cost if one.reviewed.verdict else 0.0


def _classes(valued: list[Costly]) -> tuple[ClassFigures, ...]:
    found = []
    for name in CLASSES:
        of = [one for one in valued if one.reviewed.decision.hand_class == name]
        good = sum(one.reviewed.verdict.grade is Grade.GOOD for one in of if one.reviewed.verdict)
        if of:
            found.append(ClassFigures(name, len(of), good, sum(_cost(one) for one in of)))
    return tuple(found)


def _curve(played: list[RoundPlayed]) -> Iterable[Point]:
    net, expected, squares = 0, 0.0, 0.0
    yield Point(0, 0, 0.0, 0.0)
    for number, one in enumerate(played, 1):
        net += one.net
        expected += one.expected or 0.0
        squares += one.beyond**2
        yield Point(number, net, expected, BAND * sqrt(squares))
