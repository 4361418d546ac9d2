"""Golden trees: how many different rounds can be played with a fixed run of cards, and what they win in all.

A moved count means that the legal moves changed; a moved sum means that a payment changed. Neither moves by accident.
Made anew with: python -m tests.golden.test_trees
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from lammer.rules.sheet import Sheet
from lammer.table.actions import bet, card
from lammer.table.betting import open_round
from lammer.table.round import apply, begin, legal
from lammer.table.shuffle import derived_seed, shoe_order
from lammer.table.state import Round, Waits
from tests.sheets import PLAIN, fewer, posted

GOLDEN = Path(__file__).with_name("trees.json")
SHOES = 60


class Tree(NamedTuple):
    rounds: int
    hands: int
    lammers: int
    net: int

    def plus(self, other: "Tree") -> "Tree":
        return Tree(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def grow(round_: Round, cards: list[int], dealt: int) -> Tree:
    """Every way the round can end when the cards come in this order."""
    if round_.waits is Waits.CARD:
        return grow(apply(round_, card(cards[dealt]))[0], cards, dealt + 1)
    if round_.waits is Waits.NOTHING:
        return _leaf(round_)
    total = Tree(0, 0, 0, 0)
    for option in legal(round_):
        total = total.plus(grow(apply(round_, option.action())[0], cards, dealt))
    return total


def _leaf(round_: Round) -> Tree:
    settlement = round_.settlement
    assert settlement is not None
    free = [stake.free for box in round_.boxes for hand in box.hands for stake in hand.stakes if stake is not None]
    net = sum(hand.net for hand in settlement.hands) + sum(side.net for side in settlement.sides)
    net += sum(insured.net for insured in settlement.insurance)
    return Tree(1, len(settlement.hands), sum(free) // 1000, net)


def tree_of(sheet: Sheet, shoe: int) -> Tree:
    sides = [bet(1, side.minimum, bet_id) for bet_id, side in sheet.side_bets.items()]
    round_, _ = begin(open_round(sheet), (bet(1, 1000), *sides))
    return grow(round_, shoe_order(derived_seed("golden", str(shoe)), sheet.rules.shoe.decks), 0)


def trees(game: str) -> list[list[int]]:
    return [list(tree_of(posted(game), shoe)) for shoe in range(fewer(game, SHOES))]


@pytest.mark.parametrize("game", PLAIN)
def test_nothing_moved(game: str) -> None:
    assert trees(game) == json.loads(GOLDEN.read_text(encoding="utf-8"))[game]


def test_a_changed_rule_moves_the_tree() -> None:
    """Negative control."""
    assert trees("sd-free-bet[dealer.pushes_on_22=false,free.double_totals=[9,10]]") != trees("sd-free-bet")


if __name__ == "__main__":
    lines = [f"{json.dumps(game)}: {json.dumps(trees(game))}" for game in PLAIN]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
