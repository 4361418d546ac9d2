"""Which columns of a table are printed beside each other, and how wide they are: numbers are never wrapped."""

import re
from collections.abc import Sequence
from typing import NamedTuple

GAP = 2
"""Spaces between two columns."""
LEAST_TEXT = 20
"""Text is wrapped at words, but is not made narrower than this."""
LETTER = re.compile(r"[^\W\d_]")


class Block(NamedTuple):
    """Columns that are printed beside each other: their places in the table and their widths."""

    places: tuple[int, ...]
    widths: tuple[int, ...]


def blocks_of(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, split: bool) -> list[Block]:
    """The blocks of a table. A table that is too wide is printed in several blocks, each of which begins with the
    columns that tell its rows apart. Without ``split`` it is one block, as wide as it must be."""
    cells = [[heading, *(row[place] for row in rows)] for place, heading in enumerate(columns)]
    natural = [max(map(_length, column)) for column in cells]
    least = [_least(column, LEAST_TEXT) for column in cells]
    every = tuple(range(len(columns)))
    if not split or _total(least) <= width:
        return [Block(every, _widths(every, least, natural, width))]
    keys = _keys(rows)
    if not _keys_fit(keys, least, width):
        least[:keys] = [_least(column) for column in cells[:keys]]
    keys = keys if _keys_fit(keys, least, width) else 1
    return [Block(places, _widths(places, least, natural, width)) for places in _groups(keys, least, width)]


def _length(text: str) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, text.splitlines()), default=0)


def _least(column: Sequence[str], least_text: int = 0) -> int:
    """The least width of a column, a heading and cells: that of its numbers, its words, and of ``least_text``."""
    heading, *cells = column
    return max([_longest_word(heading), *(_least_of_cell(cell, least_text) for cell in cells)])


def _least_of_cell(cell: str, least_text: int) -> int:
    if " " in cell and LETTER.search(cell):
        return min(_length(cell), max(_longest_word(cell), least_text))
    return _length(cell)


def _longest_word(text: str) -> int:
    return max(map(_length, text.split()), default=0)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _keys(rows: Sequence[Sequence[str]]) -> int:
    """The number of first columns that tell the rows apart, at least one and not all."""
    columns = len(rows[0]) if rows else 1
    return next((keys for keys in range(1, columns - 1) if len({tuple(row[:keys]) for row in rows}) == len(rows)), 1)


def _keys_fit(keys: int, least: Sequence[int], width: int) -> bool:
    return _total([*least[:keys], max(least[keys:], default=0)]) <= width


def _groups(keys: int, least: Sequence[int], width: int) -> list[tuple[int, ...]]:
    first = tuple(range(keys))
    groups = [first]
    for place in range(keys, len(least)):
        group = (*groups[-1], place)
        if groups[-1] != first and _total([least[one] for one in group]) > width:
            groups.append((*first, place))
        else:
            groups[-1] = group
    return groups


def _widths(places: Sequence[int], least: Sequence[int], natural: Sequence[int], width: int) -> tuple[int, ...]:
    """Natural widths; if they do not fit, the widest text is made narrower first, the first column last."""
    widths = [natural[place] for place in places]
    while _total(widths) > width:
        narrower = [at for at, place in enumerate(places) if widths[at] > least[place]]
        if not narrower:
            break
        widths[max(narrower, key=lambda at: (at > 0, widths[at]))] -= 1
    return tuple(widths)
