"""A progressive side bet as a function of its meters: return, break-even point and average number of wagers per
award."""

from collections import defaultdict
from typing import Any, NamedTuple

from lammer.rules.outcome_chances import Chances
from lammer.rules.paytable import MeterShare, Paytable
from lammer.rules.schema import SideBet
from lammer.rules.sidebets import DIGITS, net_of


class LevelFinding(NamedTuple):
    """One meter. ``share`` is the average part of it that a wager wins."""

    level: str
    share: float
    break_even: float
    """The amount, in wagers, at which the house edge is 0 with the other meters unchanged."""


class Award(NamedTuple):
    """An outcome that pays part of a meter, and the average number of wagers between two of them."""

    outcome: str
    level: str
    percent: int
    wagers_between: float


class MeterFinding(NamedTuple):
    """``returned`` is the return of a wager; ``envy`` is the additional payment to the tip pool, by stake."""

    without_meters: float
    returned: float
    levels: tuple[LevelFinding, ...]
    awards: tuple[Award, ...]
    envy: dict[int, float]

    def as_json(self) -> dict[str, Any]:
        return {
            "return_without_meters": round(self.without_meters, DIGITS),
            "return": round(self.returned, DIGITS),
            "levels": [
                {"level": one.level, "share_per_wager": one.share, "break_even_wagers": round(one.break_even, 4)}
                for one in self.levels
            ],
            "awards": [one._asdict() | {"wagers_between": round(one.wagers_between, 4)} for one in self.awards],
            "envy": [{"stake": stake, "cost_per_wagered": round(cost, DIGITS)} for stake, cost in self.envy.items()],
        }


def meter_finding(bet: SideBet, paytable: Paytable, found: Chances, meters: dict[str, int]) -> MeterFinding:
    """``meters`` are in minor units by level, by default the sheet's amounts; ``found`` are the chances."""
    assert bet.jackpot is not None  # called only for progressive bets
    levels = bet.jackpot.levels
    by_row = found.by_row(paytable.paid)
    chances = {row: float(chance) for row, chance in by_row.items()}
    shares: dict[str, float] = defaultdict(float)
    for row, share in paytable.shares.items():
        shares[share.level] += chances[row] * share.percent / 100
    chance_of_stop: dict[tuple[str, MeterShare], float] = {}
    fixed_stops = 0.0
    for row, wheel in paytable.wheels.items():
        total = sum(stop.weight for stop in wheel)
        for stop in wheel:
            fixed_stops += chances[row] * stop.weight / total * stop.prize / bet.minimum
            if stop.share is not None:
                shares[stop.share.level] += chances[row] * stop.weight / total * stop.share.percent / 100
                chance_of_stop[row, stop.share] = chances[row] * stop.weight / total
    amounts = {level: meters.get(level, levels[level].start) / bet.minimum for level in shares}
    fixed = sum(chances[row] * (net_of(paytable, pays) + 1) for row, pays in paytable.rows.items())
    fixed += fixed_stops
    returned = fixed + sum(share * amounts[level] for level, share in shares.items())
    return MeterFinding(
        without_meters=fixed,
        returned=returned,
        levels=tuple(
            LevelFinding(level, share, amounts[level] + (1 - returned) / share) for level, share in shares.items()
        ),
        awards=(
            *(Award(row, share.level, share.percent, 1 / chances[row]) for row, share in paytable.shares.items()),
            *(Award(row, one.level, one.percent, 1 / chance) for (row, one), chance in chance_of_stop.items()),
        ),
        envy={
            stake: sum(chances[row] * pays[at] for row, pays in paytable.envy.items()) / stake
            for at, stake in enumerate(paytable.stakes)
        },
    )
