"""Rounds played in Python are those of the command line, to the record."""

from decimal import Decimal
from enum import Enum
from functools import partial

import pytest

import lammer
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import FREE_SPLIT, ActionKind, Option
from lammer.table.round import legal
from lammer.table.session import Session, seeds_from

LINE = "sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP 3h FD Th 2d FD 9c | 5d"


@pytest.mark.parametrize("name", lammer.games())
def test_a_table_deals_what_the_command_deals(name: str) -> None:
    sheet = load_sheet(name)
    session, table = Session(sheet, seeds_from("11")), lammer.load(name).table(seed=11)
    for _ in range(30):
        round_ = table.deal(bet=10, seats=3)
        bets = round_.played.bets
        assert round_.play().record == session.deal(bets, partial(choose, house_chart(sheet)))
        assert lammer.replay(round_.notation).net == round_.net
    assert table.rounds == 30


def test_without_a_seed_no_two_tables_are_alike() -> None:
    game = lammer.load("sd-free-bet")
    rounds = {game.table().deal().play().notation for _ in range(4)}
    assert len(rounds) > 1


class Move(Enum):
    FREE_SPLIT = "free-split"


@pytest.mark.parametrize(
    "choice", ["free split", "Free-Split", "FP", Move.FREE_SPLIT, Option(ActionKind.FREE_SPLIT), FREE_SPLIT]
)
def test_an_action_may_be_given_in_every_form(choice: "str | Move | Option") -> None:
    round_ = lammer.replay("sd-free-bet 1:10 | 8h 6c 8d Tc", unfinished=True)
    assert round_.refusal(choice) is None
    assert round_.apply(choice) is round_
    assert [hand.cards for hand in round_.hands] == [("8h",), ("8d",)]


def test_what_is_legal_can_be_applied_and_has_its_amounts() -> None:
    round_ = lammer.replay("sd-free-bet 1:10 | 8h 6c 3d Tc", unfinished=True)
    assert round_.legal() == ("stand", "hit", "free-double", "double")
    double = round_.legal()[-1]
    assert double.maximum == Decimal(10)
    assert [str(option.kind) for option in legal(round_.state)] == [str(choice) for choice in round_.legal()]
    assert round_.apply(double, amount=7.5).apply("9c").notation.endswith("| D7.50 9c")


def test_a_round_without_a_shoe_takes_cards() -> None:
    round_ = lammer.replay(LINE.partition("|")[0], unfinished=True)
    for step in ["8h", "6c", "8d", "Tc", "FP", "3h", "FD", "Th", "2d", "FD", "9c", "5d"]:
        round_.apply(step)
    assert round_.over
    assert round_.notation.removeprefix("sd-free-bet@2").replace("| ", "") == LINE.removeprefix("sd-free-bet").replace(
        "| ", ""
    )
    assert round_.net == lammer.replay(LINE).net == Decimal(150)


def test_a_round_shows_itself() -> None:
    round_ = lammer.replay("sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc", unfinished=True)
    assert repr(round_) == (
        "<Round sd-free-bet: dealer 6c ??, player 8h 8d; legal: stand, hit, double, free-split, split>"
    )
    assert str(round_).splitlines() == [
        "sd-free-bet@2",
        "dealer: 6c ??",
        "hand 1: 8h 8d (16), bet 10",
        "Pot of Gold: bet 5",
        "legal: stand, hit, double, free-split, split",
    ]
    assert str(lammer.replay(LINE)).splitlines() == [
        "sd-free-bet@2",
        "dealer: 6c Tc 5d",
        "hand 1: 8h 3h Th (21), bet 10 + lammer 10: push, tie",
        "hand 2: 8d 2d 9c (19), bet lammer 20: lose, lower total",
        "Pot of Gold: 3 lammers, +150",
        "net +150",
    ]


def test_the_hole_card_is_not_shown_before_its_time() -> None:
    round_ = lammer.replay("sd-free-bet 1:10 | 8h 6c 8d Tc", unfinished=True)
    assert "Tc" not in repr(round_) + str(round_)
    assert round_.dealer == ("6c", "??")


@pytest.mark.parametrize(
    ("wagers", "message"),
    [
        ({"bet": 4}, r"the table minimum is 5 \[house\]"),
        ({"bet": 0}, "a wager is a positive amount"),
        ({"bet": -10}, "a wager is a positive amount"),
        ({"bet": 1e6}, r"the maximum .*\[house\]"),
        ({"bet": 10, "pot_of_gold": 1000}, r"Pot of Gold accepts 1 to 100 \[house\]"),
        ({"bet": 10, "lucky": 5}, "this table has no side bet 'lucky'; it offers pot-of-gold"),
        ({"bet": 10, "seats": 99}, r"there are boxes 1 to \d+ \["),
    ],
)
def test_wagers_that_do_not_fit_are_refused_with_the_clause(wagers: dict[str, int], message: str) -> None:
    table = lammer.load("sd-free-bet").table(seed=1)
    with pytest.raises(lammer.Refused, match=message):
        table.deal(**wagers)  # type: ignore[arg-type]
    assert table.deal(bet=10).hands, "nothing was changed"


@pytest.mark.parametrize("bet", [10.005, "ten", float("nan"), float("inf"), True, None])
def test_what_is_no_amount_is_refused(bet: object) -> None:
    with pytest.raises(lammer.NotMoney, match="is not an amount"):
        lammer.load("sd-free-bet").table(seed=1).deal(bet=bet)  # type: ignore[arg-type]


@pytest.mark.parametrize("bet", [10, 10.0, "10", "10.00", Decimal("10")])
def test_an_amount_is_in_units_of_money(bet: "int | float | str | Decimal") -> None:
    assert lammer.load("sd-free-bet").table(seed=1).deal(bet=bet).hands[0].own == Decimal(10)


def test_an_illegal_action_is_refused_with_the_clause_and_changes_nothing() -> None:
    round_ = lammer.replay("sd-free-bet 1:10 | 8h 6c 7d Tc", unfinished=True)
    before = round_.notation
    with pytest.raises(lammer.Refused, match=r"only two cards of one value may be split \[SD\(h\); A3\]"):
        round_.apply("free split")
    with pytest.raises(lammer.Refused, match="'jump' is not an action; known are hit, stand"):
        round_.apply("jump")
    refused = round_.refusal("free split")
    assert refused is not None
    assert refused.clause == "SD(h); A3"
    assert round_.notation == before


def test_a_round_is_finished_before_the_next() -> None:
    table = lammer.load("sd-free-bet").table(seed=1)
    round_ = table.deal()
    assert not round_.over
    with pytest.raises(lammer.LammerError, match=r"round 1 waits for an answer .* round.play\(\) finishes it"):
        table.deal()
    with pytest.raises(lammer.LammerError, match="the round is not over"):
        _ = round_.net
    assert round_.play().over
    assert table.deal() is not round_


def test_a_wrong_line_is_refused_at_its_column() -> None:
    with pytest.raises(lammer.NotationError, match="column 34: FP: only two cards") as caught:
        lammer.replay("sd-free-bet 1:10 | 8h 6c 7d Tc | FP")
    assert caught.value.column == 34
    with pytest.raises(lammer.NotationError, match="the round is not over"):
        lammer.replay("sd-free-bet 1:10 | 8h 6c 8d Tc")


def test_a_line_is_replayed_under_a_game_of_ones_own() -> None:
    own = lammer.load("sd-free-bet").replace(natural_pays="6:5")
    line = "sd-free-bet 1:10 | Ah 6c Kd Tc"
    assert lammer.replay(line).net == Decimal(15)
    assert lammer.replay(line, own).net == Decimal(12)
