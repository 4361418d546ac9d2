"""Part "payments": side bets of dealt rounds scored again from the text of their sheet.

The scorer reads the TOML tables as they are written and the cards as they were dealt. It shares no code with the table:
conditions are those of ``sheet_oracle.py``, pays are computed here by docs/side-bets.md.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from lammer.cards.card import NAMES
from lammer.conformance import sheet_oracle
from lammer.conformance.play import finished
from lammer.rules.files import find_file
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.table.drive import Played
from lammer.table.events import CardRole, EventKind
from lammer.table.state import Box

NET_ODDS: dict[str, Callable[[int], tuple[int, int]]] = {
    "to 1": lambda pays: (pays, 1),
    "for 1": lambda pays: (pays - 1, 1),
    "to 2": lambda pays: (pays, 2),
}
"""The net of a wager in each basis, as a fraction of it."""
TWO_CARDS, FOUR_CARDS = "my first two cards", "my first four cards"
SPLITS = (EventKind.SPLIT, EventKind.FREE_SPLIT)
LAMMER_RULES = ({"count": "every lammer", "unit": "round", "dealer_natural": "loses"},)
"""The ways of counting lammers that are scored here."""


class WrittenBet(NamedTuple):
    """A side bet as its sheet writes it, with the paytable that is posted."""

    oracle: sheet_oracle.Oracle
    paytable: Mapping[str, Any]
    unfinished: str
    lammers: Mapping[str, Any]


def written_bet(sheet: Sheet, bet_id: str) -> WrittenBet:
    """The block of the bet in the file that states it: one attached, or the game's with those that it extends."""
    block = written_block(sheet, bet_id)
    posted = sheet.side_bets[bet_id].paytable
    lammers = {key: one["value"] for key, one in block.get("lammers", {}).items()}
    oracle = sheet_oracle.oracle_from(block)
    return WrittenBet(oracle, block["paytables"][posted]["value"], block["unfinished"]["value"], lammers)


def written_block(sheet: Sheet, bet_id: str) -> Mapping[str, Any]:
    game, *attached = sheet.id.split("+")
    for name in attached:
        if bet_id in find_file(name).tree.get("side_bets", {}):
            return find_file(name).tree["side_bets"][bet_id]  # type: ignore[no-any-return]
    block: dict[str, Any] = {}
    for tree in reversed(list(_written(game))):
        block = _merged(block, tree.get("side_bets", {}).get(bet_id, {}))
    return block


def _written(game: str) -> Iterator[Mapping[str, Any]]:
    """The file of a game, and those that it extends."""
    file = find_file(game)
    yield file.tree
    while "extends" in file.head:
        file = find_file(file.head["extends"], file.folder)
        yield file.tree


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two blocks in one; a value with its clause (``{ value = …, clause = … }``) is taken whole."""
    inner = {
        key: _merged(below[key], one)
        for key, one in above.items()
        if isinstance(one, dict) and isinstance(below.get(key), dict) and "clause" not in one
    }
    return {**below, **above, **inner}


def not_scored(sheet: Sheet) -> dict[str, str]:
    """Bets that this scorer does not know how to score, with the reason."""
    if why := not_found(sheet):
        return dict.fromkeys(sheet.side_bets, why)
    found = {}
    for bet_id, bet in sheet.side_bets.items():
        written = written_bet(sheet, bet_id)
        if bet.jackpot is not None:
            found[bet_id] = "shares of a meter"
        elif unknown := written.oracle.unknown():
            found[bet_id] = unknown
        elif written.lammers and written.lammers not in LAMMER_RULES:
            found[bet_id] = "lammers counted in another way"
    return found


def not_found(sheet: Sheet) -> str:
    """Why the text of a sheet cannot be read, if it cannot: a sheet given by its path is not found by its id."""
    try:
        find_file(sheet.id.partition("+")[0])
    except SheetFaults:
        return "its file is not in a folder of LAMMER_SHEETS"
    return ""


def payment_faults(sheet: Sheet, seed: str) -> Iterator[str]:
    yield from faults_of(finished(sheet, seed, interrupted=False).played, sheet)


def faults_of(played: Played, sheet: Sheet) -> Iterator[str]:
    """Compares the net of every side wager with what the sheet's text pays. ``sheet``: the sheet whose text is read."""
    settlement = played.round.settlement
    assert settlement is not None  # the round is over
    left_out = not_scored(sheet)
    for side in settlement.sides:
        if side.bet in left_out:
            continue
        written, box = written_bet(sheet, side.bet), played.round.boxes[side.box]
        mine, dealer = _opening_cards(played, box.number), _dealer_cards(played)
        seen = sheet_oracle.Round(mine, dealer, _lammers(box, side.bettor), _split_hands(played, box.number, mine))
        expected = net_of(written, seen, side.amount, _complete(played))
        if side.net != expected:
            cards = " ".join([*mine, "against", *dealer])
            yield f"{side.bet} of {side.amount} is paid {side.net} and not {expected}: {cards}"


def net_of(written: WrittenBet, round_: sheet_oracle.Round, amount: int, complete: bool) -> int:
    """What a wager wins: the first outcome that holds and has a row is paid. A bet that was never decided is returned
    or lost, as its sheet says."""
    if written.lammers and sheet_oracle.natural(round_.dealer):
        return -amount
    reads, table = written.oracle.reads, written.paytable
    undecided = ("the dealer's final hand" in reads and not complete) or (TWO_CARDS in reads and len(round_.mine) < 2)
    undecided = undecided or (FOUR_CARDS in reads and len(round_.mine) < 4)
    paid = {**table.get("rows", {}), **table.get("flat", {})}
    holding = (name for name in written.oracle.holding(round_) if not undecided or written.oracle.by_first_card(name))
    row = next((name for name in holding if name in paid), "")
    if not row:
        returned = undecided and written.unfinished == "returned"
        return 0 if returned else -amount
    if row in table.get("flat", {}):
        return int(table["flat"][row])
    pays, of = NET_ODDS[table["basis"]](table["rows"][row])
    return int(amount * pays // of)


def _opening_cards(played: Played, box: int) -> sheet_oracle.Hand:
    dealt = [event for event in played.events if event.kind is EventKind.CARD and event.role is CardRole.OPENING]
    return tuple(NAMES[event.card] for event in dealt if event.box == box)


def _split_hands(played: Played, box: int, mine: sheet_oracle.Hand) -> tuple[sheet_oracle.Hand, ...]:
    """The two hands of the first split with the next card on each, as the events tell. Later splits of the first hand
    move the second one on."""
    second, found = 0, list[sheet_oracle.Hand]()
    for event in played.events:
        if event.box != box:
            continue
        if event.kind in SPLITS:
            second = 2 if not second else second + (event.hand < second)
        elif event.kind is EventKind.CARD and second and event.hand == (second if found else 1) and len(found) < 2:
            found.append((mine[len(found)], NAMES[event.card]))
    return tuple(found)


def _lammers(box: Box, bettor: int) -> int:
    """Lammers are as large as the bettor's wager."""
    free = sum(stake.free for hand in box.hands if (stake := hand.stakes[bettor]) is not None)
    return free // box.bettors[bettor].main


def _dealer_cards(played: Played) -> sheet_oracle.Hand:
    return tuple(NAMES[code] for code in played.round.dealer)


def _complete(played: Played) -> bool:
    """Whether the dealer would draw no further card, by the values of the sheet."""
    hand, rules = _dealer_cards(played), played.round.sheet.rules.dealer
    total, soft = sheet_oracle.points(hand), sheet_oracle.is_soft(hand)
    return len(hand) > 1 and total >= (rules.stand_on_soft if soft else rules.stand_on_hard)
