"""HTML for notebooks: small tables with their styles inline, readable on light and dark pages."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

CELL = "padding:2px 8px;text-align:left"
COLOURS = {
    "H": "#d9534f",
    "S": "#f0d264",
    "D": "#5b9bd5",
    "FD": "#9dc3e6",
    "P": "#70ad47",
    "FP": "#a9d18e",
    "R": "#bfbfbf",
}
"""Background of a chart's cell by its first action; the text on it is black."""


def table(title: str, header: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """A table with a title above and a note below it."""
    head = "".join(f'<th style="{CELL}">{escape(one)}</th>' for one in header)
    body = "".join(f"<tr>{''.join(_cell(one) for one in row)}</tr>" for row in rows)
    heading = f"<thead><tr>{head}</tr></thead>" if header else ""
    below = f"<div><small>{escape(note)}</small></div>" if note else ""
    return f"<div><strong>{escape(title)}</strong><table>{heading}<tbody>{body}</tbody></table>{below}</div>"


def _cell(value: object) -> str:
    return f'<td style="{CELL}">{escape(str(value))}</td>'


def chart_grid(title: str, columns: Sequence[str], rows: Mapping[str, Mapping[str, str]]) -> str:
    """One section of a chart: a row for each hand, a coloured cell for each up card."""
    head = "".join(f'<th style="{CELL}">{escape(one)}</th>' for one in ("", *columns))
    body = "".join(
        f'<tr><th style="{CELL}">{escape(hand)}</th>{"".join(_chart_cell(row.get(up, "")) for up in columns)}</tr>'
        for hand, row in rows.items()
    )
    caption = f"<caption>{escape(title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _chart_cell(actions: str) -> str:
    colour = COLOURS.get(actions.partition("/")[0])
    style = f"{CELL};background:{colour};color:#000" if colour else CELL
    return f'<td style="{style}">{escape(actions)}</td>'
