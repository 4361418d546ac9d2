"""Exact analysis beside simulation: the same sheet, the same chart, and how many standard errors lie between them."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from lammer.exact.finding import shoe_of
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import Play
from lammer.exact.results import Results, round_results
from lammer.exact.sidebets import side_bets
from lammer.exact.terms import terms_of
from lammer.exact.worth import Game
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate

AGREES = 4.0
"""Standard errors beyond which two figures are said to differ."""
SEEN = 25
"""Times an outcome must be expected before its count says anything."""


class Compared(NamedTuple):
    """One figure both ways; ``z`` is the difference in standard errors."""

    what: str
    exact: float
    simulated: float
    z: float


def exact_side(sheet: Sheet, play: Play) -> tuple[Game, Results]:
    """The exact half: worked out once for any number of runs."""
    game = Game(terms_of(sheet), shoe_of(sheet)[0], play)
    return game, round_results(game)


def compared(sheet: Sheet, game: Game, results: Results, found: Estimate) -> Iterator[Compared]:
    """Edge, spread, every net result, every lammer count, every side bet that was made."""
    rounds = found.rounds
    yield _mean("house edge", -results.mean, found.house_edge, results.sd / sqrt(rounds))
    yield _spread(results, found)
    for net, chance in results.chances.items():
        yield from _chance(f"net {net:+g}", chance, found.results.get(net, 0.0), rounds)
    if sheet.rules.lammer_bets:
        chances = lammer_chances(game)
        for count, chance in enumerate(chances.counts.tolist()):
            yield from _chance(f"{count} lammers", chance, found.lammers.get(str(count), 0.0), rounds)
        yield from _chance("dealer natural", chances.dealer_natural, found.lammers["dealer natural"], rounds)
    sides = {(one.id, one.paytable): one for one in side_bets(sheet, game)}
    for side in found.sides:
        exact = sides[side.id, side.paytable]
        mean = -exact.house_edge
        spread = sqrt(sum(one.probability * (one.pays - mean) ** 2 for one in exact.outcomes))
        yield _mean(f"{side.id} {side.paytable}", exact.house_edge, -side.net.value, spread / sqrt(rounds))


def _mean(what: str, exact: float, simulated: float, error: float) -> Compared:
    return Compared(what, float(exact), simulated, float((simulated - exact) / error))


def _spread(results: Results, found: Estimate) -> Compared:
    """The sample variance has a standard error of √((μ₄ − σ⁴)/n)."""
    fourth = sum((net - results.mean) ** 4 * chance for net, chance in results.chances.items())
    error = sqrt((fourth - results.sd**4) / found.rounds)
    return Compared("sd", results.sd, found.main.sd, float((found.main.sd**2 - results.sd**2) / error))


def _chance(what: str, exact: float, simulated: float, rounds: int) -> Iterator[Compared]:
    if exact * rounds >= SEEN:
        yield _mean(what, exact, simulated, sqrt(exact * (1 - exact) / rounds))
