"""The best parlays of side bets that are settled before the second card, for any shoe and strategy."""

from collections import defaultdict
from collections.abc import Iterator

from lammer.cards.card import VALUES
from lammer.exact.hands import Floats
from lammer.exact.play import Optimal
from lammer.exact.round import deal_chance, hand_worth, openings
from lammer.exact.up_card import Against
from lammer.exact.values import Game, Worth
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.conditions.outcomes import features_used
from lammer.rules.conditions.reading import seen
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.parlays import ParlayCell, ParlayFinding, Policy
from lammer.rules.paytable import Paytable
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, whole_decks
from lammer.rules.sidebets import SideBetFinding, net_of
from lammer.table.sidebets import decide_by

Cards = tuple[int, int]
"""The values of a first card and an up card."""


def with_parlays(
    sheet: Sheet, game: Game, shoe: ShoeCards | None, found: Iterator[SideBetFinding]
) -> Iterator[SideBetFinding]:
    """The findings, those of bets with a parlay together with its figures. ``game`` has the sheet's rules and the same
    shoe."""
    worths: dict[Cards, float] = {}
    for one in found:
        bet = sheet.side_bets.get(one.id)
        if bet is None or bet.parlay is None:
            yield one
            continue
        worths = worths or first_card_worths(game)
        yield one._replace(parlay=_finding(sheet, bet, bet.paytables[one.paytable], shoe, one.house_edge, worths))


def first_card_worths(game: Game) -> dict[Cards, float]:
    """The value of the main game for a wager of 1, given the values of the first card and the up card. Hands are played
    by the game's strategy; the dealer has not yet a second card."""
    found: dict[Cards, float] = defaultdict(float)
    for worth in game.worths:
        up = worth.against.up
        for first, second, chance in openings(game, worth):
            found[first, up] += chance * hand_worth(worth, first, second)
    return {cards: worth / deal_chance(game.shoe, cards) for cards, worth in found.items()}


def first_card_worth(tables: RuleTables, shoe: Floats, first: int, up: int) -> float:
    """The same for two cards, by the best play; ``shoe`` still has both."""
    worth, left = Worth(Against(tables, up, shoe), Optimal()), shoe.copy()
    left[first - 1] -= 1
    left[up - 1] -= 1
    seconds = [second for second in range(1, 11) if left[second - 1] > 0]
    return float(sum(left[second - 1] * hand_worth(worth, first, second) for second in seconds) / left.sum())


def best_parlays(game: Game) -> Policy:
    """First cards and up cards with which the best player adds winnings to the main wager."""
    return frozenset(cards for cards, worth in first_card_worths(game).items() if worth > 0)


def _finding(
    sheet: Sheet, bet: SideBet, paytable: Paytable, shoe: ShoeCards | None, alone: float, worths: dict[Cards, float]
) -> ParlayFinding:
    won = winnings(sheet, bet, paytable, whole_decks(rule_tables(sheet).decks) if shoe is None else shoe)
    cells = [ParlayCell(*cards, amount, worths[cards]) for cards, amount in sorted(won.items()) if amount > 0]
    return ParlayFinding(alone, tuple(cells))


def winnings(sheet: Sheet, bet: SideBet, paytable: Paytable, shoe: ShoeCards) -> dict[Cards, float]:
    """The average winnings per wager of 1 by the values of the first card and the up card."""
    if features_used(bet.outcomes).detail > shoe.detail:
        raise NotCounted("outcomes: they depend on more than is known of the shoe")
    counts, total, found = shoe.counts, sum(shoe.counts), dict[Cards, float]()
    codes = [code for code, count in enumerate(counts) if count]
    for first in codes:
        for up in codes:
            row = decide_by(bet, paytable, seen(bet.reads, rule_tables(sheet).limit, mine=(first,), up=up)).row
            net = 0.0 if row is None else net_of(paytable, paytable.rows[row])
            chance = counts[first] * (counts[up] - (first == up)) / (total * (total - 1))
            cards = VALUES[first], VALUES[up]
            found[cards] = found.get(cards, 0.0) + chance * max(net, 0.0)
    return found
