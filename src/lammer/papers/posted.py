"""What a table displays (SD 20:18:15:31): the posted rules and paytables as a sign, and a pocket card of two sides."""

from typing import Any

from lammer.cards.money import money_text
from lammer.papers.document import Charts, Document
from lammer.papers.pdf import compiled
from lammer.papers.sections.play import chart_block
from lammer.rules.description import description
from lammer.rules.guide import guide
from lammer.rules.posted import posted_rules
from lammer.rules.sheet import Sheet
from lammer.rules.side_bet_words import side_bet_note
from lammer.rules.signage import main_pays, meaning_text
from lammer.strategy.chart import Chart

SIGN_PAPERS = {"a4": "a4", "letter": "us-letter", "a3": "a3", "tabloid": "us-tabloid", "a2": "a2"}


def sign_data(sheet: Sheet) -> dict[str, Any]:
    """The content of the sign: limits, rules, pays of the main wager, and the posted paytable of each side bet."""
    limits = sheet.rules.limits
    pays = [[one.hand, _odds(one.pays) + (" at once" if one.at_once else "")] for one in main_pays(sheet)]
    if sheet.rules.insurance.under:
        pays.append(["insurance", _odds(str(sheet.rules.insurance.pays))])
    return {
        "title": sheet.title,
        "limits": f"Minimum {money_text(limits.minimum)} · Maximum {money_text(limits.maximum)}",
        "summary": description(sheet),
        "pays": pays,
        "rules": [one.text for one in posted_rules(sheet)],
        "side_bets": [_paytable(sheet, bet_id) for bet_id in sheet.side_bets],
        "foot": f"{sheet.ref} · {sheet.digest}",
    }


def _odds(pays: str) -> str:
    return pays.replace(":", " to ")


def _paytable(sheet: Sheet, bet_id: str) -> dict[str, Any]:
    bet = sheet.side_bets[bet_id]
    paytable = bet.paytables[bet.paytable]
    return {
        "name": bet.name,
        "limits": f"wager {money_text(bet.minimum)} to {money_text(bet.maximum)}",
        "note": side_bet_note(sheet, bet_id),
        "rows": [[row, paytable.text(row)] for row in paytable.paid],
        "meanings": [meaning_text(bet, row) for row in paytable.paid],
    }


def sign_pdf(sheet: Sheet, paper: str, date: str = "") -> bytes:
    """One page, in the largest print that fits."""
    made: bytes = compiled("sign.typ", sign_data(sheet), SIGN_PAPERS[paper], _empty("Posted rules", sheet, date))
    return made


def card_pdf(sheet: Sheet, chart: Chart, date: str = "") -> bytes:
    """Two sides of a pocket card (A7): the rules, and the chart with equal rows in one."""
    short = [one.text for one in guide(sheet)]
    shown = chart_block(chart, sheet)
    data = sign_data(sheet) | {
        "guide": short,
        "grids": grids(shown),
        "colours": dict(shown.colours),
        "legend": legend(shown),
    }
    made: bytes = compiled("card.typ", data, "a7", _empty("Pocket card", sheet, date))
    return made


def _empty(kind: str, sheet: Sheet, date: str) -> Document:
    """These papers print no computed figure, so there is none to attach."""
    return Document(
        kind, sheet.title, sheet.ref, (), (), {"kind": kind, "sheet": sheet.ref, "digest": sheet.digest}, date
    )


def grids(chart: Charts) -> list[dict[str, Any]]:
    """The sections of a chart with short cells; neighbouring rows with the same cells are one."""
    found = []
    for grid in chart.grids:
        rows: list[list[Any]] = []
        for hand, actions in grid.rows:
            cells = [_short(action) for action in actions]
            if rows and rows[-1][1] == cells and "," not in hand:
                rows[-1][0] = f"{rows[-1][0].partition('–')[0]}–{hand}"
            else:
                rows.append([hand, cells])
        found.append({"title": grid.title, "ups": list(grid.ups), "rows": rows})
    return found


def _short(action: str) -> str:
    """What is played if the first action is not allowed, in small letters: ``D/S`` is ``Ds``."""
    first, *others = action.split("/")
    return first + "".join(others).lower()


def legend(chart: Charts) -> str:
    """The letters of the chart in words."""
    cells = {cell for grid in chart.grids for _, actions in grid.rows for cell in actions}
    words = [f"{letter} {word}" for letter, _, word in chart.legend]
    words += ["– by its total"] if "–" in cells else []
    words += ["small letters: what is played if the first is not allowed"] if any("/" in cell for cell in cells) else []
    return " · ".join(words)
