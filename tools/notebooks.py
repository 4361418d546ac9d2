"""Runs the notebooks of docs/notebooks and writes their outputs into them; `--check` compares instead.

Cells run in order in IPython's own shell, which is what a Jupyter kernel runs them in, so results are shown as they are
there. The kernel's process and its sockets are left out: they would bring some fifteen more packages and change nothing
in an output. Outputs are committed, and the site shows them (`notebook_page`).
"""

import io
import json
import sys
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "notebooks"


class CellFailed(Exception):
    """A cell of a notebook raised an error."""


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells, run in order in an empty folder."""
    results: list[dict[str, str]] = []
    shell = _shell(results)
    cells, number = [], 0
    with tempfile.TemporaryDirectory(prefix="lammer-notebook-") as folder, chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                cells.append(cell)
                continue
            number += 1
            results.clear()
            printed = io.StringIO()
            with redirect_stdout(printed):
                done = shell.run_cell("".join(cell["source"]))
            if not done.success:
                raise CellFailed(f"cell {number}: {done.error_before_exec or done.error_in_exec!r}")
            outputs = [*_stream(printed.getvalue()), *(_result(one, number) for one in results)]
            cells.append({**cell, "execution_count": number, "outputs": outputs})
    return {**notebook, "cells": cells}


def _shell(results: list[dict[str, str]]) -> Any:
    """A shell that puts the value of a cell's last line, in every form that it has, into the list."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Kept(DisplayHook):
        def write_output_prompt(self) -> None: ...

        def finish_displayhook(self) -> None: ...

        def write_format_data(self, format_dict: dict[str, str], md_dict: object = None) -> None:
            results.append(dict(format_dict))

    made: Any = InteractiveShell  # it has no types
    return made(displayhook_class=Kept, config=Config({"HistoryManager": {"enabled": False}}))


def _stream(text: str) -> list[dict[str, Any]]:
    return [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []


def _result(forms: dict[str, str], number: int) -> dict[str, Any]:
    data = {kind: text.splitlines(keepends=True) for kind, text in forms.items()}
    return {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def notebook_page(text: str) -> str:
    """A notebook as a page of the site: its texts, its code, and below it what it printed or showed."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "text/html" in data:
                parts.append(f'<div class="output">{"".join(data["text/html"])}</div>')
            else:
                parts.append(f"```text\n{''.join(output.get('text') or data['text/plain']).rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    wrong = []
    for path in sorted(FOLDER.glob("*.ipynb")):
        text = path.read_text("utf-8")
        try:
            real = written(executed(json.loads(text)))
        except CellFailed as fault:
            wrong.append(f"{path.name}: {fault}")
            continue
        if "--check" not in arguments:
            path.write_text(real, "utf-8")
        elif real != text:
            wrong.append(f"{path.name} shows other outputs; run python tools/notebooks.py")
    print("\n".join(wrong), end="\n" * bool(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
