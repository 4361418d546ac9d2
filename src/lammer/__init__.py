"""lammer: the free-bet family of blackjack. Rules, rounds, exact figures and simulation.

>>> import lammer
>>> game = lammer.load("sd-free-bet", decks=8)
>>> game
<Game sd-free-bet@2[shoe.decks=8]: Free Bet Blackjack>
>>> round = game.table(seed=1).deal(bet=10, pot_of_gold=5)
>>> print(round.dealer, round.legal())
('Kd', '??') ('stand', 'hit', 'double', 'split')

Importing the package is cheap: each name below is loaded when it is first used. docs/python.md is the guide.
"""

TYPE_CHECKING = False
"""Type checkers know the name and take it for true. Importing it from ``typing`` would take 15 ms."""

if TYPE_CHECKING:
    from lammer.api.counting import Counts, EffectsOfRemoval
    from lammer.api.game import Game, games, load
    from lammer.api.indices import Indices
    from lammer.api.protection import Protection
    from lammer.api.regret import Regret, regret
    from lammer.api.results import ActionValues, Comparison, Finding, NotComputed, SideBets, Simulation
    from lammer.api.risk import BankrollRisk
    from lammer.api.strategies import Strategy
    from lammer.api.tables import Choice, HandView, Round, RoundNotOver, Table, replay
    from lammer.cards.card import NotACard
    from lammer.cards.money import NotMoney
    from lammer.errors import BadArgument, LammerError, MissingExtra
    from lammer.exact.refusals import NotAnalysed
    from lammer.rules.sheet import SheetFaults
    from lammer.strategy.chart import ChartFault
    from lammer.table.actions import Refused
    from lammer.table.notation import NotationError

__version__ = "0.1.0"

__all__ = [
    "ActionValues",
    "BadArgument",
    "BankrollRisk",
    "ChartFault",
    "Choice",
    "Comparison",
    "Counts",
    "EffectsOfRemoval",
    "Finding",
    "Game",
    "HandView",
    "Indices",
    "LammerError",
    "MissingExtra",
    "NotACard",
    "NotAnalysed",
    "NotComputed",
    "NotMoney",
    "NotationError",
    "Protection",
    "Refused",
    "Regret",
    "Round",
    "RoundNotOver",
    "SheetFaults",
    "SideBets",
    "Simulation",
    "Strategy",
    "Table",
    "__version__",
    "games",
    "load",
    "regret",
    "replay",
]

_MODULES = {
    "lammer.api.counting": ("Counts", "EffectsOfRemoval"),
    "lammer.api.indices": ("Indices",),
    "lammer.api.game": ("Game", "games", "load"),
    "lammer.api.protection": ("Protection",),
    "lammer.api.regret": ("Regret", "regret"),
    "lammer.api.results": ("ActionValues", "Comparison", "Finding", "NotComputed", "SideBets", "Simulation"),
    "lammer.api.risk": ("BankrollRisk",),
    "lammer.api.strategies": ("Strategy",),
    "lammer.api.tables": ("Choice", "HandView", "Round", "RoundNotOver", "Table", "replay"),
    "lammer.cards.card": ("NotACard",),
    "lammer.cards.money": ("NotMoney",),
    "lammer.errors": ("BadArgument", "LammerError", "MissingExtra"),
    "lammer.exact.refusals": ("NotAnalysed",),
    "lammer.rules.sheet": ("SheetFaults",),
    "lammer.strategy.chart": ("ChartFault",),
    "lammer.table.actions": ("Refused",),
    "lammer.table.notation": ("NotationError",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # type checkers would take every name for granted

    def __getattr__(name: str) -> object:
        """Loads a public name from its module when it is first used."""
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'lammer' has no attribute {name!r}")
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
