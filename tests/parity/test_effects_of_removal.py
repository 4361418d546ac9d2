"""Effects of removal against the difference of two exact analyses, and every order of small shoes in fractions."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

import lammer
from lammer.cards.card import parse_card
from lammer.conformance import sheet_oracle
from lammer.conformance.every_order import first_cards, game_of, moment, outcomes_from
from lammer.conformance.payments import written_bet
from lammer.conformance.small_shoes import CARDS, not_counted, shoe_cards
from lammer.counting.effects import CHART_HELD, MAIN, OPTIMAL, Effects
from lammer.counting.main_game import main_game_effects
from lammer.exact.best_chart import best_chart
from lammer.exact.play import ByChart, Optimal
from lammer.exact.round import round_worth
from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import Chances, outcome_chances, why_not_counted
from lammer.rules.removal_chances import chances_without, without_card
from lammer.rules.shoe_cards import ShoeCards
from tests.sheets import ATTACHED, OF_ONE_GAME

BETS = (*ATTACHED, *OF_ONE_GAME, "triple-win-20", "free-money")
TINY = {5: 3, 6: 3, 10: 7, 1: 1}
CLOSE = 1e-12


@cache
def effects(game: str) -> lammer.EffectsOfRemoval:
    return lammer.load(game).effects_of_removal()


def _held(chances: Chances) -> dict[tuple[str, ...], Fraction]:
    return {names: chance for names, chance in chances.held.items() if chance}


@pytest.mark.parametrize("game", BETS)
def test_one_pass_counts_what_a_new_count_of_each_shoe_counts(game: str) -> None:
    sheet = load_sheet(game)
    for number, (bet_id, bet) in enumerate(sheet.side_bets.items()):
        if why_not_counted(bet) is None:
            shoe = shoe_cards(tuple(CARDS[number % len(CARDS)].split()))
            for code, found in chances_without(bet, sheet.rules, shoe).items():
                ought = outcome_chances(bet, sheet.rules, without_card(shoe, code))
                assert (_held(found), found.undecided) == (_held(ought), ought.undecided), (bet_id, code)


@pytest.mark.parametrize("game", ["sd-blackjack+buster", "sd-blackjack+lucky-ladies", "sd-blackjack+dealer-bust-21"])
def test_every_order_of_a_small_shoe_with_one_card_less_agrees(game: str) -> None:
    sheet, cards = load_sheet(game), tuple(CARDS[0].split())
    (bet_id,) = sheet.side_bets
    assert not not_counted(sheet)
    oracle = written_bet(sheet, bet_id).oracle
    found = chances_without(sheet.side_bets[bet_id], sheet.rules, shoe_cards(cards))
    for code, chances in found.items():
        name = sheet_oracle.ORDER[code // 4] + "cdhs"[code % 4]
        less = Counter(cards) - Counter([name])
        ought = sheet_oracle.chances(oracle, tuple(less.elements()), sheet.rules.dealer.stand_on_soft > 17)
        counted = {outcome: chance for outcome, chance in chances.of_best().items() if chance}
        assert counted == {outcome: chance for outcome, chance in ought.items() if outcome and chance}, name


def test_whole_decks_agree_with_two_analyses() -> None:
    """Bets that look at the dealer's whole hand and at suits; Bust Bonus is placed after the up card."""
    for game, bet, cards in (
        ("sd-blackjack+bust-bonus", "bust-bonus", "5c"),
        ("sd-blackjack+push-22", "push-22", "8h"),
    ):
        one = lammer.load(game, {"shoe.decks": 1})
        effect = one.effects_of_removal(bet)[bet].groups()[cards[0]]
        less, full = (one.sidebets(remove=remove)[0] for remove in (cards, ""))
        assert effect == pytest.approx(full.house_edge - less.house_edge, abs=CLOSE)


@pytest.mark.parametrize("game", ["sd-free-bet", "triple-win-20"])
def test_the_main_game_agrees_with_two_analyses(game: str) -> None:
    loaded = lammer.load(game)
    found = effects(game)
    full = loaded.edge(spread=False)
    for card in ("Kh", "5c", "Ac"):
        less = loaded.edge(spread=False, remove=card)
        code = parse_card(card)
        assert found.of(MAIN, play=OPTIMAL).by_card[code] == pytest.approx(less.ev - full.ev, abs=CLOSE)
    chart = loaded.strategy().chart
    held = [loaded.edge(chart, spread=False, remove=card).ev for card in ("5c", "")]
    assert found.of(MAIN, play=CHART_HELD).by_value()[5] == pytest.approx(held[0] - held[1], abs=CLOSE)


@pytest.mark.parametrize("game", ["sd-free-bet", "triple-win-20"])
def test_fixed_play_sums_to_zero_and_best_play_gains(game: str) -> None:
    """A card removed unseen changes nothing, so fixed play sums to 0 over all cards. Best play sees the card."""
    found = effects(game)
    for one in found:
        if one.play == OPTIMAL and one.bet == MAIN:
            assert one.total > 1e-4
        elif one.bet != "insurance":
            assert one.total == pytest.approx(0, abs=1e-11), one.name
    best, held = (found.of(MAIN, play=play) for play in (OPTIMAL, CHART_HELD))
    assert all(best.ev + best.by_card[code] > held.ev + held.by_card[code] - CLOSE for code in best.by_card)


def test_every_order_of_a_tiny_shoe_agrees_with_the_chart_held() -> None:
    sheet, cards = load_sheet("sd-free-bet"), first_cards(TINY)
    full = game_of(sheet, cards, Optimal())
    chart = ByChart(best_chart(full))
    found = {
        one.play: one
        for one in main_game_effects(sheet, _shoe(cards), full.shoe)
        if one.bet == MAIN and one.play in (OPTIMAL, CHART_HELD)
    }
    for code in (16, 36):
        less = {**cards, code: cards[code] - 1}
        held = moment(outcomes_from(sheet, less, chart), 1) - moment(outcomes_from(sheet, cards, chart), 1)
        assert found[CHART_HELD].by_card[code] == pytest.approx(held, abs=CLOSE)
        best = round_worth(game_of(sheet, less, Optimal())) - round_worth(full)
        assert found[OPTIMAL].by_card[code] == pytest.approx(best, abs=CLOSE)


def _shoe(cards: dict[int, int]) -> ShoeCards:
    return ShoeCards(tuple(cards.get(code, 0) for code in range(52)))


def test_the_known_effects_of_pot_of_gold() -> None:
    """A ten less: the house edge of Pot of Gold falls by 0.75 points; a seven less: it rises by 0.71; a five less
    brings the player of the main game 0.09."""
    found = effects("sd-free-bet")
    bet = found["pot-of-gold"].by_value()
    assert (round(100 * bet[10], 2), round(100 * bet[7], 2)) == (0.75, -0.71)
    assert round(100 * found.of(MAIN, play=OPTIMAL).by_value()[5], 2) == 0.09


def test_nothing_has_no_sign() -> None:
    report = Effects("bet", "", "", 0.0, {0: -1e-17}, {0: 4}).as_json()
    assert json.dumps([report["total"], report["mean"], report["by_value"]["A"]]) == "[0.0, 0.0, 0.0]"
