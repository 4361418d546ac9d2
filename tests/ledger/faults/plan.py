"""What is played while processes die or race: hands whose every command follows from their number alone, so that any
process can go on where another was killed, and a checker knows what belongs into the books.

Cards are rigged: every hand has winners, and awards of 10% and 100% come all the time.
"""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lammer.ledger.records import Posted
from lammer.progressive.desk import Desk, card_digest, create_desk
from lammer.progressive.terms import Terms, load_terms

EXECUTIVE, SUPERVISOR, APPROVER, CARD = "eve", "sam", "eli", "card of eli"
TABLES = {"one": ("a", "b", "c"), "three": ("d",)}
"""Links with their tables."""
FULL, SHARE, BARE = "777 suited", "777 same colour", "none"
BY_SUPERVISOR = ("777 diamonds", "777 suited", "777 same colour", "777")
"""Outcomes that are confirmed and completed with a card; the dealer pays the others alone."""
BLANK_UP = 40
WITH_SEVEN = ("suited", "suited", "colour", "colour", "777", "one 7", BARE)
WITHOUT = ("two 7s", "two 7s", "one 7", "one 7", BARE)
CLUBS, DIAMONDS, HEARTS, SPADES = 24, 25, 26, 27
"""The sevens."""


class Order(NamedTuple):
    """One command as a client would send it."""

    key: str
    kind: str
    actor: str
    link: str
    table: str
    body: dict[str, Any]


class Draws:
    """Choices that follow from a text: the same in every process."""

    def __init__(self, text: str) -> None:
        self._text, self._count = text, 0

    def below(self, most: int) -> int:
        self._count += 1
        drawn = hashlib.sha256(f"{self._text} {self._count}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % most

    def one_in(self, times: int) -> bool:
        return self.below(times) == 0


def terms_of(link: str) -> Terms:
    """Odd rates, so that remainders are carried; limits so low that meters often stand at them."""
    if link == "three":
        return load_terms("blazing-7s-three-meters", ("levels.minor.limit=50050", "levels.major.increment=61803"))
    changes = ("jackpot.paytable=PT1-envy", "levels.meter.seed=50000", "levels.meter.limit=50050")
    rates = ("levels.meter.increment=123457", "levels.meter.reserve=31337", "approvals.executive_from=40000")
    return load_terms("blazing-7s", changes + rates)


def dealer_of(table: str) -> str:
    return f"dealer {table}"


def found(where: str | Path, key_file: Path) -> None:
    """Both links in new books, staffed and open."""
    desk = create_desk(where, key_file)
    for link, tables in TABLES.items():
        desk.create(f"create {link}", link, terms_of(link), EXECUTIVE)
        staff = {SUPERVISOR: "supervisor", APPROVER: "executive"} | {dealer_of(table): "dealer" for table in tables}
        for name, role in staff.items():
            card = card_digest(CARD) if name == APPROVER else ""
            desk.do("enrol", f"enrol {link} {name}", EXECUTIVE, link, name=name, role=role, card=card)
        for table in tables:
            desk.do("approve-table", f"approve {link} {table}", EXECUTIVE, link, name=table)
        desk.do("open-link", f"open {link}", SUPERVISOR, link)
    desk.journal.close()


def send(desk: Desk, order: Order) -> Posted:
    if order.kind == "swipe":
        return desk.swipe(order.key, CARD, order.link, order.table, order.body["spot"])
    return desk.do(order.kind, order.key, order.actor, order.link, order.table, **order.body)


def cards_of(outcome: str, up: int) -> tuple[tuple[int, int], str]:
    """Two cards that make it beside this up card, and what the paytables call it."""
    mate, off = (HEARTS, CLUBS) if up == DIAMONDS else (SPADES, HEARTS)
    return {
        "suited": ((up, up), "777 diamonds" if up == DIAMONDS else FULL),
        "colour": ((mate, mate), SHARE),
        "777": ((off, up), "777"),
        "two 7s": ((CLUBS, SPADES), "two 7s"),
        "one 7": ((off, 0), "one 7"),
        BARE: ((1, 5), BARE),
    }[outcome]


class Deal(NamedTuple):
    """``wins`` are the winning spots in the order the dealer goes through them."""

    stakes: dict[int, int]
    cards: dict[int, tuple[int, int]]
    up: int
    wins: list[tuple[int, str]]


def rigged(link: str, draws: Draws) -> Deal:
    up = (DIAMONDS, CLUBS, BLANK_UP)[draws.below(3)]
    bag = list(WITHOUT if up == BLANK_UP else WITH_SEVEN)
    spots = sorted({1 + draws.below(7) for _ in range(4)})
    stakes = {spot: (100, 500)[draws.below(2)] for spot in spots}
    cards: dict[int, tuple[int, int]] = {}
    wins: list[tuple[int, str]] = []
    for spot in spots:
        cards[spot], outcome = cards_of(bag.pop(draws.below(len(bag))), up)
        known = FULL if link == "one" and outcome == "777 diamonds" else outcome
        if known != BARE:
            wins.insert(0, (spot, known))
    return Deal(stakes, cards, up, wins)


@lru_cache(maxsize=64)
def hand_orders(link: str, table: str, hand: int) -> tuple[Order, ...]:
    """The whole hand, from open to end. An order's place in it is the end of its key."""
    draws = Draws(f"hand {link} {table} {hand}")
    dealt = rigged(link, draws)
    dealer = dealer_of(table)
    steps: list[tuple[str, str, dict[str, Any]]] = [("open", dealer, {})]
    for spot, stake in dealt.stakes.items():
        if draws.one_in(4):  # a wager that is lifted and put down again
            steps += [("wager", dealer, {"wagers": {spot: 600 - stake}}), ("wager", dealer, {"wagers": {spot: 0}})]
        steps.append(("wager", dealer, {"wagers": {spot: stake}}))
    steps += [("take", dealer, {}), ("deal", dealer, {"cards": dealt.cards, "up": dealt.up})]
    for spot, outcome in dealt.wins:
        pressed = 3 if draws.one_in(4) else 1  # selected, undone, selected
        steps += [("select", dealer, {"spot": spot, "outcome": outcome})] * pressed
    steps += _approvals([(spot, outcome) for spot, outcome in dealt.wins if outcome in BY_SUPERVISOR], draws)
    steps.append(("end", dealer, {}))
    return tuple(
        Order(f"{link}/{table}/{hand}/{place}", kind, actor, link, table, body)
        for place, (kind, actor, body) in enumerate(steps)
    )


def _approvals(wins: list[tuple[int, str]], draws: Draws) -> list[tuple[str, str, dict[str, Any]]]:
    """Each win is completed before the next is confirmed; sometimes cards for shares of a meter come last. That of a
    full award does not: another table's later award could wait for it, and this table for that one's confirmation."""
    steps: list[tuple[str, str, dict[str, Any]]] = []
    later: list[tuple[str, str, dict[str, Any]]] = []
    cards_last = draws.one_in(2)
    for spot, outcome in wins:
        steps.append(("confirm", SUPERVISOR, {"spot": spot}))
        (later if cards_last and outcome in (SHARE, "777") else steps).append(("swipe", APPROVER, {"spot": spot}))
    return steps + later
