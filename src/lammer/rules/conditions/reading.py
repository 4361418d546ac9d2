"""The inputs of a side bet, taken from the cards of a round, and the classifier of its outcomes."""

from collections.abc import Mapping, Sequence

from lammer.cards.card import ACE, TEN
from lammer.cards.hand import natural_partner
from lammer.rules.conditions.cards import Cards
from lammer.rules.conditions.outcomes import (
    FINAL_HAND,
    FIRST_CARD,
    FIRST_FOUR,
    FIRST_TWO,
    IN_ORDER,
    NO_HAND,
    SPLIT_HANDS,
    UP_CARD,
    Classifier,
    Hand,
    Outcome,
    Seen,
)

MAX_KEPT = 256


def cards_read(reads: Sequence[str]) -> int:
    """The number of player's cards that a bet reads, if it is fixed."""
    return 4 if FIRST_FOUR in reads else 2 if FIRST_TWO in reads else 1 if FIRST_CARD in reads else 0


def seen(
    reads: Sequence[str],
    limit: int,
    *,
    mine: Sequence[int] = (),
    mine_done: bool = True,
    up: int | None = None,
    dealer: Sequence[int] = (),
    dealer_done: bool = True,
    dealer_natural: bool = False,
    lammers: int = 0,
    wins: int = 0,
    split: Sequence[Sequence[int]] = (),
) -> Seen:
    """The inputs of a bet. ``dealer`` is the whole hand with the up card; only what the bet reads is used. ``mine`` are
    the player's cards in the order dealt, ``mine_done`` if no more will follow, ``split`` the first cards of the two
    hands of the first split."""
    number, in_order = cards_read(reads), IN_ORDER in reads
    own = tuple(mine if in_order else mine[:number])
    ups = (up,) if UP_CARD in reads and up is not None else ()
    hand = tuple(dealer) if FINAL_HAND in reads else ()
    dealt = hand if FINAL_HAND in reads else ups  # the final hand includes the up card
    own_whole = mine_done if in_order else len(own) == number
    whole = own_whole, UP_CARD not in reads or bool(ups), FINAL_HAND not in reads or dealer_done
    return Seen(
        together=Hand(Cards((*own, *dealt), limit), all(whole)),
        mine=Hand(Cards(own, limit), whole[0]) if number or in_order else NO_HAND,
        up=Hand(Cards(ups, limit), whole[1]) if UP_CARD in reads else NO_HAND,
        dealer=Hand(Cards(hand, limit), whole[2]) if FINAL_HAND in reads else NO_HAND,
        dealer_natural=dealer_natural,
        lammers=lammers,
        limit=limit,
        wins=wins,
        split=tuple(Hand(Cards(cards, limit), len(cards) == 2) for cards in split) if SPLIT_HANDS in reads else (),
    )


def own_hand(limit: int, *, natural: bool) -> Hand:
    """Two cards that are a natural, or two that are not, for a bet that sees only this of the player's cards."""
    values = range(ACE, TEN + 1)
    partners = ((value, natural_partner(value, limit)) for value in values)
    pair = next((value, other) for value, other in partners if other is not None) if natural else (2, 2)
    return Hand(Cards(tuple(first_code(value) for value in pair), limit))


def first_code(value: int) -> int:
    """The first card of this value."""
    return 4 * (value - 1)


_kept: dict[int, tuple[Mapping[str, Outcome], Classifier]] = {}


def classifier_of(outcomes: Mapping[str, Outcome]) -> Classifier:
    """The classifier of some outcomes, cached by identity, because the outcomes of a loaded sheet do not change."""
    found = _kept.get(id(outcomes))
    if found is None or found[0] is not outcomes:
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        found = _kept[id(outcomes)] = outcomes, Classifier(outcomes)
    return found[1]
