"""Builds the documentation site from docs/ and checks it: python tools/site.py [-o FOLDER].

Pages are copied to a new folder in `.boot` (tools/site_pages.py), Zensical builds them there, and tools/site_check.py
follows every link. A warning of either is an error. Zensical is the installed one, or the one that locks/site.txt
pins, in a folder of `.boot`. The site loads nothing from another host. A stamp identifies the sources.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.bootstrap import BOOT, HASHED, PIP, ROOT, alone, attempt, python_with_pip
from tools.site_check import faults
from tools.site_pages import DOCS, menu, page_text, pictures, sources

BUILT = ROOT / "src" / "lammer" / "surfaces" / "cli" / "site"
STAMP = BUILT / "sources"
LOCK = ROOT / "locks" / "site.txt"
THEME = DOCS / "theme"
"""Our own files of the site: a style sheet and a script."""
GENERATOR = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"[^>]*></script>')
"""Zensical loads it from another host, for a search in pages that are opened as files."""
OWN_WORKER = '<script src="{up}theme/file-worker.js"></script>'
MAKERS = ("site.py", "site_pages.py", "site_check.py", "notebooks.py")

CONFIG = """[project]
site_name = "lammer"
site_description = "The free-bet family of blackjack, from the rule sheet up."
use_directory_urls = false
extra_css = ["theme/site.css"]
nav = {nav}

[project.theme]
language = "en"
font = false
features = {features}

[[project.theme.palette]]
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Dark"

[[project.theme.palette]]
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Light"

[project.extra]
generator = false

[project.plugins.offline]

[project.markdown_extensions.attr_list]
[project.markdown_extensions.md_in_html]
[project.markdown_extensions.tables]
[project.markdown_extensions.toc]
permalink = true
toc_depth = "2-3"
[project.markdown_extensions.pymdownx.highlight]
pygments_lang_class = true
[project.markdown_extensions.pymdownx.superfences]
"""
FEATURES = (
    "content.code.copy",
    "navigation.footer",
    "navigation.indexes",
    "navigation.tabs",
    "navigation.top",
    "search.highlight",
    "toc.follow",
)


class SiteTrouble(Exception):
    """The site cannot be built. The message says why."""


def inputs() -> list[Path]:
    """Every file that the site is made of."""
    own = [ROOT / "tools" / name for name in MAKERS]
    return [*sources().values(), *pictures().values(), *sorted(THEME.iterdir()), *own, LOCK]


def hash_of_inputs() -> str:
    digest = sha256()
    for path in inputs():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the built site matches the current sources; also true if no sources are shipped but a built site is."""
    if not DOCS.is_dir():
        return BUILT.is_dir()
    return STAMP.is_file() and STAMP.read_text("utf-8") == hash_of_inputs()


def build() -> None:
    """Build the site unless it is up to date. Raises SiteTrouble."""
    if is_built():
        return
    # A folder of its own: a wheel may be built while tests build the site.
    BOOT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=BOOT) as folder:
        work, found = Path(folder), hash_of_inputs()
        stage(work)
        made = run_zensical(work)
        no_other_host(made)
        if wrong := faults(made):
            raise SiteTrouble("\n".join(["the site has faults:", *wrong]))
        (made / STAMP.name).write_text(found, "utf-8")
        if BUILT.exists():
            BUILT.rename(work / "older")
        made.rename(BUILT)


def stage(work: Path) -> None:
    """Puts the pages and the settings into the work folder."""
    for place in sources():
        _write(work / "docs" / place, page_text(place).encode())
    for place, path in pictures().items():
        _write(work / "docs" / place, path.read_bytes())
    shutil.copytree(THEME, work / "docs" / "theme")
    _write(work / "zensical.toml", config().encode())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def config() -> str:
    return CONFIG.format(nav=_toml(menu()), features=_toml(FEATURES))


def _toml(value: object) -> str:
    """Strings and lists of TOML are written as in JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def run_zensical(work: Path) -> Path:
    """The folder of the built site. A warning is an error."""
    path = os.pathsep.join(filter(None, [zensical_folder(), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict"],
        cwd=work,
        env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output = re.sub(r"\x1b\[[\d;]*m", "", done.stdout).partition("Traceback")[0]
    if done.returncode or "Warning" in output:
        raise SiteTrouble(f"{output.strip()}\nthe site could not be built: zensical failed")
    return work / "site"


def zensical_folder() -> str:
    """Where Zensical is, if it is not installed; it is fetched once."""
    if find_spec("zensical"):
        return ""
    folder = BOOT / f"zensical-{sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    if not folder.exists():
        print("lammer: fetching the generator of the documentation, once ...", file=sys.stderr, flush=True)
        part = folder.with_name("zensical-part")
        shutil.rmtree(part, ignore_errors=True)
        flags = ["--target", str(part), "--only-binary=:all:", "--no-deps", "--root-user-action=ignore"]
        if error := attempt(python_with_pip(), *PIP, "install", *flags, *HASHED, str(LOCK)):
            raise SiteTrouble(f"{error}\nthe documentation needs Zensical; install it, or let pip fetch it")
        part.rename(folder)
    return str(folder)


def no_other_host(made: Path) -> None:
    """Replaces the one script that the generator would load from another host by our own."""
    for page in made.rglob("*.html"):
        text = page.read_text("utf-8")
        up = "../" * (len(page.relative_to(made).parts) - 1)
        page.write_text(GENERATOR.sub(OWN_WORKER.format(up=up), text), "utf-8")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Build the documentation site and check its links.")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="copy the built site to a new folder")
    folder = parser.parse_args(arguments).output
    if folder and folder.exists():
        sys.exit(f"lammer: {folder} exists; name a new folder")
    build()
    if folder:
        shutil.copytree(BUILT, folder)
    pages = sum(1 for _ in BUILT.rglob("*.html"))
    print(f"lammer: {pages} pages, no warnings, every link leads somewhere: {folder or BUILT}")


if __name__ == "__main__":
    try:
        with alone():  # two processes would build in the same folder
            main(sys.argv[1:])
    except SiteTrouble as trouble:
        sys.exit(f"lammer: {trouble}")
