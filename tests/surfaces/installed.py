"""lammer as others install it: a source distribution, a wheel from it, and the wheel in an environment of its own.

Nothing is fetched: the environment reads the packages of the test's own one, but not its lammer. It is in a folder
outside the repository, without Node and without an index.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path
from typing import NamedTuple

from lammer.compiled import kernels_folder
from tools.bootstrap import BIN, EXE, ROOT, uv_program

SITE = Path(sysconfig.get_paths()["purelib"])


class Built(NamedTuple):
    sdist: Path
    wheel: Path
    wheel_of_sdist: Path


def offline(home: Path) -> dict[str, str]:
    """An environment without Node, an index, or settings of this user."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "PYTHON"))}
    nowhere = {"PIP_NO_INDEX": "1", "UV_OFFLINE": "1", "PIP_CONFIG_FILE": os.devnull, "UV_NO_CONFIG": "1"}
    return kept | nowhere | {"PATH": str(home / "no programs"), "HOME": str(home), "UV_CACHE_DIR": str(home / "uv")}


def build(target: str, source: Path, into: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    done = subprocess.run(command, cwd=source, env=offline(into), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return next(into.glob("*.whl" if target == "wheel" else "*.tar.gz"))


def built(folder: Path) -> Built:
    """From the checkout: an sdist and a wheel; and from the sdist, unpacked elsewhere, a wheel."""
    sdist = build("sdist", ROOT, folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    return Built(sdist, build("wheel", ROOT, folder / "wheel"), build("wheel", source, folder / "again"))


class Installed(NamedTuple):
    folder: Path
    package: Path

    @property
    def lammer(self) -> str:
        return str(self.folder / "venv" / BIN / f"lammer{EXE}")

    def environment(self) -> dict[str, str]:
        folders = {"XDG_DATA_HOME": str(self.folder), "LAMMER_KEYS": str(self.folder / "keys")}
        return offline(self.folder) | folders | {"LAMMER_CACHE": str(self.folder / "cache")}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [self.lammer, *words]
        where = self.folder / "elsewhere"
        where.mkdir(exist_ok=True)
        return subprocess.run(command, cwd=where, env=self.environment(), capture_output=True, text=True, timeout=300)


def install(wheel: Path, folder: Path) -> Installed:
    venv.create(folder / "venv", symlinks=os.name != "nt")
    python = folder / "venv" / BIN / f"python{EXE}"
    if uv_program().exists():
        installer = [str(uv_program()), "pip", "install", "--python", str(python)]
    else:
        base = Path(sys.base_prefix, *(("python.exe",) if os.name == "nt" else ("bin", "python3")))
        installer = [str(base), "-m", "pip", "--python", str(python), "install", "--no-compile"]
    done = subprocess.run([*installer, "--no-deps", str(wheel)], env=offline(folder), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (site,) = (folder / "venv").rglob("site-packages")
    # A folder named in a .pth file is searched, but its own .pth files, such as that of the checkout's lammer, are not.
    (site / "test-packages.pth").write_text(f"{SITE}\n", encoding="utf-8")
    installed = Installed(folder, site / "lammer")
    take_kernels(installed)
    return installed


def take_kernels(installed: Installed) -> None:
    """Copies the kernels that are compiled for the checkout, so that the same sources are not compiled again for half a
    minute. Numba finds them by the folder and the time of a source."""
    home = installed.folder / "cache" / kernels_folder().name
    home.mkdir(parents=True)
    package = ROOT / "src" / "lammer"
    for source in package.rglob("*.py"):
        status, copy = source.stat(), installed.package / source.relative_to(package)
        os.utime(copy, ns=(status.st_atime_ns, status.st_mtime_ns))
    for folder in (path for path in package.iterdir() if path.is_dir()):
        kept = kernels_folder() / _numba_name(folder)
        if kept.is_dir():
            shutil.copytree(kept, home / _numba_name(installed.package / folder.name))
    for mark in kernels_folder().glob("*.compiled"):
        shutil.copy(mark, home)


def _numba_name(folder: Path) -> str:
    return f"{folder.name}_{hashlib.sha1(str(folder).encode()).hexdigest()}"
