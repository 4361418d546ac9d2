"""The effects of steps that cannot be undone, in sentences that are shown before the step is confirmed."""

from lammer.cards.money import money_text
from lammer.floor.accounts import chips, held
from lammer.floor.money import bets_of, on_layout, paying, players
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, round_of
from lammer.ledger.records import Entry
from lammer.table.actions import void
from lammer.table.round import apply

KEPT = "Your reason is kept in the books."


def void_effect(table: FloorTable) -> str:
    """The money that players would get back if the round were interrupted now; empty if no round is in progress."""
    if not under_way(table):
        return ""
    round_, _ = apply(round_of(table), void("-"))
    back = _returned(table, paying(table, round_))
    money = f"Money still at stake goes back: {back}." if back else "No money at stake goes back."
    return (
        f"Round {table.round} ends now. {money} Stakes already lost stay lost, and wins already paid stay paid. "
        f"This cannot be undone. {KEPT}"
    )


def close_effect(table: FloorTable) -> str:
    """The players who would leave and the bets they would get back if the table were closed now; empty if it cannot be
    closed."""
    if table.status != "open" or under_way(table):
        return ""
    bets, earlier = bets_of(table), on_layout(table.seats)
    bets = {name: amount + earlier.get(name, 0) for name, amount in bets.items()}
    back = _listed([f"{name} gets {money_text(amount)}" for name, amount in sorted(bets.items()) if amount])
    seated = _listed(sorted({seat.player for seat in table.seats}))
    leave = f"{seated} must leave." if seated else "Nobody sits there."
    money = f" Bets go back: {back}." if back else ""
    opened = " The rest of its shoe is published and not dealt." if table.shoe and table.shoe.used else ""
    return f"Table {table.table} closes now. {leave}{money}{opened} Nobody can sit until a dealer reopens it. {KEPT}"


def _returned(table: FloorTable, entries: list[Entry]) -> str:
    names = sorted(set(players(table).values()))
    amounts = {
        name: sum(one.amount for one in entries if (one.debit, one.credit) == (held(table.table), chips(name)))
        for name in names
    }
    return _listed([f"{name} gets {money_text(amount)}" for name, amount in amounts.items() if amount])


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
