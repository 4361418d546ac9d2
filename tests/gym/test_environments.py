"""The environments as their users call them: Gymnasium's and PettingZoo's own checks, seeds, masks, mistakes."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import lammer
from lammer.errors import BadArgument, LammerError
from lammer.stepping.layout import CHOICES
from lammer.surfaces.gym import ACTIONS, FIELDS, seats
from lammer.surfaces.gym.registration import OWN_SHEET
from lammer.surfaces.gym.spaces import BETS
from lammer.table.actions import Refused
from tests.gym.playing import make, steps

STAND, HIT = ACTIONS.index("stand"), ACTIONS.index("hit")
COPIES = [
    pytest.param(copy.deepcopy, id="copy"),
    pytest.param(lambda env: pickle.loads(pickle.dumps(env)), id="pickle"),
]


@pytest.mark.parametrize("game", lammer.games())
def test_gymnasium_accepts_every_game(game: str) -> None:
    check_env(make(game))


def test_gymnasium_accepts_the_table_with_every_question() -> None:
    check_env(make("sd-free-bet", engine="table", insurance=True, side_bets={"pot_of_gold": 5}))


@pytest.mark.parametrize("arguments", [{}, {"engine": "table"}, {"shoe": "cut", "bets": (10, 20)}])
def test_the_same_seed_gives_the_same_rounds(arguments: dict[str, Any]) -> None:
    first, again, other = (
        [step.observation["observation"].tolist() for step in steps(make("sd-free-bet", **arguments), 20, seed)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_natural_is_paid_though_it_leaves_no_decision() -> None:
    env = make("sd-free-bet")
    rewards = []
    for seed in range(200):
        env.reset(seed=seed)
        _, reward, over, _, _ = env.step(BETS)
        rewards += [reward] if over else []
    assert {1.5, -1.0} <= set(rewards)


def test_an_illegal_action_changes_nothing() -> None:
    for engine in ("kernel", "table"):
        env = make("sd-free-bet", engine=engine)
        before, _ = env.reset(seed=3)
        after, reward, over, _, info = env.step(HIT)
        assert (reward, over) == (0.0, False)
        assert info["refused"]
        assert after["observation"].tolist() == before["observation"].tolist()
        _, _, over, _, info = env.step(BETS)
        assert not over
        assert "refused" not in info


@pytest.mark.parametrize("engine", ["kernel", "table"])
@pytest.mark.parametrize("wrong", [BETS + 1, 99, -1, -CHOICES, -len(ACTIONS)])
def test_a_number_that_is_no_action_is_refused(engine: str, wrong: int) -> None:
    """Negative numbers too, which would count from the end of a list."""
    env, other = make("sd-free-bet", engine=engine), make("sd-free-bet", engine=engine)
    env.reset(seed=3)
    other.reset(seed=3)
    for action in (BETS, STAND):
        _, reward, over, _, info = env.step(wrong)
        assert (reward, over) == (0.0, False)
        assert info["refused"]
        assert str(env.step(action)) == str(other.step(action))


def test_a_number_that_is_no_action_is_refused_at_a_table_of_seats() -> None:
    env = seats.env("sd-free-bet", seats=2)
    env.reset(seed=3)
    for wrong in (BETS + 1, -1):
        env.step(wrong)
        assert env.agent_selection == "box_1"
    env.step(BETS)
    assert env.agent_selection == "box_2"


def play_on(env: Any) -> list[str]:
    """What a round in play and the next one show."""
    return [str(shown()) for shown in (lambda: env.step(HIT), lambda: env.step(STAND), env.render, env.reset)]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("engine", ["kernel", "table"])
def test_a_copy_goes_on_by_itself(engine: str, copied: Callable[[Any], Any]) -> None:
    env, twin = (make("sd-free-bet", engine=engine, shoe="cut", render_mode="ansi") for _ in range(2))
    for one in (env, twin):
        one.reset(seed=3)
        one.step(BETS)
    expected = play_on(twin)
    assert play_on(copied(env)) == expected
    assert play_on(env) == expected, "not touched by its copy"


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_table_of_seats_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    env = seats.env("sd-free-bet", seats=2, render_mode="ansi")
    env.reset(seed=3)
    shown = []
    for one in (copied(env), env):
        for _ in range(4):
            one.step(int(np.flatnonzero(one.last()[0]["action_mask"])[0]))
        shown.append(str([one.agent_selection, one.last(), one.render()]))
    assert shown[0] == shown[1]


def test_insurance_is_asked_about_where_it_is_wanted() -> None:
    env = make("sd-free-bet", insurance=True)
    asked = [step for step in steps(env, 60, 1) if step.observation["observation"][0] > FIELDS.index("question") + 2]
    assert asked
    assert all(step.observation["action_mask"][ACTIONS.index("insure")] for step in asked)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # masks are beside observations, as in its own games
def test_pettingzoo_accepts_a_table_of_three_seats() -> None:
    arguments: dict[str, Any] = {"seats": 3, "bets": (10, 20), "insurance": True}
    api_test(seats.env("sd-free-bet", **arguments), num_cycles=200)
    seed_test(lambda: seats.env("sd-free-bet", **arguments), num_cycles=50)
    parallel_api_test(seats.parallel_env("sd-free-bet", **arguments), num_cycles=100)


def test_rewards_of_the_seats_are_the_nets_of_the_boxes() -> None:
    env = seats.env("sd-free-bet", seats=2)
    env.reset(seed=5)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            assert env.table is not None
            assert reward * 10 == env.table.nets[int(agent[-1])] / 100
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))


def test_pictures_show_the_cards() -> None:
    env = make("sd-free-bet", render_mode="ansi")
    env.reset(seed=3)
    assert "waits for its wager" in env.render()
    env.step(BETS)
    assert "dealer: Ac ??" in env.render()
    env = make("sd-free-bet", render_mode="rgb_array")
    env.reset(seed=3)
    before, _ = env.render(), env.step(BETS)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape == before.shape
    assert (picture == 255).all(axis=2).sum() > (before == 255).all(axis=2).sum() + 1000  # white cards


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"shoe": "box"}, BadArgument, "'box' is not one of fresh, cut"),
        ({"bets": ()}, BadArgument, "at least one size"),
        ({"bets": 10}, BadArgument, "a list of sizes, like \\(10, 25\\)"),
        ({"bets": (1,)}, Refused, "minimum"),
        ({"side_bets": ["pot-of-gold"]}, BadArgument, "the amount of each side bet by its id"),
        ({"render_mode": "svg"}, BadArgument, "'svg' is not one of ansi, rgb_array"),
        ({"engine": "gpu"}, BadArgument, "not one of auto, kernel, table"),
        ({"side_bets": {"blackjack": 5}}, LammerError, "blackjack"),
    ],
)
def test_mistakes_are_told(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        make("sd-free-bet", **arguments)
    if "engine" not in arguments:
        with pytest.raises(error, match=says):
            seats.env("sd-free-bet", **arguments)


def test_a_sheet_of_ones_own_has_an_environment(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.toml"
    head = 'id = "mine"\nversion = 1\nname = "Mine"\nsummary = "Ours."\nsource = "our house"\nextends = "sd-free-bet"\n'
    sheet.write_text(head, encoding="utf-8")
    check_env(gymnasium.make(OWN_SHEET, game=sheet, rules={"soft_17": "stand"}).unwrapped)
