"""The buttons of the dealer display before the deal: the sensors light up, then the wagers are taken (SD.19 (4)).

If the sheet says that the dealer presses each button, a table with a dealer on duty waits for these two, for the deal
and for the hand's last button. If nobody is on duty, the table takes all these steps itself, as the automatic dealer.
"""

from lammer.floor.betting import standing_bets
from lammer.floor.jackpot import AUTOMATIC, JackpotHand, dealer_presses
from lammer.floor.money import bets_of, holding
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import Done, Now, under_way, with_
from lammer.floor.steps import sensed_by


def lights(now: Now) -> Done:
    """Closes the bets and lights every sensor with a wager. Players who are not ready get their bets back."""
    hand = _display(now)
    if under_way(now.table):
        raise FloorRefused("dealt", "the round is already under way")
    table, playing, _ = standing_bets(now)
    sensed = sensed_by(playing, now.sensor)
    if not sensed:
        raise FloorRefused("no-wagers", "there is no progressive wager on a sensor: deal the round", "SD.19 (4)")
    entries = holding(table, bets_of(now.table), bets_of(table))
    hand.light(now.player, table.round + 1, sensed)
    lit = {str(box): wager.amount for box, wager in sensed.items()}
    return Done(with_(table, sensed=sensed, deadline=""), tuple(entries), {"lit": lit})


def take(now: Now) -> Done:
    """Removes the wagers from the sensors and advances the meters."""
    hand = _display(now)
    hand.take(now.player)
    return Done(now.table, (), {"taken": {str(box): amount for box, amount in hand.table.wagers.items()}})


def _display(now: Now) -> JackpotHand:
    """The display, if the player may use it: the dealer on duty, or the automatic dealer after that dealer left."""
    if now.jackpot is None:
        raise FloorRefused("no-jackpot", "this table has no dealer display, since it has no jackpot", "SD.19 (1)")
    relieved = not now.table.dealer and now.jackpot.lit and now.player == AUTOMATIC
    if not (relieved or dealer_presses(now.table)):
        raise FloorRefused("not-yours", "the table presses this button itself", "SD.19 (4)")
    if not relieved and now.player != now.table.dealer:
        raise FloorRefused("other-dealer", f"{now.table.dealer} is on duty here", "SD.19 (4)")
    return now.jackpot
