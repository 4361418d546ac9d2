"""Runs a page of the documentation as a reader would, from top to bottom in one empty folder.

| block | what happens |
| --- | --- |
| `toml`, `python`, … with `title="NAME"` | the file is written |
| `console` | each `$ command` runs, and its output is the text below it |
| `sh` | each line runs and must succeed; a server is stopped when it answers; `pip install` is checked for extras |
| `pycon` | the session runs, and its output is compared |
| `text` | nothing: it shows what something looks like |

Any other block is a fault, so that nothing stands on a page that was never run. `python tools/page_session.py` writes
the real outputs into the pages.
"""

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.examples import LAMMER, ROOT, examples

PAGES = sorted([*ROOT.glob("docs/tutorials/*.md"), *ROOT.glob("docs/how-to/*.md")])
BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
SECONDS = 300
SERVERS = re.compile(r"^lammer (?:serve|docs)(?! add-user| passwd| roles| remove-user)(?!.* -o )")


class Session:
    """A folder with `lammer` and `python` on the path, and the names of a Python session."""

    def __init__(self, folder: Path, lammer: Sequence[str] = LAMMER) -> None:
        self.folder, self.faults = folder / "work", list[str]()
        self.folder.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        for name, command in (("lammer", lammer), ("python", [sys.executable])):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', "utf-8")
            program.chmod(0o755)
        own = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "XDG_DATA_HOME": str(folder / "data")}
        self.env = {name: value for name, value in os.environ.items() if name not in LEFT_OUT} | own
        self.names: dict[str, Any] = {}

    def block(self, found: re.Match[str]) -> str:
        """The block with its real output."""
        kind, title, body = found.groups()
        if title:
            (self.folder / title).write_text(body, "utf-8")
        elif kind == "console":
            return (
                "```console\n"
                + "".join(f"$ {one.command}\n{self.output(one.command)}" for one in examples(body))
                + "```"
            )
        elif kind == "sh":
            for line in body.replace("\\\n", "").splitlines():
                self.carry_out(line)
        elif kind == "pycon":
            self.type_in(body)
        elif kind != "text":
            self.faults.append(f"a block of kind {kind!r} is not run: give it a title, or use console, sh or pycon")
        return found.group()

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        # A pipeline fails with its first command, so that an error is not hidden by `| head`.
        bash = ["bash", "-o", "pipefail", "-c", command]
        return subprocess.run(bash, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=SECONDS)

    def output(self, command: str) -> str:
        """The output of a command; seconds, which differ between runs, are replaced."""
        done = self.run(command)
        if "Traceback" in done.stderr or (done.returncode and not done.stdout):
            self.faults.append(f"{command}: {done.stderr}")
        return "".join(re.sub(r"in [\d.]+ s\b", "in … s", line.rstrip()) + "\n" for line in done.stdout.splitlines())

    def carry_out(self, line: str) -> None:
        command = line.partition("  #")[0].strip()
        if command.startswith("pip install "):
            self.faults += requirement_faults(command)
        elif SERVERS.match(command):
            self.serve(command)
        elif command and (done := self.run(command)).returncode:
            self.faults.append(f"{command}: ended with {done.returncode}\n{done.stdout}{done.stderr}")

    def serve(self, command: str) -> None:
        """Starts a server, and stops it with Ctrl-C as soon as it answers."""
        words = shlex.split(command)
        program = [str(Path(self.env["PATH"].split(os.pathsep)[0]) / words[0]), *words[1:]]
        with subprocess.Popen(
            program,
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as server:
            assert server.stdout is not None
            printed = ""
            for line in server.stdout:
                printed += line
                if " at http://" in line:
                    server.send_signal(signal.SIGINT)
        if server.returncode or " at http://" not in printed:
            self.faults.append(f"{command}: {printed}")

    def type_in(self, body: str) -> None:
        test = doctest.DocTestParser().get_doctest(body, self.names, "page", "page", 0)
        with chdir(self.folder):
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, out=self.faults.append, clear_globs=False)
        self.names = test.globs


LEFT_OUT = {"COLUMNS", "LAMMER_JACKPOT", "LAMMER_DB", "LAMMER_SHEETS"}


def requirement_faults(command: str) -> Iterator[str]:
    """The extras that a `pip install` names are extras of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name, extras in re.findall(r"([\w-]+)(?:\[([\w,]+)\])?", command.removeprefix("pip install ")):
        if name != project["name"]:
            yield f"{command}: {name} is another project"
        for extra in filter(None, extras.split(",")):
            if extra not in project["optional-dependencies"]:
                yield f"{command}: there is no extra {extra}"


def played(text: str, folder: Path, lammer: Sequence[str] = LAMMER) -> tuple[str, list[str]]:
    """The page with its real outputs, and what else is wrong with it."""
    session = Session(folder, lammer)
    return BLOCK.sub(session.block, text), session.faults


if __name__ == "__main__":
    wanted = [path for path in PAGES if not sys.argv[1:] or path.stem in sys.argv[1:]]
    for path in wanted:
        with tempfile.TemporaryDirectory(prefix="lammer-page-") as scratch:
            real, found = played(path.read_text("utf-8"), Path(scratch))
        path.write_text(real, "utf-8")
        print("\n".join([path.name, *found]), flush=True)
