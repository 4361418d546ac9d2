"""What holds for any legal play on any sheet: cards and money are conserved, legality is exact, replay is faithful."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lammer.cards.card import fresh_decks
from lammer.conformance.properties import own_money_in
from lammer.rules.sheet import Sheet
from lammer.table.actions import KINDS, VOID, Action, Refused, absent, bet, card, spin
from lammer.table.betting import open_round
from lammer.table.dealing import with_dealer_card
from lammer.table.drive import Played
from lammer.table.events import Event
from lammer.table.notation import read_round, write_round
from lammer.table.records import record
from lammer.table.round import apply, begin, legal, refusal
from lammer.table.settlement import lammers
from lammer.table.shuffle import DrawStream, shuffled
from lammer.table.state import Round, Stage, Stake, Waits
from lammer.table.view import seat_view, visible_event
from lammer.table.wheel import weights_of
from tests.sheets import ATTACHED, PLAIN, posted

VARIANTS = (
    *PLAIN,
    *ATTACHED,
    "triple-win-20[deal.player_cards=down]",
    "triple-win-20[dealer.peek_under=[],dealer.natural_takes=original,natural.after_split=true]",
    "european-free-bet[dealer.natural_takes=original,limits.apply_to=box]",
    "european-free-bet[company.declined_draw=stands on its total,natural.beats_22=false]",
    "sd-free-bet[dealer.peek_under=[],surrender.late=true,split.pairs=rank]",
    "sd-free-bet[lammer_bets.pot-of-gold.count=winning lammers,lammer_bets.pot-of-gold.unit=hand]",
    "free-money[draw.may_on_limit=true,double.on_free_hand=false,free.double_soft=true]",
)
SMALL = settings(
    max_examples=int(os.environ.get("LAMMER_EXAMPLES", "12")), deadline=None, suppress_health_check=[*HealthCheck]
)
rounds = given(data=st.data(), seed=st.binary(min_size=8, max_size=8), seats=st.integers(1, 7))
each_sheet = pytest.mark.parametrize("game", VARIANTS)


def _bets(data: st.DataObject, sheet: Sheet, seats: int) -> tuple[Action, ...]:
    """Odd amounts on purpose; side bets, second and third bettors and tips now and then."""
    limits = sheet.rules.limits
    bets = []
    for box in range(1, seats + 1):
        for bettor in range(1, data.draw(st.integers(1, limits.bettors)) + 1):
            bets.append(bet(box, data.draw(st.integers(limits.minimum, limits.minimum + 1501)), bettor=bettor))
            for bet_id, side in sheet.side_bets.items():
                if not side.placed_later and data.draw(st.booleans()):
                    bets.append(bet(box, side.minimum, bet_id, bettor))
        if data.draw(st.integers(0, 4)) == 0:
            bets.append(bet(box, data.draw(st.integers(1, 500)), "tip"))
    return tuple(bets)


def _floor_call(data: st.DataObject, round_: Round) -> Action | None:
    """Now and then somebody leaves the table, or the supervisor interrupts the game."""
    what = data.draw(st.integers(0, 60))
    if what == 0:
        return VOID
    if what > 2:
        return None
    box = data.draw(st.sampled_from(round_.boxes))
    here = [bettor.number for bettor in box.bettors if not (bettor.tip or bettor.absent)]
    return absent(box.number, data.draw(st.sampled_from(here))) if here else None


def _decision(data: st.DataObject, round_: Round) -> Action:
    call = _floor_call(data, round_)
    if call is not None:
        return call
    option = data.draw(st.sampled_from(legal(round_)))
    steps = (option.maximum - option.minimum) // option.step
    return option.action(option.minimum + option.step * data.draw(st.integers(0, steps)))


def _play(data: st.DataObject, game: str, seed: bytes, seats: int) -> Iterator[tuple[Played, list[int]]]:
    """Every state of a round of random legal play, with the cards still in the shoe."""
    sheet = posted(game)
    shoe = shuffled(fresh_decks(sheet.rules.shoe.decks), DrawStream(seed).below)
    bets = _bets(data, sheet, min(seats, sheet.rules.limits.boxes))
    opened = open_round(sheet)
    round_, events = begin(opened, bets)
    log: list[Action] = []
    yield Played(round_, bets, (), events, opened.meters), shoe
    while round_.waits is not Waits.NOTHING:
        if round_.waits is Waits.SPIN:
            action = spin(data.draw(st.integers(1, len(weights_of(round_)))))
        else:
            action = card(shoe.pop()) if round_.waits is Waits.CARD else _decision(data, round_)
        round_, more = apply(round_, action)
        log.append(action)
        events += more
        yield Played(round_, bets, tuple(log), events, opened.meters), shoe


def _last(data: st.DataObject, game: str, seed: bytes, seats: int) -> tuple[Played, list[int]]:
    *_, last = _play(data, game, seed, seats)
    return last


@each_sheet
@SMALL
@rounds
def test_cards_dealt_and_remaining_make_the_shoe(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    played, left = _last(data, game, seed, seats)
    round_ = played.round
    on_table = [code for box in round_.boxes for hand in box.hands for code in hand.cards]
    assert Counter([*on_table, *round_.dealer, *round_.traded, *left]) == Counter(
        fresh_decks(round_.sheet.rules.shoe.decks)
    )


def _imbalance(played: Played) -> int:
    """Own money in, less own money out, plus net: nothing when every cent is accounted for."""
    settlement, boxes = played.round.settlement, played.round.boxes
    assert settlement is not None
    out = sum(side.amount + side.net for side in settlement.sides)
    out += sum(insured.amount + insured.net for insured in settlement.insurance)
    for result in settlement.hands:
        stake = boxes[result.box].hands[result.hand].stakes[result.bettor]
        assert stake is not None
        assert result.net >= -stake.own, "a hand cannot lose more than the own money on it"
        out += stake.own + result.net
    net = sum(seat["net"] + seat.get("tip", {"net": 0})["net"] for seat in record(played, 1)["seats"])
    return own_money_in(played) - out + int(net)


@each_sheet
@SMALL
@rounds
def test_own_money_in_is_own_money_out_and_net(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    played, _ = _last(data, game, seed, seats)
    assert _imbalance(played) == 0


def test_the_money_check_can_fail() -> None:
    """Negative control: money that lies on a hand without having been put down."""
    played = read_round("sd-free-bet 1:10 8h 6c 8d Tc S 5d")
    assert _imbalance(played) == 0
    box = played.round.boxes[0]
    hand = box.hands[0]
    richer = box._replace(hands=(hand._replace(stakes=(Stake(1001),)),))
    assert _imbalance(played._replace(round=played.round._replace(boxes=(richer,)))) == -1


@each_sheet
@SMALL
@rounds
def test_never_more_than_seven_lammers(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    for played, _ in _play(data, game, seed, seats):
        for box in played.round.boxes:
            by_origin = Counter(hand.origin for hand in box.hands)
            assert max(by_origin.values(), default=0) <= played.round.sheet.rules.split.maximum_hands
            assert all(sum(lammers(box, who)) <= 7 for who in range(len(box.bettors)))


@each_sheet
@SMALL
@rounds
def test_legal_is_exactly_what_is_not_refused(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    for played, _ in _play(data, game, seed, seats):
        round_ = played.round
        options = {option.kind: option for option in legal(round_)}
        for kind in KINDS:
            if kind in ("bet", "deal", "absent", "void", "burn", "card"):
                continue
            # An offered side bet has no default amount.
            least = options[kind].minimum if kind == "place" and kind in options else 0
            amount = data.draw(st.sampled_from((least, options[kind].maximum))) if kind in options else 0
            assert (refusal(round_, Action(kind, amount)) is None) == (kind in options)
        for option in options.values():
            assert refusal(round_, option.action(option.maximum + option.step)) is not None or option.maximum == 0


@each_sheet
@SMALL
@rounds
def test_a_refused_action_changes_nothing(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    for played, _ in _play(data, game, seed, seats):
        action = Action(
            data.draw(st.sampled_from(KINDS)), box=1, bettor=1, amount=data.draw(st.integers(0, 3000)), card=3
        )
        if refusal(played.round, action) is None:
            continue
        before = tuple(played.round)
        with pytest.raises(Refused):
            apply(played.round, action)
        assert tuple(played.round) == before


def _bytes(events: tuple[Event, ...]) -> bytes:
    return json.dumps(events).encode()


@each_sheet
@SMALL
@rounds
def test_replay_gives_the_same_events_byte_for_byte(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    played, _ = _last(data, game, seed, seats)
    again = read_round(write_round(played))
    assert _bytes(again.events) == _bytes(played.events)
    assert json.dumps(record(again, 1)) == json.dumps(record(played, 1))


def _hidden_twin(data: st.DataObject, round_: Round) -> Round | None:
    """The same round with another hole card that the public cards do not rule out."""
    if (
        len(round_.dealer) != 2
        or round_.hole_shown
        or round_.stage is Stage.DONE
        or not round_.sheet.rules.dealer.hole_card
    ):
        return None
    other = data.draw(st.integers(0, 51))
    twin = with_dealer_card(round_._replace(dealer=round_.dealer[:1]), other, round_.step)
    natural = twin.dealer_total == round_.sheet.rules.points.limit
    return None if natural and round_.peeked else twin


View = Callable[[Round, int], Mapping[str, Any]]


def _tells_twins_apart(view: View, round_: Round, twin: Round) -> bool:
    return any(json.dumps(view(round_, seat)) != json.dumps(view(twin, seat)) for seat in range(8))


@each_sheet
@SMALL
@rounds
def test_a_seat_sees_nothing_of_hidden_cards(game: str, data: st.DataObject, seed: bytes, seats: int) -> None:
    for played, _ in _play(data, game, seed, seats):
        twin = _hidden_twin(data, played.round)
        assert twin is None or not _tells_twins_apart(seat_view, played.round, twin)
        shown = [visible_event(played.round, event) for event in played.events]
        assert all(event.card < 0 for event in shown if event.role == "hole")


def test_a_leaking_view_is_caught() -> None:
    """Negative control: a view that tells the dealer's whole total."""
    round_ = read_round("sd-free-bet 1:10 8h 6c 8d Tc", unfinished=True).round
    twin = with_dealer_card(round_._replace(dealer=round_.dealer[:1]), 1, round_.step)
    assert not _tells_twins_apart(seat_view, round_, twin)
    assert _tells_twins_apart(lambda seen, seat: {**seat_view(seen, seat), "sum": seen.dealer_total}, round_, twin)
