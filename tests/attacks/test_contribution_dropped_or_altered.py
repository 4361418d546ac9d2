"""The house tells other contributions than those it shuffled with, or shuffles without one that a player sent."""

import pytest

from tests.attacks.dishonest_house import ANN, caught, evening, honest, promised, shoe_of, unnoticed

BOTH = (*ANN, ("bob", "a text of my own"))
CONTRIBUTIONS: dict[str, list[list[str]]] = {
    "dropped": [list(BOTH[0])],
    "altered": [list(BOTH[0]), ["bob", "another text"]],
    "under another name": [list(BOTH[0]), ["eve", BOTH[1][1]]],
    "in another order": [list(one) for one in reversed(BOTH)],
    "added": [*(list(one) for one in BOTH), ["eve", "hers"]],
}


@pytest.mark.parametrize("how", CONTRIBUTIONS)
def test_other_contributions_make_another_shoe(how: str) -> None:
    entries = honest(shoes=2, given=BOTH)
    for one in entries:
        one["shoe"]["contributions"] = CONTRIBUTIONS[how]
    caught(entries, "are not at this position in the shoe", "its cards are not those of shoe")


def test_one_that_changes_while_the_shoe_is_dealt_is_caught() -> None:
    entries = honest(shoes=2, given=BOTH)
    entries[2]["shoe"]["contributions"] = CONTRIBUTIONS["altered"]
    caught(entries, "shoe.contributions: is", "has another contributions of shoe 1")


def test_a_player_who_was_left_out_from_the_beginning_can_show_it() -> None:
    """Such records fit together. Whoever kept what they sent asks for it; so does the page, and the books have it."""
    entries = evening(shoe_of(promised(1), ANN))
    caught(entries, "bob's contribution a text of my own is in no shoe", "is in no shoe", contributed=BOTH[1:])
    unnoticed(entries, contributed=ANN)


def test_the_contributions_that_were_made_pass() -> None:
    """Negative control."""
    unnoticed(honest(shoes=2, given=BOTH), contributed=BOTH)
