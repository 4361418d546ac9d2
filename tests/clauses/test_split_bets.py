"""Side bets that go on through a split: each clause at its boundary."""

from typing import Any

import pytest

from lammer.table.events import EventKind
from tests.clauses.eu_a_helpers import sheet_refused
from tests.rounds import finished, seat

HAND = "sd-blackjack+dead-mans-hand 1:10,dead-mans-hand=1 |"


def side(cards: str, head: str = HAND) -> tuple[str, int]:
    side_bets: Any = seat(f"{head} {cards}")["side"]
    return side_bets["dead-mans-hand"]["outcome"], side_bets["dead-mans-hand"]["net"] // 100


@pytest.mark.parametrize(
    ("cards", "outcome", "pays"),
    [
        ("Th 6c 9d Tc | S 9s", "no ace or eight", -1),
        ("Th 6c 8d Tc | S 9s", "ace or eight", 2),
        ("Ah 6c 9d Tc | S 9s", "ace or eight", 2),
        ("Ah 6c 8d Tc | S 9s", "ace and eight", 4),
        ("8h 6c 8d Tc | S 9s", "pair of aces or eights", 4),
        ("8h 6c 8d Tc | P Th S 9d S 9s", "pair of aces or eights", 4),
        ("8h Tc 8d Ac", "pair of aces or eights with dealer blackjack", 50),
        ("Ah Ac As Tc | N", "pair of aces or eights with dealer blackjack", 50),
        ("8h Tc Ad Ac", "ace and eight", 4),
        ("8h 6c 8d Tc | P Ah S 9d S 9s", "ace and eight in one split hand", 20),
        ("8h 6c 8d Tc | P Th S Ah S 9s", "ace and eight in one split hand", 20),
        ("Ah 6c Ad Tc | P 8h 9d 9s", "ace and eight in one split hand", 20),
        ("8h 6c 8d Tc | P Ah S Ad S 9s", "ace and eight in both split hands", 100),
        ("Ah 6c Ad Tc | P 8h 8d 9s", "ace and eight in both split hands", 100),
    ],
)
def test_dead_man_s_hand_pay__the_best_one(cards: str, outcome: str, pays: int) -> None:
    assert side(cards) == (outcome, pays)


def test_dead_man_s_hand_reads__re_splits_do_not_count() -> None:
    assert side("8h 6c 8d Tc | P 8c P Ah S Ac S Th S 9s") == ("pair of aces or eights", 4)
    assert side("8h 6c 8d Tc | P 8c P Th S 9c S Ah S 9s") == ("ace and eight in one split hand", 20)
    assert side("8h 6c 8d Tc | P Th S 8c P Ah S Ac S 9s") == ("pair of aces or eights", 4)
    assert side("8h 6c 8d Tc | P 3h H Ah S Th S 9s") == ("pair of aces or eights", 4)  # the third card
    assert "Dead Man's Hand reads" in sheet_refused("triple-win-20+dead-mans-hand")[0]


def test_dead_man_s_hand_reads__without_a_check_the_best_one_is_known_at_the_end() -> None:
    head = "european-free-bet+dead-mans-hand 1:10,dead-mans-hand=1 |"
    assert side("8h Tc 8d | FP Ah S 9d S Ad", head) == ("pair of aces or eights with dealer blackjack", 50)
    assert side("8h Tc 8d | FP Ah S Ac S Ad", head) == ("ace and eight in both split hands", 100)
    assert side("8h Tc 8d | FP Ah S 9d S 9s", head) == ("ace and eight in one split hand", 20)


@pytest.mark.parametrize(
    ("cards", "after"),
    [
        ("Th 6c 8d Tc | S 9s", 4),
        ("8h Tc 8d Ac", 4),
        ("8h 6c 8d Tc | P Ah S 9d S 9s", 8),
        ("8h 6c 8d Tc | P 8c P Ah S Th S 9d S 9s", 12),
        ("8h 6c 8d Tc | S 9s", 6),
    ],
)
def test_dead_man_s_hand_time__as_soon_as_it_is_known(cards: str, after: int) -> None:
    """``after``: the number of cards and decisions, of all of them, with which it is paid."""
    played = finished(f"{HAND} {cards}")
    kinds = [event.kind for event in played.events]
    before = kinds[: kinds.index(EventKind.SIDE)]
    counted = {EventKind.CARD, EventKind.SPLIT, EventKind.STAND}
    assert sum(kind in counted for kind in before) == after
    assert kinds.count(EventKind.SIDE) == 1


def test_the_first_two_cards_are_those_of_the_deal_also_after_a_split() -> None:
    """Without a check, a bet on them is settled after the split."""
    line = "european-free-bet+lucky-ladies 1:10,lucky-ladies=1 | Qh 6c Qh | P 5d S 4d S Td 9s"
    side_bets: Any = seat(line)["side"]
    assert side_bets["lucky-ladies"] == {"outcome": "queens of hearts", "net": 12_500}
