"""A side bet in sentences made from its block: when it is placed, what decides it, what it pays, when it is settled."""

from collections.abc import Iterator

from lammer.cards.money import money_text
from lammer.rules.conditions.outcomes import (
    DEALER_NATURAL,
    FINAL_HAND,
    FIRST_CARD,
    FIRST_FOUR,
    FIRST_TWO,
    IN_ORDER,
    LAMMERS,
    ROUNDS_WON,
    SPLIT_HANDS,
    UP_CARD,
)
from lammer.rules.posted import PostedRule
from lammer.rules.schema import LammerCount, Parlay, SideBet, Streak
from lammer.rules.sheet import Sheet
from lammer.rules.signage import meaning_text, natural_name, stops_text

Sentences = Iterator[tuple[str, str]]
"""The key within the block of the bet and the sentence for it."""
READS = {
    FIRST_CARD: "your first card",
    FIRST_TWO: "your first two cards",
    UP_CARD: "the dealer's up card",
    DEALER_NATURAL: "whether the dealer has a natural",
    FINAL_HAND: "the dealer's final hand",
    LAMMERS: "the lammers that you receive in the round",
    IN_ORDER: "your cards in the order dealt, also those of split hands",
    ROUNDS_WON: "the results of your rounds",
    SPLIT_HANDS: "the first two cards of both hands of your first split",
    FIRST_FOUR: "the first two cards of each of your two hands, before a swap",
}
PLACED = {
    "with the main wager": "placed with the main wager",
    "after the up card": "offered when the up card is seen and the dealer has checked for a natural",
}
SETTLED = {
    "after the deal": "It is settled when the opening cards are dealt.",
    "after the peek": "It is settled when it is known whether the dealer has a natural.",
    "when the dealer is done": "It is settled when the dealer is done.",
    "when my cards decide": "It is settled when no better result can follow, or the box gets no more cards.",
    "before the second card": "It is settled before the second card is dealt.",
    "as soon as it is known": "It is settled as soon as its result is known.",
}
UNFINISHED = {
    "loses": "If the round ends before these cards are dealt and nothing is won, it loses.",
    "returned": "If the round ends before these cards are dealt and nothing is won, it is returned.",
    "dealer completes": "If every hand is decided before, the dealer still completes the dealer's hand for it.",
}
NOT_RETURNED = "The wager is not returned: pays for 1 include it."
SHORT = ("reads", "unfinished", "lammers.dealer_natural", "streak.push", "parlay.amount")
"""What a sign has room for."""


def side_bet_rules(sheet: Sheet, bet_id: str) -> list[PostedRule]:
    return [PostedRule(text, _clause(sheet, bet_id, key)) for key, text in _sentences(sheet, sheet.side_bets[bet_id])]


def side_bet_note(sheet: Sheet, bet_id: str) -> str:
    """The sentences that a player needs beside the paytable."""
    sentences = _sentences(sheet, sheet.side_bets[bet_id])
    return " ".join(text for key, text in sentences if key in SHORT or text == NOT_RETURNED)


def _clause(sheet: Sheet, bet_id: str, key: str) -> str:
    return sheet.clause(f"{sheet.side_bet_keys[bet_id]}.{key}")


def _sentences(sheet: Sheet, bet: SideBet) -> Sentences:
    yield "placed", f"It is an optional wager of {_wager(bet)}, {PLACED[bet.placed]}."
    yield "reads", f"It depends on {_listed([READS[one] for one in bet.reads])}."
    if bet.lammers is not None:
        yield from _lammers(sheet, bet.lammers)
    yield from _pays(bet)
    if bet.streak is not None:
        yield from _streak(bet.streak)
    yield "settled", SETTLED[bet.settled]
    if _may_stay_open(sheet, bet):
        yield "unfinished", UNFINISHED[bet.unfinished]
    if bet.parlay is not None:
        yield from _parlay(bet.parlay)


def _pays(bet: SideBet) -> Sentences:
    """The outcomes in the order in which they count."""
    paytable, key = bet.paytables[bet.paytable], f"paytables.{bet.paytable}"
    rows = [row for row in bet.outcomes if row in paytable.paid]
    pays = [f"{row}{meaning_text(bet, row)}, {paytable.text(row)}" for row in rows]
    yield key, f"{'The first of these that holds is paid' if len(rows) > 1 else 'It pays'}: {'; '.join(pays)}."
    for wheel in paytable.wheels.values():
        yield key, f"The stops of the wheel: {'; '.join(stops_text(wheel))}."
    yield "otherwise", "A lost round takes it." if bet.streak is not None else "Anything else loses."
    if paytable.basis == "for 1":
        yield key, NOT_RETURNED
    if paytable.envy:
        stakes = " or ".join(money_text(stake) for stake in paytable.stakes)
        amounts = (f"{row} {' or '.join(dict.fromkeys(map(money_text, each)))}" for row, each in paytable.envy.items())
        yield key, f"For a wager of {stakes} a win also pays to the dealers' tip pool: {', '.join(amounts)}."


def _wager(bet: SideBet) -> str:
    stakes = bet.paytables[bet.paytable].stakes
    if stakes:
        return " or ".join(money_text(stake) for stake in stakes)
    return " to ".join(dict.fromkeys(money_text(limit) for limit in (bet.minimum, bet.maximum)))


def _lammers(sheet: Sheet, lammers: LammerCount) -> Sentences:
    counts = {
        "every lammer": "Every lammer counts, whether its hand wins, ties or loses.",
        "winning lammers": "Only lammers on winning hands count.",
    }
    units = {
        "round": "Lammers of all hands of the round count together.",
        "hand": "Lammers are counted hand by hand; the hand with most of them decides.",
    }
    yield "lammers.count", counts[lammers.count]
    yield "lammers.unit", units[lammers.unit]
    beaten = "It loses" if lammers.dealer_natural == "loses" else "It does not lose"
    yield "lammers.dealer_natural", f"{beaten} to a {natural_name(sheet)} of the dealer."


def _streak(streak: Streak) -> Sentences:
    yield "streak.push", "A round that is pushed changes nothing."
    yield "streak.split", "A round is won or lost by the net of all its hands, without insurance and side bets."
    yield "streak.void", "An interrupted round returns a new wager and leaves an older one as it was."
    yield "streak.no_wager", "The wager waits while you make no main wager."
    yield "streak.left", "It is returned if you leave or the table closes."


def _may_stay_open(sheet: Sheet, bet: SideBet) -> bool:
    """Whether a round can end before all that the bet reads is known."""
    ends = "wins" in (sheet.rules.first_ace.player, sheet.rules.first_ace.dealer)
    return FINAL_HAND in bet.reads or (ends and bool({FIRST_TWO, UP_CARD, IN_ORDER} & set(bet.reads)))


def _parlay(parlay: Parlay) -> Sentences:
    yield "parlay.amount", "A winner may add all winnings to the main wager before the second card."
    limit = "may then exceed" if parlay.table_maximum == "may be exceeded" else "may not exceed"
    yield "parlay.table_maximum", f"The main wager {limit} the table maximum."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
