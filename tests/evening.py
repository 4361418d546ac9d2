"""An evening at one table of a floor, with a clock that the test moves, for tests of what it does around a round."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from lammer.floor.house import Floor, create_floor
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable, table_document
from lammer.ledger.records import Command, Posting

EU = "european-free-bet"
START = datetime(2026, 1, 1, tzinfo=UTC)


class Evening:
    """A floor with a clock that the test moves, and one table."""

    def __init__(self, folder: Path, game: str = EU, **more: Any) -> None:
        self.now, self._keys = START, 0
        self.folder = folder
        self.floor = self.opened()
        self.floor.open_table(self.key(), "house", "t", game, **{"turn_seconds": 30} | more)

    def opened(self) -> Floor:
        return create_floor(self.folder / "floor.db", self.folder / "floor.key", now=lambda: self.now)

    def restart(self) -> None:
        self.floor.journal.close()
        self.floor = self.opened()

    def key(self) -> str:
        self._keys += 1
        return f"key {self._keys}"

    @property
    def table(self) -> FloorTable:
        return self.floor.table("t")

    def view(self, viewer: str = "") -> dict[str, Any]:
        view = self.floor.view("t", viewer)
        assert json.loads(self.floor.views("t", {viewer})[viewer]) == view
        return cast(dict[str, Any], view)

    def do(self, kind: str, player: str, **body: Any) -> dict[str, Any]:
        return self.floor.do(kind, self.key(), player, "t", **body).answer

    def refused(self, kind: str, player: str, **body: Any) -> FloorRefused:
        before = self.table
        with pytest.raises(FloorRefused) as caught:
            self.do(kind, player, **body)
        assert self.table == before
        return caught.value

    def sit(self, **boxes: int) -> None:
        for name, box in boxes.items():
            if not self.floor.chips(name):
                self.floor.buy_in(self.key(), "house", name, 1_000_000)
            self.do("sit", name, box=box)

    def staffed(self) -> "Evening":
        """With a supervisor on the floor."""
        self.floor.supervised = lambda _table: True
        return self

    def kept_as(self, document: str) -> None:
        """The table as other books have it."""
        self.floor.journal.post(
            Command(self.key(), "kept", "test", {}), lambda _books: Posting({}, "", (), {table_document("t"): document})
        )

    def late(self) -> None:
        self.now += timedelta(seconds=31)

    def asked(self) -> str:
        cut = self.view()["cut"]
        return cut["player"] if cut else ""

    def cut(self) -> None:
        """Whoever is asked cuts."""
        if self.asked():
            self.do("cut", self.asked(), cards=100)

    def bet(self, *names: str) -> None:
        """Those named bet, everybody by default, and the table deals."""
        for seat in self.table.seats:
            if not names or seat.player in names:
                self.do("bet", seat.player, box=seat.box, bets={"main": 1000})
        self.do("deal", "house")

    def deal(self) -> None:
        """A round in which somebody is to act."""
        while True:
            self.cut()
            self.bet()
            if self.table.inputs:
                return

    def play_out(self) -> None:
        """Everybody stands, or draws where they must."""
        while self.table.inputs:
            play = self.view(_to_act(self))["play"]
            kinds = [option["kind"] for option in play["legal"]]
            wish = next(kind for kind in ("pass", "decline", "stand", "hit") if kind in kinds)
            self.do("act", _to_act(self), action=wish)


def _to_act(evening: Evening) -> str:
    play = evening.view()["play"]["to_act"]
    return next(seat.player for seat in evening.table.seats if (seat.box, seat.bettor) == (play["box"], play["bettor"]))
