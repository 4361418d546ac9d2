"""How a progressive wager is taken, a win verified and paid, step by step, in sentences made from the sheet."""

from collections.abc import Iterator

from lammer.rules.posted import PostedRule
from lammer.rules.schema import Jackpot, SideBet
from lammer.rules.sheet import Sheet

BUTTONS = {
    "dealer presses each": "The dealer presses the button; sensors with a wager light up, and the wagers are taken.",
    "table presses them": "The table lights the sensors with a wager and takes the wagers.",
}
AT_ONCE = {
    "in order": "Wins of one hand are paid in that order, each from the amount that the one before has left.",
    "equal shares": "Full awards of one hand share the meter equally.",
}


def jackpot_steps(sheet: Sheet, bet_id: str) -> list[PostedRule]:
    bet, key = sheet.side_bets[bet_id], sheet.side_bet_keys[bet_id]
    assert bet.jackpot is not None  # asked only of progressive bets
    steps = _steps(bet, bet.jackpot)
    return [PostedRule(text, sheet.clause(f"{key}.jackpot.{name}")) for name, text in steps]


def _steps(bet: SideBet, jackpot: Jackpot) -> Iterator[tuple[str, str]]:
    yield "equipment", f"The table has a sensor at every position and a sign for {bet.name}."
    yield "plays_for", "A wager on the sensor beside the main wager plays for the progressive jackpot."
    yield "buttons", BUTTONS[jackpot.buttons]
    yield "advances", f"The meter advances by {jackpot.advances}."
    yield "order", "Hands are evaluated counter-clockwise."
    yield "selection", "For a winner the dealer selects the spot and the hand; pressing the button again undoes it."
    yield "notified", f"The dealer then calls a {jackpot.notified}."
    text = "The supervisor verifies the win and confirms it. The card of a supervisor or executive, by the amount,"
    yield "completed_by", f"{text} completes it, records the win and adjusts the meter."
    yield "percent_pays_from", f"Parts of a meter are paid from the {jackpot.percent_pays_from}."
    yield "fixed_pays_from", f"Other pays are paid from the {jackpot.fixed_pays_from}, not off the meter."
    yield "simultaneous", AT_ONCE[jackpot.simultaneous]
    yield "after_full_award", "After a full award the meter is reset to the seed amount plus any reserve."
    if bet.paytables[bet.paytable].envy:
        yield "envy_to", f"What a win pays to the dealers goes to the {jackpot.envy_to}."
    yield "ends", "The dealer's end button logs the hand and readies the table for the next one."
    yield "then", "When the progressive wagers are resolved, the round resumes."
    text = "The jackpot is discontinued only after its top award is won, or by a petition that is approved."
    yield "discontinued", text
