"""What requests may say. Anything else is refused before it reaches the floor."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from lammer.surfaces.web.options import ROLES, SHORTEST_PASSWORD, Role
from lammer.training.drills import Drill

Key = Annotated[str, Field(min_length=8, max_length=100, description="idempotency key: asked again, done once")]
Amount = Annotated[int, Field(ge=0, le=10**9, strict=True, description="minor units")]
Box = Annotated[int, Field(ge=1, le=7, strict=True)]
Seconds = Annotated[int, Field(ge=0, le=600, strict=True)]
Number = Annotated[int, Field(ge=0, le=10**9, description="a round's number")]
Contribution = Annotated[
    str | None,
    Field(max_length=64, description="the player's part in the order of a new shoe, before its first card"),
]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class KeyedBody(BaseModel):
    model_config = ConfigDict(extra="forbid")
    key: Key


class NewTable(KeyedBody):
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$")]
    game: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9+-]{0,79}$", description="a shipped sheet, no file")]
    overrides: Annotated[
        tuple[Annotated[str, Field(max_length=600, description="a paytable is one value")], ...], Field(max_length=20)
    ] = ()
    turn_seconds: Seconds = 30
    bet_seconds: Seconds = 0
    absent_seconds: Annotated[
        int,
        Field(ge=10, le=600, strict=True, description="where no clock runs: when a dealer may call a player absent"),
    ] = 30
    idle_rounds: Annotated[
        int, Field(ge=0, le=1000, strict=True, description="rounds without a bet after which a seat is freed; 0: never")
    ] = 10
    idle_seconds: Annotated[
        int, Field(ge=0, le=86_400, strict=True, description="a seat without a bet so long is given away; 0: never")
    ] = 600
    link: Annotated[str, Field(max_length=40, description="the jackpot it belongs to")] = ""
    training: Annotated[
        bool | None,
        Field(description="the coach may speak even where the game forbids devices; as the floor does when left out"),
    ] = None


class BuyIn(KeyedBody):
    amount: Annotated[int, Field(ge=1, le=10**8, strict=True, description="minor units")]


class Sit(KeyedBody):
    box: Box
    bettor: Annotated[int, Field(ge=0, le=3, strict=True)] = 0


class Leave(KeyedBody):
    box: Box


class CutCards(KeyedBody):
    cards: Annotated[int, Field(ge=0, le=10**4, strict=True, description="how many cards are cut; 0 refuses the cut")]
    contribution: Contribution = None


class AnswerCall(KeyedBody):
    absent: Annotated[bool, Field(description="false: the player is there and has their time again")]


class Bets(KeyedBody):
    box: Box
    bets: Annotated[dict[Word, Amount], Field(max_length=8)]
    ready: bool = True
    contribution: Contribution = None


class Act(KeyedBody):
    action: Word
    amount: Amount = 0


class NewLink(KeyedBody):
    link: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$")]
    terms: Word = "blazing-7s"
    values: Annotated[
        dict[Annotated[str, Field(max_length=60)], int | str | list[int] | float | bool],
        Field(max_length=60, description="values of the terms that are set otherwise, by key: see /api/terms"),
    ] = {}


class Duty(KeyedBody):
    on: bool


class Spot(KeyedBody):
    spot: Box


class Selected(Spot):
    outcome: Word


class Swiped(Spot):
    password: Annotated[str, Field(max_length=200, description="once more, where there is a login")] = ""


class Relieved(KeyedBody):
    note: Annotated[str, Field(min_length=1, max_length=200)]


class Enrolled(KeyedBody):
    name: Word
    approver: Annotated[str, Field(max_length=40, description="a second executive, where there is one")] = ""
    password: Annotated[str, Field(max_length=200, description="the second executive's")] = ""


class ApprovedTable(KeyedBody):
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$")]


class Voided(Spot):
    note: Annotated[str, Field(min_length=1, max_length=200)]


class Interrupted(KeyedBody):
    reason: Annotated[str, Field(min_length=1, max_length=200, description="why the round is interrupted")]


class Closed(KeyedBody):
    reason: Annotated[str, Field(min_length=1, max_length=200, description="why the table is closed")]


Chips = Annotated[
    dict[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,8}$")], Annotated[int, Field(ge=0, le=10**6, strict=True)]],
    Field(max_length=20, description="pieces by denomination in minor units"),
]
Period = Annotated[Literal["table", "shift", "day", "month"], Field(description="what a line of the report is about")]


class NewForm(KeyedBody):
    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$")]
    kind: Literal["fill", "credit", "inventory", "count"]
    chips: Chips


class SignedForm(KeyedBody):
    chips: Annotated[Chips | None, Field(description="for a count: the second person's own")] = None


class VoidedForm(KeyedBody):
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class AlarmNote(KeyedBody):
    """Which line of the report the note is about: the alarm is closed while the line has so many rounds."""

    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$")]
    by: Period
    period: Annotated[str, Field(min_length=1, max_length=20)]
    rounds: Annotated[int, Field(ge=1, strict=True)]
    note: Annotated[str, Field(min_length=1, max_length=500)]


class SheetDecision(KeyedBody):
    game: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9+-]{0,79}$", description="a sheet's id, no file")]
    overrides: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=20)] = ()
    approved: Annotated[bool, Field(description="false withdraws it; open tables go on")] = True
    reason: Annotated[str, Field(max_length=200, description="why it is withdrawn; needed for that")] = ""


class Approved(KeyedBody):
    approver: Annotated[str, Field(max_length=40, description="a second administrator, where there is one")] = ""
    approver_password: Annotated[str, Field(max_length=200, description="the second administrator's")] = ""


class UserRemoved(Approved):
    reason: Annotated[str, Field(min_length=1, max_length=200, description="why the user is removed")]


class UserRoles(Approved):
    roles: Annotated[tuple[Role, ...], Field(min_length=1, max_length=len(ROLES))]


class UserPassword(Approved):
    password: Annotated[str, Field(min_length=SHORTEST_PASSWORD, max_length=200)]


class NewUser(UserRoles, UserPassword):
    name: Word


class Login(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Word
    password: Annotated[str, Field(max_length=200)]


class Guest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Word


class FirstUser(Login):
    token: Annotated[str, Field(max_length=100, description="shown once by the server that has no users yet")]


Game = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9@+-]{0,79}$", description="a sheet by its name, no file")]
Overrides = Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=20)]
Notation = Annotated[str, Field(min_length=1, max_length=4000, description="a round in notation")]


class ReviewAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")
    notation: Notation


class SentMemory(BaseModel):
    model_config = ConfigDict(extra="forbid")
    answered: Annotated[int, Field(ge=0, le=10**9)] = 0
    cards: Annotated[
        dict[
            Annotated[str, Field(pattern=r"^\d{1,2}(,\d{1,2}){1,11}/\d{1,2}(/free)?$")],
            tuple[Annotated[int, Field(ge=0, le=9)], Annotated[int, Field(ge=0, le=10**9)]],
        ],
        Field(max_length=500),
    ] = {}


class DrillAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Game
    overrides: Overrides = ()
    drill: Drill
    memory: SentMemory = SentMemory()


class DrillAnswered(BaseModel):
    model_config = ConfigDict(extra="forbid")
    line: Notation
    action: Word
    amount: Amount = 0
    memory: SentMemory = SentMemory()
