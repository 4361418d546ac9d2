"""A slow, obvious oracle of the main game: every order of a tiny shoe dealt through the table, in fractions.

It knows nothing of compositions, dealer trees or split patterns. It asks the fast code only what to do with a hand, and
lets the table itself deal, play and settle.
"""

from collections import defaultdict
from fractions import Fraction

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.exact.analysed import analysed_tables
from lammer.exact.compositions import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.play import Play
from lammer.exact.stakes import FREE, OWN
from lammer.exact.values import Game, SplitHands, Worth
from lammer.rule_tables.plays import Play as Plays
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.table.actions import FREE_SPLIT, PASS, SPLIT, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.round import apply, begin
from lammer.table.settlement import lammers
from lammer.table.state import Round, Waits

ACTIONS = {play.value: play.kind for play in Plays}
WAGER = 1000


def shoe_of(counts: dict[int, int]) -> Floats:
    shoe = np.zeros(10)
    for value, count in counts.items():
        shoe[value - 1] = count
    return shoe


def game_of(sheet: Sheet, cards: dict[int, int], play: Play) -> Game:
    """The game that the fast code analyses, from a shoe by card."""
    shoe, known = np.zeros(10), [0] * DECK_SIZE
    for code, number in cards.items():
        shoe[VALUES[code] - 1] += number
        known[code] += number
    return Game(analysed_tables(sheet), shoe, play, ShoeCards(tuple(known)))


def first_cards(counts: dict[int, int]) -> dict[int, int]:
    """A shoe by card from one by value: the first card of each value."""
    return {4 * (value - 1): number for value, number in counts.items()}


class Chooser:
    """What the fast code would do, asked hand by hand."""

    def __init__(self, game: Game) -> None:
        self._worths = {worth.against.up: worth for worth in game.worths}
        self._alike = game.tables.legality.alike
        self._splits: dict[tuple[int, int], SplitHands] = {}

    def __call__(self, round_: Round) -> Action:
        if round_.waits is Waits.ANSWER:
            return PASS
        hand, worth = round_.hand, self._worths[VALUES[round_.dealer[0]]]
        values = [VALUES[code] for code in hand.cards]
        stake = hand.stakes[0]
        assert stake is not None
        kind = FREE if stake.own == 0 else OWN
        pair = len(values) == 2 and self._alike[hand.cards[0]] == self._alike[hand.cards[1]]
        if pair and self._may_split(round_, worth, values[0], kind):
            rule = worth.split_rule(values[0])
            assert rule is not None
            added = rule.adds(kind) if hand.from_split else rule.first_adds
            return FREE_SPLIT if added == FREE else SPLIT
        row = worth.against.grid.hands.of(*values)
        if not hand.from_split:
            return Action(ACTIONS[int(worth.policy[worth.against.grid.families[UNSPLIT].place[row]])])
        place = worth.against.grid.families[values[0] - 1].place[row]
        return Action(ACTIONS[int(self._split_hands(worth, values[0] - 1).policy(kind)[place])])

    def _may_split(self, round_: Round, worth: Worth, value: int, kind: str) -> bool:
        rule = worth.split_rule(value)
        box = round_.boxes[round_.at_box]
        if rule is None:
            return False
        return len(box.hands) == 1 or (len(box.hands) < rule.maximum_hands and rule.adds(kind) is not None)

    def _split_hands(self, worth: Worth, pair: int) -> SplitHands:
        key = (worth.against.up, pair)
        if key not in self._splits:
            self._splits[key] = SplitHands(worth.against, pair, worth.play)
        return self._splits[key]


Outcome = tuple[Fraction, int]
"""Net of the round in wagers, and lammers collected."""


def every_order(round_: Round, left: dict[int, int], choose: Chooser) -> dict[Outcome, Fraction]:
    """Every way the round can end, with its chance."""
    if round_.waits is Waits.NOTHING:
        return {outcome(round_): Fraction(1)}
    if round_.waits is not Waits.CARD:
        return every_order(apply(round_, choose(round_))[0], left, choose)
    cards = sum(left.values())
    assert cards, "the tiny shoe has run out: choose a larger one"
    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    for code, number in left.items():
        if number:
            dealt = apply(round_, card(code))[0]
            for end, chance in every_order(dealt, {**left, code: number - 1}, choose).items():
                found[end] += Fraction(number, cards) * chance
    return found


def outcome(round_: Round) -> Outcome:
    settlement = round_.settlement
    assert settlement is not None
    return Fraction(sum(hand.net for hand in settlement.hands), WAGER), sum(lammers(round_.boxes[0], 0))


def outcomes_of(sheet: Sheet, counts: dict[int, int], play: Play) -> dict[Outcome, Fraction]:
    """Every way a round of one box can end with this shoe, by card values, and its chance."""
    return outcomes_from(sheet, first_cards(counts), play)


def outcomes_from(sheet: Sheet, cards: dict[int, int], play: Play) -> dict[Outcome, Fraction]:
    """The same with a shoe by card."""
    round_, _ = begin(open_round(sheet), (bet(1, WAGER),))
    return every_order(round_, cards, Chooser(game_of(sheet, cards, play)))


def moment(found: dict[Outcome, Fraction], power: int) -> float:
    return float(sum(net**power * chance for (net, _), chance in found.items()))
