"""How a refusal is told: a code for programs, a sentence for people, the clause where there is one."""

from fastapi.responses import JSONResponse


def error(status: int, code: str, text: str, clause: str = "") -> JSONResponse:
    return JSONResponse({"error": {"code": code, "text": text, "clause": clause}}, status)
