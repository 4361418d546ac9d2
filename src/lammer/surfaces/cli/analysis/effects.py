"""``lammer compare GAME --effects``: what every single change of a game is worth."""

from pathlib import Path

from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_game
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.figures import kept_measures, say_kept
from lammer.surfaces.cli.options import write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.stopping import exit_code
from lammer.workbench.effect_table import Effect, by_size, effects, single_changes
from lammer.workbench.measures import Measures

COLUMNS = ("change", "clause", "house edge", "difference", "side bets")


def compare_effects(game: str, set_: tuple[str, ...], *, json: bool, csv: Path | None, fresh: bool) -> int:
    """Prints the effects by size. Ctrl-C prints those that are done."""
    name, bracketed = split_game(game)
    overrides = (*bracketed, *set_)
    sheet, default = load_sheet(name, overrides), load_sheet(name)
    total = len(single_changes(sheet, default))
    found: list[Effect] = []
    done, kept, code = 0, 0, 0

    def measure(one: Sheet) -> Measures:
        nonlocal kept
        measured, is_kept = kept_measures(one, fresh=fresh)
        kept += is_kept
        return measured

    try:
        with Progress("changes", total, prints=False) as progress:
            for effect in effects(lambda texts: load_sheet(name, texts), overrides, measure):
                found += [effect] if effect is not None else []
                done += 1
                progress.step()
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    if kept:
        say_kept(f"the figures of {kept} games")
    _print(sheet.ref, by_size(found), f"{done} of {total}" if code else "", json=json, csv=csv)
    return code


def _print(ref: str, found: list[Effect], stopped: str, *, json: bool, csv: Path | None) -> None:
    if json:
        listed = [one.as_json() for one in found]
        print_json({"sheet": ref, "stopped": bool(stopped), "effects": listed})
    elif csv is not None:
        head = ("key", "value", "change", "clause", "house_edge", "difference")
        rows = [
            (one.key, one.value, one.change, one.clause, one.house_edge, one.difference["house_edge"]) for one in found
        ]
        write_csv(csv, [head, *rows])
    else:
        title = f"{ref}: what each single change is worth to the house, optimal play"
        if stopped:
            title += f" (stopped after {stopped} changes)"
        print_table(title, COLUMNS, [_row(one) for one in found])


def _row(one: Effect) -> tuple[str, ...]:
    edge, change = one.house_edge, one.difference["house_edge"]
    bets = [
        f"{bet['name']} {bet['paytable']} {percent(bet['difference'], signed=True)}"
        for bet in one.difference["side_bets"]
        if bet["difference"]
    ]
    return (
        f"{one.key}={one.change}",
        one.clause,
        "not analyzed" if edge is None else percent(edge),
        "" if change is None else percent(change, signed=True),
        ", ".join(bets),
    )
