"""Rounds side by side are those of single environments, which other tests compare with the table. Gymnasium's own
vector environment plays the single ones, so that resets and the last observations are compared with it too."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from lammer.errors import BadArgument
from lammer.simulate.refusals import NotSimulated
from lammer.surfaces.gym import ACTIONS, environment_id
from lammer.surfaces.gym.spaces import Array
from lammer.surfaces.gym.vector_env import KernelVectorEnv
from tests.gym.playing import make

MANY = 5
STAND = ACTIONS.index("stand")
MODES = list(AutoresetMode)
ARGUMENTS: dict[str, Any] = {"bets": (10, 20), "side_bets": {"pot_of_gold": 5}, "shoe": "cut", "insurance": True}


def many_rounds(mode: AutoresetMode | str, game: str = "sd-free-bet", **arguments: Any) -> KernelVectorEnv:
    made = gymnasium.make_vec(environment_id(game), num_envs=MANY, autoreset_mode=mode, **arguments)
    assert isinstance(made, KernelVectorEnv)
    return made


def single_rounds(mode: AutoresetMode) -> Any:
    return SyncVectorEnv([lambda: make("sd-free-bet", engine="kernel", **ARGUMENTS)] * MANY, autoreset_mode=mode)


def equal(ours: Any, theirs: Any) -> None:
    """Observations and infos, however deep."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            equal(ours[key], theirs[key])
    elif isinstance(theirs, np.ndarray) and theirs.dtype == object:
        for mine, other in zip(ours, theirs, strict=True):
            equal(mine, other)
    elif isinstance(theirs, np.ndarray):
        assert ours.tolist() == theirs.tolist()
    else:
        assert ours == theirs


def without(info: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in info.items() if name.removeprefix("_") not in names}


def choices(masks: Array, choose: np.random.Generator) -> Array:
    return np.array([choose.choice(np.flatnonzero(mask)) if mask.any() else STAND for mask in masks])


def compare(many: KernelVectorEnv, steps: int = 150) -> int:
    """Plays both at random and returns the number of rounds."""
    mode = many.metadata["autoreset_mode"]
    singles = single_rounds(mode)
    seen, info = many.reset(seed=11)
    alone, _ = singles.reset(seed=11)
    choose, rounds = np.random.default_rng(4), 0
    for _ in range(steps):
        equal(seen, alone)
        equal(info["action_mask"], seen["action_mask"])
        actions = choices(seen["action_mask"], choose)
        seen, rewards, over, truncated, info = many.step(actions)
        alone, earned, ended, _, info_alone = singles.step(actions)
        assert [rewards.tolist(), over.tolist()] == [earned.tolist(), ended.tolist()]
        assert not truncated.any()
        assert not info["refused"].any()
        equal(without(info, "action_mask", "refused"), without(info_alone, "action_mask"))
        rounds += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            seen, info = many.reset(options={"reset_mask": over})
            alone, _ = singles.reset(options={"reset_mask": over})
    return rounds


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
def test_rounds_side_by_side_are_those_of_single_environments(mode: AutoresetMode) -> None:
    many = many_rounds(mode, **ARGUMENTS)
    assert many.metadata["autoreset_mode"] is mode
    assert compare(many) > 100


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
def test_a_wrong_reward_is_noticed(mode: AutoresetMode) -> None:
    """Negative control."""
    many = many_rounds(mode, **ARGUMENTS)
    many._insurance.nets[:] += many._insurance.nets > 0
    with pytest.raises(AssertionError, match="At index 0 diff"):  # of rewards and ends
        compare(many)


def test_the_mode_is_a_word_and_next_step_if_none_is_given() -> None:
    assert many_rounds("SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    given = gymnasium.make_vec(environment_id("sd-free-bet"), num_envs=2)
    assert given.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    with pytest.raises(BadArgument, match="'never' is not one of NextStep, SameStep, Disabled"):
        many_rounds("never")


def test_a_round_that_is_over_and_not_reset_is_told() -> None:
    many = many_rounds(AutoresetMode.DISABLED)
    seen, _ = many.reset(seed=1)
    choose = np.random.default_rng(1)
    over = np.zeros(MANY, dtype=bool)
    while not over.any():
        seen, _, over, _, _ = many.step(choices(seen["action_mask"], choose))
    with pytest.raises(BadArgument, match="rounds are over; reset them with options"):
        many.step(choices(seen["action_mask"], choose))
    for wrong in ([True] * (MANY - 1), np.ones(MANY)):
        with pytest.raises(BadArgument, match="needs 5 truth values"):
            many.reset(options={"reset_mask": wrong})
    with pytest.raises(BadArgument, match="2 seeds for 5 environments"):
        many.reset(seed=[1, 2])


def test_what_the_kernel_does_not_play_is_told() -> None:
    for game, arguments in (("blackjack-switch", {}), ("european-free-bet", {"insurance": True})):
        with pytest.raises(NotSimulated, match="vectorization_mode='sync'"):
            many_rounds(AutoresetMode.NEXT_STEP, game, **arguments)


def test_a_number_that_is_no_action_is_refused_and_changes_nothing() -> None:
    many, others = many_rounds("NextStep"), many_rounds("NextStep")
    many.reset(seed=3)
    others.reset(seed=3)
    for action in (len(ACTIONS), STAND):
        for wrong in (len(ACTIONS) + 1, 99, -1):
            _, rewards, over, _, info = many.step(np.full(MANY, wrong))
            assert info["refused"].all()
            assert not rewards.any()
            assert not over.any()
        for ours, theirs in zip(many.step(np.full(MANY, action)), others.step(np.full(MANY, action)), strict=True):
            equal(ours, theirs)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        many_rounds("NextStep").step(np.full(MANY, STAND))


def test_actions_of_another_shape_are_refused() -> None:
    many = many_rounds("NextStep")
    many.reset(seed=3)
    for wrong in (np.zeros(MANY + 1), np.zeros((MANY, 1)), np.zeros(1)):
        with pytest.raises(BadArgument, match=f"actions: a number for each of {MANY} rounds"):
            many.step(wrong)


def test_a_copy_goes_on_by_itself() -> None:
    many, twin = many_rounds("NextStep", **ARGUMENTS), many_rounds("NextStep", **ARGUMENTS)
    for one in (many, twin):
        one.reset(seed=3)
        one.step(np.full(MANY, len(ACTIONS)))
    again = pickle.loads(pickle.dumps(many))
    for actions in (np.full(MANY, STAND), np.full(MANY, len(ACTIONS)), np.full(MANY, STAND)):
        expected = twin.step(actions)
        for one in (again, copy.deepcopy(many), many):
            for ours, theirs in zip(one.step(actions), expected, strict=True):
                equal(ours, theirs)


def test_no_seat_at_all_is_refused() -> None:
    with pytest.raises(BadArgument, match="num_envs: there is at least one"):
        gymnasium.make_vec(environment_id("sd-free-bet"), num_envs=0)
