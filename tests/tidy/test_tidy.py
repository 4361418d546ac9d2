"""The repository checks its own style. Each check is a function over text, with a control that shows it can fail."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "lammer"
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
MADE = {"__pycache__", "build", "dist"}
MOST_LINES_OF_FILE = 400
MOST_LINES_OF_FUNCTION = 60
MOST_LINES_OF_MEDIAN_FUNCTION = 25

# The patterns are written so as not to match themselves: this file is checked too.
ADDRESS = re.compile(r"\w+://| @ |^\s*(?:[./~]|(?:-i|-f|--(?:extra-)?index-url|--find-links|--trusted-host)\b)", re.M)
DEVELOPER_PATH = re.compile(r"(?<![\w.-])/(?:root|home|Users|work)/")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")


# What is looked at


def repository_files(root: Path) -> list[Path]:
    """The files git tracks or would track; outside a git checkout, all but the hidden and the made."""
    if (root / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-coz", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=True
        ).stdout
        return [root / name for name in listing.split("\0") if name and (root / name).is_file()]
    return list(walked_files(root))


def walked_files(root: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name == ".ci" or not (name.startswith(".") or name in MADE)]
        yield from (Path(folder, name) for name in names)


def source_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def room_files() -> list[Path]:
    return sorted(SOURCE.glob("*/__init__.py"))


def text_of(path: Path) -> str:
    """The text of a file; of a binary one, what can be read of it."""
    return path.read_text("utf-8", errors="replace")


# The checks


def over(most: int, lengths: dict[str, int]) -> dict[str, int]:
    """The lengths above the most allowed."""
    return {name: length for name, length in lengths.items() if length > most}


def lines_of(code: str) -> int:
    return len(code.splitlines())


def function_lengths(code: str) -> dict[str, int]:
    """Lines of each function, from `def` to its end."""
    return {
        f"{node.name}:{node.lineno}": (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def is_introduced(code: str, modules: set[str]) -> bool:
    """Whether a package's docstring says in a line what it is for, and then names a module to start reading at."""
    line, _, rest = (ast.get_docstring(ast.parse(code)) or "").partition("\n\n")
    named = {re.split(r"[./]", name)[0] for name in re.findall(r"``([^`]+)``", rest)}
    return line.endswith(".") and bool(named & modules if modules else rest)


def imported(code: str) -> set[str]:
    """Every top-level package the code imports by absolute name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


def unhashed(lock: str) -> list[str]:
    """Requirements of a lock that are not pinned to an exact version and at least one hash."""
    requirements = [line for line in re.sub(r"\\\n", " ", lock).splitlines() if line and not line.startswith("#")]
    return [line for line in requirements if not re.match(r"[\w.\[\]-]+==[^ ]+ .*--hash=sha256:[0-9a-f]{64}", line)]


def pins(lock: str) -> set[str]:
    return set(re.findall(r"^[\w.\[\]-]+==[^ ]+", lock, re.M))


# The repository


def test_the_repository_is_found() -> None:
    assert ROOT / "pyproject.toml" in repository_files(ROOT)
    assert source_files()
    assert room_files()
    assert {path.stem for path in LOCKS} >= {"run", "test", "uv"}


def test_files_are_short() -> None:
    lengths = {path.relative_to(ROOT).as_posix(): lines_of(text_of(path)) for path in source_files()}
    assert over(MOST_LINES_OF_FILE, lengths) == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{path.relative_to(ROOT).as_posix()}:{name}": length
        for path in source_files()
        for name, length in function_lengths(text_of(path)).items()
    }
    assert over(MOST_LINES_OF_FUNCTION, lengths) == {}
    assert median(lengths.values()) <= MOST_LINES_OF_MEDIAN_FUNCTION


@pytest.mark.parametrize("path", room_files(), ids=lambda path: path.parent.name)
def test_every_package_is_introduced(path: Path) -> None:
    modules = {one.stem for one in path.parent.iterdir()} - {"__init__", "__pycache__"}
    assert is_introduced(text_of(path), modules)


def test_no_deal_draws_from_random() -> None:
    assert [path for path in source_files() if "random" in imported(text_of(path))] == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_locks_are_hashed_and_name_no_registry(path: Path) -> None:
    assert ADDRESS.findall(text_of(path)) == []
    assert pins(text_of(path))
    assert unhashed(text_of(path)) == []


def test_the_test_lock_holds_the_run_lock() -> None:
    run, test = (pins(text_of(ROOT / "locks" / name)) for name in ("run.txt", "test.txt"))
    assert run <= test


def test_no_path_of_a_developer_machine() -> None:
    assert [path for path in repository_files(ROOT) if DEVELOPER_PATH.search(text_of(path))] == []


def written_files() -> list[Path]:
    """Not the built page, whose compressed files may contain any letters by chance, nor what other tests write."""
    return [path for path in repository_files(ROOT) if path.is_relative_to(SOURCE) and "built" not in path.parts]


def test_nothing_is_left_unfinished() -> None:
    assert len(written_files()) > 500
    assert [path for path in written_files() if UNFINISHED.search(text_of(path))] == []


# Negative controls: each check fails on what it is there to catch


def test_control_file_length() -> None:
    lengths = {"at": lines_of("a\n" * MOST_LINES_OF_FILE), "above": lines_of("a\n" * MOST_LINES_OF_FILE + "a")}
    assert over(MOST_LINES_OF_FILE, lengths) == {"above": MOST_LINES_OF_FILE + 1}


def test_control_function_lengths() -> None:
    code = "class A:\n    async def b(self):\n        c = 1\n        return c\n\n\ndef d(): ...\n"
    assert function_lengths(code) == {"b:2": 3, "d:7": 1}


@pytest.mark.parametrize(
    "docstring", ["", "The cards.", "The cards\n\nSee ``card.py``.", "Cards.\n\nSee ``tables.py``."]
)
def test_control_introduction(docstring: str) -> None:
    assert is_introduced('"""Cards.\n\nStart with ``card.Card``."""', {"card", "hand"})
    assert not is_introduced(f'"""{docstring}"""', {"card", "hand"})


@pytest.mark.parametrize("line", ["import random", "from random import choice", "import os, random"])
def test_control_random(line: str) -> None:
    assert "random" in imported(f"def deal():\n    {line}\n")
    assert "random" not in imported("from .random import choice\nimport secrets\nrandom = 1\n")


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple",
        "-i example.org",
        "--find-links wheels",
        "a @ file:///wheels/a.whl",
        "./wheels/a.whl",
        "# from http://example.org",
    ],
)
def test_control_lock_address(line: str) -> None:
    assert ADDRESS.search(f"a==1 \\\n    --hash=sha256:{'0' * 64}\n{line}\n")


@pytest.mark.parametrize("line", ["a==1", "a>=1 --hash=sha256:" + "0" * 64, "a==1 --hash=md5:0", "-e ."])
def test_control_lock_hash(line: str) -> None:
    sound = f"a==1 ; sys_platform == 'win32' \\\n    --hash=sha256:{'0' * 64}\n"
    assert unhashed(sound) == []
    assert unhashed(sound + line) == [line]


@pytest.mark.parametrize("folder", ["root", "home", "Users", "work"])
def test_control_developer_path(folder: str) -> None:
    assert DEVELOPER_PATH.search(f"see /{folder}/someone")
    assert not DEVELOPER_PATH.search(f"see https://example.org/{folder}/someone")


@pytest.mark.parametrize("word", ["TO" + "DO", "FIX" + "ME", "XX" + "X"])
def test_control_unfinished(word: str) -> None:
    assert UNFINISHED.search(f"# {word}: later")
    assert not UNFINISHED.search(f"a{word}b")


def test_control_walk(tmp_path: Path) -> None:
    for name in ("a.py", ".ci/run", ".venv/b.py", "c/__pycache__/d.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert {path.relative_to(tmp_path).as_posix() for path in repository_files(tmp_path)} == {"a.py", ".ci/run"}
