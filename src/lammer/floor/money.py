"""The entries of a round: stakes of each player that are held, and payments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.state import FloorTable, Paid, Seat, sheet_of
from lammer.ledger.records import Entry, moved
from lammer.table.actions import AGAINST, MAIN
from lammer.table.betting import own_money
from lammer.table.carried import left_on_layout
from lammer.table.options import own_on_box
from lammer.table.settlement import handed_over, returned_tip
from lammer.table.state import Box, HandResult, InsuranceResult, Round, Settlement, SideResult

TAKEN_BACK = "stake taken back"
OFF_LAYOUT = "pending bets returned"
"""The reason of an entry that returns bets from earlier rounds, after the box: the player leaves, or the table
closes."""

PRIZE = "prize of the lights"
"""The reason of an entry that pays such a prize, after the box."""

Field = tuple[int, int]
"""A betting field: box and bettor, counted from 1."""
Owned = tuple[Field, bool]
"""A field, and whether this is its tip bet."""


def players(table: FloorTable) -> dict[Field, str]:
    return {(seat.box, seat.bettor): seat.player for seat in table.seats}


def at_stake(round_: Round) -> dict[Owned, int]:
    """Own money by field, with tip bets separate: everything on the hands, on side bets and on insurance."""
    stakes: dict[Owned, int] = defaultdict(int)
    for box in round_.boxes:
        for who, bettor in enumerate(box.bettors):
            field = (box.number, 1 if bettor.tip else bettor.number)
            sides = sum(wager.amount for wager in bettor.sides)
            stakes[field, bettor.tip] += _on_hands(round_, box, who) + sides + bettor.insurance
    return dict(stakes)


def _on_hands(round_: Round, box: Box, who: int) -> int:
    return own_on_box(box, who) if box.hands else own_money(round_.sheet, MAIN, box.bettors[who].main)


def by_player(table: FloorTable, round_: Round) -> dict[str, int]:
    """Own money by player."""
    seated, amounts = players(table), dict[str, int]()
    for (field, _), amount in at_stake(round_).items():
        amounts[seated[field]] = amounts.get(seated[field], 0) + amount
    return amounts


def holding(table: FloorTable, before: Mapping[str, int], after: Mapping[str, int]) -> list[Entry]:
    """Entries for the stakes that players added or took back between two states of the table."""
    entries = []
    for player in sorted({*before, *after}):
        more = after.get(player, 0) - before.get(player, 0)
        if more > 0:
            entries.append(Entry(chips(player), held(table.table), more, "stake"))
        elif more < 0:
            entries.append(Entry(held(table.table), chips(player), -more, TAKEN_BACK))
    return entries


def from_earlier(round_: Round) -> dict[Owned, int]:
    """Own money by field in bets that were placed for earlier rounds."""
    amounts: dict[Owned, int] = defaultdict(int)
    for box in round_.boxes:
        for bettor in box.bettors:
            earlier = sum(wager.amount for wager in bettor.sides if not wager.is_new)
            amounts[(box.number, bettor.number), False] += 0 if bettor.tip else earlier
    return dict(amounts)


def staying(round_: Round) -> dict[Owned, int]:
    """Own money by field in bets that stay on the layout after the round."""
    amounts: dict[Owned, int] = defaultdict(int)
    for one in left_on_layout(round_):
        amounts[(one.box, one.bettor), False] += one.amount
    return dict(amounts)


def on_layout(seats: Iterable[Seat]) -> dict[str, int]:
    """Own money by player in bets from earlier rounds."""
    amounts: dict[str, int] = defaultdict(int)
    for seat in seats:
        amounts[seat.player] += sum(amount for amount, _ in seat.carried.values())
    return dict(amounts)


def returning(table: FloorTable, seats: Iterable[Seat]) -> list[Entry]:
    """Entries that return the bets from earlier rounds of players who leave."""
    return [
        Entry(held(table.table), chips(seat.player), amount, f"box {seat.box}: {OFF_LAYOUT}")
        for seat in seats
        if (amount := sum(amount for amount, _ in seat.carried.values()))
    ]


def bets_of(table: FloorTable, apart: str = "") -> dict[str, int]:
    """Own money in bets for the coming round, by player, without bets on the spot ``apart`` (a jackpot's sensor)."""
    amounts: dict[str, int] = defaultdict(int)
    for seat in table.seats:
        amounts[seat.player] += money_of(table, {spot: amount for spot, amount in seat.bets.items() if spot != apart})
    return dict(amounts)


def money_of(table: FloorTable, bets: Mapping[str, int]) -> int:
    """The own money that some bets take."""
    sheet = sheet_of(table.game, table.overrides)
    return sum(own_money(sheet, spot, amount) for spot, amount in bets.items())


def paid_at_once(round_: Round) -> tuple[Paid, ...]:
    """The payments to each field so far in a round that is in progress."""
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
    """Entries for wins that are paid before the end of the round, less earlier payments."""
    before, entries = _by_field(table.paid), list[Entry]()
    for owned, (stake, won) in _by_field(paid).items():
        stake_paid, won_paid = before.get(owned, (0, 0))
        owner, where = _owner(table, owned), f"box {owned[0][0]}"
        entries += moved(held(table.table), owner, stake - stake_paid, f"{where}: stake, at once")
        entries += moved(bank(table.table), owner, won - won_paid, f"{where}: won, paid at once")
    return entries


def _by_field(paid: tuple[Paid, ...]) -> dict[Owned, tuple[int, int]]:
    return {((one.box, one.bettor), one.tip): (one.stake, one.won) for one in paid}


def paying(table: FloorTable, round_: Round) -> list[Entry]:
    """The settlement of a round that is over: returns stakes less losses, and pays winnings, less the payments made
    earlier. Bets that stay on the layout stay held. A tip bet and its winnings go to the dealers, unless the sheet
    returns the bets of an interrupted round."""
    assert round_.settlement is not None
    nets, paid, entries = nets_of(round_, round_.settlement), _by_field(table.paid), list[Entry]()
    stays = staying(round_)
    returned = {box.number: returned_tip(round_, at) for at, box in enumerate(round_.boxes)}
    for owned, staked in sorted(at_stake(round_).items()):
        stake_paid, won_paid = paid.get(owned, (0, 0))
        stake, net = staked - stake_paid - stays.get(owned, 0), nets.get(owned, 0) - won_paid
        (field, tip), owner, where = owned, _owner(table, owned), f"box {owned[0][0]}"
        if tip:
            tipper = _owner(table, (field, False))
            entries += moved(held(table.table), tipper, returned[field[0]], f"{where}: tip returned")
            stake -= returned[field[0]]
        entries += moved(held(table.table), owner, stake + min(net, 0), f"{where}: stake")
        entries += moved(held(table.table), bank(table.table), -min(net, 0), f"{where}: lost")
        entries += moved(bank(table.table), owner, max(net, 0), f"{where}: won")
    for field, prize in prizes_of(round_).items():
        entries += moved(bank(table.table), _owner(table, (field, False)), prize, f"box {field[0]}: {PRIZE}")
    entries += moved(bank(table.table), tips(table.table), dealers_share(round_), "the dealers' share of side bets")
    return entries


def prizes_of(round_: Round) -> dict[Field, int]:
    """The prizes that lights won. They are promotions of the house and no wins of a wager."""
    assert round_.settlement is not None
    boxes = round_.boxes
    return {
        (boxes[one.box].number, boxes[one.box].bettors[one.bettor].number): one.net
        for one in round_.settlement.lights
        if one.net
    }


def dealers_share(round_: Round) -> int:
    """What won side bets pay to the tip pool. A progressive bet pays its own share (``jackpot.py``)."""
    assert round_.settlement is not None
    bets = round_.sheet.side_bets
    return sum(side.envy for side in round_.settlement.sides if bets[side.bet].jackpot is None)


def _owner(table: FloorTable, owned: Owned) -> str:
    """The account that receives a field's money."""
    field, tip = owned
    return tips(table.table) if tip else chips(players(table)[field])


def nets_of(round_: Round, settlement: Settlement) -> dict[Owned, int]:
    """The net result of each field by a settlement, with tip bets separate."""
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
    """Wagers in the order in which the table accepts them."""
    return sorted(
        ((spot, amount) for spot, amount in bets.items() if amount), key=lambda bet: bet[0] not in (MAIN, AGAINST)
    )
