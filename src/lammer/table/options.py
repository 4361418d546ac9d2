"""The legal actions of the current hand: each action has a function that returns its refusal, with the clause."""

from collections.abc import Callable

from lammer.cards.card import ACE, VALUE_LETTERS, VALUES
from lammer.cards.hand import SOFT_BONUS
from lammer.rules.sheet import Sheet
from lammer.table.actions import ActionKind, Option, Refusal
from lammer.table.state import Box, Hand, Round

OWNER = 1
"""The number of the bettor who owns the box."""
SUPERVISOR = -1
"""In place of a bettor's index if no bettor who may decide is present."""


def decider(round_: Round) -> int:
    """Index of the bettor who plays the current hand: the owner, or the second one if the owner is absent (EU 1.11)."""
    return decider_of(round_.sheet, round_.boxes[round_.at_box], round_.hand)


def decider_of(sheet: Sheet, box: Box, hand: Hand) -> int:
    """The same for a hand of a box."""
    if not box.bettors[0].absent and len(box.bettors) == 1:
        return 0
    for index, (bettor, stake) in enumerate(zip(box.bettors, hand.stakes, strict=True)):
        if bettor.tip or bettor.number > (2 if sheet.rules.absent.second_decides else 1):
            break
        if stake is not None and not stake.stands_on and not bettor.absent:
            return index
    return SUPERVISOR


def is_pair(hand: Hand, by: str) -> bool:
    if len(hand.cards) != 2:
        return False
    first, second = hand.cards
    return first // 4 == second // 4 if by == "rank" else VALUES[first] == VALUES[second]


def closed_ace(sheet: Sheet, hand: Hand) -> bool:
    """Whether the hand is a split ace that already has its one card."""
    return hand.split_aces and sheet.rules.split.one_card_on_aces and len(hand.cards) >= 2


def _no(sheet: Sheet, code: str, key: str, text: str) -> Refusal:
    return Refusal(code, sheet.clause(key), text)


def _refuse_card(sheet: Sheet, hand: Hand) -> Refusal | None:
    """Why the hand may not take another card, whether it is doubled or not."""
    if closed_ace(sheet, hand):
        return _no(sheet, "split-aces", "split.one_card_on_aces", "a split ace takes one card only")
    if hand.total >= sheet.rules.points.limit and not sheet.rules.draw.may_on_limit:
        return _no(sheet, "at-limit", "draw.may_on_limit", f"no card may be drawn on {hand.total}")
    return None


def _refuse_declining(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    """Where free bets are automatic, a hand that gets one is not played otherwise."""
    if not sheet.rules.free.automatic:
        return None
    for refuse, name in ((refuse_free_double, "double"), (refuse_free_split, "split")):
        if refuse(sheet, box, hand, who) is None:
            return _no(sheet, "free-automatic", "free.automatic", f"the free {name} is automatic in this game")
    return None


def refuse_hit(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    return _refuse_card(sheet, hand) or _refuse_declining(sheet, box, hand, who)


def refuse_stand(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    if hand.total <= sheet.rules.draw.must_through and not closed_ace(sheet, hand):
        through = sheet.rules.draw.must_through
        return _no(sheet, "must-draw", "draw.must_through", f"a card must be drawn on {through} or less")
    return _refuse_declining(sheet, box, hand, who)


def refuse_double(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    rules = sheet.rules.double
    if len(hand.cards) != 2:
        return _no(sheet, "two-cards", "double.cards", "only a two-card hand may be doubled")
    refusal = _refuse_card(sheet, hand)
    if refusal is not None:
        return refusal
    if hand.from_split and not rules.after_split:
        return _no(sheet, "after-split", "double.after_split", "a split hand may not be doubled")
    stake = hand.stakes[who]
    if stake is not None and stake.own == 0 and not rules.on_free_hand:
        return _no(sheet, "free-hand", "double.on_free_hand", "a hand on a lammer may not be doubled for money")
    if not rules.where_free and refuse_free_double(sheet, box, hand, who) is None:
        return _no(sheet, "free-instead", "double.where_free", "this hand doubles free")
    return _refuse_declining(sheet, box, hand, who)


def refuse_free_double(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    rules = sheet.rules.free
    two = rules.double_cards == "two"
    if len(hand.cards) != 2 and two:
        return _no(sheet, "two-cards", "free.double_totals", "only a two-card hand may be doubled")
    refusal = _refuse_card(sheet, hand)
    if refusal is not None:
        return refusal
    if not rules.double_totals:
        return _no(sheet, "total", "free.double_totals", "no hand doubles free in this game")
    if hand.soft and not rules.double_soft:
        return _no(sheet, "soft", "free.double_soft", "only hard totals double free")
    if (hand.total - SOFT_BONUS if hand.soft else hand.total) not in rules.double_totals:
        totals = ", ".join(map(str, rules.double_totals))
        text = f"a free double needs a {'two-card ' * two}{totals}; this is {hand.total}"
        return _no(sheet, "total", "free.double_totals", text)
    if hand.from_split and not rules.double_after_split:
        return _no(sheet, "after-split", "free.double_after_split", "a split hand may not double free")
    return None


def _refuse_any_split(sheet: Sheet, box: Box, hand: Hand) -> Refusal | None:
    rules = sheet.rules.split
    if not is_pair(hand, rules.pairs):
        return _no(sheet, "no-pair", "split.pairs", f"only two cards of one {rules.pairs} may be split")
    hands = sum(1 for other in box.hands if other.origin == hand.origin)
    if hands >= rules.maximum_hands:
        return _no(sheet, "most-hands", "split.maximum_hands", f"there are already {hands} hands")
    if hand.split_aces and not rules.resplit_aces:
        return _no(sheet, "resplit-aces", "split.resplit_aces", "aces may be split only once")
    return None


def refuse_split(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    refusal = _refuse_any_split(sheet, box, hand)
    if refusal is not None:
        return refusal
    if not sheet.rules.split.where_free and refuse_free_split(sheet, box, hand, who) is None:
        return _no(sheet, "free-instead", "split.where_free", "this pair splits free")
    return _refuse_declining(sheet, box, hand, who)


def refuse_free_split(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    refusal = _refuse_any_split(sheet, box, hand)
    if refusal is not None:
        return refusal
    letter = VALUE_LETTERS[VALUES[hand.cards[0]]]
    if letter not in sheet.rules.free.split_values:
        return _no(sheet, "pair", "free.split_values", f"a pair of {letter}s does not split free")
    if hand.from_split and not sheet.rules.free.resplit:
        return _no(sheet, "resplit", "free.resplit", "a split hand may not split free again")
    return None


def refuse_surrender(sheet: Sheet, box: Box, hand: Hand, who: int) -> Refusal | None:
    if not sheet.rules.surrender.late:
        return _no(sheet, "no-surrender", "surrender.late", "there is no late surrender")
    if len(hand.cards) != 2 or hand.from_split:
        return _no(sheet, "first-two", "surrender.late", "only the first two cards may be surrendered")
    return _refuse_declining(sheet, box, hand, who)


_Check = Callable[[Sheet, Box, Hand, int], Refusal | None]
_BY_KIND: dict[ActionKind, _Check] = {
    ActionKind.STAND: refuse_stand,
    ActionKind.HIT: refuse_hit,
    ActionKind.FREE_DOUBLE: refuse_free_double,
    ActionKind.DOUBLE: refuse_double,
    ActionKind.FREE_SPLIT: refuse_free_split,
    ActionKind.SPLIT: refuse_split,
    ActionKind.SURRENDER: refuse_surrender,
}
CHECKS: dict[str, _Check] = {kind.value: refuse for kind, refuse in _BY_KIND.items()}
"""The check of each play, by its name."""


def play_options(round_: Round) -> tuple[Option, ...]:
    """Every legal play of the hand whose turn it is."""
    sheet, box, hand, who = round_.sheet, round_.boxes[round_.at_box], round_.hand, decider(round_)
    main = box.bettors[who].main
    return tuple(
        play_option(sheet, kind, main) for kind, refuse in _BY_KIND.items() if refuse(sheet, box, hand, who) is None
    )


def play_option(sheet: Sheet, kind: ActionKind, main: int) -> Option:
    """The option with the own money that it needs."""
    if kind is ActionKind.DOUBLE:
        return Option(kind, 1 if sheet.rules.double.for_less else main, main)
    return Option(kind, main, main) if kind is ActionKind.SPLIT else Option(kind)


def can_split_again(round_: Round, who: int) -> bool:
    sheet, box, hand = round_.sheet, round_.boxes[round_.at_box], round_.hand
    return refuse_free_split(sheet, box, hand, who) is None or refuse_split(sheet, box, hand, who) is None


def insurance_range(sheet: Sheet, box: Box, who: int, up: int, added: int = 0) -> Option | None:
    """How much (more) insurance a bettor may place; None if none is possible.

    ``added`` is a stake that is insured separately; 0 means all own money of the bettor, less existing insurance.
    """
    rules = sheet.rules.insurance
    if VALUE_LETTERS[VALUES[up]] not in rules.under:
        return None
    stake = added or own_on_box(box, who)
    insured = 0 if added else box.bettors[who].insurance
    room = stake * rules.maximum_of_stake.numerator // rules.maximum_of_stake.denominator - insured
    of_table = sheet.rules.limits.minimum
    step = max(1, of_table * rules.step_of_minimum.numerator // rules.step_of_minimum.denominator)
    minimum = max(
        1, step, of_table * rules.minimum_of_table_minimum.numerator // rules.minimum_of_table_minimum.denominator
    )
    maximum = room // step * step
    return Option(ActionKind.INSURE, minimum, maximum, step) if maximum >= minimum else None


def own_on_box(box: Box, who: int) -> int:
    """A bettor's own money on all hands of the box."""
    stakes = [hand.stakes[who] for hand in box.hands]
    return sum(stake.own for stake in stakes if stake is not None)


def may_take_even_money(sheet: Sheet, up: int) -> bool:
    return VALUE_LETTERS[VALUES[up]] in sheet.rules.natural.even_money_under


def present_players(box: Box, hand: Hand) -> list[int]:
    """Bettors with money on a hand who can answer questions about it."""
    return [
        index
        for index, (bettor, stake) in enumerate(zip(box.bettors, hand.stakes, strict=True))
        if stake is not None and not (bettor.tip or bettor.absent or stake.stands_on)
    ]


def tip_of(box: Box) -> int | None:
    """Index of the tip bet; None if there is none."""
    return next((index for index, bettor in enumerate(box.bettors) if bettor.tip), None)


def is_ace(code: int) -> bool:
    return VALUES[code] == ACE
