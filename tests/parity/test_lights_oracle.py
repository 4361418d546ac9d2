"""Lights against a slow, obvious oracle: every order of a tiny shoe with marked tens, dealt through the table in
fractions. It knows nothing of gone and kept cards or of split patterns; the table itself asks, trades and settles."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from lammer.cards.card import VALUES, parse_card
from lammer.conformance.every_order import WAGER, Chooser, game_of, shoe_of
from lammer.exact.analysed import analysed_tables
from lammer.exact.hands import Floats
from lammer.exact.light_hands import LIGHTS, NET, NONE
from lammer.exact.light_round import BEST, MAIN, LitRound, MarkedShoe, UpCardLights
from lammer.exact.light_splits import SplitPlay
from lammer.exact.lights import marked_among
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart, house_chart
from lammer.table.actions import PASS, TRADE, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.round import apply, begin
from lammer.table.state import Question, Round, Waits
from lights_best_oracle import BestPlayer

MARKED, PLAIN_TEN = parse_card("Tc"), parse_card("Th")
SHOES: dict[str, dict[int, int]] = {
    "eights": {8: 3, 10: 8, 5: 1},
    "aces": {1: 3, 10: 8, 6: 1},
    "doubles": {5: 2, 6: 1, 10: 7},
    "low": {2: 2, 3: 1, 4: 1, 10: 6},
    "tens": {10: 9, 7: 2},
    "nines": {9: 3, 10: 9, 2: 1},
    "mixed": {1: 2, 4: 1, 5: 1, 6: 1, 10: 6},
}
ONE, TWO, THREE = (f"[split.maximum_hands={number}]" for number in (1, 2, 3))
CASES = (
    (f"sd-blackjack{THREE}", "eights"),
    (f"sd-blackjack{TWO}", "aces"),
    (f"sd-blackjack{TWO[:-1]},dealer.peek_under=[],dealer.natural_takes=all]", "aces"),
    (f"sd-blackjack{TWO}", "doubles"),
    (f"sd-free-bet{TWO}", "doubles"),
    (f"sd-free-bet{THREE}", "nines"),
    (f"sd-blackjack{ONE[:-1]},surrender.late=true]", "low"),
)
Outcome = tuple[Fraction, int]
"""Net of the round in wagers, and lights."""
Trades = Callable[[Round], bool]


def always(_round: Round) -> bool:
    return True


def not_second(round_: Round) -> bool:
    """Keeps marked second cards of split hands."""
    return not (round_.hand.from_split and len(round_.hand.cards) == 2)


class Trader(Chooser):
    """Plays as the main game does, and trades where it is told."""

    trades: Trades = staticmethod(always)

    def __call__(self, round_: Round) -> Action:
        if round_.waits is Waits.ANSWER and round_.asks[0].about is Question.TRADE:
            return TRADE if self.trades(round_) else PASS
        return super().__call__(round_)


def every_order(round_: Round, left: dict[int, int], choose: Chooser) -> dict[Outcome, Fraction]:
    if round_.waits is Waits.NOTHING:
        settlement = round_.settlement
        assert settlement is not None
        net = Fraction(sum(hand.net for hand in settlement.hands), WAGER)
        return {(net, settlement.lights[0].lit): Fraction(1)}
    if round_.waits is not Waits.CARD:
        return every_order(apply(round_, choose(round_))[0], left, choose)
    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    cards = sum(left.values())
    assert cards, "the tiny shoe has run out: choose a larger one"
    for code, number in left.items():
        if number:
            dealt = apply(round_, card(code))[0]
            for end, chance in every_order(dealt, {**left, code: number - 1}, choose).items():
                found[end] += Fraction(number, cards) * chance
    return found


def sheet_of(game: str, trade: bool = True) -> Sheet:
    name, _, rules = game.partition("[")
    return load_sheet(f"{name}+ten-sticks-21[lights.trade={str(trade).lower()}{',' + rules if rules else ']'}")


def _play(sheet: Sheet, play: str) -> Play:
    if play == "best":
        return Optimal()
    splits = {("own", "pair", 10, up): ("split", "stand") for up in range(1, 11)}
    return ByChart(Chart(play, dict(house_chart(sheet).cells) | splits))


@cache
def oracle(
    game: str, shoe: str, marked: int, trade: bool = True, play: str = "best", trades: Trades = always
) -> dict[Outcome, Fraction]:
    sheet, counts = sheet_of(game, trade), SHOES[shoe]
    left = {4 * (value - 1) if value < 10 else PLAIN_TEN: number for value, number in counts.items()}
    left |= {PLAIN_TEN: counts[10] - marked, MARKED: marked}
    chooser = Trader(game_of(sheet, left, _play(sheet, play)))
    chooser.trades = trades
    assert VALUES[MARKED] == VALUES[PLAIN_TEN]
    return every_order(begin(open_round(sheet), (bet(1, WAGER),))[0], left, chooser)


def _game(game: str, shoe: str, marked: int, trade: bool = True, play: str = "best") -> tuple[Game, MarkedShoe]:
    sheet = sheet_of(game, trade)
    tables = analysed_tables(sheet)
    assert tables.lights is not None
    there = MarkedShoe(tables.lights, marked, SHOES[shoe][10], WAGER)
    return Game(tables, shoe_of(SHOES[shoe]), _play(sheet, play)), there


def fast(game: str, shoe: str, marked: int, trade: bool = True, play: str = "best") -> Floats:
    return LitRound(*_game(game, shoe, marked, trade, play), MAIN).values()


def mean(found: dict[Outcome, Fraction], place: int) -> float:
    return float(sum(end[place] * chance for end, chance in found.items()))


@pytest.mark.parametrize(("game", "shoe"), CASES)
def test_every_order_of_a_tiny_shoe_agrees_if_every_marked_card_is_traded(game: str, shoe: str) -> None:
    slow, found = oracle(game, shoe, 2), fast(game, shoe, 2)
    assert found[NET] == pytest.approx(mean(slow, 0), abs=1e-12)
    assert found[LIGHTS] == pytest.approx(mean(slow, 1), abs=1e-12)
    assert found[NONE:].sum() == pytest.approx(1, abs=1e-12)


def test_tens_that_are_split_agree() -> None:
    game = f"sd-blackjack{THREE}"
    slow, found = oracle(game, "tens", 2, play="tens"), fast(game, "tens", 2, play="tens")
    assert found[NET] == pytest.approx(mean(slow, 0), abs=1e-12)
    assert found[LIGHTS] == pytest.approx(mean(slow, 1), abs=1e-12)


def test_marked_second_cards_of_split_hands_may_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def split(self: UpCardLights, value: int, gone: int, plain: Floats) -> Floats:
        rule = self.worth.split_rule(value)
        return plain if rule is None else self._of(value).worth(SplitPlay(rule, trades=False), gone)

    game, shoe = f"sd-blackjack{THREE}", "eights"
    traded = fast(game, shoe, 2)
    monkeypatch.setattr(UpCardLights, "_split", split)
    slow, found = oracle(game, shoe, 2, trades=not_second), fast(game, shoe, 2)
    assert found[NET] == pytest.approx(mean(slow, 0), abs=1e-12)
    assert found[LIGHTS] == pytest.approx(mean(slow, 1), abs=1e-12)
    assert abs(found[LIGHTS] - traded[LIGHTS]) > 1e-6


@pytest.mark.parametrize(("game", "shoe"), CASES)
def test_every_playable_marked_card_gives_a_light_if_there_is_no_trade(game: str, shoe: str) -> None:
    slow, found = oracle(game, shoe, 2, trade=False), fast(game, shoe, 2, trade=False)
    assert found[NET] == pytest.approx(mean(slow, 0), abs=1e-12)
    assert found[LIGHTS] * 2 / SHOES[shoe][10] == pytest.approx(mean(slow, 1), abs=1e-12)


def test_tens_that_are_split_agree_if_there_is_no_trade() -> None:
    game = f"sd-blackjack{THREE}"
    slow = oracle(game, "tens", 3, trade=False, play="tens")
    found = fast(game, "tens", 3, trade=False, play="tens")
    assert found[LIGHTS] / 3 == pytest.approx(mean(slow, 1), abs=1e-12)


@pytest.mark.parametrize("shoe", ["doubles", "low"])
def test_the_number_of_lights_of_a_hand_agrees(shoe: str) -> None:
    game = f"sd-blackjack{ONE}"
    slow = oracle(game, shoe, 3)
    for number, chance in enumerate(fast(game, shoe, 3)[NONE:]):
        assert chance == pytest.approx(float(sum(part for end, part in slow.items() if end[1] == number)), abs=1e-12)


@pytest.mark.parametrize("shoe", ["doubles", "low"])
def test_the_number_of_lights_agrees_if_there_is_no_trade(shoe: str) -> None:
    game = f"sd-blackjack{ONE}"
    slow, there = oracle(game, shoe, 3, trade=False), _game(game, shoe, 3, trade=False)[1]
    for number, chance in enumerate(marked_among(fast(game, shoe, 3, trade=False)[NONE:], there)):
        assert chance == pytest.approx(float(sum(part for end, part in slow.items() if end[1] == number)), abs=1e-12)


@pytest.mark.parametrize("stake", [500, 2000, 10000, 100000])
@pytest.mark.parametrize("shoe", ["low", "mixed"])
def test_the_best_player_gets_what_a_player_gets_who_looks_at_every_choice(shoe: str, stake: int) -> None:
    game, there = _game(f"sd-blackjack{ONE}", shoe, 2)
    there = there._replace(stake=stake)
    found = LitRound(game, there, BEST).values()
    light = Fraction(there.lights.prize, there.lights.needed * stake)
    left = [SHOES[shoe].get(kind, 0) for kind in range(10)] + [SHOES[shoe][10] - 2, 2]
    assert found[NET] + float(light) * found[LIGHTS] == pytest.approx(float(best_round(light, tuple(left))), abs=1e-12)


def best_round(light: Fraction, left: tuple[int, ...]) -> Fraction:
    return BestPlayer(light).round(left)


def test_the_best_player_is_better_than_one_who_always_trades() -> None:
    """Negative control: the play matters in these shoes."""
    game, there = _game(f"sd-blackjack{ONE}", "mixed", 2)
    there = there._replace(stake=100000)
    best, always_trades = (
        float(LitRound(game, there, who).values()[[NET, LIGHTS]] @ (1, 0.01)) for who in (BEST, MAIN)
    )
    assert best > always_trades + 1e-3


def test_the_oracle_notices_a_card_that_is_kept() -> None:
    """Negative control: a player who keeps some marked cards, and a shoe with one marked card more."""
    game = f"sd-blackjack{THREE}"
    slow = oracle(game, "eights", 2, trades=not_second)
    assert abs(fast(game, "eights", 2)[LIGHTS] - mean(slow, 1)) > 1e-6
    assert abs(fast(game, "eights", 3)[NET] - mean(oracle(game, "eights", 2), 0)) > 1e-6
