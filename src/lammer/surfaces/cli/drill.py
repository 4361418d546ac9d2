"""``lammer drill``: hands of one class, graded by their exact values. Wrong answers are repeated."""

import json as json_
import secrets
import sys
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import App, Parameter

from lammer.cards.card import NAMES
from lammer.decisions.grades import Grade
from lammer.decisions.review import Reviewed, reviewed
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.options import prepare_analysis
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.shared import GameArgument, examples, shared
from lammer.surfaces.folders import data_folder
from lammer.table.actions import Action
from lammer.table.drive import Played
from lammer.table.phrases import CHOICE_KEYS, OWN_SPLIT_KEY
from lammer.table.round import actor, legal
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.drills import Below, Card, Drill, Memory, NoSuchHand, key_of, next_hand
from lammer.training.words import UNITS, action_text, advice_text, hand_text, verdict_text

QUIT = "q"

drill_app = App(
    name="drill",
    help_format="plaintext",
    help_epilogue=examples(
        "lammer drill sd-free-bet --drill free",
        "lammer drill european-free-bet --drill close --decisions 10",
        "lammer drill sd-blackjack --set shoe.decks=8 --drill soft --json",
    )
    + "\n\nAnswer with the key or the word of a choice; q quits. A hand answered wrongly is\n"
    "repeated after 3 hands, then after 9, 27 and 81. Wrong answers are saved for the\nnext session.",
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
        Drill,
        Parameter(
            name="--drill",
            help="The hands to practise; at a close decision the second-best choice costs less than 0.05 bets.",
        ),
    ] = Drill.PAIRS,
    decisions: Annotated[int, Parameter(help="The number of decisions; 0 goes on until you quit.")] = 0,
    memory: Annotated[
        Path | None,
        Parameter(help="The file for wrong answers (default: in your data folder).", show_default=False),
    ] = None,
    attach: AttachOption = (),
    set_: SetOption = (),
    seed: Annotated[str, shared("--seed", "Any text; without it the hands are random.", show_default=False)] = "",
    json: JsonOption = False,
) -> None:
    """Practise hands of one class, graded by their exact values."""
    if decisions < 0:
        raise BadOption("--decisions: give 0 or more")
    sheet = load_sheet(attached(game, attach), set_)
    prepare_analysis("best_policies")
    place = memory or data_folder() / "drills.json"
    kept = _Kept(place, sheet.id)
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
    print(f"\n{_shown(dealt)}", file=out)
    begun = time.monotonic()
    action = _choice(dealt, out)
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


def _shown(dealt: Played) -> str:
    round_ = dealt.round
    hand = " ".join(NAMES[code] for code in round_.hand.cards)
    stake = round_.hand.stakes[0]
    lammer = ", on a lammer" if stake is not None and stake.split == "free" else ""
    soft = "soft " if round_.hand.soft else ""
    return f"{hand} ({soft}{round_.hand.total}{lammer}) against {NAMES[round_.dealer[0]]}"


def _choice(dealt: Played, out: Any) -> str | None:
    """The chosen action; None at the end of the input."""
    open_now = [option.kind.value for option in legal(dealt.round)]
    keys = {_key(action, open_now): action for action in open_now}
    prompt = ", ".join(f"{action_text(action)} [{key}]" for key, action in keys.items())
    while True:
        print(f"{prompt}? ", end="", file=out, flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word in (QUIT, "quit"):
            return None
        found = keys.get(word) or next((one for one in open_now if word in (one, action_text(one).lower())), None)
        if found:
            return found
        print(f"{word!r} is not a choice here; type one of {', '.join(keys)}, or {QUIT}.", file=out)


def _key(action: str, open_now: list[str]) -> str:
    return OWN_SPLIT_KEY if action == "split" and "free-split" in open_now else CHOICE_KEYS[action]


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
    """The wrong answers of a game, in a file for all games that is written after every answer."""

    def __init__(self, path: Path, game: str) -> None:
        self._path, self._game = path, game
        self._all = self._read()
        found = self._all.get(game, {"answered": 0, "cards": {}})
        try:
            cards = {key: Card(*map(int, card)) for key, card in found["cards"].items()}
            self.memory = Memory(int(found["answered"]), cards)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise BadOption(f"--memory: {path} is not a file of lammer drill; name another file") from None

    def _read(self) -> dict[str, Any]:
        try:
            found = json_.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as fault:
            raise BadOption(f"--memory: {self._path} cannot be read ({fault}); name another file") from None
        if not isinstance(found, dict):
            raise BadOption(f"--memory: {self._path} is not a file of lammer drill; name another file")
        return found

    def after(self, key: str, *, right: bool) -> None:
        self.memory = self.memory.after(key, right=right)
        cards = {name: list(card) for name, card in self.memory.cards.items()}
        self._all[self._game] = {"answered": self.memory.answered, "cards": cards}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json_.dumps(self._all, indent=1), "utf-8")
        except OSError as fault:
            raise BadOption(f"--memory: {self._path} cannot be written ({fault}); name another file") from None
