"""``njit`` with a cache for compiled kernels that is always writable and never stale.

Numba's own cache checks only the file of the compiled function; it misses a changed callee or constant in another file.
Here the name of the cache folder is a hash of every file with kernels and of every file of lammer that these import, so
any change creates a new folder.
"""

import os
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from lammer.cache import PACKAGE, cache_folder, hash_of

Kernel = TypeVar("Kernel", bound=Callable[..., object])

IMPORTS = re.compile(r"^from (lammer[\w.]*) import", re.MULTILINE)


@cache
def source_hash() -> str:
    """A hash of the name and content of every file that can affect a kernel."""
    return hash_of(_sources())


def _sources() -> dict[Path, str]:
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    waiting = [path for path, text in texts.items() if "from lammer.compiled import njit" in text]
    found: dict[Path, str] = {}
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = texts[path]
            modules = [PACKAGE.parent / name.replace(".", "/") for name in IMPORTS.findall(texts[path])]
            files = [module.with_suffix(".py") for module in modules] + [module / "__init__.py" for module in modules]
            waiting += [file for file in files if file in texts]
    return found


@cache
def kernels_folder() -> Path:
    """The cache folder for kernels of this version (``lammer.cache``)."""
    return cache_folder("kernels", source_hash()) or Path(tempfile.mkdtemp(prefix="lammer-"))


def compiled_before(kernel: str) -> bool:
    """Whether a kernel of this name is in the cache."""
    return any(kernels_folder().rglob(f"*.{kernel}-*.nbi"))


def njit(*, parallel: bool = False, nogil: bool = False) -> Callable[[Kernel], Kernel]:
    """``numba.njit`` that caches compiled code in ``kernels_folder``."""
    return _compiler(parallel=parallel, nogil=nogil)


def njit_bare(*, part: bool = False) -> Callable[[Kernel], Kernel]:
    """For kernels that allocate no arrays. They run without the GIL and without reference counting, which would take
    longer than the computation. A ``part`` of a larger kernel is always inlined, because passing an array to a call
    takes seven words."""
    return _compiler(nogil=True, _nrt=False, forceinline=part)


def _compiler(**options: bool) -> Callable[[Kernel], Kernel]:
    # Threads that wait for each other must sleep: OpenMP's busy waiting takes the core that the other thread needs, and
    # makes parallel kernels several times slower as soon as other programs use the machine. Read when Numba loads it.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import numba

    numba.config.CACHE_DIR = str(kernels_folder())  # type: ignore[attr-defined]
    compiler: Any = numba.njit
    return cast(Callable[[Kernel], Kernel], compiler(cache=True, error_model="numpy", boundscheck=False, **options))
