"""Compares ``lammer protect`` with simulated rounds: how often a count is at the trigger, and what the bet wins then.

    python benchmarks/protection.py [rounds of a bet] [--short]

It prints a table and writes benchmarks/results/protection.md.
"""

import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, size
from lammer.api.counting import known_shoe
from lammer.api.protection import round_length
from lammer.api.shoes import ShoeChoice
from lammer.counting.cards_per_round import CardsPerRound
from lammer.counting.count_curve import CountCurve, count_curves, has_curve
from lammer.counting.count_finding import best_by_value
from lammer.counting.deciding_cards import DecidingCards, deciding_cards
from lammer.counting.effects import MAIN, OPTIMAL, Effects
from lammer.counting.finding import WantedBets, effects_of_removal
from lammer.counting.protection import CountedBet, TableTerms, counted_bet
from lammer.counting.protection_finding import model_of
from lammer.counting.tags import Tags
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.simulate.by_count import count_bins, count_tags
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

BETS = (
    ("sd-free-bet", MAIN),
    ("sd-free-bet", "pot-of-gold"),
    ("sd-blackjack+dealer-bust-21", "dealer-bust-21"),
    ("sd-blackjack+push-22", "push-22"),
    ("sd-blackjack+lucky-lucky", "lucky-lucky"),
    ("sd-blackjack+lucky-ladies", "lucky-ladies"),
)
COLUMNS = (
    "bet",
    "model",
    "trigger",
    "share, model",
    "simulated",
    "z",
    "edge then, model",
    "simulated",
    "z",
    "win, simulated / model",
    "edge in the linear model",
)
BEHIND = 1.5
"""Decks behind the cut card."""
BATCHES = 16
"""Runs with different seeds. Rounds of one shoe are not independent, so the errors come from the batches."""
ABOUT = f"""Each bet is made by its best level-1 count, at a whole true count, with {BEHIND:g} decks of six
behind the cut card, one seat and the built-in chart. z is the difference in standard errors of {BATCHES} runs."""


class Both(NamedTuple):
    """A figure of the model and of the simulation, with its standard error."""

    model: float
    simulated: float
    error: float

    @property
    def z(self) -> float:
        return (self.simulated - self.model) / self.error


class Compared(NamedTuple):
    share: Both
    edge: Both


def effects_for(sheet: Sheet, bet: str) -> Effects:
    wanted = WantedBets(best_play_only=True) if has_curve(sheet, bet) else WantedBets(bet)
    found = effects_of_removal(sheet, known_shoe(sheet, ShoeChoice()), wanted).effects
    posted = "" if bet == MAIN else sheet.side_bets[bet].paytable
    return next(one for one in found if (one.bet, one.paytable) == (bet, posted) and one.play in ("", OPTIMAL))


def model_for(sheet: Sheet, effects: Effects, tags: Tags) -> DecidingCards | CountCurve | None:
    """The model that ``lammer protect`` has for a bet."""
    shoe = known_shoe(sheet, ShoeChoice())
    decided = deciding_cards(sheet, shoe.cards, effects.bet, effects.paytable)
    return model_of(sheet, effects, decided, partial(count_curves, sheet, shoe.by_value, tags))


def compare(sheet: Sheet, bet: str, counted: CountedBet, length: CardsPerRound, rounds: int) -> Compared:
    """The model and ``rounds`` simulated rounds."""
    sides = {} if bet == MAIN else {bet: sheet.side_bets[bet].minimum}
    table = KernelTable(sheet, plays_of(sheet, house_chart(sheet)), sides=sides)
    cut, tags = counted.cards - round(52 * BEHIND), count_tags(counted.tags.whole)
    shares, edges = [], []
    for seed in range(BATCHES):
        bins = count_bins(table, run(table, Plan(seed, rounds // BATCHES, cut, tags)).tally)
        above = [one for one in bins if one.true_count >= counted.trigger]
        shares.append(sum(one.share for one in above))
        nets = [one.sides[0].net if sides else one.net for one in above]
        edges.append(sum(one.share * net.value for one, net in zip(above, nets, strict=True)) / shares[-1])
    model = counted.at_cut(BEHIND, TableTerms(length.mean))
    return Compared(Both(model.share, *_mean(shares)), Both(model.edge, *_mean(edges)))


def _mean(figures: list[float]) -> tuple[float, float]:
    mean = sum(figures) / len(figures)
    variance = sum((one - mean) ** 2 for one in figures) / (len(figures) - 1)
    return mean, (variance / len(figures)) ** 0.5


def main() -> None:
    rounds = size(32e6, 160_000)
    lines = [
        "# `lammer protect` and simulation",
        "",
        f"`python benchmarks/protection.py {rounds / 1e6:g}e6`. {ABOUT}",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"| {' | '.join('---' for _ in COLUMNS)} |",
    ]
    print("\n".join(lines), flush=True)
    for game, bet in BETS[-1:] if SHORT else BETS:
        sheet = load_sheet(game)
        effects, length = effects_for(sheet, bet), round_length(sheet, 1)
        tags = best_by_value(effects, 1, balanced=True)
        linear = counted_bet(effects, tags, length, whole=True)
        counted = counted_bet(effects, tags, length, model_for(sheet, effects, tags), whole=True)
        share, edge = compare(sheet, bet, counted, length, rounds)
        won = share.simulated * edge.simulated / (share.model * edge.model)
        figures = (f"{one.model:.3%} | {one.simulated:.3%} ± {one.error:.3%} | {one.z:+.2f}" for one in (share, edge))
        straight = f"{linear.at_cut(BEHIND, TableTerms(length.mean)).edge:.3%} from {linear.trigger:+.0f}"
        about = effects.name, counted.model, f"{counted.trigger:+.0f}", *figures, f"{won:.3f}", straight
        lines.append(f"| {' | '.join(about)} |")
        print(lines[-1], flush=True)
    record("protection", "\n".join(lines))


if __name__ == "__main__":
    main()
