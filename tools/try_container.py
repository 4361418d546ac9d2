"""Builds the image of the Containerfile from a clone of the last commit and runs it, without a network.

    python tools/try_container.py               as root, on a machine that has buildah and debootstrap

No registry of images is needed: a minimal Debian with its Python replaces the base image. Wheels and Debian's packages
are fetched first. Build and run have a network namespace with nothing but a loopback device, so that neither can fetch
anything and the server is reached from nowhere else.
"""

import fcntl
import json
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tool is run by its path

from tools.wheels import image_python  # noqa: E402

DEBIAN = {"3.13": "trixie"}
"""The release of Debian that has this Python."""
PACKAGES = "python3,python3-venv"
IMAGE = "lammer"
QUESTION = ("lammer", "edge", "sd-free-bet", "--no-spread")
PATIENCE = 120.0
SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x41


class Engine:
    """buildah with a store of its own. Its processes share the network of this one, which has none."""

    def __init__(self, folder: Path) -> None:
        store = ("--root", str(folder / "images"), "--runroot", str(folder / "running"))
        self._command = ("buildah", *store, "--storage-driver", "vfs")

    def said(self, *words: str) -> str:
        return subprocess.run([*self._command, *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def build(self, source: Path) -> None:
        words = ("--network", "host", "--pull-never", "--format", "docker", "--file", "Containerfile")
        self.said("build", "--isolation", "chroot", *words, "--tag", IMAGE, str(source))

    def config(self) -> dict[str, Any]:
        return dict(json.loads(self.said("inspect", "--type", "image", IMAGE))["Docker"]["config"])

    def running(self, container: str, command: list[str]) -> list[str]:
        """The command that runs another one in a container."""
        return [*self._command, "run", "--network", "host", "--isolation", "chroot", container, "--", *command]


def fetch(folder: Path) -> None:
    """Everything that needs a network: a clone with wheels, page and documentation, and the base image."""
    source, base, python = folder / "source", folder / "base", image_python()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    subprocess.run([sys.executable, str(source / "tools" / "wheels.py")], check=True)
    debootstrap = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", DEBIAN[python], str(base)]
    subprocess.run(debootstrap, check=True, stdout=subprocess.DEVNULL)
    (base / "usr" / "local" / "bin" / "python").symlink_to("/usr/bin/python3")
    engine = Engine(folder)
    container = engine.said("from", "scratch")
    engine.said("add", container, str(base), "/")
    engine.said("commit", "--rm", container, f"docker.io/library/python:{python}-slim")


def build_and_run(folder: Path) -> None:
    """In a network namespace of its own."""
    _start_loopback()
    engine = Engine(folder)
    engine.build(folder / "source")
    config, container = engine.config(), engine.said("from", "--pull-never", IMAGE)
    print("user:", config["User"], "· volumes:", *config["Volumes"])
    with subprocess.Popen(engine.running(container, config["Cmd"])) as server:
        try:
            _wait(engine.running(container, config["Healthcheck"]["Test"][1:]), server)
            print("the image's health check passes")
            subprocess.run(engine.running(container, list(QUESTION)), check=True)
        finally:
            server.terminate()


def _start_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sH14x", b"lo", UP_AND_RUNNING))


def _wait(check: list[str], server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while subprocess.run(check, capture_output=True).returncode:
        if server.poll() is not None or time.monotonic() > end:
            sys.exit("the server does not answer")
        time.sleep(0.5)


def main(words: list[str]) -> None:
    if words:
        build_and_run(Path(words[0]))
        return
    if missing := [name for name in ("buildah", "debootstrap", "unshare") if not shutil.which(name)]:
        sys.exit(f"not installed: {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="lammer-container-") as folder:
        fetch(Path(folder))
        done = subprocess.run(["unshare", "--net", sys.executable, __file__, folder])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
