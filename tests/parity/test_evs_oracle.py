"""Action values of split hands against a slow oracle: every order of a tiny shoe dealt through the table in fractions.

The hand in question is one of several that come of a pair. The others stand as soon as they may, and only the nets of
the hand in question and of hands split from it are added up.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

import pytest

from lammer.cards.card import VALUES
from lammer.conformance.every_order import ACTIONS, WAGER, shoe_of
from lammer.exact.analysed import analysed_tables
from lammer.exact.evs import FromSplit, action_values
from lammer.exact.play import Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.stakes import ADDED, FREE, OWN
from lammer.exact.up_card import Against
from lammer.exact.values import SplitHands
from lammer.table.actions import PASS, STAND, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.round import apply, begin, legal
from lammer.table.state import Round, Waits
from tests.sheets import posted

EIGHTS = {8: 5, 10: 14, 3: 2}
ACES = {1: 5, 10: 10, 9: 4}


class Case(NamedTuple):
    game: str
    shoe: dict[int, int]
    cards: tuple[int, int]
    up: int
    kind: str
    hands: int


CASES = (
    Case("sd-free-bet", EIGHTS, (8, 8), 10, FREE, 2),
    Case("sd-free-bet", EIGHTS, (8, 8), 10, OWN, 2),
    Case("sd-free-bet", EIGHTS, (8, 8), 3, FREE, 3),
    Case("sd-free-bet", EIGHTS, (8, 8), 3, OWN, 4),
    Case("sd-free-bet", EIGHTS, (8, 3), 10, FREE, 2),
    Case("sd-free-bet", ACES, (1, 1), 10, OWN, 2),
    Case("sd-blackjack", EIGHTS, (8, 8), 10, OWN, 2),
    Case("sd-blackjack", EIGHTS, (8, 3), 8, OWN, 3),
    Case("european-free-bet", EIGHTS, (8, 8), 10, FREE, 2),
    Case("sd-blackjack[dealer.peek_under=[]]", ACES, (9, 9), 1, OWN, 2),
    Case("sd-free-bet[free.resplit=false]", EIGHTS, (8, 8), 10, FREE, 2),
)


class Oracle:
    """One case, played through the table."""

    def __init__(self, case: Case) -> None:
        self.case, self.sheet = case, posted(case.game)
        tables = analysed_tables(self.sheet)
        self.against = Against(tables, case.up, shoe_of(case.shoe))
        self.pair = case.cards[0]
        self.split_hands = SplitHands(self.against, self.pair - 1, Optimal())
        self.here = self.against.situation(self.pair - 1, case.hands - 1)

    def worth(self, action: str, again: frozenset[str] = frozenset()) -> float:
        """Worth of an action; hands of the kinds in ``again`` are split again after a split."""
        self.action, self.again = action, again
        round_, _ = begin(open_round(self.sheet), (bet(1, WAGER),))
        ways = list(self._follow(round_, dict(self.case.shoe), Fraction(1), decided=False))
        return float(sum(chance * net for chance, net in ways) / sum(chance for chance, _ in ways))

    def _follow(
        self, round_: Round, left: dict[int, int], chance: Fraction, *, decided: bool
    ) -> Iterator[tuple[Fraction, Fraction]]:
        if round_.waits is Waits.NOTHING:
            if decided:
                yield chance, self._net(round_)
            return
        if round_.waits is Waits.ANSWER:
            yield from self._follow(apply(round_, PASS)[0], left, chance, decided=decided)
            return
        if round_.waits is Waits.PLAY:
            ours = self._ours(round_) and self._complete(round_)
            chosen = Action(self.action) if ours and not decided else self._chosen(round_, decided=decided)
            yield from self._follow(apply(round_, chosen)[0], left, chance, decided=decided or ours)
            return
        forced = None if decided else self._forced(round_)
        number = sum(left.values())
        assert number, "the tiny shoe has run out: choose a larger one"
        for value, count in left.items():
            if count and forced in (None, value):
                dealt = apply(round_, card(4 * (value - 1)))[0]
                then = {**left, value: count - 1}
                yield from self._follow(dealt, then, chance * Fraction(count, number), decided=decided)

    def _forced(self, round_: Round) -> int | None:
        """The value that the case wants next; None for a card that may be anything."""
        box = round_.boxes[0]
        if not box.hands or not box.hands[0].cards:
            return self.pair
        if not round_.dealer:
            return self.case.up
        if len(box.hands) == 1:
            return self.pair if len(box.hands[0].cards) == 1 else None
        if len(round_.hand.cards) != 1:
            return None
        if len(box.hands) < self.case.hands:
            return self.pair
        return self.case.cards[1] if self._ours(round_) else None

    def _ours(self, round_: Round) -> bool:
        """The hand in question, or one split from it: own money is played first, a lammer last."""
        hands = len(round_.boxes[0].hands)
        return self._is_ours(round_.at_hand, hands)

    def _is_ours(self, at: int, hands: int) -> bool:
        others = self.case.hands - 1
        return at >= others if self.case.kind == FREE else at < hands - others

    def _complete(self, round_: Round) -> bool:
        return len(round_.boxes[0].hands) >= self.case.hands and len(round_.hand.cards) == 2

    def _chosen(self, round_: Round, *, decided: bool) -> Action:
        box, options = round_.boxes[0], {option.kind for option in legal(round_)}
        split = next((kind for kind in ("free-split", "split") if kind in options), None)
        if not decided and len(box.hands) < self.case.hands:
            assert split
            return Action(split)
        if not self._ours(round_):
            return STAND if "stand" in options else Action("hit")
        stake = round_.hand.stakes[0]
        assert stake is not None
        kind = FREE if stake.own == 0 else OWN
        if split and kind in self.again:
            return Action(split)
        row = self.here.family.place[self.here.hands.of(*(VALUES[code] for code in round_.hand.cards))]
        after_split = self.action in ("split", "free-split")
        policy = self.split_hands.policy(kind) if after_split else Optimal().policies(self.here, (kind,))[0]
        return Action(ACTIONS[int(policy[row])])

    def _net(self, round_: Round) -> Fraction:
        assert round_.settlement is not None
        hands = len(round_.boxes[0].hands)
        results = [result for result in round_.settlement.hands if self._is_ours(result.hand, hands)]
        return Fraction(sum(result.net for result in results), WAGER)

    def best(self, action: str) -> float:
        kinds = (OWN, FREE) if action in ("split", "free-split") else ()
        subsets = chain.from_iterable(combinations(kinds, count) for count in range(len(kinds) + 1))
        return max(self.worth(action, frozenset(subset)) for subset in subsets)


def fast(case: Case, shoe: dict[int, int] | None = None) -> dict[str, float]:
    split = FromSplit(case.kind, case.hands)
    return action_values(analysed_tables(posted(case.game)), shoe_of(shoe or case.shoe), case.cards, case.up, split)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_action_of_a_split_hand_agrees(case: Case) -> None:
    oracle, values = Oracle(case), fast(case)
    assert set(values) == legal_actions(oracle)
    for action, value in values.items():
        assert value == pytest.approx(oracle.best(action), abs=1e-12), action


def legal_actions(oracle: Oracle) -> set[str]:
    """What the table allows with the hand in question."""
    round_, left = begin(open_round(oracle.sheet), (bet(1, WAGER),))[0], dict(oracle.case.shoe)
    while not (round_.waits is Waits.PLAY and oracle._ours(round_) and oracle._complete(round_)):
        if round_.waits is Waits.CARD:
            forced = oracle._forced(round_)
            value = next(v for v, count in left.items() if count and (forced == v if forced else v != oracle.pair))
            left[value] -= 1
            round_ = apply(round_, card(4 * (value - 1)))[0]
        else:
            chosen = PASS if round_.waits is Waits.ANSWER else oracle._chosen(round_, decided=False)
            round_ = apply(round_, chosen)[0]
    return {option.kind for option in legal(round_)}


def test_a_free_pair_is_split_again_and_standing_is_not_best() -> None:
    values = action_values(
        analysed_tables(posted("sd-free-bet")),
        shoe_of(dict.fromkeys(range(1, 10), 24) | {10: 96}),
        (8, 8),
        10,
        free=True,
    )
    assert next(iter(values)) == "free-split"


def test_the_oracle_notices_a_card_that_is_not_away() -> None:
    """Negative control: one more hand on the box, so one more card of the pair gone."""
    right = Oracle(CASES[0]).best("stand")
    assert abs(fast(CASES[0]._replace(hands=3))["stand"] - right) > 1e-6


@pytest.mark.parametrize(
    ("game", "cards", "split", "message"),
    [
        ("sd-free-bet", (8, 8), FromSplit(FREE, 5), "2 to 4"),
        ("sd-free-bet", (8, 8), FromSplit(OWN, 1), "2 to 4"),
        ("sd-free-bet", (10, 2), FromSplit(FREE), "splits free"),
        ("sd-blackjack[split.resplit_aces=false]", (1, 5), FromSplit(OWN, 3), "becomes 2 hands"),
        ("sd-blackjack[split.most_hands=1]", (8, 5), FromSplit(OWN, 2), "no hands"),
    ],
)
def test_hands_that_no_split_makes_are_refused(
    game: str, cards: tuple[int, int], split: FromSplit, message: str
) -> None:
    with pytest.raises(NotAnalysed, match=message):
        action_values(analysed_tables(posted(game)), shoe_of(EIGHTS | {1: 4, 2: 4, 5: 4}), cards, 10, split)


def test_money_added_by_a_split_is_spared_where_a_natural_takes_the_original_wager() -> None:
    case = Case("sd-blackjack[dealer.peek_under=[]]", ACES, (9, 9), 1, OWN, 2)
    assert fast(case._replace(kind=ADDED))["stand"] > fast(case)["stand"]
