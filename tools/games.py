"""Writes docs/games.md: every game and side bet with its rules in a paragraph, its exact figures, and the commands."""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import lammer
from lammer.cards.money import MINOR_UNITS, money_text
from lammer.rules.description import description
from lammer.rules.loader import load_sheet, sheet_file, sheet_names
from lammer.rules.sheet import Sheet

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "games.md"
HEAD = """# Games

Every game with its rules in a paragraph and its exact figures, written by `python tools/games.py`. The house edge is
per original wager, for the best play of every hand on a fresh shoe; the standard deviation is that of one round. The
commands print the same; `--set shoe.decks=8` sets the number of decks.
"""
DECKS = (1, 2, 4, 6, 8)
"""Numbers of decks that are in use."""


TITLES = {"game": "Games", "variant": "Variants: a game as other houses deal it", "side bet": "Side bets to attach"}
LAST = """## Not here
The chapter lists nineteen games. Of Rainbow 21 (01) and of TriLux's bet Super 3 no public rule was found.
"""


def pages() -> str:
    parts = [HEAD]
    for kind, title in TITLES.items():
        parts += [f"## {title}", ""]
        for name in sheet_names():
            if sheet_file(name).kind == kind:
                parts += side_bet_section(name) if kind == "side bet" else game_section(load_sheet(name))
    return "\n".join([*parts, LAST])


def decks_of(sheet: Sheet) -> list[int]:
    """Numbers of decks that the sheet allows, of those in use."""
    allowed = sheet.entries["shoe.decks"].allowed or (sheet.rules.shoe.decks,)
    return [number for number in DECKS if number in allowed]


def game_section(sheet: Sheet) -> Iterator[str]:
    yield from (f"### {sheet.name}", "", f"`{sheet.id}`, from {sheet.source}. {sheet.summary}", "")
    yield from (f"{description(sheet)} [Chart, clauses and a worked round](games/{sheet.id}.md).", "")
    edges = {decks: lammer.load(sheet.id, {"shoe.decks": decks}).edge(spread=False) for decks in decks_of(sheet)}
    known = ", ".join(f"**{found.house_edge:.4%}** with {decks}" for decks, found in edges.items())
    if sheet.rules.hands.per_box > 1:
        spread = "standard deviation only by simulation (`lammer simulate`)"
    else:
        spread = f"standard deviation {lammer.load(sheet.id).edge().sd:.4f} with {sheet.rules.shoe.decks}"
    yield from (f"House edge {known} decks, {spread}: `lammer edge {sheet.id}`.", "")
    if sheet.rules.against.offered:
        yield from (against(sheet), "")
    if sheet.side_bets:
        yield from paytables(sheet.id)


def against(sheet: Sheet) -> str:
    """The edge of the bet against one's own hand."""
    edges = {decks: lammer.load(sheet.id, {"shoe.decks": decks}).edge(against=True) for decks in decks_of(sheet)}
    known = ", ".join(f"**{found.house_edge:.4%}** with {decks}" for decks, found in edges.items())
    spread = f"standard deviation {edges[sheet.rules.shoe.decks].sd:.4f} with {sheet.rules.shoe.decks}"
    return f"The bet against one's own hand {known} decks, {spread}: `lammer edge {sheet.id} --against`."


def side_bet_section(name: str) -> Iterator[str]:
    file = sheet_file(name)
    head, game = file.head, f"{file.usual_host}+{name}"
    yield from (f"### {head['name']}", "", f"`{name}`, from {head['source']}. {head['summary']}", "")
    if file.tree.get("side_bets"):
        yield from paytables(game, name)
    if file.tree.get("lights"):
        yield from (lights(game), "")


def lights(game: str) -> str:
    """What lights are worth at the table minimum, by the best play."""
    found = lammer.load(game).lights()
    best, never = found.best, found.plays[-1]
    assert best.rounds is not None  # the best play gets lights
    wager, light = money_text(found.stake), f"{found.prize / found.needed / MINOR_UNITS:,.2f}"
    edges = f"house edge **{best.house_edge:.4%}** with lights, {never.house_edge:.4%} without"
    decks = load_sheet(game).rules.shoe.decks
    return (
        f"A light is worth {light}, however many there are. With a main wager of {wager} and {decks} decks: "
        f"{best.lights:.6f} lights a round, {best.rounds.mean:.1f} rounds to the prize, {edges}: "
        f"`lammer sidebets {game} --bet {wager}`."
    )


def fitting(sheet: Sheet, decks: int) -> dict[str, str]:
    """The paytables to post where the sheet's own are not for this number of decks."""
    return {
        f"side_bets.{bet_id}.paytable": next(name for name, table in bet.paytables.items() if table.fits(decks))
        for bet_id, bet in sheet.side_bets.items()
        if not bet.paytables[bet.paytable].fits(decks)
    }


def paytables(game: str, wanted: str = "") -> Iterator[str]:
    """The edge of every paytable at every number of decks for which it may be posted; ``wanted`` is a sheet."""
    sheet = load_sheet(game)
    added = {one.sheet: set(one.bets) for one in sheet.origins}
    shown = added[wanted] if wanted else set(sheet.side_bets)
    yield from ("| side bet | paytable | decks | house edge | wins |", "| --- | --- | --- | --- | --- |")
    for decks in decks_of(sheet):
        for bet in lammer.load(game, {"shoe.decks": decks} | fitting(sheet, decks)).sidebets():
            if bet.id in shown and sheet.side_bets[bet.id].paytables[bet.paytable].fits(decks):
                wins = sum(outcome.probability for outcome in bet.outcomes if outcome.pays > 0)
                name = sheet.side_bets[bet.id].name
                yield f"| {name} | {bet.paytable} | {decks} | {bet.house_edge:.4%} | {wins:.4%} |"
    yield from ("", f"`lammer sidebets {game}`", "")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(PAGE.read_text("utf-8") != pages() and "docs/games.md is out of date; run python tools/games.py")
    PAGE.write_text(pages(), "utf-8")
