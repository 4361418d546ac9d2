"""Sheets of one's own, as a user meets them: found by id, named as results name them, their faults told at once."""

import shlex
from pathlib import Path

import pytest

from lammer.rules.loader import SHEETS_VARIABLE, load_sheet, sheet_names
from lammer.rules.sheet import SheetFaults
from lammer.surfaces.cli import main

HEAD = 'version = 1\nname = "Mine"\nsummary = "Mine."\nsource = "me"\nextends = "sd-free-bet"\n'
SOFT = '[dealer]\nsoft_17 = { value = "stand", clause = "house" }\n'


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def lammer(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int | str | None, str, list[str]]:
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(line))
    captured = capsys.readouterr()
    return ended.value.code, captured.out, captured.err.splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path))
    return tmp_path


def test_a_sheet_is_found_by_its_id_whatever_its_file_is_called(folder: Path) -> None:
    write(folder, "rules of the corner.toml", f'id = "corner"\n{HEAD}{SOFT}')
    write(folder, "child.toml", f'id = "other"\n{HEAD.replace("sd-free-bet", "corner")}')
    assert load_sheet("corner").ref == "corner@1"
    assert load_sheet("other").rules.dealer.soft_17 == "stand"
    assert {"corner", "other"} <= set(sheet_names())
    with pytest.raises(SheetFaults, match="there is no such sheet"):
        load_sheet("child")


def test_a_sheet_may_say_that_it_is_a_game_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "a.toml", f'id = "my-house"\n{HEAD}')
    write(folder, "b.toml", f'id = "my-game"\n{HEAD}kind = "game"\n')
    _, out, _ = lammer("games", capsys)
    games, variants = out.split("Variants")
    assert "my-game" in games
    assert "my-house" in variants
    write(folder, "c.toml", f'id = "wrong"\n{HEAD}kind = "cake"\n')
    with pytest.raises(SheetFaults, match="kind: should be one of game, variant; found 'cake'"):
        load_sheet("wrong")


@pytest.mark.parametrize("own_id", ["twin", "sd-free-bet"])
def test_an_id_that_two_sheets_have_is_refused(own_id: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "a.toml", f'id = "{own_id}"\n{HEAD.replace("sd-free-bet", "sd-blackjack")}')
    write(folder, "b.toml", f'id = "twin"\n{HEAD.replace("sd-free-bet", "sd-blackjack")}')
    code, out, (message,) = lammer(f"rules show {own_id}", capsys)
    assert (code, out) == (2, "")
    assert message.startswith(f"lammer: {own_id}: several sheets have this id: {folder}/a.toml, ")
    assert load_sheet("free-money").id == "free-money"


def test_a_missing_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path / "nowhere"))
    for line in ("games", "rules show sd-free-bet", "deal sd-free-bet"):
        code, out, (message,) = lammer(line, capsys)
        assert (code, out) == (2, "")
        assert message.startswith(f"lammer: {SHEETS_VARIABLE}: {tmp_path}/nowhere is not a folder; ")


FAULTY = """id = "Not An Id"
version = "one"
name = "Mine"
extends = "sd-free-bet"

[limits]
maximum = { value = 100, clause = "house" }
minimum = { value = "few", clause = "house" }
colour = { value = "red", clause = "house" }

[shoe]
decks = { value = 7 }

[cut]
minimum_decks = { value = 4.0, clause = "house" }
"""


def test_all_faults_are_told_at_once_in_file_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "mine.toml", FAULTY)
    code, out, errors = lammer(f"rules show {path}", capsys)
    assert (code, out) == (2, "")
    keys = [line.removeprefix(f"lammer: {path}: ").partition(":")[0].partition(" [")[0] for line in errors]
    assert keys == ["id", "version", "limits.minimum", "limits.colour", "shoe.decks", "summary", "source"]


def test_faults_of_values_that_do_not_fit_together_come_with_the_others(tmp_path: Path) -> None:
    good_head = FAULTY.replace("Not An Id", "mine").replace('"one"', '1\nsummary = "s"\nsource = "me"')
    path = write(tmp_path, "mine.toml", good_head)
    with pytest.raises(SheetFaults) as refused:
        load_sheet(str(path))
    keys = [fault.key for fault in refused.value.faults]
    assert keys == ["limits.minimum", "limits.colour", "shoe.decks", "cut.minimum_decks"]


def test_a_bad_value_is_not_also_called_missing(tmp_path: Path) -> None:
    whole = (Path(str(load_sheet.__globals__["__file__"])).parent / "sheets" / "free-money.toml").read_text("utf-8")
    path = write(tmp_path, "mine.toml", whole.replace("decks = { value = 6", 'decks = { value = "six"', 1))
    with pytest.raises(SheetFaults) as refused:
        load_sheet(str(path))
    assert [fault.key for fault in refused.value.faults] == ["shoe.decks"]


@pytest.mark.parametrize(
    ("game", "ref"),
    [
        ("sd-free-bet[shoe.decks=8]", "sd-free-bet@2[shoe.decks=8]"),
        ("sd-free-bet@2[shoe.decks=8,dealer.soft_17=stand]", "sd-free-bet@2[dealer.soft_17=stand,shoe.decks=8]"),
        ("sd-blackjack[natural.pays=6/5]", "sd-blackjack@2[natural.pays=6:5]"),
        ("sd-free-bet[]", "sd-free-bet@2"),
        ('sd-free-bet[signals.hit="a, [b]"]', 'sd-free-bet@2[signals.hit="a, [b]"]'),
    ],
)
def test_a_game_may_be_named_as_results_name_it(game: str, ref: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert load_sheet(game).ref == load_sheet(ref).ref == ref
    code, out, errors = lammer(f"deal {shlex.quote(game)} --rounds 1 --seed 1", capsys)
    assert (code, errors) == (0, [])
    assert f" {ref} 1:10" in out


def test_brackets_go_together_with_set_and_side(capsys: pytest.CaptureFixture[str]) -> None:
    line = "deal 'sd-blackjack[shoe.decks=8]' --set dealer.soft_17=stand --side blazing-7s:PT2=1 --rounds 1"
    code, out, errors = lammer(line, capsys)
    assert (code, errors) == (0, [])
    assert "sd-blackjack+blazing-7s@2[dealer.soft_17=stand,sevens_bets.blazing-7s.paytable=PT2,shoe.decks=8]" in out


def test_a_file_may_have_brackets_in_its_name(tmp_path: Path) -> None:
    path = write(tmp_path, "mine[1].toml", f'id = "mine"\n{HEAD}')
    assert load_sheet(str(path)).ref == "mine@1"
