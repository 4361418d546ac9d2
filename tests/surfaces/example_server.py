"""Takes a folder; gives two real servers whose answers are the same each time, for the examples of the API: a floor
with users, whose first user is not created yet, and a local floor. Prints their ports.

Shoes are rigged, drills draw the first hand, passwords are hashed quickly, and `clock` in the folder holds seconds that
the floor's clock is ahead.
"""

import asyncio
import secrets
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from argon2 import PasswordHasher
from uvicorn import Server

from lammer.floor.house import create_floor
from lammer.surfaces.web import count_drills, drills, entrance, people
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import Limits
from lammer.surfaces.web.people import People
from lammer.surfaces.web.server_config import server_config
from lammer.surfaces.web.sockets import listening
from lammer.surfaces.web.users_file import FirstUser, UsersFile, begun
from tests.surfaces.rigged_server import FIRST, rig

SHOES = {
    "one": ["| 9h 6c 2d Tc | FD Th | Kc", "| Th 7c 6d Ts"],
    "euro": ["| 9h Ts 5d | S Kd"],
    "sevens-table": ["| 7h 7h 7h Tc | S", "| 9h 8c 9d Tc | S"],
}


def main(words: list[str]) -> None:
    folder = Path(words[0])
    rig(SHOES)
    setattr(people, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1))  # noqa: B010
    for module in (drills, count_drills):
        setattr(module, "secrets", SimpleNamespace(randbelow=lambda _: 0))  # noqa: B010
    setattr(entrance, "REFRESH_SECONDS", 1e6)  # noqa: B010 (it writes an event when the users have changed)
    asyncio.run(serve(folder))


async def serve(folder: Path) -> None:
    users = folder / "users.toml"
    begun(users)
    secret = secrets.token_bytes(32)
    apps = [
        app_of(folder, "house", People(secret, UsersFile(users), FirstUser(users, FIRST))),
        app_of(folder, "local", People(secret)),
    ]
    sockets = [listening("127.0.0.1", 0) for _ in apps]
    print(*(one.getsockname()[1] for one in sockets), flush=True)
    servers = [Server(server_config(app, 1, "warnings")) for app in apps]
    await asyncio.gather(*(one.serve([found]) for one, found in zip(servers, sockets, strict=True)))


def app_of(folder: Path, name: str, of: People) -> Any:
    clock = folder / "clock"

    def now() -> datetime:
        ahead = float(clock.read_text()) if clock.exists() else 0.0
        return datetime.now(UTC) + timedelta(seconds=ahead)

    floor = create_floor(folder / f"{name}.db", folder / f"{name}.key", now=now)
    (folder / f"{name}-witness").mkdir(exist_ok=True)
    return create_app(floor, of, Limits(requests_per_second=0), witness_folder=folder / f"{name}-witness")


if __name__ == "__main__":
    main(sys.argv[1:])
