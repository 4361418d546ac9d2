"""Words and sentences that all surfaces share: cards, totals, results and choices.

The terminal uses them directly. The page gets the sentences of a result with its view, and the tables of words from
`phrases.ts`, which `tools/page_types.py` generates.
"""

from collections.abc import Callable, Iterable

from lammer.cards.card import NAMES
from lammer.cards.money import MINOR_UNITS, money_text
from lammer.rules.sheet import Sheet
from lammer.rules.signage import natural_name
from lammer.table.actions import ANSWERS, LIGHTS, Action
from lammer.table.carried import wins_text
from lammer.table.lights import lights_text
from lammer.table.state import Result, Why
from lammer.table.view_types import DealerView, HandRecord, HandView, ResultLine, SeatRecord, StakeView

HIDDEN = "??"
Money = Callable[[int], str]
_RANKS = {"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"}
_RANKS |= {"8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CARD_NAMES = {card: f"{_RANKS[card[0]]} of {_SUITS[card[1]]}" for card in NAMES} | {HIDDEN: "a card face down"}
SOFT_TOTAL = "soft {total}"

SWITCH_QUESTION = "Swap the second cards of your two hands?"
TRADE_QUESTION = "Trade the {card} for the next card and a light?"

CHOICE_KEYS = {
    "stand": "s",
    "hit": "h",
    "free-double": "f",
    "double": "d",
    "free-split": "p",
    "split": "p",
    "surrender": "r",
    "insure": "i",
    "even-money": "e",
    "pass": "n",
    "follow": "y",
    "decline": "n",
    "place": "b",
    "parlay": "p",
    "switch": "w",
    "trade": "t",
}
OWN_SPLIT_KEY = "o"
"""The key of a split for own money if ``p`` is the free split."""
AMOUNT_KEY = "m"
CHOICE_WORDS = {kind: kind.removeprefix("free-") for kind in CHOICE_KEYS}
CHOICE_WORDS |= {"pass": "no", "decline": "do not follow", "even-money": "even money", "place": "bet"}
PLAY_KINDS = ("free-split", "free-double", "hit", "stand", "double", "split", "surrender")
"""The ways to play a hand, in the order of their buttons."""
CHOICE_ORDER = (*PLAY_KINDS, *ANSWERS)

_WHY = {
    Why.HIGHER_TOTAL: "the higher total",
    Why.LOWER_TOTAL: "the dealer has more",
    Why.TIE: "equal totals",
    Why.BUST: "over the limit",
    Why.DEALER_BUST: "the dealer busts",
    Why.DEALER_22: "dealer 22",
    Why.NATURAL: "{natural}",
    Why.BOTH_NATURAL: "both have {natural}",
    Why.DEALER_NATURAL: "the dealer has {natural}",
    Why.ORIGINAL_WAGER_ONLY: "only the original bet is lost",
    Why.EVEN_MONEY: "even money",
    Why.SURRENDER: "half the bet is returned",
    Why.FIRST_CARD_ACE: "the first card is an ace",
    Why.DEALER_FIRST_CARD_ACE: "the dealer's first card is an ace",
    Why.VOID: "the round was interrupted",
    Why.BOTH_BUST: "both bust",
}
_WHY_AGAINST = {
    Why.HIGHER_TOTAL: "your hand has more",
    Why.BUST: "your hand busts",
    Why.NATURAL: "your hand is {natural}",
}
"""The same reasons for a bet against one's own hand, where other words are needed."""
BOXED_BUST = "The hand is boxed: it wins if the dealer busts with more than 22."
BOXED = "boxed"
OWN_HAND, AGAINST_HAND = "your hand", "your bet against the hand"


def total_text(hand: HandView | DealerView) -> str:
    return SOFT_TOTAL.format(total=hand["total"]) if hand["soft"] else str(hand["total"])


def natural_word(sheet: Sheet) -> str:
    name = natural_name(sheet)
    return f"a {name}" if name.startswith("two-card") else name


def why_text(sheet: Sheet, why: str, *, against: bool = False) -> str:
    """The reason for a result; ``against``: of a bet against the hand."""
    texts = _WHY | _WHY_AGAINST if against else _WHY
    return texts[Why(why)].format(natural=natural_word(sheet))


def grouped_money(minor: int) -> str:
    """``150000`` → ``1,500``, as the page writes amounts."""
    units, cents = divmod(minor, MINOR_UNITS)
    return f"{units:,}" if cents == 0 else f"{units:,}.{cents:02d}"


def outcome_text(result: str, net: int, money: Money = money_text) -> str:
    if result == Result.PUSH:
        return "pushes"
    if net == 0:
        return "loses a free bet"
    return f"wins {money(net)}" if net > 0 else f"loses {money(-net)}"


def free_bet_text(stake: HandRecord | StakeView, result: str, net: int, money: Money = money_text) -> str:
    """What a free bet won or saved; empty if there was none, or if it made no difference."""
    free, own = stake["free"], stake["own"]
    if free == 0 or result == Result.PUSH:
        return ""
    kinds = [kind for kind, how in (("split", stake["split"]), ("double", stake["doubled"])) if how == "free"]
    name = f"FREE {' and '.join(kinds)}"
    if net > 0:
        return f"{name} won: you win {money(net)} and risked {money(own) if own else 'nothing'}"
    return f"{name} lost: you lose {money(-net)}, not {money(own + free)}" if net else f"{name} lost: you lose nothing"


def returned_text(net: int, money: Money = money_text) -> str:
    """The result of a side bet or insurance; a net of 0 means that it is returned."""
    return "is returned" if net == 0 else outcome_text("", net, money)


def interrupted_text(reason: str) -> str:
    if not reason:
        return "The round was interrupted."
    return f"The round was interrupted: {reason}" + ("" if reason[-1] in ".!?…]" else ".")


def offer_text(sheet: Sheet, bet_id: str, money: Money = money_text) -> str:
    """The question about a side bet that is placed after the up card."""
    bet = sheet.side_bets[bet_id]
    return f"{bet.name}? Bet {money(bet.minimum)} to {money(bet.maximum)}."


def carried_texts(sheet: Sheet, carried: Iterable[Action], money: Money = money_text) -> list[str]:
    """The bets that are still on the layout from earlier rounds."""
    return [_carried_text(sheet, one, money) for one in carried]


def _carried_text(sheet: Sheet, one: Action, money: Money) -> str:
    if one.spot == LIGHTS:
        return f"Box {one.box} has {lights_text(one.carried)}."
    return (
        f"{sheet.side_bets[one.spot].name} is on the layout of box {one.box} with {money(one.amount)}: "
        f"{wins_text(one.carried)}."
    )


def trade_text(sheet: Sheet) -> str:
    """The question about a marked card."""
    assert sheet.rules.lights is not None  # only games with lights ask
    return TRADE_QUESTION.format(card=CARD_NAMES[sheet.rules.lights.marked])


def parlay_text(sheet: Sheet, bet_id: str, won: int, money: Money = money_text) -> str:
    """The question whether the winnings of a side bet join the main wager."""
    return f"{sheet.side_bets[bet_id].name} won {money(won)}. Add it to your bet before the second card?"


def reason_texts(sheet: Sheet, seat: SeatRecord) -> list[str]:
    """The reason for the result of each hand."""
    even = f"{natural_word(sheet)}, even money"
    return [even if hand.get("even_money") else _why(sheet, hand) for hand in seat["hands"]]


def _why(sheet: Sheet, hand: HandRecord) -> str:
    return why_text(sheet, hand["why"], against=hand.get("against", False))


def result_lines(sheet: Sheet, seat: SeatRecord) -> list[ResultLine]:
    """The result of the round for one bettor, for the page: hands with the same result together, side bets,
    insurance."""
    lines = _hand_lines(sheet, seat)
    for bet_id, side in seat["side"].items():
        ended = "stays on the layout" if "carried" in side else returned_text(side["net"], grouped_money)
        text = f"{sheet.side_bets[bet_id].name} {ended}: {side['outcome']}"
        lines.append({"text": text, "net": side["net"]})
    if lights := seat.get("lights"):
        won = lights.get("prize", 0)
        if lights["lit"]:
            prize = f"win the prize of {grouped_money(won)}; " if won else ""
            lines.append({"text": f"your lights: {prize}{lights_text(lights['after'])} now", "net": won})
    if seat.get("insurance_wager"):
        lines.append({"text": f"insurance {returned_text(seat['insurance'], grouped_money)}", "net": seat["insurance"]})
    return lines


def _hand_lines(sheet: Sheet, seat: SeatRecord) -> list[ResultLine]:
    alike: dict[str, list[int]] = {}
    for at, hand in enumerate(seat["hands"]):
        why = "even money" if hand.get("even_money") else _why(sheet, hand)
        ended = outcome_text(hand["result"], hand["net"], grouped_money)
        free = free_bet_text(hand, hand["result"], hand["net"], grouped_money)
        alike.setdefault(f"{ended}, {why}" + (f". {free}" if free else ""), []).append(at)
    against = any(hand.get("against") for hand in seat["hands"])
    return [
        {
            "text": f"{AGAINST_HAND if against else _hands_named(hands, len(seat['hands']))} {ended}",
            "net": sum(seat["hands"][at]["net"] for at in hands),
        }
        for ended, hands in alike.items()
    ]


def _hands_named(hands: list[int], of: int) -> str:
    numbers = [str(at + 1) for at in hands]
    if of == 1:
        return OWN_HAND
    if len(numbers) == 1:
        return f"hand {numbers[0]}"
    return f"hands {', '.join(numbers[:-1])} and {numbers[-1]}: each"
