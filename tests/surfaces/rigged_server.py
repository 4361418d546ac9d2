"""Takes a port and ``LAMMER_TEST_SHOES``; gives the real server on that port, with the shoes of a test.

The file named by the variable is JSON: a table's or a game's name, and rounds in notation whose cards come first from
each of its shoes, in order. They change places with the cards that lay there, so a shoe still holds whole decks.
"""

import json
import os
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from lammer.cards.card import NAMES
from lammer.floor import shoes, state
from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People
from lammer.surfaces.web.users_file import FirstUser, UsersFile, hashed_token
from lammer.table.shoe import Shoe
from lammer.table.shuffle import new_seed as honest_seed

SECRET = b"a secret of the tests alone"
FIRST = hashed_token("the token of the tests")
if TYPE_CHECKING:
    import pytest

CARD = re.compile(r"(?<![\w:=-])[2-9TJQKA][cdhs]\b")
SPIN = re.compile(r" \*(\d+)")


def cards_of(rounds: list[str]) -> list[int]:
    """The cards of rounds in the order in which they are dealt."""
    return [NAMES.index(name) for line in rounds for name in CARD.findall(line.partition("|")[2])]


def stops_of(rounds: list[str]) -> dict[tuple[int, int], int]:
    """The stops of wheels that a test wants (``*3``), by round and spin."""
    found = [[int(stop) for stop in SPIN.findall(line.partition("|")[2])] for line in rounds]
    return {(number, nth): stop for number, stops in enumerate(found, 1) for nth, stop in enumerate(stops, 1)}


def rig(rounds_by_name: dict[str, list[str]]) -> None:
    stops = {sha256(name.encode()).digest(): stops_of(rounds) for name, rounds in rounds_by_name.items()}
    wanted = {sha256(name.encode()).digest(): cards_of(rounds) for name, rounds in rounds_by_name.items()}
    asking: list[str] = []
    honest_shoe = shoes._new_shoe

    def new_shoe(table: state.FloorTable) -> state.ShoeState:
        asking[:] = [name for name in (table.table, table.game.partition("@")[0]) if name in rounds_by_name]
        return honest_shoe(table)

    def new_seed() -> bytes:
        return sha256(asking[0].encode()).digest() if asking else honest_seed()

    class RiggedShoe(Shoe):
        def __post_init__(self) -> None:
            super().__post_init__()
            for place, card in enumerate(wanted.get(self.seed, []), start=self.burn):
                found = self.cards.index(card, place)
                self.cards[place], self.cards[found] = card, self.cards[place]

        def spin(self, round_number: int, nth: int, weights: Sequence[int]) -> int:
            rigged = stops.get(self.seed, {}).get((round_number, nth))
            return rigged or super().spin(round_number, nth, weights)

    setattr(shoes, "_new_shoe", new_shoe)  # noqa: B010 (a test's hand on the floor's own shoe)
    setattr(shoes, "new_seed", new_seed)  # noqa: B010
    setattr(state, "Shoe", RiggedShoe)  # noqa: B010


def rig_for_a_test(patched: "pytest.MonkeyPatch", rounds_by_name: dict[str, list[str]]) -> None:
    """In the test's own process, and undone when it ends."""
    for place, name in ((shoes, "_new_shoe"), (shoes, "new_seed"), (state, "Shoe")):
        patched.setattr(place, name, getattr(place, name))
    rig(rounds_by_name)
    state._shuffled.cache_clear()


def main(words: list[str]) -> None:
    """A port, the folder of the books, and if there are users their file."""
    port, folder, users = int(words[0]), Path(words[1]), Path(words[2]) if len(words) > 2 else None
    shoes_file = os.environ.get("LAMMER_TEST_SHOES")
    if shoes_file:
        rig(json.loads(Path(shoes_file).read_text("utf-8")))
    floor = create_floor(str(folder / "floor.db"), folder / "floor.key")
    app = create_app(floor, People(SECRET, UsersFile(users), FirstUser(users, FIRST)) if users else People(SECRET))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main(sys.argv[1:])
