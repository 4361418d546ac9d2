"""Set-up by ``./run`` in a folder of its own: bytecode is there after it and is used, whatever the environment says.

The folder has the real ``run`` and ``tools/bootstrap.py``, with a lock of one tiny package and a tiny ``lammer``."""

import os
import shutil
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

import pytest

from tests.surfaces import tiny_wheel
from tests.surfaces.tiny_wheel import wheel
from tools.bootstrap import BIN, EXE, ROOT, uv_program

BACKEND = """
import pathlib
from tiny_wheel import wheel

def build_editable(folder, config_settings=None, metadata_directory=None):
    source = str(pathlib.Path("src").resolve())
    commands = "[console_scripts]\\nlammer = lammer:main\\n"
    return wheel(pathlib.Path(folder), "lammer", {"lammer.pth": source}, commands).name
"""
PROJECT = """
[project]
name = "lammer"
version = "1"

[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
LAMMER = """
import tiny

def main():
    print("first")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("run", "tools/bootstrap.py", "locks/uv.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    tiny = wheel(tmp_path, "tiny", {"tiny.py": "WORD = 'tiny'\n"})
    lock = f"tiny @ {tiny.as_uri()} --hash=sha256:{sha256(tiny.read_bytes()).hexdigest()}\n"
    written = {"locks/run.txt": lock, "pyproject.toml": PROJECT, "backend.py": BACKEND, "src/lammer.py": LAMMER}
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copy(tiny_wheel.__file__, tmp_path)
    (tmp_path / ".boot").mkdir()
    if uv_program().exists():  # so that nothing has to be fetched
        (tmp_path / ".boot" / uv_program().parent.parent.name).symlink_to(uv_program().parent.parent)
    return tmp_path


def started(folder: Path, *, writes: bool = False) -> str:
    """What the tiny ``lammer`` prints when ``./run`` has set it up and started it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if not writes:
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    # The Python of a .venv may have no pip, which ./run may need.
    python = Path(sys.base_prefix, *(("python.exe",) if os.name == "nt" else ("bin", "python3")))
    command = [str(python), str(folder / "run"), "games"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def loaded_from_bytecode(folder: Path) -> set[str]:
    """Which of the two modules Python takes from bytecode files, by its own account."""
    python = folder / ".venv" / BIN / f"python{EXE}"
    done = subprocess.run(
        [str(python), "-v", "-c", "import lammer"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
    )
    taken = [line for line in done.stderr.splitlines() if line.startswith("# code object from '")]
    return {name for name in ("tiny", "lammer") for line in taken if f"{os.sep}{name}.cpython" in line}


def test_bytecode_is_there_after_set_up_and_is_used(folder: Path) -> None:
    assert started(folder) == "first"
    assert loaded_from_bytecode(folder) == {"tiny", "lammer"}


def test_a_source_changed_within_the_same_second_is_compiled_again_at_the_next_start(folder: Path) -> None:
    started(folder)
    source = folder / "src" / "lammer.py"
    second = int(source.stat().st_mtime)
    source.write_text(LAMMER.replace("first", "a second text"), encoding="utf-8")
    os.utime(source, (second + 0.999, second + 0.999))
    assert "lammer" not in loaded_from_bytecode(folder)
    assert started(folder) == "a second text"
    assert loaded_from_bytecode(folder) == {"tiny", "lammer"}


def test_a_start_where_nothing_can_be_written_works_without_bytecode(folder: Path) -> None:
    started(folder)
    # Folders where files should be: not even root can write there.
    shutil.rmtree(folder / "src" / "__pycache__")
    (folder / "src" / "__pycache__").write_text("", encoding="utf-8")
    (folder / ".venv" / "lammer-bytecode").unlink()
    (folder / ".venv" / "lammer-bytecode").mkdir()
    assert started(folder) == "first"
    assert loaded_from_bytecode(folder) == {"tiny"}


def test_a_read_only_venv_starts(folder: Path) -> None:
    started(folder)
    (folder / "src" / "lammer.py").write_text(LAMMER.replace("first", "a second text"), encoding="utf-8")
    (folder / ".venv").chmod(0o555)
    try:
        assert started(folder) == "a second text"
        assert started(folder, writes=True) == "a second text"
    finally:
        (folder / ".venv").chmod(0o755)


@pytest.mark.parametrize(
    "fetches",
    [
        "site.BOOT, site.LOCK = here / '.boot', lock; site.zensical_folder()",
        "page.ROOT, page.LOCK = here, lock; page.pypi_node()",
    ],
)
def test_what_builds_the_package_is_fetched_by_a_python_without_pip(folder: Path, fetches: str) -> None:
    """As that of the `.venv` after `./run`, which docs/install.md builds the wheel with."""
    venv.create(folder / "bare", with_pip=False)
    code = f"from pathlib import Path; from tools import page, site; here = Path({str(folder)!r}); "
    code += f"lock = here / 'locks' / 'run.txt'; site.find_spec = lambda name: None; {fetches}"
    python = str(folder / "bare" / BIN / f"python{EXE}")
    done = subprocess.run([python, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert list((folder / ".boot").glob("*/tiny.py"))
