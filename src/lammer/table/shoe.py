"""A shoe on the table: it is shuffled, cut and burned, and dealt until the cut card shows."""

from dataclasses import dataclass, field

from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.table.actions import Refused
from lammer.table.cutting import refuse_cut, refuse_cut_card
from lammer.table.promise import Contribution, Promise
from lammer.table.shuffle import shoe_order

SHOE_EMPTY = "the shoe has run out of cards"
"""The reason of the void that follows."""


class ShoeEmpty(LammerError, RuntimeError):
    """No card is left; the round cannot continue."""


@dataclass
class Shoe:
    """Cards in dealing order. ``position`` counts cards gone, burned ones included."""

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
        """Between rounds: whether no further round is dealt from this shoe."""
        return self.used and self.left <= self.promise.ends_at

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


def fill_shoe(sheet: Sheet, promise: Promise, cut: int, cut_by: str = "") -> Shoe:
    """A fresh shoe cut where the player cut it. Raises Refused when a cut is too thin or the cut card misplaced."""
    refused = refuse_cut(sheet, cut) or refuse_cut_card(sheet, promise.behind_cut_card)
    if refused is not None:
        raise Refused(refused)
    return Shoe(promise, cut, cut_by=cut_by)
