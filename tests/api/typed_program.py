"""A program as a user would write it. mypy checks it in strict mode with everything else; a test runs it."""

from decimal import Decimal
from typing import assert_type

import lammer


def play(rounds: int) -> Decimal:
    """What so many rounds bring when a pair is split free wherever that is legal."""
    game = assert_type(lammer.load("sd-free-bet", decks=8), lammer.Game)
    table = assert_type(game.table(seed=1), lammer.Table)
    total = Decimal(0)
    for _ in range(rounds):
        round_ = assert_type(table.deal(bet=10, pot_of_gold="2.50"), lammer.Round)
        while not round_.over and "free-split" in round_.legal():
            round_.apply("free split")
        total += assert_type(round_.play().net, Decimal)
    return total


def figures() -> dict[str, float]:
    """Typed results, none of them Any."""
    game = lammer.load("sd-free-bet", maximum_hands=1)
    finding = assert_type(game.edge(spread=False), lammer.Finding)
    values = assert_type(game.evs("8h 3d", up="6c"), lammer.ActionValues)
    comparison = assert_type(game.compare(soft_17=["hit", "stand"]), lammer.Comparison)
    return {
        "edge": assert_type(finding.house_edge, float),
        "double": assert_type(values["free double"], float),
        "stand": assert_type(comparison[1].finding.house_edge, float),
    }
