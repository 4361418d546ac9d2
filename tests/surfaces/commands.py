"""Every command of ``lammer``, found by walking the app, and ways to run one: in this process, and as a shell would."""

import io
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from cyclopts import App

from lammer.surfaces.cli.app import app, main
from tests import warm
from tests.surfaces.real_terminal import RealTerminal

ROOT = ()
SERVERS = (["lammer"], ["lammer", "serve"], ["lammer", "docs"])
FULL_SCREEN = ["lammer", "workbench"]


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


def parsed(line: str) -> tuple[list[list[str]], str]:
    """The commands of a pipeline, and the file its output goes to."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    stages: list[list[str]] = [[]]
    words = list(lexer)
    for word in words:
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    *_, last = stages
    return ([*stages[:-1], last[: last.index(">")]], last[-1]) if ">" in last else (stages, "")


def carried_out(line: str) -> Done:
    """As a shell would; a server is stopped as soon as it answers, and a full-screen program is left again."""
    stages, file = parsed(line)
    done = Done(0, "", "")
    for words in stages:
        if words[0] == "echo":
            done = Done(0, " ".join(words[1:]) + "\n", "")
        elif words[:2] in SERVERS and "-o" not in words:
            done = served(*words[1:])
        elif words[:2] == FULL_SCREEN:
            done = on_screen(*words[1:])
        else:
            assert words[0] == "lammer", line
            done = run(*words[1:], stdin=done.out)
    if file:
        Path(file).write_text(done.out, encoding="utf-8")
    return done


def served(*words: str) -> Done:
    process = warm.Process(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    for line in process.stdout:
        if " at http://" in line:
            process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    return Done(process.wait(), "", error)


def on_screen(*words: str) -> Done:
    """A full-screen program in a terminal, left with q once it has drawn its figures' place."""
    terminal = RealTerminal("from lammer.surfaces.cli import main; main()", *words)
    try:
        terminal.until("House edge", "lammer:")
        terminal.press("q")
        return Done(terminal.until_over(), "", terminal.shown)
    finally:
        terminal.close()
