"""Exact figures of a sheet, from user-supplied arguments. The command line calls these functions too."""

from typing import TYPE_CHECKING, NamedTuple

from lammer.api.arguments import OnProgress, need_numba, steps_of
from lammer.api.results import ActionValues, Finding, SideBets
from lammer.api.shoes import ShoeChoice, card_value, cards_of
from lammer.api.strategies import (
    COMPOSITION,
    TOTAL,
    Strategy,
    StrategyLike,
    chart_for,
    forced_play,
    of_stakes,
    play_for,
    stakes_of,
)
from lammer.cards.card import LETTER_VALUES, VALUES
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.table.actions import AGAINST, Refused, bet
from lammer.table.betting import open_round, refuse_bet

if TYPE_CHECKING:
    from lammer.exact.hands import Floats
    from lammer.exact.lights import LightsFinding
    from lammer.exact.play import Play
    from lammer.exact.values import Game as ExactGame
    from lammer.strategy.chart import Chart
    from lammer.workbench.effect_table import Effect, Load

ANALYSIS = "the exact analysis"


def exact_game(sheet: Sheet, shoe: "Floats", play: "Play", known: ShoeCards | None = None) -> "ExactGame":
    """The game that the exact analysis takes: rules, shoe and strategy; ``known`` is the shoe by card."""
    from lammer.exact.finding import played_game

    return played_game(sheet, shoe, play, known)


def finding(
    sheet: Sheet, strategy: StrategyLike, choice: ShoeChoice, *, spread: bool, on_progress: OnProgress | None
) -> Finding:
    """The exact edge, and with ``spread`` the distribution of a round's net."""
    need_numba(ANALYSIS)
    from lammer.exact.finding import edge_of, steps_of_edge, whole_finding

    shoe, shoe_text = choice.counts(sheet)
    play = play_for(strategy, sheet, lambda: best_chart_of(sheet, choice))
    game = exact_game(sheet, shoe, play, choice.cards_left(sheet))
    if game.tables.hands_per_box > 1:  # their spread is not analysed
        return Finding(edge_of(sheet, game, shoe_text, steps_of(on_progress, steps_of_edge(sheet))), two_hands=True)
    if not spread:
        return Finding(edge_of(sheet, game, shoe_text))
    whole = whole_finding(sheet, game, shoe_text, steps_of(on_progress, len(game.worths)))
    return Finding(whole.edge, whole.results)


def finding_against(sheet: Sheet, strategy: StrategyLike, choice: ShoeChoice, *, spread: bool) -> Finding:
    """The same for the bet against one's own hand."""
    need_numba(ANALYSIS)
    from lammer.exact.finding import edge_of, whole_finding

    play = forced_play(strategy, COMPOSITION)
    refused = refuse_bet(open_round(sheet), bet(1, sheet.rules.limits.minimum, AGAINST))
    if refused is not None:
        raise Refused(refused)
    shoe, shoe_text = choice.counts(sheet)
    game = exact_game(sheet, shoe, play)
    if not spread:
        return Finding(edge_of(sheet, game, shoe_text))
    whole = whole_finding(sheet, game, shoe_text)
    return Finding(whole.edge, whole.results)


def effects_of(load: "Load", overrides: tuple[str, ...], on_progress: OnProgress | None = None) -> "tuple[Effect, ...]":
    """The effect of every single change of a game, the largest first."""
    need_numba(ANALYSIS)
    from lammer.workbench.effect_table import by_size, effects, single_changes
    from lammer.workbench.measures import measures

    step = steps_of(on_progress, len(single_changes(load(overrides), load(()))))
    found = []
    for effect in effects(load, overrides, measures):
        found += [effect] if effect is not None else []
        step()
    return tuple(by_size(found))


def best_chart_of(sheet: Sheet, choice: ShoeChoice, on_progress: OnProgress | None = None) -> "Chart":
    """The best chart for the sheet and the shoe."""
    from lammer.exact.best_chart import best_chart
    from lammer.exact.play import Optimal

    game = exact_game(sheet, choice.counts(sheet)[0], Optimal(), choice.cards_left(sheet))
    return best_chart(game, steps_of(on_progress, len(game.worths)))


def strategy_of(
    sheet: Sheet, strategy: StrategyLike, choice: ShoeChoice, on_progress: OnProgress | None = None
) -> Strategy:
    """A chart by name, with the rows that the game needs."""
    if strategy == TOTAL or choice != ShoeChoice():
        need_numba(ANALYSIS)
        shoe = choice.counts(sheet)[1]
    else:
        decks = sheet.rules.shoe.decks
        shoe = f"{decks} deck{'s' * (decks != 1)}"
    chart = chart_for(strategy, sheet, lambda: best_chart_of(sheet, choice, on_progress))
    return Strategy(sheet.ref, shoe, of_stakes(chart, stakes_of(sheet)))


def side_bets_of(sheet: Sheet, strategy: StrategyLike, choice: ShoeChoice) -> SideBets:
    """Every side bet, with the play of the main game where the bet depends on it."""
    need_numba(ANALYSIS)
    from lammer.exact.sidebets import side_bets

    shoe = choice.cards_left(sheet)
    play = play_for(strategy, sheet, lambda: best_chart_of(sheet, choice))
    found = side_bets(sheet, exact_game(sheet, choice.counts(sheet)[0], play, shoe), shoe)
    return SideBets(sheet.ref, tuple(found), {bet_id: bet.paytable for bet_id, bet in sheet.side_bets.items()})


def lights_of(sheet: Sheet, strategy: StrategyLike, stake: int) -> "LightsFinding":
    """What lights are worth for a main wager in minor units, from a fresh shoe. Raises NotAnalysed if the analysis does
    not cover the game."""
    need_numba(ANALYSIS)
    from lammer.exact.lights import lights_finding

    choice = ShoeChoice()
    play = play_for(strategy, sheet, lambda: best_chart_of(sheet, choice))
    return lights_finding(exact_game(sheet, choice.counts(sheet)[0], play), stake)


class HandQuery(NamedTuple):
    """A hand whose actions are valued. ``free``: its stake is a lammer; ``split``: it comes from a split and its stake
    is own money; ``hands``: the number of hands on the box after the split."""

    hand: str
    up: str
    free: bool = False
    split: bool = False
    hands: int | None = None


def action_values_of(sheet: Sheet, query: HandQuery, choice: ShoeChoice) -> ActionValues:
    """The value of every action with a hand, best first."""
    need_numba(ANALYSIS)
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.evs import FromSplit, action_values
    from lammer.exact.stakes import FREE, OWN

    _refuse_contradictions(query)
    shoe, shoe_text = choice.counts(sheet)
    cards, up = _hand_values(sheet, query, choice), card_value("up", query.up)
    tables = analysed_tables(sheet)
    number = 2 if query.hands is None else query.hands
    from_split = FromSplit(FREE if query.free else OWN, number) if query.free or query.split else None
    ranks = {code // 4 for code in cards_of("hand", query.hand)}
    values = action_values(tables, shoe, cards, up, from_split, one_rank=len(ranks) == 1)
    given = "the dealer has no natural" if tables.dealing.peeks[up] else "the dealer has not checked for a natural"
    return ActionValues(sheet.ref, shoe_text, query.hand, query.up, given, values)


def _refuse_contradictions(query: HandQuery) -> None:
    if query.free and query.split:
        raise BadArgument("free", "the stake of a split hand is either a lammer or own money; leave out free or split")
    if query.hands is not None and not (query.free or query.split):
        raise BadArgument("hands", "is the number of hands of a split: add split or free")


def _hand_values(sheet: Sheet, query: HandQuery, choice: ShoeChoice) -> tuple[int, ...]:
    """Values of the hand's cards. Refuses cards that are not in the shoe, and hands that cannot be played."""
    codes = cards_of("hand", query.hand)
    by_value = query.up.strip().upper().replace("10", "T") in LETTER_VALUES
    shown = [] if by_value else cards_of("up", query.up)
    choice.must_hold("hand, up and remove", sheet, [*codes, *shown, *cards_of("remove", choice.remove)])
    cards = tuple(VALUES[code] for code in codes)
    limit = sheet.rules.points.limit
    if len(cards) < 2 or sum(cards) > limit:
        text = f"{query.hand!r} is not a playable hand: write two or more cards with a total of at most {limit}"
        raise BadArgument("hand", text)
    return cards
