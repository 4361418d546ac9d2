"""``lammer bench``."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from cyclopts import App

from lammer.api.simulation import counted_tags
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.options import JsonOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import RoundsOption
from lammer.surfaces.cli.simulation.options import play_for, prepare_simulation, rounds_option, table_for

bench_app = App(
    name="bench",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer bench --rounds 1e4     # quick; without --rounds the figures are better""",
)
GAMES = ("sd-free-bet", "sd-blackjack", "european-free-bet", "triple-win-20")
TRIES = 3
COUNTED, CUT = "counted", 39
"""Rounds to the cut card with a count, and the cards of each deck in front of the cut card."""
MANY = 12
"""The factor of rounds for the comparison of two threads."""


@bench_app.default
def bench(*, rounds: RoundsOption = "4194304", json: JsonOption = False) -> None:
    """Rounds and cards per second on one core for every kernel, the ratio to a loop that only shuffles and draws (the
    limit), the gain of a second thread, and the seconds of an exact analysis. Best of three."""
    dealt = rounds_option(rounds)
    prepare_simulation("bare_draws")
    tags = counted_tags("hi-lo", "floor")
    from lammer.simulate.layout import CARDS_DEALT

    limit = dealt * 5 / _best(_limit(dealt))
    rows: list[dict[str, Any]] = []
    for game in GAMES:
        sheet = load_sheet(game)
        table = table_for(sheet, play_for("house", sheet), {}, 1)
        kernels = {
            "fast": partial(table.deal_chunk, 1, 0, dealt, 0),
            "general": partial(table.deal_chunk, 1, 0, dealt, 0, fast=False),
            COUNTED: partial(table.deal_chunk, 1, 0, dealt, CUT * table.sheet.rules.shoe.decks, tags),
        }
        for kernel, deal in kernels.items():
            if kernel == "fast" and table.automaton is None:
                continue
            cards, seconds = deal().facts[CARDS_DEALT], _best(deal)
            rows.append(
                {
                    "game": game,
                    "kernel": kernel,
                    "rounds_per_second": dealt / seconds,
                    "draws_per_second": float(cards) / seconds,
                    "limit_ratio": float(cards) / seconds / limit,
                }
            )
    two = _two_threads(dealt)
    exact = _exact()
    if json:
        print_json({"limit_draws_per_second": limit, "games": rows, "two_threads": two, "exact_seconds": exact})
        return
    cells = [
        (
            row["game"],
            row["kernel"],
            f"{row['rounds_per_second'] / 1e6:.1f} M",
            f"{row['draws_per_second'] / 1e6:.0f} M",
            f"{row['limit_ratio']:.2f}",
        )
        for row in rows
    ]
    print_table(
        f"one core; shuffling and drawing alone: {limit / 1e6:.0f} M cards a second",
        ("game", "kernel", "rounds/s", "cards/s", "of the limit"),
        cells,
    )
    print(f"two threads deal {two:.2f} times as fast as one")
    for what, seconds in exact.items():
        print(f"exact analysis of {what}: {seconds:.2f} s")


def _best(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(TRIES):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def _limit(rounds: int) -> Callable[[], object]:
    import numpy as np

    from lammer.cards.card import fresh_decks
    from lammer.simulate.generator import new_store
    from lammer.simulate.kernel import bare_draws
    from lammer.simulate.streams import random_state

    cards, random = np.array(fresh_decks(6), dtype=np.uint8), new_store(random_state(1, 0))
    bare_draws(1, 5, cards, random)
    return lambda: bare_draws(rounds * 5, 5, cards, random)


def _two_threads(rounds: int) -> float:
    """The speed of two threads relative to one, for many chunks."""
    from lammer.simulate.run import Plan, run

    sheet = load_sheet("sd-free-bet")
    table = table_for(sheet, play_for("house", sheet), {}, 1)
    plan = Plan(1, MANY * rounds, 0)
    return _best(lambda: run(table, plan, 1)) / _best(lambda: run(table, plan, 2))


def _exact() -> dict[str, float]:
    from lammer.exact.finding import edge

    found = {}
    for game in ("sd-blackjack", "sd-free-bet"):
        sheet = load_sheet(game)
        found[game] = round(_best(lambda: edge(sheet)), 3)  # noqa: B023
    return found
