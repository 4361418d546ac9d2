"""Worked examples: rounds dealt by the round engine, one for each way in which a hand ends.

The rounds come from a fixed seed and are played by the house's chart, so the same sheet always has the same examples.
Every payment is the table's; nothing is computed here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.cards.card import parse_card
from lammer.cards.hand import hand_total
from lammer.cards.money import money_text
from lammer.errors import LammerError
from lammer.papers.document import HandOfCards
from lammer.rules.schema import SideBet

SEED = "worked examples"
ROUNDS = 300
"""The number of rounds to look through."""
MOST = 14
"""Without those of the bet against one's own hand."""
FREE, PAID, SPLIT, WINS = " after a free double", " after a double", "Split", " wins"
AGAINST = "Bet against the hand: "


class Example(NamedTuple):
    title: str
    hands: tuple[HandOfCards, ...]
    lines: tuple[str, ...]
    notation: str


def examples_of(game: Game) -> tuple[Example, ...]:
    """The first round for each new result and reason, and for each side bet that wins; the usual results first."""
    found: dict[str, Example] = {}
    table = game.table(seed=SEED, shoe="fresh")
    against = [False] * ROUNDS + [True] * (ROUNDS * game.sheet.rules.against.offered)
    for bet_against in against:
        dealt = _dealt(game, table, against=bet_against)
        title = next((one for one in _titles(game, dealt.record) if one not in found), "")
        if title:
            found[title] = _example(title, game, dealt)
    of_main = sorted((one for title, one in found.items() if not title.startswith(AGAINST)), key=_order)
    return (*of_main[:MOST], *(one for title, one in found.items() if title.startswith(AGAINST)))


def _order(one: Example) -> int:
    """Results of a plain hand, then free doubles, splits, side bets, and doubles for own money."""
    kinds = (FREE in one.title, one.title.startswith(SPLIT), one.title.endswith(WINS), PAID in one.title)
    return kinds.index(True) + 1 if any(kinds) else 0


def _dealt(game: Game, table: Any, *, against: bool) -> Round:
    sides = {bet_id: bet.minimum / 100 for bet_id, bet in game.sheet.side_bets.items() if not bet.placed_later}
    minimum = game.sheet.rules.limits.minimum
    wager = max(minimum, 1000) / 100
    dealt: Round
    try:
        dealt = table.deal(wager, against=against, **sides).play()
    except LammerError:
        dealt = table.deal(wager, against=against).play()
    return dealt


def _titles(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """What the round is an example of, the rarest first."""
    for seat in record["seats"]:
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
    lines.append(f"Net of the round: {_signed(seat['net'])}")
    return Example(title, tuple(hands), tuple(lines), record["notation"])


def _outcome(bet: SideBet, outcome: str) -> str:
    """As the paytable names it: an outcome that it does not pay is none of its own."""
    unpaid = outcome in bet.outcomes and outcome not in bet.paytables[bet.paytable].paid
    return bet.otherwise if unpaid else outcome


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
