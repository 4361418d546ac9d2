"""Checks a whole sheet for values that are each in range but contradict each other."""

from collections.abc import Iterator, Sequence

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
    card_words,
    unread,
)
from lammer.rules.conditions.words import FIRST, GROUPS, STARTS
from lammer.rules.paytable import Paytable
from lammer.rules.schema import Jackpot, Rules, SideBet

BEFORE_SECOND, WHEN_KNOWN = "before the second card", "as soon as it is known"
SPOTS = ("main", "tip", "against", "lights")
"""Spots of a box that are not side bets."""
Faults = Iterator[tuple[str, str]]
"""Key and text of each fault."""


def whole_sheet_faults(rules: Rules) -> Faults:
    if rules.limits.minimum > rules.limits.maximum:
        yield "limits.minimum", f"the table minimum {rules.limits.minimum} is above the maximum {rules.limits.maximum}"
    if rules.cut.card_minimum_decks > rules.cut.card_maximum_decks:
        yield "cut.card_minimum_decks", "the minimum number of decks behind the cut card is above the maximum"
    if 2 * rules.cut.minimum_decks > rules.shoe.decks:
        yield (
            "cut.minimum_decks",
            f"{rules.shoe.decks} decks cannot be cut with {rules.cut.minimum_decks:g} on either side",
        )
    if rules.dealer.peek_under and not rules.dealer.hole_card:
        yield "dealer.peek_under", "there is no hole card to check; set it to []"
    if rules.natural.paid == "at once" and rules.insurance.under:
        yield "insurance.under", "naturals are paid before the dealer's second card, so there is nothing to insure"
    yield from _level_faults(rules)
    lost, of = rules.against.both_bust_loses
    if lost > of:
        yield "against.both_bust_loses", f"{lost}:{of} is more than the bet; 1:1 loses all of it"
    yield from _two_hands_faults(rules)
    for bet_id, bet in rules.side_bets.items():
        key = f"side_bets.{bet_id}"
        if bet_id in SPOTS:
            yield key, f"{bet_id!r} is a spot of every box, so no side bet may have this id"
        yield from _bet_faults(key, bet)
        yield from _deck_faults(key, bet, rules.shoe.decks)
        yield from _reading_faults(key, bet)
        yield from _four_card_faults(key, bet, rules)
        yield from _word_faults(key, bet)


def _two_hands_faults(rules: Rules) -> Faults:
    """Rules that say "the hand" of a box need one hand; a swap needs two."""
    two = rules.hands.per_box > 1
    if rules.hands.swap != "none" and not two:
        yield "hands.swap", "cards are swapped between two hands; set hands.per_box to 2"
    if two and rules.against.offered:
        yield "against.offered", "the bet against one's own hand is for the one hand of a box; set it to false"
    if two and rules.natural.even_money_under:
        yield "natural.even_money_under", "even money is for the one hand of a box; set it to []"
    for bet_id, bet in rules.side_bets.items():
        text = hands_fault(bet_id, bet.reads, rules.hands.per_box)
        if text:
            yield "hands.per_box", text


def hands_fault(bet_id: str, reads: Sequence[str], per_box: int) -> str:
    """Why a side bet does not fit this number of hands; empty if it does."""
    wrong = {FIRST_CARD, FIRST_TWO, LAMMERS, IN_ORDER, SPLIT_HANDS, ROUNDS_WON} if per_box > 1 else {FIRST_FOUR}
    found = next((reading for reading in reads if reading in wrong), None)
    if found is None:
        return ""
    hands = "two hands, and the bet reads one" if per_box > 1 else "one hand, and the bet reads two"
    return f"{bet_id} reads {found}: a box is dealt {hands}"


def _level_faults(rules: Rules) -> Faults:
    """A meter belongs to one bet, because notation and records name it without its bet."""
    owners: dict[str, str] = {}
    for bet_id, bet in rules.side_bets.items():
        for level in bet.jackpot.levels if bet.jackpot is not None else ():
            if owners.setdefault(level, bet_id) != bet_id:
                key = f"side_bets.{bet_id}.jackpot.levels.{level}"
                yield key, f"side_bets.{owners[level]} has a meter of this name too; give it another name"


def _bet_faults(key: str, bet: SideBet) -> Faults:
    if bet.minimum > bet.maximum:
        yield f"{key}.minimum", f"the minimum {bet.minimum} is above the maximum {bet.maximum}"
    if bet.paytable not in bet.paytables:
        yield f"{key}.paytable", f"there is no paytable {bet.paytable!r} ({', '.join(bet.paytables)})"
    for name, paytable in bet.paytables.items():
        at = f"{key}.paytables.{name}"
        for row in (*paytable.paid, *paytable.dealer):
            if row not in bet.outcomes:
                yield at, f"{row!r} is not an outcome of this bet; its outcomes are {', '.join(bet.outcomes)}"
        if bet.jackpot is not None:
            yield from _meter_faults(at, bet.jackpot, paytable)
        elif paytable.shares or paytable.envy or paytable.levels:
            yield at, f"shares of a meter and envy need the block {key}.jackpot, which defines how they are paid"


def _deck_faults(key: str, bet: SideBet, decks: int) -> Faults:
    posted = bet.paytables.get(bet.paytable)
    if posted is not None and not posted.fits(decks):
        wanted = " or ".join(map(str, posted.decks))
        text = f"is for {wanted} deck{'' if wanted == '1' else 's'}, not for {decks}; post another paytable"
        yield f"{key}.paytables.{bet.paytable}", text


def _meter_faults(at: str, jackpot: Jackpot, paytable: Paytable) -> Faults:
    for level in paytable.levels:
        if level not in jackpot.levels:
            yield at, f"it pays a share of {level!r}; the levels are {', '.join(jackpot.levels)}"
    for row, amounts in paytable.envy.items():
        if len(amounts) != len(paytable.stakes):
            yield at, f"envy for {row!r} needs one amount for each of the {len(paytable.stakes)} stakes"


def _four_card_faults(key: str, bet: SideBet, rules: Rules) -> Faults:
    """The four cards belong to two hands, which are swapped or split later; none of them is the first."""
    if FIRST_FOUR not in bet.reads:
        return
    if set(bet.reads) & {FIRST_CARD, FIRST_TWO, FINAL_HAND, LAMMERS, IN_ORDER}:
        yield f"{key}.reads", f"a bet that reads {FIRST_FOUR} may read only {UP_CARD} or {DEALER_NATURAL} besides"
    if bet.settled == "when the dealer is done":
        yield f"{key}.settled", f"{FIRST_FOUR} are read before the hands are swapped or split"
    if {rules.first_ace.player, rules.first_ace.dealer} != {"plays on"}:
        yield f"{key}.reads", f"{FIRST_FOUR}: a first-card ace that wins ends the deal before them"


def _word_faults(key: str, bet: SideBet) -> Faults:
    """Conditions on cards that cannot be decided for what the bet reads."""
    for name, outcome in bet.outcomes.items():
        words = {word for scope, word, _ in card_words(outcome) if scope != "up"}
        if FIRST in words and FIRST_FOUR in bet.reads:
            yield f"{key}.outcomes.{name}", f"first: none of {FIRST_FOUR} is the first; they belong to two hands"
        if GROUPS in words and FINAL_HAND in bet.reads:
            yield f"{key}.outcomes.{name}", f"groups: the ranks of {FINAL_HAND} are not counted"


def _wheel_faults(key: str, bet: SideBet) -> Faults:
    """The prizes of a wheel are amounts, so there is one stake; the spin follows the deal."""
    for name, paytable in bet.paytables.items():
        if paytable.wheels and bet.minimum != bet.maximum:
            yield f"{key}.maximum", f"paytable {name} has a wheel, whose prizes are for one stake: equal the minimum"
        if paytable.wheels and bet.settled != "after the deal":
            yield f"{key}.settled", f"paytable {name} has a wheel, which is spun after the deal"
        if paytable.wheels and (paytable.shares or paytable.envy or paytable.dealer):
            yield f"{key}.paytables.{name}", "beside a wheel there are no shares, envy or dealer pays"


def _reading_faults(key: str, bet: SideBet) -> Faults:
    reads = bet.reads
    if LAMMERS in reads and len(reads) > 1:
        yield f"{key}.reads", f"a bet that reads {LAMMERS} reads nothing else"
    if {FIRST_CARD, FIRST_TWO} <= set(reads):
        yield f"{key}.reads", f"{FIRST_TWO} include {FIRST_CARD}; leave one of them out"
    if LAMMERS in reads and bet.lammers is None:
        yield f"{key}.reads", f"the block {key}.lammers is missing: it states how lammers are counted"
    if bet.lammers is not None and LAMMERS not in reads:
        yield f"{key}.reads", f"the block {key}.lammers is for bets that read {LAMMERS}"
    if (ROUNDS_WON in reads) != (bet.streak is not None):
        yield f"{key}.reads", f"a bet that reads {ROUNDS_WON} has the block {key}.streak, and no other bet has it"
    if ROUNDS_WON in reads and (len(reads) > 1 or bet.placed_later):
        yield f"{key}.reads", f"a bet that reads {ROUNDS_WON} reads nothing else and is placed with the main wager"
    if {LAMMERS, FINAL_HAND, ROUNDS_WON} & set(reads) and bet.settled != "when the dealer is done":
        yield f"{key}.settled", "the inputs of the bet are known only when the dealer is done"
    if DEALER_NATURAL in reads and bet.settled == "after the deal":
        yield f"{key}.settled", "a dealer natural is known after the peek at the earliest"
    if bet.unfinished == "dealer completes" and FINAL_HAND not in reads:
        yield f"{key}.unfinished", f"the dealer completes the hand only for a bet that reads {FINAL_HAND}"
    if bet.placed_later and FINAL_HAND not in reads:
        yield f"{key}.placed", f"a bet placed {bet.placed} must read {FINAL_HAND}; other inputs may be known by then"
    if bet.settled == BEFORE_SECOND and not set(reads) <= {FIRST_CARD, UP_CARD}:
        yield f"{key}.settled", f"before the second card only {FIRST_CARD} and {UP_CARD} are known"
    if bet.parlay is not None and bet.settled != BEFORE_SECOND:
        yield f"{key}.settled", f"winnings can join the main wager only if the bet is settled {BEFORE_SECOND}"
    if SPLIT_HANDS in reads and FIRST_TWO not in reads:
        yield f"{key}.reads", f"a bet that reads {SPLIT_HANDS} reads {FIRST_TWO} too, which are split"
    if (SPLIT_HANDS in reads) != (bet.settled == WHEN_KNOWN):
        yield f"{key}.settled", f"{WHEN_KNOWN} is for bets that read {SPLIT_HANDS}, and only for them"
    if bet.jackpot is not None and bet.settled not in ("after the deal", "when my cards decide"):
        yield f"{key}.settled", "a progressive bet is settled after the deal or when the player's cards decide"
    yield from _order_faults(key, bet)
    yield from _wheel_faults(key, bet)
    for name, outcome in bet.outcomes.items():
        for missing in dict.fromkeys(unread(outcome, reads)):
            yield (
                f"{key}.outcomes.{name}",
                f"has a condition on {missing}, which the bet does not read ({', '.join(reads)})",
            )


def _order_faults(key: str, bet: SideBet) -> Faults:
    """A bet on the cards in the order dealt reads nothing else, asks how they start, and waits for them."""
    if (IN_ORDER in bet.reads) != (bet.settled == "when my cards decide"):
        yield f"{key}.settled", f"'when my cards decide' is for bets that read {IN_ORDER}, and only for them"
    if IN_ORDER in bet.reads and len(bet.reads) > 1:
        yield f"{key}.reads", f"a bet that reads {IN_ORDER} reads nothing else"
    for name, outcome in bet.outcomes.items():
        if any((word is STARTS) != (IN_ORDER in bet.reads) for _, word, _ in card_words(outcome)):
            yield f"{key}.outcomes.{name}", f"starts is the condition of bets that read {IN_ORDER}, and the only one"
