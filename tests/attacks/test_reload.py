"""SIGHUP reads the file of users and opens the log again; connections stay."""

import os
import signal
from http.client import HTTPConnection
from pathlib import Path

from lammer.surfaces.web.people import user_entry
from tests.surfaces.test_serve import PATIENCE, started
from tests.waiting import until


def login(line: HTTPConnection, password: str) -> int:
    body = f'{{"name": "ann", "password": "{password}"}}'
    line.request("POST", "/api/login", body, {"Content-Type": "application/json"})
    answer = line.getresponse()
    answer.read()
    return answer.status


def test_a_hangup_reloads_and_drops_nobody(tmp_path: Path) -> None:
    users, log = tmp_path / "users.toml", tmp_path / "server.log"
    users.write_text(user_entry("ann", "correct horse", ("player",)), "utf-8")
    # Written long ago: a file that has just been written is read again, because it may still be changing.
    os.utime(users, (0, 0))
    same = users.stat()
    arguments = ("--users", str(users), "--log-file", str(log), "--log-level", "requests")
    with started(tmp_path, "serve", "--port", "0", *arguments) as server:
        port = int(server.address().rpartition(":")[2])
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        assert login(line, "correct horse") == 200
        kept = line.sock
        # In place, as long as before and with the same time: nothing shows that it has changed.
        with users.open("r+") as file:
            file.write(user_entry("ann", "battery staple", ("player",)))
        os.utime(users, ns=(same.st_atime_ns, same.st_mtime_ns))
        assert login(line, "correct horse") == 200, "the control: it is not read again by itself"
        log.rename(tmp_path / "server.log.1")
        server.process.send_signal(signal.SIGHUP)
        assert until(lambda: log.exists() and "reloaded" in log.read_text())
        assert login(line, "battery staple") == 200
        assert line.sock is kept, "the connection was not dropped"
        line.close()
        assert "reloaded" not in (tmp_path / "server.log.1").read_text()
