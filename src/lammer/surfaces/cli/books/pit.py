"""``lammer pit``: the report of the tables and their numbered forms, read from the books."""

import csv as csv_module
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.cards.money import money_text
from lammer.surfaces.cli.books.options import DbOption, books_at, driver_needed, ledger_needed, shown
from lammer.surfaces.cli.options import BadOption, JsonOption, csv_file, write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import CsvOption, shared

pit_app = App(
    name="pit",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer pit report --db jackpot.db
  lammer pit report --db jackpot.db --by month --csv -
  lammer pit forms --db jackpot.db --json

Nothing is changed. Forms are prepared and signed on the page, where people log
in. docs/pit.md defines every figure.""",
)
TableOption = Annotated[str, shared("--table", "Leave it out for all tables.", show_default=False)]


@pit_app.command(
    help_epilogue="""Examples:
  lammer progressive create other --executive erin --card E1
  lammer pit report --db jackpot.db --by shift
  lammer pit report --db jackpot.db --by month --json"""
)
def report(
    *,
    db: DbOption = "",
    by: Annotated[
        Literal["table", "shift", "day", "month"],
        Parameter(help="A line for each table since it was opened, or by shift, day (UTC) or month."),
    ] = "day",
    table: TableOption = "",
    csv: CsvOption = None,
    json: JsonOption = False,
) -> int:
    """Rounds, handle, win, theoretical win with its 95% interval, hold and speed. Exit code 1 with open alarms."""
    csv_file(csv, json=json)
    where = _books(db)
    from lammer.floor.pit.report import pit_report, report_csv
    from lammer.floor.pit.rounds import finished_rounds, notes, shift_changes

    with _explain_unreadable(where), Progress("rounds") as progress:
        rounds = list(finished_rounds(where, table, on_progress=progress.reach))
        lines = pit_report(rounds, by, shift_changes(where), notes(where))
    if json:
        print_json([line.as_json() for line in lines])
    elif csv is not None:
        write_csv(csv, [tuple(row) for row in csv_module.reader(io.StringIO(report_csv(lines)))])
    elif not lines:
        print("No finished rounds.")
    else:
        columns = ("table", by, "rounds", "handle", "win", "theory", "95% interval", "hold", "an hour", "alarm")
        print_table(f"Pit report, {shown(where)}", columns, [_row(line) for line in lines])
    return 1 if any(line.alarm == "open" for line in lines) else 0


def _row(line: Any) -> tuple[str, ...]:
    low, high = (money_text(round(bound)) for bound in (line.low, line.high))
    return (
        line.table,
        line.period,
        f"{line.rounds:,}",
        money_text(line.handle),
        money_text(line.win),
        money_text(round(line.theory)),
        f"{low} to {high}",
        "-" if line.hold is None else percent(line.hold),
        "-" if line.rounds_an_hour is None else f"{line.rounds_an_hour:.0f}",
        line.alarm or "-",
    )


@pit_app.command(
    help_epilogue="""Examples:
  lammer progressive create side --executive erin --card E1
  lammer pit forms --db jackpot.db
  lammer pit forms --db jackpot.db --csv forms.csv"""
)
def forms(*, db: DbOption = "", table: TableOption = "", csv: CsvOption = None, json: JsonOption = False) -> int:
    """Fill and credit slips, inventories and counts, the newest first."""
    csv_file(csv, json=json)
    where = _books(db)
    from lammer.floor.pit.desk import form_view
    from lammer.floor.pit.forms import Form, form_document
    from lammer.ledger.verify.evidence import evidence

    with _explain_unreadable(where), evidence(where) as ask:
        texts = [text for (text,) in ask(f"SELECT body FROM documents WHERE name LIKE '{form_document('')}%'")]
    kept = [one for one in map(Form.model_validate_json, texts) if table in ("", one.table)]
    found = [form_view(one) for one in sorted(kept, key=lambda one: one.prepared_at, reverse=True)]
    columns = ("form", "kind", "table", "status", "total", "prepared_by", "signed_by", "prepared_at", "difference")
    rows = [tuple(_cell(one, column) for column in columns) for one in found]
    if json:
        print_json(found)
    elif csv is not None:
        write_csv(csv, [columns, *rows])
    elif not rows:
        print("No forms.")
    else:
        print_table(f"Forms, {shown(where)}", tuple(name.replace("_", " ") for name in columns), rows)
    return 0


def _cell(form: dict[str, Any], column: str) -> str:
    value = form[column]
    if value is None:
        return ""
    return money_text(value) if column in ("total", "difference") else str(value)


def _books(db: str) -> str:
    ledger_needed("pit")
    where = books_at(db)
    driver_needed(where)
    return where


@contextmanager
def _explain_unreadable(where: str) -> Iterator[None]:
    from lammer.ledger.verify.evidence import Unreadable

    try:
        yield
    except KeyboardInterrupt:
        print("lammer: interrupted; nothing was changed", file=sys.stderr)
        raise
    except (OSError, Unreadable) as error:
        raise BadOption(f"--db {shown(where)}: cannot be read: {' '.join(str(error).split())}") from None
