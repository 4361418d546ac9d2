"""What the documents show is what the program does: commands in the README give the output printed there."""

import json
import re
from pathlib import Path

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.notation import LETTERS, read_round
from lammer.table.promise import SCHEME, Promise
from lammer.table.records import shoe_evidence
from lammer.table.shoe import Shoe
from lammer.table.shuffle import derived_seed
from tests import warm
from tools.examples import ALL_PAGES, BLOCK, PAGES, ROOT, Example, examples, real_output
from tools.pictures import FOLDER, PICTURES, picture

EXAMPLES = [
    example
    for page in PAGES
    for block in BLOCK.findall(page.read_text(encoding="utf-8"))
    for example in examples(block)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.command for example in EXAMPLES])
def test_an_example_shows_real_output(example: Example) -> None:
    assert real_output(example.command, warm.command()) == example.shown, "run: python tools/examples.py"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_table_draws_today(name: str) -> None:
    shown = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert shown == picture(PICTURES[name]), "run: python tools/pictures.py"
    assert "url(" not in shown.replace("url(#", ""), "a picture loads nothing from outside"


def test_the_python_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code
    exec(code[1], {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^print\(.*\)  # (.*)$", code[1], re.MULTILINE)


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) >= 6


def test_every_link_leads_somewhere() -> None:
    for page in ALL_PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_example_of_the_notation_page_is_a_round() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    line = re.search(r"```\n(.*?)\n```", page)
    assert line
    assert read_round(line[1]).round.settlement
    assert all(f"`{letters}`" in page for letters in LETTERS)


def test_the_shuffle_on_the_records_page_is_ours() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code
    given = (("ann", "7f3a"), ("Zoë", "my own text"))
    seed = derived_seed("records page", "1")
    promise = Promise(seed, 6, 1, 104, SCHEME, "t1", 3, 110, (52, 260), "house")
    for contributions in ((), given):
        filled = Shoe(promise, promise.house_cut(contributions), contributions)
        names: dict[str, object] = {"shoe": json.loads(json.dumps(shoe_evidence(filled, shoe_open=True)))}
        exec(code[1], names)
        assert names["cards"] == filled.cards


def test_the_example_sheet_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
    sheet = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert sheet
    path = tmp_path / "corner-casino.toml"
    path.write_text(sheet[1], encoding="utf-8")
    assert load_sheet(str(path)).rules.limits.minimum == 200
