"""``lammer plot``."""

import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.papers.files import file_kind, write_whole
from lammer.papers.pictures import FORMATS, drawn, need_matplotlib
from lammer.surfaces.cli.analysis.options import prepare_analysis
from lammer.surfaces.cli.options import AttachOption, BadOption, SetOption, whole_number
from lammer.surfaces.cli.papers.options import OutputOption, game_and_name, says_if_stopped
from lammer.surfaces.cli.shared import GameArgument, RoundsOption, SeedOption

plot_app = App(
    name="plot",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer plot sd-blackjack chart -o chart.svg
  lammer plot sd-blackjack+blazing-7s meter -o meter.png
  lammer plot sd-blackjack convergence -o convergence.svg --rounds 1e6

Pictures are vectors (.svg) or pixels (.png). The same command makes the same
bytes.""",
)


@plot_app.default
def plot(
    game: GameArgument,
    what: Annotated[
        Literal["edge-by-rule", "results", "chart", "bankroll", "meter", "convergence"],
        Parameter(
            help="edge-by-rule: effects of single rules; results: net results of a round; chart: the best chart; "
            "bankroll: winnings by percentile; meter: the return by meter; convergence: a simulation closing in."
        ),
    ],
    *,
    output: OutputOption = None,
    rounds: RoundsOption = "1e7",
    seed: SeedOption = "1",
    attach: AttachOption = (),
    set_: SetOption = (),
) -> None:
    """A picture of a game's figures, as SVG or PNG."""
    if output is None:
        raise BadOption("--output is missing: name a file, like -o picture.svg")
    kind = file_kind(output, FORMATS)
    dealt = whole_number(rounds, "--rounds")
    loaded, _ = game_and_name(game, attach, set_)
    need_matplotlib()
    prepare_analysis()
    from lammer.papers.plots import plot as plotted

    with says_if_stopped(f"{output} was not written"):
        found = plotted(loaded, what, dealt, seed_number(seed))
        write_whole(output, drawn(found.height, found.draw, kind))
        print(f"lammer: wrote {output}", file=sys.stderr)
