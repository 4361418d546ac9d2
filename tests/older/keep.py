"""Writes what this version of lammer leaves behind: records of every game, and books of a floor in the middle of play.

    python -m tests.older.keep tests/older/version_2

Run it before a change of the rules or of the books' form; later versions must still replay and verify the files.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lammer.cards.card import fresh_decks
from lammer.rules.sheet import Sheet
from lammer.table.actions import VOID, Action, absent, bet, card
from lammer.table.betting import open_round
from lammer.table.drive import Played
from lammer.table.records import record
from lammer.table.round import apply, begin, legal
from lammer.table.state import Round, Waits
from tests.floor_play import Play
from tests.ledger.jackpot_floor import GAME, NONE, SAME_SUIT, TWO, House
from tests.sheets import GAMES, PLAIN, posted
from tests.surfaces.rigged_server import rig_for_a_test

VARIANTS = (
    *GAMES,
    "european-free-bet[company.declined_draw=stands on its total,natural.beats_22=false]",
    "european-free-bet[dealer.natural_takes=original,limits.apply_to=box]",
    "triple-win-20[deal.player_cards=down]",
)
ROUNDS = 24


def records(game: str, random: Random) -> Iterator[dict[str, Any]]:
    sheet = posted(game)
    for number in range(1, ROUNDS + 1):
        yield record(_round(sheet, random), number)


def _round(sheet: Sheet, random: Random) -> Played:
    """Any legal play, with bettors behind, tips, side bets, absence and interruption."""
    opened = open_round(sheet)
    bets = tuple(_bets(sheet, random))
    round_, events = begin(opened, bets)
    shoe, log = fresh_decks(sheet.rules.shoe.decks), list[Action]()
    random.shuffle(shoe)
    while round_.waits is not Waits.NOTHING:
        action = card(shoe.pop()) if round_.waits is Waits.CARD else _decision(round_, random)
        round_, more = apply(round_, action)
        log.append(action)
        events += more
    return Played(round_, bets, tuple(log), events, opened.meters)


def _bets(sheet: Sheet, random: Random) -> Iterator[Action]:
    limits = sheet.rules.limits
    for box in range(1, random.randint(1, 3) + 1):
        for bettor in range(1, random.randint(1, limits.bettors) + 1):
            yield bet(box, random.randint(limits.minimum, limits.minimum + 1501), bettor=bettor)
            for bet_id, side in sheet.side_bets.items():
                if random.random() < 0.5:
                    yield bet(box, side.minimum, bet_id, bettor)
        if random.random() < 0.3:
            yield bet(box, random.randint(1, 500), "tip")


def _decision(round_: Round, random: Random) -> Action:
    chance = random.random()
    if chance < 0.01:
        return VOID
    box = random.choice(round_.boxes)
    here = [bettor.number for bettor in box.bettors if not (bettor.tip or bettor.absent)]
    if chance < 0.03 and here:
        return absent(box.number, random.choice(here))
    options = legal(round_)
    lively = [one for one in options if one.kind in ("free-split", "split", "free-double", "insure", "even-money")]
    option = random.choice(lively if lively and random.random() < 0.5 else options)
    return option.action(
        option.minimum + option.step * random.randint(0, (option.maximum - option.minimum) // option.step)
    )


def keep_records(folder: Path) -> None:
    lines = [json.dumps(entry) for at, game in enumerate(VARIANTS) for entry in records(game, Random(at))]
    (folder / "records.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


def keep_books(folder: Path) -> None:
    """Tables of every game, one round of each under way; a jackpot with a hand at every stage."""
    with TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
        house = House(Path(scratch))
        plain = [game for game in PLAIN if game != GAME]
        for at, game in enumerate(plain):
            play = Play(house.floor, game, 9 if game.startswith("european") else 3, at, table=f"t{at}")
            while house.floor.table(f"t{at}").round < 6:
                play.round()
            while not house.floor.table(f"t{at}").inputs:
                play.bet()
                play.do("deal", "house")
        rig_for_a_test(patch, {name: [line] for name, line in _JACKPOT_HANDS.items()})
        for at, name in enumerate(_JACKPOT_HANDS):
            house.table(name, f"winner-{at}")
            house.deal(name, f"winner-{at}")
        for name in ("paid", "confirmed", "selected"):
            house.step("select", "dana", name, spot=4, outcome="777 suited")
            if name != "selected":
                house.step("confirm", "sam", name, spot=4)
            if name == "paid":
                house.step("swipe", "erin", name, spot=4)
        house.floor.journal.close()
        for name in ("floor.db", "floor.key"):
            (folder / f"{name}.gz").write_bytes(gzip.compress((Path(scratch) / name).read_bytes(), mtime=0))


_JACKPOT_HANDS = {
    "won": SAME_SUIT,
    "paid": SAME_SUIT,
    "confirmed": SAME_SUIT,
    "selected": SAME_SUIT,
    "two": TWO,
    "none": NONE,
}


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    keep_records(target)
    keep_books(target)
