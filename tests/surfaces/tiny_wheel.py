"""A wheel made by hand, for a set-up that fetches nothing. A build backend imports this file: standard library only."""

import base64
import zipfile
from hashlib import sha256
from pathlib import Path


def wheel(folder: Path, name: str, files: dict[str, str], commands: str = "") -> Path:
    """A wheel that holds these files."""
    info = f"{name}-1.dist-info"
    files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": commands,
    }
    rows = [f"{path},sha256={_digest(text)},{len(text.encode())}" for path, text in files.items()]
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        for inner, text in {**files, f"{info}/RECORD": "\n".join([*rows, f"{info}/RECORD,,\n"])}.items():
            made.writestr(inner, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
