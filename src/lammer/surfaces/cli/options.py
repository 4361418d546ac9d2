"""What people type after the options: games, side bets, amounts and counts, turned into the engine's words."""

import csv
import hashlib
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lammer.cards.money import NotMoney, parse_money
from lammer.rules.loader import attachments_for, load_sheet
from lammer.rules.sheet import Sheet

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
JsonOption = Annotated[bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON for programs.")]


class BadOption(ValueError):
    """An option says something that cannot be."""


class Terminated(KeyboardInterrupt):
    """The system asked us to end; results are kept as after Ctrl-C."""


def exit_code(stop: KeyboardInterrupt) -> int:
    """128 plus the signal's number, as shells count."""
    return 143 if isinstance(stop, Terminated) else 130


def money_option(option: str, text: str) -> int:
    try:
        return parse_money(text)
    except NotMoney as error:
        raise BadOption(f"{option}: {error}") from None


def seed_number(text: str) -> int:
    """A seed for those who count with numbers: a whole number is itself, and any other text has one of its own."""
    if re.fullmatch(r"[0-9]{1,100}", text):
        return int(text)
    if re.fullmatch(r"[-+]?[0-9._,]+", text):
        raise BadOption(f"--seed {text[:40]}: write a whole number, 0 or more, or any word")
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


def write_csv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Rows for a spreadsheet, in a file or, for ``-``, printed."""
    if str(path) == "-":
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def whole_number(text: str, name: str, least: int = 1) -> int:
    """Counts as people write them: 1000, 1_000, 1e6."""
    match = re.fullmatch(r"(\d{1,18})(?:[eE]\+?(\d{1,2}))?", text.replace("_", "").replace(",", ""))
    number: int = int(match[1]) * 10 ** int(match[2] or 0) if match else -1
    if number < least:
        raise BadOption(f"{name}: {text[:40]!r} is not a whole number of at least {least} (1000 and 1e6 are)")
    return number


def sheet_and_sides(game: str, overrides: Iterable[str], sides: Iterable[str]) -> tuple[Sheet, dict[str, int]]:
    """The sheet of a game with its side bets posted, and the wagers on them in minor units.

    A side bet that has a sheet of its own and fits the game is attached by naming it.
    """
    overrides = list(overrides)
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


def _read_side(text: str) -> tuple[str, str, int]:
    match = re.fullmatch(r"([^:=]+)(?::([^=]+))?=([^=]+)", text)
    if match is None:
        raise BadOption(f"--side {text}: write ID=AMOUNT or ID:PAYTABLE=AMOUNT, like pot-of-gold:02=5")
    return match[1], match[2] or "", money_option(f"--side {match[1]}", match[3])


def _side_bet(game: str, name: str) -> tuple[str, str]:
    """The game (with a sheet attached if need be) and the id of the side bet meant."""
    sheet = load_sheet(game)
    bet_id = _meant(name, sheet.side_bets)
    if bet_id is None:
        attachment = _meant(name, attachments_for(game.split("+")[0]))
        if attachment is not None:
            return f"{game}+{attachment}", attachment
        offered = ", ".join([*sheet.side_bets, *attachments_for(game.split("+")[0])]) or "none"
        raise BadOption(f"--side {name}: {sheet.id} has no such side bet; it offers {offered}")
    return game, bet_id


def _posted(sheet: Sheet, bet_id: str, paytable: str) -> str:
    """The override that posts a paytable."""
    paytables = sheet.side_bets[bet_id].paytables
    meant = _meant(paytable, paytables)
    if meant is None:
        raise BadOption(f"--side {bet_id}: there is no paytable {paytable!r}; it has {', '.join(paytables)}")
    return f'{sheet.side_bet_keys[bet_id]}.paytable="{meant}"'


def _meant(text: str, known: Iterable[str]) -> str | None:
    """The known name that was meant: letter case, blanks and dashes do not matter, and 1 or POG 01 finds 01."""
    wanted, names = _bare(text), {_bare(name): name for name in known}
    if wanted in names:
        return names[wanted]
    near = [name for bare, name in names.items() if wanted and (bare.endswith(wanted) or wanted.endswith(bare))]
    return near[0] if len(near) == 1 and (wanted.isdigit() or len(wanted) >= 3) else None


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
