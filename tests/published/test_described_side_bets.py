"""Published house edges of side bets that are made from public descriptions, to the digits printed.

Sources: the public descriptions that docs/side-bets.md lists; of Royal Match, the tables published with its
probabilities.
"""

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets

HIT, STAND = "dealer.soft_17=hit", "dealer.soft_17=stand"


def edge(bet_id: str, paytable: str, decks: int = 6, *sets: str) -> float:
    """The house edge in percent."""
    sheet = load_sheet(f"sd-blackjack+{bet_id}", (f"shoe.decks={decks}", *sets))
    found = {(one.id, one.paytable): one.house_edge for one in fixed_side_bets(sheet)}
    return 100 * found[bet_id, paytable]


@pytest.mark.parametrize(
    ("bet_id", "paytable", "decks", "published"),
    [
        ("21-plus-3", "v1", 1, 13.30),
        ("21-plus-3", "v1", 2, 7.26),
        ("21-plus-3", "v1", 4, 4.24),
        ("21-plus-3", "v1", 6, 3.24),
        ("21-plus-3", "v1", 8, 2.74),
        ("21-plus-3", "v2", 2, 2.78),
        ("21-plus-3", "live", 8, 3.70),
        ("lucky-ladies", "A", 1, 38.16),
        ("lucky-ladies", "A", 6, 24.71),
        ("lucky-ladies", "A", 8, 24.05),
        ("lucky-lucky", "PT1", 6, 2.66),
        ("lucky-lucky", "PT3", 6, 5.31),
        ("royal-match", "V1", 1, 10.86),
        ("royal-match", "V1", 2, 8.33),
        ("royal-match", "V1", 4, 7.08),
        ("royal-match", "V1", 6, 6.67),
        ("royal-match", "V1", 8, 6.46),
        ("royal-match", "V2", 1, 3.77),
    ],
)
def test_the_edge_is_the_published_one(bet_id: str, paytable: str, decks: int, published: float) -> None:
    assert round(edge(bet_id, paytable, decks), 2) == published


def test_buster_v2_is_the_published_one() -> None:
    assert round(edge("buster", "V2", 6, STAND), 2) == 6.20


SIX_CARDS_12 = (
    'side_bets.buster.paytables.V1={basis="to 1",rows={"8 cards"=250,"7 cards"=50,"6 cards"=12,"5 cards"=4,'
    '"4 cards"=2,"3 cards"=2}}'
)


@pytest.mark.parametrize(("rule", "published", "exact"), [(HIT, 6.21, 5.422974), (STAND, 8.25, 7.551695)])
def test_buster_v1_as_published_pays_12_for_six_cards(rule: str, published: float, exact: float) -> None:
    """The published edges come from 12 for six cards. The published table pays 15, and its edge is lower."""
    assert round(edge("buster", "V1", 6, rule, SIX_CARDS_12), 2) == published
    assert edge("buster", "V1", 6, rule) == pytest.approx(exact, abs=5e-7)
