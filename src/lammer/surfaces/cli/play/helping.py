"""The text of ``?``: keys, hand signals, the rules of this table, and the pays of its side bets, with clauses."""

from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.rules.posted import posted_rules
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.signage import hand_signals, main_pays, side_bet_pays


class Chapter(NamedTuple):
    title: str
    lines: tuple[str, ...]


KEYS = (
    "h hit, s stand",
    "f FREE double, d double for your own money",
    "p split (FREE where it is offered), o split for your own money instead",
    "i insurance, e even money, n no",
    "b a side bet that is offered after the up card",
    "p parlay: add the winnings of a side bet to your bet before the second card",
    "t trade a marked card for the next card and a light",
    "m choose the amount of a double for less, of insurance or of such a side bet",
    "? this help, l last round in notation, q leave the table",
)
LAMMERS = (
    "A free bet is marked by a lammer.",
    "A win pays your bet, and as much again for each lammer.",
    "A loss takes only your own money. Lammers themselves are never paid out.",
)


def chapters(sheet: Sheet) -> list[Chapter]:
    """All chapters of the help."""
    free = sheet.rules.free.double_totals or sheet.rules.free.split_values
    return [
        Chapter("Keys", KEYS),
        Chapter("Betting", tuple(_betting(sheet))),
        *([Chapter("Lammers", LAMMERS)] if free else []),
        Chapter("Hand signals at a real table", tuple(_signals(sheet))),
        Chapter("This table", tuple(_table(sheet))),
        Chapter("What your bet pays", tuple(_main_pays(sheet))),
        Chapter("Posted rules", tuple(f"{rule.text} [{rule.clause}]" for rule in posted_rules(sheet))),
        *(
            Chapter(_bet_title(sheet, bet_id, bet), tuple(side_bet_pays(bet)))
            for bet_id, bet in sheet.side_bets.items()
        ),
    ]


def _betting(sheet: Sheet) -> list[str]:
    minimum = money_text(sheet.rules.limits.minimum)
    sides = [
        f"{bet.name} is offered after the up card is seen."
        if bet.placed_later
        else f"{minimum} {bet_id}={money_text(bet.minimum)} adds {bet.name}."
        for bet_id, bet in sheet.side_bets.items()
    ]
    return [
        "Enter repeats the last bet.",
        f"{minimum} bets {minimum} on each of your boxes and keeps your side bets; {minimum} only drops them.",
        *_against(sheet, minimum),
        *sides,
        f"{minimum} tip=1 adds a bet for the dealers.",
    ]


def _against(sheet: Sheet, minimum: str) -> list[str]:
    if not sheet.rules.against.offered:
        return []
    text = f"against={minimum} bets against your own hand, which is then played by the dealer's rules"
    return [f"{text} [{sheet.clause('against.offered')}]."]


def _signals(sheet: Sheet) -> list[str]:
    return [f"{signal.action}: {signal.sign} [{signal.clause}]" for signal in hand_signals(sheet)]


def _table(sheet: Sheet) -> list[str]:
    rules = sheet.rules
    limits = f"bets from {money_text(rules.limits.minimum)} to {money_text(rules.limits.maximum)}"
    rows = [
        (limits, "limits.minimum"),
        (f"{rules.shoe.decks} decks", "shoe.decks"),
        (f"dealer stands on hard {rules.dealer.stand_on_hard}", "dealer.stand_on_hard"),
        (f"soft 17: the dealer {'hits' if rules.dealer.soft_17 == 'hit' else 'stands'}", "dealer.soft_17"),
    ]
    if rules.dealer.pushes_on_22:
        paid = ", but blackjack is paid" if rules.natural.beats_22 else ""
        rows.append((f"a dealer 22 pushes{paid}", "dealer.pushes_on_22"))
    if rules.insurance.under:
        rows.append((f"insurance pays {rules.insurance.pays}", "insurance.pays"))
    if rules.first_ace.dealer == "wins":
        rows.append(("a dealer's first-card ace beats every hand not yet paid", "first_ace.dealer"))
    return [f"{text} [{sheet.clause(key)}]" for text, key in rows]


def _main_pays(sheet: Sheet) -> list[str]:
    return [
        f"{row.hand}: {row.pays}{', paid at once' if row.at_once else ''} [{row.clause}]" for row in main_pays(sheet)
    ]


def _bet_title(sheet: Sheet, bet_id: str, bet: SideBet) -> str:
    clause = sheet.clause(f"{sheet.side_bet_keys[bet_id]}.paytables.{bet.paytable}")
    between = f"{money_text(bet.minimum)} to {money_text(bet.maximum)}"
    how = f"offered after the up card, {between}" if bet.placed_later else f"bet as {bet_id}={between}"
    origin = sheet.origin_of(bet_id)
    return f"{bet.name}, {how} [{clause}]" + (f" (from a {origin.kind})" if origin.is_description else "")
