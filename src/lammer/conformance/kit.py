"""The whole kit over one sheet: the verdict of each part."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from lammer.conformance.kernels import Parity
from lammer.conformance.payments import not_scored, payment_faults
from lammer.conformance.properties import property_faults
from lammer.conformance.replays import replay_faults
from lammer.conformance.simulated import NOT_SUPPORTED, compare_case
from lammer.conformance.small_shoes import main_game_faults, not_counted, side_bet_faults
from lammer.conformance.views import view_faults
from lammer.report.check import side_name
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart

MOST_FAULTS = 3
"""Faults of one part that are reported."""


class Effort(NamedTuple):
    """How much is dealt: rounds of any play, shoes for the kernel, rounds for the simulation, and whether the spread of
    the results is compared too."""

    rounds: int
    shoes: int
    dealt: int
    spread: bool


USUAL = Effort(rounds=200, shoes=400, dealt=4_000_000, spread=True)
QUICK = Effort(rounds=2, shoes=10, dealt=1_000_000, spread=False)


class Verdict(NamedTuple):
    """``looked``: how many rounds, shoes, bets or figures were compared. ``refused``: why the part does not run."""

    part: str
    looked: int = 0
    faults: tuple[str, ...] = ()
    refused: str = ""

    @property
    def passed(self) -> bool:
        return not self.faults and bool(self.looked)


Part = Callable[[Sheet, Effort], Verdict]


def _by_round(part: str, faults_of: Callable[[Sheet, str], Iterator[str]]) -> Part:
    """A part that looks at rounds one by one."""

    def look(sheet: Sheet, effort: Effort) -> Verdict:
        rounds = range(effort.rounds)
        found = (f"{fault} (round {number})" for number in rounds for fault in faults_of(sheet, f"{sheet.id} {number}"))
        return Verdict(part, effort.rounds, tuple(islice(found, MOST_FAULTS)))

    return look


def _payments(sheet: Sheet, effort: Effort) -> Verdict:
    left_out = not_scored(sheet)
    refused = _listed(left_out)
    if len(left_out) == len(sheet.side_bets):
        return Verdict(PAYMENTS, refused=refused or "no side bet")
    return _by_round(PAYMENTS, payment_faults)(sheet, effort)._replace(refused=refused)


def _small_shoes(sheet: Sheet, _effort: Effort) -> Verdict:
    looked, faults, refused = 0, list[str](), _listed(left_out := not_counted(sheet))
    compare: dict[str, Callable[[], Iterator[str]]] = {"main game": lambda: main_game_faults(sheet)}
    bets = [bet_id for bet_id in sheet.side_bets if bet_id not in left_out]
    compare |= {bet_id: partial(side_bet_faults, sheet, bet_id) for bet_id in bets}
    for what, faults_of in compare.items():
        try:
            faults += faults_of()
            looked += 1
        except NOT_SUPPORTED as unsupported:
            refused = "; ".join(filter(None, (f"{what}: {unsupported}", refused)))
    return Verdict(SMALL_SHOES, looked, tuple(faults[:MOST_FAULTS]), refused)


def _listed(left_out: dict[str, str]) -> str:
    return "; ".join(f"{bet_id}: {why}" for bet_id, why in left_out.items())


def _kernel(sheet: Sheet, effort: Effort) -> Verdict:
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}
    try:
        parity = Parity(sheet, house_chart(sheet), min(2, sheet.rules.limits.boxes), sides)
    except NOT_SUPPORTED as unsupported:
        return Verdict(KERNEL, refused=str(unsupported))
    found = (f"{one.table} at the table, {one.kernel} by the kernel" for one in parity.differences(effort.shoes, 1))
    return Verdict(KERNEL, effort.shoes, tuple(islice(found, MOST_FAULTS)))


def _simulated(sheet: Sheet, effort: Effort) -> Verdict:
    found = compare_case(sheet, effort.dealt, spread=effort.spread)
    if found.refused:
        return Verdict(SIMULATED, refused=found.refused)
    worst, limit = found.worst, found.limit
    comparison = (
        f"{worst.what} is {worst.exact:.6f} exactly and {worst.simulated:.6f} simulated, {worst.z:+.1f} standard errors"
    )
    compared, bets = {one.what for _, one in found.figures}, sheet.side_bets.items()
    uneven = [bet_id for bet_id, bet in bets if side_name(bet_id, bet.paytable) not in compared]
    left_out = dict.fromkeys(uneven, "too rare for so few rounds")
    faults = () if found.agree else (f"{comparison}; the limit is {limit:.1f}",)
    return Verdict(SIMULATED, len(found.figures), faults, _listed(left_out))


ANY_PLAY, REPLAY, VIEWS = "play", "replay", "views"
PAYMENTS, SMALL_SHOES, KERNEL, SIMULATED = "payments", "small-shoes", "kernel", "simulated"
PARTS: dict[str, Part] = {
    ANY_PLAY: _by_round(ANY_PLAY, property_faults),
    REPLAY: _by_round(REPLAY, replay_faults),
    VIEWS: _by_round(VIEWS, view_faults),
    PAYMENTS: _payments,
    SMALL_SHOES: _small_shoes,
    KERNEL: _kernel,
    SIMULATED: _simulated,
}


def conform(sheet: Sheet, effort: Effort = USUAL, parts: tuple[str, ...] = tuple(PARTS)) -> Iterator[Verdict]:
    """The verdict of each part, in order."""
    return (PARTS[part](sheet, effort) for part in parts)
