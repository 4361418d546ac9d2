"""Routes of the counting drills. A question is named by its seed and dealt again for its answer, so that the server
keeps none and sends no answer ahead. A user's progress is kept beside the memory of the other drills."""

import json
import secrets
import time
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, FastAPI

from lammer.cards.card import NAMES
from lammer.counting.systems import named_count
from lammer.errors import BadArgument
from lammer.exact.refusals import NotAnalysed
from lammer.floor.approved_sheets import named_sheet
from lammer.floor.refusals import FloorRefused
from lammer.floor.views import fixed_view
from lammer.surfaces.web import requests, training_replies
from lammer.surfaces.web.drills import MAX_GAMES, cards_json, game_of, hand_view
from lammer.surfaces.web.people import User
from lammer.surfaces.web.round_lines import read_line
from lammer.surfaces.web.server import House
from lammer.table.notation import write_round
from lammer.table.round import actor
from lammer.training.count_drills import (
    ERRORS,
    CountDrill,
    Question,
    Settings,
    cards_shown,
    graded,
    hand_key,
    next_question,
    same_question,
)
from lammer.training.deck_drill import DeckQuestion
from lammer.training.drills import Card, NoSuchHand
from lammer.training.graded import Progress
from lammer.training.index_drill import IndexQuestion
from lammer.training.speed_drill import SpeedQuestion

SEEDS = 10**18


def add_count_drills(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.viewer_of_values)]  # noqa: N806

    @app.post("/api/drills/count/next")
    def next_count_drill(body: requests.CountDrillAsked, user: Viewer) -> training_replies.CountQuestion:
        """A question of a counting drill; index plays that you got wrong come first when they are due."""
        house.count_costly(user)
        settings, seed = _settings(body), str(secrets.randbelow(SEEDS))
        progress = _progress(house, user, settings, body.progress)
        try:
            return question_json(next_question(settings, seed, progress.memory), seed, progress)
        except (NoSuchHand, NotAnalysed) as none:
            raise FloorRefused("no-such-hand", str(none)) from None

    @app.post("/api/drills/count/answer")
    def answer_count_drill(body: requests.CountDrillAnswered, user: Viewer) -> training_replies.CountAnswer:
        """The right answer and why, how far off yours is, and your progress."""
        house.count_costly(user)
        question = _question(body)
        found = graded(question, body.answer)
        if found is None:
            raise FloorRefused("no-such-answer", f"{body.answer!r} is not an answer; give a number or a play")

        def after(before: Progress) -> Progress:
            return before.after(found, body.seconds, cards_shown(question), hand_key(question))

        progress = _changed(house, user, body, after)
        return {
            "right": found.right,
            "expected": found.expected,
            "error": found.error,
            "unit": ERRORS[body.drill],
            "text": found.text,
            "cards": cards_shown(question),
            "progress": progress_json(progress),
        }


def question_json(question: Question, seed: str, progress: Progress) -> training_replies.CountQuestion:
    reply: training_replies.CountQuestion = {
        "seed": seed,
        "line": "",
        "text": question.text,
        "groups": [],
        "tray": None,
        "table": None,
        "play": None,
        "again": hand_key(question) in progress.again,
    }
    if isinstance(question, SpeedQuestion):
        reply["groups"] = [[NAMES[card] for card in group] for group in question.groups]
    if isinstance(question, DeckQuestion):
        reply["tray"] = {"shown": question.shown, "decks": question.decks, "filled": float(question.filled)}
    if isinstance(question, IndexQuestion):
        round_ = question.dealt.round
        field = actor(round_)
        assert field is not None  # a drill's hand waits for its player
        reply["line"], reply["table"] = write_round(question.dealt), fixed_view(round_.sheet, None)
        reply["play"] = hand_view(round_, field[0])
    return reply


def progress_json(progress: Progress) -> training_replies.DrillProgress:
    return {
        "answers": progress.answers,
        "right": progress.right,
        "error": progress.error,
        "seconds": progress.seconds,
        "cards": progress.cards,
        "again": cards_json(progress.again),
    }


def _settings(body: requests.CountDrillAsked) -> Settings:
    try:
        system = named_count(body.count)
    except BadArgument as fault:
        raise FloorRefused("bad-count", str(fault)) from None
    return Settings(named_sheet(body.game, body.overrides), body.drill, system, body.rounding, body.length, body.group)


def _question(body: requests.CountDrillAnswered) -> Question:
    """The question that is answered."""
    settings, dealt = _settings(body), None
    if body.drill is CountDrill.INDEX:
        dealt = read_line(body.line, unfinished=True)
        if actor(dealt.round) is None:
            raise FloorRefused("no-decision", "this round waits for no decision")
        settings = settings._replace(sheet=dealt.round.sheet)
    try:
        return same_question(settings, body.seed, dealt)
    except (NoSuchHand, NotAnalysed) as none:
        raise FloorRefused("no-such-hand", str(none)) from None


def _progress(house: House, user: User, settings: Settings, sent: requests.SentProgress) -> Progress:
    if house.people.guests:
        return _sent(sent)
    return _kept(house.floor.journal.operational.drill_memory(user.name, _name(settings)))


def _changed(
    house: House, user: User, body: requests.CountDrillAnswered, change: Callable[[Progress], Progress]
) -> Progress:
    if house.people.guests:
        return change(_sent(body.progress))

    def written(before: str | None) -> str:
        return json.dumps(progress_json(change(_kept(before))), separators=(",", ":"))

    tables = house.floor.journal.operational
    return _kept(tables.change_drill_memory(user.name, _name(_settings(body)), written, time.time(), MAX_GAMES))


def _name(settings: Settings) -> str:
    """What progress is kept under."""
    return f"{game_of(settings.sheet)} {settings.drill}"


def _sent(body: requests.SentProgress) -> Progress:
    again = {key: Card(*card) for key, card in body.again.items()}
    return Progress(body.answers, body.right, body.error, body.seconds, body.cards, again)


def _kept(text: str | None) -> Progress:
    return Progress() if text is None else _sent(requests.SentProgress.model_validate_json(text))
