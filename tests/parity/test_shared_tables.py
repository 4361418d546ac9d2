"""Sheets share a table when they differ only in rules it does not depend on: each is compared with one built afresh."""

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from lammer.rule_tables import tables as shared
from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.legality import SOURCES, Legality
from lammer.rule_tables.payoffs import Payoffs
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.workbench.effects import changeable, changes


def changed_sheets(game: str, section: str) -> Iterator[tuple[str, Sheet]]:
    """Every single change of every rule of a section, or of all."""
    sheet = load_sheet(game)
    for control in changeable(sheet, sheet):
        for change in changes(control):
            if not change.override.startswith(section):
                continue
            try:
                yield change.override, load_sheet(game, (change.override,))
            except SheetFaults:
                continue


def legality_of(table: Legality) -> list[Any]:
    totals = [(total, soft, cards) for total in range(2, 22) for soft in (False, True) for cards in (2, 3)]
    pairs = [(value, hands) for value in range(1, 11) for hands in range(1, 5)]
    return [
        *(table.plays(source, *hand) for source in SOURCES for hand in totals),
        *(table.pair_plays(source, *pair) for source in SOURCES[:5] for pair in pairs),
        table.alike,
    ]


def dealing_of(table: Dealing) -> list[Any]:
    return [
        table.naturals.usual, table.naturals.special, table.first_card, table.up_card, table.two_cards,
        table.split_cards, table.drawing, table.hole_card, table.peeks, table.asks_of_dealer,
    ]  # fmt: skip


def payoffs_of(table: Payoffs) -> list[Any]:
    return [table.rows, table.pays]


def differences(game: str, section: str = "") -> list[str]:
    """Changes with which a table that is shared with the game's own is not what it would be if built afresh."""
    default, found = rule_tables(load_sheet(game)), []
    legality, dealing = legality_of(default.legality), dealing_of(default.dealing)
    payoffs = payoffs_of(default.payoffs)
    for override, sheet in changed_sheets(game, section):
        mine = rule_tables(sheet)
        if mine.legality is default.legality and legality_of(Legality(sheet, mine.limit)) != legality:
            found.append(f"legality: {override}")
        if mine.dealing is default.dealing and dealing_of(Dealing(sheet, mine.limit)) != dealing:
            found.append(f"dealing: {override}")
        if mine.payoffs is default.payoffs:
            naturals = Dealing(sheet, mine.limit).naturals
            if payoffs_of(Payoffs(sheet, mine.limit, naturals)) != payoffs:
                found.append(f"payoffs: {override}")
    return found


@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet", "triple-win-20"])
def test_shared_tables_are_those_that_the_changed_sheet_would_have(game: str) -> None:
    assert differences(game) == []


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tables of a test that breaks the sharing are not those of another test."""
    kept = (shared._whole, shared._legality, shared._dealing, shared._payoffs)
    monkeypatch.setattr(shared, "_OF_SHEET", (WeakKeyDictionary(), WeakKeyDictionary()))
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    ("table", "section"), [("NOT_LEGALITY", "double"), ("NOT_DEALING", "dealer"), ("NOT_PAYOFFS", "natural")]
)
def test_a_rule_left_out_by_mistake_is_found(table: str, section: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, table, {**getattr(shared, table), section: True})
    assert differences("sd-free-bet", section)


def test_a_change_of_pay_leaves_what_is_legal() -> None:
    default, other = (rule_tables(load_sheet("sd-free-bet", change)) for change in ((), ("natural.pays=6:5",)))
    assert default.legality is other.legality
    assert default.payoffs is not other.payoffs
