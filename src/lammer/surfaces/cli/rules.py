"""``lammer rules``: shows, lints and compares sheets, and prints their JSON Schema."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.errors import MissingExtra
from lammer.exact.refusals import NotAnalysed
from lammer.rules.clauses import clause_texts
from lammer.rules.json_schema import sheet_schema
from lammer.rules.lint import Remark, lint
from lammer.rules.loader import load_sheet, sheet_head, sheet_names
from lammer.rules.schema import Rules
from lammer.rules.schema_walk import is_statement, schema_at
from lammer.rules.sheet import Sheet
from lammer.rules.value_words import value_words
from lammer.surfaces.cli.analysis.options import prepare_analysis
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import GameArgument, examples

if TYPE_CHECKING:
    from lammer.exact.lights import LightsFinding

STATEMENT = "statement"

rules_app = App(
    name="rules",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer rules show sd-free-bet
  lammer rules show sd-free-bet dealer
  lammer rules lint european-free-bet
  lammer rules diff sd-free-bet free-money
  lammer rules post sd-free-bet -o posted.pdf
  lammer rules schema > sheet.schema.json""",
)
rules_app.command(
    "lammer.surfaces.cli.papers.table_papers:post_app",
    name="post",
    help="The rules and paytables that a table displays, as a sign.",
)


@rules_app.command(help_epilogue=examples("lammer rules show sd-free-bet", "lammer rules show sd-free-bet dealer"))
def show(
    game: GameArgument,
    section: str = "",
    *,
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> None:
    """Every value of a sheet with its clause, and whether it is a rule or a statement.

    Parameters
    ----------
    section
        Only keys that begin with this, like dealer or free.split_values.
    """
    sheet = load_sheet(attached(game, attach), set_)
    entries = {key: entry for key, entry in sheet.entries.items() if key.startswith(section)}
    if not entries:
        raise BadOption(f"{section}: {sheet.ref} has no such section; it has {', '.join(Rules.model_fields)}")
    if json:
        print_json(
            {
                "sheet": sheet.ref,
                "name": sheet.name,
                "source": sheet.source,
                "origins": [one._asdict() for one in sheet.origins],
                "values": {
                    key: {
                        "value": plain(entry.value),
                        "kind": _kind(key),
                        "clause": list(entry.clauses),
                        "allowed": plain(entry.allowed),
                        "note": entry.note,
                    }
                    for key, entry in entries.items()
                },
            }
        )
        return
    texts = clause_texts()
    rows = [
        (key, value_words(entry.value), _kind(key), entry.clause, _says(texts.get(entry.clauses[0], ""), entry.note))
        for key, entry in entries.items()
    ]
    heads = ("key", "value", "kind", "clause", "what the clause says")
    sources = "; ".join(one.source if one.is_description else f"{one.source}, {one.kind}" for one in sheet.origins)
    print_table(f"{sheet.name}, {sheet.ref} ({sources})", heads, rows)
    if any(_kind(key) == STATEMENT for key in entries):
        print("A rule drives the game. A statement describes what the table always does, or what is posted.")


def _kind(key: str) -> str:
    """Whether changing the value would change the game."""
    return STATEMENT if is_statement(schema_at(key)) else "rule"


def _says(text: str, note: str) -> str:
    return f"{text} ({note})" if note and note not in text else text


@rules_app.command(
    name="lint", help_epilogue=examples("lammer rules lint european-free-bet", "lammer rules lint free-money --strict")
)
def lint_(
    game: GameArgument = "",
    *,
    attach: AttachOption = (),
    set_: SetOption = (),
    strict: Annotated[bool, Parameter(negative="", help="Exit with code 1 if there is a warning.")] = False,
    json: JsonOption = False,
) -> int:
    """Report values that are legal but unusual, with the figure; without a name, of all sheets."""
    if attach and not game:
        raise BadOption("--attach: name the game that the side bets are attached to")
    names = [attached(game, attach)] if game else [_playable(name) for name in sheet_names()]
    sheets = [load_sheet(name, set_) for name in names]
    analysed = {sheet.ref: _analysed(sheet) for sheet in sheets}
    found = {sheet.ref: [*lint(sheet), *analysed[sheet.ref][1]] for sheet in sheets}
    if json:
        print_json([{"sheet": ref, **remark._asdict()} for ref, remarks in found.items() for remark in remarks])
    else:
        for sheet in sheets:
            remarks = found[sheet.ref]
            count = f"{len(remarks) or 'no'} warning{'' if len(remarks) == 1 else 's'}"
            print(f"{sheet.ref}: {analysed[sheet.ref][0]}, {count}")
            for remark in remarks:
                print(f"  {remark}")
    return int(strict and any(found.values()))


def _analysed(sheet: Sheet) -> tuple[str, list[Remark]]:
    """The exact edge as text with the warnings of the exact analysis, or the reason why there is none."""
    try:
        prepare_analysis()
        from lammer.exact.finding import edge
        from lammer.exact.lint import exact_remarks

        found = edge(sheet)
        return f"exact house edge {found.house_edge:.6%}", exact_remarks(sheet, found, _lights(sheet))
    except (NotAnalysed, MissingExtra) as reason:
        return f"no exact figure ({reason})", []


def _lights(sheet: Sheet) -> "LightsFinding | None":
    """What lights are worth for the smallest wager, if the game has some and they are analysed."""
    if sheet.rules.lights is None:
        return None
    from lammer.api.analysis import lights_of
    from lammer.api.strategies import COMPOSITION

    try:
        return lights_of(sheet, COMPOSITION, sheet.rules.limits.minimum)
    except NotAnalysed:
        return None


def _playable(name: str) -> str:
    hosts = sheet_head(name).get("attaches_to")
    return f"{hosts[0]}+{name}" if hosts else name


@rules_app.command(help_epilogue=examples("lammer rules diff sd-free-bet free-money"))
def diff(first: GameArgument, second: GameArgument, *, attach: AttachOption = (), json: JsonOption = False) -> None:
    """The values in which two sheets differ; --attach attaches to both."""
    left, right = load_sheet(attached(first, attach)), load_sheet(attached(second, attach))
    keys = [key for key in {**left.entries, **right.entries} if _at(left, key) != _at(right, key)]
    if json:
        print_json({key: {left.ref: plain(_at(left, key)), right.ref: plain(_at(right, key))} for key in keys})
        return
    rows = [(key, _cited(left, key), _cited(right, key)) for key in keys]
    print_table(f"{len(keys)} values differ", ("key", left.ref, right.ref), rows)


def _at(sheet: Sheet, key: str) -> Any:
    return sheet.entries[key].value if key in sheet.entries else None


def _cited(sheet: Sheet, key: str) -> str:
    return f"{value_words(sheet.entries[key].value)} [{sheet.entries[key].clause}]" if key in sheet.entries else "-"


@rules_app.command(help_epilogue=examples("lammer rules schema > sheet.schema.json"))
def schema(*, json: JsonOption = True) -> None:
    """The JSON Schema of a sheet, for editors. Always JSON."""
    print_json(sheet_schema())


def plain(value: Any) -> Any:
    """A value as plain JSON data."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_unset=True)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return [plain(item) for item in value]
    return str(value)
