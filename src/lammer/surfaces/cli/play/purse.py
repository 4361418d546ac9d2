"""The player's money: what lies in the purse, what is held on the table, and how the session went.

Wagers are held from the moment they are placed, so the purse can never be asked for money it has not got.
"""

from dataclasses import dataclass, field
from typing import Any

from lammer.cards.money import money_text
from lammer.table.view_types import BettorView, SeatView, StakeView


@dataclass
class Purse:
    """``bankroll`` moves only when a round is booked; until then its wagers are held."""

    bankroll: int
    start: int = field(init=False)
    rounds: int = 0
    wagered: int = 0
    biggest: int = 0
    interrupted: int = 0

    def __post_init__(self) -> None:
        self.start = self.bankroll

    @property
    def net(self) -> int:
        return self.bankroll - self.start

    def book(self, entry: dict[str, Any]) -> int:
        """Books a finished round from its record and returns what it brought the player."""
        net: int = sum(seat["net"] for seat in entry["seats"]) - tips_given(entry)
        self.bankroll += net
        self.rounds += 1
        if entry.get("void"):
            self.interrupted += 1
        else:
            self.wagered += sum(_wagered(seat) for seat in entry["seats"]) + tips_given(entry)
        self.biggest = max(self.biggest, net)
        return net

    def summary(self) -> list[str]:
        """The session in a few sentences."""
        if not self.rounds:
            return [f"No round was played. Your bankroll is {money_text(self.bankroll)}."]
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        told = [f"{rounds} played, {money_text(self.wagered)} wagered, net {money_text(self.net, signed=True)}."]
        if self.interrupted:
            told.append(f"Interrupted, with wagers still at stake returned: {self.interrupted}.")
        if self.biggest:
            told.append(f"Biggest win in a round: {money_text(self.biggest)}.")
        return [*told, f"Your bankroll is {money_text(self.bankroll)}."]


def tips_given(entry: dict[str, Any]) -> int:
    """A tip bet is the dealers' from the moment it is placed, whether it wins or loses; only a void returns it."""
    tips = [seat["tip"] for seat in entry["seats"] if "tip" in seat]
    return sum(tip["wager"] + tip.get("added", 0) - tip.get("returned", 0) for tip in tips)


def _wagered(seat: dict[str, Any]) -> int:
    sides = sum(amount for spot, amount in seat["wagers"].items() if spot != "main")
    own = sum(hand["own"] for hand in seat["hands"])
    return int(own + sides + seat.get("insurance_wager", 0))


def at_stake(view: SeatView) -> int:
    """Own money that lies on the table: bets on hands, side bets, insurance and tips. What was won and paid at once is
    in the purse again; a tip never is."""
    own = sum(stake["own"] for bettor, stake in _stakes(view) if bettor["tip"] or not stake["paid"])
    beside = sum(
        bettor["insurance"] + sum(amount for bet, amount in bettor["side"].items() if bet not in bettor["side_paid"])
        for box in view["boxes"]
        for bettor in box["bettors"]
    )
    return int(own + beside)


def paid_at_once(view: SeatView) -> int:
    """What the player has won and been paid while the round goes on."""
    sides = sum(sum(bettor["side_paid"].values()) for box in view["boxes"] for bettor in box["bettors"])
    return int(sides + sum(stake["paid"] for bettor, stake in _stakes(view) if not bettor["tip"]))


def _stakes(view: SeatView) -> list[tuple[BettorView, StakeView]]:
    """Every stake on a hand, with its bettor."""
    return [
        (bettor, stake)
        for box in view["boxes"]
        for hand in box["hands"]
        for bettor, stake in zip(box["bettors"], hand["stakes"], strict=True)
        if stake
    ]
