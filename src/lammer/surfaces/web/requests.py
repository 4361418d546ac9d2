"""Types of request bodies. Anything else is refused before it reaches the floor."""

import re
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from lammer.counting.systems import HI_LO
from lammer.surfaces.web.options import ROLES, SHORTEST_PASSWORD, Role
from lammer.training.count_drills import CountDrill
from lammer.training.counted import Rounding
from lammer.training.drills import Drill
from lammer.training.speed_drill import LENGTH, LONGEST, SHORTEST, Group

Key = Annotated[
    str, Field(min_length=8, max_length=100, description="idempotency key: a repeated command is carried out once")
]
Amount = Annotated[int, Field(ge=0, le=10**9, strict=True, description="minor units")]
Box = Annotated[int, Field(ge=1, le=7, strict=True)]
Seconds = Annotated[int, Field(ge=0, le=600, strict=True)]
Number = Annotated[int, Field(ge=0, le=10**9, description="a round's number")]
EventNumber = Annotated[int, Field(ge=0, le=10**9, description="an event's number")]
Contribution = Annotated[
    str | None,
    Field(max_length=64, description="the player's contribution to the shuffle of a new shoe, before its first card"),
]
Word = Annotated[str, Field(min_length=1, max_length=40)]
NAME = r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$"
BAD_NAME = "bad_name"
"""The type of an error whose message is a sentence for people."""


def _name_of(what: str, example: str) -> Callable[[str], str]:
    def checked(text: str) -> str:
        if not re.fullmatch(NAME[1:-1], text):
            raise PydanticCustomError(BAD_NAME, f"A {what} name has letters, digits and dashes, for example {example}.")
        return text

    return checked


# A pattern of pydantic's own would be shown to people as it is written.
TableName = Annotated[
    str, AfterValidator(_name_of("table", "friday-night")), Field(json_schema_extra={"pattern": NAME})
]
JackpotName = Annotated[str, AfterValidator(_name_of("jackpot", "sevens")), Field(json_schema_extra={"pattern": NAME})]


class KeyedBody(BaseModel):
    model_config = ConfigDict(extra="forbid")
    key: Key


class NewTable(KeyedBody):
    table: TableName
    game: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9+-]{0,199}$", description="the id of a sheet, not a file")]
    overrides: Annotated[
        tuple[Annotated[str, Field(max_length=600, description="a paytable is one value")], ...], Field(max_length=20)
    ] = ()
    turn_seconds: Seconds = 30
    bet_seconds: Seconds = 0
    absent_seconds: Annotated[
        int,
        Field(ge=10, le=600, strict=True, description="without a clock: when a dealer may call a player absent"),
    ] = 30
    idle_rounds: Annotated[
        int, Field(ge=0, le=1000, strict=True, description="rounds without a bet after which a seat is freed; 0: never")
    ] = 10
    idle_seconds: Annotated[
        int,
        Field(ge=0, le=86_400, strict=True, description="seconds without a bet after which a seat is freed; 0: never"),
    ] = 600
    link: Annotated[str, Field(max_length=40, description="the jackpot of the table")] = ""
    training: Annotated[
        bool | None,
        Field(description="allow the coach even if the game forbids devices; default: as set for the floor"),
    ] = None


class BuyIn(KeyedBody):
    amount: Annotated[int, Field(ge=1, le=10**8, strict=True, description="minor units")]


class Sit(KeyedBody):
    box: Box
    bettor: Annotated[int, Field(ge=0, le=3, strict=True)] = 0


class Leave(KeyedBody):
    box: Box


class CutCards(KeyedBody):
    cards: Annotated[int, Field(ge=0, le=10**4, strict=True, description="the number of cards cut; 0 declines the cut")]
    contribution: Contribution = None


class AnswerCall(KeyedBody):
    absent: Annotated[bool, Field(description="false: the player is present and the time starts again")]


class Bets(KeyedBody):
    box: Box
    bets: Annotated[dict[Word, Amount], Field(max_length=33, description="main, tip and side bets")]
    ready: bool = True
    contribution: Contribution = None


class Act(KeyedBody):
    action: Word
    amount: Amount = 0


class NewLink(KeyedBody):
    link: JackpotName
    terms: Word = "blazing-7s"
    values: Annotated[
        dict[Annotated[str, Field(max_length=60)], int | str | list[int] | float | bool],
        Field(max_length=60, description="changed values of the terms, by key: see /api/terms"),
    ] = {}


class Duty(KeyedBody):
    on: bool


class Spot(KeyedBody):
    spot: Box


class Selected(Spot):
    outcome: Word


class Swiped(Spot):
    password: Annotated[str, Field(max_length=200, description="the user's password again, if there is a log-in")] = ""


class Relieved(KeyedBody):
    note: Annotated[str, Field(min_length=1, max_length=200)]


class Enrolled(KeyedBody):
    name: Word
    approver: Annotated[str, Field(max_length=40, description="a second executive, if there is one")] = ""
    password: Annotated[str, Field(max_length=200, description="the second executive's password")] = ""


class ApprovedTable(KeyedBody):
    table: TableName


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
Period = Annotated[
    Literal["table", "shift", "day", "month"], Field(description="the period of each line of the report")
]


class NewForm(KeyedBody):
    table: TableName
    kind: Literal["fill", "credit", "inventory", "count"]
    chips: Chips


class SignedForm(KeyedBody):
    chips: Annotated[Chips | None, Field(description="for a count: the second person's figures")] = None


class VoidedForm(KeyedBody):
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class AlarmNote(KeyedBody):
    """A note on a line of the report. The alarm is closed while the line has this number of rounds."""

    table: TableName
    by: Period
    period: Annotated[str, Field(min_length=1, max_length=20)]
    rounds: Annotated[int, Field(ge=1, strict=True)]
    note: Annotated[str, Field(min_length=1, max_length=500)]


class SheetDecision(KeyedBody):
    game: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9+-]{0,199}$", description="the id of a sheet, not a file")]
    overrides: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=20)] = ()
    approved: Annotated[bool, Field(description="false withdraws the approval; open tables continue")] = True
    reason: Annotated[str, Field(max_length=200, description="why it is withdrawn; required to withdraw")] = ""


class Approved(KeyedBody):
    approver: Annotated[str, Field(max_length=40, description="a second administrator, if there is one")] = ""
    approver_password: Annotated[str, Field(max_length=200, description="the second administrator's password")] = ""


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
    token: Annotated[str, Field(max_length=100, description="printed once by a server without users")]


Game = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9@+-]{0,199}$", description="the id of a sheet, not a file")]
Overrides = Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=20)]
Notation = Annotated[str, Field(min_length=1, max_length=4000, description="a round in notation")]


class ReviewAsked(BaseModel):
    model_config = ConfigDict(extra="forbid")
    notation: Notation


DrillKey = Annotated[str, Field(pattern=r"^\d{1,2}(,\d{1,2}){1,11}/\d{1,2}(/free)?$")]

DrillCards = Annotated[
    dict[DrillKey, tuple[Annotated[int, Field(ge=0, le=9)], Annotated[int, Field(ge=0, le=10**9)]]],
    Field(max_length=500),
]


class SentMemory(BaseModel):
    """What a guest's page remembers of a drill; that of a user is in the books' database."""

    model_config = ConfigDict(extra="forbid")
    answered: Annotated[int, Field(ge=0, le=10**9)] = 0
    cards: DrillCards = {}


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


class DrillRemembered(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Game
    overrides: Overrides = ()
    hands: Annotated[tuple[DrillKey, ...], Field(max_length=100)]
    memory: SentMemory = SentMemory()


class SentProgress(BaseModel):
    """What a guest's page has kept of a counting drill; that of a user is in the books' database."""

    model_config = ConfigDict(extra="forbid")
    answers: Annotated[int, Field(ge=0, le=10**9)] = 0
    right: Annotated[int, Field(ge=0, le=10**9)] = 0
    error: Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)] = 0.0
    seconds: Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)] = 0.0
    cards: Annotated[int, Field(ge=0, le=10**9)] = 0
    again: DrillCards = {}


class CountDrillAsked(BaseModel):
    """`count` is a system of `lammer count`, tags like `A=-1,5=2`, or ten whole numbers, ace first; `length` and
    `group` are for the speed drill, `rounding` is for true counts."""

    model_config = ConfigDict(extra="forbid")
    game: Game
    overrides: Overrides = ()
    drill: CountDrill
    count: Annotated[str, Field(min_length=1, max_length=120)] = HI_LO
    rounding: Rounding = Rounding.FLOOR
    length: Annotated[int, Field(ge=SHORTEST, le=LONGEST)] = LENGTH
    group: Group = "1"
    progress: SentProgress = SentProgress()


class CountDrillAnswered(CountDrillAsked):
    """`seed` and `line` are those of the question, `answer` is a number or a play."""

    seed: Annotated[str, Field(pattern=r"^\d{1,20}$")]
    line: Annotated[str, Field(max_length=4000)] = ""
    answer: Annotated[str, Field(max_length=20)]
    seconds: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 0.0
