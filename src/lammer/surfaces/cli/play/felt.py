"""The drawn table: a full screen for each decision, with the latest events below the table and the keys at the
bottom."""

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
"""Lines reserved below the table for events, keys and the prompt."""
MIN_EVENTS, PROMPT = 2, 2
HEADING = "# "


class FeltScreen:
    """Draws with rich on the terminal's alternate screen while the game lasts."""

    def __init__(self, sheet: Sheet, out: TextIO, colour: bool | None) -> None:
        self.voice = Voice(sheet, signed)
        self._console = Console(file=out, no_color=None if colour is None else not colour, highlight=False)
        self._sentences: list[str] = []

    def open(self) -> None:
        self._console.set_alt_screen(True)

    def close(self) -> None:
        # The game must end properly even if the terminal is gone.
        with contextlib.suppress(OSError):
            self._console.set_alt_screen(False)

    def say(self, text: str) -> None:
        self._console.print(Text(text))

    def copy(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self._console.print(Text(line), soft_wrap=True)

    def opening(self, view: SeatView) -> None:
        """Nothing to say: the cards are drawn."""

    def happened(self, sentence: str) -> None:
        if sentence:
            self._sentences.append(sentence)

    def turn(self, scene: Scene, choices: tuple[Choice, ...]) -> None:
        self._table(
            scene, side_by_side([[key_text(choice)] for choice in choices] + _more_keys(choices), self._console.width)
        )

    def result(self, scene: Scene) -> list[str]:
        sentences = list(self._sentences)
        self._table(scene, [])
        return sentences

    def _table(self, scene: Scene, keys: list[Text]) -> None:
        """Draws the table, the latest events and the keys, as large as the terminal allows."""
        width, height = self._console.size
        room = height - (BELOW if keys else MIN_EVENTS + PROMPT)
        lines = table_lines(scene, Look(width, small=False))
        if len(lines) > room:
            lines = table_lines(scene, Look(width, small=True))
        if len(lines) > room:
            lines = _around_turn(lines, room)
        self._console.clear()
        self._lines(lines)
        room = max(MIN_EVENTS, height - len(lines) - len(keys) - PROMPT)
        sentences, self._sentences = self._sentences, []
        wrapped = [line for sentence in sentences for line in Text(sentence).wrap(self._console, width)]
        self._lines([*wrapped[-room:], *keys])

    def _lines(self, lines: list[Text]) -> None:
        for line in lines:
            self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def prompt(self, text: str, *, person: bool) -> None:
        self._console.print(Text(text + (" " if person else "")), end="" if person else "\n")
        self._console.file.flush()

    def pages(self, chapters: list[Chapter]) -> list[list[str]]:
        """The chapters split into screens; a heading stays with its first line."""
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
    """The part of a large table that fits the terminal: its top, and the lines around the hand to act."""
    head = [at for at, line in enumerate(lines) if line.plain.startswith("─")][1] + 1
    body = lines[head:]
    turn = next((at for at, line in enumerate(body) if "▶" in line.plain), 0)
    room = max(3, room - head - 1)
    start = max(0, min(turn - room // 2, len(body) - room))
    hidden = len(body) - len(body[start : start + room])
    return [*lines[:head], *body[start : start + room], Text(f"… {hidden} more lines do not fit this window", TITLE)]
