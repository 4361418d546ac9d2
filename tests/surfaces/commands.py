"""Every command of ``lammer``, found by walking the app, and a way to run one in this process."""

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from cyclopts import App

from lammer.surfaces.cli.app import app, main

ROOT = ()


class Done(NamedTuple):
    code: int
    out: str
    error: str


def commands(one: App = app, chain: tuple[str, ...] = ROOT) -> Iterator[tuple[tuple[str, ...], App]]:
    """The words of each command and its app, a group before its members."""
    yield chain, one
    for name in one:
        if not name.startswith("-"):
            yield from commands(one[name], (*chain, name))


def run(*words: str, stdin: str = "") -> Done:
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error), patch("sys.stdin", io.StringIO(stdin)):
        try:
            main(words)
        except SystemExit as ending:
            return Done(int(ending.code or 0), out.getvalue(), error.getvalue())
    raise AssertionError("main always exits")
