"""The events of a round in sentences, for the drawn and the plain table. Only the names of cards differ."""

from collections.abc import Callable

from lammer.cards.card import NAMES
from lammer.cards.money import money_text
from lammer.rules.paytable import meter_name
from lammer.rules.sheet import Sheet
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.phrases import (
    AGAINST_HAND,
    BOXED_BUST,
    CARD_NAMES,
    HIDDEN,
    OWN_HAND,
    free_bet_text,
    natural_word,
    outcome_text,
    returned_text,
    total_text,
    why_text,
)
from lammer.table.sidebets import PUSH_TOTAL
from lammer.table.state import Question
from lammer.table.view_types import BoxView, SeatView

NameCard = Callable[[str], str]
Sentence = Callable[["Voice", SeatView, Event], str]

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def spoken(card: str) -> str:
    """``8h`` → eight of hearts."""
    return CARD_NAMES[card]


def signed(card: str) -> str:
    """``Th`` → 10♥."""
    return "▒▒" if card == HIDDEN else card[0].replace("T", "10") + _SIGNS[card[1]]


def listed(words: list[str]) -> str:
    return ", ".join(words)


class Voice:
    """Describes events of one game; ``name`` returns the name of a card."""

    def __init__(self, sheet: Sheet, name: NameCard) -> None:
        self.sheet, self.name = sheet, name

    def event(self, view: SeatView, event: Event, card: str) -> str:
        """The sentence for an event, empty if it needs none. ``card`` is its card as the seat sees it."""
        sentence = _SENTENCES.get(event.kind)
        if event.kind is EventKind.CARD:
            return self._card(view, event, card)
        if event.kind is EventKind.HOLE:
            return f"Dealer turns over {self.name(card)}."
        if event.kind is EventKind.BURNED:
            return f"The dealer drew {self.name(card)} by mistake; it is burned."
        return sentence(self, view, event) if sentence is not None else ""

    def _card(self, view: SeatView, event: Event, card: str) -> str:
        if event.box == 0:
            return f"Dealer draws {self.name(card)}." if event.role is CardRole.DRAWN else ""
        if event.role is CardRole.OPENING:
            return ""
        hand = _box(view, event.box)["hands"][event.hand - 1]
        return f"{self.place(view, event)}{self.name(card)} is dealt, total {total_text(hand)}."

    def place(self, view: SeatView, event: Event) -> str:
        """``Box 2, hand 1: ``, with only those parts of which there are several."""
        words = [f"box {event.box}"] if len(view["boxes"]) > 1 else []
        if event.bettor > 1:
            words.append(f"bettor {event.bettor}")
        if event.hand and len(_box(view, event.box)["hands"]) > 1:
            words.append(f"hand {event.hand}")
        return f"{listed(words).capitalize()}: " if words else ""

    def opening(self, view: SeatView) -> list[str]:
        """The complete opening deal: the dealer's card, then every hand."""
        dealer = [f"Dealer shows {self.name(view['dealer']['cards'][0])}."] if view["dealer"]["cards"] else []
        return dealer + [
            self.hand(view, at, hand_at) for at, box in enumerate(view["boxes"]) for hand_at in range(len(box["hands"]))
        ]

    def hand(self, view: SeatView, box_at: int, hand_at: int) -> str:
        box = view["boxes"][box_at]
        hand = box["hands"][hand_at]
        words = [f"box {box['box']}"] if len(view["boxes"]) > 1 else []
        words += [f"hand {hand_at + 1}"] if len(box["hands"]) > 1 else []
        whose = listed(words).capitalize() or "Your hand"
        return f"{whose}: {listed([self.name(card) for card in hand['cards']])}, {total_text(hand)}."


def _box(view: SeatView, number: int) -> BoxView:
    return next(box for box in view["boxes"] if box["box"] == number)


def _natural(voice: Voice, view: SeatView, event: Event) -> str:
    return f"{voice.place(view, event)}{natural_word(voice.sheet).capitalize()}!{_paid(view, event)}"


def _paid(view: SeatView, event: Event) -> str:
    """The amount that a hand is paid before the end of the round; empty for a win that is paid later."""
    box = _box(view, event.box)
    who = next(at for at, one in enumerate(box["bettors"]) if one["bettor"] == max(event.bettor, 1) and not one["tip"])
    stake = box["hands"][max(event.hand, 1) - 1]["stakes"][who]
    return f" It is paid {money_text(stake['paid'])} now." if stake and stake["paid"] else ""


def _peek(voice: Voice, view: SeatView, event: Event) -> str:
    found = natural_word(voice.sheet)
    return f"Dealer looks at the hole card: {found if event.natural else 'no ' + found.removeprefix('a ')}."


def _dealer(voice: Voice, view: SeatView, event: Event) -> str:
    if len(view["dealer"]["cards"]) < 2:
        return ""
    if event.natural:
        return f"Dealer has {natural_word(voice.sheet)}."
    if event.amount == PUSH_TOTAL and voice.sheet.rules.dealer.pushes_on_22:
        return f"Dealer has 22{_at_22(voice, view)}."
    return f"Dealer busts with {event.amount}." if event.bust else f"Dealer has {event.amount}."


def _at_22(voice: Voice, view: SeatView) -> str:
    """The effect of a dealer 22 on the hands in play. A blackjack that beats it does not push."""
    hands = [hand for box in view["boxes"] for hand in box["hands"]]
    naturals = [hand for hand in hands if hand["status"] == "natural"]
    stands_alone = [stake for hand in hands for stake in hand["stakes"] if stake and "stands_on" in stake]
    paid = naturals if voice.sheet.rules.natural.beats_22 else []
    pushes = bool(stands_alone) or any(hand["status"] == "stood" or (hand in naturals and not paid) for hand in hands)
    if paid:
        natural = natural_word(voice.sheet)
        return f": {natural} is paid, every other hand in play pushes" if pushes else f": {natural} is paid"
    return ": every hand still in play pushes" if pushes else ""


def _settle(voice: Voice, view: SeatView, event: Event) -> str:
    assert event.result is not None  # a settled hand has a result and a reason
    assert event.why is not None
    against = _is_against(view, event)
    who = "tip for the dealers" if event.tip else AGAINST_HAND if against else OWN_HAND
    ended, why = outcome_text(event.result, event.amount), why_text(voice.sheet, event.why, against=against)
    sentence = f"{voice.place(view, event)}{who} {ended}, {why}."
    free = "" if event.tip else _free_bet(view, event)
    return sentence[0].upper() + sentence[1:] + (f" {free}." if free else "")


def _is_against(view: SeatView, event: Event) -> bool:
    return _box(view, event.box)["bettors"][0].get("against", False)


def _forced(voice: Voice, view: SeatView, event: Event) -> str:
    hand = _box(view, event.box)["hands"][event.hand - 1]
    does = "draws" if event.draws else f"stands on {total_text(hand)}"
    return f"{voice.place(view, event)}Your hand {does}, by the dealer's rules."


def _bust(voice: Voice, view: SeatView, event: Event) -> str:
    boxed = _box(view, event.box)["hands"][event.hand - 1].get("boxed", False)
    return f"{voice.place(view, event)}Bust.{f' {BOXED_BUST}' if boxed else ''}"


def _free_bet(view: SeatView, event: Event) -> str:
    box = _box(view, event.box)
    who = next((at for at, one in enumerate(box["bettors"]) if one["bettor"] == event.bettor and not one["tip"]), -1)
    hands = box["hands"]
    stake = hands[event.hand - 1]["stakes"][who] if who >= 0 and 0 < event.hand <= len(hands) else None
    return free_bet_text(stake, event.result or "", event.amount) if stake else ""


def _side(voice: Voice, view: SeatView, event: Event) -> str:
    name, ended = voice.sheet.side_bets[event.bet].name, returned_text(event.amount)
    return f"{voice.place(view, event)}{name} {ended}: {event.outcome}."


def _carried(voice: Voice, view: SeatView, event: Event) -> str:
    name = voice.sheet.side_bets[event.bet].name
    return f"{voice.place(view, event)}{name} stays on the layout with {money_text(event.amount)}: {event.outcome}."


def _lammers_to(voice: Voice, view: SeatView, event: Event) -> str:
    bet = voice.sheet.side_bets.get(event.bet)
    if bet is None and any(bettor["tip"] for bettor in _box(view, event.box)["bettors"]):
        return ""  # the event does not say whether these are the owner's lammers or the tip's
    count = "1 lammer goes" if event.amount == 1 else f"{event.amount} lammers go"
    return f"{voice.place(view, event)}{count} to {'the ' + bet.name + ' spot' if bet else 'the dealer'}."


def _stand(voice: Voice, view: SeatView, event: Event) -> str:
    hand = _box(view, event.box)["hands"][event.hand - 1]
    return f"{voice.place(view, event)}You stand on {total_text(hand)}."


def _own_money(voice: Voice, view: SeatView, event: Event) -> str:
    owner = _box(view, event.box)["bettors"][0]
    return f"{voice.place(view, event)}You {event.kind} for {money_text(event.amount or owner['main'])} of your own."


def _lammer(voice: Voice, view: SeatView, event: Event) -> str:
    free = f"Free {event.about} for the tip" if event.tip else f"Free {event.about}"
    return f"{voice.place(view, event)}{free}: a lammer for {money_text(event.amount)} is placed."


def _follow(voice: Voice, view: SeatView, event: Event) -> str:
    cost = f" for {money_text(event.amount)}" if event.amount else ""
    return f"{voice.place(view, event)}{'The tip follows' if event.tip else 'Follows'} the {event.about}{cost}."


def _decline(voice: Voice, view: SeatView, event: Event) -> str:
    does_not = "The tip does not follow" if event.tip else "Does not follow"
    stands = " and stands on the total" if event.about is Question.DRAW else ""
    return f"{voice.place(view, event)}{does_not} the {event.about}{stands}."


def _placed(voice: Voice, view: SeatView, event: Event) -> str:
    """Only for a bet placed after the up card; other bets are placed before the description begins."""
    if event.about is not Question.SIDE_BET:
        return ""
    return f"{voice.place(view, event)}You bet {money_text(event.amount)} on {voice.sheet.side_bets[event.bet].name}."


def _parlay(voice: Voice, view: SeatView, event: Event) -> str:
    bettors = _box(view, event.box)["bettors"]
    main = next(one["main"] for one in bettors if one["bettor"] == event.bettor and not one["tip"])
    return f"{voice.place(view, event)}You add {money_text(event.amount)} to your bet, now {money_text(main)}."


def _supervisor(voice: Voice, view: SeatView, event: Event) -> str:
    calls = "calls for a card" if event.draws else "stands"
    return f"{voice.place(view, event)}The player is absent: the supervisor {calls}."


def _void(voice: Voice, view: SeatView, event: Event) -> str:
    why = f": {event.reason}" if event.reason else ""
    clause = voice.sheet.clause("posted.interrupted")
    return f"The round is interrupted{why}. Own money still at stake is returned. [{clause}]"


def _trade(voice: Voice, view: SeatView, event: Event) -> str:
    return f"{voice.place(view, event)}You trade the {CARD_NAMES[NAMES[event.card]]} for the next card."


def _light(voice: Voice, view: SeatView, event: Event) -> str:
    lights = voice.sheet.rules.lights
    assert lights is not None  # only games with lights light them
    return f"{voice.place(view, event)}A light: {event.amount} of {lights.needed}."


def _prize(voice: Voice, view: SeatView, event: Event) -> str:
    return f"{voice.place(view, event)}All lights are lit: you win the prize of {money_text(event.amount)}!"


def _switch(voice: Voice, view: SeatView, event: Event) -> str:
    box_at = next(at for at, box in enumerate(view["boxes"]) if box["box"] == event.box)
    hands = " ".join(voice.hand(view, box_at, hand_at) for hand_at in range(len(view["boxes"][box_at]["hands"])))
    return f"{voice.place(view, event)}You swap the second cards. {hands}"


_SENTENCES: dict[EventKind, Sentence] = {
    EventKind.BET: _placed,
    EventKind.NATURAL: _natural,
    EventKind.PEEK: _peek,
    EventKind.DEALER: _dealer,
    EventKind.SETTLE: _settle,
    EventKind.SIDE: _side,
    EventKind.LAMMERS_TO: _lammers_to,
    EventKind.CARRIED: _carried,
    EventKind.STAND: _stand,
    EventKind.DOUBLE: _own_money,
    EventKind.SPLIT: _own_money,
    EventKind.INSTANT_WIN: lambda voice, view, event: (
        f"{voice.place(view, event)}The first card is an ace: it wins at once!{_paid(view, event)}"
    ),
    EventKind.DEALER_FIRST_ACE: lambda *_: "The dealer's first card is an ace: it beats every hand not yet paid.",
    EventKind.LAMMER: _lammer,
    EventKind.FOLLOW: _follow,
    EventKind.DECLINE: _decline,
    EventKind.ABSENT: lambda voice, view, event: f"{voice.place(view, event)}The player is called absent.",
    EventKind.SUPERVISOR: _supervisor,
    EventKind.PARLAY: _parlay,
    EventKind.SET_ASIDE: lambda voice, view, event: (
        f"{voice.place(view, event)}{money_text(event.amount)} is taken off the field and kept for the absent player."
    ),
    EventKind.BUST: _bust,
    EventKind.FACE_DOWN: lambda *_: "The cards go face down with your bet on top until the round ends.",
    EventKind.SURRENDER: lambda voice, view, event: f"{voice.place(view, event)}You surrender.",
    EventKind.INSURE: lambda voice, view, event: (
        f"{voice.place(view, event)}You insure for {money_text(event.amount)}."
    ),
    EventKind.EVEN_MONEY: lambda voice, view, event: (
        f"{voice.place(view, event)}You take even money.{_paid(view, event)}"
    ),
    EventKind.INSURANCE: lambda voice, view, event: (
        f"{voice.place(view, event)}Insurance {returned_text(event.amount)}."
    ),
    EventKind.METER_WIN: lambda voice, view, event: f"The {meter_name(event.level)} pays {money_text(event.amount)}!",
    EventKind.SPIN: lambda voice, view, event: (
        f"{voice.place(view, event)}The wheel of {voice.sheet.side_bets[event.bet].name} is spun: it stops at "
        f"{event.amount}, which pays {event.outcome}."
    ),
    EventKind.FROM_OTHERS: lambda voice, view, event: (
        f"{voice.place(view, event)}The spins of others pay {money_text(event.amount)} of it."
    ),
    EventKind.ENVY: lambda voice, view, event: f"The dealers' tip pool gets {money_text(event.amount)}.",
    EventKind.VOID: _void,
    EventKind.SWITCH: _switch,
    EventKind.TRADE: _trade,
    EventKind.LIGHT: _light,
    EventKind.PRIZE: _prize,
    EventKind.FORCED: _forced,
}
