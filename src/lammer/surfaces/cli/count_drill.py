"""The counting drills of ``lammer drill``: running counts, decks left, true counts and index plays."""

import os
import secrets
import shutil
import sys
import time
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal, NamedTuple, TextIO

from cyclopts import Parameter

from lammer.cards.card import NAMES
from lammer.counting.systems import HI_LO, named_count
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.options import prepare_analysis
from lammer.surfaces.cli.drill_file import DrillFile, cards_from, cards_kept
from lammer.surfaces.cli.drill_prompts import QUIT, ask_choice, ask_number, read_line, shown_hand
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.output import output_width, print_json
from lammer.surfaces.cli.shared import CountOption, shared
from lammer.training.count_drills import (
    ERRORS,
    CountDrill,
    Question,
    Settings,
    cards_shown,
    hand_key,
    next_question,
)
from lammer.training.counted import Rounding
from lammer.training.deck_drill import DeckQuestion
from lammer.training.drills import Drill, NoSuchHand
from lammer.training.graded import Graded, Progress
from lammer.training.index_drill import IndexQuestion
from lammer.training.speed_drill import LENGTH, LONGEST, SHORTEST, Group, SpeedQuestion

USED_BY = {
    "count": (CountDrill.SPEED, CountDrill.TRUE_COUNT, CountDrill.INDEX),
    "true_count": (CountDrill.TRUE_COUNT,),
    "group": (CountDrill.SPEED,),
    "length": (CountDrill.SPEED,),
}
"""The drills that an option is for."""
LINE_UP = "\x1b[1A\x1b[2K"
"""Moves to the line above and clears it."""


@Parameter(name="*")
@dataclass(frozen=True)
class CountingOptions:
    """Options of the counting drills."""

    count: CountOption = HI_LO
    true_count: Annotated[Literal["floor", "round", "truncate"], shared("--true-count", "For --drill true-count.")] = (
        "floor"
    )
    group: Annotated[Group, Parameter(help="The cards that --drill speed shows together.")] = "1"
    length: Annotated[int, Parameter(help="The cards that --drill speed shows before it asks.")] = LENGTH

    def refuse_unused(self, drill: Drill | CountDrill) -> None:
        """Refuses options of other drills."""
        for name, drills in USED_BY.items():
            if drill not in drills and getattr(self, name) != getattr(CountingOptions, name):
                raise BadOption(f"--{name.replace('_', '-')}: this is for --drill {' or '.join(drills)}; leave it out")

    def settings(self, sheet: Sheet, drill: CountDrill) -> Settings:
        if not SHORTEST <= self.length <= LONGEST:
            raise BadOption(f"--length: give {SHORTEST} to {LONGEST}")
        return Settings(sheet, drill, named_count(self.count), Rounding(self.true_count), self.length, self.group)


class Answer(NamedTuple):
    question: str
    given: str
    graded: Graded
    seconds: float
    cards: int


def practise_counting(settings: Settings, file: DrillFile, answers: int, seed: str, *, json: bool) -> None:
    """Asks until this number of answers is given (0: until the player quits), and prints a summary."""
    kept, out, given = _Kept(file, settings), sys.stderr if json else sys.stdout, list[Answer]()
    if settings.drill is CountDrill.INDEX:
        prepare_analysis("best_policies")
    print(f"{settings.sheet.name}: {settings.drill}. {QUIT} quits.", file=out)
    try:
        while not answers or len(given) < answers:
            answer = _ask(settings, kept, f"{seed} {len(given)}" if seed else secrets.token_hex(8), out)
            if answer is None:
                break
            given.append(answer)
    except NoSuchHand as none:
        raise BadOption(f"--drill: {none}") from None
    except KeyboardInterrupt:
        print(file=out)
    _summary(settings, given, kept.progress, json=json)


def _ask(settings: Settings, kept: "_Kept", seed: str, out: TextIO) -> Answer | None:
    question = next_question(settings, seed, kept.progress.memory)
    print(file=out)
    begun = time.monotonic()
    found = _answered(question, out)
    if found is None:
        return None
    given, graded = found
    seconds = time.monotonic() - begun
    print(graded.text, file=out)
    kept.after(graded, seconds, question)
    return Answer(question.text, given, graded, seconds, cards_shown(question))


def _answered(question: Question, out: TextIO) -> tuple[str, Graded] | None:
    """The answer with its grade; None if the player quits."""
    if isinstance(question, IndexQuestion):
        print(f"{shown_hand(question.dealt)}. {question.text}", file=out)
        action = ask_choice(question.dealt, out)
        return None if action is None else (action, question.graded(action))
    if isinstance(question, SpeedQuestion) and not _show_cards(question, out):
        return None
    if isinstance(question, DeckQuestion):
        print(question.bar(output_width()[0]), file=out)
    print(question.text, file=out)
    number = ask_number(out)
    return None if number is None else (str(number), question.graded(number))


def _show_cards(question: SpeedQuestion, out: TextIO) -> bool:
    """Shows group after group; in a terminal a group disappears when the next one comes. False if the player quits."""
    hides = out.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "") != "dumb"
    for number, group in enumerate(question.groups, start=1):
        cards = " ".join(NAMES[card] for card in group)
        prompt = f"{number} of {len(question.groups)}: {cards}  Enter "
        typed = read_line(out, prompt)
        if typed is None:
            return False
        lines = ceil(len(prompt + typed) / shutil.get_terminal_size().columns)
        print(LINE_UP * lines if hides else "", end="" if hides else "\n", file=out)
    return True


def _summary(settings: Settings, given: list[Answer], all_time: Progress, *, json: bool) -> None:
    now = Progress()
    for one in given:
        now = now.after(one.graded, one.seconds, one.cards)
    unit = ERRORS[settings.drill]
    if json:
        print_json(_json(settings, given, now, all_time))
    elif not given:
        print("\nNo answers given.")
    else:
        print(f"\n{now.summary(unit)}.")
        print(f"All your answers: {all_time.summary(unit)}.")


def _json(settings: Settings, given: list[Answer], now: Progress, all_time: Progress) -> dict[str, Any]:
    answers = [
        {
            "question": one.question,
            "answer": one.given,
            "expected": one.graded.expected,
            "right": one.graded.right,
            "error": one.graded.error,
            "seconds": round(one.seconds, 1),
            "cards": one.cards,
        }
        for one in given
    ]
    about = {"sheet": settings.sheet.ref, "drill": settings.drill, "count": str(settings.system.tags)}
    totals = {"unit": ERRORS[settings.drill], "session": _totals(now), "all_time": _totals(all_time)}
    return about | totals | {"answers": answers}


def _totals(progress: Progress) -> dict[str, Any]:
    sums = {"error": round(progress.error, 3), "seconds": round(progress.seconds, 1)}
    return {"answers": progress.answers, "right": progress.right, **sums, "cards": progress.cards}


class _Kept:
    """A player's progress in one drill of a game."""

    def __init__(self, file: DrillFile, settings: Settings) -> None:
        self._file, self._name = file, f"{settings.sheet.id} {settings.drill}"
        found = file.entry(self._name)
        try:
            answers, right, cards = (int(found.get(key, 0)) for key in ("answers", "right", "cards"))
            error, seconds = (float(found.get(key, 0)) for key in ("error", "seconds"))
            self.progress = Progress(answers, right, error, seconds, cards, cards_from(found.get("again", {})))
        except (AttributeError, TypeError, ValueError):
            raise file.fault() from None

    def after(self, graded: Graded, seconds: float, question: Question) -> None:
        self.progress = self.progress.after(graded, seconds, cards_shown(question), hand_key(question))
        self._file.put(self._name, {**_totals(self.progress), "again": cards_kept(self.progress.again)})
