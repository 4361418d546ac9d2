"""A shoe on the table: shuffled, cut, burned from, dealt until the cut card shows."""

from dataclasses import dataclass, field

from lammer.rules.sheet import Sheet
from lammer.table.actions import Refused
from lammer.table.cutting import refuse_cut, refuse_cut_card
from lammer.table.shuffle import commitment, shoe_order

SHOE_EMPTY = "the shoe has run out of cards"
"""The reason of the void that follows."""


class ShoeEmpty(RuntimeError):
    """No card is left; the round cannot go on."""


@dataclass
class Shoe:
    """Cards in dealing order. ``position`` counts cards gone, burned ones included."""

    seed: bytes
    decks: int
    cut: int
    behind_cut_card: int
    burn: int
    cards: list[int] = field(init=False, repr=False)
    position: int = field(init=False)

    def __post_init__(self) -> None:
        order = shoe_order(self.seed, self.decks)
        self.cards = order[self.cut :] + order[: self.cut]
        self.position = self.burn

    @property
    def commitment(self) -> str:
        return commitment(self.seed, self.decks)

    @property
    def cut_card_out(self) -> bool:
        """The cut card has shown: this round is finished, then the shoe is shuffled."""
        return len(self.cards) - self.position <= self.behind_cut_card

    @property
    def used(self) -> bool:
        """A card has been dealt from it."""
        return self.position > self.burn

    @property
    def left(self) -> int:
        return len(self.cards) - self.position

    def draw(self) -> int:
        if self.position >= len(self.cards):
            raise ShoeEmpty(SHOE_EMPTY)
        self.position += 1
        return self.cards[self.position - 1]


def fill_shoe(sheet: Sheet, seed: bytes, cut: int, behind_cut_card: int) -> Shoe:
    """A fresh shoe cut where the player cut it. Raises Refused when a cut is too thin or the cut card misplaced."""
    refused = refuse_cut(sheet, cut) or refuse_cut_card(sheet, behind_cut_card)
    if refused is not None:
        raise Refused(refused)
    return Shoe(seed, sheet.rules.shoe.decks, cut, behind_cut_card, sheet.rules.shoe.burn)
