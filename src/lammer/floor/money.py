"""What a round holds of each player's money, and what it pays when it is over."""

from collections import defaultdict
from collections.abc import Mapping

from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.state import FloorTable, Paid
from lammer.ledger.records import Entry, moved
from lammer.table.actions import MAIN
from lammer.table.settlement import handed_over, returned_tip
from lammer.table.state import Box, HandResult, InsuranceResult, Round, Settlement, SideResult

TAKEN_BACK = "stake taken back"

Field = tuple[int, int]
"""A betting field: box and bettor, as people number them."""
Owned = tuple[Field, bool]
"""A field, and whether its tip bet is meant."""


def players(table: FloorTable) -> dict[Field, str]:
    return {(seat.box, seat.bettor): seat.player for seat in table.seats}


def at_stake(round_: Round) -> dict[Owned, int]:
    """Own money by field, tip bets apart: everything on the hands, on side bets and on insurance."""
    found: dict[Owned, int] = defaultdict(int)
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
            entries.append(Entry(held(table.table), chips(player), -more, TAKEN_BACK))
    return entries


def bets_of(table: FloorTable, apart: str = "") -> dict[str, int]:
    """Own money in bets for the coming round, by player; ``apart`` from what lies on a jackpot's sensors."""
    found: dict[str, int] = defaultdict(int)
    for seat in table.seats:
        found[seat.player] += sum(amount for spot, amount in seat.bets.items() if spot != apart)
    return dict(found)


def paid_at_once(round_: Round) -> tuple[Paid, ...]:
    """What each field has been paid by now of a round under way."""
    now, stakes = handed_over(round_), defaultdict[Owned, int](int)
    for hand in now.hands:
        stake = round_.boxes[hand.box].hands[hand.hand].stakes[hand.bettor]
        assert stake is not None  # only stakes are settled
        stakes[_owned(round_, hand)] += stake.own
    for side in now.sides:
        stakes[_owned(round_, side)] += side.amount
    nets = nets_of(round_, now)
    return tuple(
        Paid(box=field[0], bettor=field[1], tip=tip, stake=stakes[field, tip], won=nets[field, tip])
        for field, tip in sorted(nets)
    )


def paying_at_once(table: FloorTable, paid: tuple[Paid, ...]) -> list[Entry]:
    """Wins that do not wait for the end of the round, less what the table has paid of them before."""
    before, entries = _by_field(table.paid), list[Entry]()
    for owned, (stake, won) in _by_field(paid).items():
        back, had = before.get(owned, (0, 0))
        owner, where = _owner(table, owned), f"box {owned[0][0]}"
        entries += moved(held(table.table), owner, stake - back, f"{where}: stake, at once")
        entries += moved(bank(table.table), owner, won - had, f"{where}: won, paid at once")
    return entries


def _by_field(paid: tuple[Paid, ...]) -> dict[Owned, tuple[int, int]]:
    return {((one.box, one.bettor), one.tip): (one.stake, one.won) for one in paid}


def paying(table: FloorTable, round_: Round) -> list[Entry]:
    """The settlement of a round that is over: what is held comes back, less what is lost, and winnings beside it.
    Winnings of a tip bet are the dealers'; the bet itself goes to them too, unless the round was interrupted. What was
    paid at once is not paid again."""
    assert round_.settlement is not None
    nets, paid, entries = nets_of(round_, round_.settlement), _by_field(table.paid), list[Entry]()
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    for owned, staked in sorted(at_stake(round_).items()):
        back, had = paid.get(owned, (0, 0))
        stake, net = staked - back, nets.get(owned, 0) - had
        (field, tip), owner, where = owned, _owner(table, owned), f"box {owned[0][0]}"
        if tip:
            tipper = _owner(table, (field, False))
            entries += moved(held(table.table), tipper, returned[field[0]], f"{where}: tip returned")
            stake -= returned[field[0]]
        entries += moved(held(table.table), owner, stake + min(net, 0), f"{where}: stake")
        entries += moved(held(table.table), bank(table.table), -min(net, 0), f"{where}: lost")
        entries += moved(bank(table.table), owner, max(net, 0), f"{where}: won")
    return entries


def _owner(table: FloorTable, owned: Owned) -> str:
    """The account that a field's money goes to."""
    field, tip = owned
    return tips(table.table) if tip else chips(players(table)[field])


def nets_of(round_: Round, settlement: Settlement) -> dict[Owned, int]:
    """What each field wins or loses by a settlement, tip bets apart."""
    nets: dict[Owned, int] = defaultdict(int)
    for results in (settlement.hands, settlement.sides, settlement.insurance):
        for result in results:
            nets[_owned(round_, result)] += result.net
    return dict(nets)


def _owned(round_: Round, result: HandResult | SideResult | InsuranceResult) -> Owned:
    box = round_.boxes[result.box]
    bettor = box.bettors[result.bettor]
    return (box.number, 1 if bettor.tip else bettor.number), bettor.tip


def main_first(bets: Mapping[str, int]) -> list[tuple[str, int]]:
    """Wagers in the order the table takes them."""
    return sorted(((spot, amount) for spot, amount in bets.items() if amount), key=lambda bet: bet[0] != MAIN)
