"""The interface of a screen, and the plain one: short sentences in reading order, without drawing."""

import shutil
import textwrap
from typing import Any, NamedTuple, Protocol, TextIO

from lammer.cards.money import money_text
from lammer.rules.paytable import meter_name
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.play.choices import Choice, amount_choice, too_dear
from lammer.surfaces.cli.play.helping import Chapter
from lammer.surfaces.cli.play.seen import turn_of
from lammer.surfaces.cli.play.words import Voice, spoken
from lammer.table.phrases import AMOUNT_KEY
from lammer.table.view_types import SeatView

WIDTH, NARROWEST = 80, 20


class Scene(NamedTuple):
    """Everything a screen shows at one moment: the view, the player's money, and the record if the round is over."""

    sheet: Sheet
    view: SeatView
    bankroll: int
    """The player's money without what is held on the table."""
    held: int
    net: int
    entry: dict[str, Any] | None = None


class Screen(Protocol):
    voice: Voice

    def open(self) -> None: ...

    def close(self) -> None:
        """Restores the terminal; text printed afterwards stays visible."""

    def say(self, text: str) -> None:
        """Prints a sentence now."""

    def copy(self, lines: tuple[str, ...]) -> None:
        """Prints lines that the user may copy, without wrapping them."""

    def opening(self, view: SeatView) -> None:
        """Announces the opening cards."""

    def happened(self, sentence: str) -> None:
        """Announces an event of the round."""

    def turn(self, scene: Scene, choices: tuple[Choice, ...]) -> None:
        """Shows the player's choices."""

    def result(self, scene: Scene) -> list[str]:
        """Shows the finished round. Returns sentences to repeat after the drawn table has left the screen."""

    def prompt(self, text: str, *, person: bool) -> None:
        """Prompts for input; ``person`` if it is typed at this terminal."""

    def pages(self, chapters: list[Chapter]) -> list[list[str]]:
        """The help, split into pages that fit the screen."""

    def page(self, lines: list[str]) -> None: ...


class PlainScreen:
    """For screen readers, pipes and dumb terminals."""

    def __init__(self, sheet: Sheet, out: TextIO) -> None:
        self.voice = Voice(sheet, spoken)
        self._out = out
        self._last_hand = ""

    def open(self) -> None:
        """Nothing to prepare."""

    def close(self) -> None:
        """Nothing to restore."""

    def say(self, text: str) -> None:
        width = max(NARROWEST, min(WIDTH, shutil.get_terminal_size().columns))
        for line in textwrap.wrap(text, width, break_on_hyphens=False) or [""]:
            self._write(line)

    def copy(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._write(line)

    def _write(self, line: str) -> None:
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        self._out.write(line.encode(encoding, "replace").decode(encoding) + "\n")
        self._out.flush()

    def opening(self, view: SeatView) -> None:
        for sentence in self.voice.opening(view):
            self.say(sentence)
            self._last_hand = sentence

    def happened(self, sentence: str) -> None:
        if sentence:
            self.say(sentence)

    def turn(self, scene: Scene, choices: tuple[Choice, ...]) -> None:
        at = turn_of(scene.view)
        hand = self.voice.hand(scene.view, *at) if at is not None else ""
        if hand != self._last_hand:
            self._last_hand = hand
            self.say(hand)
        can = [f"{choice.label()} ({choice.key})" for choice in choices if choice.maximum is not None]
        ranged = amount_choice(choices)
        if ranged is not None:
            can.append(f"{ranged.other_amount()} ({AMOUNT_KEY})")
        self.say(f"You may: {', '.join(can)}.")
        for choice in choices:
            if choice.maximum is None:
                self.say(too_dear(choice, scene.bankroll) + ".")

    def result(self, scene: Scene) -> list[str]:
        for level, amount in scene.view["meters"].items():
            self.say(f"The {meter_name(level)} shows {money_text(amount)}.")
        return []

    def prompt(self, text: str, *, person: bool) -> None:
        self.say(text)

    def pages(self, chapters: list[Chapter]) -> list[list[str]]:
        return [[line for chapter in chapters for line in (f"{chapter.title}.", *chapter.lines)]]

    def page(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)
