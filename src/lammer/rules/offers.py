"""When a side bet that is placed after the up card is offered, and whether a bet spins a wheel."""

from lammer.cards.card import ACE, TEN, VALUE_LETTERS
from lammer.cards.hand import natural_partner
from lammer.rules.schema import Rules, SideBet


def peeks_under(rules: Rules, up: int) -> bool:
    """Whether the dealer checks the hole card with an up card of this value."""
    return rules.dealer.hole_card and VALUE_LETTERS[up] in rules.dealer.peek_under


def offered_under(rules: Rules, up: int, *, natural: bool) -> bool:
    """Whether the bet is offered with an up card of this value. A natural that the dealer finds and an ace that wins at
    once end the round before; an undiscovered natural does not."""
    if up == ACE and rules.first_ace.dealer == "wins":
        return False
    return not (natural and peeks_under(rules, up))


def ends_before_offer(rules: Rules) -> frozenset[tuple[int, int]]:
    """Values of a player's first two cards, in the order dealt, that end the hand before the offer: a first-card ace
    that wins, or a natural that is paid at once."""
    at_once, limit = rules.natural.paid == "at once", rules.points.limit
    values = range(ACE, TEN + 1)
    return frozenset(
        (first, second)
        for first in values
        for second in values
        if (first == ACE and rules.first_ace.player == "wins") or (at_once and natural_partner(first, limit) == second)
    )


def has_wheel(bet: SideBet) -> bool:
    """Whether an outcome of the posted paytable spins a wheel."""
    return bool(bet.paytables[bet.paytable].wheels)
