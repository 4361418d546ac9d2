"""Routes of the drills. What a user got wrong is kept in the books' database, so that a drill continues on any device.
A guest has no name to keep it under: the page sends what it remembers."""

import json
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import Depends, FastAPI

from lammer.decisions.grades import Grade
from lammer.decisions.review import Reviewed, reviewed
from lammer.floor.approved_sheets import named_sheet
from lammer.floor.refusals import FloorRefused
from lammer.floor.view_types import PlayView
from lammer.floor.views import fixed_view, play_view
from lammer.rules.sheet import Sheet
from lammer.surfaces.web import requests, training_replies
from lammer.surfaces.web.coach import decision_json
from lammer.surfaces.web.people import User
from lammer.surfaces.web.round_lines import read_line
from lammer.surfaces.web.server import House
from lammer.table.actions import ANSWERS, PLAYS, Action
from lammer.table.drive import Played
from lammer.table.notation import write_round
from lammer.table.round import actor, refusal
from lammer.table.state import Round
from lammer.table.view import legal_view
from lammer.training.drills import Card, Memory, NoSuchHand, key_of, next_hand

MAX_GAMES = 50
"""Games, rule changes and counting drills that are remembered of one user, the last ones."""
MAX_CARDS = 200
"""Hands that are remembered of one game, the last ones."""
VERSION = re.compile(r"@\d+")


def add_drills(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.viewer_of_values)]  # noqa: N806
    memories = DrillMemories(house)

    @app.post("/api/drills/next")
    def next_drill(body: requests.DrillAsked, user: Viewer) -> training_replies.DrillHand:
        """A hand of the drill; what you got wrong before comes first when it is due."""
        house.count_costly(user)
        sheet = named_sheet(body.game, body.overrides)
        memory = memories.of(user, sheet, body.memory)
        try:
            return hand_json(next_hand(sheet, body.drill, memory, secrets.randbelow), memory)
        except NoSuchHand as none:
            raise FloorRefused("no-such-hand", str(none)) from None

    @app.post("/api/drills/answer")
    def answer_drill(body: requests.DrillAnswered, user: Viewer) -> training_replies.DrillAnswer:
        """What the choice cost, and what is to be remembered of it."""
        house.count_costly(user)
        one = answered(body)
        right = one.verdict is not None and one.verdict.grade is Grade.GOOD
        key, sheet = key_of(one.decision.situation), one.round.sheet
        memory = memories.changed(user, sheet, body.memory, lambda before: before.after(key, right=right))
        return {"decision": decision_json(sheet, one), "right": right, "memory": memory_json(memory)}

    @app.post("/api/drills/remember")
    def remember_hands(body: requests.DrillRemembered, user: Viewer) -> training_replies.DrillMemory:
        """Hands that you got wrong at a table are drilled from now on."""
        house.count_costly(user)
        sheet = named_sheet(body.game, body.overrides)
        return memory_json(memories.changed(user, sheet, body.memory, lambda before: before.with_hands(body.hands)))


class DrillMemories:
    """What each user got wrong. Of a guest nothing is kept here."""

    def __init__(self, house: House) -> None:
        self._house = house

    def of(self, user: User, sheet: Sheet, sent: requests.SentMemory) -> Memory:
        if self._house.people.guests:
            return _sent_memory(sent)
        return _kept_memory(self._house.floor.journal.operational.drill_memory(user.name, game_of(sheet)))

    def changed(
        self, user: User, sheet: Sheet, sent: requests.SentMemory, change: Callable[[Memory], Memory]
    ) -> Memory:
        if self._house.people.guests:
            return change(_sent_memory(sent))

        def written(before: str | None) -> str:
            return json.dumps(memory_json(change(_kept_memory(before))), separators=(",", ":"))

        tables = self._house.floor.journal.operational
        return _kept_memory(tables.change_drill_memory(user.name, game_of(sheet), written, time.time(), MAX_GAMES))


def game_of(sheet: Sheet) -> str:
    """What a memory is kept under: a new version of a sheet does not end it, other rules do."""
    return VERSION.sub("", sheet.ref)


def memory_json(memory: Memory) -> training_replies.DrillMemory:
    return {"answered": memory.answered, "cards": cards_json(memory.cards)}


def cards_json(cards: Mapping[str, Card]) -> dict[str, list[int]]:
    return {key: list(card) for key, card in list(cards.items())[-MAX_CARDS:]}


def _sent_memory(body: requests.SentMemory) -> Memory:
    return Memory(body.answered, {key: Card(*card) for key, card in body.cards.items()})


def _kept_memory(text: str | None) -> Memory:
    return Memory() if text is None else _sent_memory(requests.SentMemory.model_validate_json(text))


def answered(body: requests.DrillAnswered) -> Reviewed:
    """The choice with what it cost. Raises FloorRefused for one that is not open."""
    round_ = read_line(body.line, unfinished=True).round
    field, action = actor(round_), Action(body.action, amount=body.amount)
    if body.action not in (*PLAYS, *ANSWERS):
        raise FloorRefused("no-such-action", f"{body.action!r} is no decision of a player")
    if field is None:
        raise FloorRefused("no-decision", "this round waits for no decision")
    if (refused := refusal(round_, action)) is not None:
        raise FloorRefused(refused.code, refused.text, refused.clause)
    return reviewed(0, round_, action, field, (field[0],))


def hand_json(dealt: Played, memory: Memory) -> training_replies.DrillHand:
    round_ = dealt.round
    field = actor(round_)
    assert field is not None  # a drill's hand waits for its player
    one = reviewed(0, round_, Action(legal_view(round_)[0]["kind"]), field, (field[0],))
    key = key_of(one.decision.situation)
    return {
        "key": key,
        "line": write_round(dealt),
        "again": key in memory.cards,
        "to_repeat": len(memory.cards),
        "table": fixed_view(round_.sheet, None),
        "play": hand_view(round_, field[0]),
    }


def hand_view(round_: Round, box: int) -> PlayView:
    """A hand that waits for its player, as the page shows it."""
    return {**play_view(round_, (box,)), "my_turn": True, "legal": legal_view(round_), "refused": {}}
