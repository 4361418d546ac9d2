"""STREAK, made from a public description: bets that stay on the layout from round to round, clause by clause. Rounds
are written in the notation: ``streak-2=5@1`` is a bet from an earlier round with one win so far."""

from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import bet, void
from lammer.table.betting import open_round
from lammer.table.carried import left_on_layout, with_carried
from lammer.table.notation import read_round, write_bets
from lammer.table.round import apply, begin
from tests.clauses.eu_a_helpers import stated, wager_refused
from tests.rounds import finished, seat

GAME = "sd-blackjack+streak"
WIN, PUSH, LOSS = "Th 7c 9d Td | S", "Th 7c 7d Td | S", "Th 9c 8d Td | S"
FREE = "sd-free-bet+streak"


def sides(wagers: str, cards: str, game: str = GAME) -> dict[str, tuple[int, int | None]]:
    """Net in minor units and, for a bet that stays, its wins so far."""
    side_bets: Any = seat(f"{game} 1:10,{wagers} | {cards}")["side"]
    return {bet_id: (one["net"], one.get("carried")) for bet_id, one in side_bets.items()}


def test_streak_wagers__are_placed_before_the_round_with_a_main_wager() -> None:
    refused = wager_refused(GAME, bet(1, 500, "streak-2"))
    assert refused is not None
    assert refused.code == "main-first"
    every = "streak-2=5,streak-3=5,streak-4=5,streak-5=5"
    assert sides(every, WIN) == {f"streak-{number}": (0, 1) for number in (2, 3, 4, 5)}
    taken = wager_refused(GAME, bet(1, 1000), bet(1, 500, "streak-2", carried=1), bet(1, 500, "streak-2"))
    assert taken is not None
    assert taken.code == "spot-taken"


@pytest.mark.parametrize(("number", "pays"), [(2, 3), (3, 7), (4, 17), (5, 37)])
def test_streak_wins__the_last_win_is_paid_and_not_the_one_before(number: int, pays: int) -> None:
    spot = f"streak-{number}"
    assert sides(f"{spot}=5@{number - 2}", WIN) == {spot: (0, number - 1)}
    assert sides(f"{spot}=5@{number - 1}", WIN) == {spot: (500 * pays, None)}
    too_many = wager_refused(GAME, bet(1, 1000), bet(1, 500, spot, carried=number))
    assert too_many is not None
    assert (too_many.code, too_many.clause) == ("not-carried", "STREAK wins")


def test_streak_pay__each_wager_has_its_own_outcome() -> None:
    found = sides("streak-2=5@1,streak-3=5@2,streak-4=5@1,streak-5=5", WIN)
    assert found == {"streak-2": (1500, None), "streak-3": (3500, None), "streak-4": (0, 2), "streak-5": (0, 1)}


def test_streak_loss__takes_every_pending_wager() -> None:
    assert sides("streak-2=5@1,streak-5=2@4", LOSS) == {"streak-2": (-500, None), "streak-5": (-200, None)}
    surrendered = finished(f"{GAME}[surrender.late=true] 1:10,streak-2=5@1 | Th 9c 6d Td | R").round.settlement
    assert surrendered is not None
    assert [side.net for side in surrendered.sides] == [-500]


def test_streak_push__neither_adds_a_win_nor_ends_the_streak() -> None:
    assert sides("streak-2=5@1,streak-3=5", PUSH) == {"streak-2": (0, 1), "streak-3": (0, 0)}
    # A dealer 22 pushes in Free Bet; a lost hand on a lammer costs nothing.
    assert sides("streak-2=5@1", "Th 6c 9d 6d | S Tc", FREE) == {"streak-2": (0, 1)}
    natural = "Ah Tc Td 9d"
    assert sides("streak-2=5@1", natural) == {"streak-2": (1500, None)}


SPLIT = "8h 7c 8d Td | P"


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ("Tc S 9c S", (0, 2)),  # 18 wins, 17 pushes: a win by the net
        ("Tc S 8c P 2c S 3c S", (-500, None)),  # one win, two losses
        ("Tc S 5c S", (0, 1)),  # one win, one loss
        ("9c S 5c S", (-500, None)),  # a push and a loss
    ],
)
def test_streak_split__counts_by_the_net_of_all_hands(hands: str, expected: tuple[int, int | None]) -> None:
    assert sides("streak-3=5@1", f"{SPLIT} {hands}") == {"streak-3": expected}


def test_streak_split__insurance_is_not_part_of_the_net() -> None:
    insured = sides("streak-2=5@1", "Th Ac 9d Kd | I5")  # the insurance returns what the hand loses
    assert insured == {"streak-2": (-500, None)}
    even_money = sides("streak-2=5@1", "Ah As Td Kd | E", f"{GAME}[natural.even_money_under=['A']]")
    assert even_money == {"streak-2": (1500, None)}


def test_streak_interrupted__a_pending_wager_stays_and_a_new_one_is_returned() -> None:
    round_, _ = begin(
        open_round(load_sheet(GAME)), (bet(1, 1000), bet(1, 500, "streak-2"), bet(1, 500, "streak-5", 1, 3))
    )
    ended, _ = apply(round_, void("a card fell"))
    assert left_on_layout(ended) == (bet(1, 500, "streak-5", 1, 3),)
    assert ended.settlement is not None
    assert [(side.outcome, side.net) for side in ended.settlement.sides] == [("void", 0), ("3 wins so far", 0)]


def test_streak_sitting_out__a_pending_wager_waits_for_the_next_main_wager() -> None:
    assert stated(load_sheet(GAME), "side_bets.streak-2.streak.no_wager") == ("waits", ("STREAK sitting out",))
    pending = bet(2, 500, "streak-2", 1, 1)
    assert with_carried((bet(1, 1000),), (pending,)) == (bet(1, 1000),)
    both = with_carried((bet(1, 1000), bet(2, 1000), bet(2, 700, "streak-2")), (pending,))
    assert write_bets(both) == ["1:10", "2:10,streak-2=5@1"]


def test_streak_leaving__returns_pending_wagers() -> None:
    """The floor's part is in tests/ledger/test_floor_carried_bets.py."""
    assert stated(load_sheet(GAME), "side_bets.streak-5.streak.left") == ("returned", ("STREAK leaving",))


@pytest.mark.parametrize(
    ("wager", "message"),
    [
        ("streak-2=5@", "after @"),
        ("streak-2=5@x", "after @"),
        ("streak-2=5@2", "cannot be on the layout with 2 wins"),
        ("tip=5@1", "does not stay"),
    ],
)
def test_streak_wins__a_line_with_impossible_wins_is_refused(wager: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_round(f"{GAME} 1:10,{wager} | {WIN}")


def test_streak_wins__only_bets_with_the_rule_stay_on_the_layout() -> None:
    refused = wager_refused("sd-blackjack+21-plus-3", bet(1, 1000), bet(1, 500, "21-plus-3", carried=1))
    assert refused is not None
    assert refused.code == "not-carried"
