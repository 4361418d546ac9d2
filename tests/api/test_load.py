"""Games by name, path and text, with values set by keyword or key."""

from pathlib import Path

import pytest

import lammer
from lammer.rules.loader import load_sheet

OWN = """
id = "corner"
version = 1
name = "Corner Casino"
summary = "Free bet with a low minimum."
source = "house rules"
extends = "sd-free-bet"

[limits]
minimum = { value = 200, clause = "house" }
"""


def test_a_game_by_name_is_the_sheet() -> None:
    game = lammer.load("sd-free-bet")
    assert game.ref == load_sheet("sd-free-bet").ref
    assert game.sheet.digest == load_sheet("sd-free-bet").digest
    assert repr(game) == "<Game sd-free-bet@2: Free Bet Blackjack>"
    assert game["dealer.soft_17"] == game["soft_17"] == "hit"


def test_keywords_keys_and_brackets_set_the_same_values() -> None:
    games = [
        lammer.load("sd-free-bet", decks=8, soft_17="stand"),
        lammer.load("sd-free-bet", {"shoe.decks": 8, "dealer.soft_17": "stand"}),
        lammer.load("sd-free-bet", {"shoe.decks": 8}, dealer_soft_17="stand"),
        lammer.load("sd-free-bet[shoe.decks=8]", soft_17="stand"),
        lammer.load("sd-free-bet[shoe.decks=6]").replace(decks=8, soft_17="stand"),
    ]
    assert {game.ref for game in games} == {"sd-free-bet@2[dealer.soft_17=stand,shoe.decks=8]"}
    assert len(set(games)) == 1
    assert games[0] != lammer.load("sd-free-bet")


@pytest.mark.parametrize(
    ("values", "overrides"),
    [
        ({"natural_pays": "6:5"}, "natural.pays=6:5"),
        ({"split_values": ["A", "8"]}, "free.split_values=[A,8]"),
        ({"pushes_on_22": False}, "dealer.pushes_on_22=false"),
        ({"pot_of_gold_paytable": "02"}, "lammer_bets.pot-of-gold.paytable=02"),
    ],
)
def test_values_of_every_kind(values: dict[str, object], overrides: str) -> None:
    assert lammer.load("sd-free-bet", values).ref == f"sd-free-bet@2[{overrides}]"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"decks": 7}, r"override: shoe\.decks \[SD\.14 1\(j\)\]: 7 is not allowed; choose from 6, 8"),
        ({"decks": "eight"}, r"override: shoe\.decks .*should be a whole number, found 'eight'"),
        ({"decks": None}, r"override: shoe\.decks"),
        ({"soft_17": "sit"}, "should be 'hit' or 'stand', found 'sit'"),
        ({"minimum": 500}, r"minimum: .*several keys: limits\.minimum, .*pot-of-gold\.minimum; write more of the key"),
        ({"dekcs": 8}, "dekcs: the sheet has no such value. Did you mean 'decks'"),
        ({"decks": 8, "shoe.decks": 6}, "is given twice"),
    ],
)
def test_what_is_not_taken_is_refused_in_one_line(values: dict[str, object], message: str) -> None:
    with pytest.raises(lammer.LammerError, match=message) as caught:
        lammer.load("sd-free-bet", values)
    assert "\n" not in str(caught.value)


def test_a_path_and_a_text_give_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "corner.toml"
    path.write_text(OWN, encoding="utf-8")
    by_path, by_text = lammer.load(path), lammer.load(OWN)
    assert by_path == lammer.load(str(path)) == by_text
    assert by_text["limits_minimum"] == 200
    assert by_text.replace(decks=8).ref == "corner@1[shoe.decks=8]"
    assert by_text.table(seed=1).deal(bet=2).hands


def test_faults_of_a_text_name_it() -> None:
    with pytest.raises(lammer.SheetFaults, match=r"TOML text: dealer\.soft_17"):
        lammer.load(OWN + '\n[dealer]\nsoft_17 = { value = "sit", clause = "house" }\n')
    with pytest.raises(lammer.SheetFaults, match="TOML text: cannot be read as TOML"):
        lammer.load("id = \n")


def test_earlier_versions_and_attached_side_bets() -> None:
    assert lammer.load("sd-free-bet@1").ref == "sd-free-bet@1"
    game = lammer.load("sd-blackjack+blazing-7s")
    assert game.table(seed=1).deal(bet=10, blazing_7s=1).hands


def test_games_lists_games_and_no_side_bets() -> None:
    assert "sd-free-bet" in lammer.games()
    assert "blazing-7s" not in lammer.games()
    assert all(lammer.load(name).name for name in lammer.games())
