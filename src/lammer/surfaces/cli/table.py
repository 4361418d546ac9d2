"""``lammer play``: a table in this terminal."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer.surfaces.cli import completing
from lammer.surfaces.cli.options import AttachOption, SetOption, SideOption, money_option, sheet_and_sides, whole_number
from lammer.surfaces.cli.shared import SEED, AgainstOption, GameArgument, SeatsOption, shared

play_app = App(
    name="play",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer play sd-free-bet
  lammer play free-money --side gold-rush=5 --side dealer-22:PT3=5
  lammer play european-free-bet --plain     # for screen readers and pipes
  lammer play sd-blackjack --side blazing-7s:PT2=1 --bankroll 500
  lammer play winners-option --against --bet 10
  lammer play sd-free-bet --seed 7 --log my-rounds.jsonl

A progressive's meters advance with every wager and are kept between games
(jackpots.json in the user's data folder), except with --seed.

In the game, ? shows the keys and the hand signals.""",
)


@play_app.default
def play(
    game: GameArgument = "sd-free-bet",
    *,
    bankroll: Annotated[str, shared("--bankroll")] = "1000",
    bet: Annotated[str | None, shared("--bet", "Enter places it.")] = None,
    against: AgainstOption = False,
    side: SideOption = (),
    attach: AttachOption = (),
    set_: SetOption = (),
    seats: SeatsOption = 1,
    plain: Annotated[bool, Parameter(negative="", help="Plain sentences for screen readers.")] = False,
    hints: Annotated[bool, Parameter(negative="", help="Show what the chart would have done.")] = False,
    seed: Annotated[str | None, SEED] = None,
    lights: Annotated[
        str,
        Parameter(help="Lights that you have from earlier games, box by box: 3, or 3,1.", show_default=False),
    ] = "",
    log: Annotated[Path | None, Parameter(help="Append the record of each round to this file.")] = None,
    terms: Annotated[
        str, shared("--terms", "Else the shipped ones that fit.", completer=completing.terms, show_default=False)
    ] = "",
) -> int:
    """Play a game in this terminal."""
    from lammer.surfaces.cli.play import PlaySettings, run_play
    from lammer.surfaces.folders import data_folder

    sheet, sides = sheet_and_sides(game, set_, side, attach)
    settings = PlaySettings(
        sheet=sheet,
        bankroll=money_option("--bankroll", bankroll),
        bet=money_option("--bet", bet) if bet is not None else None,
        against=against,
        sides=sides,
        seats=seats,
        plain=plain,
        colour=False if os.environ.get("NO_COLOR") else None,
        seed=seed,
        log=log,
        hints=hints,
        terms=terms,
        lights=tuple(whole_number(one, "--lights", 0) for one in lights.split(",")) if lights else (),
        jackpots=data_folder() / "jackpots.json",
    )
    return run_play(settings)
