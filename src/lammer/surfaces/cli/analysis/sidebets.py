"""``lammer sidebets``."""

import sys
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.api.shoes import ShoeChoice
from lammer.cards.card import VALUE_LETTERS
from lammer.rules.meters import MeterFinding, meter_finding
from lammer.rules.outcome_chances import outcome_chances
from lammer.rules.parlays import ParlayCell, ParlayFinding
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards, whole_decks
from lammer.rules.sidebets import Outcome, SideBetFinding, StreakFinding, fixed_side_bets
from lammer.surfaces.cli.analysis.figures import say_kept
from lammer.surfaces.cli.analysis.lights import lights_figures, print_lights, stake_of
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, kept_for, play_of, prepare_analysis
from lammer.surfaces.cli.options import BadOption, money_option
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.shared import REPEATED, GameArgument, PartialOption, StrategyOption, shared

if TYPE_CHECKING:
    from lammer.exact.combined_play import Flip, JointFinding

    Row = tuple[SideBetFinding, JointFinding | MeterFinding | None]

sidebets_app = App(
    name="sidebets",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer sidebets sd-free-bet
  lammer sidebets sd-free-bet --plays joint --ratio 0.5 --brief
  lammer sidebets free-money --remove "5c 5d 6h" --brief
  lammer sidebets sd-blackjack+war
  lammer sidebets sd-blackjack+ten-sticks-21 --bet 25
  lammer sidebets sd-blackjack+blazing-7s --decks 8 --meter meter=25000 --json""",
)


@sidebets_app.default
def sidebets(
    game: GameArgument,
    *,
    plays: Annotated[
        Literal["main", "joint"],
        Parameter(
            help="main: play is optimal for the main game alone; joint: for the main game and a lammer bet together."
        ),
    ] = "main",
    ratio: Annotated[
        float | None, Parameter(help="With joint play: the side wager per main wager of 1 (default 1).")
    ] = None,
    meter: Annotated[tuple[str, ...], shared("--meter", **REPEATED)] = (),
    bet: Annotated[
        str, shared("--bet", "It matters only with lights; default: the table minimum.", show_default=False)
    ] = "",
    brief: Annotated[bool, Parameter(negative="", show_default=False, help="Only the edges.")] = False,
    strategy: StrategyOption = "composition",
    partial: PartialOption = False,
    fresh: FreshOption = False,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008
) -> None:
    """Every side bet of a game: the probability and pay of each outcome, and the house edge."""
    sheet = options.sheet(game)
    _refuse(sheet, plays, ratio, strategy)
    wager = stake_of(sheet, bet)
    meters = _meters(sheet, meter)
    kept = kept_for(strategy, sheet, options, partial=partial, fresh=fresh)
    of_play, was_kept = kept.found("side bets", lambda: _of_play(sheet, strategy, options, partial))
    if was_kept and plays == "main" and of_play["on_play"]:
        say_kept("bets that depend on play")
    rows: list[Row] = [(_finding(one), None) for one in of_play["on_play"]]
    if plays == "joint":
        rows = [*_joint(sheet, options, 1.0 if ratio is None else ratio), *(row for row in rows if row[0].streak)]
    whole = was_kept and options.choice() == ShoeChoice()  # a whole shoe that was found large enough before
    shoe = whole_decks(sheet.rules.shoe.decks) if whole else options.choice().cards_left(sheet)
    refused: dict[str, str] = {}
    fixed = (_with_parlay(found, of_play["parlays"]) for found in fixed_side_bets(sheet, meters, shoe, refused))
    rows.extend((found, _meter(sheet, found, meters, shoe)) for found in fixed)
    _say_refused(refused, some=bool(rows))
    lights = lights_figures(sheet, wager, kept, strategy, options, partial=partial)
    if options.json:
        about = {"sheet": sheet.ref, "decks": sheet.rules.shoe.decks, "shoe": of_play["shoe"], "strategy": strategy}
        about |= {"kept": was_kept and plays == "main"}
        entries = [found.as_json() | _more(more) for found, more in rows]
        print_json([entry | about for entry in (*entries, *([lights] if lights else []))])
        return
    if brief:
        edges = [row for found, _ in rows for row in _edges(found)]
        edges += [("lights", one["name"], percent(one["house_edge"])) for one in (lights["plays"] if lights else ())]
        print_table(f"{sheet.ref}, {of_play['shoe']}: side bets", ("bet", "paytable", "house edge"), edges)
        return
    print(f"{sheet.ref}, {of_play['shoe']}\n")
    for found, more in rows:
        _print(found)
        _print_more(more)
        print()
    if lights:
        print_lights(lights)


def _of_play(sheet: Sheet, strategy: str, options: ShoeOptions, partial: bool) -> dict[str, Any]:
    """The shoe in words, and the bets that depend on the play of the main game."""
    prepare_analysis("best_policies")
    from lammer.exact.parlays import with_parlays
    from lammer.exact.sidebets import bets_on_play, check_side_bets, depend_on_play

    check_side_bets(sheet)
    shoe = options.choice().cards_left(sheet)
    _, words = options.cards(sheet)
    if not depend_on_play(sheet) and all(bet.parlay is None for bet in sheet.side_bets.values()):
        return {"shoe": words, "on_play": [], "parlays": []}
    table, _ = options.game(sheet, play_of(strategy, sheet, options, partial))
    bets = [(found.id, found.paytable, found.outcomes, found.streak) for found in bets_on_play(sheet, table)]
    fixed = with_parlays(sheet, table, shoe, fixed_side_bets(sheet, shoe=shoe, refused={}))
    parlays = [(found.id, found.paytable, *found.parlay) for found in fixed if found.parlay is not None]
    return {"shoe": words, "on_play": bets, "parlays": parlays}


def _say_refused(refused: dict[str, str], *, some: bool) -> None:
    """Says on standard error why bets are left out; if no bet is left, refuses the command."""
    if refused and not some:
        raise BadOption("; ".join(refused.values()))
    for bet_id, why in refused.items():
        print(f"lammer: {bet_id} is left out: {why}", file=sys.stderr)


def _finding(kept: Any) -> SideBetFinding:
    bet_id, paytable, outcomes, streak = kept
    about = StreakFinding(*streak) if streak else None
    return SideBetFinding(bet_id, paytable, tuple(Outcome(*one) for one in outcomes), streak=about)


def _with_parlay(found: SideBetFinding, kept: Any) -> SideBetFinding:
    """The finding with the figures of its parlays, if it has any."""
    for bet_id, paytable, alone, cells in kept:
        if (bet_id, paytable) == (found.id, found.paytable):
            return found._replace(parlay=ParlayFinding(alone, tuple(ParlayCell(*cell) for cell in cells)))
    return found


def _edges(found: SideBetFinding) -> Iterator[tuple[str, str, str]]:
    yield found.id, found.paytable, percent(found.house_edge)
    if found.parlay is not None:
        yield found.id, f"{found.paytable}, best parlays", percent(found.parlay.best)
    for one in found.up_cards:
        yield found.id, f"{found.paytable}, up card {one.up}", percent(one.house_edge)


def _refuse(sheet: Sheet, plays: str, ratio: float | None, strategy: str) -> None:
    if plays == "joint" and strategy != "composition":
        raise BadOption("--plays joint computes its own strategy: leave out --strategy")
    if plays == "joint" and all(bet.lammers is None for bet in sheet.side_bets.values()):
        raise BadOption(f"--plays joint: {sheet.id} has no bet on lammers that play could change")
    if ratio is not None and plays != "joint":
        raise BadOption("--ratio is the wager ratio of joint play: add --plays joint")
    if ratio is not None and not (isfinite(ratio) and ratio >= 0):
        raise BadOption(f"--ratio {ratio}: write the side wager for a main wager of 1, 0 or more")


def _meters(sheet: Sheet, texts: tuple[str, ...]) -> dict[str, int]:
    known = {level for jackpot in sheet.jackpots.values() for level in jackpot.levels}
    found: dict[str, int] = {}
    for text in texts:
        level, equals, amount = text.partition("=")
        if not equals or level not in known:
            raise BadOption(
                f"--meter {text}: write LEVEL=AMOUNT; this game has {', '.join(sorted(known)) or 'no meter'}"
            )
        if level in found:
            raise BadOption(f"--meter {text}: {level} is given twice")
        found[level] = money_option(f"--meter {level}", amount)
    return found


def _meter(sheet: Sheet, found: SideBetFinding, meters: dict[str, int], shoe: ShoeCards) -> MeterFinding | None:
    if found.id not in sheet.jackpots:
        return None
    bet = sheet.side_bets[found.id]
    return meter_finding(bet, bet.paytables[found.paytable], outcome_chances(bet, sheet.rules, shoe), meters)


def _joint(sheet: Sheet, options: ShoeOptions, ratio: float) -> "list[Row]":
    from lammer.exact.combined_play import joint
    from lammer.exact.play import Optimal
    from lammer.exact.sidebets import bets_on_lammers, lammer_outcomes

    table, _ = options.game(sheet, Optimal())
    found: list[Row] = []
    for bet_id, bet in bets_on_lammers(sheet).items():
        for name, paytable in bet.paytables.items():
            together = joint(table, bet, paytable, ratio)
            found.append((SideBetFinding(bet_id, name, lammer_outcomes(bet, paytable, together.chances)), together))
    return found


def _more(more: "JointFinding | MeterFinding | None") -> dict[str, Any]:
    if more is None:
        return {}
    if isinstance(more, MeterFinding):
        return {"meter": more.as_json()}
    flips = [
        {"ratio": round(flip.ratio, 12), "hand": _hand(flip), "up": VALUE_LETTERS[flip.up]}
        | {"before": flip.before, "after": flip.after}
        for flip in more.flips
    ]
    return {"plays": "joint", "ratio": more.ratio, "main_house_edge": round(-more.main, 12), "flips": flips}


def _hand(flip: "Flip") -> str:
    return ",".join(VALUE_LETTERS[value] for value in flip.hand)


def _print(found: SideBetFinding) -> None:
    rows = [(one.name, f"{one.probability:.9f}", f"{one.pays:+,.2f}".rstrip("0").rstrip(".")) for one in found.outcomes]
    print_table(
        f"{found.id} {found.paytable}: house edge {percent(found.house_edge)}", ("outcome", "chance", "net"), rows
    )
    if found.streak:
        print(_streak_text(found.streak))
    if found.up_cards:
        print("That is the edge for a player who always places it. It is placed after the up card:")
        by_up = [(one.up, f"{one.offered:.9f}", percent(one.house_edge)) for one in found.up_cards]
        print_table(f"{found.id} {found.paytable} by up card", ("up card", "offered", "house edge"), by_up)
    if found.assumes:
        print(f"The chances assume that {found.assumes}.")
    if found.parlay is not None:
        _print_parlay(found.parlay)


def _print_parlay(found: ParlayFinding) -> None:
    edges = f"{percent(found.best)} with best parlays, {percent(found.always)} if the player always parlays"
    print(f"The winnings may join the main wager. House edge, per side wager: {edges}.")
    ups = sorted({cell.up for cell in found.cells}, key=lambda up: up if up > 1 else 11)
    rows = []
    for first in sorted({cell.first for cell in found.cells}):
        worths = {cell.up: cell for cell in found.cells if cell.first == first}
        shown = [f"{worths[up].worth:+.4f}{'*' * worths[up].parlays}" if up in worths else "" for up in ups]
        rows.append((VALUE_LETTERS[first], *shown))
    heads = ("first", *(VALUE_LETTERS[up] for up in ups))
    print_table("value of the main game by first card and up card; * the best player adds the winnings", heads, rows)


def _streak_text(found: StreakFinding) -> str:
    chances = f"A round is won {found.win:.6%}, pushed {found.push:.6%} and lost {found.loss:.6%} of the time"
    decided = f"{found.decided:.6%} of the rounds that are not pushed are won"
    return f"{chances}: {decided}. The bet is settled after {found.rounds:.4f} rounds on average."


def _print_more(more: "JointFinding | MeterFinding | None") -> None:
    if isinstance(more, MeterFinding):
        _print_meter(more)
    elif more is not None:
        main = percent(-more.main)
        print(f"best joint play, {more.ratio:g} on the side for 1 on the main bet; house edge of the main game {main}")
        if more.flips:
            rows = [
                (_hand(flip), VALUE_LETTERS[flip.up], f"{flip.ratio:.6f}", f"{flip.before} → {flip.after}")
                for flip in more.flips
            ]
            print_table("hands whose best play changes at a ratio", ("hand", "up", "ratio", "play"), rows)


def _print_meter(more: MeterFinding) -> None:
    print(f"returns {more.without_meters:.6%} without meters, {more.returned:.6%} with the current meters")
    for award in more.awards:
        print(f"  {award.outcome} pays {award.percent}% of {award.level}, once in {award.wagers_between:,.1f} wagers")
    for one in more.levels:
        print(f"  {one.level} returns {1000 * one.share:.6%} for each 1,000 wagers on it, ", end="")
        print(f"and the bet breaks even when the meter reaches {one.break_even:,.2f} times the wager")
    for stake, cost in more.envy.items():
        print(f"  Lucky George costs the house {cost:.6%} of a wager of {stake / 100:g} more, paid to the tip pool")
