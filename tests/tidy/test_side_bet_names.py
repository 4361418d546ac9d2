"""No code knows a game, a side bet or an outcome by its name: all are data, in the page too."""

import ast
import re
from pathlib import Path

import pytest

from lammer.rules.files import SHIPPED
from lammer.rules.loader import attachments_for, load_sheet, sheet_names
from lammer.rules.sheet import Sheet, SheetFaults

SOURCES = Path(__file__).resolve().parents[2] / "src" / "lammer"
PAGE = SOURCES / "surfaces" / "web" / "ui" / "src"
PYTHON = sorted(SOURCES.rglob("*.py"))
SCRIPTS = sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.tsx")])
ALSO_OTHER_WORDS = {"first-card ace", "1 lammer"}
"""Why a hand wins at once, and how many lammers lie on it, which are told in the same words."""
STARTS_WITH = {
    "surfaces/web/lobby.py": "the game of a table that a new house opens",
    "surfaces/web/requests.py": "the jackpot's terms that are chosen at first",
    "surfaces/web/server.py": "the jackpot's terms that a new house has",
    "surfaces/cli/table.py": "the game of lammer play without a game",
    "surfaces/cli/workbench/command.py": "the game of lammer workbench without a game",
    "surfaces/cli/progressive/analyze.py": "terms that are used if none are named",
    "surfaces/cli/progressive/demo.py": "terms that are used if none are named",
    "surfaces/cli/progressive/house.py": "terms that are used if none are named",
    "api/kernels.py": "small games whose figures need every kernel",
    "surfaces/cli/simulation/bench.py": "the games whose speed is measured",
    "surfaces/web/ui/src/trainer/Drills.tsx": "the game that is chosen at first",
}
"""Files of surfaces that name a shipped file as a default, as a user would. None of them decides by it."""
QUOTED = re.compile(r""""([^"\n]*)"|'([^'\n]*)'|`([^`]*)`""")


def _sheets() -> list[Sheet]:
    found = []
    for name in sheet_names():
        try:
            found.append(load_sheet("+".join([name, *attachments_for(name)])))
        except SheetFaults:
            continue  # a side bet's own sheet, which is loaded with its game
    return found


def _names() -> set[str]:
    bets = {bet_id: bet for sheet in _sheets() for bet_id, bet in sheet.side_bets.items()}
    all_names = {*bets, *(bet.name for bet in bets.values()), *(name for bet in bets.values() for name in bet.outcomes)}
    return (all_names | {path.stem for path in SHIPPED.glob("*.toml")}) - ALSO_OTHER_WORDS - _common_words(all_names)


def _common_words(all_names: set[str]) -> set[str]:
    """Short numbers are outcomes of some bets, and say nothing of them."""
    return {name for name in all_names if len(name) < 3}


def python_texts(text: str) -> set[str]:
    nodes = ast.walk(ast.parse(text))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def script_texts(text: str) -> set[str]:
    return {"".join(found) for found in QUOTED.findall(text)}


@pytest.fixture(scope="module")
def names() -> set[str]:
    return _names()


def test_names_are_found(names: set[str]) -> None:
    assert {"blazing-7s", "pot-of-gold", "suited 22", "777", "sd-free-bet", "jamul", "Lucky Ladies"} <= names


def test_no_code_knows_a_game_a_bet_or_an_outcome_by_name(names: set[str]) -> None:
    texts = {path: python_texts(path.read_text(encoding="utf-8")) for path in PYTHON}
    texts |= {path: script_texts(path.read_text(encoding="utf-8")) for path in SCRIPTS}
    known = {str(path.relative_to(SOURCES)): sorted(found) for path, one in texts.items() if (found := one & names)}
    assert {path: found for path, found in known.items() if path not in STARTS_WITH} == {}
    assert set(known) == set(STARTS_WITH), "a file that names nothing any more"
    assert len(SCRIPTS) > 40


@pytest.mark.parametrize(
    ("texts", "source"),
    [
        (python_texts, 'if bet.id == "push-22":\n    pays = 11'),
        (python_texts, "PAYS = {'jamul': 2}"),
        (script_texts, 'if (game.id === "blackjack-switch" || game.id === "jamul") return null;'),
        (script_texts, "const hidden = { 'push-22': true };"),
        (script_texts, "<p>{bet === `push-22` && <Wheel />}</p>"),
    ],
)
def test_control_a_name_in_a_source_is_found(texts: object, source: str, names: set[str]) -> None:
    assert callable(texts)
    assert texts(source) & names
