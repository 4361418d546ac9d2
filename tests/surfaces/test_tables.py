"""Tables in terminals of several widths: numbers are never cut into pieces, words only between each other."""

import re

import pytest

from lammer.surfaces.cli.output import print_table
from tests.surfaces.commands import run
from tests.surfaces.real_terminal import RealTerminal

MAIN = "from lammer.surfaces.cli import main; main()"
CARDS = "A23456789T"
NUMBER = re.compile(r"[-+]\d+\.\d{4}%?")


def shown(columns: int, *words: str) -> list[str]:
    terminal = RealTerminal(MAIN, *words, columns=columns)
    try:
        assert terminal.until_over() == 0
    finally:
        terminal.close()
    return terminal.shown.splitlines()


@pytest.mark.parametrize("columns", [80, 40])
def test_effects_of_removal_are_whole_in_a_terminal(columns: int) -> None:
    """Every effect is in the column of its card, in one piece; every block names the bet."""
    lines = shown(columns, "eor", "sd-free-bet", "--side", "insurance")
    heads = [at for at, line in enumerate(lines) if line.startswith("bet ")]
    seen = [head for at in heads for head in lines[at].split() if head in CARDS]
    numbers = [number for at in heads for number in NUMBER.findall(lines[at + 1])]
    assert len(heads) > 1
    assert "".join(seen) == CARDS
    assert sum(number in ("+0.2987", "-0.6690") for number in numbers) == len(CARDS) + 1  # and their sum
    assert all(lines[at + 1].startswith("insurance") for at in heads)
    assert max(map(len, lines[heads[0] : heads[-1] + 2])) <= columns


def test_words_stay_whole_in_a_narrow_terminal() -> None:
    lines = shown(40, "games")
    words = {word for line in lines for word in line.split()}
    assert {"id", "name", "public", "description", "Pennsylvania:", "pennsylvania-free-bet"} <= words
    assert max(map(len, lines)) <= 45  # only titles are longer than the terminal


@pytest.mark.parametrize("width", [20, 40, 80])
def test_blocks_repeat_the_columns_that_tell_rows_apart(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    heads = ("bet", "play", *(f"c{number}" for number in range(12)))
    rows = [("main", play, *(f"{number + 0.25:.4f}" for number in range(12))) for play in ("one", "two")]
    print_table("title", heads, rows)
    blocks = capsys.readouterr().out.removeprefix("title\n").split("\n\n")
    assert len(blocks) > 1
    assert [block.splitlines()[1].split()[:2] for block in blocks] == [["main", "one"]] * len(blocks)
    assert {cell for block in blocks for cell in block.split()} == {*heads, *(cell for row in rows for cell in row)}


def test_a_wide_table_is_whole_in_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("COLUMNS")
    print_table("title", ("name", *map(str, range(40))), [("one", *("1.23456" for _ in range(40)))])
    title, heads, row = capsys.readouterr().out.splitlines()
    assert (title, len(heads.split()), len(row.split())) == ("title", 41, 41)


def test_the_map_of_two_rules_is_whole_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    varied = ("--vary", "dealer.soft_17=hit,stand", "--vary", "shoe.decks=2,4,6,8")
    text = run("compare", "sd-blackjack", "--map", *varied).out
    assert len(re.findall(r"-?\d\.\d{4}%", text)) == 8
    assert text.count("shoe.decks") == 2


def test_the_columns_of_deviations_say_so_in_a_block_of_their_own() -> None:
    words = ("--compositions", "2", "--bins", "0..0", "--rounds", "1e5", "--set", "split.maximum_hands=1")
    blocks = run("by-count", "sd-blackjack", *words).out.split("\n\n")
    assert [block.split()[:3] for block in blocks[2:3]] == [["count", "simulated", "sd"]]
