"""The types of what routes answer, beside those of the floor (`floor/view_types.py`). The OpenAPI document describes
them, and the page's `types.ts` is made from it. `quick_route.py` sees to it that no answer is validated."""

from collections.abc import Sequence
from typing import Literal, NotRequired

from pydantic import ConfigDict
from typing_extensions import TypedDict

from lammer.floor.view_types import (
    EasedView,
    LinkStatus,
    StaffRole,
)
from lammer.surfaces.web.options import Role


class Nothing(TypedDict):
    """It is done, and there is nothing to tell."""


class Posted(TypedDict):
    """A command that was carried out: the number and hash of its event, and what the step tells beside them.
    `repeated` when it was sent before under the same key and is done already."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    hash: str
    repeated: bool


class PostedEvent(TypedDict):
    """A command that was carried out, with what the step tells beside its event."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    repeated: bool


class SideBetEdge(TypedDict):
    """The exact house edge of a side bet, for best play of the main game on a fresh shoe; null where it has none."""

    id: str
    house_edge: float | None


class Visit(TypedDict):
    """Who visits: nobody yet (`me` is null), and then whether they come as a guest, log in or make the first user."""

    me: "Me | None"
    guests: bool
    no_users: bool


class Me(TypedDict):
    """Who is logged in. `guests` on a training floor, where one person plays every part."""

    name: str
    roles: Sequence[Role]
    chips: int
    guests: bool


class UserView(TypedDict):
    name: str
    roles: Sequence[Role]


class Game(TypedDict):
    """A game that a table can be opened for; no `house_edge` until it is worked out."""

    game: str
    name: str
    summary: str
    house_edge: float | None
    side_bets: list[str]
    minimum: int
    maximum: int


class OpenTable(TypedDict):
    """A table with its limits and exact edge (none until it is worked out), and its free boxes, the middle first.
    `dealer` is on duty there. `calls` is the role that the table calls, for an absent player or for its jackpot; empty
    for none."""

    table: str
    game: str
    name: str
    status: Literal["open", "closed"]
    players: list[str]
    boxes: int
    free: list[int]
    minimum: int
    maximum: int
    house_edge: float | None
    dealer: str
    opened_by: list[str]
    round: int
    under_way: bool
    link: str
    training: bool
    calls: StaffRole | Literal[""]


class StaffMember(TypedDict):
    """`here` when they are connected; `tables` are those where they are on duty."""

    name: str
    roles: Sequence[Role]
    here: bool
    tables: list[str]


class Effects(TypedDict):
    """What a step that cannot be undone would do at a table now; empty where it cannot be taken."""

    close: str
    void: str


class FaultView(TypedDict):
    code: str
    event: int | None
    text: str


class PlayVerdictView(TypedDict):
    """Every finished round dealt again, and every step of a jackpot taken again."""

    rounds: int
    steps: int
    faults: list[FaultView]
    warnings: list[str]
    right: bool


class BooksVerdictView(TypedDict):
    """The books read again. Events after `signed` are not yet vouched for by a signature."""

    events: int
    entries: int
    signed: int
    last_hash: str
    faults: list[FaultView]
    warnings: list[str]
    whole: bool
    play: PlayVerdictView


class ApprovedSheet(TypedDict):
    """`by` is who approved it; empty for a shipped sheet that nobody decided on. `game` and `overrides` are what a
    decision about it names."""

    sheet: str
    by: str
    game: str
    overrides: list[str]


class ApprovedSheets(TypedDict):
    training: bool
    sheets: list[ApprovedSheet]


class SheetDecided(PostedEvent):
    sheet: str
    approved: bool
    remarks: list[str]


class JackpotLink(TypedDict):
    """A jackpot, the games whose tables can belong to it, and the tables that an executive has approved."""

    link: str
    name: str
    status: LinkStatus
    paytable: str
    stakes: Sequence[int]
    pays: list[str]
    eased: EasedView | None
    games: list[str]
    meters: dict[str, int]
    frozen: dict[str, int]
    tables: Sequence[str]


class Jackpots(TypedDict):
    """The jackpots, and the terms a new one can have."""

    links: list[JackpotLink]
    terms: Sequence[str]


class TermField(TypedDict):
    """A value of terms: amounts in minor units, rates in millionths of a wager."""

    key: str
    label: str
    kind: Literal["amount", "amounts", "rate", "number", "text"]
    value: int | Sequence[int] | str
    choices: Sequence[int | str]


class Terms(TypedDict):
    """Terms that a new jackpot can have, with what they post."""

    terms: str
    name: str
    paytable: str
    pays: list[str]
    values: list[TermField]


class StaffEnrolled(TypedDict):
    enrolled: str
    role: str


class TableApproved(TypedDict):
    approved: str


class SecurityEvent(TypedDict):
    """A security event of the books, with what it tells. `unwritten` failures came too fast before it."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    at: str
    user: str
    by: str
    what: str
    unwritten: NotRequired[int]


class Alive(TypedDict):
    status: Literal["ok"]
    version: str


class WitnessHealth(TypedDict):
    where: str
    reached: bool


class Health(TypedDict):
    """`faults` are what keeps the floor from being played."""

    status: Literal["ok", "unhealthy"]
    version: str
    faults: dict[str, str]
    witness: NotRequired[WitnessHealth]


class WitnessHead(TypedDict):
    """The newest signed event of a journal that a witness holds."""

    journal: str
    public_key: str
    number: int
    hash: str
    signature: str
