"""A short path for commands, because FastAPI's handling of a request (dependencies, validation, response models) takes
longer than the command itself. All other requests take FastAPI's path, so that errors are the same."""

import json
from asyncio import iscoroutinefunction
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import ValidationError

from lammer.surfaces.web.requests import KeyedBody

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
JSON = ("application/json", "application/json; charset=utf-8")


class QuickRoute(APIRoute):
    """Documented like any other route. The short path is for commands: async functions of path parameters, one body and
    one user from a guard."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        responses: dict[int | str, dict[str, Any]] | None = None,
        **more: Any,
    ) -> None:
        """Uses the return type of an endpoint only as documentation, because FastAPI would validate every answer. mypy
        and the tests check the answers."""
        returns = endpoint.__annotations__.get("return")
        if returns is not None and not (isinstance(returns, type) and issubclass(returns, Response)):
            responses = {200: {"model": returns}, **(responses or {})}
            more["response_model"] = Any
        super().__init__(path, endpoint, responses=responses, **more)

    def get_route_handler(self) -> Handler:
        usual, needs = super().get_route_handler(), self.dependant
        if len(needs.body_params) != 1 or len(needs.dependencies) != 1 or not self._plain():
            return usual
        body, user = needs.body_params[0], needs.dependencies[0]
        command = body.field_info.annotation
        if not isinstance(command, type) or not issubclass(command, KeyedBody) or user.call is None:
            return usual
        return _quick(usual, self.endpoint, command, body.name, user.call, str(user.name))

    def _plain(self) -> bool:
        needs = self.dependant
        others = needs.query_params or needs.header_params or needs.request_param_name or needs.response_param_name
        names = all(part.field_info.annotation is str for part in needs.path_params)
        return names and not others and iscoroutinefunction(self.endpoint)


def _quick(
    usual: Handler,
    carry_out: Callable[..., Awaitable[Any]],
    command: type[KeyedBody],
    body: str,
    guard: Callable[[Request], Awaitable[Any]],
    user: str,
) -> Handler:
    async def handle(request: Request) -> Response:
        if request.headers.get("content-type") not in JSON:
            return await usual(request)
        try:
            parsed = command.model_validate_json(await request.body())
        except ValidationError:
            return await usual(request)
        known = await guard(request)
        answer = await carry_out(**request.path_params, **{body: parsed, user: known})
        return Response(json.dumps(answer, separators=(",", ":")), media_type="application/json")

    return handle
