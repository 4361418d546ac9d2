"""``lammer compare GAME GAME …``: sheets against sheets."""

from pathlib import Path
from typing import Any

from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.figures import Figures, Wanted, kept_measures, say_kept
from lammer.surfaces.cli.analysis.options import ShoeOptions
from lammer.surfaces.cli.options import write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.stopping import exit_code


def compare_sheets(sheets: list[Sheet], wanted: Wanted, *, json: bool, csv: Path | None) -> int:
    """Prints edges, differences to the first game and side bets. Ctrl-C prints the games that are done."""
    rows: list[dict[str, Any]] = []
    code = 0
    try:
        with Progress("games", len(sheets), prints=False) as progress:
            for sheet in sheets:
                rows.append(_row(sheet, wanted, rows[0]["house_edge"] if rows else None))
                progress.step()
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    if kept := sum(row["kept"] for row in rows):
        say_kept(f"{kept} of {len(rows)} games")
    if json:
        print_json(rows)
    elif csv is not None:
        heads = ("sheet", "house_edge", "difference", *(("sd", "at_risk") if wanted.spread else ()))
        write_csv(csv, [heads, *(tuple(row[name] for name in heads) for row in rows)])
    else:
        _print(rows, wanted)
    return code


def _row(sheet: Sheet, wanted: Wanted, first: float | None) -> dict[str, Any]:
    figures = Figures(sheet, wanted, ShoeOptions())
    row, kept = figures.edge()
    edge = row["house_edge"]
    row = row | {"difference": round(edge - (edge if first is None else first), 12)}
    if wanted.spread:
        more, spread_kept = figures.spread(progress=False)
        row, kept = row | more, kept and spread_kept
    if wanted.strategy == "composition":
        measures, bets_kept = kept_measures(sheet, fresh=wanted.fresh)
        row |= {"side_bets": measures["side_bets"], "refused": measures["refused"]}
        kept = kept and bets_kept
    return row | {"name": sheet.name, "kept": kept}


def _print(rows: list[dict[str, Any]], wanted: Wanted) -> None:
    columns = ("game", "shoe", "house edge", "difference", *(("sd",) if wanted.spread else ()))
    lines = [
        (row["sheet"], row["shoe"], percent(row["house_edge"]), percent(row["difference"], signed=True))
        + ((f"{row['sd']:.6f}",) if wanted.spread else ())
        for row in rows
    ]
    print_table(f"{wanted.strategy} play; differences to the first game", columns, lines)
    bets = [
        (row["sheet"], bet["name"], bet["paytable"], percent(bet["house_edge"]), f"{bet['hit_rate']:.4%}")
        for row in rows
        for bet in row.get("side_bets", [])
    ]
    if bets:
        print()
        print_table("side bets", ("game", "bet", "paytable", "house edge", "wins"), bets)
    for row in rows:
        for why in row.get("refused", []):
            print(f"{row['sheet']}: {why}")
