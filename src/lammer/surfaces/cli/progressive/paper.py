"""``lammer progressive paper``: forms of a jackpot as PDF or HTML, made from the books, and their check."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.papers.options import OutputOption, PaperOption
from lammer.surfaces.cli.progressive.options import SpotArgument, TableArgument, Where, progressive_examples

if TYPE_CHECKING:
    from lammer.papers.document import Paper

paper_app = App(
    name="paper",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive demo --seed 1248 --db demo.db
  lammer progressive paper slip T1 2 3 -o slip.pdf --db demo.db
  lammer progressive paper --check slip.pdf --db demo.db
  lammer progressive paper liability --json --db demo.db

Each form is about one event of the books and prints its hash and signature,
as text and as a code. The same books make the same bytes. --check exits with
code 1 if a byte of the file differs from the form that the books make.""",
)
HandNumber = Annotated[int, Parameter(help="The hand's number.")]
EventOption = Annotated[
    int, Parameter(name="--event", help="The number of the event; else the last.", show_default=False)
]
DayOption = Annotated[
    str, Parameter(name="--day", help="The last of a day (UTC), like 2026-11-17.", show_default=False)
]
ReferenceArgument = Annotated[str, Parameter(help="The reference under which the petition is recorded.")]


def add_paper(app: App) -> None:
    """Adds the forms. A test runs their examples one after another; the demo wins 10% of the meter in hand 2."""
    forms: dict[Any, tuple[str, ...]] = {
        slip: ("demo --seed 1248 --db jackpot.db", "paper slip T1 2 3 -o slip.pdf", "paper --check slip.pdf"),
        approval: ("paper approval T1 2 3 -o approval.pdf --paper letter",),
        terms: ("paper terms -o terms.pdf",),
        reading: ("reconcile meter=9002.52 --as sam", "paper reading -o reading.pdf"),
        reconciliation: ("paper reconciliation -o reconciliation.html",),
        liability: ("paper liability -o liability.pdf", "paper liability --json"),
        petition: (
            "petition P1 --to 'transfer to another licensee' \\\n    --decided-by kim --note sold --as erin",
            "paper petition P1 -o petition.pdf",
        ),
        transfer: (
            "close-link --as erin",
            "transfer 'House B' --sender 'House A' --reference P1 \\\n    --as erin",
            "paper transfer P1 -o transfer.pdf",
        ),
    }
    for form, lines in forms.items():
        paper_app.command(form, help_epilogue=progressive_examples(*lines))
    app.command(paper_app)


@paper_app.default
def paper(
    *,
    check: Annotated[
        Path | None,
        Parameter(name="--check", show_default=False, help="A file of this command, PDF or HTML, to check."),
    ] = None,
    where: Where = Where(),  # noqa: B008 (frozen)
) -> int:
    """Forms of a jackpot, made from the books: jackpot slip, approvals, meter reading, reconciliation, liability,
    petition and transfer."""
    if check is None:
        raise BadOption("name a form, like slip, or a file to check: --check slip.pdf")
    from lammer.papers.forms.checking import form_differences
    from lammer.papers.forms.refusals import FormRefused
    from lammer.papers.reading import read_file

    file, found = read_file(check)
    try:
        with where.desk(witnessed=False) as desk:
            listed, again = form_differences(desk.journal, file, found)
    except FormRefused as refused:
        raise BadOption(f"--check {check}: {refused.text}") from None
    for one in listed:
        print(one)
    if listed or again is None:
        print(f"{check}: {len(listed)} difference{'s' * (len(listed) != 1)}")
        return 1
    print(f"{check}: {again.title} agrees with the books, and its signature is that of event {again.about['event']}")
    return 0


def slip(
    table: TableArgument,
    hand: HandNumber,
    spot: SpotArgument,
    *,
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The jackpot slip of a paid award: cards, amount, the meter before and after, who approved it."""
    _write("slip", {"table": table, "hand": hand, "spot": spot}, output, paper, where, json=json)


def approval(
    table: TableArgument,
    hand: HandNumber,
    spot: SpotArgument,
    *,
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The approval form of an award that a supervisor has confirmed, with lines to sign."""
    _write("approval", {"table": table, "hand": hand, "spot": spot}, output, paper, where, json=json)


def terms(
    *,
    event: EventOption = 0,
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The approval form of the terms: base, reset, increment, limit and hidden rate of every meter, pays, approvals."""
    _write("terms", {"event": event}, output, paper, where, json=json)


def reading(
    *,
    event: EventOption = 0,
    day: DayOption = "",
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The daily meter reading: the sign as a supervisor read it with reconcile, and every meter of the books."""
    _write("reading", {"event": event, "day": day}, output, paper, where, json=json)


def reconciliation(
    *,
    event: EventOption = 0,
    day: DayOption = "",
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The reconciliation statement of a reading: everything that changed meters and reserves since the one before."""
    _write("reconciliation", {"event": event, "day": day}, output, paper, where, json=json)


def liability(
    *,
    event: EventOption = 0,
    day: DayOption = "",
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The liability statement after an event: meters, frozen awards and reserves, and where they came from."""
    _write("liability", {"event": event, "day": day}, output, paper, where, json=json)


def petition(
    reference: ReferenceArgument,
    *,
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The petition to the executive secretary, with the liability at its time."""
    _write("petition", {"reference": reference}, output, paper, where, json=json)


def transfer(
    reference: ReferenceArgument,
    *,
    output: OutputOption = None,
    paper: PaperOption = "a4",
    where: Where = Where(),  # noqa: B008
    json: JsonOption = False,
) -> None:
    """The liability and fund that were handed over by a petition."""
    _write("transfer", {"reference": reference}, output, paper, where, json=json)


def _write(form: str, ask: dict[str, Any], output: Path | None, paper: "Paper", where: Where, *, json: bool) -> None:
    """Makes the form before anything is written."""
    from lammer.papers.data import figures_json
    from lammer.papers.document import FILE_KINDS
    from lammer.papers.files import file_kind, write_whole
    from lammer.papers.formats import file_bytes
    from lammer.papers.forms.catalogue import Wanted, made

    if output is None and not json:
        raise BadOption(f"--output is missing: name a file, like -o {form}.pdf")
    kind = file_kind(output, FILE_KINDS) if output is not None else "pdf"
    with where.desk(witnessed=False) as desk:
        document = made(desk.journal, Wanted(form, where.name(desk), ask), paper, kind)
    if output is not None:
        write_whole(output, file_bytes(document, kind, paper))
        print(f"lammer: wrote {output}: {document.title}", file=sys.stderr)
    if json:
        print(figures_json(document))
