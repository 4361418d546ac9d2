"""Takes nothing; gives ``njit`` with a place for compiled kernels that can be written to and is never stale.

Numba's own cache looks only at the file of the function it compiled: a changed callee or constant in another file would
go unnoticed. Here the folder is named by a hash of every file that holds kernels and of whatever those import from the
package, so that any change starts a new one.
"""

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
    """Of every file that can change what a kernel does, by name and content."""
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
    """Beside the package if that can be written to, else in the user's cache, else in the temporary folder."""
    return cache_folder("kernels", source_hash()) or Path(tempfile.mkdtemp(prefix="lammer-"))


def compiled_before(kernel: str) -> bool:
    """Whether a kernel of this name lies in the cache."""
    return any(kernels_folder().rglob(f"*.{kernel}-*.nbi"))


def njit(*, parallel: bool = False, nogil: bool = False) -> Callable[[Kernel], Kernel]:
    """``numba.njit`` that keeps what it compiles in ``kernels_folder``."""
    return _compiler(parallel=parallel, nogil=nogil)


def njit_bare(*, part: bool = False) -> Callable[[Kernel], Kernel]:
    """For kernels that make no array: they run without the interpreter's lock and without counting references, which
    would cost more than the work. A ``part`` of a larger kernel is always copied into it: an array is seven words to a
    call."""
    return _compiler(nogil=True, _nrt=False, forceinline=part)


def _compiler(**options: bool) -> Callable[[Kernel], Kernel]:
    import numba

    numba.config.CACHE_DIR = str(kernels_folder())  # type: ignore[attr-defined]
    compiler: Any = numba.njit
    return cast(Callable[[Kernel], Kernel], compiler(cache=True, error_model="numpy", boundscheck=False, **options))
