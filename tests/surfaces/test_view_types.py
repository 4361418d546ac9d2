"""What viewers are sent is what its types say, field by field: nothing validates it while a table is played."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from pydantic import TypeAdapter

from lammer.floor.recall import recall_round, rounds_of
from lammer.floor.view_types import PastRound, Recall, TableView
from tests.floor_play import new_play
from tests.ledger.jackpot_floor import SAME_SUIT, TWO, House
from tests.surfaces.rigged_server import rig_for_a_test

GAMES = ["sd-free-bet", "free-money", "european-free-bet", "triple-win-20[deal.player_cards=down]"]
ROUNDS = 6
Check = Callable[[Any], None]


def closed(kind: Any) -> Check:
    """Raises for a value that is not of the type, or has a field that the type does not know."""
    schema = TypeAdapter(kind).json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
    return jsonschema_rs.validator_for(schema).validate


@pytest.mark.parametrize("game", GAMES)
def test_views_of_a_table_are_what_their_types_say(game: str, tmp_path: Path) -> None:
    name, _, override = game.removesuffix("]").partition("[")
    play = new_play(tmp_path, name, 3, seed=5, overrides=(override,) if override else ())
    check = closed(TableView)

    def watch() -> None:
        for text in play.floor.views("t", {"p1", ""}).values():
            check(json.loads(text))

    watch()
    for _ in range(ROUNDS):
        play.round(watch)
    check_past = closed(list[PastRound])
    check_past(json.loads(json.dumps(rounds_of(play.floor, "t"))))
    for whole in (False, True):
        closed(Recall)(json.loads(json.dumps(recall_round(play.floor, "t", 2, whole=whole))))


@pytest.mark.parametrize("line", [SAME_SUIT, TWO])
def test_views_of_a_jackpot_are_what_their_types_say(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = closed(TableView)
    rig_for_a_test(monkeypatch, {"t": [line]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    check(json.loads(house.floor.views("t", {"ann"})["ann"]))
    house.deal("t", "ann")
    for _ in range(2):
        check(json.loads(house.floor.views("t", {"ann"})["ann"]))
        house.resolve("t")


def test_a_view_with_another_field_or_one_too_few_is_found(tmp_path: Path) -> None:
    """Negative control."""
    play, check = new_play(tmp_path, "sd-free-bet", 1, seed=5), closed(TableView)
    view = json.loads(play.floor.views("t", {""})[""])
    check(view)
    view["felt"]["colour"] = "green"
    with pytest.raises(jsonschema_rs.ValidationError, match="colour"):
        check(view)
    del view["felt"]["colour"], view["felt"]["decks"]
    with pytest.raises(jsonschema_rs.ValidationError, match="decks"):
        check(view)
