"""Compares exact and simulated figures by true count: expectation and standard deviation of every bet, with z.

    python benchmarks/by_count.py [rounds of a game] [compositions of a true count] [shoes] [--short]

It prints a table and writes benchmarks/results/by_count.md. Simulated sums are kept in the cache folder, so that the
same run, or a longer one, continues from them: an interrupted run loses at most a twentieth of its rounds.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, sizes
from lammer.api.by_true_count import HEADER, CountWork, asked_by_count, count_rows
from lammer.api.simulation import chart_play
from lammer.cache import cache_folder
from lammer.counting.by_true_count import sample_of
from lammer.report.by_true_count import ByCountFinding
from lammer.rules.loader import load_sheet
from lammer.simulate.kernel_data import Tally
from lammer.simulate.run import CHUNK, Ran, run
from lammer.simulate.saving import digest, load, store

GAMES = ("sd-free-bet", "sd-blackjack")
SHORT_GAMES = ("sd-blackjack[split.maximum_hands=1]",)
COUNT, ROUNDING, BINS, SEED = "hi-lo", "floor", "-3..5", 1
PARTS = 20
"""Sums are saved after each of so many parts of a run."""


def simulated(work: CountWork, rounds: int, folder: Path) -> Ran[Tally]:
    """Deals the rounds in parts, each of whole chunks, and saves the sums after each part."""
    chart = work.play.name
    path = folder / f"by-count-{digest(work.table, work.plan(rounds), chart)}.json"
    ran = load(path, work.table, work.plan(rounds), chart)
    part = max(rounds // PARTS // CHUNK, 1) * CHUNK
    done = ran.chunks * CHUNK if ran else 0
    while done < rounds:
        done = min(done + part, rounds)
        ran = run(work.table, work.plan(done), before=ran)
        store(path, work.table, work.plan(done), chart, ran)
        if ran.stopped:
            raise KeyboardInterrupt
    assert ran is not None
    return ran


def compare(game: str, rounds: int, compositions: int, shoes: int, folder: Path) -> ByCountFinding:
    sheet = load_sheet(game)
    asked = asked_by_count(COUNT, ROUNDING, "0..1" if SHORT else BINS, compositions, SEED)
    work = CountWork(sheet, chart_play(sheet, "total"), asked._replace(shoes=shoes))
    starts = work.starts()
    analysed = work.analysed(starts, sample_of(starts, work.asked))
    return work.finding(starts, analysed, simulated(work, rounds, folder), stopped=False)


def tables(found: ByCountFinding) -> list[str]:
    lines = []
    for bet in found.bets:
        lines += ["", f"**{found.about.sheet}: {bet.name}**", "", f"| {' | '.join(HEADER)} |"]
        lines.append(f"| {' | '.join('---' for _ in HEADER)} |")
        lines += [f"| {' | '.join(row)} |" for row in count_rows(found, bet)]
    lines += ["", f"Largest of {len(found.zs)} differences: {found.worst:+.2f} standard errors; the limit is "]
    lines[-1] += f"{found.limit:.2f}, exceeded by chance once in 1,000 runs."
    return lines


def main() -> None:
    rounds, compositions, shoes = map(int, sizes([1e10, 60, 20_000], [20_000, 2, 100]))
    lines = [
        "# Exact and simulated figures by true count",
        "",
        f"`python benchmarks/by_count.py {rounds / 1e6:g}e6 {compositions} {shoes}`. {COUNT} by {ROUNDING}, the best "
        "chart of the full shoe at every count, one seat, the cut card in the middle of the sheet's range, "
        f"{rounds:.3g} rounds of each game, {compositions} compositions of each true count from {shoes:,} shoes. "
        "Figures are the player's expectation and the standard deviation of a round in wagers, ± one standard error.",
    ]
    print("\n".join(lines), flush=True)
    with TemporaryDirectory() as scratch:
        folder = None if SHORT else cache_folder("benchmarks", "by-count")
        for game in SHORT_GAMES if SHORT else GAMES:
            lines += (new := tables(compare(game, rounds, compositions, shoes, folder or Path(scratch))))
            print("\n".join(new), flush=True)
    record("by_count", "\n".join(lines))


if __name__ == "__main__":
    main()
