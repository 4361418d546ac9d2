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
from lammer.rule_tables.lights import LightRules, light_rules
from lammer.rule_tables.payoffs import Payoffs
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import Deal, deal_of

Rules = Mapping[str, Any]
"""Sections of a sheet, or some values of a section, as pydantic leaves them out."""
NEVER: Rules = dict.fromkeys(
    [
        "shoe",
        "cut",
        "limits",
        "insurance",
        "tips",
        "absent",
        "signals",
        "posted",
        "void",
        "side_bets",
        "against",
        "hands",
        "lights",
    ],
    True,
)
"""Rules that none of the tables depends on, except those of a bet against the hand. A table describes one hand, however
many hands a box is dealt, whose cards are kept: marked cards are not traded for lights."""
NOT_AGAINST: Rules = {name: True for name in NEVER if name != "against"}
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
    against: bool = False
    """Whether the wager is bet against the hand, which is then played by the dealer's rules."""

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
    def lights(self) -> LightRules | None:
        """The rules of marked cards, if they give lights. The other tables know nothing of them: cards are kept."""
        return light_rules(self.sheet)

    @cached_property
    def legality(self) -> Legality:
        return _legality(self._read(NOT_LEGALITY))

    @cached_property
    def dealing(self) -> Dealing:
        return _dealing(self._read(NOT_DEALING))

    @cached_property
    def payoffs(self) -> Payoffs:
        return _payoffs(self._read(NOT_PAYOFFS))

    def _read(self, without: Rules) -> "_RulesRead":
        return _read(self.sheet, NOT_AGAINST if self.against else without, against=self.against)


@dataclass(frozen=True)
class _RulesRead:
    """The rules that a table depends on; sheets that agree in them are equal here."""

    text: str
    sheet: Sheet = field(compare=False)
    against: bool = False

    @property
    def limit(self) -> int:
        return self.sheet.rules.points.limit


def _read(sheet: Sheet, without: Rules, *, against: bool = False) -> _RulesRead:
    read = sheet.rules.model_dump_json(exclude=dict(without))
    return _RulesRead(read, plain_hand(sheet) if without else sheet, against)


def plain_hand(sheet: Sheet) -> Sheet:
    """The same rules with one hand for each box, without lights for marked cards."""
    sheet = one_hand(sheet)
    if sheet.rules.lights is None:
        return sheet
    return replace(sheet, rules=sheet.rules.model_copy(update={"lights": None}))


def one_hand(sheet: Sheet) -> Sheet:
    """The same rules with one hand for each box."""
    hands = sheet.rules.hands
    if hands.per_box == 1:
        return sheet
    alone = hands.model_copy(update={"per_box": 1, "swap": "none"})
    return replace(sheet, rules=sheet.rules.model_copy(update={"hands": alone}))


@lru_cache(MAX_KEPT)
def _legality(rules: _RulesRead) -> Legality:
    return Legality(rules.sheet, rules.limit, rules.against)


@lru_cache(MAX_KEPT)
def _dealing(rules: _RulesRead) -> Dealing:
    return Dealing(rules.sheet, rules.limit, rules.against)


@lru_cache(MAX_KEPT)
def _payoffs(rules: _RulesRead) -> Payoffs:
    naturals = rule_tables(rules.sheet).dealing.naturals
    return Payoffs(rules.sheet, rules.limit, naturals, rules.against)


@lru_cache(MAX_KEPT)
def _whole(rules: _RulesRead) -> RuleTables:
    return RuleTables(rules.sheet, rules.against)


_OF_SHEET: tuple[WeakKeyDictionary[Sheet, RuleTables], ...] = (WeakKeyDictionary(), WeakKeyDictionary())
"""By whether the wager is bet against the hand."""


def rule_tables(sheet: Sheet, *, against: bool = False) -> RuleTables:
    """The tables of a sheet's rules, for a wager on the hand or ``against`` it. Sheets with the same rules share them,
    even if loaded separately."""
    known = _OF_SHEET[against]
    found = known.get(sheet)
    if found is None:
        found = known[sheet] = _whole(_read(sheet, {}, against=against))
    return found
