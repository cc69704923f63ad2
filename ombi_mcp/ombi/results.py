"""The shapes in which Ombi answers to writes, and what they mean; HTTP 200 alone is no success (ledger_a section 3)."""

from collections.abc import Mapping

from pydantic import AliasGenerator, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from ombi_mcp.ombi.errors import Conflict, Forbidden, NotFound, OmbiError, RateLimited, Rejected, UnknownOutcome
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.wire import Many, Opt, Wire, present


class Body(BaseModel):
    """A request's body in Ombi's names; a member that is None is not sent."""

    model_config = ConfigDict(
        alias_generator=AliasGenerator(serialization_alias=to_camel), extra="forbid", frozen=True, defer_build=True
    )


class EngineResult(Wire):
    """RequestEngineResult: `result`, `isError` and `requestId` have to be read together."""

    result: Opt[bool] = None
    message: Opt[str] = None
    is_error: Opt[bool] = None
    error_message: Opt[str] = None
    error_code: Opt[str] = None
    request_id: Opt[int] = None

    @property
    def said(self) -> str:
        """Ombi's own words."""
        return " ".join(dict.fromkeys(text for text in (self.message, self.error_message) if text))


class VoteResult(Wire):
    """VoteEngineResult: no code, and `message` is never set."""

    result: Opt[bool] = None
    is_error: Opt[bool] = None
    error_message: Opt[str] = None


class IdentityResult(Wire):
    """The answer of Ombi's user routes."""

    successful: Opt[bool] = None
    errors: Many[str] = None


_CLAIMS = {
    "NoPermissionsRequestMovie": "RequestMovie",
    "NoPermissionsRequestTV": "RequestTv",
    "NoPermissionsRequestAlbum": "RequestMusic",
    "NoPermissionsOnBehalf": "PowerUser",
    "NoPermissions": "PowerUser",
}
"""The claim that is missing, by Ombi's error code."""

_WORDINGS = (
    ("already been requested", "AlreadyRequested"),
    ("movie is already available", "AlreadyRequested"),
    ("already have episodes requested", "EpisodesAlreadyRequested"),
    ("permissions to Request a Movie", "NoPermissionsRequestMovie"),
    ("permissions to Request a TV", "NoPermissionsRequestTV"),
    ("permissions to Request an Album", "NoPermissionsRequestAlbum"),
    ("permissions to request on behalf", "NoPermissionsOnBehalf"),
    ("have the correct permissions", "NoPermissions"),
    ("exceeded your Movie request quota", "MovieRequestQuotaExceeded"),
    ("exceeded your Episode request quota", "TvRequestQuotaExceeded"),
    ("exceeded your Album request quota", "AlbumRequestQuotaExceeded"),
    ("Child Request does not exist", "ChildRequestDoesNotExist"),
    ("Request does not exist", "RequestDoesNotExist"),
)
"""Codes that Ombi leaves out for shows, albums and some movie rules, by a part of their wording."""

_KINDS: dict[str, type[OmbiError]] = {
    "AlreadyRequested": Conflict,
    "EpisodesAlreadyRequested": Conflict,
    "RequestDoesNotExist": NotFound,
    "ChildRequestDoesNotExist": NotFound,
}
_CONTRADICTION = "Ombi's answer lacks what tells success from failure, or contradicts itself."


def of_engine(result: EngineResult, claims: Mapping[str, str] = _CLAIMS) -> OmbiError | None:
    """What stands against success in an engine's answer (R137, R138, R142, R143).

    UnknownOutcome where its members are missing or disagree. Rejected where Ombi says no without a reason that is
    known to come before anything is stored: such a no is said of stored requests too, so a read has to settle it.
    """
    if result.result is None or result.is_error is None or (result.result and result.is_error):
        return UnknownOutcome(_CONTRADICTION, http_status=200)
    return None if result.result else _refusal(result, claims)


def of_four_k(result: EngineResult) -> OmbiError | None:
    """What stands against success where a movie was asked for in 4K, which takes a claim of its own."""
    return of_engine(result, _CLAIMS | {"NoPermissionsRequestMovie": "Request4KMovie"})


def of_vote(result: VoteResult) -> OmbiError | None:
    """What stands against success in the answer to a vote."""
    if result.result is None or result.is_error is None or (result.result and result.is_error):
        return UnknownOutcome(_CONTRADICTION, http_status=200)
    if result.result:
        return None
    said = harmless(result.error_message or "") or "Ombi took no vote."
    return (Conflict if "already voted" in said else Rejected)(said, http_status=200)


def of_identity(result: IdentityResult) -> OmbiError | None:
    """What stands against success in the answer of a user route (R139)."""
    if result.successful is None:
        return UnknownOutcome(_CONTRADICTION, http_status=200)
    if result.successful:
        return None
    said = harmless(" ".join(present(result.errors))) or "Ombi refused without a reason."
    if "already taken" in said:
        return Conflict(said, http_status=200)
    if "correct permissions" in said:
        return Forbidden(said, http_status=200)
    if "Could not find" in said:
        return NotFound(said, http_status=200)
    return Rejected(said, http_status=200)


def of_switch(result: bool) -> OmbiError | None:  # noqa: FBT001 the whole answer
    """What stands against success in a bare true or false (R140)."""
    return None if result else Rejected("Ombi answered no, without a reason.", http_status=200)


def code_of(result: EngineResult) -> str | None:
    """Ombi's error code by name: the one it sent, or the one that its known wording stands for."""
    if result.error_code is not None:
        return result.error_code
    return next((code for part, code in _WORDINGS if part in result.said), None)


def _refusal(result: EngineResult, claims: Mapping[str, str]) -> OmbiError:
    """The failure of a request that Ombi says no to, with its code in brackets and its words made harmless."""
    code = code_of(result)
    said = harmless(result.said) or "Ombi refused without a reason."
    if code is None:
        return Rejected(said, http_status=200)
    message = f"[{harmless(code)}] {said}"
    if code in claims:
        return Forbidden(f"{ended(message)} The acting user lacks the claim {claims[code]}.", http_status=200)
    if code.endswith("QuotaExceeded"):
        return RateLimited(message, http_status=200, retryable=False)
    return _KINDS.get(code, Rejected)(message, http_status=200)


def ended(sentence: str) -> str:
    """A sentence of Ombi's that another one can follow."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
