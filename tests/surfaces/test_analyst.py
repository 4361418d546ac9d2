"""The analyst with its real child processes: shared, superseded, bounded, killed and replaced."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.requests import Request

from lammer.rules.loader import load_sheet
from lammer.surfaces.web.analysis.analyst import Analyst
from lammer.surfaces.web.analysis.connected import while_connected
from lammer.surfaces.web.analysis.jobs import Asker, Question, Superseded, Unavailable
from lammer.workbench.measures import measures
from tests.own_loop import run_in_own_loop
from tests.waiting import PATIENCE, until

GAME = "triple-win-20"
"""The quickest game to work out."""


def question(task: str = "edge", *overrides: str) -> Question:
    sheet = load_sheet(GAME, overrides)
    return Question(task, GAME, overrides, sheet.ref, sheet.digest)


def with_analyst(scenario: Callable[[Analyst], Awaitable[Any]], *, workers: int = 1, **limits: Any) -> Any:
    """Runs on a loop of its own; no child is left afterwards."""

    async def run() -> Any:
        analyst = Analyst(workers=workers, **limits)
        try:
            return await asyncio.wait_for(scenario(analyst), 10 * PATIENCE)
        finally:
            await analyst.close()
            assert not analyst.pids

    return run_in_own_loop(run())


async def child_of(analyst: Analyst, other_than: int | None = None) -> int:
    """Its process, once it has one; ``other_than`` that of a child before."""
    await asyncio.to_thread(until, lambda: set(analyst.pids) - {other_than})
    return next(pid for pid in analyst.pids if pid != other_than)


def test_the_answer_is_that_of_the_pure_function() -> None:
    async def scenario(analyst: Analyst) -> Any:
        return await analyst.ask(question())

    found = with_analyst(scenario)
    assert found | {"seconds": 0} == measures(load_sheet(GAME)) | {"seconds": 0}


def test_equal_questions_share_one_job_and_the_answer_is_kept() -> None:
    async def scenario(analyst: Analyst) -> None:
        one, other = await asyncio.gather(analyst.ask(question()), analyst.ask(question()))
        assert one is other  # worked out once
        os.kill(await child_of(analyst), signal.SIGKILL)
        assert await analyst.ask(question()) is one  # needs no child

    with_analyst(scenario)


def test_a_page_that_asks_something_newer_gives_up_the_older() -> None:
    async def scenario(analyst: Analyst) -> None:
        decks = [question("edge", f"shoe.decks={number}") for number in (2, 3, 4, 5)]
        older = asyncio.ensure_future(analyst.ask(decks[0], Asker("mine", 1)))
        others = asyncio.ensure_future(analyst.ask(decks[1], Asker("another's", 1)))
        same = asyncio.ensure_future(analyst.ask(decks[2], Asker("mine", 2)))
        newer = asyncio.ensure_future(analyst.ask(decks[3], Asker("mine", 2)))
        with pytest.raises(Superseded):
            await older
        with pytest.raises(Superseded):
            await analyst.ask(decks[0], Asker("mine", 1))  # too late
        for one in (others, same, newer):  # negative control: nothing else is given up
            assert (await one)["house_edge"] is not None

    with_analyst(scenario)


def test_what_another_page_still_wants_is_worked_out() -> None:
    async def scenario(analyst: Analyst) -> None:
        mine = asyncio.ensure_future(analyst.ask(question(), Asker("mine", 1)))
        others = asyncio.ensure_future(analyst.ask(question(), Asker("another's", 1)))
        newer = asyncio.ensure_future(analyst.ask(question("edge", "shoe.decks=5"), Asker("mine", 2)))
        with pytest.raises(Superseded):
            await mine
        assert (await others)["sheet"] == load_sheet(GAME).ref
        await newer

    with_analyst(scenario)


def test_the_queue_is_bounded() -> None:
    async def scenario(analyst: Analyst) -> None:
        asked = [question("edge", f"shoe.decks={number}") for number in (2, 3, 4, 5)]
        questions = (*asked, asked[1])  # the first is worked on; the last one takes no place of its own
        found = await asyncio.gather(*(analyst.ask(one) for one in questions), return_exceptions=True)
        assert [isinstance(one, Unavailable) for one in found] == [False, False, False, True, False]
        assert "too many calculations" in str(found[3])
        assert (await analyst.ask(asked[3]))["house_edge"] is not None  # there is room again

    with_analyst(scenario, queue=2)


def test_a_child_that_dies_is_replaced() -> None:
    async def scenario(analyst: Analyst) -> None:
        asked = asyncio.ensure_future(analyst.ask(question()))
        first = await child_of(analyst)
        os.kill(first, signal.SIGKILL)
        assert (await asked)["house_edge"] is not None
        assert first not in analyst.pids

    with_analyst(scenario)


def test_two_questions_are_worked_on_at_once_and_no_more() -> None:
    async def scenario(analyst: Analyst) -> None:
        asked = [asyncio.ensure_future(analyst.ask(question("spread", f"shoe.decks={number}"))) for number in (4, 5, 6)]
        await asyncio.to_thread(until, lambda: len(analyst.pids) == 2)
        for one in asked:
            assert (await one)["sd"] is not None
        assert len(set(analyst.pids)) == 2

    with_analyst(scenario, workers=2)


def test_the_first_question_starts_every_child() -> None:
    async def scenario(analyst: Analyst) -> None:
        first = await analyst.ask(question())
        await asyncio.to_thread(until, lambda: not any(worker.jobs for worker in analyst._workers))
        assert len(analyst.pids) == 2
        assert await analyst.ask(question()) | {"seconds": 0} == first | {"seconds": 0}
        assert not analyst._jobs

    with_analyst(scenario, workers=2)


def test_the_death_of_one_child_leaves_the_other_alone() -> None:
    async def scenario(analyst: Analyst) -> None:
        asked = [asyncio.ensure_future(analyst.ask(question("spread", f"shoe.decks={number}"))) for number in (5, 6)]
        await asyncio.to_thread(until, lambda: len(analyst.pids) == 2)
        first, second = analyst.pids
        os.kill(first, signal.SIGKILL)
        for one in asked:
            assert (await one)["sd"] is not None
        assert second in analyst.pids

    with_analyst(scenario, workers=2)


def test_a_question_that_kills_every_child_is_given_up() -> None:
    async def scenario(analyst: Analyst) -> None:
        asked = asyncio.ensure_future(analyst.ask(question()))
        first = await child_of(analyst)
        os.kill(first, signal.SIGKILL)
        os.kill(await child_of(analyst, first), signal.SIGKILL)
        with pytest.raises(Unavailable, match="without an answer"):
            await asked
        assert (await analyst.ask(question("edge", "shoe.decks=5")))["house_edge"] is not None

    with_analyst(scenario)


def test_a_calculation_that_takes_too_long_is_ended() -> None:
    async def scenario(analyst: Analyst) -> int | None:
        with pytest.raises(Unavailable, match=r"took more than 0\.01 seconds"):
            await analyst.ask(question())
        return None

    with_analyst(scenario, seconds=0.01)


def test_urgent_work_goes_before_what_takes_long() -> None:
    """Before the long work that has begun, too: both jobs reach the new child together."""

    async def scenario(analyst: Analyst) -> list[str]:
        order: list[str] = []

        async def asked(task: str, decks: int) -> None:
            await analyst.ask(question(task, f"shoe.decks={decks}"))
            order.append(f"{task} {decks}")

        await asyncio.gather(asked("spread", 6), asked("spread", 5), asked("edge", 4))
        return order

    assert with_analyst(scenario) == ["edge 4", "spread 6", "spread 5"]


def test_long_work_that_nobody_wants_any_more_is_stopped() -> None:
    async def scenario(analyst: Analyst) -> None:
        spread = asyncio.ensure_future(analyst.ask(question("spread"), Asker("mine", 1)))
        await child_of(analyst)
        edge = await analyst.ask(question(), Asker("mine", 2))
        with pytest.raises(Superseded):
            await spread
        assert edge["house_edge"] is not None
        await asyncio.to_thread(until, lambda: not analyst._jobs)
        assert question("spread").content not in analyst._kept  # it was not worked out to its end
        assert question().content in analyst._kept  # negative control

    with_analyst(scenario)


def test_work_is_given_up_when_the_page_has_gone() -> None:
    async def scenario(analyst: Analyst) -> None:
        gone = asyncio.Event()

        async def receive() -> dict[str, str]:
            await gone.wait()
            return {"type": "http.disconnect"}

        asked = while_connected(Request({"type": "http"}, receive), analyst.ask(question("spread")))
        waiting = asyncio.ensure_future(asked)
        stays = asyncio.ensure_future(analyst.ask(question("edge", "shoe.decks=5")))
        await child_of(analyst)
        gone.set()
        with pytest.raises(Superseded):
            await waiting
        assert (await stays)["house_edge"] is not None  # negative control
        await asyncio.to_thread(until, lambda: not analyst._jobs)
        assert question("spread").content not in analyst._kept

    with_analyst(scenario)


def test_an_answer_comes_while_the_page_is_there() -> None:
    async def scenario(analyst: Analyst) -> Any:
        async def receive() -> dict[str, str]:
            await asyncio.Event().wait()
            return {}

        return await while_connected(Request({"type": "http"}, receive), analyst.ask(question()))

    assert with_analyst(scenario)["house_edge"] is not None


def test_whoever_waits_is_told_when_the_server_stops() -> None:
    async def run() -> None:
        analyst = Analyst()
        asked = asyncio.ensure_future(analyst.ask(question()))
        await child_of(analyst)
        await analyst.close()
        with pytest.raises(Unavailable, match="stopping"):
            await asked
        with pytest.raises(Unavailable, match="stopping"):
            await analyst.ask(question("edge", "shoe.decks=5"))

    run_in_own_loop(run())
