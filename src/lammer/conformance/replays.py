"""Part "replay": notation and record of a round give the same round again, byte for byte."""

import json
from collections.abc import Iterator

from lammer.conformance.play import finished
from lammer.rules.sheet import Sheet
from lammer.table.drive import Played
from lammer.table.notation import Load, NotationError, read_round, write_round
from lammer.table.records import record
from lammer.table.replay import RecordChecker


def replay_faults(sheet: Sheet, seed: str) -> Iterator[str]:
    yield from faults_of(finished(sheet, seed).played, lambda _game, _overrides: sheet)


def faults_of(played: Played, load: Load) -> Iterator[str]:
    """Compares a round with its replay from one line, and its record with the record of the replay. ``load`` gives the
    sheet, which may be one without a file that its name would find."""
    line, entry = write_round(played), record(played, 1)
    try:
        again = read_round(line, load=load)
    except NotationError as error:
        yield f"the notation cannot be read: {error}: {line}"
        return
    if write_round(again) != line:
        yield f"the notation of the replay differs: {line}"
    if json.dumps(again.events) != json.dumps(played.events):
        yield f"the events of the replay differ: {line}"
    text = json.dumps(entry)
    if json.dumps(record(again, 1)) != text:
        yield f"the record of the replay differs: {line}"
    for _, mismatch in RecordChecker(load, whole=False).check(1, json.loads(text)):
        yield f"the record does not check: {mismatch}: {line}"
