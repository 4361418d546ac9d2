"""Every paytable of every side bet that attaches, found by listing the folder: kernel against table to the cent.

tests/conformance has the other comparisons, and other games.
"""

from collections.abc import Iterator

import pytest

from lammer.conformance.kernels import Parity
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart
from tests.sheets import ATTACHED


def _posted(game: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The game with every paytable of its side bets posted once, those for some numbers of decks at one of them."""
    sheet = load_sheet(game)
    bets = sheet.side_bets.items()
    tables = {bet_id: [name for name, one in bet.paytables.items() if not one.decks] for bet_id, bet in bets}
    for at in range(max(map(len, tables.values()))):
        yield game, tuple(_post(bet_id, names[at % len(names)]) for bet_id, names in tables.items())
    for bet_id, bet in bets:
        for name, one in bet.paytables.items():
            if one.decks:
                alone = "+".join([game.split("+")[0], bet_id])
                yield alone, (_post(bet_id, name), f"shoe.decks={one.decks[0]}")


def _post(bet_id: str, paytable: str) -> str:
    return f'side_bets.{bet_id}.paytable="{paytable}"'


CASES = [case for game in ATTACHED for case in _posted(game)]

IDS = [" ".join([game.split("+")[0], *sets])[:90] for game, sets in CASES]


@pytest.mark.parametrize(("game", "sets"), CASES, ids=IDS)
def test_the_kernel_is_the_table(game: str, sets: tuple[str, ...]) -> None:
    sheet = load_sheet(game, sets)
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}
    parity = Parity(sheet, house_chart(sheet), seats=2, sides=sides)
    assert list(parity.differences(40, seed=5)) == []
