"""Rounds dealt again in bulk are the rounds that the reader of the notation deals, whatever is wagered on them."""

from functools import cache

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import bet
from lammer.table.notation import NotationError, read_round
from lammer.table.redeal import Redealer, alike_on, reads_suits
from lammer.table.session import Session, seeds_from
from tests.random_play import RandomPlayer

LOAD = cache(load_sheet)
GAMES = {
    "sd-free-bet": ("pot-of-gold",),
    "free-money": ("gold-rush", "dealer-22"),
    "european-free-bet": ("push-22",),
    "triple-win-20": ("tw20-bonus",),
    "sd-blackjack+blazing-7s": ("blazing-7s",),
}


def rounds(game: str, boxes: int, sides: tuple[str, ...], count: int) -> list[str]:
    session, choose = Session(LOAD(game), seeds_from(f"{game} {boxes} {sides}")), RandomPlayer(game)
    least = LOAD(game).side_bets
    wagers = [(box, spot) for box in range(1, boxes + 1) for spot in ("main", *sides)]
    bets = tuple(bet(box, 1000 if spot == "main" else max(least[spot].least, 100), spot) for box, spot in wagers)
    return [session.deal(bets, choose)["notation"] for _ in range(count)]


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("wagered", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_settlement_is_the_readers(game: str, wagered: bool, boxes: int) -> None:
    deal_again = Redealer(LOAD)
    for notation in rounds(game, boxes, GAMES[game] if wagered else (), 60):
        ought = read_round(notation, load=LOAD).round
        assert deal_again(notation).settlement == ought.settlement
        assert deal_again(notation).settlement == ought.settlement, "the second time from memory"


def test_suits_count_where_something_is_paid_by_them() -> None:
    def read(line: str) -> bool:
        return reads_suits(read_round(line, load=LOAD, unfinished=True).round)

    assert not read("sd-free-bet 1:10,pot-of-gold=5 |")
    assert read("free-money 1:10,dealer-22=5 |")
    deal_again = Redealer(LOAD)
    nets = [
        [side.net for side in settled.sides]
        for line in (
            "free-money 1:10,dealer-22=5 | 9h Kc 9c 2c | S Tc",
            "free-money 1:10,dealer-22=5 | 9h Kd 9c 2c | S Tc",
        )
        if (settled := deal_again(line).settlement)
    ]
    assert nets[0] != nets[1]


def test_cards_count_as_the_same_only_where_nothing_tells_them_apart() -> None:
    def alike(line: str, one: str, other: str) -> bool:
        words = alike_on(read_round(line, load=LOAD, unfinished=True).round)
        return words[one] == words[other]

    assert alike("sd-free-bet 1:10 |", "Th", "Kc")
    assert alike("sd-free-bet 1:10 |", "9h", "9c")
    assert not alike("sd-free-bet 1:10 |", "9h", "8h")
    assert not alike('sd-free-bet@2[split.pairs="rank"] 1:10 |', "Th", "Kc"), "they are no pair there"
    assert alike('sd-free-bet@2[split.pairs="rank"] 1:10 |', "Kh", "Kc")
    assert not alike("triple-win-20 1:10 |", "Kh", "Kc"), "two faces of one suit pay more there"
    assert not alike("triple-win-20 1:10 |", "Th", "Kh")
    assert alike("triple-win-20 1:10 |", "Th", "Tc")
    assert not alike("free-money 1:10,dealer-22=5 |", "9h", "9c")


@pytest.mark.parametrize(
    "line",
    [
        "sd-free-bet 1:10 | 9h 6c 9d Tc | S",
        "sd-free-bet 1:10 | 9h 6c 9d Tc | S 5c 5c",
        "sd-free-bet 1:10 | 9h 6c 9d Tc | D",
        "sd-free-bet 1:10 | 5h 5h 5h 5h | H 5h H 5h H 5h",
        "sd-free-bet 1:10",
        "sd-free-bet 1:10 | 9h 6c 9d Tc | S 5z",
    ],
)
def test_a_line_that_cannot_have_been_dealt_is_refused_as_the_reader_does(line: str) -> None:
    with pytest.raises(NotationError) as ought:
        read_round(line, load=LOAD)
    deal_again = Redealer(LOAD)
    deal_again("sd-free-bet 1:10 | 9h 6c 9d Tc | S 5c")
    with pytest.raises(NotationError) as found:
        deal_again(line)
    assert str(found.value) == str(ought.value)
