"""All tables of one sheet, each built when it is first asked for."""

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.legality import Legality
from lammer.rule_tables.payoffs import Payoffs
from lammer.rules.sheet import Sheet


@dataclass(frozen=True, eq=False)
class RuleTables:
    """What a sheet's table allows, deals and pays. Made by ``rule_tables``."""

    sheet: Sheet

    @property
    def limit(self) -> int:
        """The highest total that is no bust. It decides which hands there are, so it is a number and no table."""
        return self.sheet.rules.points.limit

    @property
    def decks(self) -> int:
        """How many decks the shoe holds."""
        return self.sheet.rules.shoe.decks

    @property
    def rounding(self) -> str:
        """How amounts are rounded that side bets pay: a choice of formula, and no table."""
        return self.sheet.rules.pay.rounding

    @cached_property
    def legality(self) -> Legality:
        return Legality(self.sheet, self.limit)

    @cached_property
    def dealing(self) -> Dealing:
        return Dealing(self.sheet, self.limit)

    @cached_property
    def payoffs(self) -> Payoffs:
        return Payoffs(self.sheet, self.limit, self.dealing.naturals)


_OF_SHEET: WeakKeyDictionary[Sheet, RuleTables] = WeakKeyDictionary()
_KNOWN: dict[str, RuleTables] = {}
MOST_KEPT = 64


def rule_tables(sheet: Sheet) -> RuleTables:
    """The tables of a sheet's rules. Sheets that were loaded apart and have the same rules share them."""
    found = _OF_SHEET.get(sheet)
    if found is None:
        found = _OF_SHEET[sheet] = _shared(sheet)
    return found


def _shared(sheet: Sheet) -> RuleTables:
    key = sheet.rules.model_dump_json()
    if key not in _KNOWN:
        while len(_KNOWN) >= MOST_KEPT:
            _KNOWN.pop(next(iter(_KNOWN)), None)
        _KNOWN[key] = RuleTables(sheet)
    return _KNOWN[key]
