"""Rounds with bets settled before the second card, re-scored: the bet by the slow reader of its sheet, and the hands by
the rulebook's oracle as if the winner had wagered the larger amount from the start."""

from copy import deepcopy
from typing import Any

import pytest

from lammer.conformance import sheet_oracle
from lammer.rules.files import SHIPPED
from lammer.rules.loader import load_sheet
from lammer.table.actions import bet
from lammer.table.session import Session, seeds_from
from rescorer import rescore
from tests.random_play import RandomPlayer
from tests.sheets import side_bet_sheets

HOSTS = ("sd-blackjack", "sd-free-bet", "european-free-bet")
PARLAYS = [name for name in side_bet_sheets() if "parlay]" in (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")]
ROUNDS = 150


def _records(host: str, name: str) -> list[dict[str, Any]]:
    sheet = load_sheet(f"{host}+{name}")
    session, player = Session(sheet, seeds_from(f"parlays {host}")), RandomPlayer(host)
    bets = [one for box in (1, 2) for one in (bet(box, 1005 + box), bet(box, 300 + 100 * box, name))]
    return [session.deal(tuple(bets), player) for _ in range(ROUNDS)]


def _faults(entry: dict[str, Any], name: str) -> list[str]:
    """``entry`` is changed: its parlays become part of the main wager, and the bet is taken out."""
    bet_id, oracle = sheet_oracle.oracle_of(SHIPPED / f"{name}.toml")
    faults = []
    for seat in entry["seats"]:
        wager, side_bet = seat["wagers"].pop(bet_id), seat["side"].pop(bet_id)
        dealt = sheet_oracle.Round((seat["hands"][0]["cards"][0],), tuple(entry["dealer"]["cards"]))
        right = wager if oracle.best(dealt) else -wager
        faults += [] if side_bet["net"] == right else [f"{bet_id} pays {side_bet['net']}, not {right}"]
        parlayed = seat.pop("parlayed", 0)
        faults += [] if parlayed in (0, max(right, 0)) else [f"{parlayed} joined the main wager, not {right}"]
        seat["wagers"]["main"] += parlayed
        seat["net"] -= side_bet["net"]
    del entry["paytables"][bet_id]
    entry.pop("attached")
    return [*faults, *rescore(entry)]


@pytest.mark.parametrize("name", PARLAYS)
@pytest.mark.parametrize("host", HOSTS)
def test_every_payment_is_right(host: str, name: str) -> None:
    records = _records(host, name)
    assert sum("parlayed" in seat for entry in records for seat in entry["seats"]) > ROUNDS // 5
    assert [(entry["notation"], fault) for entry in records for fault in _faults(deepcopy(entry), name)] == []


def test_a_cent_and_a_parlay_without_a_win_would_be_noticed() -> None:
    """Negative control."""
    (name,) = PARLAYS
    records = _records("sd-blackjack", name)
    lost = next(entry for entry in records if entry["seats"][0]["side"][name]["net"] < 0)
    assert _faults(deepcopy(lost), name) == []
    more = deepcopy(lost)
    more["seats"][0]["parlayed"] = 400
    assert any("joined the main wager" in fault for fault in _faults(more, name))
    cent = deepcopy(lost)
    cent["seats"][0]["side"][name]["net"] += 1
    assert _faults(cent, name)
