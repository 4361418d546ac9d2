"""The exact loss of a policy: that of the chart it follows, cell by cell, whatever form the policy has."""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lammer
from lammer.api.policies import described
from lammer.api.policy_questions import Answer, Policy, answered, in_order
from lammer.errors import BadArgument
from lammer.rule_tables.plays import NUMBERS, Play
from lammer.stepping.observations import ACTIONS, HAND_NUMBERS, ROWS, Observation, row_of
from lammer.strategy.chart import FALLBACK, Chart, ChartFault, house_chart
from lammer.surfaces.gym.regret import regret as regret_at_its_earlier_place
from tests.gym.test_returns import choice

GAME = lammer.load("sd-free-bet")
ONE_HAND = GAME.replace(maximum_hands=1)
"""Without splits the analysis takes no time."""
HOUSE = GAME.strategy("house").chart


def follows(chart: Chart) -> Policy:
    def policy(seen: Observation) -> int:
        return choice(chart, tuple(seen["observation"][:9].tolist()), tuple(seen["action_mask"].tolist()))

    return policy


def asked_of(policy: Policy) -> list[tuple[Observation, int]]:
    """Every observation that a policy is asked about, with its answer."""
    asked: list[tuple[Observation, int]] = []

    def note(seen: Observation) -> int:
        asked.append((seen, policy(seen)))
        return asked[-1][1]

    answered(note, GAME.sheet)
    return asked


ASKED = asked_of(follows(HOUSE))


def as_observations() -> dict[tuple[int, ...], int]:
    return {tuple(seen["observation"][:HAND_NUMBERS].tolist()): action for seen, action in ASKED}


def as_values() -> np.ndarray[Any, Any]:
    """A table of values by row: the wishes of the chart in their order."""
    values = np.zeros((ROWS, len(ACTIONS)))
    for seen, _ in ASKED:
        row = row_of(seen["observation"])
        wishes = _wishes(seen["observation"])
        values[row] = [-wishes.index(name) if name in wishes else -len(ACTIONS) for name in ACTIONS]
    return values


def _wishes(numbers: Any) -> tuple[str, ...]:
    _, total, soft, _, pair, _, on_lammer, _, up = numbers[:HAND_NUMBERS].tolist()
    stake = "free" if on_lammer else "own"
    wishes = HOUSE.wishes(stake, "pair", pair, up) if pair else ()
    return (*wishes, *HOUSE.wishes(stake, "soft" if soft else "hard", total, up), *FALLBACK)


def test_a_policy_that_follows_a_chart_loses_what_the_chart_does() -> None:
    found = lammer.regret(follows(HOUSE), GAME)
    assert found.house_edge == pytest.approx(GAME.edge("house", spread=False).house_edge, abs=1e-14)
    assert found.best == pytest.approx(GAME.edge(spread=False).house_edge, abs=1e-14)
    assert sum(one.loss for one in found.cells) == pytest.approx(found.loss, abs=1e-12)
    assert 0 < found.loss < 1e-3
    assert found.unlike == ()
    assert regret_at_its_earlier_place is lammer.regret


def test_one_bad_cell_is_found_and_told() -> None:
    """Negative control: the policy stands with 11 against 6."""
    bad = HOUSE._replace(cells={**HOUSE.cells, ("own", "hard", 11, 6): ("stand",)})
    found = lammer.regret(bad, ONE_HAND)
    assert found.cells[0].cell == ("own", "hard", 11, 6)
    assert found.cells[0].better == "free-double"
    assert found.loss > lammer.regret("house", ONE_HAND).loss + 1e-3
    assert "own    hard     11    6 " in str(found)
    assert repr(found).startswith("<Regret of free-bet in sd-free-bet@2[split.most_hands=1], 6 decks: loses 0.")
    report = json.loads(json.dumps(found.as_json()))
    assert report["loss"] == found.loss
    cell = {name: report["cells"][0][name] for name in ("stake", "section", "hand", "up", "better")}
    assert list(cell.values()) == ["own", "hard", "11", "6", "free-double"]
    assert "free-double" in found._repr_html_()


def plays_of(chart: Chart) -> list[int]:
    """What a chart plays in every situation that policies are asked about."""
    return [follows(chart)(seen) for seen, _ in ASKED]


def test_every_form_of_a_policy_is_the_same_chart(tmp_path: Path) -> None:
    GAME.strategy("house").save(tmp_path / "chart.csv")
    values: dict[tuple[int, ...], list[float]] = defaultdict(lambda: [0.0] * len(ACTIONS))
    for key, action in as_observations().items():
        values[key][action] = 1.0
    forms = [
        *("house", tmp_path / "chart.csv", GAME.strategy("house"), HOUSE, follows(HOUSE)),
        *(dict(HOUSE.cells), as_observations(), values, as_values(), as_values().tolist()),
    ]
    expected = [action for _, action in ASKED]
    for form in forms:
        found = described(form, GAME.sheet, lambda: HOUSE)
        assert plays_of(found.chart) == expected, type(form)
        assert found.unlike == ()
    other = as_values()[:, ::-1]  # negative control
    assert plays_of(described(other, GAME.sheet, lambda: HOUSE).chart) != expected


def test_a_dictionary_of_cells_is_written_in_words_letters_or_numbers() -> None:
    cells: dict[Any, Any] = dict(HOUSE.cells)
    cells["own", "hard", 11, 6] = "FD/H"
    cells["own", "hard", 10, 6] = [Play.FREE_DOUBLE, "hit"]
    cells["own", "pair", "A", "T"] = "free-split"
    found = described(cells, GAME.sheet, lambda: HOUSE).chart
    assert found.cells["own", "hard", 11, 6] == found.cells["own", "hard", 10, 6] == ("free-double", "hit")
    assert found.cells["own", "pair", 1, 10] == ("free-split",)


def test_an_array_of_action_numbers_hits_where_a_double_is_not_legal() -> None:
    table = np.full(ROWS, Play.FREE_DOUBLE)
    chart = described(table, GAME.sheet, lambda: HOUSE).chart
    assert chart.cells["own", "hard", 11, 6] == ("free-double", "hit")
    assert chart.cells["own", "soft", 18, 6] == ("hit",)
    assert chart.cells["own", "pair", 5, 6][0] == "free-double"


def test_rows_tell_apart_what_a_chart_tells_apart() -> None:
    numbers = np.array([seen["observation"] for seen, _ in ASKED])
    rows = row_of(numbers)
    assert rows.tolist() == [int(row_of(one)) for one in numbers]
    keys = [(lam, pair or (bool(soft), total), up) for _, total, soft, _, pair, _, lam, _, up, *_ in numbers.tolist()]
    assert len(set(rows.tolist())) == len(set(keys)) == len(set(zip(rows.tolist(), keys, strict=True)))
    assert 0 <= rows.min() <= rows.max() < ROWS


def test_plays_are_ordered_so_that_the_first_legal_one_is_the_answer() -> None:
    chosen = np.random.default_rng(1)
    for _ in range(300):
        preferred = [Play(number) for number in chosen.permutation(len(Play)).tolist()]
        legal = [frozenset(Play(n) for n in np.flatnonzero(chosen.random(len(Play)) < 0.5).tolist()) for _ in range(6)]
        answers = [Answer(one, next(play for play in preferred if play in one)) for one in legal if one]
        plays, fits = in_order(answers)
        assert fits
        assert all(next(play for play in plays if play in answer.legal) == answer.play for answer in answers)
    both = frozenset({Play.HIT, Play.STAND})
    assert in_order([Answer(both, Play.HIT), Answer(both, Play.STAND)]) == ([Play.HIT], False)


@pytest.mark.parametrize(("field", "value"), [("two cards", 1), ("split from", 8), ("hands", 2)])
def test_hands_that_a_chart_plays_alike_but_the_policy_does_not_are_named(field: str, value: int) -> None:
    at = {"two cards": 3, "split from": 5, "hands": 7}[field]

    def policy(seen: Observation) -> int:
        numbers = seen["observation"].tolist()
        return Play.HIT if numbers[1] < 12 or (numbers[1] == 12 and numbers[at] == value) else Play.STAND

    unlike = answered(policy, lammer.load("sd-blackjack").sheet).unlike
    assert {cell[2] for cell in unlike if cell[1] == "hard"} == {12}


def missing(cells: Mapping[Any, Any], key: Any) -> dict[Any, Any]:
    return {one: value for one, value in cells.items() if one != key}


@pytest.mark.parametrize(
    ("policy", "error", "says"),
    [
        (lambda _seen: Play.SPLIT, BadArgument, "action 5 is not legal with own hard 5 against A"),
        (missing(HOUSE.cells, ("own", "hard", 16, 10)), ChartFault, "no cell for own hard 16 against T"),
        ({("own", "hrad", 11, 6): "H"}, BadArgument, "is not a cell; write one like"),
        ({("own", "hard", 11, 6): 99}, BadArgument, "99 is not a play"),
        ({("own", "hard", 11, 6): "X"}, ChartFault, "'X' is not an action"),
        ({(1, 2): 0}, BadArgument, "neither a cell nor the first 9 numbers"),
        (np.zeros((3, 3)), BadArgument, "of shape .3, 3. is not a policy; give a function"),
        (np.zeros((ROWS, 1)), BadArgument, "values for 14 actions"),
        (np.full((ROWS, 7), np.nan), BadArgument, "the value of stand is nan; give a number"),
        (np.full(ROWS, 12), BadArgument, "12 is not the number of a play"),
        (7, BadArgument, "int of shape .. is not a policy"),
        ("hosue", BadArgument, "Did you mean 'house'"),
        ("composition", BadArgument, "has no chart"),
    ],
)
def test_a_mistake_in_a_policy_is_told(policy: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        described(policy, GAME.sheet, lambda: house_chart(GAME.sheet))


def test_a_hand_that_the_policy_comes_to_and_does_not_know_is_told() -> None:
    whole = {key: action for key, action in as_observations().items() if action < Play.SPLIT and key[5] == 0}
    known = {key: action for key, action in whole.items() if key[1:3] != (16, 0) or key[8] != 10}
    with pytest.raises(BadArgument, match="no action for own hard 16 against T, which it comes to"):
        lammer.regret(known, ONE_HAND)
    two_tell = {key: action for key, action in whole.items() if key[1:3] != (19, 0) or key[3]}
    assert len(two_tell) < len(whole)
    stood = two_tell | {key: int(Play.STAND) for key in as_observations() if key[4] and not key[5]}
    assert lammer.regret(stood, ONE_HAND).cells[0].cell[1] == "pair"


def test_the_loss_needs_no_library_of_environments() -> None:
    code = "import lammer.api.policies, lammer.api.regret, lammer.exact.costs, sys; print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_numbers_of_plays_are_those_of_the_environments() -> None:
    assert {ACTIONS[number]: number for number in NUMBERS.values()} == NUMBERS
