"""``lammer docs``: serves the documentation site to a browser on this machine, or copies it."""

import contextlib
import errno
import os
import shutil
import sys
import tempfile
import threading
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.shared import examples

SITE = Path(__file__).parent / "site"
"""Made by tools/site.py; a wheel contains it."""
STANDARD_PORT = 8788
NOT_BUILT = "the documentation site is not built: run ./run docs, or python tools/site.py, in a checkout of lammer"
HEADERS = {
    # The browser itself refuses what would come from another host.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}

docs_app = App(
    name="docs",
    help_format="plaintext",
    help_epilogue=examples(
        "lammer docs --no-browser    # serve it on this machine until Ctrl-C",
        "lammer docs -o site         # copy it to a new folder, for any web server",
    ),
)


@docs_app.default
def docs(
    *,
    port: Annotated[
        int | None,
        Parameter(help=f"The port of the server. 0 takes a free one; without it {STANDARD_PORT}, or a free one."),
    ] = None,
    browser: Annotated[bool, Parameter(help="Open a browser if there is one.")] = True,
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "-o"], help="Copy the site to this new folder and serve nothing."),
    ] = None,
) -> int:
    """Serve this documentation on this machine: tutorials, how-tos, games, mathematics and reference. It needs no
    network. Ctrl-C stops it."""
    if not (SITE / "index.html").is_file():
        raise BadOption(NOT_BUILT)
    if output is not None:
        return copy(output)
    with listening(port) as server, contextlib.suppress(KeyboardInterrupt):
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"lammer: documentation at {address} (Ctrl-C stops the server)", flush=True)
        if browser and sys.stdout.isatty() and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.serve_forever()
    return 0


def _has_screen() -> bool:
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(shown) or sys.platform in ("darwin", "win32")


def copy(folder: Path) -> int:
    if folder.exists():
        raise BadOption(f"--output {folder}: it exists; name a new folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".lammer-", dir=folder.parent) as work:
            shutil.copytree(SITE, Path(work) / "site").rename(folder)
    except FileExistsError as error:
        raise BadOption(f"--output {folder}: {error.filename} is not a folder") from None
    except OSError as error:
        raise BadOption(f"--output {folder}: cannot be written: {error.strerror or error}") from None
    print(f"lammer: the site is in {folder}; open {folder / 'index.html'}")
    return 0


class Pages(SimpleHTTPRequestHandler):
    """Files of the site, which no other host can add to."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """A folder without an index is no page."""
        self.send_error(404, "No such page")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: there is one reader."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # A browser asks for a dozen files at once.
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing of a browser that has gone away."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def listening(port: int | None) -> Server:
    """A server on this port, or on the standard port, or if that is in use on any free one."""
    for wanted in [port] if port is not None else [STANDARD_PORT, 0]:
        try:
            return Server(("127.0.0.1", wanted), partial(Pages, directory=str(SITE)))
        except OverflowError:
            raise BadOption(f"--port {wanted}: a port is a number from 0 to 65535") from None
        except OSError as error:
            if port is not None and error.errno == errno.EADDRINUSE:
                raise BadOption(f"--port {port} is in use: choose another, or 0 for any free one") from None
            if port is not None and error.errno == errno.EACCES:
                raise BadOption(f"--port {port}: this user may not use it; choose one above 1023") from None
            if port is not None:
                raise
    raise BadOption("--port: no port of this machine is free")
