"""Cards, rule sheets and paytables of the oracle, restated from the rulebook and the regulators' documents.

Nothing here may be taken from the engine: the worth of the oracle is that the two were written apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RED_SUITS = "dh"


def card_value(card: str) -> int:
    """The points of a card, an ace counted as 1."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "TJQK":
        return 10
    return int(rank)


def is_ace(card: str) -> bool:
    return card[0] == "A"


def is_ten(card: str) -> bool:
    return card_value(card) == 10


def same_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def same_colour(cards: Sequence[str]) -> bool:
    return len({card[1] in RED_SUITS for card in cards}) == 1


def count(cards: Sequence[str], limit: int) -> tuple[int, bool]:
    """The best total and whether it is soft; an ace is 11 only while that does not pass the limit."""
    hard = sum(card_value(card) for card in cards)
    if any(is_ace(card) for card in cards) and hard + 10 <= limit:
        return hard + 10, True
    return hard, False


def is_ace_and_ten(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and sorted(card_value(card) for card in cards) == [1, 10]


def is_nine_to_eleven(cards: Sequence[str], *, ace_either_way: bool) -> bool:
    """Whether the cards count 9 to 11: hard, or in some houses with an ace as 1."""
    soft = count(cards, 21)[1]
    return (ace_either_way or not soft) and 9 <= sum(card_value(card) for card in cards) <= 11


@dataclass(frozen=True)
class Sheet:
    """What one game allows and how its dealer plays, with every switch at the rulebook's default."""

    side_bets: tuple[str, ...]
    limit: int = 21
    decks: int = 6
    hole_card: bool = True
    hits_soft_17: bool = True
    stands_on_hard: int = 17
    dealer_22_pushes: bool = True
    free_bets: bool = True
    paid_where_free_is_offered: bool = True
    double_for_less: bool = True
    insurance: bool = True
    even_money: bool = False
    must_draw_on_11: bool = False
    bettors_per_box: int = 1
    boxes: int = 7
    most_hands: int = 4
    resplit_aces: bool = True
    no_free_split_of: str = "TJQK"
    free_splits_a_box: int = 3
    free_doubles_with_any_number: bool = False
    ace_either_way: bool = False
    free_bets_are_automatic: bool = False
    boxes_busts: bool = False
    """A bust under a dealer 7 to ace wins if the dealer busts with more than 22."""
    hands_a_box: int = 1
    """With two hands their second cards may be swapped."""
    even_pay_for_blackjack: bool = False
    bets_against: bool = False
    """A player may bet that the dealer beats the hand, which then draws as the dealer does."""


SHEETS: dict[str, Sheet] = {
    "sd-blackjack": Sheet(side_bets=("blazing-7s",), dealer_22_pushes=False, free_bets=False),
    "sd-free-bet": Sheet(side_bets=("pot-of-gold",)),
    "triple-win-20": Sheet(
        side_bets=("tw20-bonus",),
        limit=20,
        hits_soft_17=False,
        stands_on_hard=16,
        dealer_22_pushes=False,
        free_bets=False,
        insurance=False,
    ),
    "free-money": Sheet(side_bets=("dealer-22", "gold-rush"), paid_where_free_is_offered=False, double_for_less=False),
    "european-free-bet": Sheet(
        side_bets=("push-22",),
        hole_card=False,
        hits_soft_17=False,
        double_for_less=False,
        even_money=True,
        must_draw_on_11=True,
        bettors_per_box=3,
    ),
    "golden-nugget-2012": Sheet(side_bets=(), no_free_split_of="4TJQK", free_doubles_with_any_number=True),
    "nevada-free-bet": Sheet(side_bets=()),
    "ride-free": Sheet(side_bets=("pot-of-gold",), resplit_aces=False),
    "choctaw": Sheet(side_bets=(), free_splits_a_box=1, even_money=True),
    "jamul": Sheet(side_bets=("push-22",), decks=2, ace_either_way=True),
    "pennsylvania-free-bet": Sheet(side_bets=("push-22",), hits_soft_17=False, boxes=6),
    "live-free-bet": Sheet(
        side_bets=(),
        decks=8,
        hits_soft_17=False,
        most_hands=2,
        resplit_aces=False,
        free_splits_a_box=1,
        free_bets_are_automatic=True,
    ),
}
SHEETS["blackjack-switch"] = Sheet(
    side_bets=(), free_bets=False, resplit_aces=False, hands_a_box=2, even_pay_for_blackjack=True
)
SHEETS["winners-option"] = Sheet(side_bets=(), dealer_22_pushes=False, free_bets=False, bets_against=True)
SHEETS["zombie-blackjack"] = Sheet(side_bets=(), free_bets=False, boxes_busts=True)
for _british in ("rainbow-birmingham", "rendezvous-brighton"):
    _no_free = "5TJQK" if _british == "rainbow-birmingham" else "TJQK"
    SHEETS[_british] = replace(SHEETS["european-free-bet"], no_free_split_of=_no_free)

MOST_LAMMERS = 7


def is_boxed(sheet: Sheet, up: str) -> bool:
    """Whether a bust under this up card is set aside."""
    return sheet.boxes_busts and (is_ace(up) or card_value(up) >= 7)


def dealer_must_draw(sheet: Sheet, cards: Sequence[str]) -> bool:
    points, soft = count(cards, sheet.limit)
    if soft:
        return points < (18 if sheet.hits_soft_17 else 17)
    return points < sheet.stands_on_hard


@dataclass(frozen=True)
class Share:
    """A pay that is a percentage of a progressive level rather than a multiple of the wager."""

    level: str
    percent: int


LAMMERS_HIGH = {1: 3, 2: 10, 3: 30, 4: 60, 5: 100, 6: 300, 7: 1000}
LAMMERS_LOW = {1: 3, 2: 12, 3: 30, 4: 50, 5: 100, 6: 100, 7: 100}


def lammer_word(lammers: int) -> str:
    return "1 lammer" if lammers == 1 else f"{lammers} lammers"


def _by_word(pays: dict[int, int]) -> dict[str, int]:
    return {lammer_word(lammers): pay for lammers, pay in pays.items()}


# Side bet id -> paytable id -> outcome -> pays TO 1; an outcome that is not listed loses the wager.
PAYS_TO_ONE: dict[str, dict[str, dict[str, int]]] = {
    "pot-of-gold": {"01": _by_word(LAMMERS_HIGH), "02": _by_word(LAMMERS_LOW)},
    "gold-rush": {"PT1": _by_word(LAMMERS_HIGH), "PT2": _by_word(LAMMERS_LOW)},
    "dealer-22": {
        "PT1": {"suited 22": 50, "one-colour 22": 20, "other 22": 8},
        "PT2": {"suited 22": 50, "one-colour 22": 20, "other 22": 7},
        "PT3": {"suited 22": 11, "one-colour 22": 11, "other 22": 11},
    },
    "push-22": {
        "PT1": {"22": 1},
        "8-20-50": {"suited 22": 50, "one-colour 22": 20, "other 22": 8},
        "10-17-35": {"suited 22": 35, "one-colour 22": 17, "other 22": 10},
        "11": {"22": 11},
    },
    "tw20-bonus": {"PT1": {"first-card ace": 7, "pair of faces": 10, "suited queens or jacks": 20, "suited kings": 50}},
}

_SMALL_SEVENS: dict[str, int | Share] = {"777": 200, "two 7s": 25, "one 7": 2}
_SEVENS_1: dict[str, int | Share] = {
    "777 suited": Share("meter", 100),
    "777 same colour": Share("meter", 10),
    **_SMALL_SEVENS,
}
_SEVENS_2: dict[str, int | Share] = {
    "777 diamonds": Share("meter", 100),
    "777 suited": Share("meter", 10),
    "777 same colour": 500,
    **_SMALL_SEVENS,
}
_SEVENS_3: dict[str, int | Share] = {
    "777 diamonds": Share("mega", 100),
    "777 suited": Share("major", 100),
    "777 same colour": Share("minor", 100),
    **_SMALL_SEVENS,
}

# Paytable id -> outcome -> pays FOR 1 (the wager is never returned). Envy goes to the dealers, so the seat's
# pays are the same with it as without it.
BLAZING_SEVENS: dict[str, dict[str, int | Share]] = {
    "PT1": _SEVENS_1,
    "PT2": _SEVENS_2,
    "PT3": _SEVENS_3,
    "PT1-envy": _SEVENS_1,
    "PT2-envy": _SEVENS_2,
}


def known_paytables(bet: str) -> tuple[str, ...]:
    if bet == "blazing-7s":
        return tuple(BLAZING_SEVENS)
    return tuple(PAYS_TO_ONE.get(bet, {}))


def blazing_levels(paytable: str) -> set[str]:
    return {pay.level for pay in BLAZING_SEVENS[paytable].values() if isinstance(pay, Share)}
