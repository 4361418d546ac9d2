"""The commands for card counters: ``protect``, ``count``, ``indices``, ``eor``, ``risk`` and ``sidebets``."""

import json
from typing import Any

from tests.surfaces.commands import run


def json_of(*words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.code == 0, done.error
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_an_unbalanced_count_has_one_scale_of_true_counts() -> None:
    """With ko a full shoe is at -4; the index of insurance differs only by the cards in sight."""
    words = "protect", "sd-blackjack", "--side", "insurance", "--system", "ko", "--system", "hi-lo"
    (bet,) = json_of(*words)["bets"]
    trigger = {count["count"]: count["trigger"] for count in bet["counts"]}
    for name, count in (("Knock-Out", "ko"), ("Hi-Lo", "hi-lo")):
        (insurance,) = json_of("indices", "sd-blackjack", "--count", count)["insurance"]
        assert 0.2 < trigger[name] - insurance["index"] < 0.7
    assert f"{trigger['Knock-Out']:+.2f} or more" in run(*words, "--brief").out
