"""Rounds with lights, scored again from their notation and their cards alone: the lights, the prize, and every hand by
the rulebook's oracle as if its final cards had been dealt."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from lammer.cards.card import NAMES
from lammer.rules.loader import load_sheet
from lammer.table.actions import bet
from lammer.table.session import Session, seeds_from
from rescorer import rescore
from tests.random_play import RandomPlayer

NEEDED, PRIZE, ROUNDS = 2, 2500, 300
HOSTS = ("sd-blackjack", "sd-free-bet", "european-free-bet")
POINTS = dict(zip("A23456789TJQK", (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))


def _records(host: str, trade: bool) -> list[dict[str, Any]]:
    """Fewer lights win than in the sheet, so that many prizes are won."""
    changed = (f"lights.needed={NEEDED}", f"lights.prize={PRIZE}", f"lights.trade={str(trade).lower()}")
    sheet = load_sheet(f"{host}+ten-sticks-21", changed)
    session, player = Session(sheet, seeds_from(f"lights {host}")), RandomPlayer(host)
    return [session.deal((bet(1, 1005),), player) for _ in range(ROUNDS)]


def _points(cards: list[str]) -> int:
    total, aces = sum(POINTS[card[0]] for card in cards), sum(card[0] == "A" for card in cards)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def _playable(cards: list[str]) -> int:
    """The marked cards of a hand, without one that made it a bust."""
    return cards.count("Tc") - (cards[-1] == "Tc" and _points(cards) > 21)


def _faults(entry: dict[str, Any], before: int, trade: bool) -> list[str]:
    (seat,) = entry["seats"]
    words = entry["notation"].partition(" |")[2].split()
    final = [card for hand in seat["hands"] for card in hand["cards"]]
    traded = words.count("TR")
    dealt = Counter(word for word in words if word in NAMES) - Counter(entry["dealer"]["cards"])
    lit = traded if trade else sum(_playable(hand["cards"]) for hand in seat["hands"])
    prize = (before + lit) // NEEDED * PRIZE
    ought = {"before": before, "lit": lit, "after": (before + lit) % NEEDED} | ({"prize": prize} if prize else {})
    faults = [] if seat["lights"] == ought else [f"lights are {seat['lights']}, not {ought}"]
    faults += [] if dealt == Counter(final) + Counter({"Tc": traded}) else ["other cards than marked ones are gone"]
    if trade and entry["dealer"]["cards"][0][0] not in "AT" + "JQK":
        kept = sum(_playable(hand["cards"]) for hand in seat["hands"])
        faults += [] if words.count("N") == kept else [f"{kept} marked cards are kept, {words.count('N')} answers"]
    del seat["lights"]
    seat["net"] -= prize
    entry.pop("attached")
    entry["overrides"] = {}
    return [*faults, *rescore(entry)]


@pytest.mark.parametrize("trade", [True, False])
@pytest.mark.parametrize("host", HOSTS)
def test_every_light_and_every_prize_is_right(host: str, trade: bool) -> None:
    records, before, faults = _records(host, trade), 0, list[tuple[str, str]]()
    for entry in records:
        after = entry["seats"][0]["lights"]["after"]
        faults += [(entry["notation"], fault) for fault in _faults(deepcopy(entry), before, trade)]
        before = after
    assert faults == []
    assert sum("prize" in entry["seats"][0]["lights"] for entry in records) > 0


def test_a_light_and_a_cent_too_many_would_be_noticed() -> None:
    """Negative control."""
    entry = next(one for one in _records("sd-blackjack", True) if one["seats"][0]["lights"]["before"] == 0)
    assert _faults(deepcopy(entry), 0, True) == []
    light, cent = deepcopy(entry), deepcopy(entry)
    light["seats"][0]["lights"]["lit"] += 1
    cent["seats"][0]["hands"][0]["net"] += 1
    assert _faults(light, 0, True)
    assert _faults(cent, 0, True)
