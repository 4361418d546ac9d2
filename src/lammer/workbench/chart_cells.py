"""Cells of a chart as people write them, and what may be written in each: ``hard16vT:S``, ``free.pair8v6:FP/H``.

What a cell may say follows from the rule tables alone, so a wrong cell is refused before anything is worked out.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from lammer.cards.card import LETTER_VALUES, VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.errors import LammerError
from lammer.rule_tables.legality import UNSPLIT, Source
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables
from lammer.strategy.chart import SECTIONS, STAKES, WISHES, Cell, hand_label

Row = tuple[str, str, int]
"""Stake, section, total or pair value."""
Wishes = tuple[str, ...]
LETTERS = {kind: letter for letter, kind in WISHES.items()}
BASES = ("hit", "stand")
SPLITS = ("split", "free-split")
KEPT = "-"
"""In a pair's cell: play the total."""
_CELL = re.compile(r"(?:(own|free)\.)?(hard|soft|pair)([0-9]{1,2}|[AT])v([2-9AT])")
VALUES = range(1, 11)


class BadCell(LammerError, ValueError):
    """A cell that the chart of this game does not have, or an action that it cannot hold. ``cell`` is as written."""

    def __init__(self, cell: str, text: str) -> None:
        super().__init__(f"{cell}: {text}")
        self.cell, self.text = cell, text


def cell_text(cell: Cell) -> str:
    """
    >>> cell_text(("own", "hard", 16, 10)), cell_text(("free", "pair", 8, 6))
    ('hard16vT', 'free.pair8v6')
    """
    stake, section, hand, up = cell
    return f"{'free.' if stake == 'free' else ''}{section}{hand_label(section, hand)}v{VALUE_LETTERS[up]}"


def cell_words(cell: Cell) -> str:
    """``own hard 16 against T``"""
    stake, section, hand, up = cell
    return f"{stake} {section} {hand_label(section, hand)} against {VALUE_LETTERS[up]}"


def play_text(wishes: Wishes) -> str:
    """
    >>> play_text(("double", "hit")), play_text(())
    ('D/H', '-')
    """
    return "/".join(LETTERS[wish] for wish in wishes) or KEPT


def read_cell(tables: RuleTables, text: str) -> Cell:
    """Raises BadCell for a cell that the game's chart does not have."""
    found = _CELL.fullmatch(text.strip())
    if found is None:
        raise BadCell(text, "write a cell like hard16vT, soft18v9, pair8v6 or free.hard17v7")
    stake, section, hand, up = found.groups()
    stake = stake or "own"
    number = LETTER_VALUES.get(hand, 0) if section == "pair" else int(hand) if hand.isdigit() else 0
    cell = (stake, section, number, LETTER_VALUES[up])
    rows = chart_rows(tables)
    if cell[:3] not in rows:
        raise BadCell(text, _no_row(rows, stake, section))
    if cell[3] in tables.dealing.up_values:
        raise BadCell(text, f"a dealer's {up} ends the round; there is nothing to play")
    return cell


def _no_row(rows: Mapping[Row, frozenset[str]], stake: str, section: str) -> str:
    hands = [hand for one, other, hand in rows if (one, other) == (stake, section)]
    if not hands:
        return f"this game's chart has no {section} hands with {'a lammer' if stake == 'free' else 'own money'}"
    if section == "pair":
        return f"{stake} pairs that can be split are {', '.join(hand_label(section, hand) for hand in sorted(hands))}"
    return f"{stake} {section} totals are {min(hands)} to {max(hands)}"


def read_cells(tables: RuleTables, texts: Iterable[str]) -> dict[Cell, Wishes]:
    """Cells with their plays, like ``hard16vT:S``. Raises BadCell."""
    found: dict[Cell, Wishes] = {}
    for text in texts:
        place, colon, play = text.partition(":")
        cell = read_cell(tables, place)
        if not colon:
            raise BadCell(place, "no action is given; write one after a colon, like hard16vT:S")
        if cell in found:
            raise BadCell(place, "the cell is given twice; leave one out")
        found[cell] = _read_play(tables, cell, place, play)
    return found


def _read_play(tables: RuleTables, cell: Cell, place: str, play: str) -> Wishes:
    letters = [] if play.strip() == KEPT else [letter.strip().upper() for letter in play.split("/")]
    legal = chart_rows(tables)[cell[:3]]
    for letter in letters:
        if letter not in WISHES:
            raise BadCell(place, f"{letter!r} is not an action; write {', '.join(WISHES)} joined by /")
        if WISHES[letter] not in legal:
            known = ", ".join(one for one, kind in WISHES.items() if kind in legal)
            raise BadCell(place, f"{letter} is never legal with this hand; legal are {known}")
    wishes = tuple(WISHES[letter] for letter in letters)
    if cell[1] != "pair" and not set(wishes) & set(BASES):
        raise BadCell(place, "add H or S at the end, for hands of three and more cards")
    return wishes


@lru_cache(maxsize=64)
def chart_rows(tables: RuleTables) -> dict[Row, frozenset[str]]:
    """Every row that a chart of this game may have, in reading order, with the actions that are ever legal there."""
    rows: dict[Row, set[str]] = {}
    legality = tables.legality
    splits = {value: _kinds(legality.pair_plays(UNSPLIT, value, 1)) & {*SPLITS} for value in VALUES}
    _add_totals(tables, rows, "own", UNSPLIT, VALUES)
    for value in (value for value, kinds in splits.items() if kinds):
        rows["own", "pair", value] = _kinds(legality.pair_plays(UNSPLIT, value, 1))
        _add_totals(tables, rows, "own", Source(value), (value,))
        if "free-split" in splits[value]:
            rows["free", "pair", value] = _kinds(legality.pair_plays(Source(value, free=True), value, 2))
            _add_totals(tables, rows, "free", Source(value, free=True), (value,))
    order = sorted(rows, key=lambda row: (STAKES.index(row[0]), SECTIONS.index(row[1]), row[2]))
    return {row: frozenset(rows[row]) for row in order}


def _kinds(plays: Iterable[Play]) -> set[str]:
    return {play.kind for play in plays}


def _add_totals(
    tables: RuleTables, rows: dict[Row, set[str]], stake: str, source: Source, first: Iterable[int]
) -> None:
    """Totals that hands with one of these first cards come to, and what is legal with them."""
    limit = tables.limit
    waiting = {(*add_card(*add_card(0, False, a, limit), b, limit), 2) for a in first for b in VALUES}
    seen = set(waiting)
    while waiting:
        total, soft, cards = waiting.pop()
        legal = _kinds(tables.legality.plays(source, total, soft, cards))
        rows.setdefault((stake, "soft" if soft else "hard", total), set()).update(legal)
        if "hit" in legal:
            after = {(*add_card(total, soft, value, limit), 3) for value in VALUES}
            more = {hand for hand in after if hand[0] <= limit} - seen
            seen |= more
            waiting |= more
