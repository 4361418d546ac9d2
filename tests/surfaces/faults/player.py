"""A player who is not put off: every command is asked again under its key until it is answered."""

import random
import threading
from typing import Any

import httpx2 as httpx

from tests.waiting import think, until

PATIENCE_SECONDS = 120
BET = 1000


class Player(threading.Thread):
    """Sits at a table by HTTP and plays at random until told to stop. ``acknowledged`` has every answer by its key."""

    def __init__(self, addresses: list[str], name: str, table: str, box: int) -> None:
        super().__init__(name=name, daemon=True)
        self._addresses, self._table, self._box = addresses, table, box
        self._random = random.Random(name)
        self._client = httpx.Client(timeout=10)
        self._asked = 0
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.retries = 0
        self.stopping = threading.Event()
        self.fault: str = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """One answer, from whichever server gives it; servers that are down or slow are asked again."""
        answer = until(lambda: self._asked_once(method, path, body), PATIENCE_SECONDS)
        if answer is None:
            raise TimeoutError(f"{path}: nobody answers")
        return answer

    def _asked_once(self, method: str, path: str, body: dict[str, Any] | None) -> httpx.Response | None:
        try:
            answer = self._client.request(method, self._random.choice(self._addresses) + path, json=body)
        except httpx.HTTPError:
            self.retries += 1
            return None
        return None if answer.status_code in (429, 503) else answer

    def command(self, path: str, **body: Any) -> dict[str, Any]:
        """A command under a fresh key; its answer is kept as acknowledged, unless it was refused."""
        self._asked += 1
        key = f"{self.name} command {self._asked}"
        answer = self.ask("POST", path, {"key": key, **body})
        reply: dict[str, Any] = answer.json()
        if answer.status_code == 200:
            self.acknowledged[f"{self.name}: {key}"] = reply
        return reply

    def sit(self) -> None:
        self.ask("POST", "/api/guest", {"name": self.name})
        self.command("/api/buy-in", amount=1_000_000)
        self.command(f"/api/tables/{self._table}/sit", box=self._box)

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self._play_on()
        except Exception as error:  # a thread's failure is told by whoever joins it
            self.fault = f"{type(error).__name__}: {error}"
        finally:
            self._client.close()

    def _play_on(self) -> None:
        view = self.ask("GET", f"/api/tables/{self._table}").json()
        play = view["play"]
        mine = next(seat for seat in view["seats"] if seat["mine"])
        if play is None and not mine["ready"]:
            self.command(f"/api/tables/{self._table}/bet", box=self._box, bets={"main": BET})
        elif play is not None and play["my_turn"]:
            option = self._random.choice(play["legal"])
            amount = option["maximum"] if option["kind"] == "insure" else 0
            self.command(f"/api/tables/{self._table}/act", action=option["kind"], amount=amount)
        else:
            think(0.04)  # more often, and the door would tell us to slow down
