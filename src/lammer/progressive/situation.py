"""What a step sees and what it gives back, and who may take it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from lammer.ledger.records import Entry
from lammer.progressive.accounts import LevelAccounts, level_accounts
from lammer.progressive.refusals import StepRefused
from lammer.progressive.state import RANKS, LinkState, Person, TableState, terms_of
from lammer.progressive.terms import HOUSE, Stored, Terms

State = TypeVar("State", bound=Stored)


class Situation(NamedTuple):
    """``owed`` gives what an account holds for players; ``number`` is the event this step would become."""

    link: LinkState
    table: TableState
    owed: Callable[[str], int]
    number: int
    actor: str
    day: str

    @property
    def terms(self) -> Terms:
        """Those by which the table's hand is settled."""
        return terms_of(self.link, self.table)

    def accounts(self, level: str) -> LevelAccounts:
        return level_accounts(self.link.link, level)

    def meter(self, level: str) -> int:
        return self.owed(self.accounts(level).meter)

    def reserve(self, level: str) -> int:
        return self.owed(self.accounts(level).reserve)

    def meters(self) -> dict[str, int]:
        return {level: self.meter(level) for level in self.link.terms.levels}


class Step(NamedTuple):
    """How things stand afterwards, what moved, and what the answer tells beside them."""

    link: LinkState
    table: TableState
    entries: tuple[Entry, ...] = ()
    answer: Mapping[str, Any] = MappingProxyType({})


def person(link: LinkState, name: str) -> Person:
    found = link.staff.get(name)
    if found is None:
        raise StepRefused("not-enrolled", f"{name!r} is not enrolled on link {link.link}", HOUSE)
    return found


def require(link: LinkState, name: str, role: str, clause: str = HOUSE) -> None:
    """The person is enrolled and of this rank or above."""
    if RANKS[person(link, name).role] < RANKS[role]:
        raise StepRefused("wrong-role", f"{name} is a {person(link, name).role}; this takes a {role}", clause)


def require_dealer(now: Situation) -> None:
    """Buttons of the dealer display are the dealer's who has the hand."""
    require(now.link, now.actor, "dealer", "SD.19 (4)")
    if now.table.dealer and now.actor != now.table.dealer:
        raise StepRefused("other-dealer", f"this hand is {now.table.dealer}'s", "SD.19 (4)")


def approved(link: LinkState, table: str) -> bool:
    """A table with sensors and signage that an executive has approved (SD.19 (1))."""
    return table in link.tables or not (link.tables or link.approval_binds)


def require_open(link: LinkState) -> None:
    if link.status != "open":
        raise StepRefused("link-not-open", f"link {link.link} is {link.status}", HOUSE)


def require_stage(table: TableState, stage: str, clause: str) -> None:
    """No step is skipped and none is taken twice."""
    if table.stage != stage:
        raise StepRefused(
            "not-now", f"table {table.table} is {table.stage}; this step follows when it is {stage}", clause
        )


def with_(state: State, **changes: Any) -> State:
    """The state with some parts replaced."""
    return state.model_copy(update=changes)
