"""Every form of a policy as a chart: a strategy, a function, a dictionary or a table of an agent."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lammer.api.policy_questions import Answered, Policy, answered
from lammer.api.strategies import Strategy, StrategyLike, chart_for
from lammer.cards.card import LETTER_VALUES
from lammer.errors import BadArgument
from lammer.rule_tables.plays import HIT, NUMBERS, STAND, Play
from lammer.rules.sheet import Sheet
from lammer.stepping.layout import PAIR_SEEN
from lammer.stepping.observations import ACTIONS, HAND_NUMBERS, ROWS, Array, Observation, row_of
from lammer.strategy.chart import SECTIONS, STAKES, Cell, Chart, read_wishes

FORMS = (
    "give a function of an observation, the name or file of a chart, a dictionary of cells or observations, "
    f"or an array with {ROWS} rows"
)
PolicyLike = StrategyLike | Policy | Mapping[Any, Any] | Array | Sequence[Any]
"""See ``lammer.regret``."""


def described(policy: PolicyLike, sheet: Sheet, best: Callable[[], Chart]) -> Answered:
    """The policy as a chart; ``best`` computes the best chart."""
    if isinstance(policy, Mapping) and any(isinstance(key, tuple) and isinstance(key[0], str) for key in policy):
        policy = _by_cells(policy)
    if isinstance(policy, str | os.PathLike | Chart | Strategy):
        return Answered(chart_for(policy, sheet, best), (), frozenset())
    if isinstance(policy, Mapping):
        return answered(_by_observation(policy), sheet)
    if callable(policy):
        return answered(policy, sheet)
    return answered(_by_row(policy), sheet)


def _by_cells(policy: Mapping[Any, Any]) -> Chart:
    """Keys are cells of a chart, like ``("own", "hard", 11, 6)`` or ``("own", "pair", "A", "T")``."""
    return Chart("policy", {_cell(key): _plays(value, f"cell {key!r}") for key, value in policy.items()})


def _cell(key: Any) -> Cell:
    if isinstance(key, tuple) and len(key) == 4 and key[0] in STAKES and key[1] in SECTIONS:
        stake, section, hand, up = key
        value, shown = LETTER_VALUES.get(hand, hand), LETTER_VALUES.get(up, up)
        if isinstance(value, int) and isinstance(shown, int):
            return stake, section, value, shown
    text = f"{key!r} is not a cell; write one like ('own', 'hard', 11, 6): stake, section, hand and up card"
    raise BadArgument("policy", text)


def _plays(value: Any, where: str) -> tuple[str, ...]:
    """``"FD/H"``, ``"free-double"``, an action number, or a list of them."""
    if isinstance(value, str):
        return (value,) if value in NUMBERS else read_wishes(value, f"policy, {where}")
    if isinstance(value, Sequence):
        return tuple(play for one in value for play in _plays(one, where))
    try:
        return (Play(int(value)).kind,)
    except (TypeError, ValueError):
        text = f"{where}: {value!r} is not a play; write FD/H, free-double or an action number of a play"
        raise BadArgument("policy", text) from None


def _by_observation(policy: Mapping[Any, Any]) -> Policy:
    """Keys are the first numbers of an observation, values are action numbers or the value of each action."""
    for key in policy:
        if not isinstance(key, tuple) or len(key) != HAND_NUMBERS:
            text = f"the key {key!r} is neither a cell nor the first {HAND_NUMBERS} numbers of an observation"
            raise BadArgument("policy", text)
        break

    def choose(seen: Observation) -> int:
        found = np.asarray(policy[tuple(seen["observation"][:HAND_NUMBERS].tolist())])
        return int(found) if found.ndim == 0 else _highest(found, seen["action_mask"])

    return choose


def _by_row(policy: Any) -> Policy:
    """Rows as ``row_of`` numbers them: the value of each action, or one action number."""
    try:
        table = np.asarray(policy)
    except ValueError:
        table = np.zeros(0)
    if table.ndim not in (1, 2) or len(table) != ROWS or table.dtype.kind not in "fiu":
        raise BadArgument("policy", f"{type(policy).__name__} of shape {table.shape} is not a policy; {FORMS}")
    if table.ndim == 1:
        return lambda seen: _numbered(table, seen)
    return lambda seen: _highest(table[row_of(seen["observation"])], seen["action_mask"])


def _highest(values: Array, mask: Array) -> int:
    """The legal action with the highest value."""
    legal = np.flatnonzero(mask[: len(ACTIONS)])
    if values.ndim != 1 or len(values) <= legal[-1]:
        raise BadArgument("policy", f"{values.shape} values for {len(ACTIONS)} actions; give one for each action")
    if (unknown := legal[np.isnan(values[legal])]).size:
        raise BadArgument("policy", f"the value of {ACTIONS[unknown[0]]} is nan; give a number for every legal action")
    return int(legal[values[legal].argmax()])


def _numbered(table: Array, seen: Observation) -> int:
    """The action of the row. If it is not legal, a pair is played by its total, and other hands are hit."""
    observed, mask = seen["observation"], seen["action_mask"]
    action = int(table[row_of(observed)])
    if not 0 <= action < len(Play):
        raise BadArgument("policy", f"{action} is not the number of a play; use 0 to {len(Play) - 1}")
    if mask[action]:
        return action
    if observed[PAIR_SEEN]:
        unpaired = observed.copy()
        unpaired[PAIR_SEEN] = 0
        return _numbered(table, {"observation": unpaired, "action_mask": mask})
    return HIT if mask[HIT] else STAND
