"""Values that were added to the schema later. A sheet without them stays valid and is played as before."""

from lammer.cards.money import Odds
from lammer.rules.sheet_entry import HOUSE, Entry

ADDED_LATER = {
    "surrender.returns": Odds(1, 2),
    "natural.even_money_pays": Odds(1, 1),
    "free.double_cards": "two",
    "free.automatic": False,
    "dealer.boxes_busts_under": (),
    "against.offered": False,
    "against.pays": Odds(1, 1),
    "against.both_bust_loses": Odds(1, 2),
    "against.plays_by": "the dealer's rules",
    "against.result": "the opposite of the hand's",
    "against.company": "all bettors of a box bet the same way",
    "hands.per_box": 1,
    "hands.wagers": "equal",
    "hands.swap": "none",
    "hands.natural_by_swap": "21",
}


def added_entries(file: str) -> dict[str, Entry]:
    """Entries for a sheet file that does not state these values. They are implied, so its digest does not change."""
    return {key: Entry(value, (HOUSE,), None, "", file, implied=True) for key, value in ADDED_LATER.items()}
