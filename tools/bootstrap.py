"""Runs a command in a `.venv` with the packages that a lock pins, and sets the `.venv` up if necessary.

At first there are only the standard library and pip: pip fetches a pinned uv, and uv does the rest (or pip, if uv
fails). A stamp, written last, lists the locks that are installed in the `.venv`. So a later start only compares a hash,
and after an interrupted set-up the next start begins again.

Set-up compiles everything to bytecode. If PYTHONDONTWRITEBYTECODE is set, as in many containers, Python would otherwise
compile every module at every start.
"""

import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
BOOT = ROOT / ".boot"
VENV = ROOT / ".venv"
STAMP = VENV / "lammer-stamp"
BYTECODE_STAMP = VENV / "lammer-bytecode"
SOURCES = (ROOT / "src", ROOT / "tools")
SET_UP_VERSION = b"2"
"""The version of the set-up. A new number makes every folder set up again."""
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
PYTHON = str(VENV / BIN / f"python{EXE}")
PIP = ["-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"]
HASHED = ["--require-hashes", "--requirement"]
PROJECT = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]


def start(lock: str, program: str, *arguments: str) -> NoReturn:
    """Replace this process by a program of the `.venv`, after setting up the lock unless the stamp lists it."""
    try:
        if mark(lock) not in stamped():
            print("lammer: setting up .venv, once; this takes a moment ...", file=sys.stderr, flush=True)
            with alone():
                if mark(lock) not in stamped():
                    set_up(lock)
        if sys.dont_write_bytecode:
            compile_sources()
        if lock == "test" or arguments[:1] in ((), ("serve",)):
            set_up_page()
        if lock == "run" and arguments[:1] == ("docs",):
            set_up_site()
    except KeyboardInterrupt:
        sys.exit("\nlammer: set-up interrupted; the next start begins it again.")
    except OSError as error:
        sys.exit(f"lammer: cannot set up in {ROOT}: {error}")
    become([str(VENV / BIN / program) + EXE, *arguments])


def become(command: list[str]) -> NoReturn:
    if os.name != "nt":
        os.environ["LAMMER_COMMAND"] = "./run"
        os.execv(command[0], command)
    import subprocess  # exec on Windows would return to the shell before the program ends

    sys.exit(subprocess.call(command))


def lock_file(lock: str) -> Path:
    return ROOT / "locks" / f"{lock}.txt"


def mark(lock: str) -> str:
    """The line of the stamp for a lock; it changes with the lock, the project and the Python version."""
    content = lock_file(lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes() + SET_UP_VERSION
    return f"{lock} {sha256(content + python_mark().encode()).hexdigest()}"


def python_mark() -> str:
    """The line of the stamp for the Python and folder of the `.venv`, which works for no other."""
    return f"python {sys.version} {sys.base_prefix} {ROOT}".replace("\n", " ")


def stamped() -> list[str]:
    try:
        return STAMP.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []


@contextmanager
def alone() -> Iterator[None]:
    """Lock this folder against other set-ups, if the system supports it."""
    BOOT.mkdir(exist_ok=True)
    with open(BOOT / "lock", "w") as handle:
        try:
            import fcntl
        except ImportError:
            pass
        else:
            fcntl.flock(handle, fcntl.LOCK_EX)
            # Inherited, so that the lock outlives a killed bootstrap until its orphaned installer has stopped writing.
            os.set_inheritable(handle.fileno(), True)
        yield


def set_up(lock: str) -> None:
    held = stamped()
    growing = mark("run") in held
    locks = ["run", "test"] if lock == "test" or any(line.startswith("test ") for line in held) else ["run"]
    STAMP.unlink(missing_ok=True)
    if python_mark() not in held:
        import venv

        venv.create(VENV, clear=True, symlinks=os.name != "nt")
    trouble = install_with_uv(locks[-1], growing=growing)
    more_trouble = trouble and install_with_pip(locks[-1])
    if more_trouble:
        sys.exit(
            f"{trouble}\n{more_trouble}\nlammer: neither uv nor pip could install locks/{locks[-1]}.txt; see above."
        )
    compile_sources()
    write_whole(STAMP, "\n".join([python_mark(), *map(mark, locks)]))


def compile_sources() -> None:
    """Write bytecode of the project's own files if they changed. If it cannot be written, start without it."""
    found = sources_mark()
    try:
        if BYTECODE_STAMP.read_text("utf-8") == found:
            return
    except OSError:
        pass
    if not os.access(VENV, os.W_OK):
        return
    import compileall

    for entry in source_files():
        if not has_bytecode(entry):
            compileall.compile_file(entry.path, force=True, quiet=2)
    with suppress(OSError):
        write_whole(BYTECODE_STAMP, found)


def has_bytecode(entry: os.DirEntry[str]) -> bool:
    """Python's own test: time and size. compileall compares only whole seconds, so it misses a quick second edit."""
    facts = (int(value) & 0xFFFFFFFF for value in (entry.stat().st_mtime, entry.stat().st_size))
    try:
        with open(cache_from_source(entry.path), "rb") as bytecode:
            header = bytecode.read(16)
    except OSError:
        return False
    return header == MAGIC_NUMBER + struct.pack("<III", 0, *facts)


def sources_mark() -> str:
    """A mark that changes with any file of the project. It reads no file contents, so that a start is fast."""
    facts = sorted((entry.path, entry.stat().st_mtime_ns, entry.stat().st_size) for entry in source_files())
    return sha256(repr((sys.version, facts)).encode()).hexdigest()


def source_files() -> Iterator[os.DirEntry[str]]:
    return (entry for folder in SOURCES for entry in python_files(str(folder)))


def python_files(folder: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False) and entry.name not in ("__pycache__", "node_modules"):
                yield from python_files(entry.path)
            elif entry.name.endswith(".py"):
                yield entry


def set_up_page() -> None:
    """Build the page for commands that show it; a game in the terminal needs no Node."""
    sys.path.insert(0, str(ROOT))
    from tools import page

    if page.is_built():
        return
    print("lammer: building the page, once; this takes a moment ...", file=sys.stderr, flush=True)
    with alone():
        try:
            page.build()
        except page.PageTrouble as trouble:
            sys.exit(f"lammer: {trouble}")


def set_up_site() -> None:
    """Build the documentation for the command that shows it."""
    sys.path.insert(0, str(ROOT))
    from tools import site

    if site.is_built():
        return
    print("lammer: building the documentation, once; this takes a moment ...", file=sys.stderr, flush=True)
    with alone():
        try:
            site.build()
        except site.SiteTrouble as trouble:
            sys.exit(f"lammer: {trouble}")


def write_whole(path: Path, text: str) -> None:
    """Write the file atomically."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def install_with_uv(lock: str, *, growing: bool) -> str:
    """Install a lock and the project; return the error, or an empty text.

    From `run` to `test` packages are only added, so that a lammer already running in the `.venv` is not disturbed.
    """
    pip = [str(uv_program()), "--quiet", "pip"]
    at = ["--python", PYTHON, "--compile-bytecode"]
    if growing:
        return fetch_uv() or attempt(*pip, "install", *at, *HASHED, str(lock_file(lock)))
    return (
        fetch_uv()
        or attempt(*pip, "sync", *at, "--require-hashes", str(lock_file(lock)))
        or attempt(*pip, "install", *at, *PROJECT)
    )


def uv_program() -> Path:
    return BOOT / f"uv-{sha256(lock_file('uv').read_bytes()).hexdigest()[:12]}" / "bin" / f"uv{EXE}"


def fetch_uv() -> str:
    """Put the pinned uv into its own folder, completely or not at all; return the error, or an empty text."""
    folder = uv_program().parent.parent
    if folder.exists():
        return ""
    require_pip()
    import shutil

    part = BOOT / "uv-part"
    shutil.rmtree(part, ignore_errors=True)
    flags = ["--target", str(part), "--only-binary=:all:", "--root-user-action=ignore"]
    trouble = attempt(sys.executable, *PIP, "install", *flags, *HASHED, str(lock_file("uv")))
    if not trouble:
        part.rename(folder)
    return trouble


def install_with_pip(lock: str) -> str:
    require_pip()
    at = [sys.executable, *PIP, "--python", PYTHON, "install"]
    return attempt(*at, *HASHED, str(lock_file(lock))) or attempt(*at, *PROJECT)


def python_with_pip() -> str:
    """This Python, or the one that its environment was made from, because a `.venv` may have no pip."""
    from importlib.util import find_spec

    if find_spec("pip") is not None:
        return sys.executable
    return str(Path(sys.base_prefix, *(("python.exe",) if os.name == "nt" else ("bin", "python3"))))


def require_pip() -> None:
    from importlib.util import find_spec

    if find_spec("pip") is None:
        sys.exit(f"lammer needs pip, which {sys.executable} lacks: install it (on Debian, apt install python3-pip).")


def attempt(*command: str) -> str:
    """Run a command; return its output if it failed, or an empty text."""
    import subprocess

    done = subprocess.run(
        command, env=environment(), close_fds=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return "" if done.returncode == 0 else done.stdout.strip() or f"{command[0]} ended with {done.returncode}"


def environment() -> dict[str, str]:
    """The user's own settings of pip and uv, except those that do not work here."""
    here = {"UV_PYTHON_DOWNLOADS": "never", "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    if not os.access(os.path.expanduser("~"), os.W_OK):
        here["UV_CACHE_DIR"] = str(BOOT / "cache")
    return {"UV_SYSTEM_CERTS": "true", **os.environ, **here}
