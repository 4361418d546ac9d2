"""A jackpot at a desk for tests: people, keys and cards in short words."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from lammer.cards.card import parse_card
from lammer.progressive.accounts import LevelSums, level_sums, link_accounts
from lammer.progressive.desk import Desk, card_digest, create_desk, open_desk
from lammer.progressive.refusals import StepRefused
from lammer.progressive.terms import load_terms

LINK = "main"
DEALER, OTHER_DEALER, SUPERVISOR, SECOND, EXECUTIVE, OTHER = "dana", "dirk", "sam", "sue", "erin", "eli"
STAFF = {
    OTHER: "executive",
    DEALER: "dealer",
    OTHER_DEALER: "dealer",
    SUPERVISOR: "supervisor",
    SECOND: "supervisor",
}


TABLES = ("T1", "T2")


def cards(text: str) -> tuple[int, int]:
    first, second = text.split()
    return parse_card(first), parse_card(second)


class Clock:
    """Time that passes when told to, and a microsecond at every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now


class Jackpot:
    """``do`` takes a step under a fresh key and gives its answer."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self.desk, self.clock = desk, clock
        self._keys: Iterator[int] = count(len(desk.journal.last_events(10**9)) + 1)

    def link(self, name: str, terms: str = "blazing-7s", *changes: str) -> None:
        self.desk.create(self.key(), name, load_terms(terms, changes), EXECUTIVE, f"card of {EXECUTIVE}")
        for person, role in STAFF.items():
            card = card_digest(f"card of {person}")
            second = OTHER if person != OTHER else ""
            self.do("enrol", EXECUTIVE, link=name, name=person, role=role, card=card, approved_by=second)
        for table in TABLES:
            self.do("approve-table", EXECUTIVE, link=name, name=table)
        self.do("open-link", EXECUTIVE, link=name)

    def key(self) -> str:
        return f"key {next(self._keys)}"

    def do(self, kind: str, actor: str, table: str = "", link: str = LINK, **body: Any) -> dict[str, Any]:
        return self.desk.do(kind, self.key(), actor, link, table, **body).answer

    def swipe(self, person: str, spot: int, table: str = "T1") -> dict[str, Any]:
        return self.desk.swipe(self.key(), f"card of {person}", LINK, table, spot).answer

    def dealt(self, hands: Mapping[int, str], up: str, wager: int | Mapping[int, int] = 100, table: str = "T1") -> None:
        """A hand up to its starting cards."""
        self.do("open", DEALER, table)
        wagers = dict.fromkeys(hands, wager) if isinstance(wager, int) else wager
        self.do("wager", DEALER, table, wagers=wagers)
        self.do("take", DEALER, table)
        self.do("deal", DEALER, table, cards={spot: cards(two) for spot, two in hands.items()}, up=parse_card(up))

    def select(self, spot: int, outcome: str, table: str = "T1") -> dict[str, Any]:
        return self.do("select", DEALER, table, spot=spot, outcome=outcome)

    def approve(self, spot: int, table: str = "T1") -> int:
        """Confirmed and swiped; gives the amount."""
        self.do("confirm", SUPERVISOR, table, spot=spot)
        return int(self.swipe(OTHER, spot, table)["claim"]["amount"])

    def refused(self, kind: str, actor: str, table: str = "", **body: Any) -> tuple[str, str]:
        """Code and clause of a refusal; the books must be as before."""
        before = self.desk.journal.balances(), self.desk.journal.last_events(1)
        with pytest.raises(StepRefused) as caught:
            self.do(kind, actor, table, **body)
        assert (self.desk.journal.balances(), self.desk.journal.last_events(1)) == before
        return caught.value.code, caught.value.clause

    def sums(self, level: str = "meter", link: str = LINK) -> LevelSums:
        return level_sums(self.desk.journal.balances(), link, level)

    def held(self, name: str) -> int:
        """What one of the link's own accounts holds, in its direction."""
        balance = self.desk.journal.balances().get(getattr(link_accounts(LINK), name))
        if balance is None:
            return 0
        return balance.credit if name in ("wagers", "tips") else balance.debit


def new_jackpot(folder: Path, terms: str = "blazing-7s", *changes: str, where: str = "") -> Jackpot:
    """A link that is open and staffed, in new books."""
    clock = Clock()
    jackpot = Jackpot(create_desk(where or folder / "jackpot.db", folder / "jackpot.key", now=clock), clock)
    jackpot.link(LINK, terms, *changes)
    return jackpot


def reopened(where: str | Path, key_file: Path) -> Jackpot:
    clock = Clock()
    return Jackpot(open_desk(where, key_file, now=clock), clock)
