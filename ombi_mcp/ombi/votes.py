"""Votes: how requests that wait for approval stand, who voted on one request, and voting itself."""

from ombi_mcp.ombi.results import VoteResult
from ombi_mcp.ombi.routes import Route, Rows
from ombi_mcp.ombi.wire import Opt, Wire


class Standing(Wire):
    """The votes of one waiting request, a child where it is of a show; `myVote` lies for who has not voted (U07)."""

    request_id: Opt[int] = None
    request_type: Opt[int] = None
    upvotes: Opt[int] = None
    downvotes: Opt[int] = None


class Vote(Wire):
    """One vote; a whole user can come along and is never read."""

    request_id: Opt[int] = None
    request_type: Opt[int] = None
    vote_type: Opt[int] = None
    user_id: Opt[str] = None
    deleted: Opt[bool] = None


OPEN = Rows("GET", "v1/Vote", Standing)
"""A megabyte where many requests wait (ombi/measured.md)."""

OF_REQUEST = Rows("GET", "v1/Vote/{kind}/{request_id}", Vote)
"""`kind` is movie, tv or music; empty for an unknown request too."""

ENABLED = Route("GET", "v1/Settings/voteenabled", bool)

CAST = Route("POST", "v1/Vote/{way}/{kind}/{request_id}", VoteResult, effect="write")
"""`way` is up or down, and `kind` is album here where it is music above.

Success where voting is off and for an unknown request too, when nothing is stored (recorded: votes/disabled).
"""
