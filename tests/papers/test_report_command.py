"""``lammer report`` as a command: files, refusals, and the check of a file."""

import json
from pathlib import Path

import pytest

from lammer.papers.files import write_whole
from lammer.surfaces.cli.papers import report as report_command
from tests.papers.made import page_words, pdf
from tests.surfaces.commands import run

SHEET = """
id = "corner"
version = 1
name = "Corner Blackjack"
summary = "Blackjack that stands on soft 17."
source = "house rules"
extends = "sd-blackjack"

[dealer]
soft_17 = { value = "stand", clause = "house" }
"""


def test_a_report_is_made_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "par.pdf"
    words = ("sd-blackjack+royal-match", "--short", "--rounds", "0", "--for", "nj", "--paper", "letter")
    made = run("report", *words, "-o", str(path), "--json")
    assert made.code == 0, made.error
    output = json.loads(made.out)
    assert output["command"].startswith("lammer report sd-blackjack+royal-match -o par.pdf --short --rounds 0 --for nj")
    first = path.read_bytes()
    checked = run("report", "--check", str(path))
    assert checked.code == 0, checked.out
    assert f"all {len(output['figures'])} figures agree" in checked.out
    assert path.read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == ["par.pdf"]


def test_a_sheet_of_ones_own_is_checked_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document names the sheet as its maker did, the check may find it under another path."""
    mine = tmp_path / "own sheets"
    mine.mkdir()
    (mine / "corner.toml").write_text(SHEET, encoding="utf-8")
    monkeypatch.chdir(mine)
    assert run("report", "corner.toml", "--short", "--rounds", "0", "-o", "par.pdf").code == 0
    assert "lammer report SHEET.toml --check FILE" in " ".join(page_words((mine / "par.pdf").read_bytes())[-1])
    monkeypatch.chdir(tmp_path)
    unnamed = run("report", "--check", "own sheets/par.pdf")
    assert unnamed.code == 2
    assert "its sheet corner.toml is not here; name it: lammer report PATH --check own sheets/par.pdf" in unnamed.error
    checked = run("report", "own sheets/corner.toml", "--check", "own sheets/par.pdf")
    assert checked.code == 0, checked.out


def test_a_check_of_other_rules_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "par.pdf"
    path.write_bytes(pdf("sd-blackjack"))
    checked = run("report", "sd-blackjack[dealer.soft_17=stand]", "--check", str(path))
    assert checked.code == 1
    assert "main.house_edge: the file says" in checked.out


def test_a_check_does_not_vouch_for_other_bytes(tmp_path: Path) -> None:
    """What it compares is the same, what else the file contains is not known."""
    path = tmp_path / "par.pdf"
    assert run("report", "sd-blackjack", "--short", "--rounds", "0", "-o", str(path)).code == 0
    path.write_bytes(path.read_bytes() + b"% more\n")
    checked = run("report", "--check", str(path))
    assert checked.code == 0
    assert "The file has other\nbytes than the one" in checked.out
    assert "the file is what" not in checked.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sd-blackjack",), "name a game and a file"),
        (("sd-blackjack", "-o", "par.txt"), "must end in .pdf or .html"),
        (("sd-blackjack", "-o", "nowhere/par.pdf"), "there is no folder"),
        (("sd-blackjack", "-o", "par.pdf", "--date", "tomorrow"), "is not a date"),
        (("no-such-game", "-o", "par.pdf"), "no-such-game"),
        (("--check", __file__), f"{__file__}: this is not a PDF file, or it is damaged"),
    ],
)
def test_mistakes_are_explained(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("report", *words)
    assert done.code == 2
    assert message in done.error
    assert not any(tmp_path.iterdir())


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "par.pdf"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_whole(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["par.pdf"]


@pytest.mark.parametrize("short", [True, False])
def test_it_says_that_it_compiles_only_if_it_does(short: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the spread its kernels are not needed, so that they would stay uncompiled and the note would return."""
    asked: list[str] = []

    def note(kernel: str) -> None:
        asked.append(kernel)
        raise NotImplementedError  # enough

    monkeypatch.setattr(report_command, "prepare_analysis", note)
    with pytest.raises(NotImplementedError):
        report_command.report("sd-blackjack", json=True, short=short)
    assert asked == ["policy_values" if short else "added_up"]


def test_a_page_names_the_command_that_makes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run("report", "sd-blackjack", "--short", "--rounds", "0", "-o", str(path)).code == 0
    page = path.read_text(encoding="utf-8")
    assert "lammer report sd-blackjack -o par.html --short --rounds 0" in page
    assert "par.pdf" not in page


def test_an_error_of_a_write_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "par.pdf"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(path, b"new")
    assert caught.value.filename == str(path)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no such folder")
def test_a_folder_that_takes_no_files_is_refused_before_the_work() -> None:
    """Its permissions allow writing."""
    done = run("report", "sd-blackjack", "-o", "/proc/par.pdf")
    assert done.code == 2
    assert "/proc/par.pdf: the folder cannot be written: " in done.error
