"""Checks that a chart is complete: it needs a cell for every hand that can be reached when playing by it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby

from lammer.cards.card import ACE, LETTER_VALUES, VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import SECTIONS, STAKES, UP_LETTERS, Cell, Chart, ChartFault, hand_label

MAX_NAMED = 4
"""The maximum number of groups of missing cells in an error message."""
HAND_VALUES = range(1, 11)


def missing_cells(chart: Chart, sheet: Sheet) -> list[Cell]:
    """The missing cells of the chart, in reading order. A pair cell may be ``-``: the pair is played by its total."""
    ups = _ups(sheet)
    needed = {cell for up in ups for cell in _needed(chart, sheet, up)}
    missing = {cell for cell in needed if not chart.cells.get(cell) and (cell[1] != "pair" or cell not in chart.cells)}
    return sorted(
        missing, key=lambda cell: (STAKES.index(cell[0]), SECTIONS.index(cell[1]), cell[2], ups.index(cell[3]))
    )


def _ups(sheet: Sheet) -> list[int]:
    """Up cards against which hands are played, in the order of a chart."""
    ups = [LETTER_VALUES[letter] for letter in UP_LETTERS]
    return [up for up in ups if up != ACE or sheet.rules.first_ace.dealer != "wins"]


def _needed(chart: Chart, sheet: Sheet, up: int) -> Iterator[Cell]:
    """Cells that can be reached against one up card, by first hands and by hands from a free split."""
    rules = sheet.rules
    first = [value for value in HAND_VALUES if value != ACE or rules.first_ace.player != "wins"]
    yield from _reached(chart, "own", up, first, rules.points.limit)
    if rules.split.maximum_hands < 2:
        return
    yield from (("own", "pair", value, up) for value in first)
    free = [LETTER_VALUES[letter] for letter in rules.free.split_values]
    split = [value for value in free if "free-split" in chart.wishes("own", "pair", value, up)]
    yield from (("free", "pair", value, up) for value in split)
    played = [value for value in split if value != ACE or not rules.split.one_card_on_aces]
    yield from _reached(chart, "free", up, played, rules.points.limit)


def _reached(chart: Chart, stake: str, up: int, first: Iterable[int], limit: int) -> Iterator[Cell]:
    """Totals that hands with one of these first cards can reach, hitting where the chart hits or has no cell. A hand at
    the limit has no decision."""
    waiting = {add_card(*add_card(0, False, a, limit), b, limit) for a in first for b in HAND_VALUES}
    seen: set[tuple[int, bool]] = set()
    while waiting:
        total, soft = hand = waiting.pop()
        seen.add(hand)
        if total >= limit:
            continue
        section = "soft" if soft else "hard"
        yield stake, section, total, up
        wishes = chart.wishes(stake, section, total, up)
        if not wishes or "hit" in wishes:
            waiting |= {add_card(total, soft, value, limit) for value in HAND_VALUES} - seen


def cells_text(cells: Collection[Cell], sheet: Sheet) -> str:
    """``own hard 12–20, own soft 12–20 against 2–6, own pair A–T``: cells as text."""
    every = _ups(sheet)
    ups_of: dict[tuple[str, str, int], list[int]] = {}
    for stake, section, hand, up in cells:
        ups_of.setdefault((stake, section, hand), []).append(up)
    rows = [(stake, section, tuple(ups), hand) for (stake, section, hand), ups in ups_of.items()]
    groups = []
    for (stake, section, ups), group in groupby(rows, key=lambda row: row[:3]):
        hands = _ranges([hand for *_, hand in group], lambda hand: hand_label(section, hand))  # noqa: B023
        shown = _ranges([every.index(up) for up in ups], lambda at: VALUE_LETTERS[every[at]])
        groups.append(f"{stake} {section} {hands}" + (f" against {shown}" if len(ups) < len(every) else ""))
    more = len(groups) - MAX_NAMED
    return ", ".join(groups[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _ranges(numbers: list[int], label: Callable[[int], str]) -> str:
    """``4–8, 12``: consecutive numbers as ranges."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    runs = zip(starts, ends, strict=True)
    return ", ".join("–".join(map(label, dict.fromkeys(run))) for run in runs)


def must_be_complete(chart: Chart, sheet: Sheet) -> None:
    """Raises ChartFault with the missing cells."""
    missing = missing_cells(chart, sheet)
    if missing:
        text = f"has no cell for {cells_text(missing, sheet)}; add them, or --partial fills them with the best play"
        raise ChartFault(f"{chart.name}: {text}")


def filled(chart: Chart, best: Chart, sheet: Sheet) -> tuple[Chart, list[Cell]]:
    """The chart with its missing cells copied from the best chart, and the list of these cells."""
    cells, taken = dict(chart.cells), list[Cell]()
    # A filled cell may hit, which reaches hands that the chart alone could not reach.
    while missing := [cell for cell in missing_cells(Chart(chart.name, cells), sheet) if cell not in taken]:
        cells |= {cell: best.cells.get(cell, ()) for cell in missing}
        taken += missing
    name = f"{chart.name}, {len(taken)} cells filled with the best play"
    return Chart(name, cells, chart.swaps), taken
