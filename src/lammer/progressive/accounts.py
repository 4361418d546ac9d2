"""The accounts of a jackpot. For every level, at any time,

    meter + frozen + awards = seeds + contributions + from reserve + adjustments − moved away

and for its reserve: reserve = reserved + overflow − to the meter − moved away.
"""

from functools import lru_cache
from typing import NamedTuple

from lammer.ledger.records import Balance


class LevelAccounts(NamedTuple):
    """Credit accounts hold the amounts owed to players; debit accounts say where they came from."""

    meter: str
    reserve: str
    frozen: str
    awards: str
    """Awards that were paid."""
    seeds: str
    contributions: str
    reserved: str
    adjustments: str
    moved: str
    """Liability moved to or from another jackpot or licensee."""


class LinkAccounts(NamedTuple):
    tray: str
    wagers: str
    fixed: str
    envy: str
    tips: str


RESERVED = ("player", "floor", "cage")
"""Names with which accounts and events of a floor begin, so no jackpot may have them."""
CREDIT = ("meter", "reserve", "frozen", "awards", "wagers", "tips")
DEBIT = ("seeds", "contributions", "reserved", "fixed", "envy")


@lru_cache(maxsize=1024)
def level_accounts(link: str, level: str) -> LevelAccounts:
    return LevelAccounts(*(f"{link}/{level}/{name}" for name in LevelAccounts._fields))


@lru_cache(maxsize=256)
def link_accounts(link: str) -> LinkAccounts:
    return LinkAccounts(*(f"{link}/{name}" for name in LinkAccounts._fields))


def side_of(account: str) -> str:
    """The side on which an account must not fall below zero; "either" for no limit."""
    name = account.rpartition("/")[2]
    return "credit" if name in CREDIT else "debit" if name in DEBIT else "either"


class LevelSums(NamedTuple):
    """The balances of a level's accounts, each on its own side."""

    meter: int
    reserve: int
    frozen: int
    awards: int
    seeds: int
    contributions: int
    reserved: int
    adjustments: int
    moved: int

    @property
    def meter_holds(self) -> bool:
        """Whether everything that came in is on the meter, frozen, paid, in reserve or moved away."""
        came = self.seeds + self.contributions + self.reserved + self.adjustments
        return came == self.meter + self.frozen + self.awards + self.reserve + self.moved


def level_sums(balances: dict[str, Balance], link: str, level: str) -> LevelSums:
    names = level_accounts(link, level)
    held = {field: balances.get(name, Balance()) for field, name in names._asdict().items()}
    return LevelSums(
        *(
            held[field].credit if field in CREDIT or field == "moved" else held[field].debit
            for field in LevelAccounts._fields
        )
    )
