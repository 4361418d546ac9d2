"""Short ways to write down a record by hand."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]

# Put in the place of a value, it takes the key away.
GONE = object()


def cards(text: str) -> list[str]:
    return text.split()


def hand(
    cards: str,
    result: str,
    net: int,
    *,
    own: int = 100,
    free: int = 0,
    doubled: str | None = None,
    split: str | None = None,
    **extra: int,
) -> Record:
    money = {"own": own, "free": free, "doubled": doubled, "split": split, "result": result, "net": net}
    return {"cards": cards.split(), **money, **extra}


def seat(
    box: int,
    net: int,
    *hands: Record,
    main: int = 100,
    bettor: int = 1,
    side: dict[str, tuple[int, str, int]] | None = None,
    insured: tuple[int, int] | None = None,
) -> Record:
    """`side` holds wager, outcome and net of each side bet; `insured` holds wager and net of the insurance."""
    bets = side or {}
    record: Record = {
        "seat": box,
        "bettor": bettor,
        "wagers": {"main": main, **{bet: wager for bet, (wager, _, _) in bets.items()}},
        "hands": list(hands),
        "side": {bet: {"outcome": outcome, "net": won} for bet, (_, outcome, won) in bets.items()},
        "insurance": insured[1] if insured else 0,
        "net": net,
    }
    return {**record, "insurance_wager": insured[0]} if insured else record


def game(name: str, dealer: str, total: int, *seats: Record, blackjack: bool = False, **extra: Any) -> Record:
    cards = {"cards": dealer.split(), "total": total, "blackjack": blackjack}
    head = {"game": name, "version": 1, "overrides": {}, "round": 1, "paytables": {}}
    return {**head, "seats": list(seats), "dealer": cards, **extra}


def sevens(box: int, cards: str, outcome: str, won: int, wager: int = 100) -> Record:
    """A seat that lost its main wager of 100 and had a progressive wager."""
    return seat(box, won - 100, hand(cards, "lose", -100), side={"blazing-7s": (wager, outcome, won)})
