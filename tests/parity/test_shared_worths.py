"""What hands are worth is computed once for games whose rules for them are alike: the same as for each game alone."""

import pytest

from lammer.exact import unseen
from lammer.exact.finding import edge
from lammer.exact.up_card import Against
from lammer.rules.loader import load_sheet

GAMES = ("sd-free-bet", "free-money", "european-free-bet", "triple-win-20", "zombie-blackjack", "sd-blackjack")
CHANGES = (
    "natural.pays=6:5",
    "double.after_split=false",
    "split.pairs=rank",
    "split.maximum_hands=1",
    "split.maximum_hands=3",
    "split.resplit_aces=false",
    "split.one_card_on_aces=false",
    "surrender.late=true",
    "dealer.tie=dealer wins",
    "free.double_totals=[10,11]",
    "free.split_values=[A,8]",
)


def edges(game: str, *, alone: bool) -> list[float]:
    """After each change; ``alone`` forgets what other games have found out."""
    unseen._unseen_cards.cache_clear()
    found = []
    for change in ("", *CHANGES):
        found.append(edge(load_sheet(game, (change,) if change else ())).ev)
        if alone:
            unseen._unseen_cards.cache_clear()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_edges_are_those_of_each_game_alone(game: str) -> None:
    assert edges(game, alone=False) == edges(game, alone=True)


def test_rules_that_differ_are_not_taken_for_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: if payments and legal plays did not tell games apart, the comparison would say so."""
    expected = edges("sd-free-bet", alone=True)
    monkeypatch.setattr(Against, "content", lambda *_: b"")
    found = edges("sd-free-bet", alone=False)
    monkeypatch.undo()
    unseen._unseen_cards.cache_clear()  # it holds wrong values now
    assert found[0] == expected[0]
    assert sum(one != other for one, other in zip(found, expected, strict=True)) >= 5
