"""Values that sheets did not state at first. A sheet without them is played as it always was, and stays valid."""

from lammer.cards.money import Odds
from lammer.rules.sheet_entry import HOUSE, Entry

ADDED_LATER = {
    "surrender.returns": Odds(1, 2),
    "natural.even_money_pays": Odds(1, 1),
}


def added_entries(file: str) -> dict[str, Entry]:
    """What a sheet file says that does not state these values. They are implied, so its digest stays what it was."""
    return {key: Entry(value, (HOUSE,), None, "", file, implied=True) for key, value in ADDED_LATER.items()}
