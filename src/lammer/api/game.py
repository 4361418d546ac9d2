"""``Game``: a rule sheet with methods for analysis, simulation and play."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from lammer.api.arguments import Amount, OnProgress, count_of, minor_units, seed_number, steps_of
from lammer.api.counter_methods import CounterMethods
from lammer.api.rule_values import full_keys, key_for, override_text
from lammer.api.shoes import shoe_choice
from lammer.api.strategies import COMPOSITION, HOUSE, TOTAL, Strategy, StrategyLike
from lammer.errors import BadArgument
from lammer.rules.loader import game_names, load_sheet, load_toml
from lammer.rules.older_keys import current_key
from lammer.rules.overrides import LABEL, split_game
from lammer.rules.sheet import Sheet, SheetFaults

if TYPE_CHECKING:
    from lammer.api.results import ActionValues, Comparison, Finding, SideBets, Simulation
    from lammer.api.tables import Table
    from lammer.exact.lights import LightsFinding
    from lammer.workbench.effect_table import Effect

OVERRIDE = "override"
"""The file name in faults of values that were set from Python."""


def games() -> list[str]:
    """Ids of all games that can be loaded by name. Sheets of side bets are not games.

    >>> "sd-free-bet" in games()
    True
    """
    return game_names()


def load(source: "str | os.PathLike[str]", overrides: Mapping[str, Any] | None = None, /, **values: Any) -> "Game":
    """A game from its name, a path to a TOML sheet, or the text of a sheet.

    Values of the sheet are set by keyword, named by the last part of their key (or more parts, with ``_`` for dots), or
    by a mapping with full keys. They are checked like the sheet's own values.

    >>> load("sd-free-bet", decks=8, soft_17="stand")
    <Game sd-free-bet@2[dealer.soft_17=stand,shoe.decks=8]: Free Bet Blackjack>
    >>> load("sd-free-bet", {"shoe.decks": 8}).sheet.rules.shoe.decks
    8
    >>> load("sd-free-bet", decks=7)
    Traceback (most recent call last):
        ...
    lammer.rules.sheet.SheetFaults: override: shoe.decks [SD.14 1(j)]: 7 is not allowed; choose from 6, 8

    Raises SheetFaults with every fault of the sheet or of a value, and BadArgument for a name that matches no key of
    the sheet, or more than one.
    """
    text = os.fspath(source)
    if "\n" in text:
        return _game(partial(load_toml, text), {}, overrides, values)
    name, bracketed = split_game(text)
    keys = [current_key(one.partition("=")[0].strip()) for one in bracketed]
    return _game(partial(load_sheet, name), dict(zip(keys, bracketed, strict=True)), overrides, values)


Reload = Callable[[tuple[str, ...]], Sheet]


def _game(reload: Reload, set_: Mapping[str, str], overrides: Mapping[str, Any] | None, values: Any) -> "Game":
    given = {**(overrides or {}), **values}
    if not given:
        return Game(reload, set_)
    keys = full_keys(reload(()).entries, given)
    return Game(reload, {**set_, **{key: override_text(key, value) for key, value in keys.items()}})


class Game(CounterMethods):
    """The rules of one game and methods that compute figures from them. Make one with ``lammer.load``.

    A game is immutable; ``replace`` returns another one. Results are cached.
    """

    def __init__(self, reload: Reload, overrides: Mapping[str, str]) -> None:
        """Used by ``load`` and ``replace``: ``reload`` loads the sheet with overrides of the form ``key=value``."""
        self._reload, self._overrides = reload, dict(overrides)
        super().__init__(_checked(reload, tuple(self._overrides.values())))

    def __reduce__(self) -> "tuple[type[Game], tuple[Reload, dict[str, str]]]":
        """Pickled without its cached results, and loaded again from its sheet."""
        return Game, (self._reload, self._overrides)

    @property
    def ref(self) -> str:
        """Id, version and all overrides, as in every result."""
        return self.sheet.ref

    @property
    def name(self) -> str:
        return self.sheet.name

    def keys(self) -> list[str]:
        """The keys of all values of the sheet."""
        return sorted(self.sheet.entries)

    def __getitem__(self, key: str) -> Any:
        """A value of the sheet by its key, or by the last part of the key.

        >>> load("sd-free-bet")["soft_17"]
        'hit'
        """
        return self.sheet.entries[key_for(self.sheet.entries, key)].value

    def clause(self, key: str) -> str:
        """The clause that a value of the sheet cites.

        >>> load("sd-free-bet").clause("decks")
        'SD.14 1(j)'
        """
        return self.sheet.clause(key_for(self.sheet.entries, key))

    def replace(self, overrides: Mapping[str, Any] | None = None, /, **values: Any) -> "Game":
        """The game with further values set; values set before are kept."""
        return _game(self._reload, self._overrides, overrides, values)

    def edge(
        self,
        strategy: StrategyLike = COMPOSITION,
        *,
        spread: bool = True,
        against: bool = False,
        cards: str | Sequence[int] = "",
        remove: str = "",
        on_progress: OnProgress | None = None,
    ) -> "Finding":
        """The exact house edge, and the standard deviation unless ``spread`` is False, which is faster.

        ``strategy`` is composition (the best play of every hand), total (the best chart), house (the game's built-in
        chart), the name of a shipped chart, a chart file or a chart. ``cards`` is "infinite" for infinitely many decks,
        or ten counts by value, ace first. ``remove`` lists cards to take out of the shoe, like "5c 5d". ``against`` is
        the bet against one's own hand, which is played by the dealer's rules, so that it has no strategy.
        """
        from lammer.api.analysis import finding, finding_against

        choice = shoe_choice(cards, remove)

        def work() -> "Finding":
            if against:
                return finding_against(self.sheet, strategy, choice, spread=spread)
            return finding(self.sheet, strategy, choice, spread=spread, on_progress=on_progress)

        return self._kept(("edge", _key(strategy), choice, spread, against), work)

    def evs(
        self,
        hand: str,
        up: str,
        *,
        free: bool = False,
        split: bool = False,
        hands: int | None = None,
        cards: str | Sequence[int] = "",
        remove: str = "",
    ) -> "ActionValues":
        """The exact value of every action with a hand, in original wagers.

        ``free``: the hand's stake is a lammer. ``split``: the hand comes from a split and its stake is own money.
        ``hands``: the number of hands on the box after the split (default 2).
        """
        from lammer.api.analysis import HandQuery, action_values_of

        query, choice = HandQuery(hand, up, free, split, hands), shoe_choice(cards, remove)
        return self._kept(("evs", query, choice), lambda: action_values_of(self.sheet, query, choice))

    def strategy(
        self,
        name: StrategyLike = TOTAL,
        *,
        cards: str | Sequence[int] = "",
        remove: str = "",
        on_progress: OnProgress | None = None,
    ) -> Strategy:
        """The best chart for this game, or the chart called ``name``, adapted to this game.

        >>> load("sd-free-bet").strategy("house").cell("pair", "8", "6c")
        'FP'
        """
        from lammer.api.analysis import strategy_of

        choice = shoe_choice(cards, remove)
        return self._kept(("strategy", _key(name), choice), lambda: strategy_of(self.sheet, name, choice, on_progress))

    def sidebets(
        self, strategy: StrategyLike = COMPOSITION, *, cards: str | Sequence[int] = "", remove: str = ""
    ) -> "SideBets":
        """Every side bet: the exact chance and pay of each outcome, and the exact house edge.

        ``cards`` and ``remove`` set the shoe, as for ``edge``. Counts by value do not determine the suits, so with
        ``cards`` a bet that depends on suits is refused.
        """
        from lammer.api.analysis import side_bets_of

        choice = shoe_choice(cards, remove)
        return self._kept(("sidebets", _key(strategy), choice), lambda: side_bets_of(self.sheet, strategy, choice))

    def lights(self, stake: Amount | None = None, *, strategy: StrategyLike = COMPOSITION) -> "LightsFinding":
        """What lights for marked cards are worth, how long the prize takes, and which marked cards to trade. ``stake``
        is the main wager, the table minimum if it is not given."""
        from lammer.api.analysis import lights_of

        wager = self.sheet.rules.limits.minimum if stake is None else minor_units(stake)
        if wager <= 0:
            raise BadArgument("stake", f"{stake!r} is not a wager on the main game; write an amount above 0")
        return self._kept(("lights", _key(strategy), wager), lambda: lights_of(self.sheet, strategy, wager))

    def compare(
        self,
        vary: Mapping[str, Sequence[Any]] | None = None,
        /,
        *,
        strategy: StrategyLike = COMPOSITION,
        on_progress: OnProgress | None = None,
        **values: Sequence[Any],
    ) -> "Comparison":
        """Exact edges for every combination of values, set by name: ``game.compare(soft_17=["hit", "stand"])``."""
        from lammer.api.results import Comparison, ComparisonRow

        axes = full_keys(self.sheet.entries, {**(vary or {}), **values})
        for key, choices in axes.items():
            if isinstance(choices, str) or not isinstance(choices, Sequence) or not choices:
                raise BadArgument(key, f"{choices!r} is not a list of values; write one like [6, 8]")
        choices = [dict(zip(axes, each, strict=True)) for each in product(*axes.values())]
        others = [self.replace(choice) for choice in choices]  # faults are raised before the first computation
        step = steps_of(on_progress, len(choices))
        rows = []
        for choice, other in zip(choices, others, strict=True):
            rows.append(ComparisonRow(choice, other.edge(strategy, spread=False)))
            step()
        return Comparison(self.ref, rows[0].finding.strategy, tuple(rows))

    def effects(self, *, on_progress: OnProgress | None = None) -> "tuple[Effect, ...]":
        """What every single change of every rule is worth to the house, for best play, the largest first.

        Each has the ``key``, the present ``value``, the ``change``, the ``house_edge`` after it and the ``difference``
        of the edge and of side bets. It takes about a minute.
        """
        from lammer.api.analysis import effects_of

        return self._kept(("effects",), lambda: effects_of(self._reload, tuple(self._overrides.values()), on_progress))

    def simulate(
        self,
        rounds: float = 10_000_000,
        *,
        seed: int | str = 1,
        strategy: StrategyLike = HOUSE,
        bet: Amount = 10,
        seats: int = 1,
        against: bool = False,
        shoe: str = "fresh",
        cut_decks: float | None = None,
        threads: int = 0,
        parlay: str = "never",
        on_progress: OnProgress | None = None,
        **side_bets: Amount,
    ) -> "Simulation":
        """Simulates rounds and returns estimates with standard errors. The same seed gives the same result.

        ``shoe`` is fresh (a full shoe for every round), cut (deal to the cut card) or csm (a continuous shuffler).
        ``against`` bets against the own hand. Side bets are given by name: ``pot_of_gold=5``. ``parlay`` says when
        winnings join the main wager, if they may: never, always, or best. Ctrl-C stops the simulation and returns the
        rounds dealt so far.
        """
        from lammer.api.simulation import Dealing, Wagers, simulation
        from lammer.api.tables import refuse_wagers, side_wagers

        wagers = Wagers(minor_units(bet), side_wagers(side_bets), count_of("seats", seats), against, parlay)
        refuse_wagers(self.sheet, wagers.main, wagers.sides, against=against)
        many = count_of("threads", threads, minimum=0)
        dealing = Dealing(count_of("rounds", rounds), seed_number(seed), shoe, cut_decks, many)
        return simulation(self.sheet, strategy, wagers, dealing, on_progress)

    def table(self, seed: int | str | None = None, *, shoe: str = "cut") -> "Table":
        """A table to play at. With a seed it deals the same cards as ``lammer deal --seed``, without one random cards.

        ``shoe`` is cut (deal to the cut card), or fresh or csm (a full shoe for every round).
        """
        from lammer.api.tables import Table

        return Table(self, seed, shoe)

    def _with_texts(self, overrides: tuple[str, ...]) -> Sheet:
        """The sheet with the game's own overrides and those of a line of notation."""
        more = {one.partition("=")[0].strip(): one for one in overrides}
        return _checked(self._reload, tuple({**self._overrides, **more}.values()))

    def __repr__(self) -> str:
        return f"<Game {self.ref}: {self.name}>"

    def __eq__(self, other: object) -> bool:
        """Games are equal when all their rules are."""
        return isinstance(other, Game) and (self.ref, self.sheet.digest) == (other.ref, other.sheet.digest)

    def __hash__(self) -> int:
        return hash(self.ref)


def _key(strategy: StrategyLike) -> str | None:
    """The cache key of a strategy; None for charts and files, which may have changed by the next call."""
    named = isinstance(strategy, str) and "." not in strategy and os.sep not in strategy
    return strategy if isinstance(strategy, str) and named else None


def _checked(reload: Reload, overrides: tuple[str, ...]) -> Sheet:
    try:
        return reload(overrides)
    except SheetFaults as refused:
        faults = (fault._replace(file=OVERRIDE) if fault.file == LABEL else fault for fault in refused.faults)
        raise SheetFaults(tuple(faults)) from None
