"""The full-screen workbench: a table of switches, and the figures that follow from them."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Footer, Input, Static

from lammer.errors import LammerError
from lammer.rules.sheet import SheetFaults
from lammer.surfaces.cli.workbench.analyst import Analyst, Answer, Asks
from lammer.surfaces.cli.workbench.panels import control_cells, figures_text, matches, side_bets_text
from lammer.workbench.controls import Control
from lammer.workbench.export import exported
from lammer.workbench.session import Session


class RuleTable(DataTable[Text]):
    """Left and right change a value instead of moving sideways."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.step(-1)", "Previous", show=False),
        Binding("right,space", "app.step(1)", "Next"),
    ]


class Workbench(App[None]):
    """``start_analyst`` starts what works the figures out, in a thread of its own, so that keys are answered at
    once."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #figures { height: auto; max-height: 6; padding: 0 1; background: $panel; }
    #bets, #command, #message { height: 1; padding: 0 1; }
    #bets { background: $panel; }
    #message { color: $error; }
    #rules { height: 1fr; }
    Input { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", priority=True),  # before the keys that follow it are given to the table
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("y,ctrl+y", "redo", "Redo"),
        Binding("r", "reset", "Reset"),
        Binding("p", "pin", "Pin"),
        Binding("s", "save", "Save"),
        Binding("escape", "leave", "Back", show=False),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(
        self, session: Session, folder: Path, start_analyst: Callable[[Callable[[Answer], object]], Asks] = Analyst
    ) -> None:
        super().__init__()
        self.session, self._folder = session, folder
        self._controls: dict[str, Control] = {}
        self._refused: tuple[str, str] = ("", "")
        self._editing = ""
        self._turn = 0
        self.answer: Answer | None = None
        self._start_analyst = start_analyst
        self._analyst: Asks | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="figures", markup=False)
        yield Static(id="bets", markup=False)
        yield RuleTable(id="rules", cursor_type="row", zebra_stripes=True)
        yield Input(id="filter", placeholder="Show switches with these words")
        yield Input(id="value")
        yield Static(id="message", markup=False)
        yield Static(id="command", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        table = self.query_one(RuleTable)
        for name, width in (("Rule", 34), ("Value", 24), ("Clause", None)):
            table.add_column(name, width=width)
        for field in self.query(Input):
            field.display = False
        table.focus()
        self._analyst = self._start_analyst(lambda answer: self.call_later(self._take, answer))
        self._changed()

    def on_unmount(self) -> None:
        if self._analyst is not None:
            self._analyst.close()

    def _take(self, answer: Answer) -> None:
        """Figures of an earlier question are dropped."""
        if answer.turn == self._turn:
            self.answer = answer
            self._show_figures()

    def _changed(self, message: str = "") -> None:
        """Shows the present game and asks for its figures."""
        self._refused = ("", "")
        pinned = (self.session.pinned,) if self.session.pinned is not None else ()
        assert self._analyst is not None
        self._turn = self._analyst.ask((self.session.sheet, self.session.default, *pinned))
        self._show_rules()
        self._show_figures()
        self._say(message)
        self.query_one("#command", Static).update(self.session.command())

    def _show_figures(self) -> None:
        answer = self.answer
        is_current = answer is not None and answer.turn == self._turn
        self.query_one("#figures", Static).update(figures_text(self.session, answer, is_current))
        measures = answer.measures[0] if answer is not None and answer.measures else None
        self.query_one("#bets", Static).update(side_bets_text(measures))

    def _show_rules(self) -> None:
        """Draws the table anew; the cursor stays on its switch."""
        table, words = self.query_one(RuleTable), self.query_one("#filter", Input).value
        at, row = self._here(), table.cursor_row
        table.clear()
        self._controls = {}
        for group in self.session.groups():
            shown = [one for one in group.controls if matches(one, group.title, words)]
            if shown:
                table.add_row(Text(group.title, "bold underline"), Text(""), Text(""))
            for control in shown:
                self._controls[control.key] = control
                reason = self._refused[1] if control.key == self._refused[0] else ""
                table.add_row(*control_cells(control, reason), key=control.key)
        if at in self._controls:
            row = table.get_row_index(at)
        table.move_cursor(row=max(min(row, table.row_count - 1), 1 if self._controls else 0))

    def _here(self) -> str:
        """The key of the switch under the cursor."""
        table = self.query_one(RuleTable)
        if not table.is_valid_row_index(table.cursor_row):
            return ""
        return table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""

    def _say(self, message: str) -> None:
        self.query_one("#message", Static).update(message)

    def _set(self, key: str, text: str | None, direction: int = 0) -> None:
        """Sets a value, or steps to the next one. A refusal is shown beside the switch; the last figures stay."""
        control = self._controls[key]
        try:
            step = self.session.step(control, direction) if text is None else self.session.set_value(control, text)
        except SheetFaults as refused:
            fault = refused.faults[0]
            self._refused = (key, f"[{fault.clause}] {fault.text}" if fault.clause else fault.text)
            self._show_rules()
            self._say("; ".join(str(one) for one in refused.faults))
            return
        if step:
            self._changed()
        elif text is None:
            self._say("Type this value: press Enter.")

    def action_step(self, direction: int) -> None:
        key = self._here()
        if key in self._controls:
            self._set(key, None, direction)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        control = self._controls.get(event.row_key.value or "")
        if control is None:
            return
        self._editing = control.key
        field = self.query_one("#value", Input)
        field.value, field.border_title = control.text, control.key
        self._open(field)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        value = event.value.strip()
        self.action_leave()
        if event.input.id == "value" and self._editing in self._controls:
            self._set(self._editing, value)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "filter":
            self._show_rules()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a field a slash is a slash."""
        return action != "filter" or not isinstance(self.focused, Input)

    def action_filter(self) -> None:
        self._open(self.query_one("#filter", Input))

    def _open(self, field: Input) -> None:
        field.display = True
        self.set_focus(field)  # at once: the next key may already be there

    def action_leave(self) -> None:
        """Closes the field that is open. The filter stays while it has words."""
        for field in self.query(Input):
            if field.id == "value" or not field.value:
                field.display = False
        self.set_focus(self.query_one(RuleTable))

    def action_undo(self) -> None:
        self._changed() if self.session.undo() else self._say("Nothing to undo.")

    def action_redo(self) -> None:
        self._changed() if self.session.redo() else self._say("Nothing to redo.")

    def action_reset(self) -> None:
        self._changed() if self.session.reset() else self._say("Every value is the sheet's own.")

    def action_pin(self) -> None:
        self.session.pin()
        self._changed(f"Pinned: {self.session.pinned.ref}" if self.session.pinned else "Nothing is pinned.")

    def action_save(self) -> None:
        try:
            file = exported(self.session.sheet)
            (self._folder / file.file).write_text(file.text, encoding="utf-8")
        except (LammerError, OSError) as error:
            self._say(f"Not saved: {error}")
            return
        self._say(f"Saved {file.file}. Its figures: lammer edge {file.file}")
