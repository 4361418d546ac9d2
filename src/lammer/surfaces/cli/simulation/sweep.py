"""``lammer sweep``."""

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.surfaces.cli.analysis.options import VaryOption
from lammer.surfaces.cli.completing import charts
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached, csv_file, write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.shared import (
    NAMED_CHARTS,
    REPEATED,
    CsvOption,
    GameArgument,
    PartialOption,
    SeatsOption,
    shared,
)
from lammer.surfaces.cli.simulation.combinations import (
    combined,
    dealt,
    figures,
    posted_games,
    seeds_option,
    with_pools,
)
from lammer.surfaces.cli.simulation.engines import engine_for
from lammer.surfaces.cli.simulation.options import Dealing, prepare_simulation, rounds_option
from lammer.surfaces.cli.stopping import stopped_code

sweep_app = App(
    name="sweep",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer sweep sd-free-bet free-money --vary dealer.soft_17=hit,stand \\
    --rounds 1e6
  lammer sweep sd-free-bet --strategy house --strategy standard --paired \\
    --rounds 1e5
  lammer sweep sd-blackjack --shoe cut --seed 1-3 --rounds 1e5 --csv edges.csv
  lammer sweep sd-free-bet --seed 1-2 --rounds 1e6 --save sums  # can go on

On a Dask cluster: --cluster tcp://HOST:8786, or --cluster local.""",
)


@Parameter(name="*")
@dataclass(frozen=True)
class Swept:
    """The options that are combined."""

    vary: VaryOption = ()
    attach: AttachOption = ()
    set_: SetOption = ()
    strategy: Annotated[
        tuple[str, ...], shared("--strategy", f"{NAMED_CHARTS} Repeat for more.", completer=charts, **REPEATED)
    ] = ("house",)
    partial: PartialOption = False
    seeds: Annotated[str, shared("--seed", "Several seeds: 1,2,3 or 1-5, each with its own rounds.")] = "1"
    seats: SeatsOption = 1


@sweep_app.default
def sweep(
    game: GameArgument,
    *more: Annotated[str, Parameter(help="More games.")],
    swept: Swept = Swept(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
    dealing: Dealing = Dealing(),  # noqa: B008
    paired: Annotated[
        bool,
        Parameter(
            negative="", show_default=False, help="Deal every game the cards of the first one, and print differences."
        ),
    ] = False,
    save: Annotated[Path | None, shared("--save", "A folder.")] = None,
    json: JsonOption = False,
    csv: CsvOption = None,
) -> int:
    """Deal every combination of games, values, charts and seeds, and compare their edges.

    With --paired every game is dealt the same cards as the first one, so that far fewer rounds are needed
    to see a difference."""
    csv_file(csv, json=json)
    _refuse(swept, dealing, save, paired=paired)
    seeds = seeds_option(swept.seeds)
    prepare_simulation("deal_pairs" if paired else "run_automaton")
    posted = posted_games(
        tuple(attached(one, swept.attach) for one in (game, *more)),
        swept.set_,
        swept.vary,
        swept.strategy,
        swept.seats,
        paired=paired,
        partial=swept.partial,
    )
    combinations = combined(posted, seeds, dealing, save)
    with engine_for(dealing.threads, dealing.cluster, sum(one.plan.rounds for one in combinations)) as engine:
        lines, stopped = dealt(combinations, engine)
    rows = [figures(line) for line in with_pools(lines)]
    if json:
        about = {"shoe": dealing.shoe, "seats": swept.seats, "engine": dealing.engine(), "paired": paired}
        print_json(about | {"stopped": stopped, "lines": rows})
    elif csv is not None:
        write_csv(csv, _lines(rows))
    else:
        _print(rows, list(posted[0].labels), f"{dealing.shoe} shoe, {swept.seats} seat{'s' * (swept.seats != 1)}")
    if stopped:
        print(f"lammer: interrupted; these are the results so far of {len(combinations)} runs", file=sys.stderr)
    return stopped_code() if stopped else 0


def _refuse(swept: Swept, dealing: Dealing, save: Path | None, *, paired: bool) -> None:
    """Refuses contradictory options before anything is loaded."""
    rounds_option(dealing.rounds)
    if save is not None:
        _must_be_folder(save)
    if paired and dealing.shoe == "cut":
        raise BadOption("--paired needs a fresh shoe for every round: leave out --shoe cut")
    if paired and swept.seats != 1:
        raise BadOption("--paired deals to one seat: leave out --seats")


def _must_be_folder(save: Path) -> None:
    """Creates the folder and checks that files can be created in it."""
    if save.exists() and not save.is_dir():
        raise BadOption(f"--save {save}: this is a file; name a folder")
    try:
        save.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=save):
            pass
    except OSError as error:
        raise BadOption(f"--save {save}: cannot be written: {error.strerror}") from None


def _print(rows: list[dict[str, Any]], labels: list[str], shoe: str) -> None:
    """Values that are the same in every line are printed once, above the table."""
    paired = any("difference" in row for row in rows)
    varied = [*labels, "seed", "rounds"]
    heads = [*varied, "edge", "± 95%"]
    heads += ["difference", "± 95%", "corr.", "fewer"] if paired else ["sd", "seconds"]
    lines = [_cells(row, labels) for row in rows]
    same = [at for at in range(len(varied)) if len({line[at] for line in lines}) == 1]
    title = ", ".join([*(f"{heads[at]} {lines[0][at]}" for at in same), shoe])
    shown = [at for at in range(len(heads)) if at not in same]
    print_table(title, tuple(heads[at] for at in shown), [tuple(line[at] for at in shown) for line in lines])
    if paired:
        print("differences from the first line, on the same cards; fewer: the factor of rounds that separate runs need")
    voids = max((row["voids"] for row in rows), default=0)
    if voids:
        print(f"up to {voids:,} rounds of a run were void: the shoe ran out of cards")


def _cells(row: dict[str, Any], labels: list[str]) -> tuple[str, ...]:
    seeds = row["seeds"]
    seed = str(seeds[0]) if len(seeds) == 1 else f"all {len(seeds)}"
    edge = (percent(row["house_edge"]), percent(row["margin_95"]))
    cells = (*(row[label] for label in labels), seed, f"{row['rounds']:,}", *edge)
    if "difference" not in row:
        return (*cells, f"{row['sd']:.6f}", f"{row['seconds']:.1f}")
    apart = percent(row["difference"], signed=True), percent(row["difference_margin_95"])
    return (*cells, *apart, _known(row["correlation"], ".4f"), _known(row["fewer_rounds"], ",.1f"))


def _known(number: float | None, form: str) -> str:
    return "-" if number is None else format(number, form)


def _lines(rows: list[dict[str, Any]]) -> list[list[Any]]:
    """A header, and every figure of each run."""
    flat = [row | {"seeds": " ".join(map(str, row["seeds"]))} for row in rows]
    return [list(flat[0]), *(list(row.values()) for row in flat)] if flat else []
