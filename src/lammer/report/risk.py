"""What a bankroll can expect from a game: with flat bets from the exact results of a round, with bets by true count
from simulated rounds at each count."""

from collections.abc import Callable, Sequence
from math import ceil, isinf
from typing import Any, NamedTuple

from lammer.risk.barriers import Barriers, ever, within
from lammer.risk.growth import certainty_equivalent, growth, kelly_bank
from lammer.risk.lattice import Lattice, lattice_of
from lammer.risk.ramp import Prospect, Ramp, Share, prospect
from lammer.risk.ruin import ruin_ever, ruin_within
from lammer.risk.winnings import FanPoint, fan, winnings_after
from lammer.simulate.by_count import CountBin
from lammer.simulate.estimates import CONFIDENT

PER = 100
"""Results are given for this many rounds."""


class Stakes(NamedTuple):
    """``bank`` and ``goal`` are in units of the ramp; the goal is a win, 0 for none. ``kelly`` is the fraction of
    Kelly's bets for the certainty equivalent."""

    bank: float
    rounds: int
    goal: float = 0.0
    kelly: float = 1.0


class Risk(NamedTuple):
    """All amounts are in units."""

    ramp: Ramp
    shares: tuple[Share, ...]
    stakes: Stakes
    prospect: Prospect
    ruin_ever: float
    ruin_before_goal: float | None
    ruin_within: float
    """Within the rounds, whatever is won before."""
    goal_in_time: Barriers | None
    """The same if the player stops at the goal."""
    loss: float
    """The chance to be behind after the rounds, without the end of a lost bank."""
    shortfall: float
    kelly_bank: float
    growth: float
    certainty_equivalent: float
    fan: tuple[FanPoint, ...]

    def as_json(self) -> dict[str, Any]:
        found = self.prospect
        return {
            "ramp": str(self.ramp),
            "bank": self.stakes.bank,
            "rounds": self.stakes.rounds,
            "goal": self.stakes.goal or None,
            "win_per_100": PER * found.mean,
            "win_per_100_interval_95": [PER * (found.mean + sign * CONFIDENT * found.error) for sign in (-1, 1)],
            "sd_per_100": 10 * found.sd,
            "average_bet": found.bet,
            "rounds_played": found.played,
            "n0": _finite(found.n0),
            "desirability_index": found.desirability,
            "score": found.score,
            "kelly_bank": _finite(self.kelly_bank),
            "kelly_fraction": _finite(self.kelly_bank / self.stakes.bank),
            "growth_per_100": _finite(PER * self.growth),
            "certainty_equivalent_per_100": PER * self.certainty_equivalent,
            "ruin_ever": self.ruin_ever,
            "ruin_before_goal": self.ruin_before_goal,
            "ruin_within_rounds": self.ruin_within,
            "ruin_before_goal_within_rounds": self.goal_in_time.ruined if self.goal_in_time else None,
            "goal_within_rounds": self.goal_in_time.reached if self.goal_in_time else None,
            "chance_of_loss": self.loss,
            "mean_loss": self.shortfall,
            "fan": [{"rounds": one.rounds, "winnings": one.winnings} for one in self.fan],
            "counts": [
                {
                    "true_count": one.true_count,
                    "share": one.share,
                    "bet": self.ramp.bet(one.true_count),
                    "value": one.advantage,
                    "sd": one.variance**0.5,
                    "error": one.error / one.boxes,
                }
                for one in self.shares
            ],
        }


def _finite(value: float) -> float | None:
    """JSON has no infinity."""
    return None if isinf(value) else value


def shares_of(bins: Sequence[CountBin], seats: int) -> tuple[Share, ...]:
    """Simulated rounds at each count. All seats are the player's."""
    return tuple(
        Share(one.true_count, one.share, one.results, seats * one.net.error if one.spreads else 0.0, seats)
        for one in bins
    )


def flat_share(results: dict[float, float]) -> tuple[Share, ...]:
    """The results of every round, for somebody who does not count."""
    return (Share(0, 1.0, results),)


def risk_of(
    shares: tuple[Share, ...], ramp: Ramp, stakes: Stakes, on_progress: Callable[[int], None] = lambda _round: None
) -> Risk:
    found = prospect(shares, ramp)
    lattice = lattice_of(found.results)
    after = winnings_after(lattice, stakes.rounds)
    return Risk(
        ramp,
        shares,
        stakes,
        found,
        ruin_ever(lattice, stakes.bank),
        ever(lattice, lattice.level(stakes.bank), _goal(lattice, stakes)) if stakes.goal else None,
        *_in_time(lattice, stakes, on_progress),
        after.below(0),
        after.shortfall,
        kelly_bank(found.results),
        growth(found.results, stakes.bank),
        certainty_equivalent(found.mean, found.variance, stakes.bank, stakes.kelly),
        tuple(fan(found.results, stakes.rounds)),
    )


def _goal(lattice: Lattice, stakes: Stakes) -> int:
    """The bank, in parts, with which the goal is reached."""
    return lattice.level(stakes.bank) + ceil(stakes.goal * lattice.parts - 1e-9)


def _in_time(lattice: Lattice, stakes: Stakes, on_progress: Callable[[int], None]) -> tuple[float, Barriers | None]:
    """Ruin within the rounds, and the same with the goal: a second pass over the rounds."""
    bank, rounds = stakes.bank, stakes.rounds
    if not stakes.goal:
        return ruin_within(lattice, bank, rounds, on_progress), None
    ruined = ruin_within(lattice, bank, rounds, lambda done: on_progress(done // 2))
    level, goal = lattice.level(bank), _goal(lattice, stakes)
    return ruined, within(lattice, level, rounds, goal, lambda done: on_progress((rounds + done) // 2))
