"""Worked examples: rounds dealt by the round engine, one for each way in which a hand ends.

The rounds come from a fixed seed and are played by the house's chart, so the same sheet always has the same examples.
Every payment is the table's; nothing is computed here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.cards.money import money_text
from lammer.errors import LammerError
from lammer.papers.document import HandOfCards

SEED = "worked examples"
ROUNDS = 300
"""The number of rounds to look through."""
MOST = 10


class Example(NamedTuple):
    title: str
    hands: tuple[HandOfCards, ...]
    lines: tuple[str, ...]
    notation: str


def examples_of(game: Game) -> tuple[Example, ...]:
    """The first round for each new result and reason, and for each side bet that wins."""
    found: dict[str, Example] = {}
    table = game.table(seed=SEED, shoe="fresh")
    for _ in range(ROUNDS):
        if len(found) >= MOST:
            break
        for dealt in _dealt(game, table):
            for title in _titles(game, dealt.record):
                if title not in found:
                    found[title] = _example(title, game, dealt)
                    break
    return tuple(found.values())


def _dealt(game: Game, table: Any) -> Iterator[Round]:
    sides = {bet_id: bet.minimum / 100 for bet_id, bet in game.sheet.side_bets.items() if not bet.placed_later}
    minimum = game.sheet.rules.limits.minimum
    wager = max(minimum, 1000) / 100
    try:
        yield table.deal(wager, **sides).play()
    except LammerError:
        yield table.deal(wager).play()


def _titles(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """What the round is an example of, the rarest first."""
    for seat in record["seats"]:
        for bet_id, side in seat["side"].items():
            if side["net"] > 0:
                yield f"{game.sheet.side_bets[bet_id].name} wins"
        hands = seat["hands"]
        if len(hands) == 1:
            hand = hands[0]
            how = " after a free double" if hand["doubled"] == "free" else " after a double" if hand["doubled"] else ""
            word = _word(hand["result"])
            yield f"{word}{how}" if hand["why"] in (hand["result"], "tie") else f"{word}{how}: {hand['why']}"
        elif len(hands) > 1:
            yield "Split on a lammer" if any(hand["split"] == "free" for hand in hands) else "Split"


def _word(result: str) -> str:
    return {"win": "Win", "lose": "Lose", "push": "Tie", "bust": "Bust"}.get(result, result.capitalize())


def _example(title: str, game: Game, dealt: Round) -> Example:
    record = dealt.record
    seat = record["seats"][0]
    hands = [HandOfCards("Dealer", tuple(record["dealer"]["cards"]), f"total {record['dealer']['total']}")]
    for number, hand in enumerate(seat["hands"], 1):
        label = "Player" if len(seat["hands"]) == 1 else f"Hand {number}"
        hands.append(HandOfCards(label, tuple(hand["cards"]), _stake(hand)))
    lines = []
    for bet_id, side in seat["side"].items():
        name = game.sheet.side_bets[bet_id].name
        wager = money_text(seat["wagers"][bet_id])
        lines.append(f"{name}, bet {wager}: {side['outcome']}, net {_signed(side['net'])}")
    lines.append(f"Net of the round: {_signed(seat['net'])}")
    return Example(title, tuple(hands), tuple(lines), record["notation"])


def _stake(hand: dict[str, Any]) -> str:
    parts = [money_text(hand["own"])] if hand["own"] else []
    parts += [f"lammer {money_text(hand['free'])}"] if hand["free"] else []
    ends = ", ".join(dict.fromkeys((hand["result"], hand["why"])))
    return f"bet {' + '.join(parts) or '0'}: {ends}, net {_signed(hand['net'])}"


def _signed(amount: int) -> str:
    return money_text(amount, signed=True).replace("-", "\u2212")
