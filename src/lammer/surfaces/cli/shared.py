"""Options that several commands share, with one name, meaning and help text."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from lammer.surfaces.cli.completing import charts, games, terms

MEANINGS = {
    "--against": "Bet against your own hand, where the game offers it; the hand is then played by the dealer's rules.",
    "--approved-by": "A second executive, who approves it.",
    "--bankroll": "The bankroll, in currency units.",
    "--bet": "The main wager on each box.",
    "--card": "The code on the person's card; - prompts for it without showing it.",
    "--count": "The count: a system of lammer count, like hi-lo, ten tags like -1,1,1,1,1,1,0,0,0,-1, or tags like "
    "A=-1,5=2.",
    "--csv": "Write the figures to this file as CSV; - prints them.",
    "--db": "The books: an SQLite file or a postgresql:// address.",
    "--decks": "The number of decks.",
    "--key": "Idempotency key: a repeated step with the same key is carried out once.",
    "--level": "The level of a count, its largest tag: 1, 2 or 3.",
    "--licensee": "A licensee's name.",
    "--link": "The jackpot; optional if there is only one.",
    "--meter": "The amount of a meter: LEVEL=AMOUNT. Repeat for more.",
    "--note": "The reason, for the books.",
    "--output": "The file to write; its ending says what it is. An existing file is replaced.",
    "--paper": "The size of the paper.",
    "--parlay": "When winnings of a side bet that may join the main wager do so: never, always, or with the cards with "
    "which it is best.",
    "--partial": "Fill missing cells of a chart file with the best play.",
    "--rounds": "The number of rounds: 1000, 1_000_000 or 1e6.",
    "--save": "Save the sums to this file, and continue from it if it exists.",
    "--seats": "The number of boxes, 1 to 7.",
    "--seed": "The same seed gives the same results.",
    "--shoe": "fresh: a full shoe for every round; cut: deal to the cut card; csm: a continuous shuffler, which takes "
    "every card back.",
    "--trade": "Trade every marked card for the next card and a light; else none is traded.",
    "--spread": "Compute the standard deviation, the money at risk and the net results, which take longest.",
    "--strategy": "A chart by name, or a file (CSV, TOML, JSON).",
    "--system": "A published system, by its id; repeat for more.",
    "--table": "The table's name.",
    "--terms": "Terms of a jackpot by name, or a TOML file.",
    "--true-count": "How a true count is rounded.",
    "--up": "The dealer's up card.",
}
REPEATED: dict[str, Any] = {"negative": "", "consume_multiple": False, "show_default": False}


def shared(name: str, more: str = "", **settings: Any) -> Parameter:
    """A shared option; ``more`` is further help for one command."""
    return Parameter(name=name, help=f"{MEANINGS[name]} {more}".rstrip(), **settings)


def examples(*lines: str) -> str:
    """The examples below a command's help; a test runs the lines in this order."""
    return "\n".join(["Examples:", *(f"  {line}" for line in lines)])


NAMED_CHARTS = (
    "house: the game's built-in chart; standard, free-bet, triple-win-20, …: these charts; total: the best chart; "
    "composition: the best play of every hand."
)
STRATEGY = shared("--strategy", NAMED_CHARTS, completer=charts)
GameArgument = Annotated[
    str, Parameter(help="A game of `lammer games`, a path to a sheet, or game+sidebet.", completer=games)
]
AgainstOption = Annotated[bool, shared("--against", negative="", show_default=False)]
BetOption = Annotated[str, shared("--bet")]
CardOption = Annotated[str, shared("--card", allow_leading_hyphen=True)]
CountOption = Annotated[str, shared("--count", allow_leading_hyphen=True)]
CsvOption = Annotated[Path | None, shared("--csv", allow_leading_hyphen=True, show_default=False)]
KeyOption = Annotated[str, shared("--key", show_default=False)]
NoteOption = Annotated[str, shared("--note")]
ParlayOption = Annotated[Literal["never", "always", "best"], shared("--parlay")]
PartialOption = Annotated[bool, shared("--partial", negative="", show_default=False)]
RoundsOption = Annotated[str, shared("--rounds")]
SeatsOption = Annotated[int, shared("--seats")]
SEED = shared("--seed", "Any text.")
SeedOption = Annotated[str, SEED]
ShoeOption = Annotated[Literal["fresh", "cut", "csm"], shared("--shoe")]
StrategyOption = Annotated[str, STRATEGY]
TrueCountOption = Annotated[Literal["floor", "round", "truncate"], shared("--true-count")]
TradeOption = Annotated[bool, shared("--trade", negative="", show_default=False)]
TermsOption = Annotated[str, shared("--terms", completer=terms)]
