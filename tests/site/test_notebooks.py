"""The notebooks run from top to bottom and show the outputs that are committed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import notebooks

PAGES = sorted(notebooks.FOLDER.glob("*.ipynb"))


def test_the_notebooks_show_what_their_cells_give() -> None:
    """In a process of its own: IPython's shell changes hooks of the process that it runs in."""
    assert len(PAGES) >= 3
    done = subprocess.run(
        [sys.executable, str(notebooks.ROOT / "tools" / "notebooks.py"), "--check"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


CHECK = """
import sys
from pathlib import Path
from tools import notebooks
notebooks.FOLDER = Path(sys.argv[1])
sys.exit(notebooks.main(["--check"]))
"""


def test_a_wrong_output_and_a_failing_cell_would_be_noticed(tmp_path: Path) -> None:
    """Negative control."""
    for name, source, shown in (("right", "1 + 1", "2"), ("wrong", "1 + 1", "3"), ("failing", "1 / 0", "")):
        result = notebooks._result({"text/plain": shown}, 1)
        cell = {"cell_type": "code", "metadata": {}, "source": [source], "outputs": [result], "execution_count": 1}
        (tmp_path / f"{name}.ipynb").write_text(notebooks.written({"cells": [cell]}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(tmp_path)], cwd=notebooks.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "failing.ipynb: cell 1: ZeroDivisionError" in done.stderr
    assert "wrong.ipynb shows other outputs" in done.stderr
    assert "right.ipynb" not in done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_has_the_form_that_jupyter_reads(page: Path) -> None:
    notebook = json.loads(page.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert all("outputs" in cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    assert notebooks.notebook_page(page.read_text(encoding="utf-8")).startswith("# ")
