"""The paytable of a side bet: what each outcome pays, and in which way."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from lammer.cards.money import Odds, money_text

Minor = Annotated[int, Field(ge=0, description="minor units (cents)")]


class Plain(BaseModel):
    """Frozen data that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=False)


METER = "meter"
"""The level of a bet that has only one."""


def meter_name(level: str) -> str:
    """A level in a sentence: ``meter``, ``aces meter``."""
    return level if level == METER else f"{level} {METER}"


class MeterShare(Plain):
    level: str
    percent: Annotated[int, Field(ge=1, le=100)]


class Stop(Plain):
    """A stop of a wheel: its weight, what it pays for the wager, what it also pays to every other bettor of the table
    who made the bet, or a share of a meter."""

    weight: Annotated[int, Field(ge=1)]
    prize: Minor = 0
    others: Minor = 0
    share: MeterShare | None = None

    @property
    def text(self) -> str:
        """The stop in words: ``40``, ``40 and 15 to the others``, ``100% of the meter``."""
        own = money_text(self.prize)
        if self.share is not None:
            own = f"{self.share.percent}% of the {meter_name(self.share.level)}"
        return f"{own} and {money_text(self.others)} to the others" if self.others else own


Wheel = Annotated[tuple[Stop, ...], Field(min_length=2)]


def stop_name(row: str, number: int) -> str:
    """A stop as an outcome of its own in lists of chances."""
    return f"{row}, stop {number}"


Basis = Literal["to 1", "for 1", "to 2"]
"""What the pays of a table mean: 5 ``to 2`` pays 5 for every 2 wagered; ``for 1`` includes the wager."""


def net_odds(basis: Basis, pays: int) -> Odds:
    """The net of a wager, as odds."""
    return Odds(pays - 1, 1) if basis == "for 1" else Odds(pays, 2 if basis == "to 2" else 1)


class Paytable(Plain):
    """The pays of outcomes. ``flat`` are amounts that do not depend on the wager. ``shares`` are parts of a meter.
    ``dealer`` is what a win also pays to the tip pool, in wagers, and ``envy`` the same by stake. ``decks`` are the
    numbers of decks for which the table may be posted, if it is not for all. ``wheels`` are spun for an outcome; their
    prizes are amounts for a wager of the only stake."""

    basis: Basis
    rows: dict[str, Annotated[int, Field(ge=0)]]
    decks: tuple[Annotated[int, Field(ge=1, le=8)], ...] = ()
    flat: dict[str, Minor] = {}
    dealer: dict[str, Annotated[int, Field(ge=1)]] = {}
    shares: dict[str, MeterShare] = {}
    stakes: tuple[Minor, ...] = ()
    envy: dict[str, tuple[Minor, ...]] = {}
    wheels: dict[str, Wheel] = {}

    @property
    def paid(self) -> tuple[str, ...]:
        """Every outcome that is paid."""
        return (*self.shares, *self.flat, *self.wheels, *self.rows)

    @property
    def levels(self) -> tuple[str, ...]:
        """The meters that it pays from."""
        stops = (stop.share for wheel in self.wheels.values() for stop in wheel)
        return tuple(dict.fromkeys(share.level for share in (*self.shares.values(), *stops) if share is not None))

    def fits(self, decks: int) -> bool:
        """Whether it may be posted at a table with so many decks."""
        return not self.decks or decks in self.decks

    def odds(self, row: str) -> Odds:
        """The net of a wager on a row with a fixed pay."""
        return net_odds(self.basis, self.rows[row])

    def text(self, row: str) -> str:
        """What a row pays, in words: ``5 to 2``, ``8 to 1``, ``1000 flat``, ``100% of the meter``."""
        dealer = f" and {self.dealer[row]} to the dealer" if row in self.dealer else ""
        return self._to_player(row) + dealer

    def _to_player(self, row: str) -> str:
        if row in self.shares:
            return f"{self.shares[row].percent}% of the {meter_name(self.shares[row].level)}"
        if row in self.wheels:
            return "a spin of the wheel"
        if row in self.flat:
            return f"{money_text(self.flat[row])} flat"
        if self.basis == "to 2" and self.rows[row] % 2 == 0:
            return f"{self.rows[row] // 2} to 1"
        return f"{self.rows[row]} {self.basis}"
