"""Prints tables for people and JSON for programs."""

import io
import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from lammer.api.text import percent
from lammer.surfaces.cli.table_layout import GAP, blocks_of

__all__ = ["PIPE_WIDTH", "output_width", "percent", "print_json", "print_table"]
PIPE_WIDTH = 200


def print_json(value: Any) -> None:
    """Prints an indented JSON document with its keys in the given order."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def print_table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Prints a table; in a terminal that is too narrow in several blocks of columns, in a pipe as wide as its
    contents."""
    width, in_terminal = output_width()
    lines = [title]
    for number, block in enumerate(blocks_of(columns, rows, width, split=in_terminal)):
        lines += [""] if number else []
        lines += _drawn([[row[place] for place in block.places] for row in (columns, *rows)], block.widths)
    for line in lines:
        print(line.rstrip())


def output_width() -> tuple[int, bool]:
    """The width for tables, and whether it is a terminal's."""
    in_terminal = sys.stdout.isatty() or "COLUMNS" in os.environ
    return shutil.get_terminal_size().columns if in_terminal else PIPE_WIDTH, in_terminal


def _drawn(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = io.StringIO()
    table = Table.grid(padding=(0, GAP, 0, 0))
    for width in widths:
        table.add_column(width=width, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(file=drawn, width=sum(widths) + GAP * len(widths), highlight=False).print(table)
    return drawn.getvalue().splitlines()
