"""When a side bet is offered that is placed after the up card. Table, exact chances and simulator ask here."""

from lammer.cards.card import ACE, TEN, VALUE_LETTERS
from lammer.cards.hand import natural_partner
from lammer.rules.schema import Rules


def peeks_under(rules: Rules, up: int) -> bool:
    """Whether the dealer looks at the hole card under an up card of this value."""
    return rules.dealer.hole_card and VALUE_LETTERS[up] in rules.dealer.peek_under


def offered_under(rules: Rules, up: int, *, natural: bool) -> bool:
    """Whether it is offered under an up card of this value. A natural that the dealer finds, and an ace that wins at
    once, end the round before. A natural that nobody knows of does not."""
    if up == ACE and rules.first_ace.dealer == "wins":
        return False
    return not (natural and peeks_under(rules, up))


def ends_before_offer(rules: Rules) -> frozenset[tuple[int, int]]:
    """Values of a player's first two cards, in the order dealt, that end the hand before: a first-card ace that wins, a
    natural that is paid at once. That box is not asked."""
    at_once, limit = rules.natural.paid == "at once", rules.points.limit
    values = range(ACE, TEN + 1)
    return frozenset(
        (first, second)
        for first in values
        for second in values
        if (first == ACE and rules.first_ace.player == "wins") or (at_once and natural_partner(first, limit) == second)
    )
