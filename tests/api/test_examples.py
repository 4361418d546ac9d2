"""The examples of the docstrings, of docs/python.md, docs/gym.md and docs/risk.md run; the typed program works."""

import doctest
import re
from decimal import Decimal
from importlib import import_module
from pathlib import Path

import pytest

from tests.api.typed_program import figures, play

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    "lammer",
    *(f"lammer.api.{path.stem}" for path in sorted((ROOT / "src/lammer/api").glob("[a-z]*.py"))),
    "lammer.surfaces.gym",
    "lammer.surfaces.gym.registration",
]
PAGES = {ROOT / "docs" / "python.md": 20, ROOT / "docs" / "gym.md": 15, ROOT / "docs" / "risk.md": 4}
"""With the number of examples that each has at least."""
EXAMPLE = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_docstring_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    attempted = sum(doctest.testmod(import_module(name)).attempted for name in MODULES)
    assert attempted >= 8


def page_examples(text: str) -> doctest.DocTest:
    """Every block of the page in order, as one session."""
    session = "\n".join(block for block in EXAMPLE.findall(text))
    return doctest.DocTestParser().get_doctest(session, {}, "page", "page", 0)


def failures(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.chdir(tmp_path)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(page_examples(text), out=output.append)
    return runner.failures, "".join(output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(page_examples(text).examples) >= PAGES[page]
    failed, output = failures(text, tmp_path, monkeypatch)
    assert failed == 0, output


def test_a_wrong_example_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    assert failures("```pycon\n>>> 1 + 1\n3\n```\n", tmp_path, monkeypatch)[0] == 1


def test_the_typed_program_runs() -> None:
    assert play(20) == Decimal(play(20))
    found = figures()
    assert found["stand"] < found["edge"]
    assert found["double"] > 0
