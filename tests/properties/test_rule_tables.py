"""Rule tables say what the table does: every decision and every payment of random rounds is looked up in them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lammer.cards.card import VALUES, fresh_decks
from lammer.cards.money import Odds
from lammer.rule_tables.dealing import ROOM
from lammer.rule_tables.ends import (
    BOXED,
    DEALER_NATURAL,
    INSTANT_LOSS,
    INSTANT_WIN,
    NATURAL,
    OPEN,
    SPECIAL_NATURAL,
    SPLIT_NAMES,
    SURRENDERED,
    stake_number,
)
from lammer.rule_tables.legality import UNSPLIT, Source
from lammer.rule_tables.numbers import NATURAL_STATE
from lammer.rule_tables.plays import NUMBERS
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.sheet import Sheet
from lammer.table.actions import PLAYS, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.options import decider
from lammer.table.round import apply, begin, legal
from lammer.table.shuffle import DrawStream, shuffled
from lammer.table.sidebets import dealer_has_natural
from lammer.table.state import Hand, Round, Stake, Status, Waits
from tests.sheets import PLAIN, posted

ROUNDS = 60
WAGER = 1501
"""An odd wager, so that pays are rounded."""
VARIANTS = (
    *PLAIN,
    "sd-blackjack[surrender.late=true,dealer.peek_under=[]]",
    "sd-blackjack[surrender.late=true,dealer.peek_under=[],surrender.natural_takes=half]",
    "sd-blackjack[dealer.peek_under=[],dealer.natural_takes=original,dealer.tie=dealer wins]",
    "sd-blackjack[split.pairs=rank,natural.after_split=true,pay.rounding=up]",
    "sd-free-bet[natural.beats_22=false,split.one_card_on_aces=false,natural.pays=6:5]",
    "sd-free-bet[free.resplit=false,free.double_after_split=false,split.maximum_hands=3]",
    "free-money[draw.may_on_limit=true,double.on_free_hand=false,free.double_soft=true]",
    "european-free-bet[surrender.late=true,natural.beats_22=false,draw.must_through=11]",
    "triple-win-20[natural.paid=after the dealer's check,natural.after_split=true]",
)
ENDS = {
    Status.INSTANT_WIN: INSTANT_WIN,
    Status.INSTANT_LOSS: INSTANT_LOSS,
    Status.SURRENDERED: SURRENDERED,
    Status.OPEN: OPEN,
}
each_sheet = pytest.mark.parametrize("game", VARIANTS)


def states(sheet: Sheet, rounds: int = ROUNDS) -> Iterator[Round]:
    """Every state of rounds of random legal play; twos and aces are common, so that hands are split and long."""
    stream = DrawStream(b"rule tables")
    for _ in range(rounds):
        shoe = shuffled([*fresh_decks(2), *range(8), *range(8), *range(28, 32)], stream.below)
        round_, _ = begin(open_round(sheet), (bet(1, WAGER),))
        yield round_
        while round_.waits is not Waits.NOTHING:
            options = legal(round_)
            action = (
                card(shoe.pop()) if round_.waits is Waits.CARD else Action(options[stream.below(len(options))].kind)
            )
            round_, _ = apply(round_, action)
            yield round_


def ended(tables: RuleTables, hand: Hand) -> int:
    if hand.status is Status.NATURAL:
        first, second = hand.cards
        found = tables.dealing.split_cards if hand.from_split else tables.dealing.two_cards
        assert found[52 * first + second] in (NATURAL, SPECIAL_NATURAL)
        return found[52 * first + second]
    if hand.boxed:
        return BOXED
    return ENDS.get(hand.status, min(hand.total, tables.limit + 1))


def number_of(stake: Stake) -> int:
    return stake_number(SPLIT_NAMES.index(stake.split), stake.own // WAGER, stake.free // WAGER)


def check_payments(sheet: Sheet, tables: RuleTables) -> int:
    """How many payments there were; fails at the first that the table of payoffs has otherwise."""
    nets, checked = tables.payoffs.in_money(WAGER), 0
    for round_ in states(sheet):
        if round_.settlement is None:
            continue
        dealer = DEALER_NATURAL if dealer_has_natural(round_) else round_.dealer_total
        for result in round_.settlement.hands:
            hand = round_.boxes[0].hands[result.hand]
            assert hand.stakes[0] is not None
            row, number = tables.payoffs.rows[dealer][ended(tables, hand)], number_of(hand.stakes[0])
            assert nets[row][number] == result.net, (hand, round_.dealer)
            exact = tables.payoffs.pays[row][number] * WAGER
            assert abs(exact - result.net) < 1
            checked += 1
    return checked


@each_sheet
def test_every_payment_is_in_the_table_of_payoffs(game: str) -> None:
    sheet = posted(game)
    assert check_payments(sheet, rule_tables(sheet)) >= ROUNDS


@pytest.mark.parametrize("changed", ["pay.win=6:5", "dealer.tie=dealer wins", "natural.pays=6:5"])
def test_payoffs_of_other_rules_are_noticed(changed: str) -> None:
    with pytest.raises(AssertionError):
        check_payments(posted("sd-free-bet"), rule_tables(posted(f"sd-free-bet[{changed}]")))


def source_of(hand: Hand, stake: Stake) -> Source:
    return Source(VALUES[hand.cards[0]], stake.own == 0) if hand.from_split else UNSPLIT


def looked_up(tables: RuleTables, round_: Round) -> set[str]:
    """Legal plays of the hand whose turn it is, by the tables."""
    hand = round_.hand
    stake = hand.stakes[decider(round_)]
    assert stake is not None
    source = source_of(hand, stake)
    if len(hand.cards) == 2 and tables.legality.is_pair(*hand.cards):
        plays = tables.legality.pair_plays(source, VALUES[hand.cards[0]], len(round_.boxes[0].hands))
    else:
        plays = tables.legality.plays(source, hand.total, hand.soft, len(hand.cards))
    return {play.kind for play in plays}


@each_sheet
def test_every_decision_is_in_the_table_of_legal_plays(game: str) -> None:
    sheet = posted(game)
    tables, decisions = rule_tables(sheet), 0
    for round_ in states(sheet):
        if round_.waits is Waits.PLAY:
            assert looked_up(tables, round_) == {option.kind for option in legal(round_)}, round_.hand
            decisions += 1
    assert decisions >= ROUNDS / 2


def test_legal_plays_of_other_rules_are_noticed() -> None:
    other = rule_tables(posted("sd-free-bet[free.double_totals=[10]]"))
    differ = [
        round_
        for round_ in states(posted("sd-free-bet"))
        if round_.waits is Waits.PLAY and looked_up(other, round_) != {option.kind for option in legal(round_)}
    ]
    assert differ


@each_sheet
def test_the_dealer_draws_as_the_tables_say(game: str) -> None:
    sheet = posted(game)
    dealing = rule_tables(sheet).dealing
    drawing = dealing.drawing
    for round_ in states(sheet):
        values = [VALUES[code] for code in round_.dealer]
        if len(values) < 2:
            continue
        state = drawing.second[ROOM * values[0] + values[1]]
        assert (state == NATURAL_STATE) == (len(values) == 2 and dealer_has_natural(round_)) or len(values) > 2
        for value in values[2:]:
            assert drawing.draws[state]
            state = drawing.after[ROOM * state + value]
        if state != NATURAL_STATE:
            assert (state >> 1, bool(state & 1)) == (round_.dealer_total, round_.dealer_soft)


def test_every_play_of_a_hand_has_a_number() -> None:
    assert set(NUMBERS) == set(PLAYS)


def test_pays_keep_what_rounding_takes() -> None:
    """The exact pays are those of the odds, whatever a small wager could be paid."""
    sheet = posted("sd-free-bet[natural.pays=6:5]")
    pays = rule_tables(sheet).payoffs
    assert pays.net(NATURAL, 17, stake_number(0, 1, 0)) == pytest.approx(Odds(6, 5)[0] / Odds(6, 5)[1])
    assert pays.in_money(1)[pays.rows[17][NATURAL]][stake_number(0, 1, 0)] == 1


def test_more_kinds_of_naturals_than_the_tables_hold_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = iter([Odds(count, 1) for count in range(1, 5000)])
    monkeypatch.setattr("lammer.rule_tables.dealing.natural_odds", lambda *_: next(odds))
    with pytest.raises(ValueError, match="naturals pay"):
        replace(rule_tables(posted("sd-blackjack")).dealing).naturals  # noqa: B018
