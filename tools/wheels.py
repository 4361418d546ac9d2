"""Fetches everything that the Containerfile installs into a folder, so that the image is built without a network.

    python tools/wheels.py                          the wheels of locks/run.txt into wheels/, page and site
    python tools/wheels.py --python 3.11 --machine aarch64 --into FOLDER

Wheels are for Linux with glibc, for the Python of the Containerfile and for this machine's processor, unless you say
otherwise. pip compares every file with its hash in the lock.
"""

import argparse
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tool is run by its path

from tools import page, site  # noqa: E402
from tools.bootstrap import python_with_pip  # noqa: E402

LOCK, FOLDER = ROOT / "locks" / "run.txt", ROOT / "wheels"
OLDEST_GLIBC, NEWEST_GLIBC = 5, 36
"""Minor versions of glibc 2; Debian 12 has 2.36, and the slim images have it or a later one."""


def image_python() -> str:
    """The Python of the image: 3.13 for python:3.13-slim."""
    found = re.search(r"^FROM python:(\d+\.\d+)", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def wanted(lock: str, python: str, machine: str) -> str:
    """The lock without the lines for other systems and without markers, which pip would read for its own Python."""
    system = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": machine}
    names = {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    there = {**system, **names, "python_version": python, "python_full_version": f"{python}.0"}
    lines = []
    for line in re.sub(r"\s*\\\n\s*", " ", lock).splitlines():
        pin, _, rest = line.partition(" ; ")
        marker, dash, hashes = rest.partition(" --hash") if rest else ("", "", "")
        if not marker or Marker(marker).evaluate(there):
            lines.append(f"{pin}{dash}{hashes}")
    return "\n".join(lines) + "\n"


def platforms(machine: str) -> list[str]:
    names = [f"manylinux_2_{minor}_{machine}" for minor in range(NEWEST_GLIBC, OLDEST_GLIBC - 1, -1)]
    return [*names, *(f"{older}_{machine}" for older in ("manylinux2014", "manylinux2010", "manylinux1"))]


def fetch(lock: Path, into: Path, python: str, machine: str) -> None:
    command = [python_with_pip(), "-m", "pip", "--disable-pip-version-check", "--quiet", "download", f"--dest={into}"]
    command += ["--no-deps", "--require-hashes", "--only-binary=:all:", "--implementation=cp"]
    command += [f"--python-version={python}", *(f"--platform={name}" for name in platforms(machine))]
    subprocess.run([*command, "--requirement", str(lock)], check=True)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Fetch what the Containerfile installs.")
    parser.add_argument("--python", default=image_python())
    parser.add_argument("--machine", default=platform.machine())
    parser.add_argument("--into", type=Path, default=FOLDER)
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "lock.txt"
        lock.write_text(wanted(LOCK.read_text("utf-8"), asked.python, asked.machine), "utf-8")
        try:
            fetch(lock, asked.into, asked.python, asked.machine)
            page.build()
            site.build()
        except subprocess.CalledProcessError as failed:
            sys.exit(f"wheels: pip ended with {failed.returncode}, see above; what was fetched is in {asked.into}")
        except (page.PageTrouble, site.SiteTrouble) as trouble:
            sys.exit(f"wheels: {trouble}")
    files = sorted(asked.into.glob("*.whl"))
    print(f"{len(files)} wheels, {sum(path.stat().st_size for path in files) / 1e6:.0f} MB, in {asked.into}")


if __name__ == "__main__":
    main(sys.argv[1:])
