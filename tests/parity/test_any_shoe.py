"""Shoes by rank and card, and infinite decks: the main game against every order dealt at the table in fractions, and
side bets against the closed forms of infinitely many cards."""

import pytest

import lammer
from lammer.cards.card import parse_card
from lammer.conformance.every_order import game_of, moment, outcomes_from
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.refusals import NotAnalysed
from lammer.exact.results import round_results
from lammer.exact.round import round_worth
from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import NotCounted
from lammer.strategy.chart import Chart, shipped_chart

SPLITS_TENS = {("own", "pair", 10, up): ("split",) for up in range(1, 11)}
SHOES = {
    "two ranks": "Tc:3 Kc:3 5c:2 6c:1",
    "three ranks": "Tc:3 Qc:2 Kc:1 9c:2 5c:2",
    "aces": "Kc:4 Tc:3 Ac:2 8c:1 5c:1",
}
FACES = {"hearts": "Kh:2 Qh:2 Jc:1 Tc:1 6c:2 5c:3", "mixed": "Kh:1 Ks:2 Qh:1 Td:2 7c:2 5c:3"}


def _cards(shoe: str) -> dict[int, int]:
    return {parse_card(name): int(number) for name, number in (part.split(":") for part in shoe.split())}


def _splitting() -> Play:
    return ByChart(Chart("tens", {**shipped_chart("standard").cells, **SPLITS_TENS}))


@pytest.mark.parametrize(("shoe", "hands"), [("two ranks", 2), ("three ranks", 3), ("aces", 3)])
def test_ten_values_are_split_by_rank(shoe: str, hands: int) -> None:
    cards, play = _cards(SHOES[shoe]), _splitting()
    by_rank, by_value = (
        load_sheet("sd-blackjack", (f"split.maximum_hands={hands}", f"split.pairs={pairs}"))
        for pairs in ("rank", "value")
    )
    fast = round_worth(game_of(by_rank, cards, play))
    assert fast == pytest.approx(moment(outcomes_from(by_rank, cards, play), 1), abs=1e-12)
    assert abs(fast - round_worth(game_of(by_value, cards, play))) > 1e-3, "the rule changes nothing here"


def test_what_a_split_of_one_rank_brings_beside_its_edge_is_refused() -> None:
    sheet = load_sheet("sd-blackjack", ("split.pairs=rank",))
    with pytest.raises(NotAnalysed, match=r"split\.pairs=rank"):
        round_results(game_of(sheet, _cards(SHOES["aces"]), _splitting()))


def test_who_never_splits_ten_values_plays_the_same_game() -> None:
    by_rank, by_value = (lammer.load("sd-blackjack", {"split.pairs": pairs}) for pairs in ("rank", "value"))
    assert by_rank.edge(spread=False).ev == by_value.edge(spread=False).ev
    assert "split" not in by_rank.evs("Kh Qh", "6c")
    assert by_rank.evs("Kh Kd", "6c")["split"] < by_rank.evs("Kh Kd", "6c")["stand"]


@pytest.mark.parametrize("shoe", FACES)
def test_suited_faces_are_paid_from_any_shoe(shoe: str) -> None:
    cards = _cards(FACES[shoe])
    sheet, plain = (load_sheet("triple-win-20", more) for more in ((), ("natural.suited_faces_pay=1:1",)))
    fast = round_worth(game_of(sheet, cards, Optimal()))
    assert fast == pytest.approx(moment(outcomes_from(sheet, cards, Optimal()), 1), abs=1e-12)
    assert fast > round_worth(game_of(plain, cards, Optimal())) + 1e-3


def test_a_removed_face_costs_more_than_a_removed_ten() -> None:
    game = lammer.load("triple-win-20")
    face, ten = (game.edge(spread=False, remove=card).house_edge for card in ("Kh", "Th"))
    assert face > ten > game.edge(spread=False).house_edge


def test_a_shoe_by_value_that_makes_whole_decks_is_these_decks() -> None:
    """It was not where suits matter: its ten-values were those of the game's own six decks."""
    by_value = lammer.load("triple-win-20").edge(spread=False, cards=[20] * 9 + [80]).house_edge
    five, six = (lammer.load("triple-win-20", decks=decks).edge(spread=False).house_edge for decks in (5, 6))
    assert by_value == pytest.approx(five, abs=1e-12)
    assert abs(by_value - six) > 1e-6  # control
    by_rank = lammer.load("triple-win-20").edge(spread=False, cards=[20] * 13).house_edge
    assert by_rank == pytest.approx(five, abs=1e-12)


def test_side_bets_from_infinite_decks() -> None:
    found = lammer.load("sd-blackjack+perfect-pairs").sidebets(cards="infinite")["perfect-pairs"]
    pairs = {one.name: one.probability for one in found.outcomes}
    assert pairs["perfect pair"] == pytest.approx(1 / 52, abs=1e-11)
    insurance = lammer.load("sd-blackjack").sidebets(cards="infinite")["insurance"]
    assert insurance.house_edge == pytest.approx(1 / 13, abs=1e-11)


def test_counts_by_card_and_rank_are_whole_decks() -> None:
    game, bet = lammer.load("sd-blackjack+lucky-ladies"), "lucky-ladies"
    whole = game.sidebets()[bet].house_edge
    assert game.sidebets(cards=[6] * 52)[bet].house_edge == whole
    assert game.sidebets(cards=[6] * 51 + [7], remove="Ks")[bet].house_edge == whole
    with pytest.raises(NotCounted, match="52 counts by card"):
        game.sidebets(cards=[24] * 13)
    war = lammer.load("sd-blackjack+war")
    assert war.sidebets(cards=[24] * 13)["war"].house_edge == war.sidebets()["war"].house_edge


@pytest.mark.parametrize("cards", [[4] * 11, [33] * 13, [9] * 52])
def test_counts_that_cannot_be_are_refused(cards: list[int]) -> None:
    with pytest.raises(lammer.BadArgument, match="write"):
        lammer.load("sd-blackjack").sidebets(cards=cards)


def test_a_shoe_by_rank_is_told_by_value() -> None:
    assert lammer.load("sd-blackjack").edge(spread=False, cards=[4] * 13).shoe.endswith("16 T")
