"""Writes docs/reference from the code: commands, Python API, keys of a sheet, errors. `--check` only compares.

The pages are committed, so that they can be read without a build, and a wheel can be built without importing lammer.
"""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import lammer
from lammer.errors import LammerError
from lammer.rules.loader import load_sheet, sheet_file, sheet_names
from lammer.rules.schema import Rules
from lammer.rules.schema_walk import is_section, is_statement, map_item, schema_children
from lammer.rules.sections import PROCEDURE, Label
from lammer.surfaces.cli.app import app
from tools.error_classes import exceptions

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
WRITTEN = "Written by `python tools/reference.py` from the code."
LINE = 80
EXIT_CODES = """| exit code | meaning |
| --- | --- |
| 0 | success |
| 1 | a check found faults |
| 2 | the command or its input was refused; the message says why |
| 130, 143 | ended by Ctrl-C, or by a request to terminate; results so far are kept |
| 141 | the reader of its output, such as `head`, left before the end |
"""


def pages() -> dict[str, str]:
    """Every page by its path in the folder."""
    commands = {f"commands/{name}.md": command_page(name) for name in command_names()}
    return {
        "index.md": index_page(),
        "python.md": python_page(),
        "keys.md": keys_page(),
        "errors.md": errors_page(),
        **commands,
    }


# Commands


def command_names() -> list[str]:
    return [name for name in app if not name.startswith("-")]


def index_page() -> str:
    rows = "\n".join(
        f"| [`lammer {name}`](commands/{name}.md) | {_line(_summary(name))} |" for name in sorted(command_names())
    )
    return f"""# Reference

{WRITTEN}

- [Python API](python.md): every public name with its signature.
- [Keys of a sheet](keys.md): every value that a rule sheet may state, with its choices and clauses.
- [Errors](errors.md): every error and its meaning.

## Commands

Every command has `--help`. `lammer completion SHELL` prints completion for your shell; `--json` is for programs.

| command | |
| --- | --- |
{rows}

{EXIT_CODES}"""


def _summary(name: str) -> str:
    return str(app[name].help or "").partition("\n\n")[0]


def command_page(name: str) -> str:
    text = f"# lammer {name}\n\n{_command_body((name,))}"
    for member in _members((name,)):
        text += f"\n## lammer {' '.join(member)}\n\n{_command_body(member)}"
    return re.sub(r"\n{3,}", "\n\n", text)


def _app_at(chain: tuple[str, ...]) -> Any:
    found: Any = app
    for word in chain:
        found = found[word]
    return found


def _members(chain: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for word in _app_at(chain):
        if not word.startswith("-"):
            yield (*chain, word)
            yield from _members((*chain, word))


def _command_body(chain: tuple[str, ...]) -> str:
    """Usage, description and options as the help has them, then its examples."""
    one = _app_at(chain)
    text = one.generate_docs(output_format="markdown", recursive=False, heading_level=2)
    text = re.sub(r"\A## .*\n", "", text).strip()
    text = re.sub(r"```console\n\S* ?(.*)\n```", lambda use: f"```text\nlammer {' '.join(chain)} {use[1]}\n```", text)
    text = text.replace("](#", f"](#{'-'.join(('lammer', *chain[:-1]))}-")
    text = re.sub(r"^\* (?=[`\[])", "- ", text, flags=re.MULTILINE)
    text = re.sub(r"^\*\*(\w+)\*\*:$", r"**\1**", text, flags=re.MULTILINE)
    epilogue = str(one.help_epilogue or "").strip()
    inherited = len(chain) > 1 and epilogue == str(_app_at(chain[:-1]).help_epilogue or "").strip()
    return f"{text.strip()}\n\n" + (f"```text\n{epilogue}\n```\n" if epilogue and not inherited else "")


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# Python


def python_page() -> str:
    names = sorted((name for name in lammer.__all__ if not name.startswith("__")), key=_order)
    parts = [
        "# Python API",
        f"{WRITTEN} [The guide](../python.md) explains them with examples, and [Errors](errors.md) has the errors.",
    ]
    parts += [_name_section(name) for name in names if not _is_error(getattr(lammer, name))]
    return "\n\n".join(parts) + "\n"


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def _order(name: str) -> tuple[bool, str]:
    """Functions first, then classes."""
    return inspect.isclass(getattr(lammer, name)), name


def _name_section(name: str) -> str:
    value = getattr(lammer, name)
    if not inspect.isclass(value):
        return f"## lammer.{name}\n\n{_signature(f'lammer.{name}', value)}\n\n{_doc(value)}"
    parts = [f"## lammer.{name}", _doc(value)]
    for member, given in _own(value):
        if member.startswith("_") or not inspect.getdoc(given):
            continue
        if isinstance(given, property):
            parts += [f"### {name}.{member}", f"Property: {_doc(given)}"]
        elif inspect.isfunction(given):
            parts += [f"### {name}.{member}()", _signature(f"{name}.{member}", given), _doc(given)]
    return "\n\n".join(parts)


def _own(kind: type) -> Iterator[tuple[str, Any]]:
    """What the classes of lammer define of it, its own first."""
    for one in kind.__mro__:
        if one.__module__.startswith("lammer."):
            yield from vars(one).items()


def _signature(name: str, function: Any) -> str:
    """As the source has it, with the names of its types."""
    node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    given = re.sub(r"\Aself(, )?", "", ast.unparse(node.args)).replace("'Game | None'=", "Game | None=")
    given = re.sub(r"(?<=\S)=(?=\S)", " = ", given)
    if len(given) > LINE:
        given = "\n" + "".join(f"    {one},\n" for one in re.split(r", (?![^\[]*\])", given))
    returned = ast.unparse(node.returns).strip("'") if node.returns else ""
    return f"```text\n{name}({given}) -> {returned}\n```"


def _doc(value: object) -> str:
    """A docstring as Markdown: its code in single backquotes, its examples as blocks."""
    text = (inspect.getdoc(value) or "").replace("``", "`")
    return re.sub(r"^>>> .*?(?=\n\n|\Z)", lambda session: f"```pycon\n{session[0]}\n```", text, flags=re.M | re.S)


# Keys of a sheet


def keys_page() -> str:
    clauses = _clauses()
    parts = [
        "# Keys of a sheet",
        f"{WRITTEN} A [sheet](../sheets.md) states a value for every key, or takes it from the sheet that it extends. "
        "A *rule* drives the game; a *procedure* says how the table is run, and no figure depends on it; a *statement* "
        "has no effect and cites its clause. Clauses are those of the shipped sheets; "
        "[Clauses](../clauses.md) has their words. `lammer rules show GAME` prints the values of a game.",
    ]
    for name, section in schema_children(Rules).items():
        inner = map_item(section)
        prefix = f"{name}.ID" if inner is not None else name
        parts += list(_key_section(prefix, inner if inner is not None else section, clauses))
    return "\n\n".join(parts) + "\n"


def _key_section(prefix: str, section: Any, clauses: dict[str, str]) -> Iterator[str]:
    yield f"## {prefix}"
    if section.__doc__:
        yield _doc(section)
    rows, deeper = [], []
    for name, annotation in schema_children(section).items():
        inner, marks = _unwrapped(annotation)
        if is_section(inner):
            deeper.append((f"{prefix}.{name}", inner))
            continue
        key = f"{prefix}.{name}"
        kind = "statement" if is_statement(annotation) else _kind(section, marks)
        meaning = _meaning(name, marks, section.model_fields[name].description)
        rows.append(f"| `{key}` | {_values(inner, marks)} | {meaning} | {kind} | {clauses.get(key, '')} |")
    yield "| key | values | meaning | kind | clauses |\n| --- | --- | --- | --- | --- |\n" + "\n".join(rows)
    for key, inner in deeper:
        yield from _key_section(key, inner, clauses)


def _unwrapped(annotation: Any) -> tuple[Any, list[Any]]:
    marks: list[Any] = []
    while hasattr(annotation, "__metadata__"):
        marks += annotation.__metadata__
        annotation = annotation.__origin__
    return annotation, marks


def _kind(section: Any, marks: list[Any]) -> str:
    return "procedure" if section.procedure or PROCEDURE in marks else "rule"


def _meaning(name: str, marks: list[Any], described: str | None) -> str:
    label = next((mark.text for mark in marks if isinstance(mark, Label)), "")
    return label or described or name.replace("_", " ")


def _values(inner: Any, marks: list[Any]) -> str:
    if get_origin(inner) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(inner))
    low, high = (next((getattr(mark, end) for mark in marks if hasattr(mark, end)), None) for end in ("ge", "le"))
    word = {"bool": "`true`, `false`", "int": "number", "float": "number", "str": "text", "Odds": "odds like `3:2`"}
    shown = word.get(getattr(inner, "__name__", ""), "list" if get_origin(inner) is tuple else "table")
    return f"{shown} {low} to {high}" if low is not None and high is not None else shown


def _clauses() -> dict[str, str]:
    """For each key the clauses that the shipped games cite for it."""
    found: dict[str, set[str]] = {}
    for name in sheet_names():
        file = sheet_file(name)
        sheet = load_sheet(f"{file.usual_host}+{name}" if file.kind == "side bet" else name)
        for key, entry in sheet.entries.items():
            general = re.sub(r"^side_bets\.[^.]+", "side_bets.ID", key)
            found.setdefault(general, set()).update(part.strip() for part in entry.clause.split(";"))
    return {key: "; ".join(sorted(clauses - {"house"})) for key, clauses in found.items()}


# Errors


def errors_page() -> str:
    public = {getattr(lammer, name): name for name in lammer.__all__ if _is_error(getattr(lammer, name))}
    rows: dict[bool, list[str]] = {True: [], False: []}
    for full, error in exceptions().items():
        if issubclass(error, LammerError) and not full.rpartition(".")[2].startswith("_"):
            name = f"lammer.{public[error]}" if error in public else full
            rows[error in public].append(f"| `{name}` | {_line(_doc(error))} |")
    head = "| error | meaning |\n| --- | --- |\n"
    return "\n\n".join(
        [
            "# Errors",
            f"{WRITTEN} Everything that lammer refuses is a `LammerError`: one `except lammer.LammerError` is enough. "
            "The message says what is wrong, where, and what to do. "
            "A command prints the message to standard error and ends with code 2.",
            "## Of the public interface",
            head + "\n".join(sorted(rows[True])),
            "## Of other modules",
            "Their names may change with every version.",
            head + "\n".join(sorted(rows[False])) + "\n",
        ]
    )


def out_of_date() -> list[str]:
    """Pages that are not what this program would write, and files that it would not write at all."""
    made = pages()
    there = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*.md")}
    return sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))


def write() -> None:
    for name in out_of_date():
        (FOLDER / name).unlink(missing_ok=True)
    for name, text in pages().items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(", ".join(out_of_date()) and f"out of date: {', '.join(out_of_date())}; run python tools/reference.py")
    write()
