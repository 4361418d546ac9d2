"""What the documents show is what the program does: commands in the README give the output printed there."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.notation import LETTERS, read_round
from lammer.table.shoe import Shoe
from lammer.table.shuffle import commitment, derived_seed

ROOT = Path(__file__).resolve().parents[2]
PAGES = [path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")] if path.name != "clauses.md"]


def console_examples(text: str) -> list[tuple[str, str]]:
    """Each ``$ ./run …`` of a console block with the output that follows it."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    commands = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in commands]


EXAMPLES = [example for page in PAGES for example in console_examples(page.read_text(encoding="utf-8"))]


def _run(command: str) -> str:
    lammer = f"{sys.executable} -c 'from lammer.surfaces.cli import main; main()'"
    shell = command.replace("./run", lammer)
    return subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=120, cwd=ROOT).stdout


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_shows_real_output(command: str, shown: str) -> None:
    real = [line.rstrip() for line in _run(command).splitlines()]
    # Seconds differ from run to run; everything else is exact.
    real = [re.sub(r"in [\d.]+ s", "in … s", line) for line in real]
    assert real == [line.rstrip() for line in shown.splitlines()]


def test_the_readme_has_examples() -> None:
    assert len(console_examples((ROOT / "README.md").read_text(encoding="utf-8"))) >= 5


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
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
    seed = derived_seed("records page", "1")
    names = {"seed": seed, "decks": 6, "cut": 100, "commitment": commitment(seed, 6), "hashlib": hashlib}
    exec(code[1], names)
    assert names["shoe"] == Shoe(seed, 6, 100, 0, 0).cards


def test_the_example_sheet_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
    sheet = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert sheet
    path = tmp_path / "corner-casino.toml"
    path.write_text(sheet[1], encoding="utf-8")
    assert load_sheet(str(path)).rules.limits.least == 200
