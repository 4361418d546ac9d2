"""Parses option values (games, side bets, amounts and counts) into the engine's types."""

import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lammer.cards.money import NotMoney, parse_money
from lammer.errors import LammerError
from lammer.rules.loader import attachments_for, load_sheet
from lammer.rules.overrides import split_game
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.completing import side_bets

SetOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--set",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="Set a value: KEY=VALUE. Like shoe.decks=8; repeat for more.",
    ),
]
SideOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--side",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="A side bet: ID=AMOUNT or ID:PAYTABLE=AMOUNT, like pot-of-gold:02=5. Repeat for more.",
    ),
]
AttachOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--attach",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="Attach a side bet of `lammer games`: ID. The same as GAME+ID; repeat for more.",
        completer=side_bets,
    ),
]
PRINTED = Path("-")
JsonOption = Annotated[bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON for programs.")]


class BadOption(LammerError, ValueError):
    """An option has an invalid value."""


def attached(game: str, side_bets: Iterable[str]) -> str:
    """The name of a game with the side bets of ``--attach``, which stand before overrides in brackets."""
    name, bracket, overrides = game.partition("[")
    return "+".join([name, *side_bets]) + bracket + overrides


def money_option(option: str, text: str) -> int:
    try:
        return parse_money(text)
    except NotMoney as error:
        raise BadOption(f"{option}: {error}") from None


def write_csv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Writes rows as CSV to a file, or to stdout for ``-``."""
    if path == PRINTED:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


MAXIMUM = 10**15
"""The largest count that options accept; as a number of rounds it takes weeks."""
COUNT = re.compile(r"(\d{1,18}|[1-9]\d{0,2}(?:,\d{3}){1,5}|[1-9]\d{0,2}(?:_\d{3}){1,5})(?:[eE]\+?(\d{1,2}))?", re.ASCII)


def whole_number(text: str, name: str, minimum: int = 1) -> int:
    """A count written as 1000, 1,000, 1_000 or 1e6."""
    match = COUNT.fullmatch(text)
    number: int = int(re.sub("[,_]", "", match[1])) * 10 ** int(match[2] or 0) if match else -1
    if number < minimum:
        problem = f"{text[:40]!r} is not a whole number of at least {minimum}"
        raise BadOption(f"{name}: {problem}; write it like 1000, 1,000 or 1e6")
    if number > MAXIMUM:
        raise BadOption(f"{name}: {text[:40]} is too many; at most 1e15")
    return number


def must_be_writable(option: str, path: Path) -> None:
    """Refuses a file that cannot be written, before the work begins. An existing file is not changed."""
    if path.is_dir():
        raise BadOption(f"{option} {path}: this is a folder; name a file")
    try:
        there = path.exists()
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise BadOption(f"{option} {path}: cannot be written: {error.strerror}") from None


def csv_file(path: Path | None, *, json: bool = False) -> None:
    """Refuses a CSV file that cannot be written, and --csv together with --json."""
    if path is None:
        return
    if json:
        raise BadOption("--json and --csv both set the output: leave one out")
    if path != PRINTED:
        must_be_writable("--csv", path)


def sheet_and_sides(
    game: str, overrides: Iterable[str], sides: Iterable[str], attach: Iterable[str] = ()
) -> tuple[Sheet, dict[str, int]]:
    """The sheet of a game with the side bets of ``--attach`` and the paytables of ``--side``, and the side wagers in
    minor units.

    A side bet with its own sheet is attached if it is named and can be attached to the game.
    """
    game, bracketed = split_game(attached(game, attach))
    overrides = [*bracketed, *overrides]
    wagers: dict[str, int] = {}
    for text in sides:
        name, paytable, amount = _read_side(text)
        game, bet_id = _side_bet(game, name)
        if bet_id in wagers:
            raise BadOption(f"--side {text}: {bet_id} is named twice")
        wagers[bet_id] = amount
        if paytable:
            overrides.append(_posted(load_sheet(game), bet_id, paytable))
    return load_sheet(game, tuple(overrides)), wagers


def must_offer_against(sheet: Sheet) -> None:
    """Refuses ``--against`` for a game without that bet."""
    from lammer.table.actions import AGAINST, bet
    from lammer.table.betting import open_round, refuse_bet

    refused = refuse_bet(open_round(sheet), bet(1, sheet.rules.limits.minimum, AGAINST))
    if refused is not None:
        raise BadOption(f"--against: {refused}")


def must_be_taken(sheet: Sheet, main: int, sides: Mapping[str, int], *, against: bool = False) -> None:
    """Refuses wagers that the table does not accept, with the name of the option."""
    from lammer.table.actions import AGAINST, MAIN, Refused, bet
    from lammer.table.betting import open_round, refuse_side_amount
    from lammer.table.offers import split_by_time
    from lammer.table.round import begin

    if against:
        must_offer_against(sheet)
    main_bet = bet(1, main, AGAINST if against else MAIN)
    now, later = split_by_time(sheet, sides)
    for spot, amount in later.items():
        refused = refuse_side_amount(sheet, spot, amount)
        if refused is not None:
            raise BadOption(f"--side {spot}: {refused}")
    for option, bets in [
        ("--bet", [main_bet]),
        *((f"--side {spot}", [main_bet, bet(1, amount, spot)]) for spot, amount in now.items()),
    ]:
        try:
            begin(open_round(sheet), tuple(bets))
        except Refused as error:
            raise BadOption(f"{option}: {error}") from None


def _read_side(text: str) -> tuple[str, str, int]:
    match = re.fullmatch(r"([^:=]+)(?::([^=]+))?=([^=]+)", text)
    if match is None:
        raise BadOption(f"--side {text}: write ID=AMOUNT or ID:PAYTABLE=AMOUNT, like pot-of-gold:02=5")
    return match[1], match[2] or "", money_option(f"--side {match[1]}", match[3])


def _side_bet(game: str, name: str) -> tuple[str, str]:
    """The game, with a sheet attached if necessary, and the id of the side bet."""
    sheet = load_sheet(game)
    bet_id = _matching(name, sheet.side_bets)
    if bet_id is None:
        attachment = _matching(name, attachments_for(game.split("+")[0]))
        if attachment is not None:
            return f"{game}+{attachment}", attachment
        offered = ", ".join([*sheet.side_bets, *attachments_for(game.split("+")[0])]) or "none"
        raise BadOption(f"--side {name}: {sheet.id} has no such side bet; it offers {offered}")
    return game, bet_id


def _posted(sheet: Sheet, bet_id: str, paytable: str) -> str:
    """The override that posts a paytable."""
    paytables = sheet.side_bets[bet_id].paytables
    match = _matching(paytable, paytables)
    if match is None:
        raise BadOption(f"--side {bet_id}: there is no paytable {paytable!r}; it has {', '.join(paytables)}")
    return f'{sheet.side_bet_keys[bet_id]}.paytable="{match}"'


def _matching(text: str, known: Iterable[str]) -> str | None:
    """The known name that matches a text. Letter case, spaces and dashes do not matter; 1 and POG 01 match 01."""
    wanted, names = _bare(text), {_bare(name): name for name in known}
    if wanted in names:
        return names[wanted]
    near = [name for bare, name in names.items() if wanted and (bare.endswith(wanted) or wanted.endswith(bare))]
    return near[0] if len(near) == 1 and (wanted.isdigit() or len(wanted) >= 3) else None


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def contributions_from(option: str, texts: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Players and their contributions to a shoe. A player's name contains no equals sign."""
    for text in texts:
        if "=" not in text:
            raise BadOption(f"{option} {text}: write PLAYER=TEXT")
    return tuple((player, given) for player, _, given in (text.partition("=") for text in texts))
