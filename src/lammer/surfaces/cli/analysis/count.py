"""``lammer count``."""

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.api.counting import asked_counts, known_shoe, points
from lammer.api.kept_findings import kept_findings
from lammer.surfaces.cli.analysis.figures import say_kept
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, prepare_analysis
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import REPEATED, GameArgument, shared
from lammer.surfaces.cli.stopping import exit_code

count_app = App(
    name="count",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer count sd-blackjack
  lammer count sd-free-bet --system hi-lo --system rf-l2 --level 1
  lammer count sd-blackjack+lucky-ladies --side lucky-ladies --json
  lammer count sd-free-bet --brief
  lammer count sd-blackjack --tags A=-1,5=2,6=1,T=-1 --penetration 0.8

Betting and insurance are correlations, playing is the playing efficiency.
docs/counting.md defines every figure.""",
)
PenetrationOption = Annotated[
    float | None, Parameter(show_default=False, help="The part of the shoe in front of the cut card (0.75).")
]


@count_app.default
def count(
    game: GameArgument,
    *,
    system: Annotated[tuple[str, ...], shared("--system", "Default: all.", **REPEATED)] = (),
    tags: Annotated[
        str | None,
        Parameter(
            show_default=False,
            allow_leading_hyphen=True,
            help="Tags of your own: by value like A=-1,2=1,T=-1, or ten like -1,1,1,1,1,1,0,0,0,-1.",
        ),
    ] = None,
    side: Annotated[
        str, Parameter(name="--side", show_default=False, help="Only this side bet, with all its paytables.")
    ] = "",
    level: Annotated[int, shared("--level", "It is that of counts for the main game and a side bet together.")] = 2,
    penetration: PenetrationOption = None,
    brief: Annotated[
        bool, Parameter(negative="", show_default=False, help="One line for each side bet, without the systems.")
    ] = False,
    fresh: FreshOption = False,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> int:
    """The best counts for a game and its side bets, and how well published systems serve them."""
    sheet = options.sheet(game)
    asked = asked_counts(sheet, system, tags, side, level, penetration)
    kept = kept_findings(sheet, f"count {asked!r}", options.choice(), fresh=fresh)

    report, stops = kept.read("count"), list[KeyboardInterrupt]()
    if report is not None:
        say_kept("counts")
    else:
        prepare_analysis("best_policies")
        from lammer.counting.count_finding import counts_of
        from lammer.counting.finding import steps_of

        shoe = known_shoe(sheet, options.choice())
        with Progress("shoes and bets", steps_of(sheet, shoe), prints=False) as progress:
            report = counts_of(sheet, shoe, asked, progress.step, stops.append).as_json()
        if not stops:
            kept.write("count", report)
    if options.json:
        print_json(report)
    elif brief:
        _print_brief(report)
    else:
        _print(report)
    return exit_code(stops[0]) if stops else 0


def _print(report: dict[str, Any]) -> None:
    play = f", play {report['play']}" if report["play"] else ""
    cut = f"cut card after {report['penetration']:.0%} of the shoe"
    if report["counts"]:
        rows = [_row(one) for one in report["counts"]]
        columns = ("count", "tags", "per deck", "betting", "playing", "insurance")
        print_table(f"{report['sheet']}, {report['shoe']}{play}, {cut}", columns, rows)
    for bet in report["side_bets"]:
        print()
        _print_bet(bet)
    for bet, why in report["refused"].items():
        print(f"{bet}: {why}")


def _print_brief(report: dict[str, Any]) -> None:
    """How countable each side bet is. Correlations are those of balanced counts of one level."""
    rows = []
    for bet in report["side_bets"]:
        shared, own = bet.get("with_main_game"), ""
        if shared:
            own = next(
                f"{one['correlation']:.3f}"
                for one in bet["best"]
                if one["balanced"] and one["level"] == shared["level"]
            )
        rows.append(
            (
                bet["bet"],
                percent(bet["ev"], signed=True),
                points(bet["deviation"]).removeprefix("+"),
                f"{bet['win_per_100_rounds']:.4f}",
                own,
                f"{shared['main_on_bet']:.3f}" if shared else "",
                f"{shared['both_on_bet']:.3f} {shared['both_on_main']:.3f}" if shared else "",
            )
        )
    columns = ("bet", "expectation", "sd", "wins per 100", "own count", "main count", "both: bet, main")
    print_table(f"{report['sheet']}, {report['shoe']}: how countable side bets are", columns, rows)
    for bet, why in report["refused"].items():
        print(f"{bet}: {why}")


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    figures = ("" if one[key] is None else f"{one[key]:.3f}" for key in ("betting", "playing", "insurance"))
    return one["name"], _tags(one["tags"]), f"{one['per_deck']:+g}" if one["per_deck"] else "0", *figures


def _tags(tags: dict[str, float]) -> str:
    return " ".join(f"{card}{tag:+g}" for card, tag in tags.items() if tag) or "none"


def _print_bet(bet: dict[str, Any]) -> None:
    sd, won = points(bet["deviation"]).removeprefix("+"), bet["win_per_100_rounds"]
    about = f"{bet['bet']}: expectation {percent(bet['ev'], signed=True)}, sd of the effects {sd} points"
    print(f"{about}; knowing every card wins {won:.4f} wagers in 100 rounds")
    if "why" in bet:
        print(f"  {bet['why']}")
        return
    print_table("", ("count", "tags", "correlation"), list(_bet_rows(bet)))


def _bet_rows(bet: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for one in bet["best"]:
        balance = "balanced" if one["balanced"] else "any sum"
        yield f"best of level {one['level']}, {balance}", _tags(one["tags"]), f"{one['correlation']:.3f}"
    by_card = bet.get("by_card")
    if by_card:
        yield f"best of level {by_card['level']}, by card", _tags(by_card["tags"]), f"{by_card['correlation']:.3f}"
    shared = bet.get("with_main_game")
    if shared:
        level = shared["level"]
        yield f"main game's of level {level}", "", f"{shared['main_on_bet']:.3f}"
        yield f"own of level {level}, on the main game", "", f"{shared['own_on_main']:.3f}"
        both = f"{shared['both_on_bet']:.3f}, main game {shared['both_on_main']:.3f}"
        yield f"best of level {level} for both", _tags(shared["both"]), both
