"""Takes a port, a folder, limits as JSON and the books (else a file in the folder); gives the real server, so limited.

``lammer serve`` has the limits of a real floor, which a test would have to wait for."""

import json
import sys
from pathlib import Path

from uvicorn import Server

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import UNLIMITED, Limits
from lammer.surfaces.web.people import People
from lammer.surfaces.web.server_config import server_config
from lammer.surfaces.web.sockets import listening


def main(words: list[str]) -> None:
    port, folder, limits_text, db = int(words[0]), Path(words[1]), words[2], words[3]
    limits = UNLIMITED if limits_text == "unlimited" else Limits(**json.loads(limits_text))
    floor = create_floor(db or str(folder / "floor.db"), folder / "floor.key")
    app = create_app(floor, People(b"a secret of the tests alone"), limits)
    found = listening("127.0.0.1", port)
    print(found.getsockname()[1], flush=True)
    Server(server_config(app, 1, "warnings")).run([found])


if __name__ == "__main__":
    main(sys.argv[1:])
