"""``lammer protect``."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.api.counting import known_shoe
from lammer.api.kept_findings import KeptFindings, kept_findings
from lammer.api.protection import HEADER, bet_from_plain, cut_rows, guarded, has_loss, plain_bet, round_length
from lammer.api.protection import trigger_text as trigger
from lammer.api.shoes import ShoeChoice
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart
from lammer.surfaces.cli.analysis.eor import SideOption
from lammer.surfaces.cli.analysis.figures import say_kept
from lammer.surfaces.cli.analysis.options import FreshOption, prepare_analysis
from lammer.surfaces.cli.lights_note import say_lights_left_out
from lammer.surfaces.cli.options import AttachOption, JsonOption, SetOption, money_option, sheet_and_sides
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import REPEATED, GameArgument, SeatsOption, shared
from lammer.surfaces.cli.simulation.options import prepare_simulation
from lammer.surfaces.cli.stopping import exit_code

if TYPE_CHECKING:
    from lammer.counting.count_curve import Curves
    from lammer.counting.protection_finding import BetToGuard
    from lammer.counting.tags import Tags

protect_app = App(
    name="protect",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer protect sd-free-bet
  lammer protect sd-free-bet --side pot-of-gold --bet 100 --worth-less-than 25
  lammer protect sd-blackjack+lucky-ladies --side lucky-ladies --level 2 --json
  lammer protect sd-blackjack --side insurance --rounds-per-hour 80 --brief

A counter makes the bet only when the true count is at the trigger or beyond it.
Share: of all rounds; edge then: the player's, in the rounds that are bet.
Model exact: the cards that decide the bet are enumerated; curve: shoes as they
are on average at a count are analysed; linear: effects of removed cards are
added up. docs/protection.md states the model and where it deviates from
simulation.""",
)


@protect_app.default
def protect(
    game: GameArgument,
    *,
    side: SideOption = "",
    bet: Annotated[str, shared("--bet", "A side bet is made with the same amount, as far as its limit allows.")] = "25",
    rounds_per_hour: Annotated[float, Parameter(help="Rounds that are dealt in an hour.")] = 60.0,
    worth_less_than: Annotated[
        str, Parameter(help="Find the cut card with which a bet wins less than this in an hour.")
    ] = "10",
    seats: SeatsOption = 1,
    system: Annotated[
        tuple[str, ...], shared("--system", "Default: hi-lo, beside the bet's own best count.", **REPEATED)
    ] = (),
    level: Annotated[int, shared("--level", "It is that of a bet's own best count.")] = 1,
    true_count: Annotated[
        Literal["exact", "whole"], shared("--true-count", "whole: the trigger is a whole number.")
    ] = "exact",
    brief: Annotated[
        bool, Parameter(negative="", show_default=False, help="Only the triggers and the cut cards that are needed.")
    ] = False,
    fresh: FreshOption = False,
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> int:
    """What the main game, insurance and each side bet are worth to a card counter, by position of the cut card."""
    sheet, _ = sheet_and_sides(game, set_, (), attach)
    asked = guarded(
        sheet,
        side,
        bet=money_option("--bet", bet) / 100,
        rounds_per_hour=rounds_per_hour,
        worth_less_than=money_option("--worth-less-than", worth_less_than) / 100,
        level=level,
        true_count=true_count,
        seats=seats,
        systems=system,
    )
    say_lights_left_out(sheet)
    from lammer.counting.cards_per_round import CardsPerRound
    from lammer.counting.protection_finding import BetThreat, ProtectionFinding, each_threat

    of_chart, of_best_play = kept_findings(sheet, house_chart(sheet), fresh=fresh), kept_findings(sheet, fresh=fresh)
    length, _ = of_chart.found(f"cards per round, {seats} seats", lambda: _length(sheet, seats))
    found, refused, code = _bets(sheet, side, kept_findings(sheet, f"protect {side}", fresh=fresh))
    cards, threats = CardsPerRound(length[0], tuple(length[1])), list[BetThreat]()
    try:
        for one in each_threat(sheet, found, asked, cards, partial(_curves, sheet, of_best_play)):
            threats.append(one)
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    shoe = known_shoe(sheet, ShoeChoice()).text
    report = ProtectionFinding(sheet.ref, shoe, asked, cards, tuple(threats), refused).as_json()
    if json:
        print_json(report | {"stopped": bool(code)})
    else:
        _print(report, brief=brief, stopped=bool(code))
    return code


def _length(sheet: Sheet, seats: int) -> list[Any]:
    """The cards of a round, as a JSON value."""
    prepare_simulation("run_automaton")
    return list(round_length(sheet, seats))


def _bets(sheet: Sheet, side: str, kept: KeptFindings) -> "tuple[list[BetToGuard], dict[str, str], int]":
    """The bets with their effects of removal, kept or computed; why bets have none; and the exit code, if it was
    stopped."""
    was = kept.read("bets")
    if was is not None:
        say_kept("effects of removal")
        return [bet_from_plain(one) for one in was["bets"]], was["refused"], 0
    prepare_analysis("best_policies")
    from lammer.counting.finding import steps_of
    from lammer.counting.protection_finding import bets_to_guard, wanted_effects

    shoe, found, code = known_shoe(sheet, ShoeChoice()), list["BetToGuard"](), 0
    wanted, refused = wanted_effects(sheet, side)
    try:
        with Progress("shoes and bets", steps_of(sheet, shoe, wanted), prints=False) as progress:
            for one in bets_to_guard(sheet, shoe, wanted, refused, progress.step):
                found.append(one)
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    if not code:
        kept.write("bets", {"bets": [plain_bet(one) for one in found], "refused": refused})
    return found, refused, code


def _curves(sheet: Sheet, kept: KeptFindings, tags: "Tags") -> "Curves":
    """The curves of a count, kept or computed."""

    def compute() -> "Curves":
        prepare_analysis("best_policies")
        from lammer.counting.count_curve import TILTS, count_curves

        with Progress(f"mean shoes of {tags}", len(TILTS), prints=False) as progress:
            return count_curves(sheet, known_shoe(sheet, ShoeChoice()).by_value, tags, progress.step)

    found: Curves = kept.found(f"curves, {tags}", compute)[0]
    return found


def _print(report: dict[str, Any], *, brief: bool, stopped: bool) -> None:
    from lammer.counting.protection import LOSES

    seats = "1 seat" if report["seats"] == 1 else f"{report['seats']} seats"
    about = f"{report['rounds_per_hour']:g} rounds an hour, {report['cards_per_round']:.2f} cards a round, {seats}"
    more = " (stopped: some bets are missing)" if stopped else ""
    rows = [_trigger_row(bet, count) for bet in report["bets"] for count in bet["counts"]]
    columns = ("bet", "expectation", "wager", "count", "tags", "correlation", "model", "trigger", "decks behind needed")
    title = f"{report['sheet']}, {report['shoe']}, {about}{more}"
    if rows:
        print_table(title, columns, rows)
        amount = f"{report['worth_less_than']:g}"
        print(f"decks behind needed: with so many behind the cut card it wins less than {amount} an hour")
    else:
        print(title)
    if rows and not brief:
        dropped = {"model", "correlation", "trigger"}
        kept = [place for place, name in enumerate(HEADER) if name not in dropped]
        cuts = [tuple(row[place] for place in kept) for bet in report["bets"] for row in cut_rows(bet)]
        print_table("\nby decks behind the cut card", tuple(HEADER[place] for place in kept), cuts)
    if has_loss(report["bets"]):
        print(LOSES)
    for bet in report["bets"]:
        if "why" in bet:
            print(f"{bet['bet']}: {bet['why']}")
    for name, why in report["refused"].items():
        print(f"{name}: {why}")


def _trigger_row(bet: dict[str, Any], count: dict[str, Any]) -> tuple[str, ...]:
    needed = count["decks_behind_needed"]
    behind = "no cut card" if needed is None else f"{needed:g}" if needed else "any"
    tags = " ".join(f"{card}{tag:+g}" for card, tag in count["tags"].items())
    figures = f"{count['correlation']:.3f}", count["model"], trigger(count), behind
    return bet["bet"], percent(bet["ev"], signed=True), f"{bet['wager']:g}", count["count"], tags, *figures
