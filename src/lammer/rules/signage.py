"""What a table posts for its players: the pays of main wager and side bets, and the hand signals, from its sheet."""

from typing import NamedTuple

from lammer.rules.conditions.outcomes import sentence
from lammer.rules.paytable import Stop
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet

TEN = 10
BLACKJACK = 21


class Pays(NamedTuple):
    """A row of the pay schedule of the main wager."""

    hand: str
    pays: str
    at_once: bool
    """Whether it is paid at once, not at the end of the round."""
    clause: str


class Signal(NamedTuple):
    action: str
    sign: str
    clause: str


def natural_name(sheet: Sheet) -> str:
    limit = sheet.rules.points.limit
    return "blackjack" if limit == BLACKJACK else f"two-card {limit}"


def main_pays(sheet: Sheet) -> list[Pays]:
    """The pay schedule of the main wager: naturals, special pays of the sheet, and last every other win."""
    rules, clause = sheet.rules, sheet.clause
    natural, at_once = natural_name(sheet), rules.natural.paid == "at once"
    rows = [Pays(natural, str(rules.natural.pays), at_once, clause("natural.pays"))]
    if has_suited_faces(sheet):
        suited = f"{natural} of suited kings, queens or jacks"
        rows.append(Pays(suited, str(rules.natural.suited_faces_pay), at_once, clause("natural.suited_faces_pay")))
    if rules.first_ace.player == "wins":
        clauses = clause("pay.win"), clause("first_ace.player")
        rows.append(Pays("first-card ace (11)", str(rules.pay.win), True, "; ".join(dict.fromkeys(clauses))))
    if rules.against.offered:
        rows.append(Pays("bet against your own hand", str(rules.against.pays), False, clause("against.pays")))
    return [*rows, Pays("any other win", str(rules.pay.win), False, clause("pay.win"))]


def has_suited_faces(sheet: Sheet) -> bool:
    """Whether a pair of faces is a natural that pays other odds if it is suited."""
    rules = sheet.rules
    return rules.points.limit == 2 * TEN and rules.natural.suited_faces_pay != rules.natural.pays


def hand_signals(sheet: Sheet) -> list[Signal]:
    """The signals of this game's actions, without those of free bets that it does not offer."""
    free, signals = sheet.rules.free, sheet.rules.signals.model_dump()
    offered = {"free_double": bool(free.double_totals), "free_split": bool(free.split_values)}
    return [
        Signal(action.replace("_", " "), sign, sheet.clause(f"signals.{action}"))
        for action, sign in signals.items()
        if offered.get(action, True)
    ]


def side_bet_pays(bet: SideBet) -> list[str]:
    """A sentence for each outcome of the posted paytable, with its pay and its meaning, best first."""
    paytable = bet.paytables[bet.paytable]
    return [
        line
        for row in paytable.paid
        for line in (f"{row}: {paytable.text(row)}{meaning_text(bet, row)}", *stops_text(paytable.wheels.get(row, ())))
    ]


def stops_text(wheel: tuple[Stop, ...]) -> list[str]:
    """The stops of a wheel with their chances."""
    total = sum(stop.weight for stop in wheel)
    return [f"stop {number}, {stop.weight:,} in {total:,}: {stop.text}" for number, stop in enumerate(wheel, start=1)]


def meaning_text(bet: SideBet, row: str) -> str:
    """The meaning of the outcome, unless it is the same as its name."""
    meaning = sentence(bet.outcomes[row])
    return "" if meaning == row else f" ({meaning})"
