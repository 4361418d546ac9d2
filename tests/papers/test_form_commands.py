"""``lammer progressive paper`` as a command: files, refusals, and the check of a file against its books."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.papers.forged import stamped
from tests.papers.form_books import REFERENCE, jackpot_with_forms
from tests.surfaces.commands import Done, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    jackpot_with_forms(folder).journal.close()
    return folder


def paper(folder: Path, *words: str, link: str = "main") -> Done:
    where = ("--db", str(folder / "jackpot.db"), "--key-file", str(folder / "jackpot.key"))
    return run("progressive", "paper", *words, *where, *(["--link", link] if link else []))


def test_a_slip_is_written_and_checked(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "slip.pdf"
    done = paper(folder, "slip", "T1", "1", "3", "-o", str(file), "--paper", "letter", "--json")
    assert done.code == 0, done.error
    output = json.loads(done.out)
    assert (output["figures"]["paid"], output["amount"]) == ("25,000.72", "25,000.72")
    assert output["command"] == "lammer progressive paper slip T1 1 3 -o slip.pdf --link main --paper letter"
    first = file.read_bytes()
    checked = paper(folder, "--check", str(file), link="")
    assert checked.code == 0, checked.out
    assert f"{output['number']} agrees with the books" in checked.out
    again = run("progressive", "paper", *output["command"].split()[3:5], *_rest(output["command"], file, folder))
    assert again.code == 0, again.error
    assert file.read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == ["slip.pdf"]


def _rest(command: str, file: Path, folder: Path) -> list[str]:
    """The words of a printed command after the form's first one, for a file and books elsewhere."""
    words = [str(file) if word == "slip.pdf" else word for word in command.split()[5:]]
    return [*words, "--db", str(folder / "jackpot.db"), "--key-file", str(folder / "jackpot.key")]


def test_a_page_is_written_and_checked(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "slip.html"
    assert paper(folder, "slip", "T1", "1", "3", "-o", str(file), "--paper", "letter").code == 0
    page = file.read_text("utf-8")
    assert "lammer progressive paper slip T1 1 3 -o slip.html --link main<" in page
    checked = paper(folder, "--check", str(file), link="")
    assert checked.code == 0, checked.out
    file.write_text(page.replace(">25,000.72<", ">25,000.73<", 1), "utf-8")
    checked = paper(folder, "--check", str(file), link="")
    assert checked.code == 1
    assert f"section 0: the file says 25,000.73, computed 25,000.72\n{file}: 1 difference\n" in checked.out


def test_other_bytes_are_a_difference(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "slip.pdf"
    assert paper(folder, "slip", "T1", "1", "3", "-o", str(file)).code == 0
    made = file.read_bytes()
    file.write_bytes(made + b"% more\n")
    checked = paper(folder, "--check", str(file), link="")
    assert checked.code == 1
    assert "something was added or changed that they do not show" in checked.out
    file.write_bytes(stamped(made))
    checked = paper(folder, "--check", str(file), link="")
    assert (checked.code, "annotations on page 1: the file says 1, computed 0" in checked.out) == (1, True)


@pytest.mark.parametrize("about", [{"form": ["slip"]}, {"link": 1}, {"ask": [1]}, {"ask": {"event": 10**30}}])
def test_a_form_that_does_not_say_what_it_is_about_is_refused(
    about: dict[str, Any], folder: Path, tmp_path: Path
) -> None:
    file, document = tmp_path / "form.html", {"kind": "form", "form": "terms", "link": "main", "ask": {}, "figures": {}}
    content = json.dumps({**document, "books": "x", **about})
    file.write_text(f'<!doctype html><script id="figures">{content}</script>', "utf-8")
    done = paper(folder, "--check", str(file), link="")
    assert done.code == (1 if "event" in str(about) else 2)
    assert done.code == 1 or f"--check {file}: this " in done.error


def test_a_slip_of_other_books_exits_with_1(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    jackpot_with_forms(other, "blazing-7s").journal.close()
    file = tmp_path / "slip.pdf"
    assert paper(other, "slip", "T1", "1", "3", "-o", str(file)).code == 0
    checked = paper(folder, "--check", str(file), link="")
    assert checked.code == 1
    assert "books: the file says" in checked.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a form, like slip, or a file to check"),
        (("slip", "T1", "1", "3"), "--output is missing: name a file, like -o slip.pdf"),
        (("slip", "T1", "1", "3", "-o", "slip.txt"), "must end in .pdf or .html"),
        (("slip", "T1", "1", "7", "-o", "slip.pdf"), "table T1, hand 1, spot 7: there is no award in the books"),
        (("slip", "T1", "1", "3", "-o", "nowhere/slip.pdf"), "there is no folder"),
        (("approval", "T1", "1", "2", "-o", "form.pdf"), "the dealer paid this without approval"),
        (("reading", "--day", "2026-01-09", "-o", "form.pdf"), "were not read on 2026-01-09"),
        (("reading", "--event", "2", "-o", "form.pdf"), "event 2 is no reading of jackpot main"),
        (("transfer", "P1", "-o", "form.pdf"), f"there is {REFERENCE}"),
        (("--check", "nowhere.pdf"), "nowhere.pdf: No such file"),
        (("--check", __file__), "this is neither a PDF nor an HTML file"),
    ],
)
def test_mistakes_are_explained(
    words: tuple[str, ...], message: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = paper(folder, *words)
    assert done.code == 2
    assert message in done.error
    assert "Traceback" not in done.error
    assert not any(tmp_path.iterdir())


def test_printing_writes_nothing_to_the_books(folder: Path, tmp_path: Path) -> None:
    def last() -> tuple[int, ...]:
        with sqlite3.connect(folder / "jackpot.db") as books:
            found: tuple[int, ...] = books.execute("SELECT max(number), count(*) FROM events").fetchone()
            return found

    before = last()
    for form in ("liability", "terms", "reading", "reconciliation"):
        assert paper(folder, form, "-o", str(tmp_path / f"{form}.html")).code == 0
    assert last() == before
