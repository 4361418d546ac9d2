"""The sockets of the server. It is announced only when it listens and answers."""

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable

from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from lammer.errors import LammerError
from lammer.surfaces.web.metrics import worker_ended
from lammer.surfaces.web.options import LOOPBACK, STANDARD_PORT

_BACKLOG = 2048

Announce = Callable[[], None]


class CannotListen(LammerError):
    """The server cannot listen. The message says why and what to do."""


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on this port, or by default on the standard port. If that is in use, a server for this machine only
    takes any free port. Raises CannotListen."""
    if port is not None:
        return _on(host, port)
    try:
        return _on(host, STANDARD_PORT)
    except CannotListen:
        if host not in LOOPBACK:
            raise
        return _on(host, 0)


def _on(host: str, port: int, *, shared: bool = False) -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotListen(f"--port {port}: a port is a number from 0 to 65535")
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # on Windows it would let two servers share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind((host, port))
        # Listen here and not in the server: until then another program could take the port.
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise CannotListen(_reason(host, port, error)) from None
    found.set_inheritable(True)
    return found


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: choose another with --port, or --port 0 for any free one"
    if error.errno == errno.EACCES:
        return f"this user may not use port {port}: choose one above 1023 with --port"
    return f"--host {host}: cannot listen there: {error.strerror or error}"


def shared_out(found: socket.socket, workers: int) -> list[socket.socket]:
    """A separate socket for each worker, on the same port. With one shared socket the fastest worker would accept most
    connections; Linux distributes connections evenly over several sockets. On other systems all workers share one."""
    if workers == 1 or sys.platform != "linux":
        return [found]
    # Sockets that share a port must all set the option before they bind. The first one did not, because it had to find
    # out whether the port is free.
    host, port = found.getsockname()[:2]
    found.close()
    return [_on(host, port, shared=True) for _ in range(workers)]


def address_of(found: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = found.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(config: Config, found: list[socket.socket], announce: Announce) -> None:
    """Serves until a signal stops it."""
    try:
        if config.workers > 1:
            _Crew(config, found, announce).run()
        else:
            _Announced(config, announce).run(found)
    except KeyboardInterrupt:
        # uvicorn raises the signal again after an orderly shutdown.
        pass
    finally:
        for one in found:
            one.close()


class _Announced(Server):
    def __init__(self, config: Config, announce: Announce) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


class _Crew(Multiprocess):
    """Several processes, each with a socket; announced when all of them answer."""

    def __init__(self, config: Config, found: list[socket.socket], announce: Announce) -> None:
        self._found, self._announce = found, announce
        super().__init__(config, found)

    @property
    def sockets(self) -> list[socket.socket]:
        """The socket for the next process: that of a dead process, else the next one."""
        dead = [place for place, one in enumerate(self.processes) if one.exitcode is not None]
        return [self._found[(dead[0] if dead else len(self.processes)) % len(self._found)]]

    @sockets.setter
    def sockets(self, _found: list[socket.socket]) -> None: ...

    def handle_ttin(self) -> None:
        """Does nothing: the number of processes is fixed, because each has its socket."""

    handle_ttou = handle_ttin

    def handle_hup(self) -> None:
        """Passes the signal on. By default every worker would be replaced and every connection closed."""
        for one in self.processes:
            if one.pid is not None:
                os.kill(one.pid, signal.SIGHUP)

    def keep_subprocess_alive(self) -> None:
        before = {one.pid for one in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {one.pid for one in self.processes}:
            if pid is not None:
                worker_ended(pid)

    def init_processes(self) -> None:
        super().init_processes()
        while not self.should_exit.is_set() and all(one.process.is_alive() for one in self.processes):
            if all(one.wait_until_ready(1) for one in self.processes):
                self._announce()
                return
            self.handle_signals()
