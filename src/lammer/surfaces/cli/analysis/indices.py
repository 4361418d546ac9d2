"""``lammer indices``."""

from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.api.counting import known_shoe
from lammer.api.indices import asked_indices, threshold_text
from lammer.api.kept_findings import kept_findings
from lammer.surfaces.cli.analysis.count import PenetrationOption
from lammer.surfaces.cli.analysis.figures import say_kept
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, prepare_analysis
from lammer.surfaces.cli.lights_note import say_lights_left_out
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import CountOption, GameArgument, TrueCountOption
from lammer.surfaces.cli.stopping import exit_code

indices_app = App(
    name="indices",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer indices sd-free-bet
  lammer indices sd-blackjack --count hi-opt-2 --top 18
  lammer indices sd-blackjack --decks 2 --true-count truncate --penetration 0.65
  lammer indices sd-free-bet --count A=-1,5=2,6=1,T=-1 --json

Own hands and hands on a lammer are listed apart. The gain is in wagers, with
flat bets. docs/counting.md has the formula.""",
)
STAKES = {"own": "own hands", "lammer": "hands on a lammer"}


@indices_app.default
def indices(
    game: GameArgument,
    *,
    count: CountOption = "hi-lo",
    true_count: TrueCountOption = "floor",
    penetration: PenetrationOption = None,
    top: Annotated[int, Parameter(help="List so many plays of each kind, the largest gain first; 0: all.")] = 20,
    fresh: FreshOption = False,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> int:
    """The true counts at which another play becomes better, how often, and what varying it gains."""
    if top < 0:
        raise BadOption(f"--top {top}: write a number of plays, or 0 for all")
    sheet = options.sheet(game)
    say_lights_left_out(sheet)
    asked = asked_indices(count, true_count, penetration)
    kept = kept_findings(sheet, f"indices {asked!r}", options.choice(), fresh=fresh)
    report, code = kept.read("indices"), 0
    if report is not None:
        say_kept("index plays")
    else:
        prepare_analysis("best_policies")
        from lammer.counting.index_finding import indices_of, insurance_only, steps_of_indices

        shoe = known_shoe(sheet, options.choice())
        try:
            with Progress("shoes", steps_of_indices(shoe), prints=False) as progress:
                report = indices_of(sheet, shoe, asked, progress.step).as_json()
            kept.write("indices", report)
        except KeyboardInterrupt as stop:
            report, code = insurance_only(sheet, shoe, asked).as_json(), exit_code(stop)
    if options.json:
        print_json(report)
    else:
        _print(report, top)
    return code


def _print(report: dict[str, Any], top: int) -> None:
    cut = f"cut card after {report['penetration']:.0%} of the shoe"
    print(f"{report['sheet']}, {report['shoe']}, {report['count']}, true count by {report['true_count']}, {cut}")
    if report["stopped"]:
        print("stopped: only the index of insurance is known")
    for stake, title in STAKES.items() if not report["stopped"] else ():
        plays = [one for one in report["index_plays"] if one["stake"] == stake]
        _print_plays(title, plays, top or len(plays), report["gain_per_100_rounds"][stake])
    if report["insurance"]:
        _print_rows("insurance, in original wagers", report["insurance"])
    else:
        print(f"insurance: {'this count tells nothing about it' if report['offers_insurance'] else 'not offered'}")


def _print_plays(title: str, plays: list[dict[str, Any]], top: int, gain: float) -> None:
    if not plays:
        print(f"{title}: no play is worth varying")
        return
    listed = f", the first {top} of {len(plays)}" if top < len(plays) else ""
    _print_rows(f"{title}: {gain:.4f} wagers per 100 rounds in {len(plays)} plays{listed}", plays[:top])


def _print_rows(title: str, plays: list[dict[str, Any]]) -> None:
    rows = [
        (
            f"{one['hand']} v {one['up']}",
            one["play"],
            one["other"],
            threshold_text(one["count"], above=one["when"] == "at or above"),
            f"{one['index']:+z.2f}",
            f"{one['per_100_rounds']:.4f}",
            f"{one['gain_per_100_rounds']:.5f}",
        )
        for one in plays
    ]
    print_table(title, ("hand", "play", "becomes", "with the count", "index", "per 100 rounds", "gain per 100"), rows)
