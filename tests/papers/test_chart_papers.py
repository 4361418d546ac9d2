"""Charts in documents: the hands and up cards that can come up, and what is played if an action is not legal."""

from collections.abc import Callable

import pytest

import lammer
from lammer.cards.card import VALUE_LETTERS, VALUES
from lammer.papers.html_page import html_page
from lammer.papers.occurring import occurring
from lammer.papers.plots import plot
from lammer.papers.posted import card_pdf
from lammer.rules.loader import load_sheet
from lammer.table.actions import Action, bet
from lammer.table.options import decider, is_pair
from lammer.table.session import Session, seeds_from
from lammer.table.state import Round, Waits
from tests.papers.made import QUICK, page_words, par
from tests.random_play import RandomPlayer
from tests.sheets import HOUSES, PLAIN

Met = set[tuple[str, str, int, str]]
"""Stake, section, total or pair value, and up card of decisions."""


def watching(met: Met, player: Callable[[Round], Action]) -> Callable[[Round], Action]:
    def choose(round_: Round) -> Action:
        if round_.waits is Waits.PLAY:
            hand, up = round_.hand, VALUE_LETTERS[VALUES[round_.dealer[0]]]
            stake = hand.stakes[decider(round_)]
            kind = "free" if stake is not None and stake.own == 0 else "own"
            action = player(round_)
            met.add((kind, "soft" if hand.soft else "hard", hand.total, up))
            if is_pair(hand, round_.sheet.rules.split.pairs):
                met.add((kind, "pair", VALUES[hand.cards[0]], up))
            return action
        return player(round_)

    return choose


@pytest.mark.parametrize("game", [game for game in PLAIN if game not in HOUSES and "+" not in game])
def test_every_decision_of_random_play_is_in_the_chart(game: str) -> None:
    sheet, met = load_sheet(game), Met()
    session = Session(sheet, seeds_from(f"chart {game}"))
    player = watching(met, RandomPlayer(f"chart {game}"))
    for _ in range(150):
        session.deal((bet(1, 1000), bet(2, 1000)), player)
    found = occurring(sheet)
    assert len(met) > 100
    assert {(*row, up) for row in found.rows for up in found.ups} >= met


def test_cells_that_cannot_come_up_are_left_out() -> None:
    """In Triple Win 20 a first-card ace ends the hand, a dealer's the round, and two ten-values are paid at once."""
    found = occurring(load_sheet("triple-win-20"))
    assert found.ups == ("2", "3", "4", "5", "6", "7", "8", "9", "T")
    assert {("own", "soft", 13), ("own", "pair", 9), ("own", "hard", 4)} <= found.rows
    assert not {("own", "soft", 12), ("own", "pair", 1), ("own", "pair", 10), ("free", "hard", 12)} & found.rows
    standard = occurring(load_sheet("sd-blackjack"))
    assert standard.ups[-1] == "A"
    assert {("own", "soft", 12), ("own", "pair", 1), ("own", "pair", 10)} <= standard.rows


def test_documents_leave_out_what_cannot_come_up() -> None:
    from matplotlib.figure import Figure

    game = lammer.load("triple-win-20")
    card = page_words(card_pdf(game.sheet, game.strategy("house").chart))[1]
    page = html_page(par("triple-win-20", QUICK._replace(chart=False, rounds=0)))
    axes = Figure().subplots()
    plot(lammer.load("triple-win-20[split.maximum_hands=1]"), "chart", 1, 1).draw(axes)
    drawn = [text.get_text() for text in axes.texts]
    for words in (card, page, drawn):
        assert "T,T" not in words
        assert "A,A" not in words
    assert "A" not in card
    assert "A" not in drawn
    assert "<th>9</th><th>T</th></tr>" in page


def test_a_pocket_card_says_what_to_do_if_doubling_is_not_allowed() -> None:
    """Soft 14 stands and soft 15 hits instead, so they are two rows."""
    game = lammer.load("triple-win-20")
    back = " ".join(page_words(card_pdf(game.sheet, game.strategy("total").chart))[1])
    assert "14 H Dh Ds Ds H H H H H" in back
    assert "15 H Dh Dh Dh H H H H H" in back
    assert "small letters: what is played if the first is not allowed" in back
