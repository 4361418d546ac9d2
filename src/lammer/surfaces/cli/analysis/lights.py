"""The figures of lights that ``lammer sidebets`` prints: what they are worth, and which marked cards to trade."""

import sys
from typing import Any

from lammer.api.kept_findings import KeptFindings
from lammer.cards.card import LETTER_VALUES
from lammer.cards.money import MINOR_UNITS, money_text
from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.options import ShoeOptions, play_of, prepare_analysis
from lammer.surfaces.cli.options import BadOption, money_option
from lammer.surfaces.cli.output import percent, print_table

Figures = dict[str, Any]
"""``LightsFinding`` as JSON, so that figures that are kept need no analysis."""


def stake_of(sheet: Sheet, text: str) -> int:
    """The wager that lights are valued for, in minor units; the minimum of the table unless one is given."""
    if text and sheet.rules.lights is None:
        raise BadOption(f"--bet: {sheet.id} has no lights whose worth depends on the wager")
    stake = money_option("--bet", text) if text else sheet.rules.limits.minimum
    if stake <= 0:
        raise BadOption(f"--bet {text}: write the wager on the main game, more than 0")
    return stake


def lights_figures(
    sheet: Sheet, stake: int, kept: KeptFindings, strategy: str, options: ShoeOptions, *, partial: bool
) -> Figures | None:
    """The figures of a game with lights. Says on standard error why there are none, if the analysis has none."""
    if sheet.rules.lights is None:
        return None

    def compute() -> Figures:
        prepare_analysis("best_policies")
        from lammer.exact.lights import lights_finding

        game, _ = options.game(sheet, play_of(strategy, sheet, options, partial))
        return lights_finding(game, stake).as_json()

    try:
        return kept.found(f"lights {stake}", compute)[0]  # type: ignore[no-any-return]
    except NotAnalysed as refused:
        print(f"lammer: {sheet.rules.lights.name}: {refused}", file=sys.stderr)
        return None


def print_lights(found: Figures) -> None:
    wager, each = money_text(found["stake"]), f"{found['prize'] / found['needed'] / MINOR_UNITS:,.2f}"
    print(f"{found['name']}: {found['needed']} lights win {money_text(found['prize'])}.")
    print(f"A light is worth {each}, however many you have: {found['light']:g} wagers of {wager}.")
    rows = []
    for one in found["plays"]:
        rounds = one.get("rounds_to_the_prize")
        waits = (f"{rounds['mean']:.1f}", rounds["median"], rounds["nine_in_ten"]) if rounds else ("", "", "")
        edges = percent(one["house_edge"]), percent(one["main_house_edge"])
        rows.append((one["name"], *edges, f"{one['lights_per_round']:.6f}", *map(str, waits)))
    heads = ("play", "house edge", "without the prize", "lights a round", "rounds to the prize", "half", "nine in ten")
    print_table("house edge per wager; half and nine in ten of all players have the prize by then", heads, rows)
    if found["trade"]:
        _print_trades(found)
    print(f"The figures assume that {found['assumes']}.")


def _print_trades(found: Figures) -> None:
    cells = {(cell["with"], cell["up"]): cell["gain"] for cell in found["trades"]}
    ups = sorted({up for _, up in cells}, key=lambda up: LETTER_VALUES[up] if up != "A" else 11)
    others = sorted({other for other, _ in cells}, key=LETTER_VALUES.__getitem__)
    rows = [(other, *(f"{cells[other, up]:+.3f}" for up in ups)) for other in others]
    title = f"what a trade of the {found['marked']} gains, by the other card and the up card; trade if it is above 0"
    print_table(title, ("with", *ups), rows)
