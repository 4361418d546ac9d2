"""Saves the sums of a run in a file, so that the same run can be continued later."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from lammer.simulate.refusals import SavedFault
from lammer.simulate.run import CHUNK, Deals, Plan, Ran, Tallied


def _belongs(table: Deals[Tallied], plan: Plan, chart: str) -> dict[str, Any]:
    """Everything that determines a run except its length."""
    return table.belongs() | {
        "chart": chart,
        "seed": plan.seed,
        "cut": plan.cut,
        "tags": None if plan.tags is None else plan.tags.tolist(),
        "fast": plan.fast,
        "chunk": CHUNK,
    }


def digest(table: Deals[Tallied], plan: Plan, chart: str) -> str:
    """A short name for a run, independent of its length and different for other runs."""
    return hashlib.sha256(json.dumps(_belongs(table, plan, chart)).encode()).hexdigest()[:12]


def store(path: Path, table: Deals[Tallied], plan: Plan, chart: str, ran: Ran[Tallied]) -> None:
    """Replaces the file atomically, so that a crash leaves the old file intact."""
    whole = ran.chunks if ran.stopped or plan.rounds % CHUNK == 0 else ran.chunks - 1
    # A short last chunk is subtracted, because a longer run would deal all of it.
    short = plan.deal(table, whole) if whole < ran.chunks else plan.new_tally(table)
    kept = [(part - less).tolist() for part, less in zip(ran.tally, short, strict=True)]
    saved = {"belongs": _belongs(table, plan, chart), "chunks": whole, "tally": kept}
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(saved), encoding="utf-8")
    beside.replace(path)


def load(path: Path, table: Deals[Tallied], plan: Plan, chart: str) -> Ran[Tallied] | None:
    """The sums of an earlier part of this run; None if there is no such file."""
    if not path.exists():
        return None
    tally = plan.new_tally(table)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        belongs, chunks = dict(saved["belongs"]), int(saved["chunks"])
        kept = [np.array(part, dtype=np.int64) for part in saved["tally"]]
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise SavedFault(f"{path}: this is not a file of sums: {error}") from None
    wanted = _belongs(table, plan, chart)
    differs = [key for key in wanted if belongs.get(key) != wanted[key]]
    if differs:
        raise SavedFault(f"{path}: these sums belong to another run; it differs in {', '.join(differs)}")
    if [part.shape for part in kept] != [part.shape for part in tally]:
        raise SavedFault(f"{path}: this is not a file of sums: some are missing")
    if chunks > plan.chunks() or chunks * CHUNK > plan.rounds:
        raise SavedFault(f"{path}: already contains {chunks * CHUNK:,} rounds; set --rounds to at least that many")
    for part, before in zip(tally, kept, strict=True):
        part += before
    return Ran(tally, chunks, False)
