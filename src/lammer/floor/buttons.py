"""The dealer display before the deal, for whoever is on duty: sensors light up, then the wagers are taken (SD.19 (4)).

Where the sheet says that the dealer presses each button, a table with a dealer on duty waits for these two, for the
deal and for the hand's last button. Where nobody is on duty the table takes all of these steps itself, as its own
dealer.
"""

from lammer.floor.betting import standing_bets
from lammer.floor.jackpot import AUTOMATIC, JackpotHand, dealer_presses
from lammer.floor.money import bets_of, holding
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import Done, Now, under_way, with_
from lammer.floor.steps import sensed_by


def lights(now: Now) -> Done:
    """Bets are closed; every sensor with a wager lights up. Bets of players who are not ready come back."""
    hand = _display(now)
    if under_way(now.table):
        raise FloorRefused("dealt", "the round is already under way")
    table, playing, _ = standing_bets(now)
    sensed = sensed_by(playing, now.sensor)
    if not sensed:
        raise FloorRefused("no-wagers", "no progressive wager lies on a sensor: deal the round", "SD.19 (4)")
    entries = holding(table, bets_of(now.table), bets_of(table))
    hand.light(now.player, table.round + 1, sensed)
    lit = {str(box): wager.amount for box, wager in sensed.items()}
    return Done(with_(table, sensed=sensed, deadline=""), tuple(entries), {"lit": lit})


def take(now: Now) -> Done:
    """The wagers are removed from the sensors, and the meters advance."""
    hand = _display(now)
    hand.take(now.player)
    return Done(now.table, (), {"taken": {str(box): amount for box, amount in hand.table.wagers.items()}})


def _display(now: Now) -> JackpotHand:
    """The display of the dealer on duty; of the table itself once that dealer was relieved."""
    if now.jackpot is None:
        raise FloorRefused("no-jackpot", "this table has no dealer display: it belongs to no jackpot", "SD.19 (1)")
    relieved = not now.table.dealer and now.jackpot.lit and now.player == AUTOMATIC
    if not (relieved or dealer_presses(now.table)):
        raise FloorRefused("not-yours", "the table presses this button itself", "SD.19 (4)")
    if not relieved and now.player != now.table.dealer:
        raise FloorRefused("other-dealer", f"{now.table.dealer} is on duty here", "SD.19 (4)")
    return now.jackpot
