"""Routes: What choices cost: reviews, reports and drills.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.training_types import (
    CountAnswer,
    CountDrillAnswered,
    CountDrillAsked,
    CountQuestion,
    DrillAnswer,
    DrillAnswered,
    DrillAsked,
    DrillHand,
    DrillMemory,
    DrillRemembered,
    GradedRound,
    PlayerReport,
    ReviewAsked,
    RoundReview,
    RoundVerdicts,
)


class TrainingRoutes(Routes):
    """What choices cost: reviews, reports and drills."""

    def verdicts(self, table: str) -> RoundVerdicts:
        """The cost of your choices in the current round, or in the last one. For: everybody who is logged in."""
        return cast(RoundVerdicts, self._get(f"/api/tables/{quoted(table)}/verdicts"))

    def grades(self, table: str, *, before: int | None = None) -> list[GradedRound]:
        """The cost of your choices in the table's last rounds, newest first. For: everybody who is logged in."""
        return cast(list[GradedRound], self._get(f"/api/tables/{quoted(table)}/grades", before=before))

    def review_round(self, table: str, number: int) -> RoundReview:
        """A finished round of a table, decision by decision. For: everybody who is logged in."""
        return cast(RoundReview, self._get(f"/api/tables/{quoted(table)}/rounds/{quoted(number)}/review"))

    def review_notation(self, **body: Unpack[ReviewAsked]) -> RoundReview:
        """Review of any finished round in notation, without a log-in. For: anybody, without a log-in."""
        return cast(RoundReview, self._post("/api/review", body))

    def player_report(self, *, table: str | None = None) -> PlayerReport:
        """Your rounds at one table, or at all tables: net, expected net, and cost of your choices. For: everybody
        who is logged in."""
        return cast(PlayerReport, self._get("/api/report", table=table))

    def decisions_csv(self, *, table: str | None = None) -> str:
        """All your decisions, one per line. For: everybody who is logged in."""
        return cast(str, self._get("/api/report.csv", table=table))

    def decisions_jsonl(self, *, table: str | None = None) -> str:
        """All your decisions, one JSON object per line. For: everybody who is logged in."""
        return cast(str, self._get("/api/report.jsonl", table=table))

    def next_drill(self, **body: Unpack[DrillAsked]) -> DrillHand:
        """A hand of the drill; what you got wrong before comes first when it is due. For: everybody who is logged
        in."""
        return cast(DrillHand, self._post("/api/drills/next", body))

    def answer_drill(self, **body: Unpack[DrillAnswered]) -> DrillAnswer:
        """What the choice cost, and what is to be remembered of it. For: everybody who is logged in."""
        return cast(DrillAnswer, self._post("/api/drills/answer", body))

    def remember_hands(self, **body: Unpack[DrillRemembered]) -> DrillMemory:
        """Hands that you got wrong at a table are drilled from now on. For: everybody who is logged in."""
        return cast(DrillMemory, self._post("/api/drills/remember", body))

    def next_count_drill(self, **body: Unpack[CountDrillAsked]) -> CountQuestion:
        """A question of a counting drill; index plays that you got wrong come first when they are due. For:
        everybody who is logged in."""
        return cast(CountQuestion, self._post("/api/drills/count/next", body))

    def answer_count_drill(self, **body: Unpack[CountDrillAnswered]) -> CountAnswer:
        """The right answer and why, how far off yours is, and your progress. For: everybody who is logged in."""
        return cast(CountAnswer, self._post("/api/drills/count/answer", body))
