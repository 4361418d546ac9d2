"""Round after round at one table: shoes filled, cut and dealt to the cut card, every round numbered and recorded."""

from collections.abc import Callable
from typing import Any

from lammer.rules.sheet import Sheet
from lammer.table.actions import Action
from lammer.table.betting import open_round
from lammer.table.cutting import cut_card_range, cut_range
from lammer.table.drive import Choose, Dealt, Played, play_on
from lammer.table.records import record, shoe_evidence
from lammer.table.round import begin
from lammer.table.shoe import Shoe, fill_shoe
from lammer.table.shuffle import DrawStream, derived_seed, new_seed
from lammer.table.state import Meter

CARDS_A_BOX = 6
"""A round is not begun with fewer cards than this for each box and the dealer."""


def secure_seeds(_number: int) -> bytes:
    """Seeds nobody can know beforehand."""
    return new_seed()


def seeds_from(master: str) -> Callable[[int], bytes]:
    """Reproducible seeds, one for each shoe."""
    return lambda number: derived_seed(master, f"shoe {number}")


class Session:
    """A table in use. ``fresh`` fills a new shoe for every round instead of dealing to the cut card."""

    def __init__(self, sheet: Sheet, seeds: Callable[[int], bytes] = secure_seeds, *, fresh: bool = False) -> None:
        self.sheet = sheet
        self.rounds = 0
        self.shoes = 0
        self.meters: tuple[Meter, ...] | None = None
        self._seeds = seeds
        self._fresh = fresh
        self._shoe: Shoe | None = None
        self._dealt: Dealt | None = None

    def shoe_for(self, boxes: int) -> tuple[Shoe, bool]:
        """The shoe to deal from, and whether it is a new one."""
        shoe = self._shoe
        if shoe is None or self._fresh or shoe.cut_card_out or shoe.left < CARDS_A_BOX * (boxes + 1):
            self._shoe = self._new_shoe()
            return self._shoe, True
        return shoe, False

    def _new_shoe(self) -> Shoe:
        self.shoes += 1
        seed = self._seeds(self.shoes)
        # The cut has a stream of its own: it must not reveal anything of the shuffle's.
        choice = DrawStream(b"cut" + seed)
        least, most = cut_range(self.sheet)
        near, far = cut_card_range(self.sheet)
        return fill_shoe(self.sheet, seed, least + choice.below(most - least + 1), (near + far) // 2)

    def _with_bets(self, bets: tuple[Action, ...]) -> Dealt:
        opened = open_round(self.sheet, self.meters)
        if self._dealt is None or self._dealt.bets != bets or self._dealt.opened != opened:
            self._dealt = Dealt(opened, bets, *begin(opened, bets))
        return self._dealt

    def deal(self, bets: tuple[Action, ...], choose: Choose) -> tuple[Played, dict[str, Any]]:
        """One round and its record, with the evidence of its shoe."""
        shoe, _ = self.shoe_for(len({bet.box for bet in bets}))
        first = shoe.position
        played = play_on(self._with_bets(bets), shoe.draw, choose)
        self.rounds += 1
        entry = record(played, self.rounds)
        entry["shoe"] = shoe_evidence(shoe, first, self.shoes)
        return played, entry
