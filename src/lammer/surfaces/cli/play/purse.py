"""The player's money: the bankroll, the money held on the table, and the totals of the session.

Wagers are held from the moment they are placed, so a player can never bet more than the bankroll.
"""

from dataclasses import dataclass, field
from typing import Any

from lammer.cards.money import money_text
from lammer.table.actions import AGAINST, MAIN
from lammer.table.view_types import BettorView, SeatView, StakeView


@dataclass
class Purse:
    """``bankroll`` changes only when a round is booked; until then its wagers are held."""

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
        """Books a finished round from its record and returns the player's net."""
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
            return [f"No rounds were played. Your bankroll is {money_text(self.bankroll)}."]
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        lines = [f"{rounds} played, {money_text(self.wagered)} wagered, net {money_text(self.net, signed=True)}."]
        if self.interrupted:
            lines.append(f"Rounds interrupted, with wagers still at stake returned: {self.interrupted}.")
        if self.biggest:
            lines.append(f"Biggest win in a round: {money_text(self.biggest)}.")
        return [*lines, f"Your bankroll is {money_text(self.bankroll)}."]


def tips_given(entry: dict[str, Any]) -> int:
    """Money given as tips. A tip bet belongs to the dealers once it is placed; only a void round returns it."""
    tips = [seat["tip"] for seat in entry["seats"] if "tip" in seat]
    return sum(tip["wager"] + tip.get("added", 0) - tip.get("returned", 0) for tip in tips)


def _wagered(seat: dict[str, Any]) -> int:
    apart = (MAIN, AGAINST, *seat.get("carried", {}))
    sides = sum(amount for spot, amount in seat["wagers"].items() if spot not in apart)
    own = sum(hand["own"] for hand in seat["hands"])
    return int(own + sides + seat.get("insurance_wager", 0))


def at_stake(view: SeatView) -> int:
    """Own money on the table: bets on hands, side bets, insurance and tips. Bets that were won and paid at once are no
    longer included, except tips."""
    own = sum(stake["own"] for bettor, stake in _stakes(view) if bettor["tip"] or not stake["paid"])
    beside = sum(
        bettor["insurance"] + sum(amount for bet, amount in bettor["side"].items() if bet not in bettor["side_paid"])
        for box in view["boxes"]
        for bettor in box["bettors"]
    )
    return int(own + beside)


def paid_at_once(view: SeatView) -> int:
    """The player's wins that were paid before the end of the round."""
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
