"""The clause index: every clause id that a sheet may cite, with a summary of the clause."""

import tomllib
from functools import cache
from importlib.resources import files

from lammer.rules.sheet import HOUSE


@cache
def clause_texts() -> dict[str, str]:
    """Clause id → summary, in the order of the documents."""
    index = tomllib.loads(files("lammer.rules").joinpath("clauses.toml").read_text(encoding="utf-8"))
    return dict(index["clauses"])


def read_clauses(cited: object) -> tuple[tuple[str, ...], list[str]]:
    """The clauses that a value cites, one or a list, and their faults."""
    if not cited:
        return (), [f'cites no clause; cite the rulebook or write clause = "{HOUSE}"']
    clauses = tuple(cited) if isinstance(cited, list) else (cited,)
    return tuple(map(str, clauses)), [text for text in map(clause_fault, clauses) if text]


def clause_fault(clause: object) -> str | None:
    """Why this is not a clause, or None if it is one."""
    if isinstance(clause, str) and (clause == HOUSE or clause in clause_texts()):
        return None
    return f"{clause!r} is not a clause of the rulebook; cite one of its ids or write {HOUSE!r}"
