"""Routes of the trainer: reviews of finished rounds with the cost of every choice, a player's report, and drills.

Only finished rounds are shown, and only what their notation contains. Long work pauses between rounds and only one read
runs at a time, so that players do not wait for it.
"""

import csv
import io
import json
import threading
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request

from lammer.cards.card import VALUES
from lammer.decisions.review import Field, Reviewed, review
from lammer.floor.house import Floor, table_of
from lammer.floor.past_rounds import Past, past_round, past_rounds
from lammer.floor.refusals import FloorRefused
from lammer.floor.views import ended_view, fixed_view, play_view
from lammer.surfaces.web import requests, training_replies
from lammer.surfaces.web.answers import Csv, Lines
from lammer.surfaces.web.coach import decision_json
from lammer.surfaces.web.coach import verdicts as coach_verdicts
from lammer.surfaces.web.count_drills import add_count_drills
from lammer.surfaces.web.drills import add_drills
from lammer.surfaces.web.guard import place_of
from lammer.surfaces.web.history import gently, one_at_a_time
from lammer.surfaces.web.people import User
from lammer.surfaces.web.round_lines import read_line
from lammer.surfaces.web.server import House
from lammer.table.actions import AGAINST, MAIN
from lammer.table.betting import own_money
from lammer.table.drive import Played
from lammer.table.records import seat_records
from lammer.training.drills import key_of
from lammer.training.expectation import expectation_of
from lammer.training.report import ROUGH, Costly, Report, RoundPlayed, report
from lammer.training.words import GRADES_TEXT

SHOWN = 50
MAX_ROUNDS = 500
"""The number of last rounds of one table in a report."""
COLUMNS = ("table", "round", "hand", "hand_class", "action", "amount", "best", "cost", "grade", "wager")


def add_training(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.viewer_of_values)]  # noqa: N806
    reading = threading.Lock()

    @app.get("/api/tables/{table}/verdicts")
    def verdicts(table: str, user: Viewer) -> training_replies.RoundVerdicts:
        """The cost of your choices in the current round, or in the last one."""
        house.count_costly(user)
        return coach_verdicts(house.floor.table(table), user.name)

    @app.get("/api/tables/{table}/grades")
    def grades(table: str, user: Viewer, before: requests.Number = 0) -> list[training_replies.GradedRound]:
        """The cost of your choices in the table's last rounds, newest first."""
        house.count_costly(user)
        with one_at_a_time(reading):
            found = gently(past_rounds(house.floor, table, before, SHOWN))
            return [graded_round(past, user.name) for past in found if user.name in past.seats.values()]

    @app.get("/api/tables/{table}/rounds/{number}/review")
    def review_round(table: str, number: requests.Number, user: Viewer) -> training_replies.RoundReview:
        """A finished round of a table, decision by decision."""
        house.count_costly(user)
        state = house.floor.table(table)
        past = past_round(house.floor, table, number)
        if not past.notation or number > state.round or (state.inputs and number == state.round):
            raise FloorRefused("no-such-round", f"table {table} has no finished round {number}")
        return review_json(past.played, past.notation, past.seats)

    @app.post("/api/review", dependencies=[Depends(house.preparation.values)])
    def review_notation(body: requests.ReviewAsked, request: Request) -> training_replies.RoundReview:
        """Review of any finished round in notation, without a log-in."""
        house.count_costly_at(place_of(request))
        played = read_line(body.notation)
        return review_json(played, body.notation, {})

    _add_report(app, house, reading)
    add_drills(app, house)
    add_count_drills(app, house)


def _add_report(app: FastAPI, house: House, reading: threading.Lock) -> None:
    Viewer = Annotated[User, Depends(house.viewer_of_values)]  # noqa: N806

    @app.get("/api/report")
    def player_report(user: Viewer, table: str = "") -> training_replies.PlayerReport:
        """Your rounds at one table, or at all tables: net, expected net, and cost of your choices."""
        house.count_costly(user)
        with one_at_a_time(reading):
            return report_json(user.name, report(_rounds(house.floor, user.name, table)))

    @app.get("/api/report.csv", response_class=Csv)
    def decisions_csv(user: Viewer, table: str = "") -> Csv:
        """All your decisions, one per line."""
        house.count_costly(user)
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        with one_at_a_time(reading):
            writer.writerows(
                [row[column] for column in COLUMNS] for row in _rows(_rounds(house.floor, user.name, table))
            )
        return Csv(out.getvalue())

    @app.get("/api/report.jsonl", response_class=Lines)
    def decisions_jsonl(user: Viewer, table: str = "") -> Lines:
        """All your decisions, one JSON object per line."""
        house.count_costly(user)
        with one_at_a_time(reading):
            return Lines("".join(f"{json.dumps(row)}\n" for row in _rows(_rounds(house.floor, user.name, table))))


def boxes_of(seats: dict[Field, str], field: Field) -> tuple[int, ...]:
    """All boxes of the player of a field, who sees the cards of all of them."""
    player = seats.get(field)
    return tuple(sorted({box for (box, _), name in seats.items() if player and name == player})) or (field[0],)


def graded_round(past: Past, player: str) -> training_replies.GradedRound:
    found = _decisions(past, player)
    sheet = past.played.round.sheet
    return {"round": past.number, "decisions": [decision_json(sheet, one) for one in found]}


def _decisions(past: Past, player: str) -> Iterator[Reviewed]:
    return review(past.played, lambda field: past.seats.get(field) == player, lambda field: boxes_of(past.seats, field))


def review_json(played: Played, notation: str, seats: dict[Field, str]) -> training_replies.RoundReview:
    sheet = played.round.sheet
    steps: list[training_replies.ReviewStep] = [
        {
            "play": play_view(one.round, boxes_of(seats, one.field)),
            "decision": decision_json(sheet, one),
        }
        for one in review(played, boxes_of=lambda field: boxes_of(seats, field))
    ]
    fields = [(box.number, bettor.number) for box in played.round.boxes for bettor in box.bettors if not bettor.tip]
    return {
        "table": fixed_view(sheet, None),
        "notation": notation,
        "seats": [{"box": box, "bettor": bettor, "player": seats.get((box, bettor), "")} for box, bettor in fields],
        "steps": steps,
        "result": ended_view(played.round, notation, seats),
    }


def _rounds(floor: Floor, player: str, table: str) -> list[RoundPlayed]:
    """A player's last rounds, oldest first."""
    tables = [table] if table else sorted({table_of(about) for about in floor.journal.subjects_of(player, "sit")})
    found = [
        _round_played(past, player)
        for name in tables
        for past in gently(past_rounds(floor, name, 0, MAX_ROUNDS))
        if player in past.seats.values() and not past.played.round.void
    ]
    return sorted(found, key=lambda one: (one.at, one.number))


def _round_played(past: Past, player: str) -> RoundPlayed:
    round_ = past.played.round
    assert round_.settlement is not None  # the round is over
    mine = {field for field, name in past.seats.items() if name == player}
    wager, against, main, sides = 0, 0, 0, dict[str, tuple[int, int]]()
    for seat in seat_records(round_, round_.settlement):
        if (seat["seat"], seat["bettor"]) not in mine:
            continue
        wager += own_money(round_.sheet, MAIN, seat["wagers"].get(MAIN, 0))
        against += seat["wagers"].get(AGAINST, 0)
        main += sum(hand["net"] for hand in seat["hands"]) + seat["insurance"]
        for bet, side in seat["side"].items():
            new = bet not in seat.get("carried", {})
            _add(sides, bet, seat["wagers"].get(bet, 0) if new else 0, side["net"])
    for box, (amount, won) in past.jackpot.items():
        if (box, 1) in mine:
            _add(sides, next(iter(round_.sheet.jackpots), "jackpot"), amount, won - amount)
    decisions = tuple(_decisions(past, player))
    up = VALUES[round_.dealer[0]] if round_.dealer else 0
    expectation = expectation_of(round_.sheet)
    return RoundPlayed(
        past.table, past.number, past.at, wager, main, sides, decisions, expectation, past.notation, up, against
    )


def _add(sides: dict[str, tuple[int, int]], bet: str, wager: int, net: int) -> None:
    had = sides.get(bet, (0, 0))
    sides[bet] = (had[0] + wager, had[1] + net)


def _rows(rounds: list[RoundPlayed]) -> Iterator[dict[str, Any]]:
    for one in rounds:
        for each in one.decisions:
            decision = decision_json(each.round.sheet, each)
            yield {"table": one.table, "round": one.number} | {name: decision.get(name) for name in COLUMNS[2:]}


def report_json(player: str, found: Report) -> training_replies.PlayerReport:
    return {
        "player": player,
        "rounds": found.rounds,
        "decisions": found.decisions,
        "unvalued": found.unvalued,
        "net": found.net,
        "main": found.main,
        "sides": found.sides,
        "left_out": list(found.left_out),
        "wagered": found.wagered,
        "expected": found.expected,
        "luck": found.luck,
        "band": found.band,
        "rough": found.rounds < ROUGH,
        "lost": found.lost,
        "lost_bets": found.lost_bets,
        "grades": found.grades,
        "classes": [
            {"hand_class": one.hand_class, "decisions": one.decisions, "good": one.good, "lost": one.lost}
            for one in found.classes
        ],
        "costliest": [_costly(one) for one in found.costliest],
        "curve": [[float(value) for value in values] for values in zip(*found.curve, strict=True)],
        "grades_text": GRADES_TEXT,
    }


def _costly(one: Costly) -> training_replies.CostlyDecision:
    sheet = one.reviewed.round.sheet
    return {
        "table": one.table,
        "round": one.number,
        "game": sheet.ref,
        "notation": one.notation,
        "key": key_of(one.reviewed.decision.situation),
        "decision": decision_json(sheet, one.reviewed),
    }
