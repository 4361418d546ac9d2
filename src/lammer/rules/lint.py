"""Lint: a sheet may be legal and still look wrong. Each warning comes with its figure."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from lammer.cards.money import Odds
from lammer.rules.chances import (
    dealer_22_chances,
    dealer_total_chances,
    first_cards_chances,
    first_cards_returned,
    sevens_chances,
)
from lammer.rules.schema import MeterPaytable, Paytable
from lammer.rules.sheet import Sheet, value_text

HIGH_EDGE = Fraction(1, 4)
"""Side bets of this family keep 4 to 18%; a quarter of the wager is worth a look."""


class Remark(NamedTuple):
    """``figure`` is the number behind the warning, as a plain ratio, where there is one."""

    key: str
    clause: str
    text: str
    figure: float | None = None

    def __str__(self) -> str:
        return f"{self.key} [{self.clause}]: {self.text}" if self.key else self.text


def lint(sheet: Sheet) -> list[Remark]:
    return [warning for check in (_natural, _splits, _dealer, _side_bets, _departures) for warning in check(sheet)]


def _least_natural(sheet: Sheet) -> Odds:
    rules = sheet.rules.natural
    return rules.least_pays_one_deck if sheet.rules.shoe.decks == 1 else rules.least_pays


def _natural(sheet: Sheet) -> Iterator[Remark]:
    rules, least = sheet.rules.natural, _least_natural(sheet)
    if Fraction(*rules.pays) < Fraction(*least):
        decks = "one deck" if sheet.rules.shoe.decks == 1 else f"{sheet.rules.shoe.decks} decks"
        text = f"a natural pays {rules.pays} on {decks}; the rules ask for at least {least}"
        yield Remark("natural.pays", sheet.clause("natural.least_pays"), text, float(Fraction(*rules.pays)))


def _splits(sheet: Sheet) -> Iterator[Remark]:
    most = sheet.rules.split.most_hands
    if most < 2:
        text = f"with {most} hand at most, no pair can be split"
        yield Remark("split.most_hands", sheet.clause("split.most_hands"), text, float(most))


def _dealer(sheet: Sheet) -> Iterator[Remark]:
    """Both readings of a drawing rule the text leaves open, by how often the dealer busts (A13)."""
    entry = sheet.entries["dealer.stand_on_hard"]
    if entry.allowed is None or len(entry.allowed) < 2:
        return
    busts = {}
    for stand_on in entry.allowed:
        dealer = sheet.rules.dealer.model_copy(update={"stand_on_hard": stand_on})
        chances = dealer_total_chances(sheet.rules.model_copy(update={"dealer": dealer}))
        busts[stand_on] = sum(chance for total, chance in chances.items() if total > sheet.rules.points.limit)
    told = ", ".join(f"{float(bust):.2%} standing on hard {stand_on}" for stand_on, bust in busts.items())
    text = f"the text states no drawing rule; the dealer busts {told}; this sheet stands on {entry.value}"
    yield Remark("dealer.stand_on_hard", entry.clause, text, float(busts[entry.value]))


def _side_bets(sheet: Sheet) -> Iterator[Remark]:
    for bet_id, paytable_id, edge in side_bet_edges(sheet):
        key = f"{sheet.side_bet_keys[bet_id]}.paytables.{paytable_id}"
        clause, name = sheet.clause(key), sheet.side_bets[bet_id].name
        if edge < 0:
            text = f"{name} {paytable_id} pays more than it takes: the player is {float(-edge):.4%} ahead"
            yield Remark(key, clause, text, float(edge))
        elif edge > HIGH_EDGE:
            at = " with the meters at the sheet's amounts" if bet_id in sheet.rules.sevens_bets else ""
            text = f"{name} {paytable_id} has a house edge of {float(edge):.4%}{at}{_note(sheet, key)}"
            yield Remark(key, clause, text, float(edge))


def _note(sheet: Sheet, key: str) -> str:
    note = sheet.entries[key].note
    return f" ({note})" if note else ""


def side_bet_edges(sheet: Sheet) -> Iterator[tuple[str, str, Fraction]]:
    """House edge of every paytable whose outcomes nobody's play changes; meters stand at the sheet's amounts."""
    rules = sheet.rules
    for bet_id, bet in rules.dealer_22_bets.items():
        for paytable_id, paytable in bet.paytables.items():
            yield bet_id, paytable_id, _edge(paytable, _merged(dealer_22_chances(rules), paytable))
    for bet_id, first in rules.first_cards_bets.items():
        for paytable_id, paytable in first.paytables.items():
            back = first_cards_returned(rules) if first.dealer_first_ace == "returned" else Fraction(0)
            yield bet_id, paytable_id, _edge(paytable, first_cards_chances(rules)) - back
    for bet_id, sevens in rules.sevens_bets.items():
        levels = {level: amount.start for level, amount in sevens.levels.items()}
        for paytable_id, meter_paytable in sevens.paytables.items():
            yield bet_id, paytable_id, _sevens_edge(meter_paytable, rules.shoe.decks, levels, sevens.least)


def _merged(chances: Mapping[str, Fraction], paytable: Paytable) -> Mapping[str, Fraction]:
    """One row for every 22 where the paytable does not tell them apart."""
    return {"22": sum(chances.values(), Fraction(0))} if "22" in paytable.rows else chances


def _edge(paytable: Paytable, chances: Mapping[str, Fraction]) -> Fraction:
    won = sum((chances[row] * (pays + 1) for row, pays in paytable.rows.items()), Fraction(0))
    return 1 - won


def _sevens_edge(paytable: MeterPaytable, decks: int, levels: Mapping[str, int], wager: int) -> Fraction:
    chances = dict(sevens_chances(decks))
    if "777 diamonds" not in paytable.shares:
        chances["777 suited"] += chances.pop("777 diamonds")
    fixed = sum((chances[row] * pays for row, pays in paytable.rows.items()), Fraction(0))
    shared = sum(
        (chances[row] * levels[share.level] * share.percent / 100 for row, share in paytable.shares.items()),
        Fraction(0),
    )
    return 1 - fixed - shared / wager


def _above_a_floor(sheet: Sheet, key: str) -> bool:
    """A clause that sets the least a natural may pay is kept by paying more."""
    floor = sheet.clause("natural.pays") == sheet.clause("natural.least_pays")
    enough = Fraction(*sheet.rules.natural.pays) >= Fraction(*_least_natural(sheet))
    return key == "natural.pays" and floor and enough


def _departures(sheet: Sheet) -> Iterator[Remark]:
    for key, entry in sheet.entries.items():
        if entry.departs and not _above_a_floor(sheet, key):
            yield Remark(key, entry.clause, f"set to {value_text(entry.value)}, which is not what the clause says")
