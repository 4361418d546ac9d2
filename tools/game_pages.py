"""Writes docs/games/*.md: a page for every game, with figures, chart, a worked round, rules with clauses and commands.

Figures are those of docs/games.md, which tools/games.py computes and a test computes again. Everything else is made
from the sheet in a moment, so a test compares every page with what this program would write. `--check` does so too.
"""

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import lammer
from lammer.api.strategies import built_in_chart, of_stakes, stakes_of
from lammer.rules.clauses import clause_texts
from lammer.rules.description import description
from lammer.rules.loader import game_names, load_sheet
from lammer.rules.schema_walk import is_statement, schema_at
from lammer.rules.sheet import HOUSE, Sheet
from lammer.rules.value_words import value_words
from lammer.strategy.chart import chart_tree
from lammer.surfaces.cli.play.story import story
from lammer.table.notation import read_round
from lammer.workbench.controls import is_procedure

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "games"
FIGURES = ROOT / "docs" / "games.md"
UP_CARDS = "23456789TA"
STAKES = {"own": "own money", "free": "a lammer"}
SECTIONS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
LEGEND = (
    "H hit, S stand, D double, P split, FD and FP the free ones, R surrender. The first that is legal is played: FD/H "
    "doubles two cards free and hits more. A pair with - is played by its total."
)
DEALT = 40
"""Rounds that are dealt to find one worth showing."""


def pages() -> dict[str, str]:
    return {f"{name}.md": page(load_sheet(name)) for name in game_names()}


def page(sheet: Sheet) -> str:
    parts = [
        f"# {sheet.name}",
        f"`{sheet.id}`, version {sheet.version}, from {sheet.source}. {sheet.summary}",
        description(sheet),
        "## Figures",
        *figures(sheet.id),
        "## Chart",
        *chart(sheet),
        "## A round",
        *worked_round(sheet),
        "## Rules and their clauses",
        "Values that a figure depends on; `house` marks those that no document states. "
        f"`lammer rules show {sheet.id}` also prints those that say how a table is run.",
        rules(sheet),
        "## Commands",
        commands(sheet),
        "Written by `python tools/game_pages.py` from the sheet; [all games](../games.md).",
    ]
    return "\n\n".join(parts) + "\n"


def figures(name: str) -> Iterator[str]:
    """What docs/games.md says about the game, from its house edge on."""
    section = re.search(rf"^`{re.escape(name)}`, from .*?(?=^#|\Z)", FIGURES.read_text("utf-8"), re.M | re.S)
    assert section, f"docs/games.md has no section for {name}: run python tools/games.py"
    text = section.group()
    yield text[text.index("House edge") :].strip()
    yield "The edge is per original wager, for the best play of every hand on a fresh shoe."


def chart(sheet: Sheet) -> Iterator[str]:
    """The chart that the game is shipped with, as tables; equal rows are one."""
    found = built_in_chart("house", sheet)
    assert found is not None
    yield f"The built-in chart, by which `lammer deal {sheet.id}` plays. {LEGEND}"
    tree = chart_tree(of_stakes(found, stakes_of(sheet)))
    for stake, sections in tree.items():
        for section, rows in sections.items():
            if section in SECTIONS:
                on = f", on {STAKES[stake]}" if len(tree) > 1 else ""
                yield f"**{SECTIONS[section]}{on}**"
                yield chart_table(rows)


def chart_table(rows: dict[str, dict[str, str]]) -> str:
    head = f"| | {' | '.join(UP_CARDS)} |\n|{' --- |' * 11}\n"
    lines = []
    for cells, group in groupby(rows, key=lambda hand: [rows[hand].get(up, "") for up in UP_CARDS]):
        hands = list(group)
        title = hands[0] if len(hands) == 1 else f"{hands[0]}–{hands[-1]}"
        lines.append(f"| **{title}** | {' | '.join(cells)} |")
    return head + "\n".join(lines)


def worked_round(sheet: Sheet) -> Iterator[str]:
    """The longest of the first rounds of a seed, in the words of `lammer replay --show`."""
    table = lammer.load(sheet.id).table(seed=1)
    bets: dict[str, Any] = {
        name: 5 for name, bet in sheet.side_bets.items() if not bet.placed_later and not bet.jackpot
    }
    rounds = [table.deal(bet=10, **bets).play() for _ in range(DEALT)]
    shown = max(rounds, key=lambda one: len(one.notation))
    text = "\n".join(f"  {line}" for line in story(read_round(shown.notation)))
    yield (
        f"```console\n$ echo '{shown.notation}' | lammer replay - --show\n{shown.notation}\n{text}\n"
        "1 record checked, every payment is right\n```"
    )
    yield "The line is [notation](../notation.md): bets, cards and decisions in order."


def rules(sheet: Sheet) -> str:
    texts = clause_texts()
    rows = ["| key | value | clause | what the clause says |", "| --- | --- | --- | --- |"]
    for key, entry in sorted(sheet.entries.items(), key=lambda item: item[1].clause == HOUSE):
        annotation = schema_at(key)
        if annotation is None or is_statement(annotation) or key.startswith("side_bets.") or is_procedure(key):
            continue
        said = " ".join(texts.get(part.strip(), "") for part in entry.clause.split(";")).strip()
        rows.append(f"| `{key}` | {value_words(entry.value)} | {entry.clause} | {said} |".replace("\n", " "))
    return "\n".join(rows)


def commands(sheet: Sheet) -> str:
    lines = [
        f"lammer play {sheet.id}",
        f"lammer edge {sheet.id}",
        f"lammer strategy {sheet.id}",
        *([f"lammer sidebets {sheet.id}"] if sheet.side_bets else []),
        f"lammer simulate {sheet.id} --rounds 1e6",
        f"lammer report {sheet.id} -o par.pdf --short --rounds 1e6",
    ]
    return "```sh\n" + "\n".join(lines) + "\n```"


def out_of_date() -> list[str]:
    made = pages()
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    return sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        path.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit("run python tools/game_pages.py: out of date " + ", ".join(out_of_date()) if out_of_date() else 0)
    write()
