"""Takes nothing; gives folders for what can be computed again: compiled kernels (``compiled/``) and findings.

Start with ``cache_folder``, then ``documents.py``, a bounded store of JSON documents.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
LEFT_OUT = {"__pycache__", "built", "ui", "site"}
"""Folders that are no sources of the installed package."""
KEPT = 4
"""Folders of one kind that are left alone, this version's and older ones; the rest are removed."""


def hash_of(texts: Mapping[Path, str]) -> str:
    """A hash of source files, by name and content."""
    digest = hashlib.sha256()
    for path, text in sorted(texts.items()):
        digest.update(f"{path.relative_to(PACKAGE)}\0{text}\0".encode())
    return digest.hexdigest()[:16]


def sources_of(packages: Iterable[str]) -> dict[Path, str]:
    """The source files of some packages of lammer."""
    files = (path for package in packages for path in (PACKAGE / package).rglob("*.py"))
    return {path: path.read_text(encoding="utf-8") for path in files}


def package_hash() -> str:
    """A hash of every file of lammer, the rule sheets too. It is the same in a checkout and in a wheel, which has the
    built page and not its sources."""
    files = [
        path for path in PACKAGE.rglob("*") if not LEFT_OUT & {*path.relative_to(PACKAGE).parts} and path.is_file()
    ]
    return hash_of({path: path.read_text(encoding="utf-8") for path in files})


def cache_folder(kind: str, version: str) -> Path | None:
    """A folder for one kind and version: in ``LAMMER_CACHE``, else beside the package if that can be written to, else
    in the user's cache, else in the temporary folder. None where nothing can be written."""
    name = f"{kind}-{version}"
    homes = [Path(os.environ["LAMMER_CACHE"])] if os.environ.get("LAMMER_CACHE") else []
    homes += [
        PACKAGE / "__pycache__",
        Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "lammer",
    ]
    homes.append(Path(tempfile.gettempdir()) / f"lammer-{os.getuid() if hasattr(os, 'getuid') else 'kernels'}")
    for home in homes:
        if writable(home / name):
            sweep(home, kind, name)
            return home / name
    return None


def writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def sweep(home: Path, kind: str, current: str) -> None:
    """Keeps the newest few folders of other versions; another process may be sweeping too."""
    found = []
    for path in home.glob(f"{kind}-*"):
        with suppress(OSError):
            found.append((path.stat().st_mtime, path))
    for _, folder in sorted(found, reverse=True)[KEPT:]:
        if folder.name != current:
            shutil.rmtree(folder, ignore_errors=True)
