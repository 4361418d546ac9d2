"""The terms of a jackpot as data: seeds and growth of its levels, approvals, and bounds.

In a file every value has its clause, as in a rule sheet. The rule sheet itself defines which hands win what.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lammer.cards.money import money_text
from lammer.progressive.refusals import TermsFault
from lammer.progressive.wheel_pays import pays_of
from lammer.rules.clauses import read_clauses
from lammer.rules.loader import load_sheet
from lammer.rules.paytable import MeterShare, Minor, stop_name
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.rules.sheet_entry import cited
from lammer.rules.wording import explained

SHEETS = Path(__file__).parent / "sheets"
MILLION = 1_000_000
Millionths = Annotated[int, Field(ge=0, le=MILLION)]
SPOTS = 7
HOUSE = "house"
MAXIMUM = 10**15
"""An amount that no meter will ever reach; sums of such amounts fit into the books."""


class Stored(BaseModel):
    """Immutable data that is stored in the books as JSON. A renamed field keeps its old name in the books, as its
    alias."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True, loc_by_alias=False
    )


FIXED, RATE = "a fixed amount per wager", "a rate of each wager"
"""How a meter advances (A22): the values of ``advances`` in a rule sheet."""
ADVANCES = frozenset(("increment", "per_wager"))
OLDER_KEYS = {"bounds.most_contribution": "bounds.maximum_contribution"}
"""Former names of keys, which files and changes may still use."""


class _Unfit(ValueError):
    """Values that are valid alone, but not together."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{key}: {why}" for key, why in keys.items()))
        self.keys = keys


class LevelTerms(Stored):
    """A level advances by a rate of each wager or by a fixed amount for each; its terms state one of the two."""

    seed: Annotated[int, Field(ge=1, le=MAXIMUM, description="minor units")]
    increment: Millionths | None = None
    per_wager: Annotated[int, Field(ge=0, le=MAXIMUM, description="minor units")] | None = None
    reserve: Millionths
    limit: Minor
    """The meter stops here, and the overflow goes into the reserve; 0 for no limit."""

    @model_validator(mode="after")
    def _advances_one_way(self) -> Self:
        if (self.increment is None) == (self.per_wager is None):
            raise ValueError("state either increment (a rate) or per_wager (a fixed amount)")
        return self

    @property
    def rate(self) -> int:
        """Millionths of each wager."""
        return self.increment or 0

    @property
    def fixed(self) -> int:
        """Minor units for each wager."""
        return self.per_wager or 0

    def mean_advance(self, mean_stake: float) -> float:
        """The minor units that a wager adds to the meter on average."""
        return self.rate * mean_stake / MILLION + self.fixed


class Terms(Stored):
    name: str
    sheet: str
    """The rule sheet's name, version and overrides; the pays below are from it."""
    bet: str
    paytable: str
    decks: int
    stakes: Annotated[tuple[Annotated[int, Field(ge=1, le=MAXIMUM)], ...], Field(min_length=1)]
    simultaneous: Literal["in order", "equal shares"]
    rows: dict[str, int]
    """Fixed pays, as multiples of the wager."""
    shares: dict[str, MeterShare]
    envy: dict[str, tuple[int, ...]]
    """Amounts for the tip pool, by stake."""
    envy_stakes: tuple[int, ...]
    wheels: dict[str, tuple[int, ...]] = {}
    """The weights of the stops, by the outcome that spins. Every stop is a row of ``rows`` or ``shares``."""
    others: dict[str, Minor] = {}
    """What a row also pays to every other bettor of the table, in minor units."""
    levels: dict[str, LevelTerms]
    supervisor_from: Minor
    """Fixed pays of at least this amount need a supervisor; awards of a meter always do (A23)."""
    executive_from: Minor
    card_of: Literal["another person", "anybody"] = "another person"
    """Whose card completes a win. "another person" excludes the person who confirmed it (A23)."""
    maximum_contribution: Annotated[int, Field(ge=1, description="minor units", alias="most_contribution")]
    """A larger contribution from one hand of one table is refused as unreasonable."""
    notice_days: Annotated[int, Field(ge=0, le=3650)]
    sign_alarm: Annotated[int, Field(ge=1, description="minor units")]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if unfit := dict(self._unfit()):
            raise _Unfit(unfit)
        return self

    def _unfit(self) -> Iterator[tuple[str, str]]:
        """The values that do not fit together: key and reason."""
        for unmatched in sorted({share.level for share in self.shares.values()} ^ set(self.levels)):
            known = unmatched in self.levels
            why = "no award is paid from it" if known else "awards are paid from it, but it has no terms"
            yield f"levels.{unmatched}", why
        yield from self._unfit_advances()
        if self.executive_from < self.supervisor_from:
            yield "approvals.executive_from", "must not be below approvals.supervisor_from"
        for name, level in self.levels.items():
            if 0 < level.limit < level.seed:
                yield f"levels.{name}.limit", "must not be below the seed; 0 is no limit"
        if len(set(self.stakes)) < len(self.stakes):
            yield "jackpot.stakes", "contains a stake twice"
        if self.wheels and len(self.stakes) > 1:
            yield "jackpot.stakes", "the prizes of a wheel are for one stake"
        if self.envy and set(self.stakes) - set(self.envy_stakes):
            paid = " or ".join(money_text(stake) for stake in self.envy_stakes)
            yield "jackpot.stakes", f"Lucky George is paid for wagers of {paid} only"

    def _unfit_advances(self) -> Iterator[tuple[str, str]]:
        levels = self.levels.values()
        if len({level.per_wager is None for level in levels}) > 1:
            yield "levels", "some have increment and some per_wager; all must have the same one"
        smallest, fixed = min(self.stakes), sum(level.fixed for level in levels)
        taken = fixed * MILLION + smallest * sum(level.rate + level.reserve for level in levels)
        if taken > smallest * MILLION:
            yield (
                "levels",
                f"they take {taken / MILLION / 100:g} from a wager of {money_text(smallest)}, more than the wager",
            )

    @property
    def advances(self) -> str:
        """The value of ``advances`` in the rule sheet."""
        return RATE if next(iter(self.levels.values())).per_wager is None else FIXED

    @cached_property
    def top(self) -> str:
        """The level of the highest award."""
        return next(share.level for share in self.shares.values() if share.percent == 100)

    @cached_property
    def won_by_cards(self) -> tuple[str, ...]:
        """The outcomes that cards win: a pay, or a spin."""
        stops = {stop_name(row, at) for row, weights in self.wheels.items() for at in range(1, len(weights) + 1)}
        return tuple(row for row in (*self.wheels, *self.shares, *self.rows) if row not in stops)

    def envy_of(self, outcome: str, stake: int) -> int:
        return self.envy[outcome][self.envy_stakes.index(stake)] if outcome in self.envy else 0


def shipped_terms() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in SHEETS.glob("*.toml")))


def load_terms(where: str, changes: Iterable[str] = (), values: Mapping[str, Any] = MappingProxyType({})) -> Terms:
    """Loads shipped terms by name, or a TOML file, with changes like ``levels.meter.seed=2000000`` or as values by
    key."""
    agreed_values = terms_values(where)
    wrong: dict[str, str] = {}
    for key, value in [*map(_parsed, changes), *values.items()]:
        if why := _change(agreed_values, OLDER_KEYS.get(key, key), value):
            wrong[key] = why
    try:
        agreed = _terms(where, agreed_values)
    except TermsFault as fault:
        raise (TermsFault(where, fault.keys | wrong) if wrong else fault) from None
    if wrong:
        raise TermsFault(where, wrong)
    return agreed


def terms_for_game(game: str, changes: Iterable[str] = ()) -> Terms:
    """The first shipped terms for a progressive bet that a game has, with its posted paytable, for the game's decks."""
    sheet = load_sheet(game)
    for name in shipped_terms():
        values = terms_values(name)
        bet = sheet.side_bets.get(values["bet"])
        if bet is not None and bet.paytable == values["jackpot"]["paytable"]:
            return load_terms(name, changes, {"game": game, "jackpot.decks": sheet.rules.shoe.decks})
    raise TermsFault(f"{game}: no shipped terms are for a progressive bet of this game")


def terms_fitting(sheet: Sheet) -> list[str]:
    """The shipped terms for a progressive bet that a sheet has, with any of its paytables."""
    found = []
    for name in shipped_terms():
        values = terms_values(name)
        bet = sheet.side_bets.get(values["bet"])
        if bet is not None and bet.jackpot is not None and values["jackpot"]["paytable"] in bet.paytables:
            found.append(name)
    return found


def terms_for_sheet(name: str, sheet: Sheet, values: Mapping[str, Any] = MappingProxyType({})) -> Terms:
    """Shipped terms with the decks, hands and pays of a sheet, which must be found by its name."""
    bet = terms_values(name)["bet"]
    own = {"shoe.decks", f"side_bets.{bet}.paytable", f"side_bets.{bet}.jackpot.advances"}
    others = {key: value for key, value in sheet.overrides.items() if key not in own}
    game = replace(sheet, overrides=others).ref
    return load_terms(name, values={"game": game, "jackpot.decks": sheet.rules.shoe.decks, **values})


def terms_values(where: str) -> dict[str, Any]:
    """The values of shipped terms or of a file, without clauses, including those of the terms that it extends."""
    path = SHEETS / f"{where}.toml" if where in shipped_terms() else Path(where)
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, IsADirectoryError):
        raise TermsFault(f"{where}: no such terms; the shipped terms are {', '.join(shipped_terms())}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TermsFault(f"{where}: {error}") from None
    base = _extended(where, file.pop("extends", ""))
    own = {key: part if isinstance(part, str) else _bare(key, part) for key, part in file.items()}
    merged: dict[str, Any] = _over(base, _with_todays_names(where, own))
    return merged


def _with_todays_names(where: str, values: dict[str, Any]) -> dict[str, Any]:
    for older, newer in OLDER_KEYS.items():
        section, _, name = older.partition(".")
        part = values.get(section)
        if isinstance(part, dict) and name in part:
            today = newer.partition(".")[2]
            if today in part:
                raise TermsFault(where, {older: f"is the older name of {newer}, which is also given; leave one out"})
            values = values | {section: {today if key == name else key: value for key, value in part.items()}}
    return values


def _extended(where: str, base: Any) -> dict[str, Any]:
    if not base:
        return {}
    if base not in shipped_terms() or base == where:
        raise TermsFault(where, {"extends": f"must be one of the shipped terms: {', '.join(shipped_terms())}"})
    return terms_values(base)


def _over(base: Any, own: Any) -> Any:
    """Nested values with some of them replaced."""
    if not (isinstance(base, dict) and isinstance(own, dict)):
        return own
    return base | {key: _over(base.get(key), part) for key, part in own.items()}


def _bare(path: str, part: Any) -> Any:
    """Values without their clauses; every value must have a known clause."""
    if not isinstance(part, Mapping):
        raise TermsFault(f'{path}: write it with its clause: {{ value = …, clause = "{HOUSE}" }}')
    if "value" not in part:
        return {key: _bare(f"{path}.{key}", each) for key, each in part.items()}
    _, problems = read_clauses(part.get("clause"))
    if problems:
        raise TermsFault(f"{path}: {problems[0]}")
    return part["value"]


def _parsed(change: str) -> tuple[str, Any]:
    """A key and its value from ``KEY=VALUE``."""
    key, equals, text = change.partition("=")
    if not equals:
        raise TermsFault(f"{change}: write KEY=VALUE with a key of the terms, like levels.meter.seed=2000000")
    try:
        return key, tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return key, text


def _change(values: dict[str, Any], key: str, value: Any) -> str:
    """Sets one value; returns what is wrong with it, or an empty string."""
    *path, last = key.split(".")
    place: Any = values
    for step in path:
        place = place.get(step) if isinstance(place, dict) else None
    if last in ADVANCES and isinstance(place, dict) and not ADVANCES.isdisjoint(place):
        # A level advances in one way: setting one replaces the other.
        place[last] = place.pop(next(one for one in ADVANCES if one in place))
    if not isinstance(place, dict) or last not in place or isinstance(place[last], dict):
        return "no such key; write KEY=VALUE with a key of the terms, like levels.meter.seed=2000000"
    if isinstance(place[last], int) and type(value) is not int:
        return f"should be a whole number, found {value!r}"
    if isinstance(place[last], list) and not (isinstance(value, list) and all(type(one) is int for one in value)):
        return f"should be a list of whole numbers, found {value!r}"
    if isinstance(place[last], str) and not isinstance(value, str):
        return f"should be text, found {value!r}"
    place[last] = value
    return ""


def _terms(where: str, values: Mapping[str, Any]) -> Terms:
    try:
        jackpot, bet = values["jackpot"], values["bet"]
        fixed = any("per_wager" in level for level in values["levels"].values())
        chosen = {"shoe.decks": "decks", f"side_bets.{bet}.paytable": "paytable"}
        overrides = (f"{key}={jackpot[name]}" for key, name in chosen.items())
        advances = f"side_bets.{bet}.jackpot.advances={FIXED if fixed else RATE}"
        sheet = load_sheet(values["game"], (*overrides, advances))
        paytable = sheet.rules.side_bets[bet].paytables[jackpot["paytable"]]
        if paytable.wheels and jackpot["stakes"] != [sheet.rules.side_bets[bet].minimum]:
            only = money_text(sheet.rules.side_bets[bet].minimum)
            raise TermsFault(where, {"jackpot.stakes": f"the prizes of the wheel are for a wager of {only}"})
        pays = pays_of(paytable, sheet.rules.side_bets[bet].minimum)
        return Terms(
            name=values["name"],
            sheet=sheet.ref,
            bet=bet,
            **pays._asdict(),
            envy=paytable.envy,
            envy_stakes=paytable.stakes,
            levels=values["levels"],
            **jackpot,
            **values["approvals"],
            **values["bounds"],
        )
    except KeyError as error:
        raise TermsFault(where, {str(error.args[0]): "is missing"}) from None
    except TypeError as error:
        raise TermsFault(f"{where}: {error}") from None
    except SheetFaults as error:
        keys = {fault.key: cited(fault.text, fault.clause) for fault in error.faults}
        raise TermsFault(
            where, {f"jackpot.{chosen[key]}" if key in chosen else key: why for key, why in keys.items()}
        ) from None
    except ValidationError as error:
        raise TermsFault(where, _faults(error, values)) from None


def _faults(error: ValidationError, values: Mapping[str, Any]) -> dict[str, str]:
    """The faults of values, by key as in a file of terms."""
    sections = {name: part for part in ("jackpot", "approvals", "bounds") for name in values.get(part, {})}
    faults: dict[str, str] = {}
    for one in error.errors():
        cause = one.get("ctx", {}).get("error")
        if isinstance(cause, _Unfit):
            faults |= cause.keys
            continue
        first, *rest = map(str, one["loc"])
        key = ".".join([sections[first], first] if first in sections else [first, *rest])
        faults.setdefault(key, explained({**one, "loc": ()}))
    return faults
