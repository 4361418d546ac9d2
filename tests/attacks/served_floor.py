"""A floor with users for attacks through the API: real routes, real roles, real books, and a clock that the test
moves."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.test_web_procedure import Casino

GAME = "sd-free-bet"
PEOPLE: Mapping[str, tuple[str, ...]] = {
    "ann": ("player",),
    "bob": ("player",),
    "dana": ("dealer",),
    "dirk": ("dealer", "player"),
    "sam": ("supervisor",),
    "erin": ("executive",),
    "zoe": ("player", "dealer", "supervisor", "executive"),
}


class Served(Casino):
    def code(self, name: str, path: str, **body: Any) -> str:
        """What a request is refused with; empty when it is carried out."""
        answer = self.asks(name, "POST", path, **body)
        return "" if answer.status_code == 200 else str(answer.json()["error"]["code"])

    def refusal(self, name: str, path: str, **body: Any) -> dict[str, str]:
        answer = self.asks(name, "POST", path, **body)
        assert answer.status_code == 409, answer.text
        error: dict[str, str] = answer.json()["error"]
        return error

    def table(self, by: str = "dana", **more: Any) -> None:
        self.post(by, "", table="t", **{"game": GAME, "turn_seconds": 0} | more)

    def play(self, **boxes: int) -> None:
        """Players bet until a round waits for one of them."""
        while not self.view()["under_way"]:
            for name, box in boxes.items():
                self.post(name, "/bet", box=box, bets={"main": 1000})

    def play_out(self) -> None:
        """Everybody stands until the round is over."""
        while play := self.view()["play"]:
            box = play["to_act"]["box"]
            name = next(seat["player"] for seat in self.view()["seats"] if seat["box"] == box)
            kinds = [option["kind"] for option in self.view(name)["play"]["legal"]]
            wish = next(kind for kind in ("pass", "stand", "hit") if kind in kinds)
            self.post(name, "/act", action=wish)


@contextmanager
def served(folder: Path, people: Mapping[str, tuple[str, ...]] = PEOPLE) -> Iterator[Served]:
    """Nobody logs in with a password here, so none is hashed."""
    path = folder / "users.toml"
    entry = '[users."{}"]\npassword = "-"\nroles = [{}]\n'
    listed = {name: ", ".join(f'"{role}"' for role in roles) for name, roles in people.items()}
    path.write_text("".join(entry.format(name, roles) for name, roles in listed.items()), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lammer.surfaces.web.guard.BURST", 1e9)  # the tests ask faster than people
        house = Served(folder, path)
        with house.client:
            yield house
