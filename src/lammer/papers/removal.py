"""How much each bet depends on the cards that are left: the effect of taking one card out of the shoe, exactly.

The effects are those of ``lammer.counting``, as changes of the house edge by rank. Suits are averaged where a bet tells
them apart.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

from lammer.api.counting import known_shoe
from lammer.api.shoes import ShoeChoice
from lammer.cards.card import RANKS
from lammer.counting.best_tags import NoCount
from lammer.counting.count_curve import count_curves
from lammer.counting.count_finding import best_by_value
from lammer.counting.deciding_cards import deciding_cards
from lammer.counting.effects import MAIN, Effects
from lammer.counting.finding import ShoeKnown, WantedBets, effects_of_removal
from lammer.counting.main_game import bet_against_effects
from lammer.counting.protection import ByCount
from lammer.counting.protection_finding import model_of
from lammer.counting.systems import HI_LO, systems
from lammer.counting.tags import Tags
from lammer.exact.streaks import bets_on_streaks
from lammer.rules.sheet import Sheet

BEYOND = (
    "not in this document, which would need the exact analysis of {what} for each removed card; "
    "lammer eor GAME{options} prints the effects"
)


class Removal(NamedTuple):
    """``effects`` by bet and rank. ``spread`` is the standard deviation of the effects over a deck of 52 cards: how
    countable the bet is."""

    effects: dict[str, dict[str, float]]
    refused: dict[str, str]
    by_card: tuple[Effects, ...] = ()
    """The same by card, as changes of the player's expectation."""
    models: "Mapping[tuple[str, str], ByCount | None]" = MappingProxyType({})
    """By bet and tags of a count: the model of what the bet is worth by count; None for the linear one."""

    def deviation(self, bet: str) -> float:
        effects = list(self.effects[bet].values())
        mean = sum(effects) / len(effects)
        return float((sum((one - mean) ** 2 for one in effects) / len(effects)) ** 0.5)


def removal_of(sheet: Sheet) -> Removal:
    """For the main game with best play, and for the posted paytables of side bets and insurance."""
    one_hand = sheet.rules.hands.per_box == 1
    shoe = known_shoe(sheet, ShoeChoice())
    found = effects_of_removal(sheet, shoe, WantedBets(main_too=one_hand, best_play_only=True))
    refused = dict(found.refused)
    if not one_hand:
        refused[MAIN] = BEYOND.format(what="two hands of a box", options="")
    for bet_id in bets_on_streaks(sheet):
        what = "the net results of a round"
        refused[sheet.side_bets[bet_id].name] = BEYOND.format(what=what, options=f" --side {bet_id}")
    effects, models = found.effects, _models(sheet, shoe, found.effects)
    if sheet.rules.against.offered:
        effects = *effects, (more := bet_against_effects(sheet, shoe.cards, shoe.by_value))
        with suppress(NoCount):
            models |= {(more.name, str(tags)): None for tags in counts_for(more).values()}
    return Removal({one.name: _by_rank(one) for one in effects}, refused, effects, models)


def counts_for(effects: Effects) -> dict[str, Tags]:
    """The counts of a document: the best one of level 1 for a bet, and Hi-Lo. Raises NoCount."""
    if not effects.countable:
        raise NoCount("all cards have the same effect, so that a count with tags does not help")
    return {"own": best_by_value(effects, 1, balanced=True), HI_LO: systems()[HI_LO].tags}


def _models(sheet: Sheet, shoe: ShoeKnown, found: Iterable[Effects]) -> "dict[tuple[str, str], ByCount | None]":
    models: dict[tuple[str, str], ByCount | None] = {}
    curves = cache(partial(count_curves, sheet, shoe.by_value))
    for one in found:
        decided = deciding_cards(sheet, shoe.cards, one.bet, one.paytable)
        with suppress(NoCount):  # the section says so
            for tags in counts_for(one).values():
                models[one.name, str(tags)] = model_of(sheet, one, decided, partial(curves, tags))
    return models


def _by_rank(effects: Effects) -> dict[str, float]:
    """The change of the house edge, on average over the suits."""
    found: dict[str, float] = {}
    for rank, letter in enumerate(RANKS):
        codes = [code for code in effects.by_card if code // 4 == rank]
        found[letter] = -sum(effects.by_card[code] for code in codes) / len(codes)
    return found
