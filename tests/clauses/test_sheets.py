"""The loader refuses what a sheet may not say, tells every fault at once, and says where and under which clause."""

import json
import os
from pathlib import Path

import pytest

from lammer.cards.money import Odds
from lammer.rules.files import SHIPPED
from lammer.rules.json_schema import sheet_schema
from lammer.rules.loader import (
    SHEETS_VARIABLE,
    first_version,
    game_names,
    load_sheet,
    sheet_head,
    sheet_names,
    with_version,
)
from lammer.rules.sheet import Fault, SheetFaults
from tests.sheets import PLAIN

HEAD = 'id = "mine"\nversion = 1\nname = "Mine"\nsummary = "Mine."\nsource = "me"\n'


def _faults(game: str, *overrides: str) -> tuple[Fault, ...]:
    with pytest.raises(SheetFaults) as caught:
        load_sheet(game, overrides)
    return caught.value.faults


def _own(tmp_path: Path, body: str, head: str = HEAD + 'extends = "sd-free-bet"\n') -> str:
    path = tmp_path / "mine.toml"
    path.write_text(head + body, encoding="utf-8")
    return str(path)


def test_games_and_side_bets_are_shipped() -> None:
    games = {"sd-blackjack", "sd-free-bet", "triple-win-20", "free-money", "european-free-bet"}
    side_bets = {"21-plus-3", "lucky-ladies", "lucky-lucky", "trilux", "buster", "dealer-bust-21", "bust-bonus"}
    side_bets |= {"push-22", "perfect-pairs", "royal-match", "blazing-7s", "war", "progressive-blackjack"}
    side_bets |= {"dead-mans-hand", "streak", "super-match", "bonus-spin", "ten-sticks-21"}
    assert set(sheet_names()) >= games | side_bets
    assert set(game_names()) == set(sheet_names()) - side_bets


def test_shipped_sheets_change_their_version_together() -> None:
    assert len({sheet_head(name)["version"] for name in sheet_names()}) == 1


def test_a_sheet_leaves_out_what_its_game_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = HEAD + 'extends = "sd-free-bet"\nleaves_out = ["{}"]\n'
    path.write_text(text.format("side_bets.pot-of-gold"), encoding="utf-8")
    assert load_sheet(str(path)).side_bets == {}
    path.write_text(text.format("side_bets.pot-of-gold.paytables.02"), encoding="utf-8")
    assert list(load_sheet(str(path)).side_bets["pot-of-gold"].paytables) == ["01"]
    path.write_text(text.format("side_bets.pot"), encoding="utf-8")
    assert "sd-free-bet has no 'side_bets.pot' to leave out" in str(_faults(str(path))[0])
    path.write_text(text.format("dealer.soft_17"), encoding="utf-8")
    assert [fault.key for fault in _faults(str(path))] == ["dealer.soft_17"]


@pytest.mark.parametrize("decks", [5, 7, 9])
def test_sd_free_bet_takes_six_or_eight_decks_only(decks: int) -> None:
    (fault,) = _faults("sd-free-bet", f"shoe.decks={decks}")
    assert fault.key == "shoe.decks"
    assert "SD.14 1(j)" in fault.clause


def test_seven_decks_in_a_sheet_name_file_key_and_clause(tmp_path: Path) -> None:
    path = _own(tmp_path, '[shoe]\ndecks = { value = 7, allowed = [6, 8], clause = "SD.14 1(j)" }\n')
    (fault,) = _faults(path)
    assert fault.file == path
    assert (fault.key, fault.clause) == ("shoe.decks", "SD.14 1(j)")
    assert "6, 8" in fault.text


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    path = _own(
        tmp_path,
        """
[shoe]
decks = { value = 7, allowed = [6, 8], clause = "SD.14 1(j)" }
[dealer]
soft_17 = { value = "hit" }
pushes_on_23 = { value = true, clause = "house" }
stand_on_hard = { value = 30, clause = "house" }
tie = "push"
[natural]
pays = { value = "3:2", clause = "SD.14 9(z)" }
""",
    )
    keys = {fault.key for fault in _faults(path)}
    assert keys == {
        "shoe.decks",
        "dealer.soft_17",
        "dealer.pushes_on_23",
        "dealer.stand_on_hard",
        "dealer.tie",
        "natural.pays",
    }


def test_a_value_without_a_clause_is_refused(tmp_path: Path) -> None:
    (fault,) = _faults(_own(tmp_path, '[dealer]\nsoft_17 = { value = "hit" }\n'))
    assert "cites no clause" in fault.text


def test_an_unknown_key_is_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    (fault,) = _faults(_own(tmp_path, '[dealer]\nsoft17 = { value = "hit", clause = "house" }\n'))
    assert "soft_17" in fault.text


def test_a_sheet_that_extends_nothing_must_state_everything(tmp_path: Path) -> None:
    faults = _faults(_own(tmp_path, '[shoe]\ndecks = { value = 6, clause = "house" }\n', HEAD + 'chart = "standard"\n'))
    assert {"shoe.burn", "dealer.soft_17", "free.split_values"} <= {fault.key for fault in faults}
    assert len(faults) > 60


def test_sheets_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(HEAD + 'extends = "mine.toml"\n', encoding="utf-8")
    faults = _faults(_own(tmp_path, "", HEAD + 'extends = "other.toml"\n'))
    assert any("circle" in fault.text for fault in faults)


def test_a_sheet_with_the_id_of_the_sheet_it_extends_is_told_to_take_another(tmp_path: Path) -> None:
    own = HEAD.replace('id = "mine"', 'id = "sd-free-bet"') + 'extends = "sd-free-bet"\n'
    (fault,) = _faults(_own(tmp_path, "", own))
    assert fault.key == "extends"
    assert fault.text == "sd-free-bet is this sheet itself; extend another sheet, or give this one another id"


def test_broken_toml_is_a_fault_not_a_traceback(tmp_path: Path) -> None:
    (fault,) = _faults(_own(tmp_path, "[shoe\n"))
    assert "line" in fault.text


def test_a_missing_sheet_names_the_known_ones() -> None:
    (fault,) = _faults("sd-freebet")
    assert "sd-free-bet" in fault.text


def test_own_sheets_by_path_and_by_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _own(tmp_path, '[dealer]\nsoft_17 = { value = "stand", clause = "house" }\n')
    assert load_sheet(path).rules.dealer.soft_17 == "stand"
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path))
    assert "mine" in sheet_names()
    assert load_sheet("mine").ref == "mine@1"


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("shoe.decks", "key=value"),
        ("shoe.deck=8", "shoe.decks"),
        ("dealer.soft_17=maybe", "'hit' or 'stand'"),
        ("natural.pays=lots", "3:2"),
        ("split.maximum_hands=5", "at most 4"),
        ("dealer=hit", "no such value"),
    ],
)
def test_overrides_are_checked_like_the_sheet(override: str, message: str) -> None:
    (fault,) = _faults("sd-free-bet", override)
    assert message in fault.text


def test_overrides_are_part_of_the_name() -> None:
    assert load_sheet("sd-free-bet", ("shoe.decks=8", "dealer.soft_17=stand")).ref == (
        "sd-free-bet@2[dealer.soft_17=stand,shoe.decks=8]"
    )
    assert load_sheet("sd-free-bet", ("shoe.decks=6",)).ref == "sd-free-bet@2"


def test_a_side_bet_sheet_attaches_only_where_it_may() -> None:
    assert "attaches to sd-blackjack" in str(_faults("free-money+blazing-7s")[0])
    assert "SD.19 (1)" in _faults("sd-blackjack+blazing-7s", "shoe.decks=4")[0].clause
    assert load_sheet("sd-blackjack+blazing-7s", ("shoe.decks=8",)).rules.shoe.decks == 8
    assert "sd-blackjack+blazing-7s" in str(_faults("blazing-7s")[0])


@pytest.mark.parametrize("game", PLAIN)
def test_a_sheet_is_frozen_and_explicit(game: str) -> None:
    sheet = load_sheet(game)
    with pytest.raises(ValueError, match="frozen"):
        sheet.rules.shoe.decks = 3  # type: ignore[misc]
    assert all(entry.clauses for entry in sheet.entries.values())


def test_the_schema_for_editors_knows_every_key_and_clause() -> None:
    schema = json.loads(json.dumps(sheet_schema()))
    decks = schema["properties"]["shoe"]["properties"]["decks"]
    assert decks["required"] == ["value", "clause"]
    assert decks["properties"]["value"]["maximum"] == 8
    assert "SD.14 1(a)" in schema["$defs"]["clause"]["enum"]


def test_an_earlier_version_is_loaded_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One's own earlier versions lie in a folder beside the current ones; an implied value is not in the digest."""
    head = 'id = "mine"\nversion = {}\nname = "Mine"\nsummary = "."\nsource = "."\nextends = "sd-free-bet"\n[shoe]\n'
    decks = 'decks = {{ value = {}, clause = "house"{} }}\n'
    (tmp_path / "earlier").mkdir()
    (tmp_path / "mine.toml").write_text(head.format(2) + decks.format(8, ""))
    (tmp_path / "earlier" / "mine@1.toml").write_text(head.format(1) + decks.format(6, ", implied = true"))
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path))
    assert (load_sheet("mine").ref, load_sheet("mine").rules.shoe.decks) == ("mine@2", 8)
    assert load_sheet("mine@2").digest == load_sheet("mine").digest
    first = load_sheet("mine@1")
    assert (first.ref, first.rules.shoe.decks) == ("mine@1", 6)
    assert (
        first.digest == load_sheet("mine@1", ("shoe.decks=6",)).digest != load_sheet("mine@1", ("shoe.decks=8",)).digest
    )
    assert "is version 2; version 3 is not kept" in str(_faults("mine@3")[0])


def test_names_get_the_version_they_mean() -> None:
    assert with_version("sd-blackjack+blazing-7s") == f"sd-blackjack+blazing-7s@{load_sheet('sd-blackjack').version}"
    assert (
        with_version("sd-free-bet@1")
        == first_version("sd-free-bet@1")
        == first_version("sd-free-bet")
        == "sd-free-bet@1"
    )
    assert with_version("./mine.toml") == first_version("./mine.toml") == "./mine.toml"


def test_a_sheet_from_before_a_value_was_added_is_played_as_it_was(tmp_path: Path) -> None:
    """What a surrender returns and what even money pays were not in sheets at first, and later rules are in no older
    sheet."""
    shipped = (SHIPPED / "sd-blackjack.toml").read_text(encoding="utf-8")
    lines = [line for line in shipped.splitlines() if not line.startswith(("returns =", "even_money_pays ="))]
    assert len(lines) == len(shipped.splitlines()) - 2
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    mine = load_sheet(str(path))
    assert (mine.rules, mine.digest) == (load_sheet("sd-blackjack").rules, load_sheet("sd-blackjack").digest)
    assert load_sheet(f"{path}[surrender.returns=1:4]").rules.surrender.returns == Odds(1, 4)
    path.write_text("\n".join(line for line in lines if not line.startswith("late =")), encoding="utf-8")
    assert [fault.key for fault in _faults(str(path))] == ["surrender.late"]


def test_a_sheet_is_loaded_anew_only_when_a_file_of_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SHEETS_VARIABLE, str(tmp_path))
    child, parent = tmp_path / "mine.toml", tmp_path / "parent.toml"
    child.write_text(HEAD + 'extends = "parent"\n', encoding="utf-8")
    head = HEAD.replace('"mine"', '"parent"') + 'extends = "sd-free-bet"\n'
    parent.write_text(head, encoding="utf-8")
    first, pushes = load_sheet("mine"), "[dealer.pushes_on_22]\nvalue = {}\nclause = 'house'\n"
    assert load_sheet("mine") is first
    assert load_sheet("mine", ("shoe.decks=8",)) is not first
    for number, value in enumerate(("false", "true"), 1):
        parent.write_text(head + pushes.format(value), encoding="utf-8")
        os.utime(parent, ns=(number, number))  # a clock may be coarse
        assert str(load_sheet("mine").rules.dealer.pushes_on_22).lower() == value
