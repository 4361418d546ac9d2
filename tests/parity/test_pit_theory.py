"""The theoretical win of a round against the exact analyzer's own answers."""

import json
from functools import cache

import pytest

from lammer.decisions.review import decisions_of, reviewed
from lammer.exact.analysed import analysed_tables
from lammer.exact.evs import FromSplit, action_values
from lammer.exact.finding import edge, shoe_of
from lammer.floor.pit.spreads import CORRELATION, STORED, compute_spreads, spreads_of
from lammer.floor.pit.theory import decision_costs, exact_cost, main_spread, round_theory
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.lobby import playable
from lammer.table.actions import Action, ActionKind
from lammer.table.notation import read_round

GAME = "sd-blackjack"


@cache
def house_edge() -> float:
    return edge(load_sheet(GAME)).house_edge


def values(cards: tuple[int, ...], up: int, split: FromSplit | None = None) -> dict[str, float]:
    sheet = load_sheet(GAME)
    return action_values(analysed_tables(sheet), shoe_of(sheet)[0], cards, up, split)


def test_kept_spreads_are_those_of_every_shipped_game() -> None:
    kept = json.loads(STORED.read_text("utf-8"))
    assert set(kept) == {load_sheet(game).ref for game in playable()}, "run `python tools/pit_spreads.py`"
    spreads = compute_spreads(load_sheet("triple-win-20"))
    again = kept["triple-win-20@2"]["main"]
    assert spreads.main == pytest.approx((again["edge"], again["sd"]), rel=1e-9)


def test_an_attached_side_bet_leaves_the_game_as_it_is_and_has_its_own_spread() -> None:
    """Royal Match on six decks: 25 to 1 with 144, 5 to 2 with 11,868 of 48,516 pairs of cards."""
    spreads, game = spreads_of(load_sheet(f"{GAME}+royal-match")), spreads_of(load_sheet(GAME))
    assert spreads.main == game.main
    royal, easy = 144 / 48_516, 11_868 / 48_516
    mean = 25 * royal + 2.5 * easy - (1 - royal - easy)
    squares = 625 * royal + 6.25 * easy + (1 - royal - easy)
    assert spreads.sides == {"royal-match": pytest.approx((-mean, (squares - mean**2) ** 0.5))}


def test_best_play_expects_the_exact_edge() -> None:
    played = read_round(f"{GAME} 1:10 | Th 6c 7d Tc | S | 5d")
    theory = round_theory(played)
    assert theory.win == pytest.approx(1000 * house_edge(), rel=1e-9)
    assert theory.variance == pytest.approx((1000 * main_spread(load_sheet(GAME)).sd) ** 2)
    assert theory.unvalued == 0


@pytest.mark.parametrize(
    ("line", "cards", "up", "chosen"),
    [
        ("1:10 | Th 6c 2d Tc | H 5h S | Kd", (10, 2), 6, "hit"),
        ("1:10 | 5h 6c 6d Tc | S | Kd", (5, 6), 6, "stand"),
        ("1:10 | 8h 6c 8d Tc | S | Kd", (8, 8), 6, "stand"),
    ],
)
def test_a_mistake_costs_what_it_gives_away(line: str, cards: tuple[int, ...], up: int, chosen: str) -> None:
    worth = values(cards, up)
    theory = round_theory(read_round(f"{GAME} {line}"))
    assert theory.win == pytest.approx(1000 * (house_edge() + max(worth.values()) - worth[chosen]), rel=1e-9)
    assert max(worth.values()) - worth[chosen] > 0.01  # else this would test nothing


def test_every_hand_of_a_split_is_graded_with_its_own_values() -> None:
    played = read_round(f"{GAME} 1:10 | 8h 6c 8d Tc | P 3h S 9d S | Kd")
    worth = values((8, 3), 6, FromSplit("own", 2))
    lost, blank = decision_costs(played, exact_cost)
    assert blank == 0
    assert lost == pytest.approx(1000 * (max(worth.values()) - worth["stand"]))


def test_insurance_is_worth_what_the_cards_in_sight_say() -> None:
    decks = load_sheet(GAME).rules.shoe.decks
    without = round_theory(read_round(f"{GAME} 1:10 | Th Ac 8d 7c | N S"))
    with_it = round_theory(read_round(f"{GAME} 1:10 | Th Ac 8d 7c | I5 S"))
    chance = (16 * decks - 1) / (52 * decks - 3)
    assert with_it.win - without.win == pytest.approx(500 * (1 - 3 * chance))


def test_boxes_of_one_round_stray_together() -> None:
    sd = 1000 * main_spread(load_sheet(GAME)).sd
    both = round_theory(read_round(f"{GAME} 1:10 2:10 | Th 9h 6c 7d 8d Tc | S S | 5d"))
    assert both.variance == pytest.approx(2 * sd**2 * (1 + CORRELATION))


@pytest.mark.parametrize("amount", [0, 100, 500, 1000])
@pytest.mark.parametrize("kind", ["stand", "hit", "double"])
def test_the_pit_and_the_coach_value_a_decision_alike(kind: ActionKind, amount: int) -> None:
    """Also a double for less, which is worth less than a whole one."""
    ((round_, _),) = decisions_of(read_round("sd-blackjack 1:10 | 5h 6c 6d Tc | D 9d | Td"))
    chosen = Action(kind, amount=amount if kind == "double" else 0)
    verdict = reviewed(0, round_, chosen, (1, 1), (1,)).verdict
    assert verdict is not None
    assert exact_cost(round_, chosen) == pytest.approx(verdict.cost, abs=1e-12)
