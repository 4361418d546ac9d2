"""Prints tables for people and JSON for programs."""

import io
import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from lammer.api.text import percent

__all__ = ["PIPE_WIDTH", "percent", "print_json", "print_table"]
PIPE_WIDTH = 200


def print_json(value: Any) -> None:
    """Prints an indented JSON document with its keys in the given order."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def print_table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Prints a table as wide as the terminal, or in a pipe as wide as its contents."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    wide = sys.stdout.isatty() or "COLUMNS" in os.environ
    drawn = io.StringIO()
    console = Console(file=drawn, width=shutil.get_terminal_size().columns if wide else PIPE_WIDTH, highlight=False)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(Text(column), overflow="fold", no_wrap=index == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)
    for line in [title, *drawn.getvalue().splitlines()]:
        print(line.rstrip())
