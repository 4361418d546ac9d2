"""Negative controls: each part of the kit reports the fault that is planted for it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lammer.conformance import payments, properties, replays, small_shoes, views
from lammer.conformance.kernels import Parity
from lammer.conformance.kit import KERNEL, QUICK, VIEWS, conform
from lammer.conformance.play import Endless, Moment, finished, moments
from lammer.conformance.simulated import compare_case
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart
from lammer.table.drive import Played
from lammer.table.round import legal
from lammer.table.state import Round, SideResult, Stake
from lammer.table.view import seat_view
from tests.new_side_bets import BOTH, new_bet, sheet_from

COMPLETED = "dealer completes"
SEEDS = tuple(str(number) for number in range(30))


def rounds(game: str) -> Iterator[Moment]:
    return (finished(load_sheet(game), seed, interrupted=False) for seed in SEEDS)


def with_sides(played: Played, sides: tuple[SideResult, ...]) -> Played:
    assert played.round.settlement is not None
    return played._replace(round=played.round._replace(settlement=played.round.settlement._replace(sides=sides)))


class TestPlay:
    def test_money_that_was_not_put_down(self) -> None:
        for one in rounds("sd-free-bet"):
            box = one.round.boxes[0]
            stakes = tuple(stake and Stake(stake.own + 1, stake.free) for stake in box.hands[0].stakes)
            hands = (box.hands[0]._replace(stakes=stakes), *box.hands[1:])
            richer = one.round._replace(boxes=(box._replace(hands=hands), *one.round.boxes[1:]))
            assert list(properties.money_faults(one.played)) == []
            assert list(properties.money_faults(one.played._replace(round=richer)))

    def test_a_side_bet_that_loses_more_than_its_wager(self) -> None:
        one = next(one for one in rounds("sd-free-bet") if one.round.settlement and one.round.settlement.sides)
        assert one.round.settlement is not None
        side = one.round.settlement.sides[0]
        wrong = with_sides(one.played, (side._replace(net=-side.amount - 1), *one.round.settlement.sides[1:]))
        assert list(properties.money_faults(wrong))

    def test_a_card_dealt_twice(self) -> None:
        one = next(rounds("sd-free-bet"))
        assert list(properties.card_faults(one)) == []
        assert list(properties.card_faults(one._replace(left=one.left[1:])))

    def test_too_many_hands_and_lammers(self) -> None:
        one = next(rounds("sd-free-bet"))
        box = one.round.boxes[0]
        rich = tuple(stake and stake._replace(split="free", doubled="free") for stake in box.hands[0].stakes)
        crowd = box._replace(hands=(box.hands[0]._replace(stakes=rich, from_split=True),) * 5)
        found = list(properties.hand_faults(one.played._replace(round=one.round._replace(boxes=(crowd,)))))
        assert any("hands" in fault for fault in found)
        assert any("lammers" in fault for fault in found)

    def test_an_option_that_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(properties, "legal", lambda round_: legal(round_)[1:])
        assert any(list(properties.property_faults(load_sheet("sd-blackjack"), seed)) for seed in SEEDS[:3])

    def test_a_round_that_does_not_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("lammer.conformance.play.MAX_STEPS", 3)
        with pytest.raises(Endless):
            list(moments(load_sheet("sd-blackjack"), "1"))
        assert "goes on" in next(properties.property_faults(load_sheet("sd-blackjack"), "1"))


class TestReplay:
    def test_another_sheet_under_the_same_name(self) -> None:
        """The round is dealt by one sheet and replayed by another."""
        other = load_sheet("sd-free-bet", ("dealer.pushes_on_22=false", "natural.pays=6:5"))
        found = [list(replays.faults_of(one.played, lambda _game, _sets: other)) for one in rounds("sd-free-bet")]
        assert any(found)

    def test_a_wrong_payment_in_the_record(self) -> None:
        one = next(one for one in rounds("sd-free-bet") if one.round.settlement and one.round.settlement.sides)
        assert one.round.settlement is not None
        side = one.round.settlement.sides[0]
        wrong = with_sides(one.played, (side._replace(net=side.net + 1), *one.round.settlement.sides[1:]))
        assert list(replays.faults_of(one.played, lambda _game, _sets: one.round.sheet)) == []
        assert list(replays.faults_of(wrong, lambda _game, _sets: one.round.sheet))


def hole_card_view(round_: Round, seat: int) -> Mapping[str, Any]:
    """A view that tells the dealer's whole total."""
    return {**seat_view(round_, seat), "sum": round_.dealer_total}


def neighbours_view(round_: Round, seat: int) -> Mapping[str, Any]:
    """A view that tells the totals of all hands."""
    return {**seat_view(round_, seat), "sums": [hand.total for box in round_.boxes for hand in box.hands]}


class TestViews:
    @pytest.mark.parametrize(
        ("sheet", "view"),
        [
            (load_sheet("sd-free-bet"), hole_card_view),
            (load_sheet("triple-win-20", ("deal.player_cards=down",)), neighbours_view),
        ],
    )
    def test_a_view_that_tells_hidden_cards(self, sheet: Sheet, view: views.View) -> None:
        assert [fault for seed in SEEDS[:6] for fault in views.view_faults(sheet, seed)] == []
        assert [fault for seed in SEEDS[:6] for fault in views.view_faults(sheet, seed, view)]

    def test_a_hole_card_that_is_told_when_it_is_dealt(self, monkeypatch: pytest.MonkeyPatch) -> None:
        played = finished(load_sheet("sd-free-bet"), "1", interrupted=False).played
        assert list(views.hole_card_faults(played)) == []
        monkeypatch.setattr(views, "visible_event", lambda _round, event, _seat=0: event)
        assert list(views.hole_card_faults(played))

    def test_the_kit_reports_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(views.view_faults, "__defaults__", (hole_card_view,))
        verdict = next(conform(load_sheet("sd-free-bet"), QUICK._replace(rounds=6), (VIEWS,)))
        assert verdict.faults
        assert not verdict.passed


class TestPayments:
    def test_a_wrong_payment(self) -> None:
        one = next(
            one for one in rounds("sd-blackjack+21-plus-3") if one.round.settlement and one.round.settlement.sides
        )
        assert one.round.settlement is not None
        side = one.round.settlement.sides[0]
        wrong = with_sides(one.played, (side._replace(net=side.net + 1),))
        assert list(payments.faults_of(one.played, one.round.sheet)) == []
        assert list(payments.faults_of(wrong, one.round.sheet))

    def test_a_paytable_that_differs(self) -> None:
        """The table pays by one paytable; the text that is read has another posted."""
        posted = load_sheet("sd-blackjack+lucky-ladies", ('side_bets.lucky-ladies.paytable="B"',))
        text = load_sheet("sd-blackjack+lucky-ladies")
        played = [finished(posted, str(number), interrupted=False).played for number in range(60)]
        assert [fault for one in played for fault in payments.faults_of(one, posted)] == []
        assert [fault for one in played for fault in payments.faults_of(one, text)]

    def test_a_file_that_is_not_found_is_not_scored(self, tmp_path: Path) -> None:
        sheet = sheet_from(tmp_path, BOTH)
        assert set(payments.not_scored(sheet)) == set(sheet.side_bets)


class TestSmallShoes:
    def test_outcomes_in_another_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        sheet = load_sheet("sd-blackjack+21-plus-3")
        assert list(small_shoes.side_bet_faults(sheet, "21-plus-3", small_shoes.CARDS[:1])) == []
        honest = payments.written_bet

        def reversed_(of: Sheet, bet_id: str) -> payments.WrittenBet:
            written = honest(of, bet_id)
            outcomes = dict(reversed(written.oracle.outcomes.items()))
            return written._replace(oracle=written.oracle._replace(outcomes=outcomes))

        monkeypatch.setattr(small_shoes, "written_bet", reversed_)
        assert list(small_shoes.side_bet_faults(sheet, "21-plus-3", small_shoes.CARDS[:1]))

    def test_a_main_game_with_another_rule(self) -> None:
        sheet, other = load_sheet("sd-free-bet"), load_sheet("sd-free-bet", ("dealer.pushes_on_22=false",))
        nines = {9: 3, 10: 6, 2: 1}
        assert list(small_shoes.main_game_faults(sheet, nines)) == []
        assert list(small_shoes.main_game_faults(sheet, nines, other))


class TestKernel:
    def test_a_kernel_that_pays_differently(self) -> None:
        sheet, other = load_sheet("sd-blackjack"), load_sheet("sd-blackjack", ("natural.pays=6:5",))
        parity = Parity(sheet, house_chart(sheet), 2)
        assert next(parity.differences(60, 1), None) is None
        parity.kernel = Parity(other, house_chart(other), 2).kernel
        assert next(parity.differences(60, 1), None) is not None

    def test_a_kernel_with_another_paytable(self) -> None:
        game = "sd-blackjack+lucky-ladies"
        sheet, other = load_sheet(game), load_sheet(game, ('side_bets.lucky-ladies.paytable="C"', "shoe.decks=1"))
        sheet = load_sheet(game, ("shoe.decks=1",))
        parity = Parity(sheet, house_chart(sheet), 2, {"lucky-ladies": 100})
        parity.kernel = Parity(other, house_chart(other), 2, {"lucky-ladies": 100}).kernel
        assert next(parity.differences(100, 1), None) is not None

    def test_a_bet_that_is_not_supported_is_named(self, tmp_path: Path) -> None:
        reads, when = '["the dealer\'s final hand"]', "when the dealer is done"
        run = new_bet(reads, when, '"run" = { sequence = true }', unfinished=COMPLETED)
        verdict = next(conform(sheet_from(tmp_path, run), QUICK, (KERNEL,)))
        assert verdict.looked == 0
        assert "side_bets.test" in verdict.refused


class TestSimulated:
    def test_a_simulator_with_another_rule(self) -> None:
        sheet, other = load_sheet("zombie-blackjack"), load_sheet("zombie-blackjack", ("natural.pays=6:5",))
        assert compare_case(sheet, 1_000_000, spread=False).agree
        assert not compare_case(sheet, 1_000_000, spread=False, played=other).agree

    def test_a_run_is_stopped_when_asked(self) -> None:
        assert compare_case(load_sheet("zombie-blackjack"), 10**9, stop=lambda: True, spread=False).stopped
