"""What players and spectators are sent holds no card they may not see: no hole card, no card of the shoe, no seed."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lammer.cards.card import NAMES
from lammer.floor import state
from lammer.floor.state import FloorTable, round_of
from lammer.floor.texts import view_texts
from lammer.table.shoe import Shoe
from lammer.table.state import Stage
from tests.floor_play import Play, new_play

GAMES = ("sd-free-bet", "free-money", "european-free-bet", "triple-win-20", "sd-blackjack+blazing-7s")
CARD = re.compile(r"(?<![A-Za-z0-9])([A23456789TJQK][cdhs])(?![A-Za-z0-9])")
WORDS = re.compile(r"a pair of .s|blazing-7s|two 7s|Blazing 7's")
"""Words of the games that look like cards."""
ROUNDS = 25


def face_up(table: FloorTable) -> Counter[str]:
    """Cards that lie open on the table, or of the last round when none is under way."""
    round_ = round_of(table if table.inputs else table.model_copy(update={"inputs": table.last}))
    dealer = round_.dealer
    if round_.stage is not Stage.DONE and round_.sheet.rules.dealer.hole_card and not round_.hole_shown:
        dealer = dealer[:1]
    cards = [code for box in round_.boxes for hand in box.hands for code in hand.cards]
    return Counter(NAMES[code] for code in (*cards, *dealer))


def leaked(table: FloorTable, sent: str) -> list[str]:
    """What ``sent`` tells that it must not. Cards may be told twice: on the felt and in notation."""
    told = Counter(CARD.findall(WORDS.sub("", sent)))
    known = face_up(table)
    found = [card for card in told if card not in known or told[card] > 3 * known[card]]
    if table.shoe is not None and table.shoe.seed in sent:
        found.append("seed")
    return found


VIEWERS = ("", "p1", "p2", "somebody")


def sent_by(play: Play) -> dict[str, str]:
    """What is pushed, by viewer, after a look that it is what a request would be answered."""
    sent = play.floor.views("t", set(VIEWERS))
    for viewer, text in sent.items():
        assert json.loads(text) == play.floor.view("t", viewer)
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_no_view_tells_a_hidden_card(game: str, tmp_path: Path) -> None:
    play = new_play(tmp_path, game, 2, seed=11)

    def watch() -> None:
        for text in sent_by(play).values():
            assert leaked(play.floor.table("t"), text) == []

    for _ in range(ROUNDS):
        play.round(watch)


def test_where_cards_are_dealt_down_each_player_sees_their_own(tmp_path: Path) -> None:
    play, down = new_play(tmp_path, "triple-win-20", 2, seed=15, overrides=("deal.player_cards=down",)), 0

    def watch() -> None:
        nonlocal down
        table = play.floor.table("t")
        if not table.inputs:
            return
        boxes = {box.number: box for box in round_of(table).boxes}
        for viewer, text in sent_by(play).items():
            for seen in json.loads(text)["play"]["boxes"]:
                dealt = [NAMES[code] for code in boxes[seen["box"]].hands[0].cards[:2]]
                cards = seen["hands"][0]["cards"][:2]
                down += cards == ["??", "??"] and viewer != ""
                assert cards == dealt or (cards == ["??"] * len(dealt) and play.seats.get(viewer) != [seen["box"]])

    for _ in range(ROUNDS):
        play.round(watch)
    assert down > 20


def hidden_elsewhere(table: FloorTable, monkeypatch: pytest.MonkeyPatch) -> FloorTable:
    """The same table with another hole card and another rest of the shoe."""
    inputs = list(table.inputs)
    at = [place for place, one in enumerate(inputs) if one[0] == "card"]
    hole = at[2 * len(round_of(table).boxes) + 1]
    mine = inputs[hole]
    inputs[hole] = (*mine[:2], (mine[2] + 4) % 36 + 4, *mine[3:])
    honest = state._shuffled

    def other(*told: Any) -> Shoe:
        shoe = honest(*told)
        assert table.shoe is not None
        gone = table.shoe.position
        shoe.cards = shoe.cards[:gone] + shoe.cards[gone:][::-1]
        return shoe

    monkeypatch.setattr(state, "_shuffled", other)
    return table.model_copy(update={"inputs": tuple(inputs)})


def test_states_that_differ_only_in_hidden_cards_are_sent_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, compared = new_play(tmp_path, "sd-free-bet", 2, seed=12), 0
    for _ in range(40):
        play.bet()
        play.do("deal", "house")
        table = play.floor.table("t")
        if table.inputs and round_of(table).peeked is False and not round_of(table).asks:
            with monkeypatch.context() as patched:
                seen = view_texts(table, dict.fromkeys(VIEWERS, 0), None)
                other = hidden_elsewhere(table, patched)
                state._rounds.forget()
                assert round_of(other).dealer != round_of(table).dealer
                assert view_texts(other, dict.fromkeys(VIEWERS, 0), None) == seen
                compared += 1
        while play.floor.table("t").inputs and play.decide():
            pass
    assert compared > 10


def planted_hole(table: FloorTable, view: dict[str, Any]) -> None:
    view["note"] = [NAMES[code] for code in round_of(table).dealer]


def planted_next(table: FloorTable, view: dict[str, Any]) -> None:
    view["shoe"]["next"] = [NAMES[code] for code in state.shoe_of(table).cards[-3:]]


def planted_seed(table: FloorTable, view: dict[str, Any]) -> None:
    assert table.shoe is not None
    view["shoe"]["seed"] = table.shoe.seed


@pytest.mark.parametrize("plant", [planted_hole, planted_next, planted_seed])
def test_a_planted_leak_is_caught(plant: Any, tmp_path: Path) -> None:
    """Negative control."""
    play, caught = new_play(tmp_path, "sd-free-bet", 1, seed=13), 0

    def watch() -> None:
        nonlocal caught
        table = play.floor.table("t")
        if table.inputs:
            view = play.floor.view("t", "p1")
            plant(table, view)
            caught += bool(leaked(table, json.dumps(view)))

    for _ in range(15):
        play.round(watch)
    assert caught > 5


def test_books_tell_no_card_of_a_round_under_way(tmp_path: Path) -> None:
    """Events and answers are for auditors too; only the table's own document knows what is hidden."""
    play = new_play(tmp_path, "sd-free-bet", 2, seed=14)

    def watch() -> None:
        table = play.floor.table("t")
        if table.inputs:
            for event in play.floor.round_events("t", table.round):
                assert CARD.findall(str(event["answer"]) + str(event["body"])) == []

    for _ in range(10):
        play.round(watch)
