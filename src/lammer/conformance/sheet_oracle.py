"""A slow reader of side-bet sheets that shares no code with lammer: it takes the TOML file and deals every order.

Cards are texts like ``Qh``. A condition is a plain function of such texts, by the description in docs/side-bets.md; a
condition that is not known here is an error, so that a new one must be written here too.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ORDER = "A23456789TJQK"
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
RED = "dh"
FOUR_CARDS = "my first four cards"
Hand = tuple[str, ...]


class Round(NamedTuple):
    """The player's two cards, or the four of two hands, and the dealer's whole hand, the up card first; if the two
    cards are split, the two hands with the next card on each."""

    mine: Hand
    dealer: Hand
    lammers: int = 0
    split: tuple[Hand, ...] = ()


class Oracle(NamedTuple):
    reads: tuple[str, ...]
    outcomes: dict[str, dict[str, Any]]
    later: bool

    def best(self, round_: Round) -> str:
        """The first outcome that holds, or nothing."""
        return next(self.holding(round_), "")

    def holding(self, round_: Round) -> Iterator[str]:
        """Every outcome that holds, best first."""
        return (name for name, conditions in self.outcomes.items() if self._holds(conditions, round_))

    def by_first_card(self, outcome: str) -> bool:
        """Whether the first card alone decides the outcome, however many cards follow."""
        return set(self.outcomes[outcome]) == {"first"}

    def unknown(self) -> str:
        """What of the bet this reader does not know, if anything."""
        words = [word for conditions in self.outcomes.values() for word in conditions if word not in KNOWN]
        return ", ".join(dict.fromkeys([*(one for one in self.reads if one not in READS), *words]))

    def _holds(self, conditions: dict[str, Any], round_: Round) -> bool:
        parts = {"mine": round_.mine, "up": round_.dealer[:1], "dealer": round_.dealer}
        for word, argument in conditions.items():
            if word in parts:
                good = all(CARDS[inner](parts[word], wanted) for inner, wanted in argument.items())
            elif word == SPLIT_HANDS:
                matching = sum(_exactly(hand, argument["exactly"]) for hand in round_.split)
                good = bool(round_.split) and _number(matching, argument["number"])
            elif word == LAMMERS:
                good = _number(round_.lammers, argument)
            elif word in ROUND:
                good = ROUND[word](round_) == argument
            else:
                good = CARDS[word](self._all(round_), argument)
            if not good:
                return False
        return True

    def _all(self, round_: Round) -> Hand:
        number = 2 * ("my first two cards" in self.reads) or ("my first card" in self.reads)
        mine = round_.mine if {"my cards in the order dealt", FOUR_CARDS} & set(self.reads) else round_.mine[:number]
        if "the dealer's final hand" in self.reads:
            return mine + round_.dealer
        return mine + (round_.dealer[:1] if "the up card" in self.reads else ())

    @property
    def depth(self) -> str:
        """How far a round must be dealt for this bet."""
        if "the dealer's final hand" in self.reads:
            return "final"
        if FOUR_CARDS in self.reads:
            return "two hands"
        if "my cards in the order dealt" in self.reads:
            return "run"
        if OF_SPLITS in self.reads:
            return "split"
        return "hole" if "the dealer's natural" in self.reads else "up"


def oracle_of(path: Path) -> tuple[str, Oracle]:
    """The id of the only bet of a sheet, and its oracle."""
    ((bet_id, bet),) = tomllib.loads(path.read_text(encoding="utf-8"))["side_bets"].items()
    return bet_id, oracle_from(bet)


def oracle_from(bet: Mapping[str, Any]) -> Oracle:
    """The oracle of a block ``[side_bets.<id>]`` as it is written."""
    outcomes = {name: one["value"] for name, one in bet["outcomes"].items()}
    return Oracle(tuple(bet["reads"]["value"]), outcomes, bet["placed"]["value"] == "after the up card")


def points(hand: Hand) -> int:
    total = sum(_value(card) for card in hand)
    return total + 10 if total <= 11 and any(card[0] == "A" for card in hand) else total


def natural(hand: Hand) -> bool:
    return len(hand) == 2 and points(hand) == 21


def _value(card: str) -> int:
    return min(ORDER.index(card[0]) + 1, 10)


def is_soft(hand: Hand) -> bool:
    return points(hand) != sum(map(_value, hand))


def _named(card: str, names: list[Any]) -> bool:
    for name in map(str, names):
        if name in (card, card[0]) or SUITS.get(name) == card[1]:
            return True
        if (name == "faces" and card[0] in "JQK") or (name == "tens" and _value(card) == 10):
            return True
        if name in ("red", "black") and (card[1] in RED) == (name == "red"):
            return True
    return False


def _number(found: int, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return int(wanted.get("minimum", 0)) <= found <= int(wanted.get("maximum", 10**6))
    return found in (wanted if isinstance(wanted, list) else [wanted])


FEATURES: dict[str, Callable[[str], Any]] = {
    "rank": lambda card: card[0],
    "card": lambda card: card,
    "suit": lambda card: card[1],
    "colour": lambda card: card[1] in RED,
    "value": _value,
}


def _alike(hand: Hand, feature: str) -> bool:
    return len({FEATURES[feature](card) for card in hand}) == 1


def _exactly(hand: Hand, names: list[Any]) -> bool:
    """Whether the cards can be paired with the names one to one."""
    if not hand:
        return not names
    rest = [(names[:at] + names[at + 1 :]) for at, name in enumerate(names) if _named(hand[0], [name])]
    return any(_exactly(hand[1:], left) for left in rest)


def _sequence(hand: Hand) -> bool:
    low = sorted(ORDER.index(card[0]) for card in hand)
    high = sorted(rank or 13 for rank in low)
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (low, high))


def _groups(hand: Hand) -> list[int]:
    ranks = [card[0] for card in hand]
    return sorted(ranks.count(rank) for rank in set(ranks) if ranks.count(rank) > 1)


def _starts(hand: Hand, wanted: dict[str, Any]) -> bool:
    start = hand[: wanted["number"]]
    enough = len(start) == wanted["number"] and all(_named(card, wanted["of"]) for card in start)
    return enough and all(_alike(start, feature) for feature in wanted.get("same", []))


CARDS: dict[str, Callable[[Hand, Any], bool]] = {
    "every": lambda hand, names: all(_named(card, names) for card in hand),
    "none": lambda hand, names: not any(_named(card, names) for card in hand),
    "exactly": _exactly,
    "count": lambda hand, wanted: _number(sum(_named(card, wanted["of"]) for card in hand), wanted["number"]),
    "first": lambda hand, names: _named(hand[0], names),
    "same": lambda hand, features: all(_alike(hand, feature) for feature in features),
    "not_same": lambda hand, features: not any(_alike(hand, feature) for feature in features),
    "sequence": lambda hand, wanted: _sequence(hand) == wanted,
    "total": lambda hand, wanted: _number(points(hand), wanted),
    "hard_total": lambda hand, wanted: _number(sum(map(_value, hand)), wanted),
    "ranks": lambda hand, wanted: _number(len({card[0] for card in hand}), wanted),
    "cards": lambda hand, wanted: _number(len(hand), wanted),
    "groups": lambda hand, sizes: _groups(hand) == sorted(sizes),
    "starts": lambda hand, wanted: _starts(hand, wanted),
}
ROUND: dict[str, Callable[[Round], bool]] = {
    "my_natural": lambda round_: natural(round_.mine),
    "dealer_natural": lambda round_: natural(round_.dealer),
    "dealer_bust": lambda round_: points(round_.dealer) > 21,
    "higher_than_up_ace_low": lambda round_: ORDER.index(round_.mine[0][0]) > ORDER.index(round_.dealer[0][0]),
    "higher_than_up": lambda round_: (ORDER.index(round_.mine[0][0]) or 13) > (ORDER.index(round_.dealer[0][0]) or 13),
}
PARTS = ("mine", "up", "dealer")
LIMIT = 21
LAMMERS = "lammers"
SPLIT_HANDS = "split_hands"
KNOWN = {*CARDS, *ROUND, *PARTS, LAMMERS, SPLIT_HANDS}
OF_LAMMERS = "the lammers of the round"
OF_CARDS = "my first card", "my first two cards", "the up card", "the dealer's natural", "the dealer's final hand"
OF_SPLITS = "my split hands"
READS = (*OF_CARDS, OF_LAMMERS, OF_SPLITS, FOUR_CARDS)


def deals(shoe: Hand, depth: str, hits_soft_17: bool) -> Iterator[tuple[Round, Fraction]]:
    """Every deal with its chance, in the order of the table: first card, up card, second card, hole card, and the
    dealer's drawing. Equal cards are taken together. For a bet on the cards in the order dealt the box takes two more,
    unless the dealer, who checks, has a natural."""
    if depth == "two hands":
        for (one, other, up, second, last), _, chance in _taken(shoe, 5):
            yield Round((one, second, other, last), (up,)), chance
        return
    if depth == "run":
        for cards, _, chance in _taken(shoe, 6):
            mine, dealer = (cards[0], cards[2]), (cards[1], cards[3])
            yield Round(mine if natural(dealer) else (*mine, *cards[4:]), dealer), chance
        return
    for cards, left, chance in _taken(shoe, 4 if depth != "up" else 3):
        first, up, second, *hole = cards
        if depth == "final":
            for hand, times in _finished((up, *hole), left, hits_soft_17):
                yield Round((first, second), hand), chance * times
        elif depth == "split" and _value(first) == _value(second) and not natural((up, *hole)):
            for (one, other), _, times in _taken(left, 2):
                split = ((first, one), (second, other))
                yield Round((first, second), (up, *hole), split=split), chance * times
        else:
            yield Round((first, second), (up, *hole)), chance


def _taken(shoe: Hand, number: int) -> Iterator[tuple[Hand, Hand, Fraction]]:
    if number == 0:
        yield (), shoe, Fraction(1)
        return
    for card in sorted(set(shoe)):
        at = shoe.index(card)
        left = shoe[:at] + shoe[at + 1 :]
        for rest, final, chance in _taken(left, number - 1):
            yield (card, *rest), final, chance * Fraction(shoe.count(card), len(shoe))


def _finished(hand: Hand, shoe: Hand, hits_soft_17: bool) -> Iterator[tuple[Hand, Fraction]]:
    total = points(hand)
    if total > 17 or (total == 17 and not (hits_soft_17 and is_soft(hand))):
        yield hand, Fraction(1)
        return
    for (card,), left, chance in _taken(shoe, 1):
        for final, times in _finished((*hand, card), left, hits_soft_17):
            yield final, chance * times


@cache
def _all_deals(shoe: Hand, depth: str, hits_soft_17: bool, reads_mine: bool) -> dict[Round, Fraction]:
    """Deals with their chances; the player's cards are left out where the bet does not read them."""
    if reads_mine:
        found: dict[Round, Fraction] = defaultdict(Fraction)
        for round_, chance in deals(shoe, depth, hits_soft_17):
            found[round_] += chance
        return dict(found)
    by_dealer: dict[Round, Fraction] = defaultdict(Fraction)
    for round_, chance in _all_deals(shoe, depth, hits_soft_17, reads_mine=True).items():
        by_dealer[Round((), round_.dealer)] += chance
    return dict(by_dealer)


def _deals_for(oracle: Oracle, shoe: Hand, hits_soft_17: bool) -> dict[Round, Fraction]:
    return _all_deals(shoe, oracle.depth, hits_soft_17, reads_mine="my " in " ".join(oracle.reads))


def chances(oracle: Oracle, shoe: Hand, hits_soft_17: bool) -> dict[str, Fraction]:
    """The chance that each outcome is the best; ``""`` for none."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for round_, chance in _deals_for(oracle, shoe, hits_soft_17).items():
        found[oracle.best(round_)] += chance
    return dict(found)


def chances_by_up_card(oracle: Oracle, shoe: Hand, hits_soft_17: bool) -> dict[int, dict[str, Fraction]]:
    """For a bet placed after the up card and the dealer's check: the chances with each up card, given no natural."""
    found: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for round_, chance in _deals_for(oracle, shoe, hits_soft_17).items():
        if not natural(round_.dealer):
            found[_value(round_.dealer[0])][oracle.best(round_)] += chance
    return {up: dict(by_outcome) for up, by_outcome in found.items()}
