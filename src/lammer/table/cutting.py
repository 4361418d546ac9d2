"""The cut of the shoe: who cuts, how many cards, and the position of the cut card."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.rules.sheet import Sheet
from lammer.table.actions import Refusal
from lammer.table.promise import SCHEME, Promise, end_of_shoe

if TYPE_CHECKING:
    from lammer.table.shoe import Shoe


class CutOffer(NamedTuple):
    """The cut is offered to the first box of ``order``, or to the last resort if all have declined.

    Box 1 is on the dealer's far left, where the deal begins; "to the right" is the next higher number.
    """

    sheet: Sheet
    order: tuple[int, ...]

    @property
    def offered_to(self) -> int | str:
        return self.order[0] if self.order else self.sheet.rules.cut.last_resort


def offer_cut(sheet: Sheet, players: tuple[int, ...], dealt_cut_card: int | None = None) -> CutOffer:
    """The first offer: to the far-left player at a new game, later to the player who was dealt the cut card."""
    order = tuple(sorted(players))
    if dealt_cut_card in order and sheet.rules.cut.later == "dealt the cut card":
        at = order.index(dealt_cut_card)
        order = order[at:] + order[:at]
    return CutOffer(sheet, order)


def refuse_the_cut(offer: CutOffer) -> CutOffer:
    """The player declines; the offer passes to the next on the right."""
    return offer._replace(order=offer.order[1:])


def cut_range(sheet: Sheet) -> tuple[int, int]:
    """The minimum and maximum number of cards cut; the sheet's minimum must remain on both sides."""
    minimum = int(sheet.rules.cut.minimum_decks * DECK_SIZE)
    return minimum, sheet.rules.shoe.decks * DECK_SIZE - minimum


def new_promise(sheet: Sheet, seed: bytes, number: int, boxes: int, cuts: str, table: str = "") -> Promise:
    """Everything the house decides about a new shoe; the cut card is in the middle of its range. The shoe is over when
    too few cards are left for a round with this number of ``boxes``."""
    rules, behind = sheet.rules.shoe, sum(cut_card_range(sheet)) // 2
    return Promise(
        seed=seed,
        decks=rules.decks,
        burn=rules.burn,
        behind_cut_card=behind,
        scheme=SCHEME,
        table=table,
        number=number,
        ends_at=end_of_shoe(behind, rules.minimum_cards_per_box, boxes),
        cut_range=cut_range(sheet),
        cuts=cuts,
    )


def refuse_cut(sheet: Sheet, cards: int) -> Refusal | None:
    minimum, maximum = cut_range(sheet)
    if minimum <= cards <= maximum:
        return None
    text = f"a cut takes {minimum} to {maximum} cards, with at least {minimum} on either side; {cards} is not allowed"
    return Refusal("cut", sheet.clause("cut.minimum_decks"), text)


def cut_card_range(sheet: Sheet) -> tuple[int, int]:
    """The minimum and maximum number of cards behind the cut card; at most half of a small shoe."""
    rules, half = sheet.rules.cut, sheet.rules.shoe.decks * DECK_SIZE // 2
    return min(int(rules.card_minimum_decks * DECK_SIZE), half), min(int(rules.card_maximum_decks * DECK_SIZE), half)


def refuse_cut_card(sheet: Sheet, behind: int) -> Refusal | None:
    minimum, maximum = cut_card_range(sheet)
    if minimum <= behind <= maximum:
        return None
    text = f"the cut card goes {minimum} to {maximum} cards from the end, not {behind}"
    return Refusal("cut-card", sheet.clause("cut.card_minimum_decks"), text)


def box_dealt_cut_card(shoe: "Shoe", first: int, boxes: Sequence[int]) -> int:
    """The box that was dealt the cut card in a round whose first card was at ``first`` and whose cards went to
    ``boxes`` in order; 0 for the dealer, or if it was not dealt in this round."""
    at = len(shoe.cards) - shoe.behind_cut_card - first
    return boxes[at] if 0 <= at < len(boxes) else 0
