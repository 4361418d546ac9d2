"""Side bets classified and paid: plain functions of cards, lammers and a paytable.

A classification lists every outcome the cards satisfy, best first; a paytable pays the first it has a row for.
"""

from collections.abc import Sequence

from lammer.cards.card import ACE, VALUES, rank_of, same_colour, same_suit, suit_of
from lammer.cards.money import Odds, pay
from lammer.rules.schema import Paytable

FACES = ("J", "Q", "K")
PUSH_TOTAL = 22


def classify_dealer_22(dealer: tuple[int, ...], total: int) -> tuple[str, ...]:
    """Suited, one-colour and other 22; just ``no 22`` for every other total."""
    if total != PUSH_TOTAL:
        return ("no 22",)
    kind = "suited 22" if same_suit(dealer) else "one-colour 22" if same_colour(dealer) else "other 22"
    return (kind, "22")


def classify_first_cards(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Triple Win 20's Bonus on the first one or two cards."""
    if cards and VALUES[cards[0]] == ACE:
        return ("first-card ace",)
    if len(cards) < 2 or rank_of(cards[0]) != rank_of(cards[1]) or rank_of(cards[0]) not in FACES:
        return ("none",)
    if not same_suit(cards[:2]):
        return ("pair of faces",)
    return ("suited kings" if rank_of(cards[0]) == "K" else "suited queens or jacks", "pair of faces")


def classify_sevens(first_two: tuple[int, ...], up: int) -> tuple[str, ...]:
    """Blazing 7's: the player's first two cards and the dealer's up card, best outcome first."""
    sevens = sum(rank_of(code) == "7" for code in first_two)
    if sevens == 0:
        return ("none",)
    if sevens == 1:
        return ("one 7",)
    if rank_of(up) != "7":
        return ("two 7s",)
    three = (*first_two, up)
    found = ["777"]
    if same_colour(three):
        found.insert(0, "777 same colour")
    if same_suit(three):
        found.insert(0, "777 suited")
        if suit_of(up) == "d":
            found.insert(0, "777 diamonds")
    return tuple(found)


def best_row(outcomes: Sequence[str], rows: Sequence[str]) -> str | None:
    """The best outcome that the paytable names."""
    return next((outcome for outcome in outcomes if outcome in rows), None)


def fixed_net(paytable: Paytable, row: str | None, amount: int) -> int:
    """Net of a wager on a fixed row; ``for 1`` pays include the wager, ``to 1`` pays come on top of it."""
    if row is None:
        return -amount
    paid = amount * paytable.rows[row]
    return paid - amount if paytable.basis == "for 1" else paid


def meter_share(meter: int, percent: int, rounding: str) -> int:
    """What a percentage award takes off a meter."""
    return pay(meter, Odds(percent, 100), rounding)[0]
