"""What holds for any legal play holds under rules that no shipped sheet has: cards and money are conserved, legality is
exact, replay is faithful, and nothing hidden is shown.

The properties are those of the conformance kit, which ``tests/conformance`` applies to every shipped sheet. Each has
its control there, in ``test_controls.py``."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lammer.conformance.properties import property_faults
from lammer.conformance.replays import replay_faults
from lammer.conformance.views import view_faults
from tests.sheets import ATTACHED, PLAIN, posted

OTHER_RULES = (
    "triple-win-20[deal.player_cards=down]",
    "triple-win-20[dealer.peek_under=[],dealer.natural_takes=original,natural.after_split=true]",
    "european-free-bet[dealer.natural_takes=original,limits.apply_to=box]",
    "european-free-bet[company.declined_draw=stands on its total,natural.beats_22=false]",
    "sd-free-bet[dealer.peek_under=[],surrender.late=true,split.pairs=rank]",
    "sd-free-bet[lammer_bets.pot-of-gold.count=winning lammers,lammer_bets.pot-of-gold.unit=hand]",
    "free-money[draw.may_on_limit=true,double.on_free_hand=false,free.double_soft=true]",
)
EXAMPLES = int(os.environ.get("LAMMER_EXAMPLES", "12"))


def explored(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[*HealthCheck])


def faults(game: str, seed: str) -> list[str]:
    """Of one round of random legal play."""
    sheet = posted(game)
    return [fault for look in (property_faults, replay_faults, view_faults) for fault in look(sheet, seed)]


@pytest.mark.parametrize("game", OTHER_RULES)
@explored(2 * EXAMPLES)
@given(seed=st.text("0123456789abcdef", min_size=8, max_size=8))
def test_any_play_under_rules_that_no_sheet_has(game: str, seed: str) -> None:
    assert faults(game, seed) == []


@pytest.mark.parametrize("game", [*PLAIN, *ATTACHED])
@explored(EXAMPLES // 3)
@given(seed=st.text("0123456789abcdef", min_size=8, max_size=8))
def test_any_play_at_shipped_games(game: str, seed: str) -> None:
    """Other rounds each time at a desk; the kit deals the same ones."""
    assert faults(game, seed) == []
