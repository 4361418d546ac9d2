"""The site is built without warnings, all its links lead somewhere, and it loads nothing from another host."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tools import game_pages, reference, site_pages
from tools.site_check import faults


def test_it_has_every_page_and_no_fault(built_site: Path) -> None:
    there = {path.relative_to(built_site).with_suffix(".md").as_posix() for path in built_site.rglob("*.html")}
    assert there - {"404.md"} == set(site_pages.sources())
    assert faults(built_site) == []


SOUND = '<h1 id="top">One</h1><a href="two.html#there">two</a><a href="https://example.org/">elsewhere</a>'


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ('<a href="three.html">', "one.html: three.html is not there"),
        ('<a href="two.html#nowhere">', "one.html: two.html#nowhere: no such anchor"),
        ('<a href="#bottom">', "one.html: #bottom: no such anchor"),
        ('<img src="gone.png">', "one.html: gone.png is not there"),
        ('<script src="https://example.org/x.js"></script>', "one.html loads https://example.org/x.js"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "one.html loads //example.org/x.css"),
        ("<style>@import 'https://example.org/x.css'</style>", "one.html loads https://example.org/x.css"),
    ],
)
def test_a_fault_would_be_found(tmp_path: Path, wrong: str, fault: str) -> None:
    """Negative control."""
    (tmp_path / "one.html").write_text(SOUND, encoding="utf-8")
    (tmp_path / "two.html").write_text('<p id="there">', encoding="utf-8")
    assert faults(tmp_path) == []
    (tmp_path / "one.html").write_text(SOUND + wrong, encoding="utf-8")
    assert faults(tmp_path) == [fault]


def test_every_page_is_in_the_menu_once() -> None:
    def listed(entries: Any) -> list[str]:
        if isinstance(entries, str):
            return [entries]
        return [place for one in (entries.values() if isinstance(entries, dict) else entries) for place in listed(one)]

    assert sorted(listed(site_pages.menu())) == sorted(site_pages.sources())


def test_links_of_the_repository_become_links_of_the_site() -> None:
    contributing = site_pages.page_text("project/contributing.md")
    assert "(../python.md)" in contributing
    assert "(../benchmarks/gym.md)" not in contributing
    assert "(benchmarks/gym.md)" in site_pages.page_text("gym.md")
    assert "Containerfile](" not in site_pages.page_text("operations.md")
    assert "w(c) = o(c)·∏(n<sub>r</sub>)<sub>c<sub>r</sub></sub>" in site_pages.page_text("mathematics.md")
    assert "$ lammer compare" in site_pages.page_text("findings.md")


@pytest.mark.parametrize("made", [reference, game_pages], ids=["reference", "games"])
def test_generated_pages_are_up_to_date(made: ModuleType) -> None:
    assert made.out_of_date() == [], f"run python {made.__file__}"


def test_a_page_out_of_date_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: one page is changed, one is missing, one should not be there."""
    changed, missing, *_ = names = sorted(path.name for path in game_pages.FOLDER.glob("*.md"))
    for name in names:
        text = (game_pages.FOLDER / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("pays 3:2", "pays 6:5", 1) + " " * (name == changed), "utf-8")
    (tmp_path / missing).unlink()
    (tmp_path / "zz.md").write_text("", encoding="utf-8")
    monkeypatch.setattr(game_pages, "FOLDER", tmp_path)
    assert {changed, missing, "zz.md"} <= set(game_pages.out_of_date())
