"""``lammer report`` as a command: files, refusals, and the check of a file."""

import io
import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lammer.papers.files import write_whole
from lammer.papers.pdf import pdf_bytes
from lammer.papers.stated import stated_by
from lammer.surfaces.cli.papers import report as report_command
from lammer.surfaces.cli.stopping import UNREAD
from tests.papers.made import QUICK, overflows, page_words, pages, par, pdf
from tests.surfaces.commands import run
from tests.warm import command

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
    assert checked.code == 1
    assert "the file is not the one that lammer report sd-blackjack -o par.pdf" in checked.out
    assert "something was added or changed that they do not show\n" in checked.out
    assert f"{path}: 1 difference; " in checked.out


def changed_pdf(**about: Any) -> bytes:
    """A PAR sheet without pages of figures, whose JSON says something else."""
    document = par("sd-blackjack")
    return pdf_bytes(replace(document, about={**document.about, **about}, cover=(), sections=()))


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"wanted": {**QUICK._asdict(), "splits": True}}, "wanted.splits is not known here"),
        ({"wanted": {"rounds": 0}}, "wanted.seed is missing"),
        ({"wanted": {**QUICK._asdict(), "rounds": -5}}, "wanted.rounds is too small"),
        ({"wanted": {**QUICK._asdict(), "rounds": "many"}}, "wanted.rounds is not a whole number"),
        ({"wanted": {**QUICK._asdict(), "rounds": True}}, "wanted.rounds is not a whole number"),
        ({"wanted": {**QUICK._asdict(), "chart": 1}}, "wanted.chart is neither true nor false"),
        ({"wanted": None}, "wanted has no parts"),
        ({"profile": "moon"}, "profile is none of those here"),
        ({"profile": 5}, "profile is none of those here"),
        ({"date": 7}, "date is not a text"),
        ({"date": "tomorrow"}, "date: 'tomorrow' is not a date"),
        ({"game": [1]}, "game is not a text"),
        ({"kind": "form"}, "this document is not a PAR sheet of lammer report"),
        ({"versions": 1, "wanted": 1}, "wanted has no parts"),
    ],
)
def test_a_file_that_does_not_say_how_it_was_made_is_refused(
    about: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """It was changed, or another version of lammer made it, with other options."""
    path = tmp_path / "par.pdf"
    path.write_bytes(changed_pdf(**about))
    done = run("report", "--check", str(path))
    assert (done.code, done.out) == (2, "")
    assert done.error.startswith(f"lammer: {path}: ")
    assert message in done.error


def test_the_options_of_a_document_are_those_of_its_check() -> None:
    assert stated_by({**par("sd-blackjack").about, "figures": {}}).wanted == QUICK
    assert set(QUICK._fields) == set(json.loads(json.dumps(par("sd-blackjack").about))["wanted"])


@pytest.mark.parametrize(
    "content",
    ['{"figures": [1, 2]}', '{"figures": {"a": 1}}', '{"figures": {"a": "\\ud800"}}', "[1]", '"a"', "[" * 100_000, "{"],
)
def test_a_file_with_other_json_is_refused(content: str, tmp_path: Path) -> None:
    for path, made in (
        (tmp_path / "par.html", f'<!doctype html><script id="figures">{content}</script>'.encode()),
        (tmp_path / "par.pdf", with_attachment(content)),
    ):
        path.write_bytes(made)
        done = run("report", "--check", str(path))
        assert (done.code, done.out) == (2, "")
        assert done.error.startswith(f"lammer: {path}: its ")
        assert "the file was changed" in done.error


def with_attachment(content: str) -> bytes:
    import pypdfium2

    pdf, made = pypdfium2.PdfDocument.new(), io.BytesIO()
    pdf.new_page(595, 842)
    pdf.new_attachment("figures.json").set_data(content.encode())
    pdf.save(made)
    return made.getvalue()


def test_a_check_that_nobody_reads_does_not_succeed(tmp_path: Path) -> None:
    path = tmp_path / "par.pdf"
    path.write_bytes(pdf("sd-blackjack"))
    read, write = os.pipe()
    os.close(read)
    words = [*command(), "report", "sd-free-bet[dealer.soft_17=stand]", "--check", str(path)]
    done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, timeout=120)
    os.close(write)
    assert (done.returncode, done.stderr) == (UNREAD, b"")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sd-blackjack",), "name a game and a file"),
        (("sd-blackjack", "-o", "par.txt"), "must end in .pdf or .html"),
        (("sd-blackjack", "-o", "nowhere/par.pdf"), "there is no folder"),
        (("sd-blackjack", "-o", "par.pdf", "--date", "tomorrow"), "is not a date"),
        (("no-such-game", "-o", "par.pdf"), "no-such-game"),
        (("--check", __file__), f"{__file__}: this is neither a PDF nor an HTML file, or it is damaged"),
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


def test_after_ctrl_c_it_says_that_nothing_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(kernel: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report_command, "prepare_analysis", interrupt)
    path = tmp_path / "par.pdf"
    done = run("report", "sd-blackjack", "-o", str(path))
    assert (done.code, done.error) == (130, f"lammer: interrupted; {path} was not written\n")
    assert not path.exists()


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


def test_a_page_names_the_command_that_makes_a_page_and_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    words = ("--short", "--rounds", "0", "--paper", "letter")
    assert run("report", "sd-blackjack", *words, "-o", str(path)).code == 0
    page = path.read_text(encoding="utf-8")
    assert "lammer report sd-blackjack -o par.html --short --rounds 0<" in page
    assert "par.pdf" not in page
    checked = run("report", "--check", str(path))
    assert checked.code == 0, checked.out
    assert "figures agree, and the file is what lammer report sd-blackjack -o par.html --short" in checked.out
    path.write_text(page.replace("</body>", "<!-- more --></body>"), encoding="utf-8")
    checked = run("report", "--check", str(path))
    assert checked.code == 1
    assert "although all figures and all words agree: something was added or changed" in checked.out


def test_letters_without_a_glyph_are_named_and_a_long_word_is_broken(tmp_path: Path) -> None:
    name, word = "賭場 Blackjack", "m" * 90
    sheet = tmp_path / "corner.toml"
    text = SHEET.replace("Corner Blackjack", name).replace("Blackjack that stands on soft 17.", word)
    sheet.write_text(text, encoding="utf-8")
    path = tmp_path / "par.pdf"
    made = run("report", str(sheet), "--short", "--rounds", "0", "-o", str(path))
    assert made.code == 0, made.error
    assert "lammer: the fonts of a PDF have no 賭場: these letters print as empty boxes" in made.error
    assert "have no U+8CED, U+5834: these letters print as empty boxes" in " ".join(page_words(path.read_bytes())[0])
    assert not any(overflows(page) for page in pages(path.read_bytes()))
    other = run("report", "sd-blackjack", "--short", "--rounds", "0", "-o", str(tmp_path / "other.pdf"))
    assert "fonts" not in other.error
