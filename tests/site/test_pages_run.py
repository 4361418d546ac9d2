"""Every command and example of the tutorials and how-tos runs, from top to bottom, and shows its real output.

Pages are found by listing the folders. Those in docs/ itself are run by tests/tidy, docs/reference and docs/games are
compared with what writes them (test_built_site.py), and notebooks are executed (test_notebooks.py)."""

from pathlib import Path

import pytest

from tests import warm
from tools.examples import ROOT
from tools.page_session import BLOCK, PAGES, played
from tools.site_pages import sources

RUN_ELSEWHERE = {"reference", "games", "notebooks", "benchmarks", "project"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_runs(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) >= 2
    real, faults = played(text, tmp_path, warm.command())
    assert faults == []
    assert real == text, f"run python tools/page_session.py {page.stem}"


def test_no_folder_of_pages_is_left_out() -> None:
    folders = {place.partition("/")[0] for place in sources() if "/" in place}
    assert folders == RUN_ELSEWHERE | {page.parent.name for page in PAGES}
    assert {page.stem for page in PAGES} >= {"player", "mathematician", "operator", "programmer", "submit-to-a-lab"}


@pytest.mark.usefixtures("built_site")  # which lammer docs asks for before it looks at the port
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("```sh\nlammer rules lint no-such-game\n```", "ended with 2"),
        ("```sh\npip install 'lammer[nothing]'\n```", "there is no extra nothing"),
        ("```sh\nlammer docs --port 70000\n```", "a port is a number"),
        ("```pycon\n>>> 1 + 1\n3\n```", "Expected:\n    3"),
        ("```console\n$ lammer evs\n```", "GAME is missing"),
        ("```console\n$ lammer evs | tail -1\n```", "GAME is missing"),
        ("```python\nprint(1)\n```", "a block of kind 'python' is not run"),
    ],
)
def test_a_wrong_page_would_be_noticed(wrong: str, said: str, tmp_path: Path) -> None:
    """Negative control."""
    real, faults = played(f"{wrong}\n", tmp_path, warm.command())
    assert real == f"{wrong}\n"
    assert said in "".join(faults)


def test_other_output_would_be_noticed(tmp_path: Path) -> None:
    """Negative control."""
    page = '```text title="a.txt"\nhello\n```\n```console\n$ cat a.txt\nbye\n```\n'
    assert played(page, tmp_path, warm.command()) == (page.replace("bye", "hello"), [])


def test_the_commands_of_a_game_page_run(tmp_path: Path) -> None:
    """Of one page for all: the sections of every page are made by the same code, and compared with it."""
    text = (ROOT / "docs" / "games" / "triple-win-20.md").read_text(encoding="utf-8")
    shown = "\n".join(block.group() for block in BLOCK.finditer(text) if block[1] == "console")
    assert played(shown, tmp_path, warm.command()) == (shown, [])
