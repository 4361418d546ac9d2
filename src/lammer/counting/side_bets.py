"""Effects of removal of insurance and of side bets that depend on the cards alone, from exact fractions."""

from collections.abc import Iterator

from lammer.counting.effects import Effects, effects_from
from lammer.rules.outcome_chances import NotCounted, outcome_chances
from lammer.rules.removal_chances import chances_without, without_card
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import Outcome, insurance_bets, outcomes_paid


def fixed_bet_effects(sheet: Sheet, bet_id: str, shoe: ShoeCards) -> Iterator[Effects]:
    """Every paytable of a side bet. Raises NotCounted for a bet that depends on play, or on more than is known of the
    shoe."""
    bet = sheet.side_bets[bet_id]
    try:
        chances, after = outcome_chances(bet, sheet.rules, shoe), chances_without(bet, sheet.rules, shoe)
    except NotCounted as refused:
        raise NotCounted(f"{sheet.side_bet_keys[bet_id]}.{refused}") from None
    different = {id(one): one for one in after.values()}
    for name, paytable in bet.paytables.items():
        evs = {key: _ev(outcomes_paid(bet, paytable, one)) for key, one in different.items()}
        before = _ev(outcomes_paid(bet, paytable, chances))
        yield effects_from(bet_id, name, "", shoe, before, {code: evs[id(one)] for code, one in after.items()})


def insurance_effects(sheet: Sheet, shoe: ShoeCards) -> Iterator[Effects]:
    """Insurance under each up card with which it is offered; the player's own cards are not known."""
    there = [code for code, count in enumerate(shoe.counts) if count]
    after = {
        code: {one.paytable: one for one in insurance_bets(sheet.rules, without_card(shoe, code))} for code in there
    }
    for found in insurance_bets(sheet.rules, shoe):
        # The last ace of a shoe cannot be both the up card and removed: it has no effect.
        evs = {code: -bets.get(found.paytable, found).house_edge for code, bets in after.items()}
        yield effects_from(found.id, found.paytable, "", shoe, -found.house_edge, evs)


def _ev(outcomes: tuple[Outcome, ...]) -> float:
    return sum(outcome.probability * outcome.pays for outcome in outcomes)
