"""Where compiled kernels are kept: a place that can be written to, and a name that changes with what they do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lammer import cache, compiled

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Neither before a test nor after it: the next test of the process would look for kernels in the wrong folder."""
    forget()
    yield
    forget()


def forget() -> None:
    compiled.kernels_folder.cache_clear()
    compiled.source_hash.cache_clear()


def test_the_hash_covers_every_kernel_and_what_it_imports() -> None:
    names = {path.relative_to(cache.PACKAGE).as_posix() for path in compiled._sources()}
    assert {"exact/kernels.py", "exact/pair_kernels.py", "simulate/kernel.py", "simulate/fast_kernel.py"} <= names
    assert "simulate/arrays.py" in names
    assert "surfaces/cli/app.py" not in names


def test_a_changed_kernel_has_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.source_hash()
    sources = dict(compiled._sources())
    path = next(iter(sources))
    monkeypatch.setattr(compiled, "_sources", lambda: sources | {path: sources[path] + "\n"})
    compiled.source_hash.cache_clear()
    assert compiled.source_hash() != before


def test_the_first_place_that_can_be_written_to_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LAMMER_CACHE", str(tmp_path / "mine"))
    assert compiled.kernels_folder().parent == tmp_path / "mine"


def test_a_read_only_install_works(tmp_path: Path) -> None:
    """The package lies where nothing can be written: kernels go to the user's cache, or to the temporary folder."""
    refuse = (
        "from pathlib import Path\n"
        "from lammer import cache, compiled\n"
        "real = cache.writable\n"
        "cache.writable = lambda folder: cache.PACKAGE not in folder.parents and real(folder)\n"
        "print(compiled.kernels_folder())\n"
    )
    for variable in ("XDG_CACHE_HOME", "TMPDIR"):
        home = tmp_path / variable
        home.mkdir()
        env = {**os.environ, "XDG_CACHE_HOME": "/proc/none", "PYTHONPATH": str(ROOT / "src"), variable: str(home)}
        env.pop("LAMMER_CACHE", None)
        done = subprocess.run([sys.executable, "-c", refuse], capture_output=True, text=True, env=env, check=True)
        assert home in Path(done.stdout.strip()).parents


def test_old_folders_are_swept_out(tmp_path: Path) -> None:
    for number in range(cache.KEPT + 3):
        (tmp_path / f"kernels-{number}").mkdir()
        os.utime(tmp_path / f"kernels-{number}", (number, number))
    cache.sweep(tmp_path, "kernels", "kernels-0")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-0"] + [
        f"kernels-{number}" for number in range(3, cache.KEPT + 3)
    ]
