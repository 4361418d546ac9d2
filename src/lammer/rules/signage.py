"""What a table posts for its players, read from its sheet: the pays of main wager and side bets, the hand signals."""

from typing import NamedTuple

from lammer.rules.conditions.outcomes import sentence
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet

TEN = 10
BLACKJACK = 21


class Pays(NamedTuple):
    """A row of the main wager's pay schedule."""

    hand: str
    pays: str
    at_once: bool
    """Paid when it happens, not when the round is over."""
    clause: str


class Signal(NamedTuple):
    action: str
    sign: str
    clause: str


def natural_name(sheet: Sheet) -> str:
    limit = sheet.rules.points.limit
    return "blackjack" if limit == BLACKJACK else f"two-card {limit}"


def main_pays(sheet: Sheet) -> list[Pays]:
    """The pay schedule of the main wager: naturals, what the sheet pays specially, and every other win."""
    rules, clause = sheet.rules, sheet.clause
    natural, at_once = natural_name(sheet), rules.natural.paid == "at once"
    rows = [Pays(natural, str(rules.natural.pays), at_once, clause("natural.pays"))]
    if has_suited_faces(sheet):
        suited = f"{natural} of suited kings, queens or jacks"
        rows.append(Pays(suited, str(rules.natural.suited_faces_pay), at_once, clause("natural.suited_faces_pay")))
    if rules.first_ace.player == "wins":
        said = clause("pay.win"), clause("first_ace.player")
        rows.append(Pays("first-card ace (11)", str(rules.pay.win), True, "; ".join(dict.fromkeys(said))))
    return [*rows, Pays("any other win", str(rules.pay.win), False, clause("pay.win"))]


def has_suited_faces(sheet: Sheet) -> bool:
    """A pair of faces is a natural, and of one suit it pays otherwise."""
    rules = sheet.rules
    return rules.points.limit == 2 * TEN and rules.natural.suited_faces_pay != rules.natural.pays


def hand_signals(sheet: Sheet) -> list[Signal]:
    """The signals of this game's actions, without those of free bets that it does not offer."""
    free, told = sheet.rules.free, sheet.rules.signals.model_dump()
    offered = {"free_double": bool(free.double_totals), "free_split": bool(free.split_values)}
    return [
        Signal(action.replace("_", " "), sign, sheet.clause(f"signals.{action}"))
        for action, sign in told.items()
        if offered.get(action, True)
    ]


def side_bet_pays(bet: SideBet) -> list[str]:
    """What each outcome pays by the posted paytable and what it is, one sentence each, best first."""
    paytable = bet.paytables[bet.paytable]
    shares = {row: f"{share.percent}% of the {share.level}" for row, share in paytable.shares.items()}
    fixed = {row: f"{pays} {paytable.basis}" for row, pays in paytable.rows.items()}
    return [f"{row}: {pays}{_meaning(bet, row)}" for row, pays in {**shares, **fixed}.items()]


def _meaning(bet: SideBet, row: str) -> str:
    """What the outcome is, where its name does not say it all."""
    told = sentence(bet.outcomes[row])
    return "" if told == row else f" ({told})"
