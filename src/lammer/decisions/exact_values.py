"""Values of a situation from the exact analysis.

The shoe is a full one without the cards that the player sees; values are exact for it (`exact/evs.py`). A lammer bet
that is still open is included (`exact/combined_hand.py`); other side bets do not depend on the decision. Insurance is
valued together with the hand: ``pass`` has the value of the hand before the dealer checks for a natural. A top-up of
insurance is valued as a separate bet, where ``pass`` is 0. A parlay makes the main wager larger: one of 1 wager doubles
what the main game is worth with the first card.
"""

from lammer.decisions.situation import LammerSide, Situation
from lammer.decisions.values import Known
from lammer.exact.analysed import analysed_tables
from lammer.exact.combined_hand import LammerPays, LammerWager, combined_values
from lammer.exact.evs import FromSplit, action_values, checked_up_card, natural_worth, one_card_value
from lammer.exact.finding import shoe_of
from lammer.exact.hands import Floats
from lammer.exact.parlays import first_card_worth
from lammer.exact.pays import pays_of
from lammer.exact.refusals import NotAnalysed
from lammer.exact.sidebets import check_side_bet
from lammer.exact.stakes import FREE, OWN
from lammer.exact.two_hands import start_values
from lammer.exact.up_card import Against
from lammer.rule_tables.tables import RuleTables
from lammer.rules.sheet import Sheet
from lammer.table.state import Question


def known_values(sheet: Sheet, situation: Situation) -> Known:
    """Raises NotAnalysed if the analysis does not cover the sheet or the hand."""
    tables = analysed_tables(sheet)
    shoe, _ = shoe_of(sheet)
    for value in situation.gone:
        shoe[value - 1] -= 1
    if not situation.about:
        return _of_play(sheet, tables, shoe, situation)
    if situation.about == Question.INSURANCE:
        return _of_insurance(sheet, tables, shoe, situation)
    if situation.about == Question.TOP_UP:
        against = checked_up_card(tables, shoe, situation.cards, situation.up, _from_split(tables, situation))
        return Known((("insure", _insurance(sheet, against, situation)), ("pass", 0.0)), (("insure", 0.0),))
    if situation.about == Question.PARLAY:
        worth = first_card_worth(tables, shoe, situation.cards[0], situation.up)
        return Known((("parlay", 2 * worth), ("pass", worth)), (("parlay", worth),))
    if situation.about == Question.SWITCH:
        return _of_switch(tables, shoe, situation)
    return Known(())


def _of_switch(tables: RuleTables, shoe: Floats, situation: Situation) -> Known:
    """What both hands bring, each valued with the other's cards away."""
    keep, swap = start_values(tables, shoe, situation.cards, situation.other, situation.up)
    return Known((("switch", swap), ("pass", keep)))


def _of_play(sheet: Sheet, tables: RuleTables, shoe: Floats, situation: Situation) -> Known:
    cards, up, split = situation.cards, situation.up, _from_split(tables, situation)
    included, left_out = situation.sides, ""
    try:
        for side in included:
            check_side_bet(sheet, side.bet)
    except NotAnalysed as refused:
        included, left_out = (), str(refused)
    values = action_values(tables, shoe, cards, up, split)
    if included:
        values = _with_sides(sheet, tables, shoe, situation, values, split)
    nothing: dict[str, float] = {}
    if "double" in values:
        plain = one_card_value(checked_up_card(tables, shoe, cards, up, split), cards, split)
        # The side bet gains as much from a double for less as from a full one, so its part does not depend on the
        # amount.
        main = action_values(tables, shoe, cards, up, split)["double"] if included else values["double"]
        nothing["double"] = plain + values["double"] - main
    return Known(tuple(values.items()), tuple(nothing.items()), tuple(one.bet for one in included), left_out)


def _with_sides(
    sheet: Sheet,
    tables: RuleTables,
    shoe: Floats,
    situation: Situation,
    main: dict[str, float],
    split: FromSplit | None,
) -> dict[str, float]:
    """Values of the main game together with the lammer bet."""
    if len(situation.sides) > 1:
        raise NotAnalysed("several lammer bets are open; the coach values only one together with the main game")
    side = situation.sides[0]
    bet = sheet.rules.side_bets[side.bet]
    pays = LammerPays.of(bet, bet.paytables[bet.paytable])
    found = combined_values(tables, shoe, situation.cards, situation.up, split, _wager(tables, side), pays)
    return {action: found[action] for action in found if action in main}


def _wager(tables: RuleTables, side: LammerSide) -> LammerWager:
    return LammerWager(side.ratio, side.taken, tuple(_stake(tables, split) for split in side.pending))


def _stake(tables: RuleTables, split: str | None) -> str:
    return FREE if split == "free" else pays_of(tables).paid_stake if split == "paid" else OWN


def _from_split(tables: RuleTables, situation: Situation) -> FromSplit | None:
    return FromSplit(_stake(tables, situation.split), situation.hands) if situation.hands > 1 else None


def _of_insurance(sheet: Sheet, tables: RuleTables, shoe: Floats, situation: Situation) -> Known:
    cards = situation.cards
    against = checked_up_card(tables, shoe, cards, situation.up)
    if tables.hands_per_box > 1:  # valued apart from the two hands
        return Known((("insure", _insurance(sheet, against, situation)), ("pass", 0.0)), (("insure", 0.0),))
    if tables.dealing.is_natural(cards[0], cards[1]):
        declined = natural_worth(against, cards)
    else:
        declined = max(action_values(tables, shoe, cards, situation.up).values())
        if against.peeks:
            met = against.cards.natural_chance(*cards)
            declined = (1 - met) * declined + met * against.pays.lost_to_natural()
    even = sheet.rules.natural.even_money_pays
    full = {
        "pass": declined,
        "insure": declined + _insurance(sheet, against, situation),
        "even-money": even.numerator / even.denominator,
    }
    return Known(tuple(full.items()), (("insure", declined),))


def _insurance(sheet: Sheet, against: Against, situation: Situation) -> float:
    """Expected net of an insurance of 1."""
    seen = (*situation.cards, *((situation.cards[0],) * (situation.hands - 1)))
    chance, pays = against.cards.natural_chance(*seen), sheet.rules.insurance.pays
    return chance * pays.numerator / pays.denominator - (1 - chance)
