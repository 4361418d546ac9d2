"""How a link and its tables stand between two steps: frozen values, written into the books after each."""

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from lammer.progressive.terms import Stored, Terms
from lammer.rules.schema import MeterShare

Role = Literal["dealer", "supervisor", "executive"]
RANKS: dict[str, int] = {"dealer": 0, "supervisor": 1, "executive": 2}


class Person(Stored):
    role: Role
    card: str
    """What the person's card carries, as a digest; empty for one who has no card."""


class Carried(Stored):
    """Millionths of a minor unit that a level has earned and not yet been given."""

    meter: Annotated[int, Field(ge=0)] = 0
    reserve: Annotated[int, Field(ge=0)] = 0


class Waiting(Stored):
    """A claim on a meter that is not frozen yet; they are frozen in the order they were made."""

    level: str
    table: str
    hand: int
    spot: int
    order: int


class Hold(Stored):
    """An award that was confirmed and is not completed: frozen on the meter until its card is swiped."""

    table: str
    orders: tuple[int, ...]
    """The claims that share it and are not paid."""
    amount: int
    """For each of them."""
    resets: bool
    """A full award whose first card is still to come: it brings seed and reserve onto the meter."""
    owed: int
    """What a full award settles of the players' money."""


class Petition(Stored):
    """A decision of the executive secretary that the licensee recorded."""

    permits: Literal[
        "reduce qualification",
        "move to another jackpot",
        "transfer to another licensee",
        "receive from another licensee",
    ]
    reference: str
    decided_by: str
    note: str
    licensee: str = ""
    """The other licensee, where the decision names one."""
    used: bool = False


class Notice(Stored):
    """Terms announced for a later day."""

    terms: Terms
    from_day: str


class Eased(Stored):
    """By petition, more hands win the highest award, until it is won: the pays that stand in for those of the terms."""

    reference: str
    outcome: str
    """The hand that comes most often of those that win it now."""
    rows: dict[str, int]
    shares: dict[str, MeterShare]

    def text(self) -> str:
        return f"{self.outcome} wins the highest award too, until it is won (petition {self.reference})"

    def as_json(self) -> dict[str, str]:
        """What players are told of it beside the pays."""
        return {"outcome": self.outcome, "reference": self.reference}


class LinkState(Stored):
    """One jackpot: its terms, its people, and what is under way."""

    link: str
    status: Literal["closed", "open", "discontinued"]
    terms: Terms
    staff: dict[str, Person]
    carried: dict[str, Carried]
    owed: dict[str, int]
    """By level: players' money in meter and reserve since its last full award."""
    hands: dict[str, int] = Field(default_factory=dict)
    """Tables with a hand under way."""
    waiting: tuple[Waiting, ...] = ()
    frozen: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """By level: claims that were frozen since one was paid, the last of them last."""
    held: dict[str, tuple[Hold, ...]] = Field(default_factory=dict)
    """By level: confirmed awards that are still on the meter, in their order."""
    won: tuple[str, ...] = ()
    """Levels whose full award was won and paid."""
    tables: tuple[str, ...] = ()
    """Approved tables."""
    approval_binds: bool = False
    """No table deals before it is approved. Links of old books began without: theirs binds from the first name on."""
    petitions: dict[str, Petition] = Field(default_factory=dict)
    notice: Notice | None = None
    eased: Eased | None = None
    """A reduced qualification, for hands that begin now."""

    @property
    def in_force(self) -> Terms:
        """The terms for hands that begin now."""
        return _eased(self.terms, self.eased)


class Reset(Stored):
    """What a full award left behind: seed and reserve that went to the meter, and what it settled of what was owed."""

    seed: int
    reserve: int
    owed: int


class Claim(Stored):
    """A winning hand the dealer has selected. ``level`` is empty for a fixed pay."""

    spot: int
    outcome: str
    wager: int
    order: int
    """The number of the event that made it: claims have a total order over all tables."""
    level: str
    percent: int
    amount: int
    """What is paid; of a meter, once it is frozen."""
    award: int = 0
    """The whole of an award that is divided."""
    breakage: int
    """Hundredths of a minor unit that a percentage left on the meter."""
    envy: int
    stage: Literal["selected", "frozen", "paid"]
    dealer: str
    reset: Reset | None = None
    supervisor: str = ""
    approved_by: str = ""


class TableState(Stored):
    """One table of a link and the hand under way on it."""

    link: str
    table: str
    hand: int = 0
    stage: Literal["idle", "open", "taken", "dealt"] = "idle"
    dealer: str = ""
    sensed: dict[int, int] = Field(default_factory=dict)
    wagers: dict[int, int] = Field(default_factory=dict)
    cards: dict[int, tuple[int, int]] = Field(default_factory=dict)
    up: int = -1
    on_floor: bool = False
    """Dealt on the floor: its wins go to players' chips, so its steps are taken there."""
    claims: dict[int, Claim] = Field(default_factory=dict)
    eased: Eased | None = None
    """The reduced qualification that held when the hand began; it is settled by it."""


def _eased(terms: Terms, eased: Eased | None) -> Terms:
    return terms if eased is None else terms.model_copy(update={"rows": eased.rows, "shares": eased.shares})


def terms_of(link: LinkState, table: TableState) -> Terms:
    """The terms by which the hand on a table is settled."""
    return _eased(link.terms, table.eased)


@lru_cache(maxsize=64)
def read_link(text: str) -> LinkState:
    return LinkState.model_validate_json(text)


@lru_cache(maxsize=256)
def read_table(text: str) -> TableState:
    return TableState.model_validate_json(text)


def link_document(link: str) -> str:
    return f"link {link}"


def table_document(link: str, table: str) -> str:
    return f"table {link}/{table}"
