"""``lammer games``: lists the games, and the side bets that attach to them."""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from cyclopts import App

from lammer.rules.loader import attachments_for, game_names, load_sheet, sheet_file, sheet_names
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.surfaces.cli.options import JsonOption
from lammer.surfaces.cli.output import print_json, print_table

games_app = App(
    name="games",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer games
  lammer games --json

A side bet attaches to a game with + or --attach, several at once too:
lammer sidebets sd-blackjack+21-plus-3+buster.

For your own sheets give a path to a .toml file, or set LAMMER_SHEETS to a
folder and use their ids.""",
)
KINDS = {
    "game": "Games",
    "variant": "Variants: a game as other houses deal it",
    "side bet": "Side bets to attach: GAME+ID, or --attach ID",
}
"""Kinds of sheets and the titles of their tables, in the order shown."""


@games_app.default
def games(*, json: JsonOption = False) -> None:
    """List the games and side bets, and where their rules come from."""
    listed, fitting = [], cache(attachments_for)  # asked about every game for every side bet
    for name in sheet_names():
        try:
            listed.append(_describe(name, fitting))
        except SheetFaults as error:
            print(f"lammer: {error.faults[0]} ({len(error.faults)} in all)", file=sys.stderr)
    if json:
        print_json(listed)
        return
    every = [one["id"] for one in listed if one["kind"] != "side bet"]
    for kind, title in KINDS.items():
        of_kind = [one for one in listed if one["kind"] == kind]
        rows = [(one["id"], one["name"], *_side_texts(one, every), one["origin"], one["summary"]) for one in of_kind]
        heads = ("paytables", "fits") if kind == "side bet" else ("its own side bets",)
        if rows:
            print_table(title, ("id", "name", *heads, "rules from", "in a line"), rows)
            print()


def _describe(name: str, fitting: Callable[[str], list[str]]) -> dict[str, Any]:
    """``fitting`` gives the side bets that fit a game."""
    file = sheet_file(name)
    sheet = load_sheet(f"{file.usual_host}+{name}" if file.is_side_bet else name)
    described: dict[str, Any] = {key: file.head[key] for key in ("id", "version", "name", "summary", "source")}
    described |= {"kind": file.kind, "origin": file.origin}
    if file.is_side_bet:
        described["attaches_to"] = file.head["attaches_to"]
        described["fits"] = [game for game in game_names() if name in fitting(game)]
    else:
        described["decks"] = _decks(sheet)
        described["attachable"] = fitting(name)
    described["side_bets"] = {
        bet_id: {"name": bet.name, "paytables": list(bet.paytables), "posted": bet.paytable}
        for bet_id, bet in sheet.side_bets.items()
    }
    return described


def _decks(sheet: Sheet) -> list[int]:
    allowed = sheet.entries["shoe.decks"].allowed
    return list(allowed) if allowed else [sheet.rules.shoe.decks]


def _side_texts(entry: dict[str, Any], every: list[str]) -> tuple[str, ...]:
    bets = entry["side_bets"]
    if entry["kind"] == "side bet":
        added = sheet_file(entry["id"]).tree.get("side_bets", {})
        paytables = dict.fromkeys(name for bet_id in added for name in bets[bet_id]["paytables"])
        return ", ".join(paytables) or "-", _fits_text(entry["fits"], every)
    return ("; ".join(f"{bet_id} ({', '.join(bet['paytables'])})" for bet_id, bet in bets.items()) or "-",)


def _fits_text(fits: list[str], every: list[str]) -> str:
    """The games that a side bet fits, or if these are most, those that it does not fit."""
    others = [game for game in every if game not in fits]
    if not others:
        return "every game"
    return ", ".join(fits) if len(fits) <= len(others) else f"every game but {', '.join(others)}"
