"""Rounds dealt again in bulk are the rounds that the reader of the notation deals, whatever is wagered on them."""

from functools import cache

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.table.actions import bet
from lammer.table.notation import NotationError, read_round
from lammer.table.redeal import Redealer, alike_on, reads_suits, still_read
from lammer.table.session import Session, seeds_from
from lammer.table.state import Round, Settlement
from tests.random_play import RandomPlayer
from tests.sheets import ATTACHED

LOAD = cache(load_sheet)


def at_once(sheet: Sheet) -> list[str]:
    return [bet_id for bet_id, bet in sheet.side_bets.items() if not bet.placed_later]


GAMES = {
    "sd-free-bet": ("pot-of-gold",),
    "free-money": ("gold-rush", "dealer-22"),
    "european-free-bet": ("push-22",),
    "triple-win-20": ("tw20-bonus",),
} | {game: tuple(at_once(LOAD(game))) for game in ATTACHED}
"""Games and the side bets placed with the main wager."""


def settlement_of(round_: Round) -> Settlement | None:
    return round_.settlement


def rounds(game: str, boxes: int, sides: tuple[str, ...], count: int) -> list[str]:
    session, choose = Session(LOAD(game), seeds_from(f"{game} {boxes} {sides}")), RandomPlayer(game)
    minimum = LOAD(game).side_bets
    wagers = [(box, spot) for box in range(1, boxes + 1) for spot in ("main", *sides)]
    bets = tuple(bet(box, 1000 if spot == "main" else max(minimum[spot].minimum, 100), spot) for box, spot in wagers)
    return [session.deal(bets, choose)["notation"] for _ in range(count)]


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("wagered", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_settlement_is_the_readers(game: str, wagered: bool, boxes: int) -> None:
    deal_again = Redealer(settlement_of, LOAD)
    for notation in rounds(game, boxes, GAMES[game] if wagered else (), 60):
        ought = read_round(notation, load=LOAD).round
        assert deal_again(notation) == ought.settlement
        assert deal_again(notation) == ought.settlement, "the second time from memory"


@pytest.mark.parametrize(
    "game", ["sd-free-bet", 'sd-free-bet@2[split.pairs="rank"]', "european-free-bet", "triple-win-20"]
)
def test_states_that_many_rounds_share_settle_as_the_reader_does(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.table.redeal.NEW_STATES", 100)
    name, _, overrides = game.partition("[")
    sheet = load_sheet(name, tuple(filter(None, [overrides.removesuffix("]")])))
    session, choose, deal_again = Session(sheet, seeds_from(game)), RandomPlayer(game), Redealer(settlement_of, LOAD)
    for _ in range(400):
        notation = session.deal((bet(1, 1000),), choose)["notation"]
        assert deal_again(notation) == read_round(notation, load=LOAD).round.settlement, notation


def test_a_state_that_forgets_too_much_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = rounds("sd-free-bet", 1, (), 60)
    ought = [read_round(line, load=LOAD).round.settlement for line in lines]
    deal_again = Redealer(settlement_of, LOAD)
    assert [deal_again(line) for line in lines] == ought
    whole = still_read
    monkeypatch.setattr("lammer.table.redeal.still_read", lambda round_, alike: whole(round_._replace(boxes=()), alike))
    forgetful = Redealer(settlement_of, LOAD)

    def dealt(line: str) -> Settlement | None:
        try:
            return forgetful(line)
        except NotationError:
            return None

    assert [dealt(line) for line in lines] != ought


def test_cards_still_to_be_read_tell_states_apart() -> None:
    def state(line: str) -> object:
        round_ = read_round(line, load=LOAD, unfinished=True).round
        return still_read(round_, alike_on(round_))

    free, rank = "sd-free-bet 1:10 |", 'sd-free-bet@2[split.pairs="rank"] 1:10 |'
    assert state(f"{free} 9h 6c 3d Tc") == state(f"{free} 8h 6c 4d Kc"), "two hard twelves that are no pair"
    assert state(f"{free} 9h 6c 3d Tc") != state(f"{free} 6h 6c 6d Tc"), "a pair of sixes may be split"
    assert state(f"{free} 9h 6c 3d Tc") != state(f"{free} 9h 7c 3d 9c"), "another up card"
    assert state(f"{free} 9h 6c 3d Tc") == state(f"{free} 9h 6c 3d 9c"), "nobody has seen the hole card"
    assert state(f"{free} 9h 6c 3d Tc | S") != state(f"{free} 9h 6c 3d 9c | S"), "it is the dealer's turn"
    assert state(f"{free} 9h Ac 3d Tc") != state(f"{free} 9h Ac 3d 9c"), "the dealer has a natural, still covered"
    assert state(f"{free} 2h 6c 4d Tc | H 6c") != state(f"{free} 9h 6c 3d Tc"), "three cards cannot be doubled"
    assert state(f"{rank} Kh 6c Kd Tc") != state(f"{rank} Kh 6c Qd Tc"), "only kings are a pair there"
    assert state("triple-win-20 1:10 | Kh 6c Kd") != state("triple-win-20 1:10 | Kh 6c Kh"), "one suit pays more"
    assert state(f"{free} 9h 6c 9d Tc") != state("sd-free-bet 1:20 | 9h 6c 9d Tc"), "another stake"


def test_suits_count_where_something_is_paid_by_them() -> None:
    def read(line: str) -> bool:
        return reads_suits(read_round(line, load=LOAD, unfinished=True).round)

    assert not read("sd-free-bet 1:10,pot-of-gold=5 |")
    assert read("free-money 1:10,dealer-22=5 |")
    deal_again = Redealer(settlement_of, LOAD)
    nets = [
        [side.net for side in settled.sides]
        for line in (
            "free-money 1:10,dealer-22=5 | 9h Kc 9c 2c | S Tc",
            "free-money 1:10,dealer-22=5 | 9h Kd 9c 2c | S Tc",
        )
        if (settled := deal_again(line))
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
    deal_again = Redealer(settlement_of, LOAD)
    deal_again("sd-free-bet 1:10 | 9h 6c 9d Tc | S 5c")
    with pytest.raises(NotationError) as found:
        deal_again(line)
    assert str(found.value) == str(ought.value)
