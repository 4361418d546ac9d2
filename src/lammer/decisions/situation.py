"""``Situation``: everything a player knows at a decision that the value of a choice depends on, as card values.

It is made only from the view of the player's own seat, so hidden cards cannot affect it. Decisions with equal
situations have equal values, so values are cached by situation.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lammer.cards.card import VALUES, parse_card
from lammer.table.round import actor
from lammer.table.state import Question, Round, Waits
from lammer.table.view import HIDDEN, legal_view, shown_round
from lammer.table.view_types import BettorView, BoxView, HandView, OptionView, RoundView, StakeView


class Offer(NamedTuple):
    """A legal choice with the range of its amount, in original wagers."""

    action: str
    minimum: float = 0.0
    maximum: float = 0.0


class LammerSide(NamedTuple):
    """An open lammer bet: its id, its wager in original wagers, the lammers so far, and the stakes (values of
    `StakeView.split`) of hands that wait for their second card."""

    bet: str
    ratio: float
    taken: int
    pending: tuple[str | None, ...]


class Situation(NamedTuple):
    """``about`` is empty for a play, else the question. ``cards`` are the values of the hand's cards, the first card
    first. ``split`` is the kind of split that the hand comes from, ``hands`` the number of hands on the box that come
    from the same hand of the deal. ``gone`` are other visible cards, except the first cards of those hands, which all
    have the pair's value. ``other`` are the cards of the other hand, for the question whether to swap."""

    about: str
    cards: tuple[int, ...]
    up: int
    split: str | None
    hands: int
    gone: tuple[int, ...]
    sides: tuple[LammerSide, ...] = ()
    other: tuple[int, ...] = ()


class Decision(NamedTuple):
    """A situation with its legal choices and the original wager in minor units."""

    situation: Situation
    offers: tuple[Offer, ...]
    wager: int

    @property
    def hand_class(self) -> str:
        """The class of the hand in reports and drills, one of ``CLASSES``."""
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
    """The decision of the player to act. ``view`` is the round as that player sees it, ``about`` the question, empty
    for a play; ``lammer_bets`` are the sheet's lammer bets."""
    to_act = view["to_act"]
    assert to_act is not None  # the round waits for a player
    box = next(box for box in view["boxes"] if box["box"] == to_act["box"])
    who = next(at for at, one in enumerate(box["bettors"]) if one["bettor"] == to_act["bettor"])
    bettor = box["bettors"][who]
    hand = box["hands"][at_hand if not about or about == Question.TOP_UP else 0]
    group = next(group for group in hands_by_origin(box) if any(one is hand for one in group))
    stake = hand["stakes"][who]
    cards = card_values(hand["cards"])
    swaps = about == Question.SWITCH
    sides = _lammer_sides(box, who, bettor, hand, lammer_bets) if not about else ()
    situation = Situation(
        about,
        tuple(cards) if swaps else (cards[0], *sorted(cards[1:])),
        VALUES[parse_card(view["dealer"]["cards"][0])],
        stake["split"] if stake else None,
        len(group),
        _gone(view, box, hand, () if swaps else group),
        sides,
        tuple(card_values(box["hands"][1]["cards"])) if swaps else (),
    )
    main = bettor["main"]
    offers = tuple(Offer(option["kind"], option["minimum"] / main, option["maximum"] / main) for option in legal)
    return Decision(situation, offers, main)


def decision_of(round_: Round, boxes: tuple[int, ...] = (), lammer_bets: tuple[str, ...] = ()) -> Decision | None:
    """The decision that a round waits for, as the player with these boxes sees it; None if it waits for no player.
    Without boxes: the box to act."""
    to_act = actor(round_)
    if to_act is None or round_.waits not in (Waits.PLAY, Waits.ANSWER):
        return None
    view = seen_with(round_, boxes or (to_act[0],))
    about = round_.asks[0].about if round_.asks else ""
    return decision_in(view, round_.at_hand, about, legal_view(round_), lammer_bets)


def seen_with(round_: Round, boxes: tuple[int, ...]) -> RoundView:
    """The round as a player with these boxes sees it, with the cards of each of them."""
    views = [shown_round(round_, box) for box in boxes]
    own = {box: next(one for one in view["boxes"] if one["box"] == box) for box, view in zip(boxes, views, strict=True)}
    seen = views[0]
    seen["boxes"] = [own.get(one["box"], one) for one in seen["boxes"]]
    return seen


def card_values(cards: list[str]) -> list[int]:
    return [VALUES[parse_card(card)] for card in cards if card != HIDDEN]


def hands_by_origin(box: BoxView) -> list[list[HandView]]:
    """The hands that come from each hand of the deal. The first of them keeps the original wagers."""
    groups: list[list[HandView]] = []
    for hand in box["hands"]:
        original = any(stake is not None and stake["split"] is None for stake in hand["stakes"])
        if original or not groups:
            groups.append([])
        groups[-1].append(hand)
    return groups


def _gone(view: RoundView, box: BoxView, hand: HandView, group: Sequence[HandView]) -> tuple[int, ...]:
    """``group`` are the hands that come from the same hand of the deal; without them only other boxes count."""
    own = [card for one in group if one is not hand for card in one["cards"][1:]]
    apart = [one for one in box["hands"] if group and not any(one is each for each in group)]
    others = [hand for one in view["boxes"] if one is not box for hand in one["hands"]]
    return tuple(sorted(card_values([*own, *(card for one in (*apart, *others) for card in one["cards"])])))


def _lammer_sides(
    box: BoxView, who: int, bettor: BettorView, hand: HandView, lammer_bets: tuple[str, ...]
) -> tuple[LammerSide, ...]:
    """Open lammer bets. They count this bettor's lammers on all hands of the box."""
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
