"""The real server as a process that can be killed, on loopback."""

import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

from tests import warm
from tests.waiting import until

START_SECONDS = 60


class Server:
    """``lammer serve`` on a port of its own, with more options if need be. Killed, it is started again on the same
    books."""

    def __init__(self, folder: Path, port: int, db: str = "", options: tuple[str, ...] = ()) -> None:
        self._options = options
        self._folder, self.port, self._db = folder, port, db or str(folder / "floor.db")
        self.address = f"http://127.0.0.1:{port}"
        self._process: warm.Process | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", str(self.port), "--db", self._db, *self._options]
        env = {**os.environ, "XDG_DATA_HOME": str(self._folder), "LAMMER_KEYS": str(self._folder / "keys")}
        with (self._folder / f"server-{self.port}.log").open("ab") as log:
            if "PYTEST_CURRENT_TEST" in os.environ:
                self._process = warm.Process(words, env=env, stdout=subprocess.DEVNULL, stderr=log)
            else:  # a benchmark measures a server that was started as users start it
                command = [sys.executable, "-c", "from lammer.surfaces.cli import main; main()", *words]
                self._process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=log)

    def wait(self) -> None:
        """Until it answers. It listens before it can, so that asking once is mostly enough."""
        if not until(self._answers, START_SECONDS, 0.01):
            raise TimeoutError((self._folder / f"server-{self.port}.log").read_text())

    def _answers(self) -> bool:
        line = HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    def memory(self) -> float:
        """What its processes hold, in MB."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._processes())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu_seconds(self) -> float:
        """What its processes have used of the processors."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._processes()]
        return sum(int(one[11]) + int(one[12]) for one in stats) / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> list[int]:
        """The server and the workers that it started."""
        assert self._process is not None
        pid = self._process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None
