"""``lammer report``."""

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.api.game import Game
from lammer.papers.document import FILE_KINDS, Document, FileKind, Paper
from lammer.papers.figures import STEPS, Figures, figures_of
from lammer.papers.files import file_kind, write_whole
from lammer.papers.formats import file_bytes
from lammer.papers.pdf import need_typst, seconds_of
from lammer.papers.pictures import need_matplotlib
from lammer.papers.reading import NotADocument, read_file
from lammer.papers.second_process import SecondProcess
from lammer.papers.stated import Stated, stated_by
from lammer.papers.wanted import SEED, Wanted
from lammer.rules.files import is_path
from lammer.rules.overrides import split_game
from lammer.surfaces.cli.analysis.options import kernel_for, prepare_analysis
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, whole_number
from lammer.surfaces.cli.papers.options import (
    DateOption,
    OutputOption,
    PaperOption,
    game_and_name,
    says_if_stopped,
    warn_of_letters,
)
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import GameArgument, RoundsOption, SeedOption

report_app = App(
    name="report",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer report sd-blackjack -o par.pdf --short --rounds 1e6
  lammer report --check par.pdf
  lammer report sd-blackjack -o par.html --short --for md --rounds 1e6 \\
    --date 2026-11-17

The document contains no date but the given one, and the same command makes the
same bytes. --check computes every figure again, makes the document, and exits
with code 1 if a byte of the file differs; it lists the differences.""",
)


@report_app.default
def report(
    game: GameArgument = "",
    *,
    output: OutputOption = None,
    for_: Annotated[
        Literal["lab", "md", "ma", "nj", "nv"],
        Parameter(
            name="--for",
            help="Order and names of the sections: lab, or as the lists of Maryland, Massachusetts, New Jersey, "
            "Nevada ask for them.",
        ),
    ] = "lab",
    paper: PaperOption = "a4",
    check: Annotated[
        Path | None,
        Parameter(name="--check", show_default=False, help="A file of this command, PDF or HTML, to check."),
    ] = None,
    short: Annotated[
        bool,
        Parameter(negative="", show_default=False, help="Leave out spread, rule effects and removed cards."),
    ] = False,
    rounds: RoundsOption = "1e7",
    seed: SeedOption = str(SEED),
    date: DateOption = "",
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> int:
    """A PAR sheet of a game: its rules with clauses, exact odds and edges of every wager, charts, worked examples, a
    simulation as second method. With --json, print every figure."""
    if check is not None:
        return _check(check, game)
    if not game or (output is None and not json):
        raise BadOption("name a game and a file: lammer report sd-free-bet -o par.pdf")
    kind = file_kind(output, FILE_KINDS) if output is not None else "pdf"
    seconds_of(date)
    dealt = whole_number(rounds, "--rounds", 0)
    loaded, name = game_and_name(game, attach, set_)
    wanted = Wanted(dealt, seed_number(seed), not short, not short, not short)
    with says_if_stopped(f"{output} was not written" if output else ""):
        document = _document(loaded, Stated(name, for_, date, wanted), paper, kind)
        if output is not None:
            write_whole(output, file_bytes(document, kind, paper))
            print(f"lammer: wrote {output}", file=sys.stderr)
            warn_of_letters(document, kind)
    if json:
        from lammer.papers.data import figures_json

        print(figures_json(document))
    return 0


def _document(loaded: Game, stated: Stated, paper: Paper, kind: FileKind) -> Document:
    """Computes the figures and arranges them."""
    need_typst()
    need_matplotlib()
    wanted = stated.wanted
    prepare_analysis(kernel_for(loaded.sheet, spread=wanted.spread))
    from lammer.papers.par import command_for, par_sheet

    with Progress("parts", len(STEPS), prints=False) as bar, _second(wanted) as second:
        figures: Figures = figures_of(loaded, stated.game, wanted, lambda _part: bar.step(), second)
    command = command_for(stated.game, wanted, stated.profile, stated.date, paper, kind)
    return par_sheet(figures, command, stated.profile, stated.date)


def _second(wanted: Wanted) -> AbstractContextManager[SecondProcess | None]:
    """A second process, if there is work for it and a processor."""
    return SecondProcess() if (wanted.spread or wanted.removal) and (os.cpu_count() or 1) > 1 else nullcontext()


def _check(path: Path, game: str) -> int:
    from lammer.papers.checking import differences

    made, found = read_file(path)
    try:
        stated = stated_by(found.about)
    except NotADocument as fault:
        raise NotADocument(f"{path}: {fault}") from None
    # The document names the sheet as its maker did; the digest says whether this one has the same values.
    again = _document(_game_of(path, game or stated.game), stated, found.paper, found.file_kind)
    listed = differences(made, found, again)
    for one in listed:
        print(one)
    count = len(again.figures())
    if listed:
        print(f"{path}: {len(listed)} difference{'s' * (len(listed) != 1)}; {count:,} figures were computed again")
        return 1
    print(f"{path}: all {count:,} figures agree, and the file is what {again.about['command']} makes")
    return 0


def _game_of(path: Path, named: str) -> Game:
    file, _ = split_game(named)
    if is_path(file) and not Path(file).expanduser().exists():
        raise BadOption(f"--check {path}: its sheet {file} is not here; name it: lammer report PATH --check {path}")
    loaded, _ = game_and_name(named, (), ())
    return loaded
