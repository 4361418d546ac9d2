"""Settlement of a round: every hand against the dealer's hand, with own and free money kept separate."""

from collections.abc import Iterator
from typing import NamedTuple

from lammer.cards.card import rank_of, same_suit
from lammer.cards.money import Odds, pay
from lammer.rules.schema import LammerCount, SideBet
from lammer.rules.sheet import Sheet
from lammer.table.carried import streak_result
from lammer.table.lights import lights_results
from lammer.table.sidebets import (
    FACES,
    LOST_TO_NATURAL,
    PUSH_TOTAL,
    dealer_has_natural,
    dealer_share,
    decide,
    decided_net,
    read_cards,
)
from lammer.table.state import (
    Bettor,
    Box,
    Hand,
    HandResult,
    InsuranceResult,
    Result,
    Round,
    Settlement,
    SideResult,
    Stake,
    Status,
    Why,
)


class Verdict(NamedTuple):
    """The outcome of one stake before payment: the result, the reason, and the odds of a win."""

    result: Result
    why: Why
    odds: Odds | None = None


WIN, LOSE, PUSH, BUST, BLACKJACK = Result.WIN, Result.LOSE, Result.PUSH, Result.BUST, Result.BLACKJACK
VOID = Why.VOID
_LOST = (Status.BUST, Status.INSTANT_LOSS, Status.SURRENDERED)


def surrender_waits(round_: Round) -> bool:
    """Whether a late surrender waits for the dealer: a natural found afterwards takes the whole wager."""
    return round_.sheet.rules.surrender.natural_takes == "all"


def natural_odds(sheet: Sheet, cards: tuple[int, ...]) -> Odds:
    """The odds of a natural; two identical faces of one suit may pay more (SD.18 (10))."""
    first, second = cards[0], cards[1]
    if rank_of(first) in FACES and rank_of(first) == rank_of(second) and same_suit(cards[:2]):
        return sheet.rules.natural.suited_faces_pay
    return sheet.rules.natural.pays


def judge(round_: Round, hand: Hand, stake: Stake, bettor: Bettor) -> Verdict:
    """The verdict on one bettor's stake, bet on one hand or against it."""
    return _judge_against(round_, hand, bettor) if bettor.against else _judge_hand(round_, hand, stake, bettor)


def _judge_against(round_: Round, hand: Hand, bettor: Bettor) -> Verdict:
    """The opposite of the hand's result, except that a part of the bet is lost if both bust."""
    rules = round_.sheet.rules
    if hand.status is Status.BUST:
        both = round_.dealer_total > rules.points.limit
        return Verdict(LOSE, Why.BOTH_BUST) if both else Verdict(WIN, Why.BUST, rules.against.pays)
    result, why, _ = _judge_hand(round_, hand, Stake(bettor.main), bettor)
    if result is PUSH:
        return Verdict(PUSH, why)
    return Verdict(WIN, why, rules.against.pays) if result is LOSE else Verdict(LOSE, why)


def _judge_hand(round_: Round, hand: Hand, stake: Stake, bettor: Bettor) -> Verdict:
    rules = round_.sheet.rules
    if hand.status is Status.INSTANT_WIN:
        return Verdict(WIN, Why.FIRST_CARD_ACE, rules.pay.win)
    if hand.status is Status.INSTANT_LOSS:
        return Verdict(LOSE, Why.DEALER_FIRST_CARD_ACE)
    if hand.status is Status.SURRENDERED:
        taken = surrender_waits(round_) and dealer_has_natural(round_)
        return Verdict(LOSE, Why.DEALER_NATURAL if taken else Why.SURRENDER)
    if hand.status is Status.NATURAL:
        return _judge_natural(round_, hand, bettor)
    if hand.status is Status.BUST and not stake.stands_on:
        revived = hand.boxed and round_.dealer_total > max(PUSH_TOTAL, rules.points.limit)
        return Verdict(WIN, Why.DEALER_BUST, rules.pay.win) if revived else Verdict(BUST, Why.BUST)
    if dealer_has_natural(round_):
        return Verdict(LOSE, Why.DEALER_NATURAL)
    return _judge_totals(round_, stake.stands_on or hand.total)


def _judge_natural(round_: Round, hand: Hand, bettor: Bettor) -> Verdict:
    natural = round_.sheet.rules.natural
    won = BLACKJACK if round_.sheet.rules.points.limit == 21 else WIN
    if bettor.even_money:
        return Verdict(won, Why.EVEN_MONEY, natural.even_money_pays)
    odds = natural_odds(round_.sheet, hand.cards)
    if natural.paid == "at once":
        return Verdict(won, Why.NATURAL, odds)
    if dealer_has_natural(round_):
        return Verdict(PUSH, Why.BOTH_NATURAL) if natural.both == "push" else Verdict(LOSE, Why.DEALER_NATURAL)
    if dealer_pushes(round_) and not natural.beats_22:
        return Verdict(PUSH, Why.DEALER_22)
    return Verdict(won, Why.NATURAL, odds)


def _judge_totals(round_: Round, total: int) -> Verdict:
    rules, dealer = round_.sheet.rules, round_.dealer_total
    if dealer_pushes(round_):
        return Verdict(PUSH, Why.DEALER_22)
    if dealer > rules.points.limit:
        return Verdict(WIN, Why.DEALER_BUST, rules.pay.win)
    if total > dealer:
        return Verdict(WIN, Why.HIGHER_TOTAL, rules.pay.win)
    if total < dealer:
        return Verdict(LOSE, Why.LOWER_TOTAL)
    return Verdict(PUSH, Why.TIE) if rules.dealer.tie == "push" else Verdict(LOSE, Why.TIE)


def dealer_pushes(round_: Round) -> bool:
    return round_.dealer_total == PUSH_TOTAL and round_.sheet.rules.dealer.pushes_on_22


def settle_hand(round_: Round, box_at: int, hand_at: int, who: int) -> HandResult | None:
    """The result of one stake: a win pays own money and lammers, a loss takes own money only, a push neither."""
    box = round_.boxes[box_at]
    hand, bettor = box.hands[hand_at], box.bettors[who]
    stake = hand.stakes[who]
    if stake is None:
        return None
    if round_.void and not _settled_before_void(round_, hand, stake, bettor):
        return HandResult(box_at, who, hand_at, PUSH, 0, VOID)
    result, why, odds = judge(round_, hand, stake, bettor)
    rounding = round_.sheet.rules.pay.rounding
    if odds is not None:
        paid, breakage = pay(stake.own + stake.free, odds, rounding)
        return HandResult(box_at, who, hand_at, result, paid, why, breakage, odds.denominator)
    if result == PUSH:
        return HandResult(box_at, who, hand_at, result, 0, why)
    if why in (Why.SURRENDER, Why.BOTH_BUST):
        returns = _returned_part(round_.sheet, why)
        back, breakage = pay(stake.own, returns, rounding)
        return HandResult(box_at, who, hand_at, result, back - stake.own, why, breakage, returns.denominator)
    if why is Why.DEALER_NATURAL and round_.sheet.rules.dealer.natural_takes == "original":
        return _original_only(HandResult(box_at, who, hand_at, result, 0, why), stake, bettor)
    return HandResult(box_at, who, hand_at, result, -stake.own, why)


def _returned_part(sheet: Sheet, why: Why) -> Odds:
    """The part of a lost stake that is returned."""
    if why is Why.SURRENDER:
        return sheet.rules.surrender.returns
    lost, of = sheet.rules.against.both_bust_loses
    return Odds(of - lost, of)


def _settled_before_void(round_: Round, hand: Hand, stake: Stake, bettor: Bettor) -> bool:
    """Whether this stake was paid or lost before the interruption (A21)."""
    rules = round_.sheet.rules
    if bettor.against:
        return _won_at_once(round_, hand) and rules.void.already_lost == "stays lost"
    if _paid_at_once(round_, hand, bettor):
        return rules.void.already_won == "stays won"
    lost = hand.status in _LOST and not hand.boxed and not stake.stands_on
    return lost and rules.void.already_lost == "stays lost"


def _paid_at_once(round_: Round, hand: Hand, bettor: Bettor) -> bool:
    """Whether the hand is paid before the end of the round: an instant win, a natural paid at once, even money."""
    return bettor.even_money or (_won_at_once(round_, hand) and not bettor.against)


def _won_at_once(round_: Round, hand: Hand) -> bool:
    """Whether the hand's win does not wait for the dealer."""
    natural = hand.status is Status.NATURAL and round_.sheet.rules.natural.paid == "at once"
    return natural or hand.status is Status.INSTANT_WIN


def returned_tip(round_: Round, box_at: int) -> int:
    """Tip money that an interrupted round returns to the owner of a box."""
    if not round_.void or round_.settlement is None or round_.sheet.rules.void.tips != "returned":
        return 0
    box = round_.boxes[box_at]
    returned = [
        box.hands[result.hand].stakes[result.bettor]
        for result in round_.settlement.hands
        if result.box == box_at and result.why is VOID and box.bettors[result.bettor].tip
    ]
    return sum(stake.own for stake in returned if stake is not None)


def handed_over(round_: Round) -> Settlement:
    """Wins that are paid before the end of the round and are final: hands that the sheet pays at once, even money, and
    bets on the opening cards."""
    if round_.sheet.rules.void.already_won == "taken back":
        return Settlement((), (), ())  # an interruption could still undo them, so they are paid at the end
    hands = [
        settle_hand(round_, box_at, hand_at, who)
        for box_at, box in enumerate(round_.boxes)
        for hand_at, hand in enumerate(box.hands)
        for who, bettor in enumerate(box.bettors)
        if _paid_at_once(round_, hand, bettor)
    ]
    won = tuple(side for side in round_.sides if side.net > 0)
    return Settlement(tuple(result for result in hands if result is not None), won, ())


def _original_only(lost: HandResult, stake: Stake, bettor: Bettor) -> HandResult:
    """Against an undiscovered dealer natural only the original wager is lost (SD(l))."""
    if stake.split is None:
        return lost._replace(net=-bettor.main)
    if stake.own == 0:
        return lost
    return lost._replace(result=PUSH, why=Why.ORIGINAL_WAGER_ONLY)


def settle_insurance(round_: Round, box_at: int, who: int) -> InsuranceResult | None:
    amount = round_.boxes[box_at].bettors[who].insurance
    if not amount:
        return None
    rules = round_.sheet.rules
    if round_.void or not dealer_has_natural(round_):
        return InsuranceResult(box_at, who, amount, 0 if round_.void else -amount)
    won, breakage = pay(amount, rules.insurance.pays, rules.pay.rounding)
    return InsuranceResult(box_at, who, amount, won, breakage, rules.insurance.pays.denominator)


def lammers(box: Box, who: int) -> list[int]:
    """A bettor's lammers, hand by hand: one for a free split, one for a free double."""
    stakes = [hand.stakes[who] for hand in box.hands]
    return [(stake.split == "free") + (stake.doubled == "free") if stake is not None else 0 for stake in stakes]


def settle_sides(round_: Round, box_at: int, who: int, results: list[HandResult]) -> Iterator[SideResult]:
    """The results of one bettor's side wagers that were not settled before."""
    settled = {side.bet for side in round_.sides if (side.box, side.bettor) == (box_at, who)}
    for wager in round_.boxes[box_at].bettors[who].sides:
        bet_id, amount, _ = wager
        bet = round_.sheet.rules.side_bets[bet_id]
        if bet_id in settled:
            continue
        if bet.streak is not None:
            yield streak_result(round_, box_at, who, wager, sum(result.net for result in results))
            continue
        if round_.void:
            outcome, net, share = VOID.value, 0, 0
        else:
            outcome, net, share = _settle_side(round_, bet, amount, box_at, who, results)
        yield SideResult(box_at, who, bet_id, amount, outcome, net, envy=share)


def _settle_side(
    round_: Round, bet: SideBet, amount: int, box_at: int, who: int, results: list[HandResult]
) -> tuple[str, int, int]:
    """The outcome, the net, and what is paid to the tip pool."""
    read = read_cards(round_, round_.boxes[box_at], bet)
    if bet.lammers is not None:
        if dealer_has_natural(round_) and bet.lammers.dealer_natural == "loses":
            return LOST_TO_NATURAL, -amount, 0
        read = read._replace(lammers=_counted(bet.lammers, lammers(round_.boxes[box_at], who), who, results))
    decided, paytable = decide(bet, read), bet.paytables[bet.paytable]
    return decided.outcome, decided_net(paytable, decided, amount), dealer_share(paytable, decided, amount)


def _counted(rule: LammerCount, by_hand: list[int], who: int, results: list[HandResult]) -> int:
    """The number of lammers that a bet counts."""
    if rule.count == "winning lammers":
        won = {result.hand for result in results if result.bettor == who and result.result in (WIN, BLACKJACK)}
        by_hand = [count if hand in won else 0 for hand, count in enumerate(by_hand)]
    return sum(by_hand) if rule.unit == "round" else max(by_hand)


def _interrupted(round_: Round, side: SideResult) -> SideResult:
    """The result after an interruption, which may undo a bet settled early (A21), except a progressive wager (SD.19
    (6))."""
    rules = round_.sheet.rules
    undone = rules.void.already_lost == "returned" if side.net < 0 else rules.void.already_won == "taken back"
    if round_.void and undone and rules.side_bets[side.bet].jackpot is None:
        return side._replace(outcome=VOID.value, net=0, envy=0)
    return side


def settle(round_: Round) -> Settlement:
    """The settlement of every wager of the round."""
    hands: list[HandResult] = []
    sides = [_interrupted(round_, side) for side in round_.sides]
    insurance: list[InsuranceResult] = []
    for box_at, box in enumerate(round_.boxes):
        for who in range(len(box.bettors)):
            results = [settle_hand(round_, box_at, hand_at, who) for hand_at in range(len(box.hands))]
            mine = [result for result in results if result is not None]
            hands += mine
            sides += settle_sides(round_, box_at, who, mine)
            insured = settle_insurance(round_, box_at, who)
            insurance += [insured] if insured is not None else []
    return Settlement(tuple(hands), tuple(sides), tuple(insurance), tuple(lights_results(round_)))
