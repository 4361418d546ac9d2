"""The rules of lights as the analysis reads them, found by dealing a hand at the table."""

from typing import NamedTuple

from lammer.cards.card import DECK_SIZE, VALUES, parse_card
from lammer.cards.hand import natural_partner
from lammer.rules.sheet import Sheet
from lammer.table.lights import may_trade
from lammer.table.state import Bettor, Box, Hand, Round, Stage, Stake, Status, Waits

WAGER = 2


class LightRules(NamedTuple):
    """Which card of every deck is marked, and what it brings."""

    name: str
    marked: int
    """Code of the marked card."""
    trades: bool
    """Whether a light is for a card that is traded; else every playable marked card gives one."""
    naturals: bool
    """Whether the marked card of a natural may be traded."""
    needed: int
    prize: int
    """In minor units, for so many lights."""

    @property
    def value(self) -> int:
        """The value of the marked card, 1 the ace … 10."""
        return VALUES[self.marked]

    @property
    def of_value(self) -> int:
        """Cards of one deck with that value."""
        return sum(VALUES[code] == self.value for code in range(DECK_SIZE))

    @property
    def light(self) -> float:
        """What a light is worth in minor units, see ``exact/lights.py``."""
        return self.prize / self.needed


def light_rules(sheet: Sheet) -> LightRules | None:
    """None where no card is marked."""
    rules = sheet.rules.lights
    if rules is None:
        return None
    marked = parse_card(rules.marked)
    return LightRules(rules.name, marked, rules.trade, _naturals(sheet, marked), rules.needed, rules.prize)


def _naturals(sheet: Sheet, marked: int) -> bool:
    """Whether the table asks about the marked card of a natural."""
    limit = sheet.rules.points.limit
    partner = natural_partner(VALUES[marked], limit)
    if partner is None:
        return False
    hand = Hand((marked, 4 * (partner - 1)), limit, True, (Stake(WAGER),), status=Status.NATURAL)
    box = Box(1, (Bettor(1, WAGER),), (hand,))
    return may_trade(Round(sheet, Stage.PLAYING, Waits.PLAY, (box,)), box, hand)
