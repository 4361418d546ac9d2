"""Checks of doctor on the installation: the program, its packages by extra, compiled kernels, terminal, completion."""

import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast, get_args

import lammer
from lammer.api.kept_findings import code_version
from lammer.api.kernels import PARTS, kernels_home, not_compiled
from lammer.cache import PACKAGE, package_hash
from lammer.surfaces.cli.books.findings import Finding, fault, note, ok, warning
from lammer.surfaces.cli.completion_script import Shell, script_place

OLDEST = (3, 11)
BASE = "lammer"
FASTER = ("httptools", "uvloop")
"""Packages of the base without which a server is only slower; Windows has no uvloop."""
PACKAGES = {
    BASE: (
        "alembic",
        "argon2-cffi",
        "cryptography",
        "cyclopts",
        "fastapi",
        "numba",
        "numpy",
        "prometheus-client",
        "pydantic",
        "rich",
        "sqlalchemy",
        "textual",
        "typing-extensions",
        "uvicorn",
        "websockets",
    ),
    "cluster": ("distributed",),
    "gym": ("gymnasium", "pettingzoo"),
    "postgres": ("psycopg", "psycopg-binary"),
    "report": ("matplotlib", "pypdfium2", "segno", "typst"),
}
USES = {
    "cluster": "simulations on a Dask cluster",
    "gym": "environments for reinforcement learning",
    "postgres": "books in PostgreSQL",
    "report": "PAR sheets, forms and pictures",
}
SUITS = "♠♥♦♣"


def program() -> Iterator[Finding]:
    about = f"lammer {lammer.__version__} (sources {package_hash()}, figures {code_version()}) in {PACKAGE}"
    yield ok("program", about)
    found = f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}, {cores()} cores"
    if sys.version_info < OLDEST:
        yield fault("python", found, "install Python 3.11 or newer")
    else:
        yield ok("python", found)


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def missing(extra: str) -> list[str]:
    return [name for name in PACKAGES[extra] if _version(name) is None]


def install_command(extra: str) -> str:
    return "pip install lammer" if extra == BASE else f"pip install 'lammer[{extra}]'"


def extras() -> dict[str, Any]:
    """Every extra with what is missing of it and how to install it, for programs."""
    return {
        extra: {"installed": not (lacks := missing(extra)), "missing": lacks, "install": install_command(extra)}
        for extra in PACKAGES
        if extra != BASE
    }


def packages(*, postgresql: bool) -> Iterator[Finding]:
    """Only the base packages and the driver of a database that is used are required."""
    for extra, names in PACKAGES.items():
        called = BASE if extra == BASE else f"lammer[{extra}]"
        lacks, do = missing(extra), install_command(extra)
        if not lacks:
            yield ok("packages", f"{called}: {', '.join(f'{name} {_version(name)}' for name in names)}")
        elif extra == BASE or (postgresql and extra == "postgres"):
            yield fault("packages", f"{called}: {', '.join(lacks)} not installed", do)
        else:
            yield note("packages", f"{called}: {', '.join(lacks)} not installed", f"{do}, for {USES[extra]}")
    slow = [name for name in FASTER if _version(name) is None and (name, os.name) != ("uvloop", "nt")]
    if slow:
        yield warning("packages", f"{', '.join(slow)} not installed: a server is slower", install_command(BASE))


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def kernels() -> Iterator[Finding]:
    home = kernels_home()
    if home is None:
        do = "let LAMMER_CACHE name a folder that you can write to"
        yield warning("kernels", "no folder for compiled kernels can be written: every process compiles its own", do)
    elif lacks := not_compiled():
        text = f"{len(PARTS) - len(lacks)} of {len(PARTS)} parts compiled in {home}; not yet: {', '.join(lacks)}"
        yield note("kernels", text, "lammer doctor --compile, or wait a minute when a figure is first computed")
    else:
        yield ok("kernels", f"compiled, in {home}")


def terminal() -> Iterator[Finding]:
    from rich.console import Console

    console = Console()
    colours = console.color_system or "none"
    why = " (NO_COLOR is set)" if os.environ.get("NO_COLOR") else "" if console.is_terminal else " (not a terminal)"
    columns, lines = shutil.get_terminal_size()
    text = f"{columns} by {lines}, colours: {colours}{why}, encoding {sys.stdout.encoding}"
    if _encodes(SUITS):
        yield ok("terminal", f"{text}, shows {SUITS}")
    else:
        yield note("terminal", f"{text}: suits are printed as escapes", "PYTHONUTF8=1, or a UTF-8 locale")
    yield ok("browser", "tables open in any browser; lammer needs no Chromium of its own")


def _encodes(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def completion() -> Iterator[Finding]:
    """Of the user's own shell."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in get_args(Shell) or (place := script_place(cast(Shell, name))) is None:
        yield ok("completion", "lammer completion --help has scripts for bash, zsh, fish and PowerShell")
    elif place.is_file():
        yield ok("completion", f"installed for {name}: {place}")
    else:
        yield note("completion", f"not installed for {name}", f"lammer completion {name} --install")
