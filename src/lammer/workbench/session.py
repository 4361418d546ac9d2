"""One person's work on a game: the values set otherwise, undo and redo, and a pinned game. Nothing is computed here."""

import shlex

from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_game
from lammer.rules.sheet import Sheet
from lammer.workbench.controls import Control, Group, control_groups
from lammer.workbench.effects import Change, changed, changes

Overrides = tuple[str, ...]


class Session:
    """A game whose values are changed one by one. A change that the sheet refuses raises SheetFaults and changes
    nothing."""

    def __init__(self, game: str, overrides: Overrides = ()) -> None:
        self.game, bracketed = split_game(game)
        self.default = load_sheet(self.game)
        self.overrides: Overrides = (*bracketed, *overrides)
        self.sheet = load_sheet(self.game, self.overrides)
        self.pinned: Sheet | None = None
        self._before: list[Overrides] = []
        self._after: list[Overrides] = []

    def groups(self) -> list[Group]:
        return control_groups(self.sheet, self.default)

    def set_value(self, control: Control, text: str) -> bool:
        """Sets a value as it is written after ``--set key=``. False when that changes nothing."""
        overrides = changed(self.overrides, Change(control.key, text, text))
        if text == control.default:
            overrides = overrides[:-1]
        return self._go_to(overrides)

    def step(self, control: Control, direction: int) -> bool:
        """Takes the next or the previous of the values that a control lists."""
        texts = choice_texts(control)
        if len(texts) < 2:
            return False
        at = texts.index(control.text) if control.text in texts else 0
        return self.set_value(control, texts[(at + direction) % len(texts)])

    def reset(self) -> bool:
        """Back to the sheet as it stands; can be undone."""
        return self._go_to(())

    def undo(self) -> bool:
        return self._back(self._before, self._after)

    def redo(self) -> bool:
        return self._back(self._after, self._before)

    def pin(self) -> None:
        """Keeps the present game to compare with; again, to let it go."""
        self.pinned = None if self.pinned is not None and self.pinned.ref == self.sheet.ref else self.sheet

    def command(self) -> str:
        """The command line that prints the figures of the present game."""
        words = ["lammer", "edge", self.game]
        for override in self.overrides:
            words += ["--set", override]
        return shlex.join(words)

    def _go_to(self, overrides: Overrides) -> bool:
        sheet = load_sheet(self.game, overrides)
        if set(overrides) == set(self.overrides):
            return False
        self._before.append(self.overrides)
        self._after.clear()
        self.overrides, self.sheet = overrides, sheet
        return True

    def _back(self, source: list[Overrides], target: list[Overrides]) -> bool:
        if not source:
            return False
        target.append(self.overrides)
        self.overrides = source.pop()
        self.sheet = load_sheet(self.game, self.overrides)
        return True


def choice_texts(control: Control) -> list[str]:
    """The values that a control steps through, in its own order. A list has none: its entries are typed."""
    if control.kind == "list":
        return []
    if control.kind in ("yes-no", "choice"):
        return [choice.text for choice in control.choices]
    others = [change.text for change in changes(control)]
    if not others:
        return []
    if control.kind == "number":
        return [f"{value:g}" for value in sorted(map(float, {control.text, *others}))]
    return [control.text, *others] if control.text not in others else others
