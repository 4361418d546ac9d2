"""The effects of removal of a game: its main game, insurance and every side bet."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.counting.effects import INSURANCE, MAIN, Effects
from lammer.counting.side_bets import fixed_bet_effects, insurance_effects
from lammer.errors import LammerError, MissingExtra
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards

if TYPE_CHECKING:
    from lammer.exact.hands import Floats

METHOD = "differences of exact expectations; fixed side bets and insurance from exact fractions"


class EffectsFinding(NamedTuple):
    """``effects`` in the order: main game and bets on play, other side bets, insurance. ``refused`` says why a bet
    has none."""

    sheet: str
    shoe: str
    effects: tuple[Effects, ...]
    refused: dict[str, str]

    def of(self, bet: str, paytable: str | None = None, play: str | None = None) -> Effects:
        """The first that fits; raises KeyError."""
        for one in self.effects:
            if one.bet == bet and paytable in (None, one.paytable) and play in (None, one.play):
                return one
        raise KeyError(bet)

    def as_json(self) -> dict[str, Any]:
        return {
            "sheet": self.sheet,
            "shoe": self.shoe,
            "method": METHOD,
            "effects": [one.as_json() for one in self.effects],
            "refused": self.refused,
        }


class WantedBets(NamedTuple):
    """``side`` selects one bet, with all its paytables; empty for all bets with the posted ones."""

    side: str = ""
    main_too: bool = True
    """Whether bets that depend on play are wanted, too."""

    best_play_only: bool = False
    """Whether the main game is analysed only for the best play of each shoe; bets on rounds won, which take long, are
    then left out."""

    def main(self, sheet: Sheet) -> bool:
        """Whether the main game has to be analysed."""
        on_play = {bet_id for bet_id, bet in sheet.side_bets.items() if depends_on_play(bet)}
        return self.main_too and self.side in ("", MAIN, *on_play)

    def has(self, sheet: Sheet, one: Effects) -> bool:
        if self.side:
            return one.bet == self.side
        bet = sheet.side_bets.get(one.bet)
        return bet is None or bet.paytable == one.paytable


ALL_BETS = WantedBets()


def depends_on_play(bet: SideBet) -> bool:
    return bet.lammers is not None or bet.streak is not None


class ShoeKnown(NamedTuple):
    """A shoe by card, as far as that is known, by value, and in words."""

    cards: ShoeCards
    by_value: "Floats"
    text: str


def effects_of_removal(
    sheet: Sheet, shoe: ShoeKnown, wanted: WantedBets = ALL_BETS, on_progress: Callable[[], None] = lambda: None
) -> EffectsFinding:
    """The effects of removal of a shoe. A bet that is refused does not stop the others; ``on_progress`` is called
    ``steps_of`` times."""
    refused: dict[str, str] = {}
    found = tuple(each_effect(sheet, shoe, wanted, refused, on_progress))
    return EffectsFinding(sheet.ref, shoe.text, found, refused)


def steps_of(sheet: Sheet, shoe: ShoeKnown, wanted: WantedBets = ALL_BETS) -> int:
    shoes = 1 + int((shoe.by_value >= 1).sum()) if wanted.main(sheet) else 0
    fixed = [bet_id for bet_id, bet in sheet.side_bets.items() if not depends_on_play(bet)]
    return shoes + sum(wanted.side in ("", bet_id) for bet_id in fixed)


def each_effect(
    sheet: Sheet,
    shoe: ShoeKnown,
    wanted: WantedBets,
    refused: dict[str, str],
    on_progress: Callable[[], None] = lambda: None,
) -> Iterator[Effects]:
    """The effects one after another, so that a command that is stopped has those that are done. Why a bet has none is
    put into ``refused``."""
    works: dict[str, Callable[[], Iterator[Effects]]] = {}
    if wanted.main(sheet):
        from lammer.counting.main_game import main_game_effects

        best_only = wanted.best_play_only
        works[MAIN] = partial(main_game_effects, sheet, shoe.cards, shoe.by_value, on_progress, best_only=best_only)
    for bet_id, bet in sheet.side_bets.items():
        if wanted.side in ("", bet_id) and not depends_on_play(bet):
            works[bet_id] = partial(fixed_bet_effects, sheet, bet_id, shoe.cards)
    if wanted.side in ("", INSURANCE):
        works[INSURANCE] = partial(insurance_effects, sheet, shoe.cards)
    for name, work in works.items():
        try:
            yield from (one for one in work() if wanted.has(sheet, one))
        except MissingExtra:
            raise
        except LammerError as error:
            refused[name] = str(error)
        if name in sheet.side_bets:
            on_progress()
