"""Work of the child process before the first question: compiling the kernels, which the server then loads."""

from collections.abc import Mapping
from typing import Any

from lammer.rules.sheet import Sheet
from lammer.surfaces.web.analysis.paper_work import Progress

TASK = "kernels"


def compile_all(_sheet: Sheet, _asked: Mapping[str, Any], on_progress: Progress) -> Any:
    from lammer.api.kernels import compile_kernels

    def on_part(done: int, of: int, part: str) -> None:
        on_progress()
        on_progress.tell(done, of, part)

    compile_kernels(on_part, on_progress)
    return {}
