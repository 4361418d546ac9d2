"""What a card counter can gain from a game: methods of ``Game``, whose results are cached."""

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lammer.api.arguments import Amount, OnProgress, count_of, seed_number
from lammer.api.shoes import shoe_choice
from lammer.api.strategies import HOUSE, TOTAL, StrategyLike
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.api.by_true_count import ByTrueCount
    from lammer.api.counting import Counts, EffectsOfRemoval
    from lammer.api.indices import Indices
    from lammer.api.protection import Protection
    from lammer.api.risk import BankrollRisk

Found = TypeVar("Found")


class CounterMethods:
    """Effects of removal, counts, index plays, game protection and the risk of a bankroll."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._results: dict[Hashable, Any] = {}

    def effects_of_removal(
        self,
        side: str = "",
        *,
        cards: str | Sequence[int] = "",
        remove: str = "",
        on_progress: OnProgress | None = None,
    ) -> "EffectsOfRemoval":
        """What one card less in the shoe does to the player's expectation of the main game, insurance and the posted
        side bets; with ``side`` only of this bet, with all its paytables. ``cards`` and ``remove`` set the shoe."""
        from lammer.api.counting import effects_of_removal_of

        choice = shoe_choice(cards, remove)
        return self._kept(
            ("removal", side, choice), lambda: effects_of_removal_of(self.sheet, choice, side, on_progress)
        )

    def counts(
        self,
        *systems: str,
        tags: str | None = None,
        side: str = "",
        level: int = 2,
        penetration: float | None = None,
        cards: str | Sequence[int] = "",
        remove: str = "",
        on_progress: OnProgress | None = None,
    ) -> "Counts":
        """The best counts for the game and its side bets, and how well systems serve it: all published ones, or those
        named by id, and ``tags`` of your own like "A=-1,5=1". ``level`` is that of counts for the main game and a side
        bet together, ``penetration`` the part of the shoe in front of the cut card."""
        from lammer.api.counting import asked_counts, counts_of_game

        choice = shoe_choice(cards, remove)
        asked = asked_counts(self.sheet, systems, tags, side, level, penetration)
        return self._kept(("counts", asked, choice), lambda: counts_of_game(self.sheet, choice, asked, on_progress))

    def protection(
        self,
        side: str = "",
        *,
        bet: Amount = 25,
        rounds_per_hour: float = 60,
        worth_less_than: Amount = 10,
        level: int = 1,
        true_count: str = "exact",
        seats: int = 1,
        systems: Sequence[str] = ("hi-lo",),
        on_progress: OnProgress | None = None,
    ) -> "Protection":
        """What the main game, insurance and each side bet are worth to a card counter, by position of the cut card,
        with the bet's own best count of a ``level`` and with published systems. ``bet`` is the largest wager;
        ``worth_less_than`` is the amount per hour for which the cut card is found; ``true_count`` is exact, or whole
        for a trigger that is a whole number. With ``side`` only this bet, with all its paytables."""
        from lammer.api.protection import guarded, protection_of_game

        asked = guarded(
            self.sheet,
            side,
            bet=bet,
            rounds_per_hour=rounds_per_hour,
            worth_less_than=worth_less_than,
            level=level,
            true_count=true_count,
            seats=seats,
            systems=systems,
        )
        return self._kept(("protection", asked), lambda: protection_of_game(self.sheet, asked, on_progress))

    def indices(
        self,
        count: str = "hi-lo",
        *,
        true_count: str = "floor",
        penetration: float | None = None,
        cards: str | Sequence[int] = "",
        remove: str = "",
        on_progress: OnProgress | None = None,
    ) -> "Indices":
        """At which true counts another play becomes better, own hands and hands on a lammer apart, and the index of
        insurance. ``count`` is a published system by id, ten tags or "A=-1,5=1"; ``true_count`` is how it is rounded:
        floor, round or truncate; ``penetration`` the part of the shoe in front of the cut card."""
        from lammer.api.indices import asked_indices, indices_of_game

        choice = shoe_choice(cards, remove)
        asked = asked_indices(count, true_count, penetration)
        return self._kept(("indices", asked, choice), lambda: indices_of_game(self.sheet, choice, asked, on_progress))

    def by_true_count(
        self,
        count: str = "hi-lo",
        *,
        true_count: str = "floor",
        bins: str = "-3..5",
        compositions: int = 20,
        rounds: float = 100_000_000,
        strategy: StrategyLike = TOTAL,
        cut_decks: float | None = None,
        seed: int | str = 1,
        threads: int = 0,
        on_progress: OnProgress | None = None,
    ) -> "ByTrueCount":
        """The expectation and the standard deviation of the main game, insurance and every side bet by true count,
        exact over random compositions of the shoe and simulated, with one chart at every count.

        ``bins`` is the lowest and the highest true count, ``compositions`` the number of compositions of each that are
        analysed. It takes some minutes; Ctrl-C returns what is done.
        """
        from lammer.api.by_true_count import CountWork, asked_by_count, by_true_count_of
        from lammer.api.simulation import chart_play

        asked = asked_by_count(count, true_count, bins, compositions, seed_number(seed))
        dealt = count_of("rounds", rounds)
        work = CountWork(self.sheet, chart_play(self.sheet, strategy), asked, cut_decks)
        return by_true_count_of(work, dealt, threads, on_progress)

    def risk(
        self,
        strategy: StrategyLike = HOUSE,
        *,
        bet: Amount = 10,
        bankroll: Amount = 10_000,
        goal: Amount | None = None,
        horizon: float = 10_000,
        kelly: float = 1.0,
        seats: int = 1,
        count: str = "",
        true_count: str = "floor",
        ramp: str = "1",
        best: float | None = None,
        least: int = 1,
        most: int = 12,
        cut_decks: float | None = None,
        rounds: float = 100_000_000,
        seed: int | str = 1,
        threads: int = 0,
        on_progress: OnProgress | None = None,
    ) -> "BankrollRisk":
        """Risk of ruin, winnings and growth of a bankroll, with flat bets or bets by true count.

        Without ``count`` every round is bet alike, and the exact results of a round are used. With a count, like
        "hi-lo", ``rounds`` are simulated to the cut card and bet by ``ramp``, like "1,1=2,2=4,3=8", in units of
        ``bet``; ``best`` finds the ramp with at most this risk of ruin. ``horizon`` is in rounds, ``goal`` a win.
        """
        from lammer.api.risk import simulated_risk
        from lammer.api.risk_arguments import Asked, bets_asked, rounds_asked

        dealing = rounds_asked(
            bet=bet,
            seats=seats,
            count=count,
            true_count=true_count,
            cut_decks=cut_decks,
            rounds=rounds,
            seed=seed,
            threads=threads,
        )
        bets = bets_asked(
            dealing,
            bankroll=bankroll,
            goal=goal,
            horizon=horizon,
            kelly=kelly,
            ramp=ramp,
            best=best,
            least=least,
            most=most,
        )
        return simulated_risk(self.sheet, strategy, Asked(dealing, bets), on_progress)

    def _kept(self, key: tuple[Hashable, ...], work: Callable[[], Found]) -> Found:
        """The cached result of ``work``. With a strategy that has no cache key (None) the work is done each time."""
        if None in key:
            return work()
        if key not in self._results:
            self._results[key] = work()
        return cast(Found, self._results[key])
