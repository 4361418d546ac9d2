"""The input (``Situation``) and result (``Step``) of a step, and the checks of who may take it."""

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
    """``owed`` returns the credit balance of an account; ``number`` is that of the event that the step would be."""

    link: LinkState
    table: TableState
    owed: Callable[[str], int]
    number: int
    actor: str
    day: str

    @property
    def terms(self) -> Terms:
        """The terms by which the table's hand is settled."""
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
    """The state after a step, its entries, and further parts of the answer."""

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
    """Refuses a person who is not enrolled, or whose rank is below this role's."""
    if RANKS[person(link, name).role] < RANKS[role]:
        raise StepRefused("wrong-role", f"{name} is a {person(link, name).role}; this requires a {role}", clause)


def require_dealer(now: Situation) -> None:
    """Only the dealer of the hand may use the buttons of the dealer display."""
    require(now.link, now.actor, "dealer", "SD.19 (4)")
    if now.table.dealer and now.actor != now.table.dealer:
        raise StepRefused("other-dealer", f"the dealer of this hand is {now.table.dealer}", "SD.19 (4)")


def approved(link: LinkState, table: str) -> bool:
    """Whether an executive has approved the table, with its sensors and signage (SD.19 (1))."""
    return table in link.tables or not (link.tables or link.approval_binds)


def require_open(link: LinkState) -> None:
    if link.status != "open":
        raise StepRefused("link-not-open", f"link {link.link} is {link.status}", HOUSE)


def require_stage(table: TableState, stage: str, clause: str) -> None:
    """Ensures that no step is skipped or taken twice."""
    if table.stage != stage:
        raise StepRefused("not-now", f"table {table.table} is {table.stage}; for this step it must be {stage}", clause)


def with_(state: State, **changes: Any) -> State:
    """A copy of the state with some fields replaced."""
    return state.model_copy(update=changes)
