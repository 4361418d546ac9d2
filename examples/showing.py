"""What the training examples share: their options, the exact loss while they learn, and the picture at the end."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import lammer
from lammer.strategy.chart import UP_LETTERS, chart_tree

COLOURS = {
    "H": "#e07a6f",
    "S": "#f0d264",
    "D": "#5b9bd5",
    "FD": "#9dc3e6",
    "P": "#70ad47",
    "FP": "#a9d18e",
    "R": "#bbb",
}
CHECKS = 16
"""How often the loss is computed while an agent learns: at the same distances on a logarithmic scale."""


class Options(NamedTuple):
    game: lammer.Game
    rounds: int
    seed: int
    picture: Path
    as_json: bool


def options(told: str, name: str, *, rounds: int, short: int) -> Options:
    """The command line of an example. ``--short`` plays so few rounds that nothing is learnt."""
    parser = argparse.ArgumentParser(description=told)
    parser.add_argument("--game", default="sd-free-bet", help="an id of lammer games, or a sheet (sd-free-bet)")
    parser.add_argument("--rounds", type=float, help=f"rounds to learn from ({rounds:,})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=Path(f"{name}.png"), help=f"PNG or SVG ({name}.png)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--short", action="store_true", help="a trial of seconds")
    given = parser.parse_args()
    try:
        game = lammer.load(given.game)
    except lammer.LammerError as error:
        parser.error(str(error))
    return Options(game, int(given.rounds or (short if given.short else rounds)), given.seed, given.picture, given.json)


class Point(NamedTuple):
    rounds: int
    loss: float


class Watch:
    """Computes the exact loss of the policy after a number of rounds, and tells it."""

    def __init__(self, chosen: Options, policy: Callable[[], Any]) -> None:
        self._policy, self.chosen, self.points = policy, chosen, list[Point]()
        self._begun = time.monotonic()
        self.found: lammer.Regret
        first = min(10_000, chosen.rounds)
        self._checks = [first * (chosen.rounds / first) ** (at / (CHECKS - 1)) for at in range(CHECKS)]

    def __call__(self, rounds: int) -> bool:
        """Whether to go on."""
        if self._checks and rounds >= self._checks[0]:
            self.check(rounds)
            self._checks = [one for one in self._checks if one > rounds]
        return bool(self._checks)

    def check(self, rounds: int) -> None:
        self.found = lammer.regret(self._policy(), self.chosen.game)
        self.points.append(Point(rounds, self.found.loss))
        if not self.chosen.as_json:
            spent = time.monotonic() - self._begun
            print(f"{rounds:>13,} rounds, {spent:5.0f} s: loses {self.found.loss:.4%} against optimal play", flush=True)


def learn(chosen: Options, steps: Iterator[int], policy: Callable[[], Any]) -> None:
    """Lets an agent learn, which yields the rounds it has played; then shows what it has learnt. Ctrl-C ends the
    learning early."""
    watch, rounds = Watch(chosen, policy), 0
    try:
        for rounds in steps:
            if not watch(rounds):
                break
    except KeyboardInterrupt:
        print(f"stopped after {rounds:,} rounds", file=sys.stderr)
    if not watch.points or watch.points[-1].rounds < rounds:
        watch.check(rounds)
    best = chosen.game.strategy("total")
    floor = lammer.regret(best, chosen.game).loss
    if chosen.as_json:
        curve = [one._asdict() for one in watch.points]
        print(json.dumps({"rounds": rounds, "seed": chosen.seed, "curve": curve, **watch.found.as_json()}))
    else:
        print(side_by_side(watch.found.strategy, best), "", watch.found, sep="\n")
        print(f"the best chart loses {floor:.4%}")
    draw(watch, best, floor)


Rows = dict[tuple[str, str, str], list[str]]


def letters(strategy: lammer.Strategy) -> Rows:
    """By stake, section and hand: the first action against each up card. Hands that are not dealt are left out."""
    tree = chart_tree(strategy.chart)
    return {
        (stake, section, hand): [first_action(tree[stake], section, hand, up) for up in UP_LETTERS]
        for stake, sections in tree.items()
        for section, rows in sections.items()
        for hand in rows
        if (section, hand) not in (("hard", "4"), ("soft", "12"))  # these are pairs
    }


def first_action(sections: Any, section: str, hand: str, up: str) -> str:
    """A pair without an action of its own is played by its total."""
    actions: str = sections[section][hand].get(up, "-")
    if section == "pair" and actions == "-":
        total = 20 if hand == "T" else 2 * int(hand)
        return first_action(sections, "hard", str(total), up)
    return actions.partition("/")[0]


def compared(learnt: lammer.Strategy, best: lammer.Strategy) -> tuple[Rows, Rows]:
    """The rows that both charts have."""
    ours, theirs = letters(learnt), letters(best)
    return {key: ours[key] for key in ours if key in theirs}, {key: theirs[key] for key in ours if key in theirs}


def side_by_side(learnt: lammer.Strategy, best: lammer.Strategy) -> str:
    """Both charts as text; a star marks a cell that differs."""
    head = " ".join(f"{up:>3}" for up in UP_LETTERS)
    lines = [f"{'learnt':<14}{head}   best{head}"]
    ours, theirs = compared(learnt, best)
    for key, row in ours.items():
        mine = " ".join(f"{a + '*' * (a != b):>3}" for a, b in zip(row, theirs[key], strict=True))
        lines.append(f"{' '.join(key):<14}{mine}       {' '.join(f'{one:>3}' for one in theirs[key])}")
    return "\n".join(lines)


def draw(watch: Watch, best: lammer.Strategy, floor: float) -> None:
    """The learnt chart beside the best one, and the loss over the rounds."""
    try:
        import matplotlib as mpl
    except ImportError:
        print("no picture: it needs lammer[report]", file=sys.stderr)
        return
    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "lammer"  # the same picture each time
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 9), layout="constrained")
    places = figure.subplot_mosaic([["learnt", "best"], ["curve", "curve"]], height_ratios=[3, 1])
    ours, theirs = compared(watch.found.strategy, best)
    draw_chart(places["learnt"], f"learnt: loses {watch.found.loss:.4%}", ours, theirs)
    draw_chart(places["best"], "best chart", theirs, theirs)
    below = places["curve"]
    below.loglog([one.rounds for one in watch.points], [one.loss for one in watch.points], marker=".")
    below.axhline(floor, linestyle=":", color="#555")
    below.annotate("best chart", (watch.points[0].rounds, floor), va="bottom", fontsize=8)
    below.set(xlabel="rounds", ylabel="exact loss per round, in wagers")
    figure.suptitle(f"{watch.chosen.game.name}: what the agent has learnt", fontsize=12)
    figure.savefig(watch.chosen.picture, metadata={"Date": None} if watch.chosen.picture.suffix == ".svg" else None)
    if not watch.chosen.as_json:
        print(f"picture: {watch.chosen.picture}")


def draw_chart(axes: Any, title: str, rows: Rows, best: Rows) -> None:
    """Coloured cells; a thick frame marks one that differs from the best chart."""
    for at, (key, row) in enumerate(rows.items()):
        for column, (action, better) in enumerate(zip(row, best[key], strict=True)):
            axes.add_patch(_square(column, -at, COLOURS.get(action, "white"), thick=action != better))
    axes.set_xlim(0, 10)
    axes.set_ylim(-len(rows) + 1, 1)
    axes.set_xticks([at + 0.5 for at in range(10)], UP_LETTERS, fontsize=7)
    axes.set_yticks([-at + 0.5 for at in range(len(rows))], [" ".join(key) for key in rows], fontsize=4)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    axes.set_title(title, fontsize=10)


def _square(x: float, y: float, colour: str, *, thick: bool) -> Any:
    from matplotlib.patches import Rectangle

    square = Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="black" if thick else "white")
    square.set(linewidth=1.2 if thick else 0.3, zorder=2 if thick else 1)
    return square
