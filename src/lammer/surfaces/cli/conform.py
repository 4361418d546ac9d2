"""``lammer conform``."""

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from lammer.surfaces.cli.completing import games
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import examples
from lammer.surfaces.cli.simulation.options import prepare_simulation

if TYPE_CHECKING:
    from lammer.conformance.kit import Verdict
    from lammer.conformance.listing import Case

conform_app = App(
    name="conform",
    help_format="plaintext",
    help_epilogue=examples(
        "lammer conform sd-free-bet --quick --part replay --part views",
        "lammer conform push-22 --quick --part payments",
    ),
)
GamesArgument = Annotated[
    tuple[str, ...],
    Parameter(
        help="Games, side bets, game+sidebet or paths to sheets; without one, every sheet and combination.",
        completer=games,
    ),
]


@conform_app.default
def conform(
    games: GamesArgument = (),
    /,
    *,
    quick: Annotated[
        bool, Parameter(name="--quick", negative="", show_default=False, help="Deal less; for a first look.")
    ] = False,
    part: Annotated[
        tuple[str, ...],
        Parameter(
            name="--part",
            negative="",
            consume_multiple=False,
            show_default=False,
            help="Only this part: play, replay, views, payments, small-shoes, kernel, simulated. Repeat for more.",
        ),
    ] = (),
    set_: SetOption = (),
    attach: AttachOption = (),
    json: JsonOption = False,
) -> int:
    """Test sheets, your own too, by the conformance kit: any legal play conserves cards and money, records replay to
    the same bytes, views show no hidden card, side bets are paid as their text says, exact chances are those of every
    order of a small shoe, the simulator deals as the table does, and exact and simulated edges agree. A side bet is
    tested with a game of each kind that it fits, and every paytable is posted once. Exit code 1 if there is a fault."""
    prepare_simulation()
    from lammer.conformance.kit import PARTS, QUICK, USUAL
    from lammer.conformance.kit import conform as verdicts
    from lammer.conformance.listing import Case

    unknown = [name for name in part if name not in PARTS]
    if unknown:
        raise BadOption(f"--part {unknown[0]}: the parts are {', '.join(PARTS)}")
    if attach and not games:
        raise BadOption("--attach: name the game that the side bet is attached to")
    found: list[tuple[Case, Verdict]] = []
    for case in _cases(tuple(attached(game, attach) for game in games)):
        sheet = Case(case.game, (*case.overrides, *set_)).sheet()
        for verdict in verdicts(sheet, QUICK if quick else USUAL, part or tuple(PARTS)):
            found.append((case, verdict))
            if not json:
                _print_at_once(case, verdict)
    if json:
        print_json([{"sheet": str(case), **verdict._asdict(), "passed": verdict.passed} for case, verdict in found])
    else:
        _print_summary(found)
    return 1 if any(verdict.faults for _, verdict in found) else 0


def _cases(names: tuple[str, ...]) -> "list[Case]":
    from lammer.conformance.listing import all_cases, cases_of

    return [case for name in names for case in cases_of(name)] if names else all_cases()


def _print_at_once(case: "Case", verdict: "Verdict") -> None:
    for fault in verdict.faults:
        print(f"FAULT  {case}  {verdict.part}: {fault}")
    sys.stdout.flush()


def _print_summary(found: "list[tuple[Case, Verdict]]") -> None:
    rows = []
    for part in dict.fromkeys(verdict.part for _, verdict in found):
        of_part = [(case, verdict) for case, verdict in found if verdict.part == part]
        looked = sum(verdict.looked for _, verdict in of_part)
        faulty = sum(bool(verdict.faults) for _, verdict in of_part)
        skipped = sum(not verdict.looked for _, verdict in of_part)
        rows.append((part, str(len(of_part)), f"{looked:,}", str(faulty), str(skipped)))
    print_table("", ("part", "sheets", "compared", "with faults", "does not run"), rows)
    for case, verdict in found:
        if verdict.refused:
            extent = "not all compared" if verdict.looked else "not compared"
            print(f"{case}  {verdict.part}: {extent}: {verdict.refused}")
