"""Every payment of rounds dealt by the table, re-scored by an oracle written from the rulebook alone."""

from typing import Any

import pytest

from lammer.table.actions import AGAINST, bet
from lammer.table.records import record
from lammer.table.session import Session, seeds_from
from rescorer import rescore
from tests.random_play import RandomPlayer
from tests.rounds import finished
from tests.sheets import GAMES, HOUSES, fewer, posted

ROUNDS = {1: 400, 3: 200, 6: 400, 7: 100}
"""By the number of seats: some hundred boxes of every game and paytable, at a full table as many as with one seat."""
CASES = [(game, seats) for game in GAMES for seats in ([6] if game.partition("[")[0] in HOUSES else [1, 3, 7])]


def _records(game: str, seats: int) -> list[dict[str, Any]]:
    sheet = posted(game)
    session = Session(sheet, seeds_from(f"rescored {game} {seats}"))
    player = RandomPlayer(f"{game} {seats}")
    bets = []
    for box in range(1, seats + 1):
        bets += [bet(box, 1000 + 5 * box)]
        bets += [bet(box, side.minimum, bet_id) for bet_id, side in sheet.side_bets.items()]
        bets += [bet(box, 1500, bettor=2)] if sheet.rules.limits.bettors > 1 else []
    return [session.deal(tuple(bets), player) for _ in range(fewer(game, ROUNDS[seats]))]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_the_rulebook_oracle_agrees_with_every_payment(game: str, seats: int) -> None:
    faults = [(entry["notation"], fault) for entry in _records(game, seats) for fault in rescore(entry)]
    assert faults == []


def test_the_oracle_agrees_with_bets_against_the_hand() -> None:
    session = Session(posted("winners-option[]"), seeds_from("rescored against"))
    bets = (bet(1, 1705, AGAINST), bet(2, 1000), bet(3, 505, AGAINST))
    entries = [session.deal(bets, RandomPlayer("against")) for _ in range(ROUNDS[1])]
    assert [(entry["notation"], fault) for entry in entries for fault in rescore(entry)] == []
    assert {hand["why"] for entry in entries for seat in entry["seats"][::2] for hand in seat["hands"]} >= {
        "both bust",
        "bust",
        "dealer bust",
        "natural",
        "dealer natural",
        "tie",
    }


OTHER_RULES = (
    ("sd-blackjack", "winners-option 1:against=10 | Th 6c 5d Tc | Td 6h"),
    ("ride-free", "nevada-free-bet 1:10 | Ah 6c Ad Tc | FP As FP Th 9d Tc | Ts"),
    ("rainbow-birmingham", "rendezvous-brighton 1:10 | 5h 6c 5d | FP Th S Tc S | Tc Ts"),
    ("golden-nugget-2012", "nevada-free-bet 1:10 | 4h 6c 4d Tc | FP Th S Tc S | Ts"),
    ("nevada-free-bet", "golden-nugget-2012 1:10 | 2h 6c 3d Tc | H 6s FD Th | Ts"),
    ("nevada-free-bet", "jamul 1:10 | Ah 6c 8d Tc | FD Th | Ts"),
    ("choctaw", "nevada-free-bet 1:10 | 8h 6c 8d Tc | FP 8s FP Th S Tc S 9c S | Ts"),
    ("live-free-bet", "pennsylvania-free-bet 1:10 | 8h 6c 8d Tc | FP 8s FP Th S Tc S 9c S | Ts"),
    ("live-free-bet", "pennsylvania-free-bet 1:10 | 6h 6c 5d Tc | H Th | Ts"),
    ("live-free-bet", "pennsylvania-free-bet 1:10 | 8h 6c 8d Tc | S | Ts"),
    ("sd-blackjack", "zombie-blackjack 1:10 | Th 7c 6d 6c | H Ts | Tc"),
    ("zombie-blackjack", "sd-blackjack 1:10 | Th 7c 6d 6c | H Ts"),
    ("pennsylvania-free-bet", "nevada-free-bet 7:10 | Th 6c 9d Tc | S | Ts"),
)
"""A house, and a round that its rules do not allow."""


@pytest.mark.parametrize(("house", "line"), OTHER_RULES)
def test_the_oracle_tells_houses_apart(house: str, line: str) -> None:
    """Negative control."""
    entry = record(finished(line), 1)
    assert rescore(entry) == []
    assert rescore({**entry, "game": house})


def test_the_oracle_would_notice_a_cent() -> None:
    entry = _records("sd-free-bet[]", 1)[0]
    entry["seats"][0]["hands"][0]["net"] += 1
    assert rescore(entry)
