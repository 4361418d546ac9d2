"""Compares exact analysis and simulation of the same sheet and chart.

Every figure has a z that is close to standard normal if both sides are right. For a mean or a variance z is the
difference in standard errors. For an outcome with probability p and a simulated share s of n rounds it is the signed
root of the deviance, ±√(2n·(s·ln(s/p) + (1−s)·ln((1−s)/(1−p)))), which stays close to normal for rare outcomes. The
largest |z| of k figures is compared with the normal quantile for ``FALSE_ALARM`` / k (Bonferroni correction).
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import copysign, hypot, lcm, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from lammer.exact.finding import edge_of, played_game, shoe_of
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import Play
from lammer.exact.results import Results, round_results
from lammer.exact.sidebets import side_bets
from lammer.exact.values import Game
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding
from lammer.simulate.estimates import Estimate, SideEstimate

FALSE_ALARM = 0.001
"""The probability that a check reports a difference although both sides are right."""
MIN_ROUNDS = 1_000_000
"""With fewer rounds the edge is known to ± 0.2% at best, and few results occur often enough to be compared."""
SEEN = 25
"""The minimum expected or simulated count of an outcome that is compared."""
LOPSIDED = 0.03
"""A mean is compared if the skewness of one round is at most this times √rounds; else it is not close to normal."""
ROUNDING = 1e-12
"""The rounding error of an exact figure in double precision."""
WAGER = 100
FINEST = 10_000
"""The largest denominator of a net as a fraction of the wager."""


class Compared(NamedTuple):
    """One figure, exact and simulated; ``z`` is the difference in standard errors."""

    what: str
    exact: float
    simulated: float
    z: float


def limit(figures: int) -> float:
    """The largest |z| that chance explains, for this number of figures."""
    return NormalDist().inv_cdf(1 - FALSE_ALARM / (2 * max(figures, 1)))


def wager_for(sheet: Sheet, minimum: int = WAGER) -> int:
    """A multiple of ``minimum`` for which no pay is rounded, because the exact figures do not include rounding."""
    rules = sheet.rules
    pays = (rules.pay.win, rules.natural.pays, rules.natural.suited_faces_pay, rules.surrender.returns)
    against = (rules.against.pays, rules.against.both_bust_loses)
    return lcm(minimum, *(odds.denominator for odds in (*pays, *against)))


def exact_side(sheet: Sheet, play: Play) -> tuple[Game, Results]:
    """The exact figures, which any number of simulations are compared with. Of two hands per box only the mean is
    known."""
    game = played_game(sheet, shoe_of(sheet)[0], play)
    if game.tables.hands_per_box > 1:
        return game, Results({}, edge_of(sheet, game, "").ev, 0.0, 0.0)
    return game, round_results(game)


def compared(sheet: Sheet, game: Game, results: Results, found: Estimate) -> Iterator[Compared]:
    """Compares the edge, the standard deviation, every net result, every lammer count and every side bet placed."""
    sd = results.sd if results.chances else found.main.sd
    yield _mean("house edge", -results.mean, found.house_edge, sd / sqrt(found.rounds))
    if results.chances:
        yield _spread(results, found)
        yield from _nets(results, found)
    if game.tables.against:
        return  # side bets do not depend on which way the wager is bet, and there are no lammers
    if sheet.rules.free.double_totals or sheet.rules.free.split_values:
        chances = lammer_chances(game)
        for count, chance in enumerate(chances.counts.tolist()):
            yield from _chance(f"{count} lammers", chance, found.lammers.get(str(count), 0.0), found.rounds)
        yield from _chance("dealer natural", chances.dealer_natural, found.dealer_natural, found.rounds)
    yield from compared_sides(sheet, game, found, results if results.chances else None)


def compared_sides(sheet: Sheet, game: Game, found: Estimate, results: Results | None = None) -> Iterator[Compared]:
    """Compares the edge of every side bet placed; if large pays are too rare for that, the chances of its rows.
    ``results`` are the exact ones of a round, if they are known."""
    if not found.sides:
        return
    sides = {(one.id, one.paytable): one for one in side_bets(sheet, game, results=results)}
    for side in found.sides:
        exact = sides[side.id, side.paytable]
        yield from _side(exact, side, round(found.rounds * exact.settled_per_round))


def _nets(results: Results, found: Estimate) -> Iterator[Compared]:
    """Nets are matched as fractions. A net that occurs on one side only is compared with 0."""
    both: dict[Fraction, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for side, shares in enumerate((results.chances, found.results)):
        for net, share in shares.items():
            both[Fraction(net).limit_denominator(FINEST)][side] += share
    for net_as_fraction, (exact, simulated) in sorted(both.items()):
        yield from _chance(f"net {float(net_as_fraction):+g}", exact, simulated, found.rounds)


def _side(exact: SideBetFinding, dealt: SideEstimate, rounds: int) -> Iterator[Compared]:
    mean = -exact.house_edge
    variance, third = (sum(one.probability * (one.pays - mean) ** power for one in exact.outcomes) for power in (2, 3))
    name = side_name(dealt.id, dealt.paytable)
    if abs(third) <= LOPSIDED * sqrt(rounds) * variance**1.5 + ROUNDING:
        yield _mean(name, -mean, -dealt.net.value, sqrt(variance / rounds))
        return
    chances = dict.fromkeys([*(one.name for one in exact.outcomes), *dealt.rows], 0.0)
    for one in exact.outcomes:
        chances[one.name] += one.probability
    for row, chance in chances.items():
        yield from _chance(f"{name}: {row}", chance, dealt.rows.get(row, 0.0), rounds)


def side_name(bet_id: str, paytable: str) -> str:
    """What the edge of a side bet is called among the figures."""
    return f"{bet_id} {paytable}"


def _mean(what: str, exact: float, simulated: float, error: float) -> Compared:
    return Compared(what, float(exact), simulated, float((simulated - exact) / hypot(error, ROUNDING)))


def _spread(results: Results, found: Estimate) -> Compared:
    """The sample variance has a variance of (m4 − v²)/n + 2v²/(n(n − 1)), with v the variance and m4 the fourth central
    moment of a round. The first term vanishes if all results have the same distance from their mean."""
    rounds, variance = found.rounds, results.sd**2
    fourth = sum((net - results.mean) ** 4 * chance for net, chance in results.chances.items())
    error = sqrt(max(fourth - variance**2, 0.0) / rounds + 2 * variance**2 / (rounds * max(rounds - 1, 1)))
    sampled = found.main.sd**2 * rounds / max(rounds - 1, 1)
    return Compared("sd", results.sd, found.main.sd, float((sampled - variance) / hypot(error, ROUNDING)))


def _chance(what: str, exact: float, simulated: float, rounds: int) -> Iterator[Compared]:
    if max(exact, simulated) * rounds >= SEEN:
        deviance = 2 * rounds * (_part(simulated, exact) + _part(1 - simulated, 1 - exact))
        yield Compared(what, float(exact), simulated, copysign(sqrt(max(deviance, 0.0)), simulated - exact))


def _part(share: float, chance: float) -> float:
    return share * log(share / max(chance, 1e-300)) if share > 0 else 0.0
