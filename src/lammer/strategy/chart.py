"""A chart: the action for a hand, by stake, section, total or pair, and the dealer's up card.

A cell lists actions in order of preference ("wishes"), like ``FD/D/H``; the first legal one is played. A pair is looked
up as a pair first. If that cell is empty or has no legal action, the pair is played by its total.
"""

import csv
import io
import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from lammer.cards.card import LETTER_VALUES, VALUE_LETTERS, VALUES
from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.strategy.swaps import LABELS, NO_SWAPS, PAIRS, Pair, SwapValues, answer_by
from lammer.table.actions import Action
from lammer.table.options import CHECKS, decider, is_pair
from lammer.table.round import legal
from lammer.table.state import Question, Round, Waits

UP_LETTERS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
STAKES = ("own", "free")
SECTIONS = ("hard", "soft", "pair")
SWAP = "swap"
"""The section with the values by which cards are swapped between two hands."""
SWAP_DIGITS = 4
TOTALS = range(2, 22)
WISHES = {
    "H": "hit",
    "S": "stand",
    "D": "double",
    "FD": "free-double",
    "P": "split",
    "FP": "free-split",
    "R": "surrender",
}

FREE_FIRST = {"double": "free-double", "split": "free-split"}
FALLBACK = ("stand", "hit", "free-double", "free-split")
"""Tried in this order if no wish of a chart is legal. A free bet may be the only legal action."""

Cell = tuple[str, str, int, int]
"""Stake, section, total or pair value, up value."""
Cells = Mapping[Cell, tuple[str, ...]]
"""The preferred kinds of action in each cell, best first."""


class Chart(NamedTuple):
    name: str
    cells: Cells
    swaps: SwapValues = NO_SWAPS
    """When to swap cards between two hands; without values the chart never swaps."""

    def wishes(self, stake: str, section: str, hand: int, up: int) -> tuple[str, ...]:
        return self.cells.get((stake, section, hand, up), ())


class ChartFault(LammerError, ValueError):
    """A chart cannot be read. The message gives file, line and column."""


def choose(chart: Chart, round_: Round) -> Action:
    """The chart's action now. A chart never insures and never follows another bettor's paid double or split."""
    if round_.waits is Waits.ANSWER:
        if round_.asks[0].about is Question.SWITCH:
            return answer_by(chart.swaps, round_)
        kinds = [option.kind for option in legal(round_)]
        free = round_.asks[0].how == "free" or round_.asks[0].about is Question.DRAW
        return Action("follow" if "follow" in kinds and free else next(k for k in ("pass", "decline") if k in kinds))
    sheet, box, hand, who = round_.sheet, round_.boxes[round_.at_box], round_.hand, decider(round_)
    stake = hand.stakes[who]
    kind = "free" if stake is not None and stake.own == 0 else "own"
    up = VALUES[round_.dealer[0]]
    wishes: tuple[str, ...] = ()
    if is_pair(hand, sheet.rules.split.pairs):
        wishes = chart.wishes(kind, "pair", VALUES[hand.cards[0]], up)
    wishes += chart.wishes(kind, "soft" if hand.soft else "hard", hand.total, up)
    for wish in (*wishes, *FALLBACK):
        if CHECKS[wish](sheet, box, hand, who) is None:
            return Action(wish)
    raise AssertionError("a hand to play may stand or hit, or its free bet is automatic")


def read_chart(text: str, name: str) -> Chart:
    """A chart from CSV: ``stake,section,hand,2,3,…,9,T,A``; ``hand`` may be a range like 5-8."""
    cells: dict[Cell, tuple[str, ...]] = {}
    swaps: dict[tuple[Pair, int], float] = {}
    lines: dict[tuple[str, str, int], int] = {}
    for line, row in _csv_rows(text, name):
        if row[1] == SWAP:
            swaps |= _swap_row(row, f"{name}, line {line}", swaps)
            continue
        for hand in _hands(row[2], row[1], f"{name}, line {line}"):
            before = lines.setdefault((row[0], row[1], hand), line)
            if before != line:
                row_name = f"{row[0]} {row[1]} {hand_label(row[1], hand)}"
                raise ChartFault(f"{name}, line {line}: {row_name} is already in line {before}; leave one out")
            for up, cell in zip(UP_LETTERS, row[3:], strict=True):
                where = f"{name}, line {line}, column {up}"
                cells[row[0], row[1], hand, LETTER_VALUES[up]] = read_wishes(cell, where)
    return Chart(name, cells, swaps)


def _swap_row(row: list[str], where: str, known: SwapValues) -> dict[tuple[Pair, int], float]:
    """The values of two cards against every up card."""
    pair = PAIRS.get(row[2])
    if pair is None:
        raise ChartFault(f"{where}: {row[2][:20]!r} is not two cards; write A2 … TT, or natural")
    if (pair, LETTER_VALUES[UP_LETTERS[0]]) in known:
        raise ChartFault(f"{where}: {row[2]} is given twice; leave one out")
    return {
        (pair, LETTER_VALUES[up]): _number(cell, f"{where}, column {up}")
        for up, cell in zip(UP_LETTERS, row[3:], strict=True)
    }


def _number(cell: object, where: str) -> float:
    try:
        value = float(str(cell))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ChartFault(f"{where}: {str(cell)[:20]!r} is not a number; write the value of the hand, like -0.251")
    return value


def _csv_rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with their line numbers. Raises ChartFault for an incomplete row."""
    rows = csv.reader(io.StringIO(text))
    try:
        header = next(rows, [])
        if tuple(header) != ("stake", "section", "hand", *UP_LETTERS):
            raise ChartFault(f"{name}, line 1: the header must be stake,section,hand,{','.join(UP_LETTERS)}")
        for row in rows:
            if not row or row[0].startswith("#"):
                continue
            if len(row) != len(header) or row[0] not in STAKES or row[1] not in (*SECTIONS, SWAP):
                needs = f"needs a stake {STAKES}, a section {SECTIONS}, a hand and ten cells"
                raise ChartFault(f"{name}, line {rows.line_num}: {needs}")
            yield rows.line_num, row
    except csv.Error as error:
        raise ChartFault(f"{name}, line {rows.line_num}: cannot be read as CSV: {error}") from None


def hand_label(section: str, hand: int) -> str:
    """A total as a number, a pair by the letter of its value."""
    return VALUE_LETTERS[hand] if section == "pair" else str(hand)


def _hands(text: str, section: str, where: str) -> range:
    if section == "pair":
        if text not in LETTER_VALUES:
            raise ChartFault(f"{where}: {text!r} is not a pair; write A, 2 … 9 or T")
        return range(LETTER_VALUES[text], LETTER_VALUES[text] + 1)
    first, _, last = text.partition("-")
    known = [str(total) for total in TOTALS]
    if first not in known or (last or first) not in known or int(first) > int(last or first):
        raise ChartFault(f"{where}: {text[:20]!r} is not a total; write 12 or 5-8, {TOTALS[0]} to {TOTALS[-1]}")
    return range(int(first), int(last or first) + 1)


def read_wishes(cell: str, where: str) -> tuple[str, ...]:
    wishes = [wish.strip().upper() for wish in cell.split("/") if wish.strip() not in ("", "-")]
    unknown = [wish for wish in wishes if wish not in WISHES]
    if unknown:
        raise ChartFault(f"{where}: {unknown[0]!r} is not an action; write {', '.join(WISHES)} joined by /")
    return tuple(WISHES[wish] for wish in wishes)


def write_chart(chart: Chart) -> str:
    """The chart as CSV, one row for each hand."""
    letters = {kind: letter for letter, kind in WISHES.items()}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("stake", "section", "hand", *UP_LETTERS))
    rows = dict.fromkeys((stake, section, hand) for stake, section, hand, _ in chart.cells)
    for stake, section, hand in rows:
        wishes = [chart.wishes(stake, section, hand, LETTER_VALUES[up]) for up in UP_LETTERS]
        writer.writerow(
            (stake, section, hand_label(section, hand), *("/".join(letters[w] for w in wish) or "-" for wish in wishes))
        )
    for pair in dict.fromkeys(pair for pair, _ in chart.swaps):
        values = [chart.swaps.get((pair, LETTER_VALUES[up]), 0.0) for up in UP_LETTERS]
        writer.writerow(("own", SWAP, LABELS[pair], *(f"{value:.{SWAP_DIGITS}f}" for value in values)))
    return out.getvalue()


def chart_tree(chart: Chart) -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Stake → section → total or pair → up card → wishes, for JSON."""
    letters = {kind: letter for letter, kind in WISHES.items()}
    tree: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for (stake, section, hand, up), wishes in chart.cells.items():
        row = tree.setdefault(stake, {}).setdefault(section, {}).setdefault(hand_label(section, hand), {})
        row[VALUE_LETTERS[up]] = "/".join(letters[wish] for wish in wishes) or "-"
    for (pair, up), value in chart.swaps.items():
        row = tree.setdefault("own", {}).setdefault(SWAP, {}).setdefault(LABELS[pair], {})
        row[VALUE_LETTERS[up]] = f"{value:.{SWAP_DIGITS}f}"
    return tree


def read_tree(tree: object, name: str) -> Chart:
    """The inverse of ``chart_tree``. The tree may be the value of a key ``cells``."""
    cells: dict[Cell, tuple[str, ...]] = {}
    top = tree.get("cells", tree) if isinstance(tree, dict) else tree
    swaps: dict[tuple[Pair, int], float] = {}
    for stake, sections in _branches(top, STAKES, name):
        for section, rows in _branches(sections, (*SECTIONS, SWAP), f"{name}, {stake}"):
            if section == SWAP:
                swaps |= _swap_branch(rows, f"{name}, {stake}.{SWAP}")
                continue
            for label, row in _branches(rows, None, f"{name}, {stake}.{section}"):
                where = f"{name}, {stake}.{section}.{label}"
                for up, cell in _branches(row, UP_LETTERS, where):
                    if not isinstance(cell, str):
                        raise ChartFault(f"{where}.{up}: write actions joined by /, like D/H")
                    for hand in _hands(label, section, where):
                        place = (stake, section, hand, LETTER_VALUES[up])
                        if place in cells:
                            row_name = f"{stake} {section} {hand_label(section, hand)}"
                            raise ChartFault(f"{where}: {row_name} is given twice; leave one out")
                        cells[place] = read_wishes(cell, f"{where}.{up}")
    return Chart(name, cells, swaps)


def _swap_branch(rows: object, where: str) -> dict[tuple[Pair, int], float]:
    return {
        (PAIRS[label], LETTER_VALUES[up]): _number(cell, f"{where}.{label}.{up}")
        for label, row in _branches(rows, tuple(PAIRS), where)
        for up, cell in _branches(row, UP_LETTERS, f"{where}.{label}")
    }


def _branches(tree: object, known: tuple[str, ...] | None, where: str) -> list[tuple[str, object]]:
    if not isinstance(tree, dict):
        raise ChartFault(f"{where}: needs a table of {', '.join(known) if known else 'totals or pairs'}")
    for key in tree:
        if known is not None and key not in known:
            raise ChartFault(f"{where}: {key!r} is not one of {', '.join(known)}")
    return [(str(key), branch) for key, branch in tree.items()]


def load_chart(path: str | Path) -> Chart:
    """The user's chart from a file: .csv, .json or .toml."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        if Path(path).suffix == ".json":
            chart = read_tree(json.loads(text, object_pairs_hook=partial(_once, str(path))), str(path))
        elif Path(path).suffix == ".toml":
            chart = read_tree(tomllib.loads(text), str(path))
        else:
            chart = read_chart(text, str(path))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ChartFault(f"{path}: cannot be read: {error}") from None
    if not chart.cells:
        raise ChartFault(f"{path}: contains no cells; write rows of stake, section, hand and ten up cards")
    return chart


def _once(name: str, pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object as a dict. Raises ChartFault for a duplicate key, which the parser would accept."""
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise ChartFault(f"{name}: {twice!r} is given twice; leave one out")
    return table


def with_lammers(chart: Chart) -> Chart:
    """A chart adapted to a table with free bets. If the chart has no free actions, it takes a double or split for free
    where that is offered. If it has no rows for hands on a lammer, these are played like hands on own money. A chart
    that has both is returned unchanged."""
    knows = any("free" in wish for wishes in chart.cells.values() for wish in wishes)
    rows = any(stake == "free" for stake, _, _, _ in chart.cells)
    if knows and rows:
        return chart
    cells: dict[Cell, tuple[str, ...]] = {}
    for (stake, section, hand, up), wishes in chart.cells.items():
        better = tuple(kind for wish in wishes for kind in (FREE_FIRST.get(wish, wish), wish))
        cells[stake, section, hand, up] = wishes if knows else better
        if not rows:
            cells["free", section, hand, up] = wishes if knows else better
    return Chart(chart.name, cells, chart.swaps)


CHARTS = files("lammer.strategy").joinpath("charts")


def shipped_charts() -> list[str]:
    return sorted(path.name.removesuffix(".csv") for path in CHARTS.iterdir() if path.name.endswith(".csv"))


@cache
def shipped_chart(name: str) -> Chart:
    if name not in shipped_charts():
        raise ChartFault(f"there is no chart {name!r}; the sheet may name {', '.join(shipped_charts())}")
    return read_chart(CHARTS.joinpath(f"{name}.csv").read_text(encoding="utf-8"), name)


def house_chart(sheet: Sheet) -> Chart:
    """The built-in chart that the sheet names."""
    return shipped_chart(sheet.chart)
