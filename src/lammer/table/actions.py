"""What may happen to a round: actions of players, dealer, supervisor and chance, as plain data."""

from typing import NamedTuple


class Action(NamedTuple):
    """``box`` and ``bettor`` (from 1) say who acts; 0 means whoever's turn it is. ``reason`` is for a void."""

    kind: str
    amount: int = 0
    card: int = -1
    box: int = 0
    bettor: int = 0
    spot: str = ""
    reason: str = ""


HIT = Action("hit")
STAND = Action("stand")
DOUBLE = Action("double")
FREE_DOUBLE = Action("free-double")
SPLIT = Action("split")
FREE_SPLIT = Action("free-split")
SURRENDER = Action("surrender")
EVEN_MONEY = Action("even-money")
PASS = Action("pass")
FOLLOW = Action("follow")
DECLINE = Action("decline")
DEAL = Action("deal")
VOID = Action("void")

PLAYS = ("hit", "stand", "double", "free-double", "split", "free-split", "surrender")
ANSWERS = ("insure", "even-money", "pass", "follow", "decline")
FLOOR_CALLS = ("bet", "deal", "absent", "void", "burn", "card")
KINDS = (*PLAYS, *ANSWERS, *FLOOR_CALLS)

MAIN, TIP = "main", "tip"


_CARDS = tuple(Action("card", card=code) for code in range(52))


def card(code: int) -> Action:
    """Chance deals a card."""
    return _CARDS[code] if 0 <= code < len(_CARDS) else Action("card", card=code)


def bet(box: int, amount: int, spot: str = MAIN, bettor: int = 1) -> Action:
    """A wager on a box: the main wager, a side bet by its id, or a tip bet for the dealers."""
    return Action("bet", amount=amount, box=box, bettor=bettor, spot=spot)


def void(reason: str) -> Action:
    """The round is interrupted, and why."""
    return VOID._replace(reason=reason)


def insure(amount: int) -> Action:
    return Action("insure", amount=amount)


def double_for(amount: int) -> Action:
    """A paid double for a stated amount, not above the original wager."""
    return Action("double", amount=amount)


def absent(box: int, bettor: int = 1) -> Action:
    return Action("absent", box=box, bettor=bettor)


def burn(code: int) -> Action:
    """The dealer drew a card by mistake on a standing total."""
    return Action("burn", card=code)


class Option(NamedTuple):
    """A legal action. Where an amount is to be named it lies in ``least … most`` by ``step``."""

    kind: str
    least: int = 0
    most: int = 0
    step: int = 1

    def action(self, amount: int | None = None) -> Action:
        """The action, for the full amount unless told otherwise."""
        return Action(self.kind, amount=self.most if amount is None else amount)


class Refusal(NamedTuple):
    """Why an action is not legal: a code for programs, a clause for the regulator, a sentence for people."""

    code: str
    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


class Refused(ValueError):
    """An illegal action was applied; the round is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
