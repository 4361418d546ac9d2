"""A shoe on the table: shuffled, cut, with burned cards, and dealt until the cut card is out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.table.actions import Refused
from lammer.table.cutting import refuse_cut, refuse_cut_card
from lammer.table.promise import Contribution, Promise
from lammer.table.shuffle import shoe_order
from lammer.table.spins import spin_of

SHOE_EMPTY = "the shoe has run out of cards"
"""The reason for the void that follows."""


class ShoeEmpty(LammerError, RuntimeError):
    """No card is left; the round cannot continue."""


@dataclass
class Shoe:
    """Cards in dealing order. ``position`` counts the dealt and burned cards."""

    promise: Promise
    cut: int
    contributions: tuple[Contribution, ...] = ()
    cut_by: str = ""
    """The player who cut it; empty for the house."""
    cards: list[int] = field(init=False, repr=False)
    position: int = field(init=False)

    def __post_init__(self) -> None:
        order = shoe_order(self.promise.final_seed(self.contributions), self.promise.decks)
        self.cards = order[self.cut :] + order[: self.cut]
        self.position = self.promise.burn

    @property
    def seed(self) -> bytes:
        return self.promise.seed

    @property
    def decks(self) -> int:
        return self.promise.decks

    @property
    def burn(self) -> int:
        return self.promise.burn

    @property
    def behind_cut_card(self) -> int:
        return self.promise.behind_cut_card

    @property
    def commitment(self) -> str:
        return self.promise.commitment

    @property
    def over(self) -> bool:
        """Whether no further round is dealt from this shoe, between rounds."""
        return self.used and self.left <= self.promise.ends_at

    @property
    def cut_card_out(self) -> bool:
        """Whether the cut card is out. The round is finished, then there is a new shoe."""
        return len(self.cards) - self.position <= self.behind_cut_card

    @property
    def used(self) -> bool:
        """Whether a card has been dealt from the shoe."""
        return self.position > self.burn

    @property
    def left(self) -> int:
        return len(self.cards) - self.position

    def draw(self) -> int:
        if self.position >= len(self.cards):
            raise ShoeEmpty(SHOE_EMPTY)
        self.position += 1
        return self.cards[self.position - 1]

    def spin(self, round_number: int, nth: int, weights: Sequence[int]) -> int:
        """The stop of the ``nth`` spin of a round."""
        return spin_of(self.promise.final_seed(self.contributions), round_number, nth, weights)


def fill_shoe(sheet: Sheet, promise: Promise, cut: int, cut_by: str = "") -> Shoe:
    """A new shoe with this cut. Raises Refused if the cut or the position of the cut card is out of range."""
    refused = refuse_cut(sheet, cut) or refuse_cut_card(sheet, promise.behind_cut_card)
    if refused is not None:
        raise Refused(refused)
    return Shoe(promise, cut, cut_by=cut_by)
