"""A house that deals as it likes and writes the records itself, and the two verifiers that read them."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from lammer.cards.card import VALUES
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.betting import open_round
from lammer.table.cutting import cut_range
from lammer.table.drive import LiveRound, close_bets
from lammer.table.promise import SCHEME, Contribution, Promise, end_of_shoe
from lammer.table.records import record, shoe_evidence
from lammer.table.replay import RecordChecker
from lammer.table.shoe import Shoe
from lammer.table.shuffle import derived_seed
from tools.check_shoe import Checker

SHEET = load_sheet("sd-free-bet")
BETS = (bet(1, 1000),)
CHOOSE = partial(choose, house_chart(SHEET))
ANN = (("ann", "00112233445566778899aabbccddeeff"),)
Records = list[dict[str, Any]]
Leave = Callable[[Shoe], bool]


def promised(number: int, scheme: int = SCHEME, **more: Any) -> Promise:
    """What an honest table promises of its shoe."""
    rules, behind = SHEET.rules, 100
    honest = Promise(
        seed=derived_seed("a dishonest house", f"{number}"),
        decks=rules.shoe.decks,
        burn=rules.shoe.burn,
        behind_cut_card=behind,
        scheme=scheme,
        table="t",
        number=number,
        ends_at=end_of_shoe(behind, rules.shoe.minimum_cards_per_box, rules.limits.boxes),
        cut_range=cut_range(SHEET),
    )
    return honest._replace(**more)


def shoe_of(promise: Promise, given: tuple[Contribution, ...] = ANN, cut: int | None = None) -> Shoe:
    """Its shoe, cut where it should be unless the house says otherwise."""
    given = given if promise.scheme > 1 else ()
    return Shoe(promise, promise.house_cut(given) if cut is None else cut, given)


def dealt(shoe: Shoe, after: int = 0, leave: Leave = lambda shoe: False) -> Records:
    """Rounds from the shoe to its end, or until the house leaves it; its opening is the last line."""
    entries: Records = []
    evidence = shoe_evidence(shoe, shoe_open=False)
    while shoe.left > shoe.promise.ends_at and not leave(shoe):
        under_way, first = LiveRound(close_bets(open_round(SHEET), BETS)), shoe.position
        while not under_way.over:
            under_way.step(shoe.draw, CHOOSE)
        number = after + len(entries) + 1
        entries.append(record(under_way.played(), number) | {"shoe": {**evidence, "first": first}})
    return [*entries, {"shoe": shoe_evidence(shoe, shoe_open=True)}]


def evening(*shoes: Shoe, leave: Leave = lambda shoe: False) -> Records:
    """One shoe after another."""
    entries: Records = []
    for shoe in shoes:
        entries += dealt(shoe, after=sum("round" in one for one in entries), leave=leave)
    return entries


def honest(scheme: int = SCHEME, shoes: int = 3, given: tuple[Contribution, ...] = ANN) -> Records:
    """An evening without any fault."""
    return list(json.loads(_honest_text(scheme, shoes, given)))


@cache
def _honest_text(scheme: int, shoes: int, given: tuple[Contribution, ...]) -> str:
    return json.dumps(evening(*(shoe_of(promised(number, scheme), given) for number in range(1, shoes + 1))))


def renumbered(entries: Records) -> Records:
    """The house hides a gap: rounds are numbered anew, in their records too."""
    records, number = json.loads(json.dumps(entries)), 0
    for one in records:
        if "round" in one:
            number += 1
            one["round"] = number
    return list(records)


def naturals(shoe: Shoe) -> bool:
    """Whether the dealer has a natural in the first round, in which one box plays."""
    values = sorted(VALUES[shoe.cards[shoe.burn + at]] for at in (1, 3))
    return values == [1, 10]


def replayed(entries: Records, *, live: bool = False, contributed: tuple[Contribution, ...] = ()) -> list[str]:
    """What `lammer replay` finds."""
    checker = RecordChecker()
    found = [fault for line, one in enumerate(entries, 1) for fault in checker.check(line, one)]
    return [str(fault) for _, fault in (*found, *checker.finish(live=live, contributed=contributed))]


def outsider(entries: Records, *, live: bool = False, contributed: tuple[Contribution, ...] = ()) -> list[str]:
    """What tools/check_shoe.py finds."""
    checker = Checker()
    for line, one in enumerate(entries, 1):
        checker.line(line, json.dumps(one))
    checker.finish(live, tuple(f"{player}={text}" for player, text in contributed))
    return checker.faults


def caught(entries: Records, by_replay: str, by_outsider: str, **more: Any) -> None:
    """Both verifiers name the fault."""
    for found, said in ((replayed(entries, **more), by_replay), (outsider(entries, **more), by_outsider)):
        assert any(said in one for one in found), (said, found[:3])


def unnoticed(entries: Records, **more: Any) -> None:
    """Neither verifier finds anything."""
    assert (replayed(entries, **more), outsider(entries, **more)) == ([], [])
