"""The simulator's kernels against the table, card by card and to the cent; and what must catch a wrong kernel."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lammer.conformance.kernels import Parity
from lammer.exact.play import ByChart, Optimal
from lammer.report.check import Compared, compared, exact_side, limit
from lammer.report.plays import composition_plays
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import estimate
from lammer.simulate.layout import FIRST_NET, SECOND_NET
from lammer.simulate.paired import PairedTables
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import Chart, house_chart, shipped_chart, with_lammers
from tests.sheets import GAMES, fewer, posted

SHOES = 400
VARIANTS = (
    "sd-blackjack[surrender.late=true]",
    "sd-blackjack[surrender.late=true,dealer.peek_under=[]]",
    "sd-blackjack[surrender.late=true,dealer.peek_under=[],surrender.natural_takes=half]",
    "european-free-bet[surrender.late=true]",
    "european-free-bet[surrender.late=true,natural.beats_22=false,surrender.natural_takes=half]",
    "sd-blackjack[dealer.peek_under=[],dealer.natural_takes=original]",
    "sd-blackjack[split.pairs=rank,natural.after_split=true]",
    "sd-free-bet[natural.beats_22=false,split.one_card_on_aces=false]",
    "sd-free-bet[lammer_bets.pot-of-gold.count=winning lammers]",
    "sd-free-bet[lammer_bets.pot-of-gold.unit=hand]",
    "sd-free-bet[free.resplit=false,free.double_after_split=false]",
    "sd-free-bet[free.double_cards=any number]",
    "sd-free-bet[free.double_soft=true]",
    "european-free-bet[natural.beats_22=false]",
    "free-money[dealer_22_bets.dealer-22.when_settled=returned]",
    "blackjack-switch[natural.beats_22=false,split.resplit_aces=true]",
    "blackjack-switch[natural.paid=at once,insurance.under=[]]",
    "blackjack-switch[dealer.hole_card=false,dealer.peek_under=[]]",
    "blackjack-switch[hands.swap=none]",
    "nevada-free-bet[hands.per_box=2]",
)


GIVEN_UP = {("own", "hard", total, up): ("surrender", "hit") for total in range(12, 18) for up in (1, 9, 10)}


def parity(game: str, seats: int, *, sides: bool = True, chart: Chart | None = None) -> Parity:
    sheet = posted(game)
    wagers = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()} if sides else {}
    return Parity(sheet, chart or chart_of(sheet), seats, wagers)


def chart_of(sheet: Sheet) -> Chart:
    """The house chart; where hands may be given up, one that does: the house charts never do."""
    chart = house_chart(sheet)
    return Chart("given up", dict(chart.cells) | GIVEN_UP) if sheet.rules.surrender.late else chart


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_every_wager_of_the_kernel_is_the_tables(game: str) -> None:
    assert list(parity(game, 1).differences(fewer(game, SHOES), 1)) == []


@pytest.mark.parametrize("seats", [3, 7])
@pytest.mark.parametrize(
    "game", ["sd-free-bet[]", "european-free-bet[]", "triple-win-20[]", "free-money[]", "blackjack-switch[]"]
)
def test_several_seats_are_dealt_in_the_tables_order(game: str, seats: int) -> None:
    assert list(parity(game, seats).differences(SHOES // 4, 2)) == []


def test_another_chart_is_followed_as_the_table_follows_it() -> None:
    chart = with_lammers(shipped_chart("standard"))
    assert list(parity("sd-free-bet[]", 1, chart=chart).differences(SHOES, 3)) == []


@pytest.mark.parametrize("game", ["live-free-bet[]", "sd-free-bet[free.automatic=true]"])
def test_a_chart_without_free_bets_takes_those_that_are_automatic(game: str) -> None:
    chart = shipped_chart("standard")
    assert list(parity(game, 1, chart=chart).differences(SHOES, 7)) == []
    both = parity(game, 1, sides=False, chart=chart)
    assert list(walked_differences(both)) == []


@pytest.mark.parametrize(
    "game",
    [
        "sd-free-bet[]",
        "sd-free-bet[free.double_cards=any number]",
        "sd-blackjack[]",
        "european-free-bet[]",
        "sd-free-bet[natural.beats_22=false]",
        "sd-blackjack[surrender.late=true]",
        "sd-blackjack[surrender.late=true,dealer.peek_under=[]]",
        "european-free-bet[surrender.late=true]",
        "european-free-bet[surrender.late=true,surrender.natural_takes=half]",
        "sd-blackjack[dealer.peek_under=[],dealer.natural_takes=original]",
        "european-free-bet[natural.beats_22=false]",
        "zombie-blackjack[]",
        "zombie-blackjack[dealer.peek_under=[],dealer.boxes_busts_under=[6,T]]",
        "european-free-bet[dealer.boxes_busts_under=[7,A]]",
    ],
)
def test_the_automaton_is_the_table_too(game: str) -> None:
    assert list(walked_differences(parity(game, 1, sides=False))) == []


def walked_differences(both: Parity) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Net and number of cards by the automaton and by the table, where they differ."""
    random = np.random.default_rng(4)
    for _ in range(SHOES):
        cards = random.permutation(both.kernel.decks)
        [(net, _)], taken = both.by_table(tuple(cards.tolist()))
        walked, _, walked_taken = both.kernel.walk(cards)
        if (walked, walked_taken) != (net, taken):
            yield (walked, walked_taken), (net, taken)


@pytest.mark.parametrize("sides", [True, False])
def test_a_surrender_settled_early_is_caught(sides: bool) -> None:
    """Negative control: the table settles it late, the kernel early."""
    game = "european-free-bet[surrender.late=true]"
    right = parity(game, 1, sides=sides)
    right.kernel = parity(game.replace("]", ",surrender.natural_takes=half]"), 1, sides=sides).kernel
    assert next(right.differences(4 * SHOES, 5), None) is not None


PAIRS = (
    ("sd-free-bet[]", "sd-free-bet[dealer.soft_17=stand]"),
    ("sd-free-bet[]", "sd-blackjack[]"),
    ("european-free-bet[]", "triple-win-20[]"),
)


def unlike(first: str, second: str, shoes: int, *, shuffled: bool = False) -> int:
    """Of so many rounds dealt to two tables over the same cards, those in which a table alone, dealt the cards as they
    then lie, wins something else; ``shuffled`` gives the second table other cards."""
    tables = PairedTables(*(parity(game, 1, sides=False).kernel for game in (first, second)))
    random, found = np.random.default_rng(6), 0
    for number in range(shoes):
        (sums,), cards = tables.deal(1, number, 0)
        others = random.permutation(cards) if shuffled else cards
        alone = [int(each.deal_one(lie)[0][0].main) for each, lie in ((tables.first, cards), (tables.second, others))]
        found += [int(sums[FIRST_NET]), int(sums[SECOND_NET])] != alone
    return found


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_tables_are_dealt_the_same_cards(first: str, second: str) -> None:
    assert unlike(first, second, SHOES) == 0


def test_a_second_table_with_other_cards_is_noticed() -> None:
    """Negative control."""
    assert unlike(*PAIRS[0], SHOES, shuffled=True) > SHOES / 4


FLIPPED = ("dealer.pushes_on_22=false", "natural.beats_22=false", "split.most_hands=2")


@pytest.mark.parametrize("flipped", FLIPPED)
def test_a_kernel_with_one_rule_flipped_is_caught_by_parity(flipped: str) -> None:
    """Negative control: the table plays the sheet, the kernel another."""
    right = parity("sd-free-bet[]", 1)
    wrong = parity(f"sd-free-bet[{flipped}]", 1)
    right.kernel = wrong.kernel
    assert next(right.differences(4000, 5), None) is not None


def agree(figures: list[Compared]) -> bool:
    return max(abs(one.z) for one in figures) <= limit(len(figures))


def test_a_kernel_with_one_rule_flipped_is_caught_by_check() -> None:
    """Negative control: exact figures of the sheet, simulated ones of another. One test, since the exact figures are
    the same for all and take long."""
    sheet = load_sheet("sd-free-bet")
    game, results = exact_side(sheet, ByChart(house_chart(sheet)))
    agrees = {}
    for rules in ((), *((flipped,) for flipped in FLIPPED)):
        played = load_sheet("sd-free-bet", rules)
        table = KernelTable(played, plays_of(played, house_chart(played)))
        found = estimate(table, run(table, Plan(7, 4_000_000, 0), 1).tally)
        agrees[rules] = agree(list(compared(sheet, game, results, found)))
    assert agrees.pop(())
    assert agrees == {(flipped,): False for flipped in FLIPPED}


@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet", "triple-win-20"])
def test_the_best_play_of_every_composition_is_dealt_as_it_was_worked_out(game: str) -> None:
    sheet = load_sheet(game)
    exact, results = exact_side(sheet, Optimal())
    table = KernelTable(sheet, composition_plays(exact))
    found = estimate(table, run(table, Plan(8, 4_000_000, 0), 1).tally)
    assert agree(list(compared(sheet, exact, results, found)))


def test_kernels_are_the_same_without_the_compiler() -> None:
    """The same source, interpreted: a fault of the compiler, or of types, would show."""
    code = (
        "from tests.parity.test_kernel import parity\n"
        "assert list(parity('sd-free-bet[]', 2).differences(60, 6)) == []\n"
        "assert list(parity('free-money[]', 1).differences(60, 6)) == []\n"
        "both = parity('european-free-bet[]', 1, sides=False)\n"
        "import numpy as np\n"
        "for _ in range(60):\n"
        "    cards = np.random.default_rng(_).permutation(both.kernel.decks)\n"
        "    [(net, _x)], taken = both.by_table(tuple(cards.tolist()))\n"
        "    assert both.kernel.walk(cards)[::2] == (net, taken)\n"
        "from tests.parity.test_kernel import PAIRS, unlike\n"
        "assert unlike(*PAIRS[1], 60) == 0\n"
        "print('same')\n"
    )
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root), str(root / "tests" / "parity")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        cwd=root,
        timeout=300,
    )
    assert done.stdout.strip() == "same", done.stderr
