"""The view of a table's jackpot: the meters, the wagers on its sensors, and who takes the next step.

All of it is public, on the sign or face up on the layout. The reserves are not shown.
"""

from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.floor.jackpot import by_approval, dealer_presses, hand_of, linked, takes_wagers, winners
from lammer.floor.state import FloorTable
from lammer.floor.view_types import EasedView, JackpotView, NextStep, SpotView, StaffRole, StepKind, StopView
from lammer.ledger.journal import Journal
from lammer.ledger.records import Balance
from lammer.progressive.accounts import level_accounts
from lammer.progressive.claims import card_role, needs_approval
from lammer.progressive.freezes import frozen_amounts
from lammer.progressive.situation import approved
from lammer.progressive.state import LinkState, TableState, link_document, table_document
from lammer.progressive.terms import Terms
from lammer.rules.paytable import meter_name, stop_name
from lammer.table.phrases import grouped_money, outcome_text


class Next(NamedTuple):
    """The next step of the jackpot's hand, and the role that takes it."""

    role: StaffRole
    kind: StepKind
    spot: int = 0
    outcome: str = ""
    undo: bool = False
    """A hand was selected before one that must come first: the same button undoes the selection."""


def next_step(table: FloorTable, link: LinkState, hand: TableState) -> Next | None:
    if hand.stage == "idle":
        return _before_the_hand(table, link)
    if not hand.on_floor:
        return None
    if hand.stage == "taken" and table.inputs:
        return None  # the cards that decide the hand are dealt in play
    if hand.stage != "dealt":
        return Next("dealer", "take" if hand.stage == "open" else "deal")
    for spot, outcome in winners(link, hand).items():
        passed = [other for other, claim in hand.claims.items() if other < spot and claim.stage == "selected"]
        if passed:
            return Next("dealer", "select", min(passed), hand.claims[min(passed)].outcome, undo=True)
        return Next("dealer", "select", spot, outcome)
    for spot, claim in sorted(hand.claims.items(), reverse=True):
        if claim.stage == "selected" and needs_approval(link.terms, claim):
            return Next("supervisor", "confirm", spot, claim.outcome)
        if claim.stage == "frozen":
            return Next(card_role(link.terms, claim), "swipe", spot, claim.outcome)
    return Next("dealer", "end")


def _before_the_hand(table: FloorTable, link: LinkState) -> Next | None:
    """If the dealer presses each button: the button that is available once a player is ready."""
    ready = [seat for seat in table.seats if seat.ready]
    if not ready or table.inputs or not dealer_presses(table):
        return None
    wagers = any(seat.bets.get(link.terms.bet) for seat in ready) and takes_wagers(link, table)
    return Next("dealer", "lights" if wagers else "deal")


def read_hand(journal: Journal, table: FloorTable) -> tuple[LinkState, TableState]:
    """A table's jackpot and its hand there."""
    link = linked(journal.document(link_document(table.link)), table.link)
    return link, hand_of(journal.document(table_document(table.link, table.table)), table)


def meters_of(journal: Journal, link: LinkState) -> dict[str, int]:
    names = {level: level_accounts(link.link, level).meter for level in link.terms.levels}
    balances = journal.look("", list(names.values()))[1]
    return {level: balances.get(name, Balance()).credit for level, name in names.items()}


def jackpot_view(journal: Journal, table: FloorTable) -> JackpotView:
    link, hand = read_hand(journal, table)
    step = next_step(table, link, hand)
    return {
        "link": link.link,
        "name": link.terms.name,
        "status": link.status,
        "bet": link.terms.bet,
        "paytable": link.terms.paytable,
        "stakes": link.terms.stakes,
        "pays": posted_pays(link.in_force),
        "eased": eased_view(link),
        "meters": meters_of(journal, link),
        "frozen": frozen_amounts(link),
        "approved": approved(link, table.table),
        "dealer": table.dealer,
        "under_way": hand.stage != "idle",
        "lit": hand.stage in ("open", "taken") and hand.on_floor,
        "spots": [_spot(spot, table, hand, link.in_force) for spot in sorted(table.sensed)],
        "next": _next(step) if step else None,
    }


def eased_view(link: LinkState) -> EasedView | None:
    """What players see of a petition beside the pays."""
    eased = link.eased
    return {"outcome": eased.outcome, "reference": eased.reference, "text": eased.text()} if eased else None


def _next(step: Next) -> NextStep:
    role, kind, spot, outcome, undo = step
    return {"role": role, "kind": kind, "spot": spot, "outcome": outcome, "undo": undo}


def posted_pays(terms: Terms) -> list[str]:
    """The pays on the signage, best first, with the amounts for the dealers' tip pool."""
    pays = {row: f"{share.percent}% of the {meter_name(share.level)}" for row, share in terms.shares.items()}
    pays |= {row: f"{times} for 1" for row, times in terms.rows.items()}
    chances = {
        stop_name(row, number): f", {weight:,} in {sum(weights):,}"
        for row, weights in terms.wheels.items()
        for number, weight in enumerate(weights, start=1)
    }
    others = {row: f" and {money_text(amount)} to the others" for row, amount in terms.others.items()}
    return [
        f"{row}{chances.get(row, '')}: {text}{others.get(row, '')}{_lucky_george(terms, row)}"
        for row, text in pays.items()
    ]


def _lucky_george(terms: Terms, row: str) -> str:
    """One amount if it is the same for all stakes, otherwise the amount for each stake that has one."""
    by_stake = {stake: terms.envy_of(row, stake) for stake in terms.stakes}
    paid = {stake: amount for stake, amount in by_stake.items() if amount}
    if not paid:
        return ""
    if len(set(by_stake.values())) == 1:
        return f"; Lucky George {money_text(next(iter(paid.values())))}"
    at = " and ".join(f"{money_text(amount)} at {money_text(stake)}" for stake, amount in paid.items())
    return f"; Lucky George {at}"


def stops_of(terms: Terms, outcome: str) -> list[StopView]:
    """The stops of the wheel to which an outcome belongs, in order; none if it is not that of a stop."""
    for row, weights in terms.wheels.items():
        names = [stop_name(row, number) for number in range(1, len(weights) + 1)]
        if outcome in names:
            return [
                {"text": _stop_text(terms, name), "weight": weight} for name, weight in zip(names, weights, strict=True)
            ]
    return []


def _stop_text(terms: Terms, row: str) -> str:
    share = terms.shares.get(row)
    won = (
        f"{share.percent}% of the {meter_name(share.level)}" if share else money_text(terms.rows[row] * terms.stakes[0])
    )
    return won + (f" and {money_text(terms.others[row])} to the others" if row in terms.others else "")


def _spot(spot: int, table: FloorTable, hand: TableState, terms: Terms) -> SpotView:
    wager, claim = table.sensed[spot], hand.claims.get(spot)
    return {
        "box": spot,
        "player": wager.player,
        "amount": wager.amount,
        "outcome": wager.outcome,
        "won": wager.won,
        "envy": wager.envy,
        "stage": claim.stage if claim else "",
        "level": claim.level if claim else "",
        "percent": claim.percent if claim else 0,
        "award": claim.amount if claim else wager.won,
        "text": outcome_text("", wager.won - wager.amount, grouped_money),
        "stop": wager.stop,
        "from_others": wager.from_others,
        "wheel": stops_of(terms, wager.outcome) if wager.stop else [],
        "announced": bool(wager.stop or (wager.outcome and by_approval(terms, wager.outcome, wager.amount))),
    }
