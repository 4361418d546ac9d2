"""The steps of a hand from its opening to its end: wagers are sensed and taken, cards dealt, winners settled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import TypedDict

from lammer.cards.card import DECK_SIZE, NAMES
from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.accounts import link_accounts
from lammer.progressive.claims import due_outcome, needs_approval, to_others
from lammer.progressive.hands import cards_entered, reads_up_card, weights_of_spin
from lammer.progressive.meters import advance
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import (
    Situation,
    Step,
    approved,
    require,
    require_dealer,
    require_open,
    require_stage,
    with_,
)
from lammer.progressive.state import TableState
from lammer.progressive.terms import HOUSE, SPOTS

NO_CARD = -1
"""The up card of a hand that it does not decide."""
NO_STOPS: Mapping[int, int] = MappingProxyType({})


class Spun(TypedDict):
    """A spin as it is stored, so that it can be checked against the seed of a shoe."""

    spot: int
    weights: list[int]
    stop: int


def open_hand(now: Situation) -> Step:
    """The dealer begins a hand."""
    require_open(now.link)
    require(now.link, now.actor, "dealer", "SD.19 (2)")
    if not approved(now.link, now.table.table):
        text = f"table {now.table.table} is not approved: an executive approves it first (approve-table)"
        raise StepRefused("table-not-approved", text, "SD.19 (1)")
    require_stage(now.table, "idle", "SD.19 (6)(viii)")
    number = now.table.hand + 1
    fresh = type(now.table)(
        link=now.table.link,
        table=now.table.table,
        hand=number,
        stage="open",
        dealer=now.actor,
        eased=now.link.eased,
    )
    link = with_(now.link, hands={**now.link.hands, now.table.table: number})
    return Step(link, fresh)


def sense(now: Situation, wagers: Mapping[int, int]) -> Step:
    """Sensors report wagers by spot; 0 means that a wager was removed."""
    require_stage(now.table, "open", "SD.19 (2)")
    sensed = dict(now.table.sensed)
    for spot, amount in wagers.items():
        if not 1 <= spot <= SPOTS:
            raise StepRefused("no-such-spot", f"spot {spot}: a table has spots 1 to {SPOTS}", "SD.19 (2)")
        if amount and amount not in now.link.terms.stakes:
            allowed = " or ".join(money_text(stake) for stake in now.link.terms.stakes)
            text = f"spot {spot}: {money_text(amount)}: a progressive wager is {allowed}"
            raise StepRefused("not-a-stake", text, HOUSE)
        sensed[spot] = amount
    held = {spot: amount for spot, amount in sorted(sensed.items()) if amount}
    return Step(now.link, with_(now.table, sensed=held), answer={"sensed": held})


def take(now: Situation) -> Step:
    """The dealer's button: sensors light up, wagers are taken, meters advance."""
    require_open(now.link)
    require_dealer(now)
    require_stage(now.table, "open", "SD.19 (4)")
    wagered = sum(now.table.sensed.values())
    terms, accounts = now.link.terms, link_accounts(now.link.link)
    entries = [
        entry
        for spot, amount in now.table.sensed.items()
        for entry in moved(accounts.tray, accounts.wagers, amount, f"wager on spot {spot}")
    ]
    carried, owed, contributed = dict(now.link.carried), dict(now.link.owed), 0
    for level, rates in terms.levels.items():
        part = advance(rates, carried[level], now.meter(level), wagered, len(now.table.sensed))
        names = now.accounts(level)
        entries += moved(names.contributions, names.meter, part.meter, "contribution")
        entries += moved(names.contributions, names.reserve, part.overflow, "over the limit")
        entries += moved(names.reserved, names.reserve, part.reserve, "reserve")
        carried[level] = part.carried
        owed[level] += part.meter + part.overflow + part.reserve
        contributed += part.meter + part.overflow + part.reserve
    if contributed > terms.maximum_contribution:
        text = f"{money_text(contributed)} from one hand is above the maximum contribution: check the sensors"
        raise StepRefused("unreasonable-contribution", text, HOUSE)
    table = with_(now.table, stage="taken", wagers=now.table.sensed, sensed={})
    return Step(with_(now.link, carried=carried, owed=owed), table, tuple(entries), {"taken": now.table.sensed})


def deal(
    now: Situation,
    cards: Mapping[int, Sequence[int]],
    up: int = NO_CARD,
    stops: Mapping[int, int] = NO_STOPS,
) -> Step:
    """Enters the cards of every spot in play that decide the bet, the dealer's up card if it reads it, and the stops of
    the spins that cards have won."""
    require_dealer(now)
    require_stage(now.table, "taken", "SD.19 (5)")
    return Step(now.link, _dealt(now, cards, up, stops), answer=_spins(now, cards, up, stops))


def redeal(
    now: Situation,
    cards: Mapping[int, Sequence[int]],
    up: int,
    note: str,
    stops: Mapping[int, int] = NO_STOPS,
) -> Step:
    """Corrects cards that were entered wrongly; by a supervisor who does not deal the hand, before a selection."""
    require_stage(now.table, "dealt", "SD.19 (5)(a)")
    _by_another(now, note)
    if now.table.claims:
        raise StepRefused("already-selected", "undo or void the selection first", "SD.19 (6)(iv)")
    return Step(now.link, _dealt(now, cards, up, stops), answer={"note": note} | _spins(now, cards, up, stops))


def relieve(now: Situation, dealer: str, note: str) -> Step:
    """Another dealer takes over the hand; claims keep the dealer who selected them."""
    if now.table.stage == "idle":
        raise StepRefused("not-now", f"table {now.table.table} has no hand in progress", "SD.19 (4)")
    _by_another(now, note)
    require(now.link, dealer, "dealer", "SD.19 (4)")
    if dealer == now.actor:
        raise StepRefused("self-approval", "the supervisor must name another person", HOUSE)
    return Step(now.link, with_(now.table, dealer=dealer), answer={"relieved_by": dealer, "note": note})


def _by_another(now: Situation, note: str) -> None:
    require(now.link, now.actor, "supervisor", HOUSE)
    if now.actor == now.table.dealer:
        raise StepRefused("self-approval", f"{now.actor} deals this hand", HOUSE)
    if not note.strip():
        raise StepRefused("no-note", "give a reason", HOUSE)


def _dealt(now: Situation, cards: Mapping[int, Sequence[int]], up: int, stops: Mapping[int, int]) -> TableState:
    """The table with these cards; impossible cards are refused."""
    if missing := sorted(set(now.table.wagers) - set(cards)):
        raise StepRefused("cards-missing", f"spot {missing[0]} has a wager but no cards", "SD.19 (5)(a)")
    fewest, most = cards_entered(now.link.terms)
    number = "two" if fewest == most else f"{fewest} to {most}"
    for spot, some in cards.items():
        if not 1 <= spot <= SPOTS or not fewest <= len(some) <= most:
            text = f"spot {spot}: enter {number} cards for spots 1 to {SPOTS}"
            raise StepRefused("not-two-cards", text, "SD.19 (5)(a)")
    if up == NO_CARD and reads_up_card(now.link.terms):
        raise StepRefused("no-up-card", "enter the dealer's up card, which decides with the others", "SD.19 (5)(a)")
    seen = Counter(chain([up] if up != NO_CARD else [], *cards.values()))
    for code, times in seen.items():
        if not 0 <= code < DECK_SIZE:
            raise StepRefused("not-a-card", f"{code} is not a card", "SD.19 (5)(a)")
        if times > now.link.terms.decks:
            text = f"{NAMES[code]} is on the table {times} times; there are {now.link.terms.decks} decks"
            raise StepRefused("too-many-alike", text, "SD.19 (1)")
    for spot in sorted({*now.table.wagers, *stops}):
        _right_stop(now, spot, weights_of_spin(now.terms, tuple(cards.get(spot, ())), up), stops.get(spot, 0))
    dealt = {spot: tuple(some) for spot, some in sorted(cards.items())}
    return with_(now.table, stage="dealt", cards=dealt, up=up, stops=dict(sorted(stops.items())))


def _right_stop(now: Situation, spot: int, weights: tuple[int, ...], stop: int) -> None:
    """Refuses a stop without a spin, and a spin without one of its stops."""
    if stop and (not weights or spot not in now.table.wagers):
        raise StepRefused("no-spin", f"spot {spot} has won no spin of the wheel", HOUSE)
    if weights and not 1 <= stop <= len(weights):
        text = f"spot {spot} has won a spin: enter the number of its stop, 1 to {len(weights)}"
        raise StepRefused("no-stop", text, HOUSE)


def _spins(
    now: Situation, cards: Mapping[int, Sequence[int]], up: int, stops: Mapping[int, int]
) -> dict[str, list[Spun]]:
    """The spins in the order in which they are made, counter-clockwise, with the weights they were made by."""
    spins = [
        Spun(spot=spot, weights=list(weights_of_spin(now.terms, tuple(cards[spot]), up)), stop=stops[spot])
        for spot in sorted(stops, reverse=True)
    ]
    return {"spins": spins} if spins else {}


def end(now: Situation) -> Step:
    """The dealer's last button: every winner is settled, fixed pays are recorded, and the table is ready for the next
    hand."""
    require_dealer(now)
    require_stage(now.table, "dealt", "SD.19 (6)(viii)")
    for spot in now.table.wagers:
        outcome = due_outcome(now, spot)
        if outcome is not None and spot not in now.table.claims:
            raise StepRefused("winner-not-selected", f"spot {spot} has {outcome}, but was not selected", "SD.19 (5)")
    accounts, paid = link_accounts(now.link.link), {}
    entries: list[Entry] = []
    for spot, claim in now.table.claims.items():
        if claim.stage != "paid" and needs_approval(now.link.terms, claim):
            raise StepRefused("not-approved", f"spot {spot}: {claim.outcome} needs approval", "SD.19 (6)(vi)")
        if claim.stage != "paid":
            entries += moved(accounts.fixed, accounts.tray, claim.amount, f"{claim.outcome} on spot {spot}")
            entries += moved(accounts.envy, accounts.tips, claim.envy, f"envy for {claim.outcome} on spot {spot}")
            others = sum(to_others(now.table, claim).values())
            entries += moved(accounts.fixed, accounts.tray, others, f"{claim.outcome} on spot {spot}, to the others")
        paid[spot] = claim.amount
    hands = {table: hand for table, hand in now.link.hands.items() if table != now.table.table}
    idle = type(now.table)(link=now.table.link, table=now.table.table, hand=now.table.hand)
    return Step(with_(now.link, hands=hands), idle, tuple(entries), {"paid": paid})
