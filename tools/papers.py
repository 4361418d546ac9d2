"""Retakes the pictures of docs/papers, made by the commands that the docs name: ``python tools/papers.py``."""

import argparse
import io
import os
import sys
import tempfile
from pathlib import Path

import pypdfium2

from lammer.surfaces.cli.app import app

DOCS = Path(__file__).parent.parent / "docs" / "papers"
WIDTH = 900
"""Pixels."""
DEMO = ("progressive", "demo", "--seed", "1248", "--no-pause", "--db", "demo.db")
SLIP = ("progressive", "paper", "slip", "T1", "2", "3", "--db", "demo.db")
PAR = ("report", "sd-free-bet")
POST = ("rules", "post", "sd-free-bet")
SAMPLES: dict[str, tuple[tuple[str, ...], str]] = {
    "par-sheet": (PAR, ""),
    "par-charts": (PAR, "charts"),
    "posted-rules": (POST, ""),
    "jackpot-slip": (SLIP, ""),
}
"""The command of each picture, and a word in the heading of the page that is shown; the first page without one."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(SAMPLES), help=", ".join(SAMPLES))
    names = parser.parse_args().names
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # for the key of the demo's books
        made: dict[tuple[str, ...], bytes] = {}
        for name in names:
            command, heading = SAMPLES[name]
            if command not in made:
                made[command] = _made(command, Path(folder))
            (DOCS / f"{name}.png").write_bytes(_picture(made[command], heading))
            print(f"docs/papers/{name}.png")


def _made(words: tuple[str, ...], folder: Path) -> bytes:
    at = {"demo.db": str(folder / "demo.db")}
    if words is SLIP:
        _run(tuple(at.get(word, word) for word in DEMO))
    _run((*(at.get(word, word) for word in words), "-o", str(folder / "paper.pdf")))
    return (folder / "paper.pdf").read_bytes()


def _run(words: tuple[str, ...]) -> None:
    code = app(list(words), exit_on_error=False, result_action="return_value")
    if code:
        sys.exit(f"lammer {' '.join(words)} ended with code {code}")


def _picture(made: bytes, heading: str) -> bytes:
    """The page as PNG, in few colours."""
    document = pypdfium2.PdfDocument(made)
    try:
        for page in document:
            text = page.get_textpage().get_text_range().lower()
            if heading in text.partition("\n\n")[0] and (not heading or "own money" in text):
                drawn = page.render(scale=WIDTH / page.get_width()).to_pil()
                into = io.BytesIO()
                drawn.convert("P", palette=1, colors=64).save(into, "PNG", optimize=True)
                return into.getvalue()
    finally:
        document.close()
    sys.exit(f"no page has {heading!r} in its heading")


if __name__ == "__main__":
    main()
