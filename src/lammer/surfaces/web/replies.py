"""Types of the server's answers, except those of the floor (`floor/view_types.py`). The OpenAPI document describes
them, and the page's `types.ts` is generated from it. Answers are not validated at run time (`quick_route.py`)."""

from collections.abc import Sequence
from typing import Literal, NotRequired

from pydantic import ConfigDict
from typing_extensions import TypedDict

from lammer.floor.news_types import FloorNews
from lammer.floor.view_types import (
    EasedView,
    LinkStatus,
    StaffRole,
)
from lammer.surfaces.web.options import Role


class Nothing(TypedDict):
    """Success without further data."""


class Posted(TypedDict):
    """The result of a command: the number and hash of its event, and further fields of the step. `repeated` if a
    command with the same key was already carried out."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    hash: str
    repeated: bool


class PostedEvent(TypedDict):
    """The result of a command: its event and further fields of the step."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    repeated: bool


class SideBetEdge(TypedDict):
    """The exact house edge of a side bet, for the best play of the main game from a fresh shoe; null if there is
    none."""

    id: str
    house_edge: float | None


class Visit(TypedDict):
    """The current user, or null; and whether a visitor enters as a guest, or creates the first user."""

    me: "Me | None"
    guests: bool
    no_users: bool


class Me(TypedDict):
    """The user who is logged in. `guests` is true on a local floor, where one person has every role."""

    name: str
    roles: Sequence[Role]
    chips: int
    guests: bool


class UserView(TypedDict):
    name: str
    roles: Sequence[Role]


class AttachableBet(TypedDict):
    """A side bet that can be attached to a game: open the table for `game+id`. `origin` says where its rules come
    from."""

    id: str
    name: str
    summary: str
    origin: str


class Game(TypedDict):
    """A game that a table can be opened for; `house_edge` is null until it is computed. `origin` says where its rules
    come from; a `variant` is a game as another house deals it. `cards` are shown on its card in the lobby."""

    game: str
    name: str
    summary: str
    house_edge: float | None
    side_bets: list[str]
    attachable: list[AttachableBet]
    origin: str
    variant: bool
    free_bets: bool
    minimum: int
    maximum: int
    cards: list[str]


class OpenTable(TypedDict):
    """A table with its limits and exact edge (null until it is computed), and its free boxes, the middle ones first.
    `dealer` is the dealer on duty. `calls` is the role that the table calls, for an absent player or its jackpot; empty
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
    """`here` if they are connected; `tables` are the tables where they are on duty."""

    name: str
    roles: Sequence[Role]
    here: bool
    tables: list[str]


class Effects(TypedDict):
    """The effects of irreversible steps at a table now; empty if a step is not possible."""

    close: str
    void: str


class FaultView(TypedDict):
    code: str
    event: int | None
    text: str


class PlayVerdictView(TypedDict):
    """The result of replaying every finished round and every step of a jackpot."""

    rounds: int
    steps: int
    faults: list[FaultView]
    warnings: list[str]
    right: bool


class BooksVerdictView(TypedDict):
    """The result of verifying the books. Events after `signed` are not covered by a signature yet."""

    events: int
    entries: int
    signed: int
    last_hash: str
    faults: list[FaultView]
    warnings: list[str]
    whole: bool
    play: PlayVerdictView


class ApprovedSheet(TypedDict):
    """`by` is who approved the sheet; empty for a shipped sheet without a decision. `game` and `overrides` identify it
    in a decision."""

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
    """The jackpots, and the shipped terms for a new one."""

    links: list[JackpotLink]
    terms: Sequence[str]


class TermField(TypedDict):
    """A value of the terms: amounts in minor units, rates in millionths of a wager."""

    key: str
    label: str
    kind: Literal["amount", "amounts", "rate", "number", "text"]
    value: int | Sequence[int] | str
    choices: Sequence[int | str]


class Terms(TypedDict):
    """Shipped terms for a new jackpot, with their posted pays."""

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
    """A security event of the books, with its further fields. `unwritten` is the number of earlier failures that came
    too fast to be written."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    event: int
    at: str
    user: str
    by: str
    what: str
    unwritten: NotRequired[int]


class StreamedEvent(FloorNews):
    """A message of the event stream: what one event of the books tells you. `event` is its number. `security` is for
    auditors."""

    security: NotRequired[SecurityEvent]


class PreparationState(TypedDict):
    """Parts that are compiled, of how many, and the part that is being compiled."""

    ready: bool
    done: int
    of: int
    part: str


class Alive(TypedDict):
    status: Literal["ok"]
    version: str


class WitnessHealth(TypedDict):
    where: str
    reached: bool


class Health(TypedDict):
    """`faults` are the reasons why the floor cannot be played."""

    status: Literal["ok", "unhealthy"]
    version: str
    faults: dict[str, str]
    witness: NotRequired[WitnessHealth]


class WitnessHead(TypedDict):
    """The newest signed event of a journal that a witness has."""

    journal: str
    public_key: str
    number: int
    hash: str
    signature: str
