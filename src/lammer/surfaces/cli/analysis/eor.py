"""``lammer eor``."""

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.api.counting import known_shoe, points, wanted_bets
from lammer.api.kept_findings import kept_findings
from lammer.cards.card import VALUE_LETTERS
from lammer.surfaces.cli.analysis.figures import say_kept
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, prepare_analysis
from lammer.surfaces.cli.lights_note import say_lights_left_out
from lammer.surfaces.cli.options import csv_file, write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import CsvOption, GameArgument
from lammer.surfaces.cli.stopping import exit_code

eor_app = App(
    name="eor",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer eor sd-free-bet
  lammer eor sd-free-bet --side pot-of-gold --json
  lammer eor sd-blackjack+lucky-ladies --side lucky-ladies
  lammer eor sd-blackjack --decks 8 --remove "Ah Ad" --csv effects.csv

Effects are changes of the player's expectation when one card leaves the shoe.
Play: optimal for each shoe, or the best chart of the full shoe held fixed.
docs/counting.md defines the figures.""",
)
COLUMNS = tuple(VALUE_LETTERS.values())
SideOption = Annotated[
    str, Parameter(name="--side", show_default=False, help="Only this side bet, with all its paytables, or insurance.")
]


@eor_app.default
def eor(
    game: GameArgument,
    *,
    side: SideOption = "",
    csv: CsvOption = None,
    fresh: FreshOption = False,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> int:
    """The exact effect of each card's removal on the main game, insurance and every side bet."""
    csv_file(csv, json=options.json)
    sheet = options.sheet(game)
    wanted = wanted_bets(sheet, side)
    say_lights_left_out(sheet)
    kept = kept_findings(sheet, f"eor {side}", options.choice(), fresh=fresh)
    report, code = kept.read("eor"), 0
    if report is not None:
        say_kept("effects of removal")
    else:
        prepare_analysis("best_policies")
        from lammer.counting.finding import EffectsFinding, each_effect, steps_of

        shoe, refused, found = known_shoe(sheet, options.choice()), dict[str, str](), []
        try:
            with Progress("shoes and bets", steps_of(sheet, shoe, wanted), prints=False) as progress:
                for one in each_effect(sheet, shoe, wanted, refused, progress.step):
                    found.append(one)
        except KeyboardInterrupt as stop:
            code = exit_code(stop)
        report = EffectsFinding(sheet.ref, shoe.text, tuple(found), refused).as_json() | {"stopped": bool(code)}
        if not code:
            kept.write("eor", report)
    _show(report, json=options.json, csv=csv)
    return code


def _show(report: dict[str, Any], *, json: bool, csv: Path | None) -> None:
    if json:
        print_json(report)
    elif csv is not None and report["stopped"] and not report["effects"]:
        print("lammer: stopped before any bet was done; nothing is written", file=sys.stderr)
    elif csv is not None:
        if report["stopped"]:
            print("lammer: stopped; some bets are missing", file=sys.stderr)
        write_csv(csv, [("bet", "paytable", "play", "card", "effect"), *_csv_rows(report)])
    else:
        _print(report)


def _csv_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (one["bet"], one["paytable"], one["play"], card, f"{effect:.12f}")
        for one in report["effects"]
        for card, effect in one.get("by_card", one["by_value"]).items()
    ]


def _print(found: dict[str, Any]) -> None:
    title = f"{found['sheet']}, {found['shoe']}: effect of one card less on the player's expectation, percentage points"
    if found["stopped"]:
        title += " (stopped: some bets are missing)"
    rows = [
        (
            f"{one['bet']} {one['paytable']}".rstrip(),
            one["play"],
            percent(one["ev"], signed=True),
            *(points(one["by_value"].get(letter)) for letter in COLUMNS),
            points(one["total"]),
            points(one["deviation"]).removeprefix("+"),
        )
        for one in found["effects"]
    ]
    print_table(title, ("bet", "play", "expectation", *COLUMNS, "sum", "sd"), rows)
    for one in found["effects"]:
        if "by_card" in one:
            _print_by_card(one)
    if found["effects"]:
        print("sum: over all cards of the shoe, 0 for fixed play; sd: standard deviation over them.")
    for bet, why in found["refused"].items():
        print(f"{bet}: {why}")


def _print_by_card(one: dict[str, Any]) -> None:
    """Cards with the same effect on one line."""
    by_effect: dict[str, list[str]] = {}
    for card, effect in one["by_card"].items():
        by_effect.setdefault(points(effect), []).append(card)
    name = f"{one['bet']} {one['paytable']}".rstrip() + (f", {one['play']}" if one["play"] else "")
    print_table(f"{name}: by card", ("effect", "cards"), [(key, " ".join(cards)) for key, cards in by_effect.items()])
