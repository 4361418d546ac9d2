"""The prospects of a bankroll: risk of ruin and distribution of winnings.

They are computed from the exact results of a round if these are available, else from simulated rounds with 95%
intervals.
"""

from collections.abc import Callable
from math import isinf
from typing import Any, NamedTuple

from lammer.exact.finding import played_game, shoe_of
from lammer.exact.play import Play
from lammer.exact.refusals import NotAnalysed
from lammer.exact.results import Results, round_results
from lammer.exact.values import Game
from lammer.report.check import wager_for
from lammer.risk.diffusion import diffusion_ruin_ever, diffusion_ruin_within, rounds_to_overcome_chance, tilted
from lammer.risk.lattice import lattice_of
from lammer.risk.ruin import ruin_ever, ruin_within
from lammer.risk.winnings import FanPoint, fan
from lammer.simulate.estimates import Estimate, Mean
from lammer.simulate.table import KernelTable


class Prospect(NamedTuple):
    """A figure, with its 95% interval if it comes from a simulated mean."""

    value: float
    interval: tuple[float, float] | None = None

    def as_json(self) -> Any:
        return _number(self.value)

    def interval_as_json(self) -> Any:
        return None if self.interval is None else [_number(end) for end in self.interval]


def _number(value: float) -> float | None:
    """JSON has no infinity."""
    return None if isinf(value) else value


class Bankroll(NamedTuple):
    bank: float
    horizon: int
    basis: str
    """exact or simulated."""
    because: str
    """Why there are no exact results."""
    method: str
    """lattice or diffusion."""
    house_edge: float
    sd: float
    within: Prospect
    ever: Prospect
    n0: Prospect
    fan: tuple[FanPoint, ...]

    def as_json(self) -> dict[str, Any]:
        prospects = {"ruin_within_horizon": self.within, "ruin_ever": self.ever, "n0": self.n0}
        return {
            "bank": self.bank,
            "horizon": self.horizon,
            "basis": self.basis,
            "method": self.method,
            "house_edge": self.house_edge,
            "sd": self.sd,
            **{name: one.as_json() for name, one in prospects.items()},
            "intervals_95": {name: one.interval_as_json() for name, one in prospects.items()},
            "fan": [{"rounds": point.rounds, "winnings": point.winnings} for point in self.fan],
        }


def exact_results(
    table: KernelTable, play: Play, *, cut: bool, on_progress: Callable[[Game], Callable[[], None]]
) -> Results | str:
    """The exact results of a round with one seat, or the reason why there are none. ``on_progress`` takes the game and
    returns a callback that is called after each up card."""
    if table.terms.side_bets:
        return "side bets"
    if cut:
        return "a cut card"
    if table.wager % wager_for(table.sheet, 1):
        return "pays that are rounded"
    try:
        game = played_game(table.sheet, shoe_of(table.sheet)[0], play)
        return round_results(game, on_progress(game))
    except NotAnalysed as refused:
        return str(refused)


def prospects(exact: Results | str, found: Estimate, bank: float, horizon: int) -> Bankroll:
    """``bank`` is in main wagers. With side bets the figures cover all wagers together, of which only the mean and the
    standard deviation are known."""
    if isinstance(exact, Results):
        lattice = lattice_of(exact.chances)
        return Bankroll(
            bank, horizon, "exact", "", "lattice", -exact.mean, exact.sd,
            Prospect(ruin_within(lattice, bank, horizon)),
            Prospect(ruin_ever(lattice, bank)),
            Prospect(rounds_to_overcome_chance(exact.mean, exact.sd)),
            tuple(fan(exact.chances, horizon)),
        )  # fmt: skip
    net = found.together or found.main
    method = "diffusion" if found.together else "lattice"

    def ruin(by: float) -> tuple[float, float]:
        """The risk of ruin within the horizon and ever, with the mean shifted by ``by``."""
        if found.together:
            moved = net.value + by
            return diffusion_ruin_within(bank, horizon, moved, net.sd), diffusion_ruin_ever(bank, moved, net.sd)
        lattice = lattice_of(tilted(found.results, by))
        return ruin_within(lattice, bank, horizon), ruin_ever(lattice, bank)

    middle, best, worst = ruin(0.0), ruin(net.margin), ruin(-net.margin)
    points = () if found.together else tuple(fan(found.results, horizon))
    return Bankroll(
        bank, horizon, "simulated", exact, method, -net.value, net.sd,
        Prospect(middle[0], (best[0], worst[0])), Prospect(middle[1], (best[1], worst[1])), _n0(net), points,
    )  # fmt: skip


def _n0(net: Mean) -> Prospect:
    """The upper bound is infinite if the interval of the mean contains 0."""
    low, high = net.interval
    ends = sorted(rounds_to_overcome_chance(end, net.sd) for end in (low, high))
    maximum = float("inf") if low <= 0 <= high else ends[1]
    return Prospect(rounds_to_overcome_chance(net.value, net.sd), (ends[0], maximum))
