"""The kernel's environment against the table: every observation, mask and reward of random play."""

from typing import Any

import numpy as np
import pytest

import lammer
from lammer.rules.loader import load_sheet
from lammer.simulate.refusals import NotSimulated
from lammer.stepping.layout import EVEN_MONEY_TAKEN, INSURANCE_LOST, INSURANCE_WON, NOT_INSURED, WHICH_INSURANCE
from lammer.surfaces.gym.kernel_env import KernelEnv
from lammer.surfaces.gym.seeing import mask_of, numbers_of, seen_in
from lammer.table.round import legal
from tests.gym.playing import by_kernel, make, steps

ROUNDS = 150
TOPPED_UP = {game for game in lammer.games() if load_sheet(game).rules.insurance.top_up}
"""Games in which a double or a split may be insured too."""
SIZES = (10, 40)
ONE_HAND = [game for game in lammer.games() if load_sheet(game).rules.hands.per_box == 1]


def side_bets(game: str) -> dict[str, float]:
    """The smallest wager on every side bet that the game has."""
    return {bet_id: bet.minimum / 100 for bet_id, bet in lammer.load(game).sheet.side_bets.items()}


def compare(env: KernelEnv, rounds: int, seed: int = 5) -> int:
    """Plays at random and looks at the table after every step; returns how many decisions there were."""
    before, decisions = np.zeros(13, dtype=np.int64), 0
    for step in steps(env, rounds, seed):
        dealt = env.round
        assert dealt is not None
        seen = seen_in(dealt.played)
        options = () if dealt.over else legal(dealt.state)
        expected = numbers_of(dealt.state, before * (not env.fresh) + seen)
        assert step.observation["observation"].tolist() == expected.tolist(), dealt.notation
        assert step.observation["action_mask"].tolist() == mask_of(options, len(SIZES), betting=False).tolist()
        assert step.over == dealt.over
        decisions += not step.over
        if step.over:
            assert step.reward == float(dealt.net) / SIZES[0], dealt.notation
            before = step.observation["observation"][-13:]
            if env.shoe_is_over:
                before = np.zeros(13, dtype=np.int64)
    return decisions


@pytest.mark.parametrize("game", ONE_HAND)
def test_every_step_is_that_of_the_table(game: str) -> None:
    env = make(game, bets=SIZES, side_bets=side_bets(game), engine="kernel")
    assert compare(env, ROUNDS) > ROUNDS / 2


INSURED_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("sd-free-bet", {}),  # insurance
    ("choctaw", {}),  # insurance and even money, before the dealer looks for a natural
    ("european-free-bet", {"top_up": False}),  # the same without a hole card, and even money under a ten
]


@pytest.mark.parametrize(("game", "rules"), INSURED_GAMES, ids=[game for game, _ in INSURED_GAMES])
def test_every_answer_about_insurance_is_that_of_the_table(game: str, rules: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"rules": rules, "bets": SIZES, "side_bets": side_bets(game), "insurance": True}
    env = make(game, engine="kernel", shoe="cut", **arguments)
    compare(env, 2 * ROUNDS)
    asked, ends = 0, set[int]()
    for step in steps(env, 1500, seed=2):
        asked += step.observation["observation"][0] == WHICH_INSURANCE
        ends |= {int(env.stepped.insurance[0])} if step.over else set()
    even = {EVEN_MONEY_TAKEN} if lammer.load(game).sheet.rules.natural.even_money_under else set[int]()
    assert asked > 60
    assert ends == {NOT_INSURED, INSURANCE_WON, INSURANCE_LOST} | even


@pytest.mark.parametrize("game", sorted(TOPPED_UP))
def test_insurance_that_is_asked_about_again_is_left_to_the_table(game: str) -> None:
    with pytest.raises(NotSimulated, match="asks about insurance once in a round"):
        make(game, engine="kernel", insurance=True)
    assert not isinstance(make(game, insurance=True), KernelEnv)


def test_wrong_insurance_is_noticed() -> None:
    env = make("sd-free-bet", bets=SIZES, engine="kernel", insurance=True)
    env._insurance.nets[INSURANCE_LOST] -= 100
    with pytest.raises(AssertionError, match="sd-free-bet"):
        compare(env, 2 * ROUNDS)


def test_a_shoe_dealt_to_the_cut_card_counts_the_cards_seen() -> None:
    env = make("sd-free-bet", bets=SIZES, shoe="cut", engine="kernel")
    assert compare(env, ROUNDS) > ROUNDS / 2
    observation, _ = env.reset()
    assert observation["observation"][-13:].sum() > 0


def test_a_wrong_pay_is_noticed() -> None:
    env = make("sd-free-bet", bets=SIZES, engine="kernel")
    env.stepped.rules.tables.nets[:] += env.stepped.rules.tables.nets > 0
    with pytest.raises(AssertionError, match="sd-free-bet"):
        compare(env, ROUNDS)


def test_the_kernel_plays_every_game_of_one_hand() -> None:
    assert by_kernel() == ONE_HAND
