"""The drawn table: one full screen for each decision, what happened below it, keys at the bottom."""

import contextlib
from typing import TextIO

from rich.console import Console
from rich.text import Text

from lammer.cards.money import money_text
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.play.choices import Choice, amount_choice
from lammer.surfaces.cli.play.drawing import LAMMER, TITLE, Look, side_by_side, table_lines
from lammer.surfaces.cli.play.helping import Chapter
from lammer.surfaces.cli.play.screen import Scene
from lammer.surfaces.cli.play.words import Voice, signed
from lammer.table.phrases import AMOUNT_KEY
from lammer.table.view_types import SeatView

BELOW = 6
"""Lines kept free below the table for what happened, the keys and the prompt."""
MIN_TOLD, PROMPT = 2, 2
HEADING = "# "


class FeltScreen:
    """Draws with rich on a terminal; takes the other screen of the terminal while the game lasts."""

    def __init__(self, sheet: Sheet, out: TextIO, colour: bool | None) -> None:
        self.voice = Voice(sheet, signed)
        self._console = Console(file=out, no_color=None if colour is None else not colour, highlight=False)
        self._told: list[str] = []

    def open(self) -> None:
        self._console.set_alt_screen(True)

    def close(self) -> None:
        # Whatever happened to the terminal, the game itself must still end properly.
        with contextlib.suppress(OSError):
            self._console.set_alt_screen(False)

    def say(self, text: str) -> None:
        self._console.print(Text(text))

    def copy(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._console.print(Text(line), soft_wrap=True)

    def opening(self, view: SeatView) -> None:
        """The cards are seen."""

    def happened(self, sentence: str) -> None:
        if sentence:
            self._told.append(sentence)

    def turn(self, scene: Scene, choices: tuple[Choice, ...]) -> None:
        self._table(
            scene, side_by_side([[key_text(choice)] for choice in choices] + _more_keys(choices), self._console.width)
        )

    def result(self, scene: Scene) -> list[str]:
        told = list(self._told)
        self._table(scene, [])
        return told

    def _table(self, scene: Scene, keys: list[Text]) -> None:
        """The table, the latest of what happened and the keys, as large as the terminal allows."""
        width, height = self._console.size
        room = height - (BELOW if keys else MIN_TOLD + PROMPT)
        lines = table_lines(scene, Look(width, small=False))
        if len(lines) > room:
            lines = table_lines(scene, Look(width, small=True))
        if len(lines) > room:
            lines = _around_turn(lines, room)
        self._console.clear()
        self._lines(lines)
        room = max(MIN_TOLD, height - len(lines) - len(keys) - PROMPT)
        told, self._told = self._told, []
        wrapped = [line for sentence in told for line in Text(sentence).wrap(self._console, width)]
        self._lines([*wrapped[-room:], *keys])

    def _lines(self, lines: list[Text]) -> None:
        for line in lines:
            self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def prompt(self, text: str, *, person: bool) -> None:
        self._console.print(Text(text + (" " if person else "")), end="" if person else "\n")
        self._console.file.flush()

    def pages(self, chapters: list[Chapter]) -> list[list[str]]:
        """Chapters filled into screens; a heading stays with its first line."""
        width, height = self._console.size
        lines: list[str] = []
        for chapter in chapters:
            lines.append(HEADING + chapter.title)
            for entry in chapter.lines:
                lines += [line.plain for line in Text(f"  {entry}").wrap(self._console, width)]
        pages: list[list[str]] = [[]]
        for at, line in enumerate(lines):
            heading_alone = line.startswith(HEADING) and at and len(pages[-1]) + 2 > height - PROMPT
            if len(pages[-1]) >= height - PROMPT or heading_alone:
                pages.append([])
            pages[-1].append(line)
        return pages

    def page(self, lines: list[str]) -> None:
        self._console.clear()
        for line in lines:
            heading = line.startswith(HEADING)
            self._console.print(Text(line.removeprefix(HEADING), "bold" if heading else ""))


def key_text(choice: Choice) -> Text:
    if choice.maximum is None:
        short = f"needs {money_text(choice.option.minimum)}, not affordable"
        return Text(f"[-] {choice.kind}: {short}", TITLE)
    return Text().append(f"[{choice.key}] ", "bold").append(choice.label(), LAMMER if choice.free else "")


def _more_keys(choices: tuple[Choice, ...]) -> list[list[Text]]:
    ranged = amount_choice(choices)
    amount = [[Text(f"[{AMOUNT_KEY}] {ranged.other_amount()}")]] if ranged is not None else []
    return [*amount, [Text("[?] help", TITLE)], [Text("[q] leave", TITLE)]]


def _around_turn(lines: list[Text], room: int) -> list[Text]:
    """A part of a table too large for the terminal: its top, and the lines around the hand to be played."""
    head = [at for at, line in enumerate(lines) if line.plain.startswith("─")][1] + 1
    body = lines[head:]
    turn = next((at for at, line in enumerate(body) if "▶" in line.plain), 0)
    room = max(3, room - head - 1)
    start = max(0, min(turn - room // 2, len(body) - room))
    hidden = len(body) - len(body[start : start + room])
    return [*lines[:head], *body[start : start + room], Text(f"… {hidden} more lines do not fit this window", TITLE)]
