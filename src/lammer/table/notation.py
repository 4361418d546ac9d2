"""Reads and writes a round as one line that people can type.

    sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP 3h FD Th 2d FD 9c | 5d

The line has the game and its overrides, then the wagers box by box, then every card and decision in order.
Cards are a rank and a suit. Decisions are letters: see ``LETTERS``. Bars only help the reader.
A bet that stayed on the layout after an earlier round has its wins so far after an @: ``streak-2=5@1``.
Lights from earlier rounds are written like a wager, as a number: ``lights=3``.
A wheel of a side bet stops at a number, from 1: ``*3``.
An interruption may have a reason, as a JSON string: ``X"a card fell off the table"``.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from lammer.cards.card import NAMES, NotACard, parse_card
from lammer.cards.money import NotMoney, money_text, parse_money
from lammer.errors import LammerError
from lammer.rules.loader import load_sheet
from lammer.rules.overrides import nesting, split_overrides
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.table.actions import (
    AGAINST,
    LIGHTS,
    MAIN,
    NEW,
    Action,
    ActionKind,
    Refused,
    absent,
    bet,
    burn,
    card,
    spin,
    void,
)
from lammer.table.betting import default_meters, open_round
from lammer.table.drive import Played
from lammer.table.events import Event
from lammer.table.round import apply, begin, waiting_for
from lammer.table.state import Meter, Round, Stage, Waits

LETTERS = {
    "H": ActionKind.HIT,
    "S": ActionKind.STAND,
    "D": ActionKind.DOUBLE,
    "FD": ActionKind.FREE_DOUBLE,
    "P": ActionKind.SPLIT,
    "FP": ActionKind.FREE_SPLIT,
    "R": ActionKind.SURRENDER,
    "I": ActionKind.INSURE,
    "E": ActionKind.EVEN_MONEY,
    "N": ActionKind.PASS,
    "Y": ActionKind.FOLLOW,
    "O": ActionKind.DECLINE,
    "B": ActionKind.PLACE,
    "PL": ActionKind.PARLAY,
    "SW": ActionKind.SWITCH,
    "TR": ActionKind.TRADE,
    "X": ActionKind.VOID,
}
_KINDS: dict[str, str] = {kind.value: letters for letters, kind in LETTERS.items()}
_TOKEN = re.compile(r'X"(?:[^"\\]|\\.)*"|\S+', re.IGNORECASE)
_DECISION = re.compile(r"([A-Z]{1,2})(\d+(?:\.\d{1,2})?)?", re.IGNORECASE)
_BOX = re.compile(r"(\d{1,3})(?:\.(\d{1,3}))?:(.*)")
_METER = re.compile(r"([a-z]+)=([\d.]+)(?:/([\d.]+))?")


class NotationError(LammerError, ValueError):
    """The line cannot be read; the message gives the column, the fault and the remedy."""

    def __init__(self, text: str, column: int, message: str, line: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.text, self.column, self.message, self.line = text, column, message, line

    def pointer(self) -> str:
        """The line with a caret under the fault."""
        return f"{self.text}\n{' ' * (self.column - 1)}^"


class _Token(NamedTuple):
    text: str
    column: int


def write_round(played: Played) -> str:
    """The line of notation that describes the whole round."""
    sheet = played.round.sheet
    return " ".join([sheet.ref, *_write_meters(played), *write_bets(played.bets), *_write_log(played)])


def write_bets(bets: tuple[Action, ...]) -> list[str]:
    """``1:10,pot-of-gold=5`` for each bettor, in the order placed; ``1:,tip=1`` returns to an earlier bettor."""
    words: list[str] = []
    field = (0, 0)
    for wager in bets:
        if (wager.box, wager.bettor) != field:
            field = (wager.box, wager.bettor)
            words.append(f"{wager.box}:" if wager.bettor == 1 else f"{wager.box}.{wager.bettor}:")
        amount = money_text(wager.amount) + (f"@{wager.carried}" if wager.carried >= 0 else "")
        amount = str(wager.carried) if wager.spot == LIGHTS else amount
        words[-1] += amount if wager.spot == MAIN else f"{',' * (wager.spot != AGAINST)}{wager.spot}={amount}"
    return words


def _write_meters(played: Played) -> list[str]:
    given = played.meters
    if given == default_meters(played.round.sheet):
        return []
    return [f"{meter.level}={money_text(meter.amount)}/{money_text(meter.reset)}" for meter in given]


def _write_log(played: Played) -> list[str]:
    """Cards and decisions, with a bar before the opening cards and before the first decision."""
    words = ["|"]
    opening = True
    for action in played.log:
        if opening and action.kind != "card":
            words.append("|")
            opening = False
        words.append(write_action(action))
    return words


def write_action(action: Action) -> str:
    if action.kind == "card":
        return NAMES[action.card]
    if action.kind == "burn":
        return "~" + NAMES[action.card]
    if action.kind == "spin":
        return f"*{action.stop}"
    if action.kind == "absent":
        return f"!{action.box}.{action.bettor}"
    if action.reason:
        return _KINDS[action.kind] + json.dumps(action.reason, ensure_ascii=False)
    return _KINDS[action.kind] + (money_text(action.amount) if action.amount else "")


Load = Callable[[str, tuple[str, ...]], Sheet]


def read_round(text: str, line: int = 1, load: Load = load_sheet, *, unfinished: bool = False) -> Played:
    """Replays a line through the table. Raises NotationError with the exact column of the error.

    ``load`` loads the sheet of a game; ``unfinished`` lets the line end before the round is over.
    """
    text = text.rstrip("\n")
    game, rest = _read_game(text, line)
    sheet = _load(game, load, text, line)
    tokens = [_Token(match[0], match.start() + 1) for match in _TOKEN.finditer(text, rest) if match[0] != "|"]
    meters, bets, script = _read_head(sheet, tokens, text, line)
    played = _replay(sheet, meters, bets, script, text, line)
    if played.round.waits is not Waits.NOTHING and not unfinished:
        message = f"the round is not over: it waits for {waiting_for(played.round)}"
        raise NotationError(text, len(text.rstrip()) + 1, message, line)
    return played


def _read_game(text: str, line: int) -> tuple[_Token, int]:
    """The game with its bracketed overrides, which may contain spaces, and where the rest of the line begins."""
    start = len(text) - len(text.lstrip())
    match = re.compile(r"[^\s\[]+").match(text, start)
    if match is None:
        raise NotationError(text, 1, "a round begins with its game, like sd-free-bet", line)
    end = match.end()
    if text[end : end + 1] == "[":
        closing = _closing_bracket(text, end)
        if closing < 0:
            raise NotationError(text, end + 1, "this bracket is never closed", line)
        end = closing + 1
    return _Token(text[start:end], start + 1), end


def _closing_bracket(text: str, opening: int) -> int:
    for at, (_, depth) in enumerate(nesting(text[opening:])):
        if depth == 0:
            return opening + at
    return -1


def _load(token: _Token, load: Load, text: str, line: int) -> Sheet:
    name, _, overrides = token.text.partition("[")
    try:
        sheet = load(name, tuple(split_overrides(overrides.removesuffix("]"))))
    except SheetFaults as error:
        raise NotationError(text, token.column, "; ".join(str(fault) for fault in error.faults), line) from None
    _, _, version = name.partition("@")
    if version and version != str(sheet.version):  # the user's own sheet in place of the named one
        message = f"this is version {sheet.version}; the round was dealt under version {version}"
        raise NotationError(text, token.column, message, line)
    return sheet


def _read_head(
    sheet: Sheet, tokens: list[_Token], text: str, line: int
) -> tuple[tuple[Meter, ...], list[tuple[_Token, Action]], list[_Token]]:
    meters = {meter.level: meter for meter in default_meters(sheet)}
    bets: list[tuple[_Token, Action]] = []
    for index, token in enumerate(tokens):
        box, meter = _BOX.fullmatch(token.text), _METER.fullmatch(token.text)
        if box:
            bets += _read_box(token, box, text, line)
        elif meter and meter[1] in meters:
            meters[meter[1]] = _read_meter(meters[meter[1]], meter, token, text, line)
        elif meter:
            raise NotationError(text, token.column, f"this table has no meter {meter[1]!r}", line)
        else:
            return tuple(meters.values()), bets, tokens[index:]
    return tuple(meters.values()), bets, []


def _read_meter(sheets: Meter, match: re.Match[str], token: _Token, text: str, line: int) -> Meter:
    """``meter=22462.41/10000``; without the second amount the sheet's reset amount is used."""
    try:
        return Meter(sheets.level, parse_money(match[2]), parse_money(match[3]) if match[3] else sheets.reset)
    except NotMoney as error:
        raise NotationError(text, token.column, str(error), line) from None


def _read_box(token: _Token, match: re.Match[str], text: str, line: int) -> list[tuple[_Token, Action]]:
    """``1.2:10,push-22=5``: the wagers of one bettor."""
    box, bettor = int(match[1]), int(match[2] or 1)
    at = token.column + match.start(3)
    bets = []
    for index, part in enumerate(match[3].split(",")):
        spot, equals, amount = part.rpartition("=")
        place = _Token(part, at)
        at += len(part) + 1
        if index == 0 and not part:
            continue
        if bool(equals) != (index > 0) and not (index == 0 and spot == AGAINST):
            message = "write the main wager first and side bets after it, like 1:10,pot-of-gold=5"
            raise NotationError(text, place.column, message, line)
        if spot == LIGHTS and re.fullmatch(r"\d{1,3}", amount):
            bets.append((place, bet(box, 0, LIGHTS, bettor, int(amount))))
            continue
        amount, at_sign, wins = amount.partition("@")
        if at_sign and not re.fullmatch(r"\d{1,3}", wins):
            message = "write the wins so far of a bet from an earlier round after @, like streak-2=5@1"
            raise NotationError(text, place.column + len(spot + equals + amount), message, line)
        try:
            carried = int(wins) if at_sign else NEW
            bets.append((place, bet(box, parse_money(amount), spot or MAIN, bettor, carried)))
        except NotMoney as error:
            raise NotationError(text, place.column + len(spot + equals), str(error), line) from None
    return bets


def _replay(
    sheet: Sheet,
    meters: tuple[Meter, ...],
    bets: list[tuple[_Token, Action]],
    script: list[_Token],
    text: str,
    line: int,
) -> Played:
    round_ = open_round(sheet, meters)
    placed = tuple(action for _, action in bets)
    for token, action in bets:
        round_ = _apply_at(round_, action, token, text, line)[0]
    end = len(text.rstrip()) + 1
    try:
        round_, first = begin(open_round(sheet, meters), placed)
    except Refused as error:
        raise NotationError(text, script[0].column if script else end, str(error), line) from None
    events: list[Event] = list(first)
    log: list[Action] = []
    copies: Counter[int] = Counter()
    for token in script:
        action = _read_step(round_, token, text, line)
        if action.card >= 0:
            copies[action.card] += 1
            if copies[action.card] > sheet.rules.shoe.decks:
                message = f"there are only {sheet.rules.shoe.decks} copies of {NAMES[action.card]} in the shoe"
                raise NotationError(text, token.column, message, line)
        round_, more = _apply_at(round_, action, token, text, line)
        log.append(action)
        events += more
    return Played(round_, placed, tuple(log), tuple(events), meters)


def _apply_at(round_: Round, action: Action, token: _Token, text: str, line: int) -> tuple[Round, tuple[Event, ...]]:
    try:
        return apply(round_, action)
    except Refused as error:
        raise NotationError(text, token.column, f"{token.text}: {error}", line) from None


def _read_step(round_: Round, token: _Token, text: str, line: int) -> Action:
    """One card or decision."""
    word = token.text
    if round_.stage is Stage.DONE and not word.startswith("~"):
        raise NotationError(text, token.column, f"{word}: the round is over here", line)
    if word.startswith("!"):
        match = re.fullmatch(r"!(\d{1,3})(?:\.(\d{1,3}))?", word)
        if match:
            return absent(int(match[1]), int(match[2] or 1))
    if re.fullmatch(r"\*\d{1,4}", word):
        return spin(int(word[1:]))
    if word[:2].upper() == 'X"':
        return void(_read_reason(token, text, line))
    decision = _DECISION.fullmatch(word)
    if decision and decision[1].upper() in LETTERS:
        kind = LETTERS[decision[1].upper()]
        try:
            return Action(kind, amount=parse_money(decision[2]) if decision[2] else 0)
        except NotMoney as error:
            raise NotationError(text, token.column + len(decision[1]), str(error), line) from None
    try:
        return burn(parse_card(word[1:])) if word.startswith("~") else card(parse_card(word))
    except NotACard as error:
        letters = " ".join(LETTERS)
        raise NotationError(text, token.column, f"{error}; decisions are {letters}", line) from None


def _read_reason(token: _Token, text: str, line: int) -> str:
    try:
        reason = json.loads(token.text[1:])
    except ValueError:
        message = 'write the reason in quotation marks, like X"a card fell off the table"'
        raise NotationError(text, token.column, message, line) from None
    return str(reason)
