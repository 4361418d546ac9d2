"""``lammer games``: lists the games and their side bets."""

import sys
from typing import Any

from cyclopts import App

from lammer.rules.loader import attachments_for, load_sheet, sheet_head, sheet_names
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.surfaces.cli.options import JsonOption
from lammer.surfaces.cli.output import print_json, print_table

games_app = App(
    name="games",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer games
  lammer games --json

For your own sheets give a path to a .toml file, or set LAMMER_SHEETS to a folder and use their ids.""",
)


@games_app.default
def games(*, json: JsonOption = False) -> None:
    """List the games and side bets."""
    listed = []
    for name in sheet_names():
        try:
            listed.append(_describe(name))
        except SheetFaults as error:
            print(f"lammer: {error.faults[0]} ({len(error.faults)} in all)", file=sys.stderr)
    if json:
        print_json(listed)
        return
    rows = [(entry["id"], entry["name"], _side_text(entry), entry["summary"]) for entry in listed]
    print_table("", ("game", "name", "side bets", "in a line"), rows)


def _describe(name: str) -> dict[str, Any]:
    head = sheet_head(name)
    hosts = head.get("attaches_to", [])
    sheet = load_sheet(f"{hosts[0]}+{name}" if hosts else name)
    described: dict[str, Any] = {key: head[key] for key in ("id", "version", "name", "summary", "source")}
    if hosts:
        described["attaches_to"] = hosts
    else:
        described["decks"] = _decks(sheet)
        described["attachable"] = attachments_for(name)
    described["side_bets"] = {
        bet_id: {"name": bet.name, "paytables": list(bet.paytables), "posted": bet.paytable}
        for bet_id, bet in sheet.side_bets.items()
    }
    return described


def _decks(sheet: Sheet) -> list[int]:
    allowed = sheet.entries["shoe.decks"].allowed
    return list(allowed) if allowed else [sheet.rules.shoe.decks]


def _side_text(entry: dict[str, Any]) -> str:
    bets = [f"{bet_id} ({', '.join(bet['paytables'])})" for bet_id, bet in entry["side_bets"].items()]
    bets += [f"{name} (see below)" for name in entry.get("attachable", ())]
    return "; ".join(bets) or "-"
