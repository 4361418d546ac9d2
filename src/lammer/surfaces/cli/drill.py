"""``lammer drill``: hands of one class, graded by their exact values. Wrong answers are repeated. The skills of a card
counter are in ``count_drill.py``."""

import secrets
import sys
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import App, Parameter

from lammer.decisions.grades import Grade
from lammer.decisions.review import Reviewed, reviewed
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.options import prepare_analysis
from lammer.surfaces.cli.count_drill import CountingOptions, practise_counting
from lammer.surfaces.cli.drill_file import DrillFile, cards_from, cards_kept
from lammer.surfaces.cli.drill_prompts import QUIT, ask_choice, shown_hand
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.shared import GameArgument, examples, shared
from lammer.surfaces.folders import data_folder
from lammer.table.actions import Action
from lammer.table.round import actor
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.count_drills import CountDrill
from lammer.training.drills import Below, Drill, Memory, NoSuchHand, key_of, next_hand
from lammer.training.words import UNITS, advice_text, hand_text, verdict_text

drill_app = App(
    name="drill",
    help_format="plaintext",
    help_epilogue=examples(
        "lammer drill sd-free-bet --drill free",
        "lammer drill european-free-bet --drill close --decisions 10",
        "lammer drill sd-blackjack --set shoe.decks=8 --drill soft --json",
        "lammer drill sd-free-bet --drill speed --group round",
        "lammer drill sd-free-bet --drill decks --decisions 5",
        "lammer drill sd-blackjack --drill true-count --count halves --decisions 5",
        "lammer drill sd-free-bet --drill index --count A=-1,5=1,6=1,T=-1",
    )
    + "\n\nAnswer with the key or the word of a choice; q quits. A hand answered wrongly is\n"
    "repeated after 3 hands, then after 9, 27 and 81. Wrong answers are saved for the\nnext session. "
    "In the speed drill Enter shows the next cards. docs/trainer.md\nexplains the drills.",
)


class Answer(NamedTuple):
    key: str
    hand: str
    one: Reviewed
    right: bool
    seconds: float


@drill_app.default
def drill(
    game: GameArgument,
    *,
    kind: Annotated[
        Drill | CountDrill,
        Parameter(
            name="--drill",
            metavar="CHOICE",
            help="The hands to practise; at a close decision the second-best choice costs less than 0.05 bets. For "
            "counters: running counts, decks left, true counts, index plays.",
        ),
    ] = Drill.PAIRS,
    decisions: Annotated[int, Parameter(help="The number of decisions or answers; 0 goes on until you quit.")] = 0,
    counting: CountingOptions = CountingOptions(),  # noqa: B008
    memory: Annotated[
        Path | None,
        Parameter(help="The file for wrong answers and progress (default: in your data folder).", show_default=False),
    ] = None,
    attach: AttachOption = (),
    set_: SetOption = (),
    seed: Annotated[str, shared("--seed", "Any text; without it the hands are random.", show_default=False)] = "",
    json: JsonOption = False,
) -> None:
    """Practise hands, graded by their exact values, or counting cards."""
    if decisions < 0:
        raise BadOption("--decisions: give 0 or more")
    counting.refuse_unused(kind)
    sheet = load_sheet(attached(game, attach), set_)
    file = DrillFile(memory or data_folder() / "drills.json")
    if isinstance(kind, CountDrill):
        practise_counting(counting.settings(sheet, kind), file, decisions, seed, json=json)
        return
    prepare_analysis("best_policies")
    kept = _Kept(file, sheet.id)
    below: Below = DrawStream(derived_seed(seed, "drill")).below if seed else secrets.randbelow
    answers: list[Answer] = []
    out = sys.stderr if json else sys.stdout
    print(f"{sheet.name}: {kind}. {UNITS} {QUIT} quits.", file=out)
    try:
        while not decisions or len(answers) < decisions:
            answer = _ask(sheet, kind, kept, below, out)
            if answer is None:
                break
            answers.append(answer)
    except NoSuchHand as none:
        raise BadOption(f"--drill: {none}") from None
    except KeyboardInterrupt:
        print(file=out)
    _summary(sheet, kind, answers, json=json)


def _ask(sheet: Sheet, kind: Drill, kept: "_Kept", below: Below, out: Any) -> Answer | None:
    dealt = next_hand(sheet, kind, kept.memory, below)
    field = actor(dealt.round)
    assert field is not None  # the hand of a drill waits for the player
    print(f"\n{shown_hand(dealt)}", file=out)
    begun = time.monotonic()
    action = ask_choice(dealt, out)
    if action is None:
        return None
    one = reviewed(0, dealt.round, Action(action), field, (field[0],))
    right = one.verdict is not None and one.verdict.grade is Grade.GOOD
    key, situation = key_of(one.decision.situation), one.decision.situation
    kept.after(key, right=right)
    if one.verdict is not None and one.valued is not None:
        print(verdict_text(sheet, situation, one.verdict), file=out)
        print(advice_text(sheet, situation, one.valued), file=out)
    else:
        print(f"This choice has no exact value{one.refused and f': {one.refused}'}.", file=out)
    return Answer(key, hand_text(sheet, situation), one, right, time.monotonic() - begun)


def _summary(sheet: Sheet, kind: Drill, answers: list[Answer], *, json: bool) -> None:
    right = sum(one.right for one in answers)
    lost = sum(one.one.verdict.cost for one in answers if one.one.verdict)
    if json:
        answers_json = [
            {
                "key": one.key,
                "hand": one.hand,
                "action": one.one.chosen.kind,
                "best": one.one.verdict.best if one.one.verdict else None,
                "cost": one.one.verdict.cost if one.one.verdict else None,
                "right": one.right,
                "seconds": round(one.seconds, 1),
            }
            for one in answers
        ]
        print_json({"sheet": sheet.ref, "drill": kind, "hands": len(answers), "right": right, "answers": answers_json})
        return
    if not answers:
        print("\nNo hands answered.")
        return
    seconds = sum(one.seconds for one in answers) / len(answers)
    count = f"{right} of {len(answers)} right, best streak {_streak(answers)}"
    print(f"\n{count}, {lost:.3f} bets lost, {seconds:.1f} s per hand.")


def _streak(answers: list[Answer]) -> int:
    best = now = 0
    for one in answers:
        now = now + 1 if one.right else 0
        best = max(best, now)
    return best


class _Kept:
    """The wrong answers of a game."""

    def __init__(self, file: DrillFile, game: str) -> None:
        self._file, self._game = file, game
        found = file.entry(game)
        try:
            self.memory = Memory(int(found.get("answered", 0)), cards_from(found.get("cards", {})))
        except (AttributeError, TypeError, ValueError):
            raise file.fault() from None

    def after(self, key: str, *, right: bool) -> None:
        self.memory = self.memory.after(key, right=right)
        self._file.put(self._game, {"answered": self.memory.answered, "cards": cards_kept(self.memory.cards)})
