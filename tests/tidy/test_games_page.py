"""docs/games.md is what tools/games.py would write; the description in it follows the sheet."""

import re

import pytest

import lammer
from lammer.rules.description import description
from lammer.rules.loader import game_names, load_sheet, sheet_names
from lammer.surfaces.web.lobby import edge_key, kept_edges
from tools.games import PAGE, against, decks_of, paytables

TEXT = PAGE.read_text(encoding="utf-8")
WRITE = "run python tools/games.py"


def section(sheet_id: str) -> str:
    """From the line that names a sheet to the next heading."""
    found = re.search(rf"^`{re.escape(sheet_id)}`, from .*?(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"docs/games.md has no section for {sheet_id}: {WRITE}"
    return found.group()


@pytest.mark.parametrize("name", sheet_names())
def test_every_sheet_has_a_section(name: str) -> None:
    assert section(name)


@pytest.mark.parametrize("game", game_names())
def test_rules_and_edges_are_those_of_the_sheet(game: str) -> None:
    sheet, here = load_sheet(game), section(game)
    assert description(sheet) in here, WRITE
    # The edge of two hands takes seconds; tests/published computes it, and here the kept one stands for it.
    two_hands = sheet.rules.hands.per_box > 1
    for decks in [sheet.rules.shoe.decks] if two_hands else decks_of(sheet):
        kept = kept_edges()[edge_key(sheet)]
        edge = kept if two_hands else lammer.load(game, {"shoe.decks": decks}).edge(spread=False).house_edge
        assert f"**{edge:.4%}** with {decks}" in here, WRITE
    assert not sheet.rules.against.offered or against(sheet) in here, WRITE
    assert "\n".join(paytables(game) if sheet.side_bets else ()) in here, WRITE


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("dealer.soft_17=stand", "stands on all 17s"),
        ("dealer.stand_on_hard=18", "stands on 18 or more"),
        ("dealer.stand_on_hard=16", "stands on hard 16 and soft 18"),
        ("dealer.hole_card=false; dealer.peek_under=[]", "has no hole card"),
        ("dealer.peek_under=[]", "does not check for a natural"),
        ("natural.pays=6:5", "A blackjack pays 6:5"),
        ("natural.both=dealer wins", "the dealer's beats it"),
        ("natural.beats_22=false", "A dealer 22 pushes every hand."),
        ("double.after_split=false", "Any two cards may be doubled."),
        ("split.resplit_aces=false", "are not split again"),
        ("split.one_card_on_aces=false", "are played like other hands"),
        ("first_ace.player=wins", "An ace as a player's first card wins at once."),
        ("first_ace.dealer=wins", "An ace as the dealer's first card beats every hand not yet paid."),
        ("split.maximum_hands=2", "until there are 2 hands"),
        ("free.double_cards=any number", "Any hard 9, 10 or 11 doubles free"),
        ("free.double_soft=true", "A-8 is 9 and A-9 is 10"),
        ("free.resplit=false", "Only the first split of a hand is free."),
        ("dealer.boxes_busts_under=[T,A]", "A bust under a dealer ten or ace is boxed"),
        ("against.offered=true", "You may bet against your own hand instead"),
        ("free.automatic=true", "Free bets are automatic: they cannot be declined."),
        ("hands.per_box=2", "You play two hands for two equal bets"),
        ("hands.per_box=2; hands.swap=second cards", "you may swap their second cards"),
    ],
)
def test_a_changed_rule_changes_its_words(change: str, words: str) -> None:
    game = "nevada-free-bet" if "hands" in change else "sd-free-bet"  # two hands exclude bets on lammers
    assert words not in description(load_sheet(game))
    assert words in description(load_sheet(game, tuple(change.split("; "))))
