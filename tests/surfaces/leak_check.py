"""What may be told of a table, and who watches that nothing else is: every view, answer, refusal, log line, event and
page of history while a table is played, and twins of its state that differ only in what is hidden."""

import json
import logging
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from fastapi.testclient import TestClient

from lammer.cards.card import NAMES, VALUES
from lammer.floor import state
from lammer.floor.recall import recall_round, rounds_of
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable, round_of
from lammer.floor.view_json import view_texts
from lammer.surfaces.web import coach
from lammer.surfaces.web.training_replies import Advice
from lammer.table.actions import Refused
from lammer.table.shoe import Shoe
from lammer.table.state import Box, Round, Stage, Status
from tests.floor_play import Play

GAMES = ("sd-free-bet", "free-money", "european-free-bet", "triple-win-20", "sd-blackjack+blazing-7s")
DOWN = ("deal.player_cards=down",)
PLAYED = (*((game, ()) for game in GAMES), ("triple-win-20", DOWN))
"""Games with their overrides; in the last, players' cards are hidden too."""
VIEWERS = ("", "p1", "p2", "somebody")
CARD = re.compile(r"(?<![A-Za-z0-9])([A23456789TJQK][cdhs])(?![A-Za-z0-9])")
WORDS = re.compile(r"a pair of .s|blazing-7s|two 7s|Blazing 7's")
"""Words of the games that look like cards."""


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
    shown = Counter(CARD.findall(WORDS.sub("", sent)))
    known = face_up(table)
    found = [card for card in shown if card not in known or shown[card] > 3 * known[card]]
    if table.shoe is not None and table.shoe.seed in sent:
        found.append("seed")
    return found


@contextmanager
def another_shoe(table: FloorTable) -> Iterator[None]:
    """The cards that were not dealt yet lie in another order."""
    honest = state._shuffled

    def other(*arguments: Any) -> Shoe:
        shoe = copy(honest(*arguments))
        assert table.shoe is not None
        gone = table.shoe.position
        shoe.cards = shoe.cards[:gone] + shoe.cards[gone:][::-1]
        return shoe

    setattr(state, "_shuffled", other)  # noqa: B010 (a test's hand in the floor's own shoe)
    try:
        yield
    finally:
        setattr(state, "_shuffled", honest)  # noqa: B010


def another_hole_card(table: FloorTable) -> FloorTable | None:
    """The same table with another hole card; None where nothing lies face down, or something was told of it."""
    round_ = round_of(table)
    if not round_.sheet.rules.dealer.hole_card or round_.hole_shown or round_.peeked or round_.asks:
        return None
    if len(round_.dealer) < 2:
        return None
    at = _second_card_at(table, lambda some: len(some.dealer))
    return _with_card(table, at, (table.inputs[at][2] + 4) % 36 + 4)


def _with_card(table: FloorTable, at: int, code: int) -> FloorTable:
    inputs = list(table.inputs)
    inputs[at] = (*inputs[at][:2], code, *inputs[at][3:])
    return table.model_copy(update={"inputs": tuple(inputs)})


def _second_card_at(table: FloorTable, cards: Callable[[Round], int]) -> int:
    """The input that was the second card of a hand. Not counted off: a box that has won at once takes no second."""

    def has(length: int) -> int:
        return cards(round_of(table.model_copy(update={"inputs": table.inputs[:length]})))

    return bisect_left(range(len(table.inputs) + 1), 2, key=has) - 1


def another_hand(table: FloorTable) -> tuple[FloorTable, str] | None:
    """The same table with another hidden card in a hand that waits for its turn, and who sits there; None where
    players' cards are dealt face up, or nobody waits."""
    round_ = round_of(table)
    if round_.sheet.rules.deal.player_cards == "up" or round_.stage is not Stage.PLAYING:
        return None
    for box_at in range(round_.at_box + 1, len(round_.boxes)):
        if round_.boxes[box_at].hands[0].status is Status.OPEN:
            at = _second_card_at(table, lambda some, box_at=box_at: _cards_on(some.boxes, box_at))  # type: ignore[misc]
            for code in range(52):
                twin = _with_card(table, at, code)
                if VALUES[code] != VALUES[table.inputs[at][2]] and _waits_there(twin, box_at):
                    number = round_.boxes[box_at].number
                    return twin, next(seat.player for seat in table.seats if seat.box == number)
    return None


def _cards_on(boxes: tuple[Box, ...], box_at: int) -> int:
    return len(boxes[box_at].hands[0].cards) if boxes[box_at].hands else 0


def _waits_there(table: FloorTable, box_at: int) -> bool:
    try:
        return round_of(table).boxes[box_at].hands[0].status is Status.OPEN
    except Refused:  # such a card would have ended the hand, and what was played since does not fit
        return False


Asked = Callable[[FloorTable], dict[str, str]]
REFUSED = "refused: "


def advices(table: FloorTable) -> dict[str, str]:
    """What the coach tells each viewer."""
    return {viewer: _advice(table, viewer) for viewer in VIEWERS}


def _advice(table: FloorTable, viewer: str) -> str:
    try:
        return json.dumps(coach.advice(table, viewer))
    except FloorRefused as refused:
        return f"{REFUSED}{refused.code}"


def _views(table: FloorTable) -> dict[str, str]:
    return view_texts(table, dict.fromkeys(VIEWERS, 0), None)


def _but(owner: str, texts: dict[str, str]) -> dict[str, str]:
    """Without the player whose own cards they are."""
    return {viewer: text for viewer, text in texts.items() if not owner or viewer != owner}


class Watcher(logging.Handler):
    """Watches one table while it is played. ``faults`` has what was told and must not be."""

    def __init__(self, play: Play) -> None:
        super().__init__(logging.DEBUG)
        self._play, self._floor = play, play.floor
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        self._said: list[tuple[str, str]] = []
        self._listen()

    def _listen(self) -> None:
        honest: Callable[..., Any] = self._floor.do

        def do(*command: Any, **body: Any) -> Any:
            posted = honest(*command, **body)
            self._said.append(("answer", json.dumps(posted.answer)))
            return posted

        setattr(self._floor, "do", do)  # noqa: B010
        self._honest_do = honest

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(("log line", record.getMessage()))

    def look(self, *, coached: bool = False) -> None:
        """After every step; ``coached`` asks the coach too, which takes longer."""
        table = self._floor.table("t")
        views = self._floor.views("t", set(VIEWERS))
        self._said += [("view", text) for text in views.values()]
        self._said.append(("refusal", self._refusal()))
        for what, text in self._said:
            self.check(table, what, text)
        self._said.clear()
        if table.inputs:
            self._events(table)
            self._twins(table, advices if coached else None)

    def check(self, table: FloorTable, what: str, text: str) -> None:
        self.counted[f"{what}s"] += 1
        self.counted["bytes"] += len(text)
        if found := leaked(table, text):
            self.faults.append(f"{what} of round {table.round}: {found}")

    def _refusal(self) -> str:
        """What somebody is told who is not to act."""
        try:
            self._honest_do("act", self._play.key(), "somebody", "t", action="hit")
        except FloorRefused as refused:
            return f"{refused.code} {refused}"
        raise AssertionError("somebody who has no box has played")

    def _events(self, table: FloorTable) -> None:
        """Events of a round under way are for auditors too, and tell no card at all."""
        for event in self._floor.round_events("t", table.round):
            self.counted["events"] += 1
            if CARD.findall(WORDS.sub("", str(event["answer"]) + str(event["body"]))):
                self.faults.append(f"event {event['number']} of round {table.round}")

    def _twins(self, table: FloorTable, asked: Asked | None) -> None:
        """Rounds that differ only in what is hidden look alike, and the coach says the same of them."""
        hole, hand = another_hole_card(table), another_hand(table)
        twins = [("shoes", table, ""), *([("hole cards", hole, "")] if hole is not None else [])]
        twins += [("neighbours' cards", *hand)] if hand is not None else []
        seen, said = _views(table), asked(table) if asked else {}
        self.counted["advices"] += sum(not text.startswith(REFUSED) for text in said.values())
        with another_shoe(table):
            for what, twin, owner in twins:
                self.counted[f"twins in their {what}"] += 1
                if _but(owner, _views(twin)) != _but(owner, seen):
                    self.faults.append(f"round {table.round} shows which {what} it has")
                if asked and _but(owner, asked(twin)) != _but(owner, said):
                    self.faults.append(f"the coach in round {table.round} knows which {what} it has")

    def history(self, client: TestClient, cookies: dict[str, str]) -> None:
        """What the server answers while a round is under way: views, rounds, recall, errors, health and metrics."""
        table = self._floor.table("t")
        for viewer, cookie in cookies.items():
            client.cookies.clear()
            client.cookies.set("lammer", cookie)
            view = client.get("/api/tables/t")
            assert view.status_code == 200, view.text
            self.check(table, "answered view", view.text)
            refused = client.post("/api/tables/t/act", json={"key": "out of turn", "action": f"none {viewer}"})
            advice = client.get("/api/tables/t/coach")
            assert advice.status_code in (200, 409), advice.text
            for what, answer in (
                ("answer", advice),
                ("error", refused),
                ("error", client.get(f"/api/tables/t/rounds/{table.round + (not table.inputs)}")),
                ("error", client.get("/api/tables/t/nothing")),
                ("answer", client.get("/healthz")),
                ("answer", client.get("/metrics")),
            ):
                self.check(table, what, answer.text)
                assert what != "error" or answer.status_code >= 400, answer.text
        text = json.dumps([rounds_of(self._floor, "t"), self._recalled(table)])
        self.counted["pages of history"] += 1
        if table.shoe is not None and table.shoe.seed in text:
            self.faults.append(f"history at round {table.round}: seed")

    def _recalled(self, table: FloorTable) -> Any:
        last = table.round - bool(table.inputs)
        return recall_round(self._floor, "t", last) if last else None


def planted_hole(table: FloorTable, view: dict[str, Any]) -> None:
    view["note"] = [NAMES[code] for code in round_of(table).dealer]


def planted_next(table: FloorTable, view: dict[str, Any]) -> None:
    view["shoe"]["next"] = [NAMES[code] for code in state.shoe_of(table).cards[-3:]]


def planted_seed(table: FloorTable, view: dict[str, Any]) -> None:
    assert table.shoe is not None
    view["shoe"]["seed"] = table.shoe.seed


PLANTED = (planted_hole, planted_next, planted_seed)


def planted_hole_advice(round_: Round) -> int:
    return VALUES[round_.dealer[1]] if len(round_.dealer) > 1 else 0


def planted_hands_advice(round_: Round) -> int:
    """What the coach once did: it counted every hand on the table."""
    return sum(VALUES[code] for box in round_.boxes for hand in box.hands for code in hand.cards)


PLANTED_ADVICE: tuple[tuple[str, tuple[str, ...], Callable[[Round], int]], ...] = (
    ("sd-free-bet", (), planted_hole_advice),
    ("triple-win-20", DOWN, planted_hands_advice),
)
"""A game in which the coach can tell it, and what it knows too much."""


@contextmanager
def coach_who_knows(plant: Callable[[Round], int]) -> Iterator[None]:
    """The worth of every action moves with something that is hidden."""
    honest = coach.advice

    def leaking(table: FloorTable, player: str) -> Advice:
        advice = honest(table, player)
        for one in advice["values"]:
            one["worth"] += plant(round_of(table)) / 1000
        return advice

    setattr(coach, "advice", leaking)  # noqa: B010
    try:
        yield
    finally:
        setattr(coach, "advice", honest)  # noqa: B010
