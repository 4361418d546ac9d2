"""``import lammer`` loads next to nothing, and playing at a table needs none of the heavy parts."""

import json
import subprocess
import sys

import pytest

import lammer

HEAVY = {"numpy", "numba", "cyclopts", "rich", "sqlalchemy", "fastapi", "cryptography"}


def loaded_by(program: str) -> set[str]:
    """Modules that a new process has loaded after the program, and had not before it."""
    code = (
        f"import sys, json; before = set(sys.modules)\n{program}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing_but_itself() -> None:
    """Which modules are loaded is what makes an import slow, and it is the same on every machine."""
    assert loaded_by("import lammer") == {"lammer"}


def test_playing_loads_no_heavy_part() -> None:
    program = """
import lammer
round = lammer.load("sd-free-bet", decks=8).table(seed=1).deal(bet=10, pot_of_gold=5)
round.play()
lammer.replay(round.notation)
"""
    modules = {name.partition(".")[0] for name in loaded_by(program)}
    assert "pydantic" in modules, "the control: what is loaded is seen"
    assert modules & HEAVY == set()


def test_every_public_name_is_there_and_loaded_from_where_it_is() -> None:
    assert {name: getattr(lammer, name) for name in lammer.__all__}
    assert set(lammer.__all__) <= set(dir(lammer))
    assert sorted(lammer.__all__) == sorted([*lammer._HOMES, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        _ = lammer.laod  # type: ignore[attr-defined]
