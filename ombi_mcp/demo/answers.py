"""Ombi's answer to what is done with requests: status 200, and a body that says what came of it."""

from pydantic import JsonValue

from ombi_mcp.demo.memory import Reply
from ombi_mcp.demo.recording import Row


def done(message: str | None = None, request_id: JsonValue = 0) -> Row:
    """It was done."""
    return _answer(result=True, message=message, request_id=request_id)


def refused(error: str | None, code: str | None = None, message: str | None = None) -> Row:
    """It was not done, or so Ombi says."""
    return _answer(result=False, message=message, error=error, code=code)


def unseen(message: str) -> Row:
    """It was done, which Ombi calls no result (an album's denial)."""
    return _answer(result=False, message=message)


def is_success(answer: Row) -> bool:
    """Whether Ombi calls it a result."""
    return answer["result"] is True


def failed(error: str) -> Reply:
    """An exception inside of Ombi."""
    return Reply({"error": error}, status=500)


NO_ENTITY = failed("Value cannot be null. (Parameter 'entity')")
"""What Ombi makes of deleting what it does not find."""


def _answer(
    *,
    result: bool,
    message: str | None = None,
    error: str | None = None,
    code: str | None = None,
    request_id: JsonValue = 0,
) -> Row:
    return {
        "result": result,
        "message": message,
        "isError": error is not None or code is not None,
        "errorMessage": error,
        "errorCode": code,
        "requestId": request_id,
    }
