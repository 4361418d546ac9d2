"""What a round holds of each player's money, and what it pays when it is over."""

from collections import defaultdict
from collections.abc import Mapping

from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.state import FloorTable
from lammer.ledger.records import Entry, moved
from lammer.table.actions import MAIN
from lammer.table.settlement import returned_tip
from lammer.table.state import Box, Round

Field = tuple[int, int]
"""A betting field: box and bettor, as people number them."""


def players(table: FloorTable) -> dict[Field, str]:
    return {(seat.box, seat.bettor): seat.player for seat in table.seats}


def at_stake(round_: Round) -> dict[tuple[Field, bool], int]:
    """Own money by field, tip bets apart: everything on the hands, on side bets and on insurance."""
    found: dict[tuple[Field, bool], int] = defaultdict(int)
    for box in round_.boxes:
        for who, bettor in enumerate(box.bettors):
            field = (box.number, 1 if bettor.tip else bettor.number)
            sides = sum(wager.amount for wager in bettor.sides)
            found[field, bettor.tip] += _on_hands(box, who) + sides + bettor.insurance
    return dict(found)


def _on_hands(box: Box, who: int) -> int:
    if not box.hands:
        return box.bettors[who].main
    return sum(stake.own for hand in box.hands if (stake := hand.stakes[who]) is not None)


def by_player(table: FloorTable, round_: Round) -> dict[str, int]:
    """Own money by player."""
    seated, found = players(table), dict[str, int]()
    for (field, _), amount in at_stake(round_).items():
        found[seated[field]] = found.get(seated[field], 0) + amount
    return found


def holding(table: FloorTable, before: Mapping[str, int], after: Mapping[str, int]) -> list[Entry]:
    """Stakes that came onto the table between two looks at it, or went back to the player."""
    entries = []
    for player in sorted({*before, *after}):
        more = after.get(player, 0) - before.get(player, 0)
        if more > 0:
            entries.append(Entry(chips(player), held(table.table), more, "stake"))
        elif more < 0:
            entries.append(Entry(held(table.table), chips(player), -more, "stake taken back"))
    return entries


def bets_of(table: FloorTable, apart: str = "") -> dict[str, int]:
    """Own money in bets for the coming round, by player; ``apart`` from what lies on a jackpot's sensors."""
    found: dict[str, int] = defaultdict(int)
    for seat in table.seats:
        found[seat.player] += sum(amount for spot, amount in seat.bets.items() if spot != apart)
    return dict(found)


def paying(table: FloorTable, round_: Round) -> list[Entry]:
    """The settlement of a round that is over: what was held comes back, less what is lost, and winnings beside it.
    Winnings of a tip bet are the dealers'; the bet itself goes to them too, unless the round was interrupted."""
    assert round_.settlement is not None
    nets: dict[tuple[Field, bool], int] = defaultdict(int)
    for results in (round_.settlement.hands, round_.settlement.sides, round_.settlement.insurance):
        for result in results:
            box = round_.boxes[result.box]
            bettor = box.bettors[result.bettor]
            nets[(box.number, 1 if bettor.tip else bettor.number), bettor.tip] += result.net
    seated, entries = players(table), list[Entry]()
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    for (field, tip), stake in sorted(at_stake(round_).items()):
        owner = tips(table.table) if tip else chips(seated[field])
        net, where = nets[field, tip], f"box {field[0]}"
        if tip:
            entries += moved(held(table.table), chips(seated[field]), returned[field[0]], f"{where}: tip returned")
            stake -= returned[field[0]]
        entries += moved(held(table.table), owner, stake + min(net, 0), f"{where}: stake")
        entries += moved(held(table.table), bank(table.table), -min(net, 0), f"{where}: lost")
        entries += moved(bank(table.table), owner, max(net, 0), f"{where}: won")
    return entries


def main_first(bets: Mapping[str, int]) -> list[tuple[str, int]]:
    """Wagers in the order the table takes them."""
    return sorted(((spot, amount) for spot, amount in bets.items() if amount), key=lambda bet: bet[0] != MAIN)
