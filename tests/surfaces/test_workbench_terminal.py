"""``lammer workbench``: in a real terminal of 80 by 24, and by textual's own pilot."""

import time
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.surfaces.cli.workbench.analyst import Analyst, Answer, Asks
from lammer.surfaces.cli.workbench.screen import RuleTable, Workbench
from lammer.workbench.measures import Measures, Spread, measures
from lammer.workbench.session import Session
from tests.own_loop import run_in_own_loop
from tests.surfaces.commands import run
from tests.surfaces.real_terminal import RealTerminal
from tests.waiting import until

MAIN = "from lammer.surfaces.cli import main; main()"
PATIENCE = 300
GAME = "sd-blackjack"
Steps = Callable[[Workbench, "Pilot[None]"], Awaitable[None]]


class Silent:
    """Counts questions and answers none: the test gives the figures."""

    def __init__(self, _answer: Callable[[Answer], object]) -> None:
        self._turn = 0

    def ask(self, _sheets: tuple[Sheet, ...]) -> int:
        self._turn += 1
        return self._turn

    def close(self) -> None:
        """There is no thread."""


def at_the_screen(steps: Steps, folder: Path, start: Callable[[Callable[[Answer], object]], Asks] = Silent) -> None:
    async def drive() -> None:
        app = Workbench(Session(GAME), folder, start)
        async with app.run_test(size=(80, 24)) as pilot:
            await steps(app, pilot)

    run_in_own_loop(drive())


async def sign(pilot: "Pilot[None]", is_there: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_there():
        assert time.monotonic() < end
        await pilot.pause(0.05)


def shown(app: Workbench, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).content)


def overrides(app: Workbench) -> tuple[str, ...]:
    return app.session.overrides


def go_to(app: Workbench, key: str) -> None:
    table = app.query_one(RuleTable)
    table.move_cursor(row=table.get_row_index(key))


def control(session: Session, key: str) -> Any:
    return next(one for group in session.groups() for one in group.controls if one.key == key)


def test_the_figures_are_those_of_the_analysis(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        go_to(app, "dealer.soft_17")
        await pilot.press("right")
        await sign(pilot, lambda: app.answer is not None and app.answer.turn == app._turn)
        assert overrides(app) == ("dealer.soft_17=stand",)
        assert app.answer is not None
        here, default = app.answer.measures
        assert here["sheet"] == app.session.sheet.ref
        assert here["house_edge"] == measures(app.session.sheet)["house_edge"]
        assert default["house_edge"] == measures(app.session.default)["house_edge"]
        assert f"{here['house_edge']:.6%}" in shown(app, "figures")
        assert "to default -0." in shown(app, "figures")
        assert "Insurance" in shown(app, "bets")

    at_the_screen(steps, tmp_path, Analyst)


def test_undo_redo_and_reset(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        go_to(app, "dealer.soft_17")
        await pilot.press("right")
        go_to(app, "shoe.decks")
        await pilot.press("right")
        both = overrides(app)
        assert len(both) == 2
        await pilot.press("u")
        assert overrides(app) == both[:1]
        await pilot.press("y")
        assert overrides(app) == both
        await pilot.press("r")
        assert overrides(app) == ()
        assert shown(app, "command") == f"lammer edge {GAME}"
        await pilot.press("u")
        assert overrides(app) == both
        assert shown(app, "command") == f"lammer edge {GAME} --set {both[0]} --set {both[1]}"

    at_the_screen(steps, tmp_path)


def test_a_bad_value_is_refused_beside_its_switch_and_the_figures_stay(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        app.answer = Answer(app._turn, (_measured(0.0123),))
        app._show_figures()
        go_to(app, "shoe.decks")
        await pilot.press("enter")
        app.query_one("#value", Input).value = "9"
        await pilot.press("enter")
        await pilot.pause()
        assert overrides(app) == ()
        assert "1.230000%" in shown(app, "figures")
        clause = app.session.sheet.clause("shoe.decks")
        assert clause
        cells = app.query_one(RuleTable).get_row("shoe.decks")
        assert clause in str(cells[2])
        assert "shoe.decks" in shown(app, "message")
        await pilot.press("right")
        assert overrides(app)
        assert shown(app, "message") == ""

    at_the_screen(steps, tmp_path)


def test_typing_filters_the_switches(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        every = app.query_one(RuleTable).row_count
        await pilot.press("slash", *"soft")
        await pilot.pause()
        keys = {key.value for key in app.query_one(RuleTable).rows if key.value in app._controls}
        assert "dealer.soft_17" in keys
        assert "shoe.decks" not in keys
        assert app.query_one(RuleTable).row_count < every
        await pilot.press("enter", "right")
        assert overrides(app) == ("dealer.soft_17=stand",)

    at_the_screen(steps, tmp_path)


def test_a_pinned_game_is_compared_with(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        await pilot.press("p")
        assert app.session.pinned is not None
        app._take(Answer(app._turn, (_measured(0.03), _measured(0.02), _measured(0.01))))
        assert "to default +1.000000%" in shown(app, "figures")
        assert "to pinned +2.000000%" in shown(app, "figures")
        await pilot.press("p")
        assert app.session.pinned is None

    at_the_screen(steps, tmp_path)


def test_a_stale_answer_is_dropped(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        old = app._turn
        go_to(app, "shoe.decks")
        await pilot.press("right")
        app._take(Answer(old, (_measured(0.5),)))
        assert "50.0" not in shown(app, "figures")
        app._take(Answer(app._turn, (_measured(0.25),)))
        assert "25.0" in shown(app, "figures")

    at_the_screen(steps, tmp_path)


def test_the_saved_sheet_is_the_changed_game(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        go_to(app, "dealer.soft_17")
        await pilot.press("right", "s")
        await pilot.pause()
        (file,) = tmp_path.iterdir()
        assert file.name in shown(app, "message")
        assert tomllib.loads(file.read_text(encoding="utf-8"))["extends"] == GAME
        assert load_sheet(str(file)).rules == app.session.sheet.rules

    at_the_screen(steps, tmp_path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    async def steps(app: Workbench, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert "Not saved" in shown(app, "message")

    at_the_screen(steps, tmp_path / "absent")


def _measured(edge: float) -> Measures:
    return {"sheet": "", "house_edge": edge, "side_bets": [], "refused": [], "seconds": 0.0}


def test_the_analyst_answers_the_last_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two questions come while the first is worked on: the one between is never worked on, the first never told."""
    from threading import Event

    from lammer.surfaces.cli.workbench import analyst as module

    begun, go_on = Event(), Event()
    worked: list[str] = []
    answers: list[Answer] = []

    def measure(sheet: Any) -> tuple[Measures, bool]:
        worked.append(sheet)
        begun.set()
        go_on.wait(PATIENCE)
        return _measured(0.1), False

    def spread(_sheet: Any, check: Callable[[], None]) -> Spread:
        check()
        return {"sd": 1.0}  # type: ignore[typeddict-item]

    class Kept:
        def found(self, _what: str, compute: Callable[[], Spread]) -> tuple[Spread, bool]:
            return compute(), False

    monkeypatch.setattr(module, "kept_measures", measure)
    monkeypatch.setattr(module, "kept_findings", lambda _sheet: Kept())
    monkeypatch.setattr(module, "_spread", spread)
    analyst = Analyst(answers.append)
    analyst.ask(("one",))  # type: ignore[arg-type]
    assert begun.wait(PATIENCE)
    analyst.ask(("two",))  # type: ignore[arg-type]
    last = analyst.ask(("three",))  # type: ignore[arg-type]
    go_on.set()
    assert until(lambda: len(answers) == 2)
    analyst.close()
    assert worked == ["one", "three"]
    assert [(one.turn, one.spread is not None) for one in answers] == [(last, False), (last, True)]


def test_a_session_refuses_and_changes_nothing() -> None:
    session = Session(GAME)
    with pytest.raises(SheetFaults):
        session.set_value(control(session, "shoe.decks"), "9")
    assert session.overrides == ()
    assert not session.undo()
    assert session.set_value(control(session, "shoe.decks"), "8")
    assert session.set_value(control(session, "shoe.decks"), control(session, "shoe.decks").default)
    assert session.overrides == ()


def test_a_real_terminal_shows_the_figures_and_is_given_back() -> None:
    terminal = RealTerminal(MAIN, "workbench", GAME)
    try:
        terminal.until("0.61")
        terminal.press("\x1b[C")
        terminal.until("shoe.decks=7")
        terminal.until("0.63")
        assert terminal.process.poll() is None
        terminal.press("q")
        assert terminal.until_over() == 0
        assert "Traceback" not in terminal.shown
        assert "\x1b[?1049l" in terminal.shown
    finally:
        terminal.close()


def test_without_a_terminal_it_says_what_to_use_instead() -> None:
    done = run("workbench", GAME)
    assert done.code == 2
    assert "needs a terminal" in done.error
    assert "lammer edge GAME" in done.error


@pytest.mark.parametrize("words", [("no-such-game",), (GAME, "--set", "shoe.decks=9")])
def test_a_bad_game_is_refused_before_anything_is_drawn(words: tuple[str, ...]) -> None:
    done = run("workbench", *words)
    assert done.code == 2
    assert "terminal" not in done.error
    assert words[-1].partition("=")[0] in done.error
