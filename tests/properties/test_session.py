"""A session deals its shoes to the cut card, offers the cut as the sheet says, and records what replay accepts."""

from functools import partial

import pytest

from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import Refused, bet
from lammer.table.replay import RecordChecker
from lammer.table.session import Session, seeds_from
from tests.sheets import HOUSES, PLAIN

CASES = [(game, seats) for game in PLAIN for seats in ([6] if game in HOUSES else [1, 7])]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_every_shoe_is_dealt_to_its_cut_card_and_not_past_it(game: str, seats: int) -> None:
    sheet = load_sheet(game)
    session = Session(sheet, seeds_from("shoes"))
    bets = tuple(bet(box, 1000) for box in range(1, seats + 1))
    checker = RecordChecker()
    last, left, needed = None, 0, sheet.rules.shoe.minimum_cards_per_box * (seats + 1)
    for line in range(30 if game in HOUSES else 120):
        entry = session.deal(bets, partial(choose, house_chart(sheet)))
        assert list(checker.check(line, entry)) == []
        shoe = entry["shoe"]
        assert last is None or shoe["number"] == last["number"] or left <= max(last["behind_cut_card"], needed)
        dealt = sum(len(word) == 2 and word[1] in "cdhs" for word in entry["notation"].split())
        last, left = shoe, shoe["decks"] * 52 - shoe["first"] - dealt
    assert session.shoes > 1


def test_the_cut_goes_to_the_far_left_and_later_to_whoever_was_dealt_the_cut_card() -> None:
    sheet = load_sheet("european-free-bet")
    session = Session(sheet, seeds_from("cut"))
    players = (1, 2, 3)
    assert session.offer_cut(players).offered_to == 1
    bets = tuple(bet(box, 1000) for box in players)
    seen = set()
    for _ in range(400):
        session.deal(bets, partial(choose, house_chart(sheet)))
        seen.add(session.offer_cut(players).offered_to)
    assert seen == {1, 2, 3}


def test_a_shoe_in_use_cannot_be_cut() -> None:
    sheet = load_sheet("sd-free-bet")
    session = Session(sheet, seeds_from("cut"))
    session.shoe_for(1)
    session.cut(100)
    with pytest.raises(Refused):
        session.cut(1)
    session.deal((bet(1, 1000),), partial(choose, house_chart(sheet)))
    with pytest.raises(ValueError, match="before its first card"):
        session.cut(100)
