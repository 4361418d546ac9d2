"""A simulation in slices: some numbered chunks of a run as whole numbers that can be added up.

A chunk is always the same rounds (``simulate/run.py``), so slices from the first to the last give exactly the sums of
``lammer simulate`` with the same seed. Pausing is not asking for the next slice.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from lammer.errors import BadArgument

if TYPE_CHECKING:
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Plan
    from lammer.simulate.table import KernelTable

MAX_ROUNDS = 1_000_000_000
MAX_CHUNKS = 16
"""Of one slice: a few seconds' work."""


class NetCount(TypedDict):
    """How many rounds of a seat ended with a net, in units."""

    net: int
    rounds: int


class SimulationSlice(TypedDict):
    """Sums of the chunks ``first`` to ``next`` − 1. ``unit`` and ``wager`` are minor units: a net of n units is
    n·unit / wager original wagers. ``squares`` is the sum of squares of what all seats of a round win together, in
    units; 0 with one seat. ``lammers`` counts rounds by number of lammers, rounds with a dealer natural apart."""

    first: int
    next: int
    chunks: int
    seats: int
    unit: int
    wager: int
    nets: list[NetCount]
    lammers: list[int]
    dealer_natural: int
    squares: int
    voids: int


def slices_of(rounds: int) -> tuple[int, int]:
    """Chunks of a run, and how many of them a slice has: at most 60 slices, so that the running edge has as many
    points."""
    from lammer.simulate.run import CHUNK

    chunks = -(-rounds // CHUNK)
    return chunks, min(max(-(-chunks // 60), 1), MAX_CHUNKS)


def check_rounds(rounds: int) -> int:
    """Raises BadArgument."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadArgument("rounds", f"write a number from 1 to {MAX_ROUNDS:,}")
    return rounds


def simulation_slice(
    table: "KernelTable", plan: "Plan", first: int, number: int, on_progress: Callable[[], None] = lambda: None
) -> SimulationSlice:
    """``number`` chunks from ``first`` on, or as many as are left. ``on_progress`` is called before each."""
    table.prepare(plan.cut, plan.tags)
    after = min(first + number, plan.chunks())
    tally = plan.new_tally(table)
    for chunk in range(first, after):
        on_progress()
        tally = tally.plus(plan.deal(table, chunk))
    return _slice_of(table, tally, plan, first, after)


def _slice_of(table: "KernelTable", tally: "Tally", plan: "Plan", first: int, after: int) -> SimulationSlice:
    from lammer.simulate.layout import DEALER_NATURAL_CLASS, VOIDS

    lammers = tally.lammers.tolist()
    natural = lammers.pop(DEALER_NATURAL_CLASS)
    while len(lammers) > 1 and not lammers[-1]:
        lammers.pop()
    return {
        "first": first,
        "next": after,
        "chunks": plan.chunks(),
        "seats": table.seats,
        "unit": table.terms.unit,
        "wager": table.wager,
        "nets": [
            {"net": place - table.terms.middle, "rounds": rounds}
            for place, rounds in enumerate(tally.nets.tolist())
            if rounds
        ],
        "lammers": lammers,
        "dealer_natural": natural,
        "squares": int(tally.squares[0]),
        "voids": int(tally.facts[VOIDS]),
    }
