"""A program of ours at the other end of a pipe: lines of JSON in, lines of JSON out, never waited for without end."""

import json
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import lammer

ROOT = Path(__file__).resolve().parents[3]
SOURCE = Path(lammer.__file__).parents[1]
PATIENCE = 60.0
"""Seconds after which whatever was waited for is held to hang."""


class Hangs(Exception):
    """Nothing came in time."""


class Program:
    def __init__(self, module: str, *arguments: str) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (SOURCE, ROOT)))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=ROOT,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._rest = b""

    def say(self, value: Any) -> None:
        self._in.write(json.dumps(value).encode() + b"\n")
        self._in.flush()

    def heard(self, seconds: float) -> list[Any]:
        """Whatever lines come within so many seconds, as soon as there are any; a line cut off by a kill is none."""
        if not self._selector.select(seconds):
            return []
        read = os.read(self._out, 1 << 20)
        if not read:
            raise Hangs(f"the program ended with {self._process.wait(PATIENCE)}")
        *lines, self._rest = (self._rest + read).split(b"\n")
        return [message for message in map(_json, lines) if message is not None]

    def answer(self) -> Any:
        """The next line, when one at a time is said and answered."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if lines := self.heard(until - time.monotonic()):
                (line,) = lines
                return line
        raise Hangs("no answer")

    def close(self) -> None:
        """Its input ends, and with it the program; one that does not end is killed."""
        self._in.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._selector.close()
        assert self._process.stdout
        self._process.stdout.close()


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
