"""A complete round of one seat as a finite automaton: state × card → state.

Cards are values. Every decision, the dealer's drawing and the settlement are built into the table, so a round consists
only of look-ups. The end of a round is the beginning of the next: the final states are initial states that encode what
was just paid. So the number of visits of each state counts every outcome. Pairs that are split leave the automaton and
are played by the general kernel's routine.
"""

from typing import NamedTuple

import numpy as np

from lammer.rule_tables.ends import (
    DEALER_ENDS,
    DEALER_NATURAL,
    FIRST_HAND,
    HAND_ENDS,
    NATURAL,
    OPEN,
    SPECIAL_NATURAL,
    STAKES,
    SURRENDERED,
    stake_number,
)
from lammer.rule_tables.numbers import NATURAL_STATE, PUSH, SECOND, WHOLE
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT, SPLIT, SURRENDER
from lammer.simulate.arrays import Shorts
from lammer.simulate.layout import DEALER_NATURAL_CLASS, LOOKS, MAY_BE_NATURAL
from lammer.simulate.terms import Terms

NO_NATURAL = 17
"""Any dealer total that is not a bust."""


class Paid(NamedTuple):
    """The result of a round: net in units, lammers (or the class of a dealer natural), own money, free doubles, hands
    pushed by a dealer 22, and whether there was a dealer 22."""

    net: int
    lammers: int = 0
    own: int = 1
    doubles: int = 0
    pushed: int = 0
    dealer_22: int = 0


class Automaton(NamedTuple):
    table: Shorts
    """states · 16. Numbers from ``escape`` on are pairs to split, (pair · 16 + up card) · 16 + hole card, and numbers
    from ``escape`` + LOOKS on are states in which the next card is looked at but not taken."""
    paid: tuple[Paid, ...]
    """The result of the round that leads to each of the first states, all of which begin a round."""
    escape: int


MAX_TOTALS = 200
"""Play by totals has some sixty states; play by compositions has thousands, which make the automaton too large."""
Key = tuple[object, ...]
"""A state: its stage and everything else that the rest of the round depends on."""


def fits(terms: Terms) -> bool:
    """Whether an automaton can play these terms at one seat: only card values matter, and there are no side bets."""
    tables, dealing = terms.tables, terms.rule_tables.dealing
    ends_at_once = bool(dealing.first_values or dealing.up_values)
    split_naturals = bool((terms.arrays.split_cards != OPEN).any())
    compositions = len(tables.total) > MAX_TOTALS
    if terms.rule_tables.hands_per_box > 1:
        return False  # the automaton plays one hand
    return not (terms.side_bets or ends_at_once or _by_suit(terms) or split_naturals or compositions)


def _by_suit(terms: Terms) -> bool:
    """Whether more than the value of a card matters, for pairs or for the pay of a natural."""
    nets = terms.tables.nets.reshape(-1, STAKES)[terms.arrays.beats.reshape(DEALER_ENDS, HAND_ENDS)]
    special = (nets[:, NATURAL] != nets[:, SPECIAL_NATURAL]).any()
    return bool(special) or len(set(terms.arrays.alike.tolist())) > 10


def automaton_of(terms: Terms) -> Automaton:
    return _Builder(terms).built()


class _Builder:
    """Builds the transition of every card from every reachable state."""

    def __init__(self, terms: Terms) -> None:
        tables = terms.tables
        self._t, self._rules = tables, terms.arrays
        self._limit, self._hole_card = terms.rule_tables.limit, terms.rule_tables.dealing.hole_card
        self._minimum = terms.rule_tables.dealing.drawing.lowest_final - 1
        """Totals below every total that the dealer stands on are equivalent; this one represents them."""
        self._states = len(tables.total)
        rows = tables.after.reshape(-1, 16)
        alike: dict[bytes, int] = {}
        self._drawn_to = [alike.setdefault(row.tobytes(), state) for state, row in enumerate(rows)]
        """States with the same successors are merged while the hand waits for a card."""

    def built(self) -> Automaton:
        begin = Paid(0)
        keys: dict[Key, list[Key]] = {}
        waiting: list[Key] = [("paid", begin)]
        while waiting:
            key = waiting.pop()
            if key in keys or key[0] == "split":
                continue
            keys[key] = [self._next(key, value) for value in range(1, 11)]
            waiting += keys[key]
        paid = sorted(key for key in keys if key[0] == "paid")
        order = paid + [key for key in keys if key[0] != "paid"]
        numbers = {key: number for number, key in enumerate(order)}
        table = np.zeros((len(order), 16), dtype=np.uint16)
        for key, follows in keys.items():
            table[numbers[key], 1:11] = [self._number(numbers, follow, len(order)) for follow in follows]
        table = _busiest_first(table, len(paid))
        return Automaton(table.ravel(), tuple(key[1] for key in paid), len(order))  # type: ignore[misc]

    @staticmethod
    def _number(numbers: dict[Key, int], key: Key, escape: int) -> int:
        if key[0] == "look":
            return escape + LOOKS + numbers[key]
        if key[0] != "split":
            return numbers[key]
        _, pair, up, hole = key
        return escape + (int(pair) * 16 + int(up)) * 16 + int(hole)  # type: ignore[call-overload, no-any-return]

    def _next(self, key: Key, value: int) -> Key:
        stage, *rest = key
        if stage == "paid":
            return ("up", value)
        if stage == "up":
            return ("second", rest[0], value)
        return getattr(self, f"_{stage}")(*rest, value)  # type: ignore[no-any-return]

    def _second(self, first: int, up: int, value: int) -> Key:
        state, pair = int(self._t.two[16 * first + value]), first if first == value else 0
        if pair and self._t.pairs[up * 16 + pair] == self._t.plays[up * self._states + state]:
            pair = 0  # this pair is played like any other hand of its total
        return ("hole", state, pair, up) if self._hole_card else self._hole(state, pair, up, 0)

    def _hole(self, state: int, pair: int, up: int, hole: int) -> Key:
        """After the opening deal: naturals, splits, or the first decision. ``held`` is the dealer's state."""
        held = self._second_held(up, hole) if hole else int(self._rules.dealt[up])
        if self._t.total[state] == self._limit:
            return self._player_natural(up, held, hole)
        if held == NATURAL_STATE and self._rules.ups[up]:
            return self._taken_by_natural(OPEN, 1, 0)
        action = int(self._t.plays[up * self._states + state])
        if pair:
            action = int(self._t.pairs[up * 16 + pair])
            if action >= SPLIT:
                return ("split", pair, up, hole)
        return self._act(state, action, up, held, bool(hole))

    def _held(self, held: int, value: int) -> int:
        return int(self._rules.dealt[16 * held + value])

    def _second_held(self, up: int, value: int) -> int:
        """The dealer's state with two cards."""
        return int(self._rules.second[16 * up + value])

    def _row(self, ended: int, dealer: int) -> int:
        return int(self._rules.beats[HAND_ENDS * dealer + ended])

    def _net(self, ended: int, dealer: int, own: int, free: int) -> int:
        return int(self._t.nets[STAKES * self._row(ended, dealer) + stake_number(FIRST_HAND, own, free)])

    def _taken_by_natural(self, ended: int, own: int, free: int) -> Key:
        """The end of a hand against a dealer natural."""
        return ("paid", Paid(self._net(ended, DEALER_NATURAL, own, free), DEALER_NATURAL_CLASS, own, free))

    def _act(self, state: int, action: int, up: int, held: int, second: bool) -> Key:
        if action == HIT:
            return ("hit", self._drawn_to[state], up, held, second)
        if action in (DOUBLE, FREE_DOUBLE):
            return ("double", self._drawn_to[state], action, held, second, self._bust_under(up))
        if action == SURRENDER:
            return self._surrendered(held, second)
        return self._stood(int(self._t.total[state]), 1, 0, held, second)

    def _hit(self, state: int, up: int, held: int, second: bool, value: int) -> Key:
        state = int(self._t.after[16 * state + value])
        if self._t.total[state] > self._limit:
            return self._broke(self._bust_under(up), 1, 0, held, second)
        return self._act(state, int(self._t.plays[up * self._states + state]), up, held, second)

    def _double(self, state: int, action: int, held: int, second: bool, bust: int, value: int) -> Key:
        state = int(self._t.after[16 * state + value])
        own, free = (2, 0) if action == DOUBLE else (1, 1)
        if self._t.total[state] > self._limit:
            return self._broke(bust, own, free, held, second)
        return self._stood(int(self._t.total[state]), own, free, held, second)

    def _bust_under(self, up: int) -> int:
        """How a bust ends under this up card: it may be boxed."""
        return int(self._rules.ends[HAND_ENDS * up + self._limit + 1])

    def _broke(self, bust: int, own: int, free: int, held: int, second: bool) -> Key:
        """A bust: the dealer draws only if it is boxed or the bet is against the hand."""
        if self._rules.asks[bust] & WHOLE:
            return self._stood(bust, own, free, held, second)
        return self._end(Paid(self._net(bust, NO_NATURAL, own, free), free, own, free), held, second)

    def _surrendered(self, held: int, second: bool) -> Key:
        """A dealer natural may take more of a surrendered wager. The dealer has not checked, else the round would be
        over."""
        if second:
            return self._surrender_met(held)
        if self._rules.asks[SURRENDERED] & SECOND and self._may_be_natural(held):
            return ("surrender_second", held)
        return self._end(Paid(self._net(SURRENDERED, NO_NATURAL, 1, 0)), held, second)

    def _surrender_second(self, held: int, value: int) -> Key:
        return self._surrender_met(self._second_held(self._up_of(held), value))

    def _surrender_met(self, held: int) -> Key:
        if held == NATURAL_STATE:
            return self._taken_by_natural(SURRENDERED, 1, 0)
        return ("paid", Paid(self._net(SURRENDERED, NO_NATURAL, 1, 0)))

    def _up_of(self, held: int) -> int:
        """The up card of a dealer with one card."""
        return next(up for up in range(1, 11) if self._rules.dealt[up] == held)

    def _may_be_natural(self, held: int) -> bool:
        """Whether the dealer's single card can become a natural."""
        return bool(self._rules.ups[MAY_BE_NATURAL + self._up_of(held)])

    def _end(self, end: Paid, held: int, second: bool) -> Key:
        """The end of a round that a dealer natural no longer changes. The natural is still counted, for the lammers; if
        the dealer takes no second card, the next card is looked at."""
        if not second and self._may_be_natural(held):
            return ("look", held, end)
        natural = second and held == NATURAL_STATE
        return ("paid", end._replace(lammers=DEALER_NATURAL_CLASS) if natural else end)

    def _look(self, held: int, end: Paid, value: int) -> Key:
        return self._end(end, self._second_held(self._up_of(held), value), second=True)

    def _stood(self, total: int, own: int, free: int, held: int, second: bool) -> Key:
        total = max(total, self._minimum)
        if not second:
            return ("dealer_second", total, own, free, held)
        if held == NATURAL_STATE:  # the dealer had not checked
            return self._taken_by_natural(total, own, free)
        return self._dealer_next(total, own, free, held)

    def _dealer_second(self, total: int, own: int, free: int, held: int, value: int) -> Key:
        return self._stood(total, own, free, self._second_held(self._up_of(held), value), second=True)

    def _dealer(self, total: int, own: int, free: int, held: int, value: int) -> Key:
        return self._dealer_next(total, own, free, self._held(held, value))

    def _dealer_next(self, total: int, own: int, free: int, held: int) -> Key:
        if self._rules.draws[held]:
            return ("dealer", total, own, free, held)
        dealer = held >> 1
        pushed = int(dealer == 22 and self._row(total, dealer) == PUSH)
        return ("paid", Paid(self._net(total, dealer, own, free), free, own, free, pushed, int(dealer == 22)))

    def _player_natural(self, up: int, held: int, hole: int) -> Key:
        paid = Paid(self._net(NATURAL, NO_NATURAL, 1, 0))
        if not self._rules.asks[NATURAL]:
            return self._end(paid, held, bool(hole))
        if hole:
            return self._natural_met(held)
        waits = self._rules.ups[MAY_BE_NATURAL + up] or self._rules.asks[NATURAL] & WHOLE
        return ("natural_second", held) if waits else ("paid", paid)

    def _natural_second(self, held: int, value: int) -> Key:
        return self._natural_met(self._second_held(self._up_of(held), value))

    def _natural_met(self, held: int) -> Key:
        """A player's natural against two dealer cards."""
        return self._taken_by_natural(NATURAL, 1, 0) if held == NATURAL_STATE else self._natural_next(held)

    def _natural_waits(self, held: int, value: int) -> Key:
        return self._natural_next(self._held(held, value))

    def _natural_next(self, held: int) -> Key:
        """A natural that a dealer 22 can push waits for the dealer's complete hand."""
        if self._rules.asks[NATURAL] & WHOLE and self._rules.draws[held]:
            return ("natural_waits", held)
        return ("paid", Paid(self._net(NATURAL, held >> 1, 1, 0), dealer_22=int(held >> 1 == 22)))


LONGEST = 40
"""A number of cards after which almost every round is over."""


def _busiest_first(table: Shorts, begins: int) -> Shorts:
    """Renumbers the states that do not begin a round by how often they are visited, for better caching."""
    states = len(table)
    cards = np.array([0.0] + [4 / 52] * 9 + [16 / 52] + [0.0] * 5)
    weight = np.zeros(states)
    weight[0] = 1.0
    visits = np.zeros(states)
    for _ in range(LONGEST):
        inside = table < states
        flow = (weight[:, None] * cards * inside).ravel()
        weight = np.zeros(states)
        np.add.at(weight, np.where(inside, table, 0).ravel(), flow)
        weight[:begins] = 0.0
        visits += weight
    rest = begins + np.argsort(-visits[begins:], kind="stable")
    old_of_new = np.concatenate([np.arange(begins), rest])
    new_of_old = np.empty(states, dtype=np.int64)
    new_of_old[old_of_new] = np.arange(states)
    looks = table >= states + LOOKS
    old = np.where(looks, table.astype(np.int64) - states - LOOKS, np.minimum(table, states - 1))
    renamed = np.where(looks, new_of_old[old] + states + LOOKS, np.where(table < states, new_of_old[old], table))
    busiest: Shorts = renamed[old_of_new].astype(np.uint16)
    return busiest
