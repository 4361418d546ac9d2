"""The session cookie. Over TLS it has the prefix ``__Host-`` and ``Secure``: browsers then accept it only from this
host and for all paths, and never send it unencrypted. Without TLS it has a plain name, which is accepted only without
TLS."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from lammer.surfaces.web.sessions import SESSION_SECONDS

COOKIE = "lammer"
SECURE_COOKIE = "__Host-lammer"


def _secure(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def token_of(connection: HTTPConnection) -> str:
    return connection.cookies.get(SECURE_COOKIE if _secure(connection) else COOKIE, "")


def set_token(connection: HTTPConnection, response: Response, token: str) -> None:
    secure = _secure(connection)
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        token,
        max_age=int(SESSION_SECONDS),
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def delete_token(connection: HTTPConnection, response: Response) -> None:
    secure = _secure(connection)
    name = SECURE_COOKIE if secure else COOKIE
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
