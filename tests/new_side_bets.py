"""Two side bets that no shipped sheet has, written as a sheet of one's own would."""

from pathlib import Path

from lammer.cards.card import parse_card
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.state import Round

HEAD = """
id = "two-new-bets"
version = 1
name = "Blackjack with 21+3 and Lucky Ladies"
summary = "The standard game with two more side bets."
source = "house rules"
extends = "sd-blackjack"
"""

TWENTY_ONE_PLUS_THREE = """
[side_bets.twenty-one-plus-three]
name = { value = "21+3", clause = "house" }
minimum = { value = 100, clause = "house" }
maximum = { value = 10000, clause = "house" }
placed = { value = "with the main wager", clause = "house" }
reads = { value = ["my first two cards", "the up card"], clause = "house" }
settled = { value = "after the deal", clause = "house" }
unfinished = { value = "returned", clause = "house" }
otherwise = { value = "nothing", clause = "house" }
paytable = { value = "nine", clause = "house" }

[side_bets.twenty-one-plus-three.outcomes]
"straight flush" = { value = { sequence = true, same = ["suit"] }, clause = "house" }
"three of a kind" = { value = { same = ["rank"] }, clause = "house" }
straight = { value = { sequence = true }, clause = "house" }
flush = { value = { same = ["suit"] }, clause = "house" }

[side_bets.twenty-one-plus-three.paytables.nine]
clause = "house"
[side_bets.twenty-one-plus-three.paytables.nine.value]
basis = "to 1"
rows = { "straight flush" = 9, "three of a kind" = 9, straight = 9, flush = 9 }
"""

LUCKY_LADIES = """
[side_bets.lucky-ladies]
name = { value = "Lucky Ladies", clause = "house" }
minimum = { value = 100, clause = "house" }
maximum = { value = 10000, clause = "house" }
placed = { value = "with the main wager", clause = "house" }
reads = { value = ["my first two cards", "the dealer's natural"], clause = "house" }
settled = { value = "after the peek", clause = "house" }
unfinished = { value = "returned", clause = "house" }
otherwise = { value = "no 20", clause = "house" }
paytable = { value = "A", allowed = ["A", "B"], clause = "house" }

[side_bets.lucky-ladies.outcomes]
"queens and dealer blackjack" = { value = { exactly = ["Qh", "Qh"], dealer_natural = true }, clause = "house" }
"queens of hearts" = { value = { exactly = ["Qh", "Qh"] }, clause = "house" }
"matched 20" = { value = { total = 20, same = ["card"] }, clause = "house" }
"suited 20" = { value = { total = 20, same = ["suit"] }, clause = "house" }
"any 20" = { value = { total = 20 }, clause = "house" }

[side_bets.lucky-ladies.paytables.A]
clause = "house"
[side_bets.lucky-ladies.paytables.A.value]
basis = "to 1"
[side_bets.lucky-ladies.paytables.A.value.rows]
"queens and dealer blackjack" = 1000
"queens of hearts" = 125
"matched 20" = 19
"suited 20" = 9
"any 20" = 4

[side_bets.lucky-ladies.paytables.B]
clause = "house"
[side_bets.lucky-ladies.paytables.B.value]
basis = "to 1"
[side_bets.lucky-ladies.paytables.B.value.rows]
"queens and dealer blackjack" = 1000
"queens of hearts" = 200
"matched 20" = 25
"suited 20" = 10
"any 20" = 4
"""

BUST_BONUS = """
[side_bets.bust-bonus]
name = { value = "Bust Bonus", clause = "house" }
least = { value = 100, clause = "house" }
most = { value = 10000, clause = "house" }
placed = { value = "after the up card", clause = "house" }
reads = { value = ["the up card", "the dealer's final hand"], clause = "house" }
settled = { value = "when the dealer is done", clause = "house" }
unfinished = { value = "dealer completes", clause = "house" }
otherwise = { value = "no bust", clause = "house" }
paytable = { value = "A", clause = "house" }

[side_bets.bust-bonus.outcomes]
"8-8-8 of one suit" = { value = { exactly = [8, 8, 8], same = ["suit"] }, clause = "house" }
"8-8-8" = { value = { exactly = [8, 8, 8] }, clause = "house" }
"ace, one suit" = { value = { dealer_bust = true, up = { every = ["A"] }, same = ["suit"] }, clause = "house" }
"2, one suit" = { value = { dealer_bust = true, up = { every = [2] }, same = ["suit"] }, clause = "house" }
"3 or 7, one suit" = { value = { dealer_bust = true, up = { every = [3, 7] }, same = ["suit"] }, clause = "house" }
"4 or 8, one suit" = { value = { dealer_bust = true, up = { every = [4, 8] }, same = ["suit"] }, clause = "house" }
"5, one suit" = { value = { dealer_bust = true, up = { every = [5] }, same = ["suit"] }, clause = "house" }
"6, one suit" = { value = { dealer_bust = true, up = { every = [6] }, same = ["suit"] }, clause = "house" }
"9 or T, one suit" = { value = { dealer_bust = true, up = { every = [9, "tens"] }, same = ["suit"] }, clause = "house" }
"ace" = { value = { dealer_bust = true, up = { every = ["A"] } }, clause = "house" }
"7 or more" = { value = { dealer_bust = true, up = { every = [7, 8, 9, "tens"] } }, clause = "house" }
"6 or less" = { value = { dealer_bust = true }, clause = "house" }

[side_bets.bust-bonus.paytables.A]
clause = "house"
[side_bets.bust-bonus.paytables.A.value]
basis = "to 1"
[side_bets.bust-bonus.paytables.A.value.rows]
"8-8-8 of one suit" = 75
"8-8-8" = 25
"ace, one suit" = 50
"2, one suit" = 25
"3 or 7, one suit" = 15
"4 or 8, one suit" = 10
"5, one suit" = 5
"6, one suit" = 3
"9 or T, one suit" = 20
"ace" = 3
"7 or more" = 2
"6 or less" = 1
"""
"""Bust Bonus, placed after the up card: pays by up card, more for a dealer's hand of one suit."""

BOTH = HEAD + TWENTY_ONE_PLUS_THREE + LUCKY_LADIES


def sheet_from(folder: Path, text: str = BOTH, *overrides: str) -> Sheet:
    path = folder / "two-new-bets.toml"
    path.write_text(text, encoding="utf-8")
    return load_sheet(str(path), overrides)


def new_bet(reads: str, settled: str, outcomes: str, *, unfinished: str = "loses", more: str = "") -> str:
    """A sheet with one bet, ``test``, that pays 1 to 1 for every outcome. ``outcomes``: one line for each."""
    lines = [line.partition(" = ") for line in outcomes.strip().splitlines()]
    outcome_lines = "\n".join(f"{name} = {{ value = {value}, clause = 'house' }}" for name, _, value in lines)
    rows = ", ".join(f"{name} = 1" for name, _, _ in lines)
    return f"""{HEAD}
[side_bets.test]
name = {{ value = "Test", clause = "house" }}
minimum = {{ value = 100, clause = "house" }}
maximum = {{ value = 10000, clause = "house" }}
placed = {{ value = "with the main wager", clause = "house" }}
reads = {{ value = {reads}, clause = "house" }}
settled = {{ value = "{settled}", clause = "house" }}
unfinished = {{ value = "{unfinished}", clause = "house" }}
otherwise = {{ value = "nothing", clause = "house" }}
paytable = {{ value = "even", clause = "house" }}
{more}
[side_bets.test.outcomes]
{outcome_lines}
[side_bets.test.paytables]
even = {{ value = {{ basis = "to 1", rows = {{ {rows} }} }}, clause = "house" }}
"""


def played(sheet: Sheet, cards: str, **sides: int) -> Round:
    """A round of one box by the house chart, from cards in the order they are dealt; tens follow where they run out."""
    codes = [parse_card(text) for text in cards.split()]
    wagers = [bet(1, amount, name.replace("_", "-")) for name, amount in sides.items()]
    round_ = LiveRound(close_bets(open_round(sheet), (bet(1, 1000), *wagers)))
    chart, left = house_chart(sheet), iter([*codes, *[parse_card("Tc")] * 30])
    while not round_.over:
        round_.step(lambda: next(left), lambda state: choose(chart, state))
    return round_.round


def side_results(round_: Round) -> dict[str, tuple[str, int]]:
    assert round_.settlement is not None
    return {side.bet: (side.outcome, side.net) for side in round_.settlement.sides}
