"""Edges over two switches as a heat map: in the terminal, and as SVG."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from lammer.surfaces.cli.output import output_width
from lammer.surfaces.cli.table_layout import GAP, Block, blocks_of

if TYPE_CHECKING:
    from rich.table import Table

LOW, MIDDLE, HIGH = (38, 166, 91), (245, 222, 130), (214, 69, 65)
"""Green where the house keeps least, red where it keeps most."""
CELL_WIDTH, CELL_HEIGHT, MARGIN = 110, 34, 16
FONT = 13


class HeatMap(NamedTuple):
    """``edges[row][column]``; the rows are the values of the first key, the columns those of the second."""

    title: str
    row_key: str
    column_key: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    edges: tuple[tuple[float, ...], ...]

    def colour(self, edge: float) -> tuple[int, int, int]:
        """The colour of an edge on the scale from the lowest to the highest of the map."""
        every = [one for row in self.edges for one in row]
        low, high = min(every), max(every)
        share = (edge - low) / (high - low) if high > low else 0.5
        start, end = (LOW, MIDDLE) if share < 0.5 else (MIDDLE, HIGH)
        part = 2 * share - (share >= 0.5)
        red, green, blue = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
        return red, green, blue


def number(edge: float) -> str:
    return f"{edge + 0.0:.4%}"


def print_map(heat_map: HeatMap) -> None:
    """A table with coloured cells; in a pipe without colours."""
    from rich.console import Console

    width, in_terminal = output_width()
    heads = (f"{heat_map.row_key} \\ {heat_map.column_key}", *heat_map.columns)
    cells = [
        (name, *(f" {number(edge)} " for edge in edges))
        for name, edges in zip(heat_map.rows, heat_map.edges, strict=True)
    ]
    print(heat_map.title, flush=True)
    for block in blocks_of(heads, cells, width, split=in_terminal):
        Console(width=max(width, sum(block.widths) + GAP * len(block.widths)), highlight=False).print(
            _table(heat_map, heads, cells, block)
        )


def _table(heat_map: HeatMap, heads: Sequence[str], cells: Sequence[Sequence[str]], block: Block) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    for place, width in zip(block.places, block.widths, strict=True):
        table.add_column(Text(heads[place]), width=width, justify="right" if place else "left", overflow="fold")
    for texts, edges in zip(cells, heat_map.edges, strict=True):
        styles = ["bold", *(f"black on rgb({_rgb(heat_map.colour(edge))})" for edge in edges)]
        table.add_row(*(Text(texts[place], style=styles[place]) for place in block.places))
    return table


def _rgb(colour: Sequence[int]) -> str:
    return ",".join(map(str, colour))


def svg_text(heat_map: HeatMap) -> str:
    """The map as an SVG drawing of its own."""
    left = MARGIN + FONT * max(len(text) for text in (heat_map.row_key, *heat_map.rows)) * 0.62 + MARGIN
    top = MARGIN + 3 * CELL_HEIGHT
    width = left + CELL_WIDTH * len(heat_map.columns) + MARGIN
    width = max(width, 2 * MARGIN + FONT * len(heat_map.title) * 0.62)
    height = top + CELL_HEIGHT * len(heat_map.rows) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="{FONT}" role="img">',
        f"<title>{escape(heat_map.title)}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
        _label(MARGIN, MARGIN + FONT, heat_map.title, "start", "bold"),
        _label(left, top - CELL_HEIGHT - 6, heat_map.column_key, "start"),
        _label(MARGIN, top - 10, heat_map.row_key, "start"),
    ]
    for at, name in enumerate(heat_map.columns):
        lines.append(_label(left + CELL_WIDTH * (at + 0.5), top - 10, name, "middle", "bold"))
    for at, (name, edges) in enumerate(zip(heat_map.rows, heat_map.edges, strict=True)):
        y = top + CELL_HEIGHT * at
        lines.append(_label(MARGIN, y + CELL_HEIGHT / 2 + 5, name, "start", "bold"))
        for column, edge in enumerate(edges):
            lines.append(_cell(heat_map, left + CELL_WIDTH * column, y, (name, heat_map.columns[column]), edge))
    return "\n".join([*lines, "</svg>", ""])


def _label(x: float, y: float, text: str, anchor: str, weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def _cell(heat_map: HeatMap, x: float, y: float, values: tuple[str, str], edge: float) -> str:
    tooltip = f"{heat_map.row_key}={values[0]}, {heat_map.column_key}={values[1]}: {edge:.6%}"
    box = f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}"'
    fill = f'fill="rgb({_rgb(heat_map.colour(edge))})" stroke="white"'
    inside = _label(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 5, number(edge), "middle")
    return f"<g><title>{escape(tooltip)}</title>{box} {fill}/>{inside}</g>"
