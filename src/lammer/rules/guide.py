"""How a game is played, in sentences made from its sheet, each with its clause."""

from fractions import Fraction

from lammer.rules.posted import PostedRule
from lammer.rules.sheet import Sheet

NUMBERS = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
UP_NAMES = {"A": "ace", "T": "ten"}
NAMES = {"A": "aces", "T": "tens and faces"} | {str(number): name for number, name in enumerate(NUMBERS, 2)}


def guide(sheet: Sheet) -> list[PostedRule]:
    rules = sheet.rules
    limit = rules.points.limit
    sentences = [
        ("points.limit", f"Get closer to {limit} than the dealer. {_bust(sheet)}"),
        *_hands(sheet),
        *_free(sheet),
        ("split.maximum_hands", f"{_pair(sheet)} can be split until there are {rules.split.maximum_hands} hands."),
    ]
    if rules.dealer.boxes_busts_under:
        text = f"A bust under a dealer {_boxed(sheet)} is boxed: it wins if the dealer busts with more than 22."
        sentences.append(("dealer.boxes_busts_under", text))
    if rules.against.offered:
        sentences += _against(sheet)
    if rules.draw.must_through:
        sentences.append(("draw.must_through", f"You must draw on {rules.draw.must_through} or less."))
    if rules.surrender.late:
        sentences.append(
            ("surrender.late", f"You may surrender your first two cards and lose {_lost(sheet)} your bet.")
        )
    return [PostedRule(text, sheet.clause(key)) for key, text in sentences]


def _bust(sheet: Sheet) -> str:
    """A boxed bust is not lost yet."""
    spared = f", except under a dealer {_boxed(sheet)}" if sheet.rules.dealer.boxes_busts_under else ""
    return f"A hand over {sheet.rules.points.limit} loses at once{spared}."


def _boxed(sheet: Sheet) -> str:
    return _listed([UP_NAMES.get(one, one) for one in sheet.rules.dealer.boxes_busts_under])


def _pair(sheet: Sheet) -> str:
    return "A pair" if sheet.rules.hands.per_box == 1 else "A pair in each of them"


def _hands(sheet: Sheet) -> list[tuple[str, str]]:
    hands, sentences = sheet.rules.hands, list[tuple[str, str]]()
    if hands.per_box > 1:
        text = "You play two hands for two equal bets: the bet that you name lies on each of them."
        sentences.append(("hands.per_box", text))
    if hands.swap != "none":
        text = "After the deal and the dealer's check you may swap their second cards."
        sentences.append(("hands.swap", text))
        sentences.append(("hands.natural_by_swap", "An ace and a ten brought together by a swap count 21."))
    return sentences


def _against(sheet: Sheet) -> list[tuple[str, str]]:
    lost = Fraction(*sheet.rules.against.both_bust_loses)
    part = "half of it" if lost == Fraction(1, 2) else "all of it" if lost == 1 else f"{lost} of it"
    return [
        ("against.offered", "You may bet against your own hand instead: that bet wins if the dealer beats the hand."),
        ("against.plays_by", "A hand that is bet against is played by the dealer's rules; you decide nothing."),
        ("against.both_bust_loses", f"If you bet against your hand and both bust, {part} is lost."),
    ]


def _lost(sheet: Sheet) -> str:
    lost = 1 - Fraction(*sheet.rules.surrender.returns)
    return "half" if lost == Fraction(1, 2) else f"{lost} of"


def _free(sheet: Sheet) -> list[tuple[str, str]]:
    free, sentences = sheet.rules.free, list[tuple[str, str]]()
    if free.double_totals:
        kind = "" if free.double_soft else "hard "
        totals = _listed([str(total) for total in free.double_totals])
        hand = f"A two-card {kind}{totals}" if free.double_cards == "two" else f"Any {kind}{totals}"
        sentences.append(("free.double_totals", f"{hand} doubles free: the house puts up the second bet."))
    if free.double_totals and free.double_soft:
        sentences.append(("free.double_soft", "An ace counts as 1 or 11 for a free double: A-8 is 9 and A-9 is 10."))
    if free.split_values:
        sentences.append(
            (
                "free.split_values",
                f"Pairs that split free: {_listed([NAMES[one] for one in free.split_values], 'and')}.",
            )
        )
    if free.split_values and not free.resplit and sheet.rules.split.maximum_hands > 2:
        sentences.append(("free.resplit", "Only the first split of a hand is free."))
    if free.automatic:
        sentences.append(("free.automatic", "Free bets are automatic: they cannot be declined."))
    return sentences


def _listed(words: list[str], last: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
