"""Every side bet that attaches to a game, found by listing the folder: exact chances against an independent reader of
the same file, and the kernel against the table to the cent."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

import sheet_oracle
from kernel_parity import Parity
from lammer.rules.files import SHIPPED
from lammer.rules.loader import attachments_for, game_names, load_sheet, sheet_file
from lammer.rules.outcome_chances import outcome_chances, up_card_chances
from lammer.rules.shoe_cards import ShoeCards
from lammer.strategy.chart import house_chart
from tests.sheets import ATTACHED, side_bet_sheets

SHOES = {
    "pairs and suits": "7d 7d 7d 7h 8d 6d Qh Qh Kh Ah",
    "long dealer hands": "Ac Ac Ac 2c 2c 2c 3c 5h Td Td",
    "busts of one suit": "8c 8c 8d 6c 6c 4h 9c Tc Tc Ah",
}
SOFT_17 = "hit"


def _counts(shoe: sheet_oracle.Hand) -> ShoeCards:
    found = Counter(shoe)
    return ShoeCards(tuple(found[rank + suit] for rank in sheet_oracle.ORDER for suit in "cdhs"))


def _nonzero(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    return {name: chance for name, chance in chances.items() if name and chance}


def _with_usual_host(name: str) -> str:
    return next(f"{game.split('+')[0]}+{name}" for game in ATTACHED if name in game.split("+"))


def _won_in_a_row(name: str) -> bool:
    """Bets on the results of rounds, not on cards: see test_streaks.py."""
    bets = load_sheet(_with_usual_host(name)).side_bets
    return any(bets[bet_id].streak is not None for bet_id in sheet_file(name).tree["side_bets"])


@pytest.mark.parametrize("name", [name for name in side_bet_sheets() if not _won_in_a_row(name)])
def test_exact_chances_are_those_of_every_order_of_a_small_shoe(name: str) -> None:
    bet_id, oracle = sheet_oracle.oracle_of(SHIPPED / f"{name}.toml")
    sheet = load_sheet(_with_usual_host(name), (f"dealer.soft_17={SOFT_17}",))
    seen: set[str] = set()
    for text in SHOES.values():
        shoe = tuple(text.split())
        if oracle.later:
            ought = sheet_oracle.chances_by_up_card(oracle, shoe, SOFT_17 == "hit")
            for one in up_card_chances(sheet.side_bets[bet_id], sheet.rules, _counts(shoe)):
                told = ought.pop(one.up)
                assert one.offered == sum(told.values())
                assert one.chances.of_best() == {key: ways / one.offered for key, ways in _nonzero(told).items()}
                seen |= set(one.chances.of_best())
            assert ought == {}
        else:
            found = outcome_chances(sheet.side_bets[bet_id], sheet.rules, _counts(shoe))
            assert _nonzero(found.of_best()) == _nonzero(sheet_oracle.chances(oracle, shoe, SOFT_17 == "hit"))
            seen |= set(_nonzero(found.of_best()))
    assert len(seen) >= min(3, len(oracle.outcomes)), "the shoes show too few outcomes"


def test_the_oracle_notices_another_order_of_outcomes() -> None:
    """Negative control."""
    _, oracle = sheet_oracle.oracle_of(SHIPPED / f"{side_bet_sheets()[0]}.toml")
    shoe = tuple(SHOES["pairs and suits"].split())
    reversed_ = oracle._replace(outcomes=dict(reversed(oracle.outcomes.items())))
    assert sheet_oracle.chances(oracle, shoe, True) != sheet_oracle.chances(reversed_, shoe, True)


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


EVERY_GAME = [(f"{game}+{'+'.join(found)}", ()) for game in game_names() if (found := attachments_for(game))]
CASES = [*(case for game in ATTACHED for case in _posted(game)), *EVERY_GAME]


IDS = [" ".join([game.split("+")[0], *sets])[:90] for game, sets in CASES]


@pytest.mark.parametrize(("game", "sets"), CASES, ids=IDS)
def test_the_kernel_is_the_table(game: str, sets: tuple[str, ...]) -> None:
    sheet = load_sheet(game, sets)
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}
    parity = Parity(sheet, house_chart(sheet), seats=2, sides=sides)
    assert list(parity.differences(40, seed=5)) == []
