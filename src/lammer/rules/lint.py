"""Lint: warnings about legal but unusual sheets, each with its figure."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from lammer.cards.money import Odds
from lammer.rules.chances import dealer_total_chances
from lammer.rules.paytable import Paytable
from lammer.rules.sheet import Sheet, value_text
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets

HIGH_EDGE = Fraction(1, 4)
"""Side bets of this family have an edge of 4 to 18%; an edge above this is reported."""


class Remark(NamedTuple):
    """``figure`` is the number behind the warning, as a ratio, if there is one."""

    key: str
    clause: str
    text: str
    figure: float | None = None

    def __str__(self) -> str:
        return f"{self.key} [{self.clause}]: {self.text}" if self.key else self.text


def lint(sheet: Sheet) -> list[Remark]:
    return [
        warning for check in (_origins, _natural, _splits, _dealer, _side_bets, _departures) for warning in check(sheet)
    ]


def violations(sheet: Sheet) -> list[Remark]:
    """Remarks about values that their clauses do not allow; all other remarks are only unusual values. Clauses about
    limits require that they are posted, not their amounts, so these do not count."""
    found = [remark for check in (_natural, _splits, _departures) for remark in check(sheet)]
    return [remark for remark in found if remark.key not in ("limits.minimum", "limits.maximum")]


def _origins(sheet: Sheet) -> Iterator[Remark]:
    """Sheets made from a description, and what is not known of them."""
    for one in sheet.origins:
        if one.is_description:
            unknown = f"; unknown: {one.unknown}" if one.unknown else ""
            yield Remark("", "", f"{one.sheet} is not from the regulation's text but from {one.source}{unknown}")


def _minimum_natural(sheet: Sheet) -> Odds:
    rules = sheet.rules.natural
    return rules.minimum_pays_one_deck if sheet.rules.shoe.decks == 1 else rules.minimum_pays


def _natural(sheet: Sheet) -> Iterator[Remark]:
    rules, minimum = sheet.rules.natural, _minimum_natural(sheet)
    if Fraction(*rules.pays) < Fraction(*minimum):
        decks = "one deck" if sheet.rules.shoe.decks == 1 else f"{sheet.rules.shoe.decks} decks"
        text = f"a natural pays {rules.pays} on {decks}; the rules require at least {minimum}"
        yield Remark("natural.pays", sheet.clause("natural.minimum_pays"), text, float(Fraction(*rules.pays)))


def _splits(sheet: Sheet) -> Iterator[Remark]:
    maximum = sheet.rules.split.maximum_hands
    if maximum < 2:
        text = f"with a maximum of {maximum} hand, no pair can be split"
        yield Remark("split.maximum_hands", sheet.clause("split.maximum_hands"), text, float(maximum))


def _dealer(sheet: Sheet) -> Iterator[Remark]:
    """Both readings of a drawing rule that the text leaves open, with the dealer's chance to bust (A13)."""
    entry = sheet.entries["dealer.stand_on_hard"]
    if entry.allowed is None or len(entry.allowed) < 2:
        return
    busts = {}
    for stand_on in entry.allowed:
        dealer = sheet.rules.dealer.model_copy(update={"stand_on_hard": stand_on})
        chances = dealer_total_chances(sheet.rules.model_copy(update={"dealer": dealer}))
        busts[stand_on] = sum(chance for total, chance in chances.items() if total > sheet.rules.points.limit)
    chances_text = ", ".join(f"{float(bust):.2%} standing on hard {stand_on}" for stand_on, bust in busts.items())
    text = f"the text states no drawing rule; the dealer busts {chances_text}; this sheet stands on {entry.value}"
    yield Remark("dealer.stand_on_hard", entry.clause, text, float(busts[entry.value]))


def _side_bets(sheet: Sheet) -> Iterator[Remark]:
    for found in fixed_side_bets(sheet):
        if found.id in sheet.side_bet_keys and _paytable(sheet, found).fits(sheet.rules.shoe.decks):
            yield from side_bet_remarks(sheet, found)


def _paytable(sheet: Sheet, found: SideBetFinding) -> Paytable:
    return sheet.side_bets[found.id].paytables[found.paytable]


def side_bet_remarks(sheet: Sheet, found: SideBetFinding) -> Iterator[Remark]:
    """Remarks on a side bet with a negative or a very high house edge."""
    key = f"{sheet.side_bet_keys[found.id]}.paytables.{found.paytable}"
    clause, name, edge = sheet.clause(key), sheet.side_bets[found.id].name, found.house_edge
    if edge < 0:
        text = f"{name} {found.paytable} favours the player, with an advantage of {-edge:.4%}"
        yield Remark(key, clause, text, edge)
    elif edge > HIGH_EDGE:
        at = " with the meters at the sheet's amounts" if sheet.side_bets[found.id].jackpot is not None else ""
        text = f"{name} {found.paytable} has a house edge of {edge:.4%}{at}{_note(sheet, key)}"
        yield Remark(key, clause, text, edge)


def _note(sheet: Sheet, key: str) -> str:
    note = sheet.entries[key].note
    return f" ({note})" if note else ""


def _above_a_floor(sheet: Sheet, key: str) -> bool:
    """Whether this is the pay of a natural under a clause that sets only its minimum."""
    floor = sheet.clause("natural.pays") == sheet.clause("natural.minimum_pays")
    enough = Fraction(*sheet.rules.natural.pays) >= Fraction(*_minimum_natural(sheet))
    return key == "natural.pays" and floor and enough


def _departures(sheet: Sheet) -> Iterator[Remark]:
    for key, entry in sheet.entries.items():
        if entry.departs and not _above_a_floor(sheet, key):
            yield Remark(key, entry.clause, f"set to {value_text(entry.value)}, which is not what the clause says")
