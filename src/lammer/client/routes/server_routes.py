"""Routes: The server itself, for monitoring, and as a witness for other books.

Generated from the server's OpenAPI document by tools/http_client.py: do not edit.
"""

from typing import Unpack, cast

from lammer.client.connection import quoted
from lammer.client.requests import Routes
from lammer.client.routes.server_types import Alive, Health, PreparationState, SentHead, WitnessHead


class ServerRoutes(Routes):
    """The server itself, for monitoring, and as a witness for other books."""

    def prepared(self) -> PreparationState:
        """Whether the exact analysis is ready; on a new installation its kernels are compiled first, in parts.
        For: everybody who is logged in."""
        return cast(PreparationState, self._get("/api/preparation"))

    def witness_head(self, journal: str) -> WitnessHead:
        """The newest head of a journal that this witness has. For: anybody, without a log-in."""
        return cast(WitnessHead, self._get(f"/api/witness/{quoted(journal)}"))

    def keep_head(self, **body: Unpack[SentHead]) -> WitnessHead:
        """Stores a head unless there is a later one. Answers with the stored head. For: anybody, without a log-in."""
        return cast(WitnessHead, self._post(f"/api/witness/{quoted(body['journal'])}", body))

    def alive(self) -> Alive:
        """The process answers. Whether the floor can be played: see /healthz. For: anybody, without a log-in."""
        return cast(Alive, self._get("/livez"))

    def health(self) -> Health:
        """Whether the floor can be played; if not, 503 with the faults. For: anybody, without a log-in."""
        return cast(Health, self._get("/healthz", accepted=(200, 503)))

    def metrics(self) -> str:
        """Counts and times of requests for Prometheus, without names or cards. For: anybody, without a log-in."""
        return cast(str, self._get("/metrics"))
