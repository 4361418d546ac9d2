"""After the kills: what the books say, held against what players were told."""

import json
from collections import Counter
from typing import Any

from lammer.floor.accounts import chips
from lammer.floor.house import Floor
from lammer.table.notation import read_round
from tests.surfaces.faults.player import Player


def faults(floor: Floor, players: list[Player], table: str) -> list[str]:
    """Everything that is not as it must be."""
    events = {event["key"]: event for event in floor.journal.last_events(10**9)}
    found = [f"{player.name}: {player.fault}" for player in players if player.fault]
    for player in players:
        for key, answer in player.acknowledged.items():
            if key not in events:
                found.append(f"lost: {key}")
            elif not _same(answer, events[key]):
                found.append(f"answered otherwise: {key}")
    found += [f"a key twice: {key}" for key, times in _keys(floor).items() if times > 1]
    balances = floor.journal.balances()
    if sum(one.credit for one in balances.values()):
        found.append("chips were made or lost")
    nets = _nets(floor, table)
    for player in players:
        bought = 100_000 + 1_000_000
        at_stake = _at_stake(floor, table, player.name)
        have = balances[chips(player.name)].credit
        if have != bought + nets[player.name] - at_stake:
            found.append(f"{player.name} has {have}, not {bought} {nets[player.name]:+} - {at_stake}")
    return found


def _same(answer: dict[str, Any], event: Any) -> bool:
    said = {name: value for name, value in answer.items() if name not in ("event", "hash", "repeated")}
    same_event = answer["event"] == event["number"] and answer.get("hash", event["hash"]) == event["hash"]
    return bool(same_event and said == json.loads(event["answer"]))


def _keys(floor: Floor) -> Counter[str]:
    return Counter(event["key"] for event in floor.journal.last_events(10**9))


def _nets(floor: Floor, table: str) -> Counter[str]:
    """What each player won, by settling every round's notation anew."""
    owners = {seat.box: seat.player for seat in floor.table(table).seats}
    nets: Counter[str] = Counter()
    for event in floor.journal.last_events(10**9):
        notation = json.loads(event["answer"]).get("notation")
        if notation:
            round_ = read_round(notation).round
            assert round_.settlement is not None
            for part in (round_.settlement.hands, round_.settlement.sides, round_.settlement.insurance):
                for result in part:
                    nets[owners[round_.boxes[result.box].number]] += result.net
    return nets


def _at_stake(floor: Floor, table: str, player: str) -> int:
    """What lies on the table, less what was won and paid before the round is over."""
    from lammer.floor.money import bets_of, by_player
    from lammer.floor.state import round_of

    state = floor.table(table)
    staked = by_player(state, round_of(state)) if state.inputs else bets_of(state)
    boxes = {seat.box for seat in state.seats if seat.player == player}
    return staked.get(player, 0) - sum(paid.stake + paid.won for paid in state.paid if paid.box in boxes)
