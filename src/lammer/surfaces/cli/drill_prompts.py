"""The prompts of ``lammer drill``: a hand and its choices, or a number."""

import sys
from fractions import Fraction
from typing import TextIO

from lammer.cards.card import NAMES
from lammer.table.drive import Played
from lammer.table.phrases import CHOICE_KEYS, OWN_SPLIT_KEY
from lammer.table.round import legal
from lammer.training.counted import read_number
from lammer.training.words import action_text

QUIT = "q"


def read_line(out: TextIO, prompt: str) -> str | None:
    """A line as it was typed; None at the end of the input and for q."""
    print(prompt, end="", file=out, flush=True)
    line = sys.stdin.readline()
    word = line.strip().lower()
    return None if not line or word in (QUIT, "quit") else word


def ask_number(out: TextIO) -> Fraction | None:
    while (word := read_line(out, "? ")) is not None:
        number = read_number(word)
        if number is not None:
            return number
        print(f"{word!r} is not a number; type one like 3, -2 or 1.5, or {QUIT}.", file=out)
    return None


def shown_hand(dealt: Played) -> str:
    round_ = dealt.round
    hand = " ".join(NAMES[code] for code in round_.hand.cards)
    stake = round_.hand.stakes[0]
    lammer = ", on a lammer" if stake is not None and stake.split == "free" else ""
    soft = "soft " if round_.hand.soft else ""
    return f"{hand} ({soft}{round_.hand.total}{lammer}) against {NAMES[round_.dealer[0]]}"


def ask_choice(dealt: Played, out: TextIO) -> str | None:
    """The chosen action; None at the end of the input."""
    open_now = [option.kind.value for option in legal(dealt.round)]
    keys = {_key(action, open_now): action for action in open_now}
    prompt = ", ".join(f"{action_text(action)} [{key}]" for key, action in keys.items())
    while (word := read_line(out, f"{prompt}? ")) is not None:
        found = keys.get(word) or next((one for one in open_now if word in (one, action_text(one).lower())), None)
        if found:
            return found
        print(f"{word!r} is not a choice here; type one of {', '.join(keys)}, or {QUIT}.", file=out)
    return None


def _key(action: str, open_now: list[str]) -> str:
    return OWN_SPLIT_KEY if action == "split" and "free-split" in open_now else CHOICE_KEYS[action]
