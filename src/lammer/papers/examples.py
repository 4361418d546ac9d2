"""Worked examples: rounds dealt by the round engine, one for each way in which a hand ends.

The rounds come from a fixed seed and are played by the house's chart, so the same sheet always has the same examples.
Every payment is the table's; nothing is computed here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from lammer.api.game import Game
from lammer.api.tables import Round, Table
from lammer.cards.card import parse_card
from lammer.cards.hand import hand_total
from lammer.cards.money import money_text
from lammer.errors import LammerError
from lammer.papers.document import HandOfCards
from lammer.rules.schema import SideBet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.round import legal

SEED = "worked examples"
ROUNDS = 300
"""The number of rounds to look through."""
MORE_ROUNDS = 1500
"""Those that follow, only for side bets that have not won yet."""
MOST, LEAST = 14, 8
"""Examples of all kinds without those of the bet against one's own hand; and those without side bets."""
PLACE, EXTRAS = "place", ("parlay", "trade")
FREE, PAID, SPLIT, WINS = " after a free double", " after a double", "Split", " wins"
JOINS = ": winnings join the main wager"
AGAINST = "Bet against the hand: "


class Example(NamedTuple):
    title: str
    hands: tuple[HandOfCards, ...]
    lines: tuple[str, ...]
    notation: str


def examples_of(game: Game) -> tuple[Example, ...]:
    """The first round for each new result and reason, and for each side bet that wins; the usual results first."""
    found: dict[str, Example] = {}
    bets, table = titles_of_bets(game.sheet), game.table(seed=SEED, shoe="fresh")
    for number in range(ROUNDS + MORE_ROUNDS):
        if number >= ROUNDS and bets <= set(found):
            break
        dealt = _dealt(game, table, extras=number % 2 == 1)
        titles = (one for one in _titles(game, dealt.record) if one not in found)
        title = next((one for one in titles if number < ROUNDS or one in bets), "")
        if title:
            found[title] = _example(title, game, dealt)
    main = sorted((one for title, one in found.items() if title not in bets), key=_order)
    main = main[: max(MOST - len(bets), LEAST)]
    shown = sorted((*main, *(one for title, one in found.items() if title in bets)), key=_order)
    return (*shown, *_against(game, table))


def titles_of_bets(sheet: Sheet) -> set[str]:
    """The titles of an example of each side bet, of parlays, and of lights."""
    titles = {f"{bet.name}{WINS}" for bet in sheet.side_bets.values()}
    titles |= {f"{bet.name}{JOINS}" for bet in sheet.side_bets.values() if bet.parlay is not None}
    return titles | ({_lights_title(sheet)} if sheet.rules.lights is not None else set())


def has_own_choices(sheet: Sheet) -> bool:
    """Whether a bet or the lights let the player choose something that no chart has."""
    later = any(bet.placed_later or bet.parlay is not None for bet in sheet.side_bets.values())
    return later or (sheet.rules.lights is not None and sheet.rules.lights.trade)


def _lights_title(sheet: Sheet) -> str:
    lights = sheet.rules.lights
    assert lights is not None
    return f"{lights.name}: {'the marked card is traded' if lights.trade else 'a marked card'}"


def _against(game: Game, table: Table) -> Iterator[Example]:
    """Of the bet against one's own hand, if the game has it."""
    found = set[str]()
    for _ in range(ROUNDS * game.sheet.rules.against.offered):
        dealt = table.deal(_wager(game), against=True).play()
        title = next((one for one in _titles(game, dealt.record) if one not in found), "")
        if title:
            found.add(title)
            yield _example(title, game, dealt)


def _order(one: Example) -> int:
    """Results of a plain hand, then free doubles, splits, side bets, and doubles for own money."""
    bet = one.title.endswith((WINS, JOINS))
    kinds = (FREE in one.title, one.title.startswith(SPLIT), bet, PAID in one.title)
    return kinds.index(True) + 1 if any(kinds) else 0


def _wager(game: Game) -> float:
    return max(game.sheet.rules.limits.minimum, 1000) / 100


def _dealt(game: Game, table: Table, *, extras: bool) -> Round:
    """A round with every side bet that can be placed. With ``extras`` winnings join the main wager and marked cards are
    traded where that is offered."""
    sides: dict[str, Any] = {
        bet_id: bet.minimum / 100 for bet_id, bet in game.sheet.side_bets.items() if not bet.placed_later
    }
    try:
        dealt = table.deal(_wager(game), **sides)
    except LammerError:
        dealt = table.deal(_wager(game))
    if not has_own_choices(game.sheet):
        return dealt.play()
    wanted, chart = (PLACE, *EXTRAS) if extras else (PLACE,), house_chart(game.sheet)
    while not dealt.over:
        option = next((one for one in legal(dealt.state) if one.kind in wanted), None)
        if option is None:
            dealt.apply(choose(chart, dealt.state))
        else:
            dealt.apply(option, option.minimum / 100 if option.kind == PLACE else None)
    return dealt


def _titles(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """What the round is an example of, the rarest first."""
    for seat in record["seats"]:
        if seat.get("lights", {}).get("lit"):
            yield _lights_title(game.sheet)
        for bet_id in seat["side"] if "parlayed" in seat else ():
            if game.sheet.side_bets[bet_id].parlay is not None:
                yield f"{game.sheet.side_bets[bet_id].name}{JOINS}"
        for bet_id, side in seat["side"].items():
            if side["net"] > 0:
                yield f"{game.sheet.side_bets[bet_id].name}{WINS}"
        if any(hand["split"] for hand in seat["hands"]):
            yield f"{SPLIT} on a lammer" if any(hand["split"] == "free" for hand in seat["hands"]) else SPLIT
        else:
            yield from (_result(hand) for hand in seat["hands"])


def _result(hand: dict[str, Any]) -> str:
    word = _word(hand["result"])
    if hand.get("against"):
        return f"{AGAINST}{word.lower()}" + ("" if hand["why"] == "tie" else f", {hand['why']}")
    if hand["doubled"]:
        return f"{word}{FREE if hand['doubled'] == 'free' else PAID}"
    return word if hand["why"] in (hand["result"], "tie") else f"{word}: {hand['why']}"


def _word(result: str) -> str:
    return {"win": "Win", "lose": "Lose", "push": "Tie", "bust": "Bust"}.get(result, result.capitalize())


def _example(title: str, game: Game, dealt: Round) -> Example:
    record = dealt.record
    seat = record["seats"][0]
    cards, total = tuple(record["dealer"]["cards"]), record["dealer"]["total"]
    hands = [HandOfCards("Dealer", cards, f"total {total}" if cards else "no card yet")]
    for number, hand in enumerate(seat["hands"], 1):
        label = "Player" if len(seat["hands"]) == 1 else f"Hand {number}"
        hands.append(HandOfCards(label, tuple(hand["cards"]), f"{_total(game, hand)}, {_stake(hand)}"))
    lines = ["The second cards of the two hands are swapped."] if seat.get("swapped") else []
    for bet_id, side in seat["side"].items():
        bet, wager = game.sheet.side_bets[bet_id], money_text(seat["wagers"][bet_id])
        lines.append(f"{bet.name}, bet {wager}: {_outcome(bet, side['outcome'])}, net {_signed(side['net'])}")
        if seat.get("parlayed") and bet.parlay is not None:
            lines.append(f"{bet.name}, parlay: {money_text(seat['parlayed'])} joins the main wager")
    lines += _lights_lines(game, seat)
    lines.append(f"Net of the round: {_signed(seat['net'])}")
    return Example(title, tuple(hands), tuple(lines), record["notation"])


def _outcome(bet: SideBet, outcome: str) -> str:
    """The outcome as the paytable names it. All outcomes that it does not pay have one name."""
    unpaid = outcome in bet.outcomes and outcome not in bet.paytables[bet.paytable].paid
    return bet.otherwise if unpaid else outcome


def _lights_lines(game: Game, seat: dict[str, Any]) -> Iterator[str]:
    if "lights" in seat and game.sheet.rules.lights is not None:
        lights = seat["lights"]
        prize = f", prize {money_text(lights['prize'])}" if "prize" in lights else ""
        before, lit, after = lights["before"], lights["lit"], lights["after"]
        yield f"{game.sheet.rules.lights.name}: lights before {before}, lit {lit}, after {after}{prize}"


def _total(game: Game, hand: dict[str, Any]) -> str:
    total, _ = hand_total(map(parse_card, hand["cards"]), game.sheet.rules.points.limit)
    return f"total {total}"


def _stake(hand: dict[str, Any]) -> str:
    parts = [money_text(hand["own"])] if hand["own"] else []
    parts += [f"lammer {money_text(hand['free'])}"] if hand["free"] else []
    ends = ", ".join(dict.fromkeys((hand["result"], hand["why"])))
    bet = "bet against" if hand.get("against") else "bet"
    return f"{bet} {' + '.join(parts) or '0'}: {ends}, net {_signed(hand['net'])}"


def _signed(amount: int) -> str:
    return money_text(amount, signed=True).replace("-", "\u2212")
