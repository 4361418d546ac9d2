"""Effects of removal of the main game and of the bets that depend on its play.

Every figure is the difference of two exact analyses. The dealer's chances depend on the shoe alone, so the plays that
are compared from one shoe share them.
"""

from collections.abc import Callable, Iterator
from functools import partial

from lammer.cards.card import TEN, VALUES
from lammer.counting.effects import AGAINST, CHART_HELD, MAIN, OPTIMAL, Effects, effects_from
from lammer.exact.best_chart import best_chart
from lammer.exact.finding import played_game
from lammer.exact.hands import Floats
from lammer.exact.play import ByChart, Forced, Optimal, Play
from lammer.exact.round import round_worth, special_tens
from lammer.exact.sidebets import bets_on_play, lammer_bets
from lammer.exact.ten_ranks import ten_ranks
from lammer.exact.two_hands import two_hands_worth
from lammer.exact.values import Game
from lammer.rules.removal_chances import without_card
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import DIGITS

Bet = tuple[str, str, str]
"""A bet, its paytable and the play."""


def main_game_effects(
    sheet: Sheet,
    cards: ShoeCards,
    shoe: Floats,
    on_progress: Callable[[], None] = lambda: None,
    on_game: Callable[[int, Game], None] = lambda _value, _game: None,
    *,
    best_only: bool = False,
) -> Iterator[Effects]:
    """For the main game: best play, and the best chart of the full shoe. For bets on its play, and for two hands per
    box: best play only. ``on_game`` gets the game of the full shoe with 0, and that of each shoe without a card of a
    value, whose values are computed then. ``best_only``: only best play, and no bets on rounds won."""
    game = played_game(sheet, shoe, Optimal(), cards)
    held = game.tables.hands_per_box == 1 and not best_only
    plays: dict[str, Play] = {OPTIMAL: game.play}
    worths = partial(_worths, sheet, streaks=not best_only)
    before = dict(worths(game, plays))
    if held:
        plays[CHART_HELD] = ByChart(best_chart(game))
        before |= worths(game, {CHART_HELD: plays[CHART_HELD]})
    on_game(0, game)
    on_progress()
    after: dict[int, dict[Bet, float]] = {}
    for value in range(1, 11):
        if shoe[value - 1] >= 1:
            for codes in _alike(game, cards, value):
                other = game.without(value, without_card(cards, codes[0]))
                found = dict(worths(other, plays))
                after |= dict.fromkeys(codes, found)
            on_game(value, other)
            on_progress()
    for bet, ev in sorted(before.items(), key=lambda one: one[0][0] != MAIN):  # the main game first
        yield effects_from(*bet, cards, ev, {code: worths[bet] for code, worths in after.items()})


def bet_against_effects(sheet: Sheet, cards: ShoeCards, shoe: Floats) -> Effects:
    """For the bet against one's own hand, which the dealer's rules play."""
    game, after = played_game(sheet, shoe, Forced(), cards), dict[int, float]()
    for value in range(1, 11):
        if shoe[value - 1] >= 1:
            for codes in _alike(game, cards, value):
                worth = round_worth(game.without(value, without_card(cards, codes[0])))
                after |= dict.fromkeys(codes, worth)
    return effects_from(AGAINST, "", "", cards, round_worth(game), after)


def _alike(game: Game, cards: ShoeCards, value: int) -> list[list[int]]:
    """The cards of a value, those together whose removal is the same to the game. Ten-values may differ, where rules
    look at ranks or suits."""
    codes = [code for code, count in enumerate(cards.counts) if count and VALUES[code] == value]
    if value != TEN:
        return [codes]
    found: dict[object, list[int]] = {}
    for code in codes:
        tens = ten_ranks(float(game.shoe[TEN - 1]) - 1, without_card(cards, code))
        by_rank = sorted(tens.by_rank) if game.tables.legality.pairs_by_rank else ()
        found.setdefault((*by_rank, round(special_tens(game.tables, tens), DIGITS)), []).append(code)
    return list(found.values())


def _worths(sheet: Sheet, game: Game, plays: dict[str, Play], *, streaks: bool) -> Iterator[tuple[Bet, float]]:
    """The expectations of the main game by play, and of bets on play."""
    for name, play in plays.items():
        played = game if isinstance(play, Optimal) else game.played_by(play)
        if game.tables.hands_per_box == 2:
            yield (MAIN, "", name), two_hands_worth(played)
            continue
        yield (MAIN, "", name), round_worth(played)
        bets = bets_on_play if streaks else lammer_bets
        for found in bets(sheet, played) if name == OPTIMAL else ():
            yield (found.id, found.paytable, name), -found.house_edge
