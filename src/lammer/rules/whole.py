"""Faults of a sheet as a whole: values that are each in range but do not fit together."""

from collections.abc import Iterator

from lammer.rules.outcomes import ANY_22, DEALER_22, FIRST_CARDS, LAMMERS, SEVENS
from lammer.rules.schema import AnySideBet, MeterPaytable, Rules, SevensBet


def whole_sheet_faults(rules: Rules) -> Iterator[tuple[str, str]]:
    """Key and text of each fault."""
    if rules.limits.least > rules.limits.most:
        yield "limits.least", f"the table minimum {rules.limits.least} is above the maximum {rules.limits.most}"
    if rules.cut.card_least_decks > rules.cut.card_most_decks:
        yield "cut.card_least_decks", "the cut card's nearest place lies behind its farthest"
    if 2 * rules.cut.least_decks > rules.shoe.decks:
        yield "cut.least_decks", f"{rules.shoe.decks} decks cannot be cut with {rules.cut.least_decks:g} on either side"
    if rules.dealer.peek_under and not rules.dealer.hole_card:
        yield "dealer.peek_under", "there is no hole card to look at; set it to []"
    if rules.natural.paid == "at once" and rules.insurance.under:
        yield "insurance.under", "naturals are paid before the dealer's second card, so there is nothing to insure"
    for section, bets, rows in (
        ("lammer_bets", rules.lammer_bets, LAMMERS),
        ("dealer_22_bets", rules.dealer_22_bets, (*DEALER_22, ANY_22)),
        ("first_cards_bets", rules.first_cards_bets, FIRST_CARDS),
        ("sevens_bets", rules.sevens_bets, SEVENS),
    ):
        for bet_id, bet in bets.items():
            yield from _bet_faults(f"{section}.{bet_id}", bet, rows)


def _bet_faults(key: str, bet: AnySideBet, rows: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if bet.least > bet.most:
        yield f"{key}.least", f"the minimum {bet.least} is above the maximum {bet.most}"
    if bet.paytable not in bet.paytables:
        yield f"{key}.paytable", f"there is no paytable {bet.paytable!r} ({', '.join(bet.paytables)})"
    for name, paytable in bet.paytables.items():
        at = f"{key}.paytables.{name}"
        shares = paytable.shares if isinstance(paytable, MeterPaytable) else {}
        for row in (*paytable.rows, *shares):
            if row not in rows:
                yield at, f"{row!r} is no outcome of this bet; its outcomes are {', '.join(rows)}"
        if ANY_22 in paytable.rows and len(paytable.rows) > 1:
            yield at, "a row for every 22 leaves nothing for rows by suit"
        if isinstance(bet, SevensBet) and isinstance(paytable, MeterPaytable):
            yield from _meter_faults(at, bet, paytable)


def _meter_faults(at: str, bet: SevensBet, paytable: MeterPaytable) -> Iterator[tuple[str, str]]:
    for row, share in paytable.shares.items():
        if share.level not in bet.levels:
            yield at, f"{row!r} takes a share of {share.level!r}; the levels are {', '.join(bet.levels)}"
    for row, amounts in paytable.envy.items():
        if len(amounts) != len(paytable.stakes):
            yield at, f"envy for {row!r} needs one amount for each of the {len(paytable.stakes)} stakes"
