"""The page's files, which have a hash in their names. They are compressed at build time and cached by browsers
forever."""

from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOREVER = b"public, max-age=31536000, immutable"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Encodings with their file name endings, best first."""


class Assets(StaticFiles):
    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        encoding = self._encoding(path, Headers(scope=scope).get("accept-encoding", ""))
        answer = await super().get_response(path + ENCODINGS.get(encoding, ""), scope)
        answer.headers["Cache-Control"] = FOREVER.decode()
        answer.headers["Vary"] = "Accept-Encoding"
        if encoding:
            answer.headers["Content-Encoding"] = encoding
            answer.headers["Content-Type"] = "text/css" if path.endswith(".css") else "text/javascript"
        return answer

    def _encoding(self, path: str, accepted: str) -> str:
        wanted = {
            one.partition(";")[0].strip() for one in accepted.split(",") if "q=0" not in one.replace(" ", "").split(";")
        }
        # Compare with the folder's own names: a path must not lead outside the folder.
        names = {one.name for one in self._folder.iterdir()}
        return next((name for name, ending in ENCODINGS.items() if name in wanted and path + ending in names), "")
