"""All tables of one sheet, each built when it is first used.

A table depends on some rules only. Sheets that agree in those share it, so that a change of one rule builds few tables
anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.legality import Legality
from lammer.rule_tables.payoffs import Payoffs
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import Deal, deal_of

Rules = Mapping[str, Any]
"""Sections of a sheet, or some values of a section, as pydantic leaves them out."""
NEVER: Rules = dict.fromkeys(
    ("shoe", "cut", "limits", "insurance", "tips", "absent", "signals", "posted", "void", "hands", "side_bets"), True
)
"""Rules that none of the tables depends on. A table describes one hand, however many hands a box is dealt."""
NOT_LEGALITY: Rules = {**NEVER, "natural": True, "dealer": True, "pay": True}
NOT_DEALING: Rules = {**NEVER, "draw": True, "double": True, "split": True, "free": True, "surrender": {"returns"}}
NOT_PAYOFFS: Rules = {
    **NEVER,
    "draw": True,
    "double": True,
    "split": True,
    "free": {
        "double_totals",
        "double_cards",
        "double_soft",
        "double_after_split",
        "split_values",
        "resplit",
        "automatic",
    },
}
MAX_KEPT = 64


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
    def hands_per_box(self) -> int:
        """The number of hands that a box is dealt. All tables are about one of them."""
        return self.sheet.rules.hands.per_box

    @property
    def swaps(self) -> bool:
        """Whether cards may be swapped between two hands of a box."""
        return self.sheet.rules.hands.swap != "none"

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
        return _legality(_read(self.sheet, NOT_LEGALITY))

    @cached_property
    def dealing(self) -> Dealing:
        return _dealing(_read(self.sheet, NOT_DEALING))

    @cached_property
    def payoffs(self) -> Payoffs:
        return _payoffs(_read(self.sheet, NOT_PAYOFFS))


@dataclass(frozen=True)
class _RulesRead:
    """The rules that a table depends on; sheets that agree in them are equal here."""

    text: str
    sheet: Sheet = field(compare=False)

    @property
    def limit(self) -> int:
        return self.sheet.rules.points.limit


def _read(sheet: Sheet, without: Rules) -> _RulesRead:
    return _RulesRead(sheet.rules.model_dump_json(exclude=dict(without)), one_hand(sheet) if without else sheet)


def one_hand(sheet: Sheet) -> Sheet:
    """The same rules with one hand for each box."""
    hands = sheet.rules.hands
    if hands.per_box == 1:
        return sheet
    alone = hands.model_copy(update={"per_box": 1, "swap": "none"})
    return replace(sheet, rules=sheet.rules.model_copy(update={"hands": alone}))


@lru_cache(MAX_KEPT)
def _legality(rules: _RulesRead) -> Legality:
    return Legality(rules.sheet, rules.limit)


@lru_cache(MAX_KEPT)
def _dealing(rules: _RulesRead) -> Dealing:
    return Dealing(rules.sheet, rules.limit)


@lru_cache(MAX_KEPT)
def _payoffs(rules: _RulesRead) -> Payoffs:
    return Payoffs(rules.sheet, rules.limit, rule_tables(rules.sheet).dealing.naturals)


@lru_cache(MAX_KEPT)
def _whole(rules: _RulesRead) -> RuleTables:
    return RuleTables(rules.sheet)


_OF_SHEET: WeakKeyDictionary[Sheet, RuleTables] = WeakKeyDictionary()


def rule_tables(sheet: Sheet) -> RuleTables:
    """The tables of a sheet's rules. Sheets with the same rules share them, even if loaded separately."""
    found = _OF_SHEET.get(sheet)
    if found is None:
        found = _OF_SHEET[sheet] = _whole(_read(sheet, {}))
    return found
