"""All tables of one sheet, each built when it is first used."""

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.legality import Legality
from lammer.rule_tables.payoffs import Payoffs
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import Deal, deal_of


@dataclass(frozen=True, eq=False)
class RuleTables:
    """The legality, dealing and payoff tables of a sheet. Made by ``rule_tables``."""

    sheet: Sheet

    @property
    def limit(self) -> int:
        """The highest total that is not a bust."""
        return self.sheet.rules.points.limit

    @property
    def decks(self) -> int:
        """The number of decks in the shoe."""
        return self.sheet.rules.shoe.decks

    @property
    def rounding(self) -> str:
        """The rounding of side-bet pays."""
        return self.sheet.rules.pay.rounding

    @cached_property
    def deal(self) -> Deal:
        """The rules of the opening deal that matter for side bets, with the up cards after which a bet is offered that
        is placed after the up card."""
        return deal_of(self.sheet.rules)

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
MAX_KEPT = 64


def rule_tables(sheet: Sheet) -> RuleTables:
    """The tables of a sheet's rules. Sheets with the same rules share them, even if loaded separately."""
    found = _OF_SHEET.get(sheet)
    if found is None:
        found = _OF_SHEET[sheet] = _shared(sheet)
    return found


def _shared(sheet: Sheet) -> RuleTables:
    key = sheet.rules.model_dump_json()
    if key not in _KNOWN:
        while len(_KNOWN) >= MAX_KEPT:
            _KNOWN.pop(next(iter(_KNOWN)), None)
        _KNOWN[key] = RuleTables(sheet)
    return _KNOWN[key]
