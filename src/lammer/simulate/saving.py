"""Sums of a run in a file, so that it can go on later: they are only taken up by the run they belong to."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from lammer.simulate.refusals import SavedFault
from lammer.simulate.run import CHUNK, Plan, Ran
from lammer.simulate.table import KernelTable, Tally


def _belongs(table: KernelTable, plan: Plan, chart: str) -> dict[str, Any]:
    """All that decides a run but its length."""
    return {
        "sheet": table.sheet.ref,
        "rules": table.sheet.digest,
        "chart": chart,
        "plays": [int(np.asarray(part, dtype=np.int64).sum()) for part in table.terms.tables],
        "sides": {bet.id: bet.amount for bet in table.terms.side_bets},
        "seats": table.seats,
        "seed": plan.seed,
        "cut": plan.cut,
        "tags": None if plan.tags is None else plan.tags.tolist(),
        "fast": plan.fast,
        "chunk": CHUNK,
    }


def store(path: Path, table: KernelTable, plan: Plan, chart: str, ran: Ran) -> None:
    """Written beside and moved into place: a crash leaves the old file whole."""
    whole = ran.chunks if ran.stopped or plan.rounds % CHUNK == 0 else ran.chunks - 1
    if whole < ran.chunks:
        # The last chunk was cut short; a longer run would deal all of it.
        last = table.deal_chunk(plan.seed, whole, plan.rounds_of(whole), plan.cut, plan.tags, fast=plan.fast)
        kept = Tally(*(part - short for part, short in zip(ran.tally, last, strict=True)))
    else:
        kept = ran.tally
    told = {"belongs": _belongs(table, plan, chart), "chunks": whole, "tally": [part.tolist() for part in kept]}
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(told), encoding="utf-8")
    beside.replace(path)


def load(path: Path, table: KernelTable, plan: Plan, chart: str) -> Ran | None:
    """The sums of an earlier part of this run; None when there is no such file."""
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        belongs, chunks = told["belongs"], int(told["chunks"])
        tally = Tally(*(np.array(part, dtype=np.int64) for part in told["tally"]))
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise SavedFault(f"{path}: this is no file of sums: {error}") from None
    wanted = _belongs(table, plan, chart)
    differs = [key for key in wanted if belongs.get(key) != wanted[key]]
    if differs:
        raise SavedFault(f"{path}: these sums are of another run; it differs in {', '.join(differs)}")
    if chunks > plan.chunks() or chunks * CHUNK > plan.rounds:
        raise SavedFault(f"{path}: holds {chunks * CHUNK:,} rounds already; ask for at least that many")
    return Ran(tally, chunks, False)
