"""The help a person can ask for: keys, hand signals, what this table does, and what its side bets pay, with clauses."""

from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.rules.conditions.outcomes import sentence
from lammer.rules.posted import posted_rules
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.signage import hand_signals, main_pays


class Chapter(NamedTuple):
    title: str
    lines: tuple[str, ...]


KEYS = (
    "h hit, s stand",
    "f FREE double, d double for your own money",
    "p split (FREE where the table gives it), o split for your own money instead",
    "i insurance, e even money, n no",
    "m name the amount of a double for less or of insurance",
    "? this help, l last round in notation, q leave the table",
)
LAMMERS = (
    "A free bet is marked by a lammer.",
    "A win pays your bet, and as much again for each lammer.",
    "A loss takes only your own money. Lammers themselves are never paid out.",
)


def chapters(sheet: Sheet) -> list[Chapter]:
    """Everything ``?`` shows."""
    free = sheet.rules.free.double_totals or sheet.rules.free.split_values
    return [
        Chapter("Keys", KEYS),
        Chapter("Betting", tuple(_betting(sheet))),
        *([Chapter("Lammers", LAMMERS)] if free else []),
        Chapter("Hand signals at a real table", tuple(_signals(sheet))),
        Chapter("This table", tuple(_table(sheet))),
        Chapter("What your bet pays", tuple(_main_pays(sheet))),
        Chapter("Posted rules", tuple(f"{rule.text} [{rule.clause}]" for rule in posted_rules(sheet))),
        *(Chapter(_bet_title(sheet, bet_id, bet), tuple(_pays(bet))) for bet_id, bet in sheet.side_bets.items()),
    ]


def _betting(sheet: Sheet) -> list[str]:
    least = money_text(sheet.rules.limits.least)
    sides = [f"{least} {bet_id}={money_text(bet.least)} adds {bet.name}." for bet_id, bet in sheet.side_bets.items()]
    return [
        "Enter repeats the last bet.",
        f"{least} bets {least} on each of your boxes; the line is the whole bet.",
        *sides,
        f"{least} tip=1 adds a bet for the dealers.",
    ]


def _signals(sheet: Sheet) -> list[str]:
    return [f"{signal.action}: {signal.sign} [{signal.clause}]" for signal in hand_signals(sheet)]


def _table(sheet: Sheet) -> list[str]:
    rules = sheet.rules
    limits = f"bets from {money_text(rules.limits.least)} to {money_text(rules.limits.most)}"
    told = [
        (limits, "limits.least"),
        (f"{rules.shoe.decks} decks", "shoe.decks"),
        (f"dealer stands on hard {rules.dealer.stand_on_hard}", "dealer.stand_on_hard"),
        (f"soft 17: the dealer {'hits' if rules.dealer.soft_17 == 'hit' else 'stands'}", "dealer.soft_17"),
    ]
    if rules.dealer.pushes_on_22:
        paid = ", but blackjack is paid" if rules.natural.beats_22 else ""
        told.append((f"a dealer 22 pushes{paid}", "dealer.pushes_on_22"))
    if rules.insurance.under:
        told.append((f"insurance pays {rules.insurance.pays}", "insurance.pays"))
    if rules.first_ace.dealer == "wins":
        told.append(("a dealer's first-card ace beats every hand not yet paid", "first_ace.dealer"))
    return [f"{text} [{sheet.clause(key)}]" for text, key in told]


def _main_pays(sheet: Sheet) -> list[str]:
    return [
        f"{row.hand}: {row.pays}{', paid at once' if row.at_once else ''} [{row.clause}]" for row in main_pays(sheet)
    ]


def _bet_title(sheet: Sheet, bet_id: str, bet: SideBet) -> str:
    clause = sheet.clause(f"{sheet.side_bet_keys[bet_id]}.paytables.{bet.paytable}")
    return f"{bet.name}, bet as {bet_id}={money_text(bet.least)} to {money_text(bet.most)} [{clause}]"


def _pays(bet: SideBet) -> list[str]:
    paytable = bet.paytables[bet.paytable]
    shares = {row: f"{share.percent}% of the {share.level}" for row, share in paytable.shares.items()}
    fixed = {row: f"{pays} {paytable.basis}" for row, pays in paytable.rows.items()}
    return [f"{row}: {pays}{_meaning(bet, row)}" for row, pays in {**shares, **fixed}.items()]


def _meaning(bet: SideBet, row: str) -> str:
    """What the outcome is, where its name does not say it all."""
    told = sentence(bet.outcomes[row])
    return "" if told == row else f" ({told})"
