"""``lammer replay``: every payment of recorded rounds checked, and where a record is wrong."""

import json as json_
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from cyclopts import App, Parameter

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.play.story import story
from lammer.surfaces.cli.progress import Progress
from lammer.table.notation import Load, NotationError, read_round
from lammer.table.replay import Mismatch, RecordChecker

replay_app = App(
    name="replay",
    help="Check every payment of recorded rounds.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer replay rounds.jsonl
  lammer deal free-money --rounds 1000 --json | lammer replay -
  echo 'sd-free-bet 1:10 8h 6c 8d Tc FP 3h FD Th 2d FD 9c 5d' | lammer replay - --show

A line is a JSON record of `lammer deal`, or a round in notation. Exit code 1 when any record is wrong.""",
)


class Fault(NamedTuple):
    line: int
    mismatch: Mismatch


@replay_app.default
def replay(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    sheet: Annotated[str | None, Parameter(help="The sheet the rounds were dealt under, if it is your own.")] = None,
    show: Annotated[bool, Parameter(negative="", help="Tell each round in sentences.")] = False,
    json: JsonOption = False,
) -> int:
    """Check every payment of recorded rounds.

    Parameters
    ----------
    file
        A file of records or notation lines, or - for standard input.
    """
    load = cache(partial(_load_own, sheet) if sheet is not None else load_sheet)
    checker = RecordChecker(load)
    faults: list[Fault] = []
    checked = 0
    with Progress("records") as progress:
        for number, line in _lines(file):
            checked += 1
            found = list(_check(line, number, load, checker, show=show))
            faults += found
            if not json:
                for fault in found:
                    print(f"{file}:{fault.line}: {fault.mismatch}")
            progress.step()
    if json:
        told = [_told(fault) for fault in faults]
        print_json({"file": file, "records": checked, "unopened": checker.unopened, "faults": told})
    else:
        wrong = len({fault.line for fault in faults})
        if checker.unopened:
            print(f"{checker.unopened} rounds come from a shoe that is not open yet: their cards were not checked")
        print(
            f"{checked} record{'s' * (checked != 1)} checked, "
            + (f"{wrong} wrong" if wrong else "every payment is right")
        )
    return 1 if faults else 0


def _told(fault: Fault) -> dict[str, Any]:
    return {"line": fault.line, **fault.mismatch._asdict()}


def _lines(file: str) -> Iterator[tuple[int, str]]:
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            for number, line in enumerate(source, start=1):
                if line.strip() and not line.startswith("#"):
                    yield number, line
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: cannot be read: {error}") from None


def _load_own(sheet: str, _game: str, overrides: tuple[str, ...]) -> Sheet:
    return load_sheet(sheet, overrides)


def _check(line: str, number: int, load: Load, checker: RecordChecker, *, show: bool) -> Iterator[Fault]:
    """Faults of one line, a record or notation."""
    if not line.lstrip().startswith("{"):
        yield from _check_notation(line, number, load, show=show)
        return
    try:
        entry = json_.loads(line)
    except json_.JSONDecodeError as error:
        yield Fault(number, Mismatch("", None, None, f"column {error.colno}: not JSON: {error.msg}"))
        return
    yield from (Fault(at, mismatch) for at, mismatch in checker.check(number, entry))
    if show and isinstance(entry.get("notation"), str):
        yield from _check_notation(entry["notation"], number, load, show=True)


def _check_notation(line: str, number: int, load: Load, *, show: bool) -> Iterator[Fault]:
    try:
        played = read_round(line, number, load)
    except NotationError as error:
        yield Fault(number, Mismatch("", None, None, f"column {error.column}: {error.message}\n{error.pointer()}"))
        return
    if show:
        print(line.strip(), *story(played), sep="\n  ")
