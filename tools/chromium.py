"""Prints the path of a Chromium, and installs one if there is none.

It is the one named by `CHROMIUM`, or on the PATH; else root on Debian installs the package, and other users get the
build from npm, in `.boot`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import page
from tools.bootstrap import ROOT

NAMES = (
    # A headless shell comes first: the same engine without the browser's own windows takes a third less of a processor.
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
DEBIAN = ("chromium-headless-shell", "fonts-dejavu-core")
LOCK_SECONDS = 300
"""Several test processes may install at once; apt waits so long for the one that has its lock."""
FOLDER = ROOT / ".boot" / "chromium"
PACKAGE = "@sparticuz/chromium@^141.0.0"
UNPACK = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(RuntimeError):
    """There is no Chromium, and none could be installed."""


def chromium() -> str:
    """The program's path. Raises NoChromium."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not Path(named).is_file():
            raise NoChromium(f"CHROMIUM names {named}, which is not a file")
        return named
    return _on_path() or _from_debian() or _from_npm()


def _on_path() -> str:
    return next((found for name in NAMES if (found := shutil.which(name))), "")


def _from_debian() -> str:
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    patient = [apt, "-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}"]
    install = [*patient, "install", "-y", "--no-install-recommends", *DEBIAN]
    for command in (install, [*patient, "update"], install):
        subprocess.run(command, env=env, capture_output=True)
        if found := _on_path():
            return found
    return ""


def _from_npm() -> str:
    """The program unpacks itself into the temporary folder, so that is set to a permanent one."""
    node = page.find_node()
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / "chromium"
    if kept.is_file():
        return str(kept)
    env = {**os.environ, "PATH": f"{Path(node[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    install = [*node, "install", "--prefix", str(FOLDER), "--ignore-scripts", "--no-audit", "--no-fund", PACKAGE]
    unpack = [node[0], "--input-type=module", "--eval", UNPACK]
    for command in (install, unpack):
        done = subprocess.run(command, cwd=FOLDER, env={**env, "TMPDIR": str(FOLDER)}, capture_output=True, text=True)
        if done.returncode:
            raise NoChromium(f"no Chromium: set CHROMIUM to one, or install it. npm said: {done.stderr.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    print(chromium())
