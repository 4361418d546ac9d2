"""Actions of players, dealer, supervisor and chance on a round, as plain data."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from lammer.errors import LammerError


class ActionKind(StrEnum):
    # Plays of a hand.
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    FREE_DOUBLE = "free-double"
    SPLIT = "split"
    FREE_SPLIT = "free-split"
    SURRENDER = "surrender"
    # Answers to a question.
    INSURE = "insure"
    EVEN_MONEY = "even-money"
    PASS = "pass"
    FOLLOW = "follow"
    DECLINE = "decline"
    PLACE = "place"
    PARLAY = "parlay"
    SWITCH = "switch"
    TRADE = "trade"
    # Actions of the table and of chance.
    BET = "bet"
    DEAL = "deal"
    ABSENT = "absent"
    VOID = "void"
    BURN = "burn"
    CARD = "card"
    SPIN = "spin"

    def __repr__(self) -> str:
        """The plain string, because actions and options are shown in tests and notebooks."""
        return repr(self.value)


NEW = -1
"""Marks a wager that was placed for this round, and a result that leaves nothing on the layout."""


class Action(NamedTuple):
    """``kind`` is an ActionKind; any other text is refused. ``box`` and ``bettor`` (from 1) identify who
    acts; 0 means the bettor to act. ``reason`` is for a void, ``stop`` (from 1) for a spin. ``carried`` is the number
    of wins so far of a wager from an earlier round."""

    kind: str
    amount: int = 0
    card: int = -1
    box: int = 0
    bettor: int = 0
    spot: str = ""
    reason: str = ""
    stop: int = 0
    carried: int = NEW


HIT = Action(ActionKind.HIT)
STAND = Action(ActionKind.STAND)
DOUBLE = Action(ActionKind.DOUBLE)
FREE_DOUBLE = Action(ActionKind.FREE_DOUBLE)
SPLIT = Action(ActionKind.SPLIT)
FREE_SPLIT = Action(ActionKind.FREE_SPLIT)
SURRENDER = Action(ActionKind.SURRENDER)
EVEN_MONEY = Action(ActionKind.EVEN_MONEY)
PASS = Action(ActionKind.PASS)
SWITCH = Action(ActionKind.SWITCH)
FOLLOW = Action(ActionKind.FOLLOW)
DECLINE = Action(ActionKind.DECLINE)
PARLAY = Action(ActionKind.PARLAY)
TRADE = Action(ActionKind.TRADE)
DEAL = Action(ActionKind.DEAL)
VOID = Action(ActionKind.VOID)

KINDS = tuple(ActionKind)
PLAYS, ANSWERS = KINDS[:7], KINDS[7:16]

MAIN, TIP, AGAINST, LIGHTS = "main", "tip", "against", "lights"
"""Spots of a box. A bet against the player's own hand is in place of the main wager. Lights are no wager: a bet of 0 on
them says how many the player has from earlier rounds."""


def main_wager(wagers: Mapping[str, int]) -> int:
    """The wager on the hand or against it, of wagers by their spots."""
    return wagers.get(MAIN, 0) or wagers.get(AGAINST, 0)


_CARDS = tuple(Action(ActionKind.CARD, card=code) for code in range(52))


def card(code: int) -> Action:
    """Chance deals a card."""
    return _CARDS[code] if 0 <= code < len(_CARDS) else Action(ActionKind.CARD, card=code)


def spin(stop: int) -> Action:
    """Chance spins the wheel of a side bet, which stops here."""
    return Action(ActionKind.SPIN, stop=stop)


def bet(box: int, amount: int, spot: str = MAIN, bettor: int = 1, carried: int = NEW) -> Action:
    """A wager on a box: the main wager, a side bet by its id, or a tip bet for the dealers. ``carried`` is the number
    of wins so far of a bet that stayed on the layout after an earlier round, or of lights."""
    return Action(ActionKind.BET, amount=amount, box=box, bettor=bettor, spot=spot, carried=carried)


def void(reason: str) -> Action:
    """Interrupts the round, for this reason."""
    return VOID._replace(reason=reason)


def insure(amount: int) -> Action:
    return Action(ActionKind.INSURE, amount=amount)


def place(amount: int) -> Action:
    """Places the side bet that is offered now, for this amount."""
    return Action(ActionKind.PLACE, amount=amount)


def double_for(amount: int) -> Action:
    """A paid double for a stated amount, not above the original wager."""
    return Action(ActionKind.DOUBLE, amount=amount)


def absent(box: int, bettor: int = 1) -> Action:
    return Action(ActionKind.ABSENT, box=box, bettor=bettor)


def burn(code: int) -> Action:
    """The dealer drew a card by mistake on a standing total."""
    return Action(ActionKind.BURN, card=code)


class Option(NamedTuple):
    """A legal action. An amount must be in ``minimum … maximum`` by ``step``."""

    kind: ActionKind
    minimum: int = 0
    maximum: int = 0
    step: int = 1

    def action(self, amount: int | None = None) -> Action:
        """The action, for the full amount by default."""
        return Action(self.kind, amount=self.maximum if amount is None else amount)


class Refusal(NamedTuple):
    """Why an action is not legal: a code for programs, a clause for the regulator, a sentence for people."""

    code: str
    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


class Refused(LammerError, ValueError):
    """An illegal action was applied; the round is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
