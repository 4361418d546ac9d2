"""Terms of a jackpot as data: what a level is seeded with and grows by, who approves what, what is out of bounds.

In a file every value stands with its clause, as in a rule sheet. Which hands win what comes from the rule sheet itself.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lammer.progressive.refusals import TermsFault
from lammer.rules.clauses import clause_texts
from lammer.rules.loader import load_sheet
from lammer.rules.schema import MeterShare, Minor
from lammer.rules.wording import explained

SHEETS = Path(__file__).parent / "sheets"
MILLION = 1_000_000
Millionths = Annotated[int, Field(ge=0, le=MILLION)]
SPOTS = 7
HOUSE = "house"
MOST = 10**15
"""Minor units nobody will ever see on a meter; sums of them fit into the books."""


class Stored(BaseModel):
    """Frozen data that is written into the books as JSON and read back."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LevelTerms(Stored):
    seed: Annotated[int, Field(ge=1, le=MOST, description="minor units")]
    increment: Millionths
    reserve: Millionths
    limit: Minor
    """The meter stops here and what would go beyond is kept in reserve; 0 for no limit."""


class Terms(Stored):
    name: str
    sheet: str
    """The rule sheet's name, version and overrides; pays below are its pays."""
    bet: str
    paytable: str
    decks: int
    stakes: Annotated[tuple[Annotated[int, Field(ge=1, le=MOST)], ...], Field(min_length=1)]
    simultaneous: Literal["in order", "equal shares"]
    rows: dict[str, int]
    """Fixed pays, for 1."""
    shares: dict[str, MeterShare]
    envy: dict[str, tuple[int, ...]]
    """To the tip pool, by stake."""
    envy_stakes: tuple[int, ...]
    levels: dict[str, LevelTerms]
    supervisor_from: Minor
    """Fixed pays from here on need a supervisor; awards of a meter always do."""
    executive_from: Minor
    most_contribution: Annotated[int, Field(ge=1, description="minor units")]
    """More than this from one hand of one table is unreasonable."""
    notice_days: Annotated[int, Field(ge=0, le=3650)]
    sign_alarm: Annotated[int, Field(ge=1, description="minor units")]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for unmatched in {share.level for share in self.shares.values()} ^ set(self.levels):
            known = unmatched in self.levels
            why = "no award is paid from it" if known else "awards are paid from it, but it has no terms"
            raise ValueError(f"levels.{unmatched}: {why}")
        taken = sum(level.increment + level.reserve for level in self.levels.values())
        if taken > MILLION:
            raise ValueError(f"levels: they take {taken} millionths of a wager, more than the whole")
        if self.executive_from < self.supervisor_from:
            raise ValueError("approvals.executive_from: lies below supervisor_from")
        for name, level in self.levels.items():
            if 0 < level.limit < level.seed:
                raise ValueError(f"levels.{name}.limit: lies below its seed")
        if self.envy and set(self.stakes) - set(self.envy_stakes):
            raise ValueError(f"jackpot.stakes: the tip pool's pays are for wagers of {self.envy_stakes}")
        return self

    @cached_property
    def top(self) -> str:
        """The level of the highest award."""
        return next(share.level for share in self.shares.values() if share.percent == 100)

    def envy_of(self, outcome: str, stake: int) -> int:
        return self.envy[outcome][self.envy_stakes.index(stake)] if outcome in self.envy else 0


def shipped_terms() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in SHEETS.glob("*.toml")))


def load_terms(where: str, changes: Iterable[str] = ()) -> Terms:
    """Shipped terms by name or a TOML file, with changes like ``levels.meter.seed=2000000``."""
    path = SHEETS / f"{where}.toml" if where in shipped_terms() else Path(where)
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, IsADirectoryError):
        raise TermsFault(f"{where}: no such terms; shipped are {', '.join(shipped_terms())}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TermsFault(f"{where}: {error}") from None
    values = {key: part if isinstance(part, str) else _bare(key, part) for key, part in told.items()}
    for change in changes:
        _change(values, change)
    return _terms(where, values)


def _bare(path: str, part: Any) -> Any:
    """Values without their clauses, each of which must be there and known."""
    if not isinstance(part, Mapping):
        raise TermsFault(f'{path}: write it with its clause: {{ value = …, clause = "{HOUSE}" }}')
    if "value" not in part:
        return {key: _bare(f"{path}.{key}", each) for key, each in part.items()}
    clauses = part.get("clause", [])
    for clause in [clauses] if isinstance(clauses, str) else clauses:
        if clause != HOUSE and clause not in clause_texts():
            raise TermsFault(f"{path}: there is no clause {clause!r}")
    if not clauses:
        raise TermsFault(f'{path}: says on no clause what it says; a choice of the house is clause = "{HOUSE}"')
    return part["value"]


def _change(values: dict[str, Any], change: str) -> None:
    key, equals, text = change.partition("=")
    *path, last = key.split(".")
    place: Any = values
    for step in path:
        place = place.get(step) if isinstance(place, dict) else None
    if not equals or not isinstance(place, dict) or last not in place or isinstance(place[last], dict):
        raise TermsFault(f"{change}: write KEY=VALUE with a key of the terms, like levels.meter.seed=2000000")
    try:
        place[last] = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        place[last] = text


def _terms(where: str, values: Mapping[str, Any]) -> Terms:
    try:
        jackpot, bet = values["jackpot"], values["bet"]
        sheet = load_sheet(
            values["game"], (f"shoe.decks={jackpot['decks']}", f"sevens_bets.{bet}.paytable={jackpot['paytable']}")
        )
        paytable = sheet.rules.sevens_bets[bet].paytables[jackpot["paytable"]]
        return Terms(
            name=values["name"],
            sheet=sheet.ref,
            bet=bet,
            rows=paytable.rows,
            shares=paytable.shares,
            envy=paytable.envy,
            envy_stakes=paytable.stakes,
            levels=values["levels"],
            **jackpot,
            **values["approvals"],
            **values["bounds"],
        )
    except KeyError as error:
        raise TermsFault(f"{where}: {error.args[0]} is missing") from None
    except TypeError as error:
        raise TermsFault(f"{where}: {error}") from None
    except ValidationError as error:
        raise TermsFault(f"{where}: {'; '.join(map(explained, error.errors()))}") from None
