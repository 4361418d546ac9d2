"""Rounds of one shoe, for counting drills. The shoe is shuffled, cut, burned and dealt to the cut card as at a table of
the floor; every box is played by the game's built-in chart."""

from typing import NamedTuple

from lammer.rules.parlays import NEVER
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import MAIN, Action, bet
from lammer.table.lights import standing_trade
from lammer.table.offers import standing_answer
from lammer.table.parlays import standing_parlay
from lammer.table.session import Session, seeds_from
from lammer.table.state import Round

BOXES = 3
"""Boxes that are played."""


class DealtShoe(NamedTuple):
    """A shoe and the cards of each round that was dealt from it, in dealing order."""

    decks: int
    size: int
    burned: int
    rounds: tuple[tuple[int, ...], ...]

    def seen_before(self, round_: int) -> tuple[int, ...]:
        """The cards dealt before a round, the first round being 0. Burned cards are not seen."""
        return tuple(card for cards in self.rounds[:round_] for card in cards)

    def left_before(self, round_: int) -> int:
        """Cards in the shoe before a round."""
        return self.size - self.burned - len(self.seen_before(round_))


def deal_shoe(sheet: Sheet, seed: str) -> DealtShoe:
    """All rounds of one shoe. The same seed gives the same shoe."""
    session, chart = Session(sheet, seeds_from(seed)), house_chart(sheet)
    boxes, wager = min(BOXES, sheet.rules.limits.boxes), sheet.rules.limits.minimum
    bets = tuple(bet(box, wager, MAIN) for box in range(1, boxes + 1))

    def decide(round_: Round) -> Action:
        asked = standing_answer(round_, {}) or standing_parlay(round_, NEVER) or standing_trade(round_, trades=False)
        return asked or choose(chart, round_)

    rounds: list[tuple[int, ...]] = []
    shoe = session.shoe_for(boxes)
    while not shoe.over:
        first = shoe.position
        live = session.begin(bets)
        while not live.over:
            live.step(shoe.draw, decide)
        session.count(live, shoe, first)
        rounds.append(tuple(shoe.cards[first : shoe.position]))
    return DealtShoe(shoe.decks, len(shoe.cards), shoe.burn, tuple(rounds))
