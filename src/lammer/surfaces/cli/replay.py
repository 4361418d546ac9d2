"""``lammer replay``: checks every payment of recorded rounds, and shows where a record is wrong."""

import json as json_
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache, partial
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.options import BadOption, JsonOption, contributions_from
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.play.story import story
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import REPEATED
from lammer.surfaces.cli.stopping import exit_code
from lammer.table.notation import Load, NotationError, read_round
from lammer.table.replay import Mismatch, RecordChecker

replay_app = App(
    name="replay",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer deal free-money --rounds 100 --json > rounds.jsonl
  lammer replay rounds.jsonl
  lammer deal free-money --rounds 100 --json | lammer replay -
  echo 'sd-free-bet 1:10 8h 6c 8d Tc FP 3h FD Th 2d FD 9c 5d' > round.txt
  lammer replay round.txt --show

A line is a JSON record of `lammer deal`, or a round in notation. Exit code 1
if a record is wrong, a round is missing, or a shoe was never disclosed.""",
)


class Fault(NamedTuple):
    line: int
    mismatch: Mismatch


@replay_app.default
def replay(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    sheet: Annotated[str | None, Parameter(help="The sheet the rounds were dealt under, if it is your own.")] = None,
    sample: Annotated[
        bool, Parameter(negative="", help="The rounds are a selection: do not require all of them in order.")
    ] = False,
    live: Annotated[
        bool, Parameter(negative="", help="The table is still open: its last shoe need not be disclosed.")
    ] = False,
    contributed: Annotated[
        tuple[str, ...], Parameter(help="Your contribution to a shoe: PLAYER=TEXT. Repeat for more.", **REPEATED)
    ] = (),
    show: Annotated[bool, Parameter(negative="", help="Describe each round in sentences.")] = False,
    json: JsonOption = False,
) -> int:
    """Check every payment of recorded rounds.

    Parameters
    ----------
    file
        A file of records or notation lines, or - for standard input.
    """
    if sheet is not None:
        load_sheet(sheet)  # raises for a bad sheet here, not for every line
    load = cache(partial(_load_own, sheet) if sheet is not None else load_sheet)
    mine = contributions_from("--contributed", contributed)
    checker = RecordChecker(load, whole=not sample)
    faults: list[Fault] = []
    checked = stopped = 0
    try:
        with Progress("records", prints=False) as progress:
            for number, line in _lines(file):
                found = list(_check(line, number, load, checker, show=show))
                checked += not line.startswith('{"shoe"')
                faults += found
                if not json:
                    _print_faults(file, found)
                progress.step()
        ending = [Fault(at, mismatch) for at, mismatch in checker.finish(live=live, contributed=mine)]
        faults += ending
        if not json:
            _print_faults(file, ending)
    except KeyboardInterrupt as stop:
        stopped = exit_code(stop)
        print("lammer: interrupted; these are the results so far", file=sys.stderr)
    if json:
        rows = [{"line": fault.line, **fault.mismatch._asdict()} for fault in faults]
        unproven = checker.unopened + checker.unproven
        print_json(
            {"file": file, "records": checked, "unproven": unproven, "faults": rows, "warnings": checker.warnings}
        )
    else:
        _summary(checked, faults, checker)
    return stopped or int(bool(faults) or checked == 0)


def _print_faults(file: str, faults: list[Fault]) -> None:
    for fault in faults:
        print(f"{file}:{fault.line}: {fault.mismatch}")


def _summary(checked: int, faults: list[Fault], checker: RecordChecker) -> None:
    wrong = len({fault.line for fault in faults})
    for warning in checker.warnings:
        print(f"warning: {warning}")
    if checker.unopened:
        print(f"{_count(checker.unopened, 'round')} from an undisclosed shoe: the cards are not proven")
    if checker.unproven:
        print(f"{_count(checker.unproven, 'round')} without a shoe: the cards are not proven")
    if not checked:
        print("No records found.")
        return
    print(f"{_count(checked, 'record')} checked, {f'{wrong} wrong' if wrong else 'every payment is right'}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _lines(file: str) -> Iterator[tuple[int, str]]:
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8-sig") as source:
            for number, line in enumerate(source, start=1):
                if line.strip() and not line.startswith("#"):
                    yield number, line
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: cannot be read: {error}") from None


def _load_own(sheet: str, _game: str, overrides: tuple[str, ...]) -> Sheet:
    return load_sheet(sheet, overrides)


def _check(line: str, number: int, load: Load, checker: RecordChecker, *, show: bool) -> Iterator[Fault]:
    """The faults of one line, which is a record or notation."""
    if not line.lstrip().startswith("{"):
        yield from _check_notation(line, number, load, show=show)
        return
    try:
        entry = json_.loads(line)
    except json_.JSONDecodeError as error:
        yield Fault(number, Mismatch("", None, None, f"column {error.colno}: not JSON: {error.msg}"))
        return
    except (ValueError, RecursionError) as error:
        yield Fault(number, Mismatch("", None, None, f"not a record: {error}"))
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
