"""The state of a link and its tables between two steps: immutable values that are stored after each step."""

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from lammer.progressive.terms import Stored, Terms
from lammer.rules.paytable import MeterShare

Role = Literal["dealer", "supervisor", "executive"]
RANKS: dict[str, int] = {"dealer": 0, "supervisor": 1, "executive": 2}


class Person(Stored):
    role: Role
    card: str
    """The digest of the person's card; empty without a card."""


class Carried(Stored):
    """Millionths of a minor unit that a level has earned but not yet received."""

    meter: Annotated[int, Field(ge=0)] = 0
    reserve: Annotated[int, Field(ge=0)] = 0


class Waiting(Stored):
    """A claim on a meter that is not frozen yet. Claims are frozen in the order they were made."""

    level: str
    table: str
    hand: int
    spot: int
    order: int


class Hold(Stored):
    """An award that is confirmed but not completed: frozen on the meter until its card is swiped."""

    table: str
    orders: tuple[int, ...]
    """The unpaid claims that share it."""
    amount: int
    """The amount of each of them."""
    resets: bool
    """A full award none of whose cards is swiped yet. The first swipe adds seed and reserve to the meter."""
    owed: int
    """The amount of players' money that a full award settles."""


class Petition(Stored):
    """A decision of the executive secretary, recorded by the licensee."""

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
    """The other licensee, if the decision names one."""
    used: bool = False


class Notice(Stored):
    """Terms announced for a later day."""

    terms: Terms
    from_day: str


class Eased(Stored):
    """By petition, more hands win the highest award until it is won: the pays that replace those of the terms."""

    reference: str
    outcome: str
    """The most frequent of the hands that win it now."""
    rows: dict[str, int]
    shares: dict[str, MeterShare]

    def text(self) -> str:
        return f"{self.outcome} wins the highest award too, until it is won (petition {self.reference})"

    def as_json(self) -> dict[str, str]:
        """What players see of it beside the pays."""
        return {"outcome": self.outcome, "reference": self.reference}


class LinkState(Stored):
    """One jackpot: its terms, its staff, and the hands and claims in progress."""

    link: str
    status: Literal["closed", "open", "discontinued"]
    terms: Terms
    staff: dict[str, Person]
    carried: dict[str, Carried]
    owed: dict[str, int]
    """By level: players' money in meter and reserve since the last full award."""
    hands: dict[str, int] = Field(default_factory=dict)
    """The number of the hand in progress, by table."""
    waiting: tuple[Waiting, ...] = ()
    frozen: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """By level: claims frozen since the last paid one, in order."""
    held: dict[str, tuple[Hold, ...]] = Field(default_factory=dict)
    """By level: confirmed awards that are still on the meter, in order."""
    won: tuple[str, ...] = ()
    """Levels whose full award was won and paid."""
    tables: tuple[str, ...] = ()
    """Approved tables."""
    approval_binds: bool = False
    """No table may deal before it is approved. False in older books, where that holds once a table is approved."""
    petitions: dict[str, Petition] = Field(default_factory=dict)
    notice: Notice | None = None
    eased: Eased | None = None
    """The reduced qualification for new hands."""

    @property
    def in_force(self) -> Terms:
        """The terms for new hands."""
        return _eased(self.terms, self.eased)


class Reset(Stored):
    """The effect of a full award: the seed and reserve that went to the meter, and the owed amount that it settled."""

    seed: int
    reserve: int
    owed: int


class Claim(Stored):
    """A winning hand that the dealer selected. ``level`` is empty for a fixed pay."""

    spot: int
    outcome: str
    wager: int
    order: int
    """The number of the event that made it, which orders the claims of all tables."""
    level: str
    percent: int
    amount: int
    """The amount to pay; for a meter it is known once the claim is frozen."""
    award: int = 0
    """The whole award, if it is shared."""
    breakage: int
    """Hundredths of a minor unit that a percentage left on the meter."""
    envy: int
    stage: Literal["selected", "frozen", "paid"]
    dealer: str
    reset: Reset | None = None
    supervisor: str = ""
    approved_by: str = ""
    others: int = 0
    """What every other bettor of the table is paid with it."""


class TableState(Stored):
    """One table of a link and its hand in progress."""

    link: str
    table: str
    hand: int = 0
    stage: Literal["idle", "open", "taken", "dealt"] = "idle"
    dealer: str = ""
    sensed: dict[int, int] = Field(default_factory=dict)
    wagers: dict[int, int] = Field(default_factory=dict)
    cards: dict[int, tuple[int, ...]] = Field(default_factory=dict)
    up: int = -1
    stops: dict[int, int] = Field(default_factory=dict)
    """Where the wheel stopped, by spot that has won a spin; from 1."""
    on_floor: bool = False
    """The hand is dealt on the floor: its wins go to players' chips, so its steps are taken there."""
    claims: dict[int, Claim] = Field(default_factory=dict)
    eased: Eased | None = None
    """The reduced qualification when the hand began, by which it is settled."""


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
