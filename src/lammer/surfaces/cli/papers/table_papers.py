"""``lammer card``, ``lammer layout`` and ``lammer rules post``: papers that lie at a table."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App

from lammer.papers.files import file_kind, write_whole
from lammer.papers.pdf import seconds_of
from lammer.surfaces.cli.options import AttachOption, BadOption, SetOption
from lammer.surfaces.cli.papers.options import DateOption, OutputOption, game_and_name
from lammer.surfaces.cli.shared import GameArgument, StrategyOption, examples, shared

card_app = App(
    name="card",
    help_format="plaintext",
    help_epilogue=examples("lammer card sd-free-bet -o card.pdf --strategy house"),
)
layout_app = App(
    name="layout", help_format="plaintext", help_epilogue=examples("lammer layout sd-free-bet -o felt.svg")
)
post_app = App(
    name="post",
    help_format="plaintext",
    help_epilogue=examples("lammer rules post sd-free-bet -o posted.pdf --paper a3"),
)
SignPaper = Annotated[Literal["a4", "letter", "a3", "tabloid", "a2"], shared("--paper")]


@card_app.default
def card(
    game: GameArgument,
    *,
    output: OutputOption = None,
    strategy: StrategyOption = "total",
    date: DateOption = "",
    attach: AttachOption = (),
    set_: SetOption = (),
) -> None:
    """A pocket card of two sides, A7: the rules and pays, and the chart."""
    path = _named(output, "pdf")
    seconds_of(date)
    loaded, _ = game_and_name(game, attach, set_)
    from lammer.papers.posted import card_pdf

    _write(path, card_pdf(loaded.sheet, loaded.strategy(strategy).chart, date))


@layout_app.default
def layout(game: GameArgument, *, output: OutputOption = None, attach: AttachOption = (), set_: SetOption = ()) -> None:
    """The felt of a table as a drawing to scale, in millimetres."""
    path = _named(output, "svg")
    loaded, _ = game_and_name(game, attach, set_)
    from lammer.papers.felt import felt_svg

    _write(path, felt_svg(loaded.sheet).encode())


@post_app.default
def post(
    game: GameArgument,
    *,
    output: OutputOption = None,
    paper: SignPaper = "a4",
    date: DateOption = "",
    attach: AttachOption = (),
    set_: SetOption = (),
) -> None:
    """The rules and paytables that a table displays, as a sign on one page in the largest print that fits."""
    path = _named(output, "pdf")
    seconds_of(date)
    loaded, _ = game_and_name(game, attach, set_)
    from lammer.papers.posted import sign_pdf

    _write(path, sign_pdf(loaded.sheet, paper, date))


def _named(output: Path | None, kind: str) -> Path:
    if output is None:
        raise BadOption(f"--output is missing: name a file, like -o paper.{kind}")
    file_kind(output, (kind,))
    return output


def _write(path: Path, content: bytes) -> None:
    write_whole(path, content)
    print(f"lammer: wrote {path}", file=sys.stderr)
