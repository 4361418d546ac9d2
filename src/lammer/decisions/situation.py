"""What a player knows at a decision, as values of cards: everything that the worth of a choice depends on.

It is made from the view of the player's own seat and from nothing else, so a card that lies face down cannot count.
Two decisions with equal situations have equal values, which is why values are kept by situation.
"""

from typing import NamedTuple

from lammer.cards.card import VALUES, parse_card
from lammer.table.round import actor
from lammer.table.state import Question, Round, Waits
from lammer.table.view import HIDDEN, legal_view, shown_round
from lammer.table.view_types import BettorView, BoxView, HandView, OptionView, RoundView, StakeView


class Offer(NamedTuple):
    """A legal choice; an amount to be named is given in original wagers."""

    action: str
    minimum: float = 0.0
    maximum: float = 0.0


class LammerSide(NamedTuple):
    """A bet on lammers that rides: its id, its wager in original wagers, the lammers so far, and the stakes (as
    `StakeView.split` says) of hands that wait for their second card."""

    bet: str
    ratio: float
    taken: int
    pending: tuple[str | None, ...]


class Situation(NamedTuple):
    """``about`` is empty for a play, else what is asked. ``cards`` are the hand's values with its first card first.
    ``split`` is how the hand's stake came to a split hand, ``hands`` how many hands the box has. ``gone`` are other
    cards in sight, without the first cards of the box's other hands, which are all of the pair's value."""

    about: str
    cards: tuple[int, ...]
    up: int
    split: str | None
    hands: int
    gone: tuple[int, ...]
    sides: tuple[LammerSide, ...] = ()


class Decision(NamedTuple):
    """A situation with what is open in it, and what an original wager is in minor units."""

    situation: Situation
    offers: tuple[Offer, ...]
    wager: int

    @property
    def hand_class(self) -> str:
        """What reports and drills call such a hand: ``insurance``, ``pair``, ``free hand``, ``soft`` or ``hard``."""
        return hand_class(self.situation, {offer.action for offer in self.offers})


CLASSES = ("pair", "soft", "hard", "free hand", "insurance", "other")


def hand_class(situation: Situation, actions: set[str]) -> str:
    if situation.about in (Question.INSURANCE, Question.TOP_UP):
        return "insurance"
    if situation.about:
        return "other"
    if situation.split == "free":
        return "free hand"
    if actions & {"split", "free-split"}:
        return "pair"
    return "soft" if 1 in situation.cards and sum(situation.cards) + 10 <= 21 else "hard"


def decision_in(
    view: RoundView, at_hand: int, about: str, legal: list[OptionView], lammer_bets: tuple[str, ...] = ()
) -> Decision:
    """The decision of whoever is to act. ``view`` is the round as that player sees it, ``about`` the question that is
    asked, empty for a play; ``lammer_bets`` are the sheet's bets on lammers."""
    to_act = view["to_act"]
    assert to_act is not None  # a decision is somebody's
    box = next(box for box in view["boxes"] if box["box"] == to_act["box"])
    who = next(at for at, one in enumerate(box["bettors"]) if one["bettor"] == to_act["bettor"])
    bettor = box["bettors"][who]
    hand = box["hands"][at_hand if not about or about == Question.TOP_UP else 0]
    stake = hand["stakes"][who]
    cards = card_values(hand["cards"])
    sides = _lammer_sides(box, who, bettor, hand, lammer_bets) if not about else ()
    situation = Situation(
        about,
        (cards[0], *sorted(cards[1:])),
        VALUES[parse_card(view["dealer"]["cards"][0])],
        stake["split"] if stake else None,
        len(box["hands"]),
        _gone(view, box, hand),
        sides,
    )
    main = bettor["main"]
    offers = tuple(Offer(option["kind"], option["minimum"] / main, option["maximum"] / main) for option in legal)
    return Decision(situation, offers, main)


def decision_of(round_: Round, boxes: tuple[int, ...] = (), lammer_bets: tuple[str, ...] = ()) -> Decision | None:
    """The decision that a round waits for, as the player with these boxes sees it; None when it waits for no player.
    No boxes: those of whoever is to act."""
    to_act = actor(round_)
    if to_act is None or round_.waits not in (Waits.PLAY, Waits.ANSWER):
        return None
    view = seen_with(round_, boxes or (to_act[0],))
    about = round_.asks[0].about if round_.asks else ""
    return decision_in(view, round_.at_hand, about, legal_view(round_), lammer_bets)


def seen_with(round_: Round, boxes: tuple[int, ...]) -> RoundView:
    """The round as a player with these boxes sees it: each shows its own cards."""
    views = [shown_round(round_, box) for box in boxes]
    own = {box: next(one for one in view["boxes"] if one["box"] == box) for box, view in zip(boxes, views, strict=True)}
    seen = views[0]
    seen["boxes"] = [own.get(one["box"], one) for one in seen["boxes"]]
    return seen


def card_values(cards: list[str]) -> list[int]:
    return [VALUES[parse_card(card)] for card in cards if card != HIDDEN]


def _gone(view: RoundView, box: BoxView, hand: HandView) -> tuple[int, ...]:
    own = [card for one in box["hands"] if one is not hand for card in one["cards"][1:]]
    others = [card for one in view["boxes"] if one is not box for each in one["hands"] for card in each["cards"]]
    return tuple(sorted(card_values([*own, *others])))


def _lammer_sides(
    box: BoxView, who: int, bettor: BettorView, hand: HandView, lammer_bets: tuple[str, ...]
) -> tuple[LammerSide, ...]:
    """Bets on lammers that still ride. They count what this bettor gets on all hands of the box."""
    wagers = {bet: amount for bet, amount in bettor["side"].items() if bet in lammer_bets and amount}
    if not wagers:
        return ()
    stakes = [one["stakes"][who] for one in box["hands"]]
    taken = sum(_lammers(stake) for stake in stakes)
    waiting = [one["stakes"][who] for one in box["hands"] if one is not hand and len(one["cards"]) == 1]
    pending = tuple(stake["split"] for stake in waiting if stake is not None)
    return tuple(LammerSide(bet, amount / bettor["main"], taken, pending) for bet, amount in wagers.items())


def _lammers(stake: StakeView | None) -> int:
    return 0 if stake is None else int(stake["split"] == "free") + int(stake["doubled"] == "free")
