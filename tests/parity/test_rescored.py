"""Every payment of rounds dealt by the table, re-scored by an oracle written from the rulebook alone."""

from typing import Any

import pytest

from lammer.table.actions import bet
from lammer.table.session import Session, seeds_from
from rescorer import rescore
from tests.random_play import RandomPlayer
from tests.sheets import GAMES, posted

ROUNDS = 400


def _records(game: str, seats: int) -> list[dict[str, Any]]:
    sheet = posted(game)
    session = Session(sheet, seeds_from(f"rescored {game} {seats}"))
    player = RandomPlayer(f"{game} {seats}")
    bets = []
    for box in range(1, seats + 1):
        bets += [bet(box, 1000 + 5 * box)]
        bets += [bet(box, side.minimum, bet_id) for bet_id, side in sheet.side_bets.items()]
        bets += [bet(box, 1500, bettor=2)] if sheet.rules.limits.bettors > 1 else []
    return [session.deal(tuple(bets), player) for _ in range(ROUNDS)]


@pytest.mark.parametrize("seats", [1, 3, 7])
@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_oracle_agrees_with_every_payment(game: str, seats: int) -> None:
    faults = [(entry["notation"], fault) for entry in _records(game, seats) for fault in rescore(entry)]
    assert faults == []


def test_the_oracle_would_notice_a_cent() -> None:
    entry = _records("sd-free-bet[]", 1)[0]
    entry["seats"][0]["hands"][0]["net"] += 1
    assert rescore(entry)
