"""A session at one table: shoes are shuffled, cut and dealt to the cut card, and every round is numbered and
recorded."""

from collections.abc import Callable
from functools import partial
from typing import Any

from lammer.rules.sheet import Sheet
from lammer.table.actions import Action
from lammer.table.betting import open_round
from lammer.table.carried import carried_after, with_carried
from lammer.table.cutting import CutOffer, box_dealt_cut_card, new_promise, offer_cut
from lammer.table.drive import Choose, Dealt, LiveRound, Played, close_bets
from lammer.table.promise import HOUSE, PLAYER
from lammer.table.records import record, shoe_evidence
from lammer.table.shoe import Shoe, fill_shoe
from lammer.table.shuffle import derived_seed, new_seed
from lammer.table.state import Meter


def secure_seeds(_number: int) -> bytes:
    """Unpredictable seeds."""
    return new_seed()


def seeds_from(master: str) -> Callable[[int], bytes]:
    """Reproducible seeds, one for each shoe."""
    return partial(_shoe_seed, master)


def _shoe_seed(master: str, number: int) -> bytes:
    return derived_seed(master, f"shoe {number}")


class Session:
    """A table in use. ``fresh`` uses a new shoe for every round instead of dealing to the cut card; ``cuts`` is who
    cuts it. One party is both house and players, so there are no contributions to the shoes."""

    def __init__(
        self,
        sheet: Sheet,
        seeds: Callable[[int], bytes] = secure_seeds,
        *,
        fresh: bool = False,
        cuts: str = HOUSE,
    ) -> None:
        self.sheet = sheet
        self.rounds = 0
        self.shoes = 0
        self.meters: tuple[Meter, ...] | None = None
        """The progressive levels; None for the sheet's amounts."""
        self.carried: tuple[Action, ...] = ()
        """Bets on the layout that wait for the next round."""
        self._seeds = seeds
        self._fresh = fresh
        self._cuts = cuts
        self._shoe: Shoe | None = None
        self._dealt: Dealt | None = None
        self._dealt_cut_card: int | None = None

    def shoe_for(self, boxes: int) -> Shoe:
        """The shoe for the next round: a new one if the last shoe is over."""
        shoe = self._shoe
        if shoe is None or shoe.over:
            self._shoe = shoe = self._new_shoe(boxes)
        return shoe

    def _new_shoe(self, boxes: int) -> Shoe:
        self.shoes += 1
        promise = new_promise(self.sheet, self._seeds(self.shoes), self.shoes, boxes, self._cuts)
        if self._fresh:
            promise = promise._replace(ends_at=promise.cards)
        return fill_shoe(self.sheet, promise, promise.house_cut(()))

    def offer_cut(self, players: tuple[int, ...]) -> CutOffer:
        """Who may cut the new shoe: the far-left player at first, later the one who was dealt the cut card (EU 1.8)."""
        return offer_cut(self.sheet, players, self._dealt_cut_card)

    def cut(self, cards: int) -> None:
        """A player cuts the new shoe. Raises Refused if the cut is out of range."""
        shoe = self._shoe
        if shoe is None or shoe.used:
            raise ValueError("a shoe is cut before its first card")
        self._shoe = fill_shoe(self.sheet, shoe.promise, cards, PLAYER)

    def begin(self, bets: tuple[Action, ...]) -> LiveRound:
        """A round with its bets closed, those included that are still on the layout. Raises Refused at the first wager
        that is not legal."""
        bets = with_carried(bets, self.carried)
        opened = open_round(self.sheet, self.meters)
        if self._dealt is None or self._dealt.bets != bets or self._dealt.opened != opened:
            self._dealt = close_bets(opened, bets)
        return LiveRound(self._dealt, self._spin)

    def _spin(self, nth: int, weights: tuple[int, ...]) -> int:
        assert self._shoe is not None  # the cards that won the spin are from it
        return self._shoe.spin(self.rounds + 1, nth, weights)

    def close(self, live: LiveRound, shoe: Shoe, first: int, *, shoe_open: bool) -> dict[str, Any]:
        """Counts a finished round and returns its record; ``shoe_open`` includes the seed, which reveals all cards."""
        self.count(live, shoe, first)
        entry = record(live.played(), self.rounds)
        entry["shoe"] = shoe_evidence(shoe, shoe_open=shoe_open) | {"first": first}
        return entry

    def count(self, live: LiveRound, shoe: Shoe, first: int) -> None:
        """Counts a finished round. Its record, which many rounds played by a program do not need, is left out."""
        self.rounds += 1
        self.meters = live.round.meters
        self.carried = carried_after(self.carried, live.round)
        self._watch_cut_card(live.played(), shoe, first)

    def _watch_cut_card(self, played: Played, shoe: Shoe, first: int) -> None:
        """Stores which box was dealt the cut card, if it came out in this round."""
        if shoe.cut_card_out:
            boxes = [event.box for event in played.events if event.kind == "card"]
            self._dealt_cut_card = box_dealt_cut_card(shoe, first, boxes) or None

    def deal(self, bets: tuple[Action, ...], choose: Choose) -> dict[str, Any]:
        """Deals a complete round and returns its record, with the evidence of its shoe."""
        shoe = self.shoe_for(len({bet.box for bet in bets}))
        first = shoe.position
        live = self.begin(bets)
        while not live.over:
            live.step(shoe.draw, choose)
        return self.close(live, shoe, first, shoe_open=True)
