"""Runs the commands in the console blocks of the documents and writes their real output into the documents."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGES = [path for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]) if path.name != "clauses.md"]
ALL_PAGES = [*PAGES, *sorted(ROOT.glob("docs/*/*.md"))]
"""Also the pages in folders, which tools/page_session.py runs, or which are generated."""
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.DOTALL)
RECORDED = re.compile(r'(?<=```console title="recorded"\n)(.*?)(?=```)', re.DOTALL)
"""Commands that take longest. They are run here, and not by the tests, which would take a minute more."""


class Example(NamedTuple):
    command: str
    shown: str


def examples(block: str) -> Iterator[Example]:
    """Each ``$ ./run …`` with the output shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Example(command, shown)


LAMMER = (sys.executable, "-c", "from lammer.surfaces.cli import main; main()")


def real_output(command: str, lammer: Sequence[str] = LAMMER) -> str:
    """The output of the command; seconds, which differ between runs, are replaced."""
    shell = command.replace("./run", shlex.join(lammer))
    anywhere = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=120, cwd=ROOT, env=anywhere)
    lines = [re.sub(r"in [\d.]+ s,", "in … s,", line.rstrip()) for line in done.stdout.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def refreshed(page: str) -> str:
    def block(match: re.Match[str]) -> str:
        return "".join(f"$ {each.command}\n{real_output(each.command)}" for each in examples(match[1]))

    return RECORDED.sub(block, BLOCK.sub(block, page))


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")
