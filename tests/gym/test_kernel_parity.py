"""The kernel's environment against the table: every observation, mask and reward of random play."""

import numpy as np
import pytest

import lammer
from lammer.surfaces.gym.kernel_env import KernelEnv
from lammer.surfaces.gym.seeing import mask_of, numbers_of, seen_in
from lammer.table.round import legal
from tests.gym.playing import by_kernel, make, steps

ROUNDS = 150
SIZES = (10, 40)


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


@pytest.mark.parametrize("game", by_kernel())
def test_every_step_is_that_of_the_table(game: str) -> None:
    env = make(game, bets=SIZES, side_bets=side_bets(game), engine="kernel")
    assert compare(env, ROUNDS) > ROUNDS / 2


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
    two_hands = {game for game in lammer.games() if lammer.load(game).sheet.rules.hands.per_box > 1}
    assert set(by_kernel()) == set(lammer.games()) - two_hands
