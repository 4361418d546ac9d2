"""Exact and simulated figures of every bet by true count, side by side.

z is the difference in standard errors: that of the simulation and, of the exact side, that of averaging over a sample
of compositions.
"""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Any, NamedTuple

from lammer.counting.by_true_count import AskedByCount, ExactBet, ExactFigure
from lammer.counting.composition_figures import is_simulated
from lammer.counting.effects import MAIN
from lammer.report.check import LOPSIDED, ROUNDING, limit
from lammer.rules.sidebets import DIGITS
from lammer.simulate.by_count import CountBin
from lammer.simulate.estimates import Mean

METHOD = (
    "exact: exact analyses of a random sample of the compositions with which rounds begin, averaged with a linear "
    "control variate; simulated: the same chart dealt to the same cut card"
)
ENOUGH = 8
"""With fewer compositions their standard error is not known well enough for a z."""


class Compared(NamedTuple):
    """One figure, exact and simulated, with standard errors. ``z`` is None where nothing is simulated, or where
    compositions or rounds are too few for a normal error."""

    exact: float
    exact_error: float
    simulated: float | None = None
    error: float | None = None
    z: float | None = None

    def as_json(self) -> dict[str, float | None]:
        return {key: None if one is None else round(one, DIGITS) for key, one in self._asdict().items()}


class CountRow(NamedTuple):
    """A bet at one true count."""

    true_count: int
    compositions: int
    mean: Compared
    """The player's expectation, in wagers."""
    sd: Compared | None

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"true_count": self.true_count, "compositions": self.compositions}
        return found | {"mean": self.mean.as_json(), "sd": None if self.sd is None else self.sd.as_json()}


class BetByCount(NamedTuple):
    bet: str
    paytable: str
    rows: tuple[CountRow, ...]

    @property
    def name(self) -> str:
        return f"{self.bet} {self.paytable}".rstrip()

    def at(self, true_count: int) -> CountRow:
        """Raises KeyError."""
        for one in self.rows:
            if one.true_count == true_count:
                return one
        raise KeyError(true_count)


class AboutRun(NamedTuple):
    """What was dealt and analysed."""

    sheet: str
    strategy: str
    cut: int
    """The cards before the cut card."""
    rounds: int
    """Simulated rounds."""
    starts: int
    """Round starts of the dealt shoes, of which compositions were chosen."""
    stopped: bool


class ByCountFinding(NamedTuple):
    about: AboutRun
    asked: AskedByCount
    shares: dict[int, float]
    """The share of the simulated rounds that begin with each true count."""
    bets: tuple[BetByCount, ...]
    refused: dict[str, str]

    def of(self, bet: str) -> BetByCount:
        """A bet by its id, alone or with its paytable. Raises KeyError."""
        for one in self.bets:
            if bet in (one.name, one.bet):
                return one
        raise KeyError(bet)

    @property
    def zs(self) -> list[float]:
        """Every z."""
        figures = (one for bet in self.bets for row in bet.rows for one in (row.mean, row.sd))
        return [one.z for one in figures if one is not None and one.z is not None]

    @property
    def worst(self) -> float:
        return max(self.zs, key=abs, default=0.0)

    @property
    def limit(self) -> float:
        """The largest |z| that chance explains."""
        return limit(len(self.zs))

    def as_json(self) -> dict[str, Any]:
        return self.about._asdict() | {
            "count": self.asked.system.name,
            "true_count": self.asked.rounding,
            "seed": self.asked.seed,
            "method": METHOD,
            "shares": [{"true_count": count, "share": share} for count, share in self.shares.items()],
            "bets": [
                {"bet": one.bet, "paytable": one.paytable, "rows": [row.as_json() for row in one.rows]}
                for one in self.bets
            ],
            "refused": self.refused,
            "worst_z": round(self.worst, DIGITS),
            "limit_z": round(self.limit, DIGITS),
        }


def compared_by_count(exact: Sequence[ExactBet], bins: Sequence[CountBin]) -> tuple[BetByCount, ...]:
    """Every bet with the simulated bins that have the same true count."""
    by_count = {one.true_count: one for one in bins}
    return tuple(
        BetByCount(
            bet.bet,
            bet.paytable,
            tuple(_row(bet, count, bet.by_count[count], by_count.get(count)) for count in sorted(bet.by_count)),
        )
        for bet in exact
    )


def _row(bet: ExactBet, true_count: int, exact: ExactFigure, dealt: CountBin | None) -> CountRow:
    mean = Compared(exact.mean, exact.error)
    sd = None if exact.sd is None or exact.sd_error is None else Compared(exact.sd, exact.sd_error)
    if dealt is not None and sd is not None and is_simulated(bet.bet):
        net, nets = _dealt(bet, exact, dealt)
        rounds = round(dealt.rounds * exact.placed)
        if rounds > 1:
            known = exact.compositions >= ENOUGH
            mean = _against(mean, net.value, *_error(nets, rounds, 1), known=known)
            sd = _against(sd, net.sd, *_error(nets, rounds, 2, 2 * sd.exact), known=known)
    return CountRow(true_count, exact.compositions, mean, sd)


def _dealt(bet: ExactBet, exact: ExactFigure, dealt: CountBin) -> tuple[Mean, dict[float, float]]:
    """The simulated net of a bet, and the chances of its nets. Those of a side bet are the exact ones: a rare outcome
    may not have been dealt."""
    if bet.bet == MAIN:
        return dealt.net, dealt.results
    return next(one.net for one in dealt.sides if one.id == bet.bet), exact.nets


def _error(nets: dict[float, float], rounds: int, power: int, slope: float = 1.0) -> tuple[float, bool]:
    """The standard error of the mean of (net − mean)^power over these rounds, divided by ``slope``, and whether it is
    close to normal."""
    mean = sum(net * chance for net, chance in nets.items())
    values = [((net - mean) ** power, chance) for net, chance in nets.items()]
    centre = sum(value * chance for value, chance in values)
    variance, third = (sum((value - centre) ** degree * chance for value, chance in values) for degree in (2, 3))
    normal = abs(third) <= LOPSIDED * sqrt(rounds) * variance**1.5 + ROUNDING
    return sqrt(variance / rounds) / slope, normal


def _against(figure: Compared, simulated: float, error: float, normal: bool, *, known: bool) -> Compared:
    z = (simulated - figure.exact) / hypot(error, figure.exact_error, ROUNDING)
    return Compared(figure.exact, figure.exact_error, simulated, error, z if normal and known else None)
