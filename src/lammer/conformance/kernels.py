"""The simulator's kernel beside the table: the same cards, the same chart, every wager compared to the cent."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lammer.rules.parlays import NEVER, Policy
from lammer.rules.sheet import Sheet
from lammer.simulate.generator import new_store
from lammer.simulate.plays import plays_of
from lammer.simulate.streams import random_state
from lammer.simulate.table import SPINS, KernelTable, SeatResult, new_work
from lammer.strategy.chart import Chart, choose
from lammer.table.actions import AGAINST, MAIN, Action, bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.offers import split_by_time, standing_answer
from lammer.table.parlays import standing_parlay
from lammer.table.state import Round

ODD_WAGER = 1705
"""A natural at 3:2 and a surrendered half leave a half cent of it to be rounded."""


class Difference(NamedTuple):
    """A shoe on which the two do not agree."""

    cards: tuple[int, ...]
    table: object
    kernel: object


class Parity:
    """One sheet, one chart, wagers on every seat; the boxes of the table are the seats of the kernel."""

    def __init__(
        self,
        sheet: Sheet,
        chart: Chart,
        seats: int = 1,
        sides: dict[str, int] | None = None,
        parlays: Policy = NEVER,
        *,
        against: bool = False,
    ) -> None:
        self.sheet, self.chart, self.seats, self.sides = sheet, chart, seats, sides or {}
        plays = plays_of(sheet, chart, against=against)
        self.kernel = KernelTable(
            sheet,
            plays,
            wager=ODD_WAGER,
            sides=self.sides,
            seats=seats,
            against=against,
            parlays=parlays,
            swaps=chart.swaps,
        )
        self._parlays = parlays
        self._spins = new_store(random_state(0, 0, SPINS))
        self.stops: tuple[int, ...] = ()
        """Where the wheels of the kernel's last round stopped."""
        bets: list[Action] = []
        for box in range(1, seats + 1):
            now, self._later = split_by_time(sheet, self.sides)
            main = bet(box, ODD_WAGER, AGAINST if against else MAIN)
            bets += [main, *(bet(box, amount, spot) for spot, amount in now.items())]
        self._dealt = close_bets(open_round(sheet), tuple(bets))

    def by_table(
        self, cards: tuple[int, ...], stops: tuple[int, ...] = ()
    ) -> tuple[list[tuple[int, tuple[int, ...]]], int]:
        """Main net and side nets of every seat, and how many cards were dealt. Wheels stop where the kernel's did."""
        round_ = LiveRound(self._dealt, lambda nth, _weights: stops[nth - 1] if nth <= len(stops) else 1)
        left = iter(cards)
        taken = 0

        def draw() -> int:
            nonlocal taken
            taken += 1
            return next(left)

        while not round_.over:
            round_.step(draw, self._choose)
        settlement = round_.round.settlement
        assert settlement is not None
        found = []
        for seat in range(self.seats):
            main = sum(hand.net for hand in settlement.hands if hand.box == seat)
            sides = {side.bet: side.net for side in settlement.sides if side.box == seat}
            found.append(
                (
                    main,
                    tuple(
                        sides[bet_id] if bet_id not in self._later else sides.get(bet_id, 0) for bet_id in self.sides
                    ),
                )
            )
        return found, taken

    def _choose(self, round_: Round) -> Action:
        standing = standing_answer(round_, self._later) or standing_parlay(round_, self._parlays)
        return standing or choose(self.chart, round_)

    def by_kernel(self, cards: tuple[int, ...]) -> tuple[list[tuple[int, tuple[int, ...]]], int]:
        results, taken = self.kernel.deal_one(np.array(cards, dtype=np.uint8), new_work(self._spins))
        self.stops = tuple(self._stops(results))
        return [(seat.main, tuple(net for net, _ in seat.sides)) for seat in results], taken

    def _stops(self, results: list[SeatResult]) -> Iterator[int]:
        """The stops of the kernel in the order in which the table spins: bet by bet, from the last box to the first."""
        order = list(self.sheet.side_bets)
        for at, wager in sorted(enumerate(self.kernel.terms.side_bets), key=lambda one: order.index(one[1].id)):
            yield from (stop for seat in reversed(results) if (stop := wager.stop(seat.sides[at][1])))

    def differences(self, shoes: int, seed: int) -> Iterator[Difference]:
        random = np.random.default_rng(seed)
        for _ in range(shoes):
            cards = tuple(random.permutation(self.kernel.decks).tolist())
            kernel = self.by_kernel(cards)
            table = self.by_table(cards, self.stops)
            if table != kernel:
                yield Difference(cards[: table[1]], table, kernel)
