"""Claims that a call takes: one that Ombi would surely refuse is refused here, before anybody is asked (B426, B427)."""

from ombi_mcp.contract.catalogue import Entry
from ombi_mcp.ombi import users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Forbidden, OmbiError
from ombi_mcp.ombi.user_writes import ADMIN
from ombi_mcp.ombi.users import SYSTEM_USER
from ombi_mcp.ombi.wire import present
from ombi_mcp.views.view import View


async def check(ombi: Ombi, tool: Entry, view: View) -> None:
    """Refuse a call for whose claims Ombi tells that the acting user has none; raises Forbidden.

    Where it does not tell, Ombi decides: the key alone may do everything, a token has the claims of its making, and
    Ombi's own user and an answer that lacks a claim prove nothing.
    """
    needed = view.needed
    if not needed or not ombi.acts_by_name or not {ADMIN, *needed} <= await _lacking(ombi):
        return
    nothing = "" if tool.effect == "read" else " Nothing was sent."
    raise Forbidden(
        f'tool "{tool.name}" exists, but the acting user lacks the claim {" or ".join(needed)}. Do not report the '
        f"capability as missing.{nothing}"
    )


async def _lacking(ombi: Ombi) -> frozenset[str]:
    """The claims that the acting user is known not to have."""
    try:
        account = await ombi.once(users.ME.at())
    except OmbiError:
        return frozenset()
    if account is None or account.user_type in {None, SYSTEM_USER}:
        return frozenset()
    claims = present(account.claims)
    kept = {claim.value for claim in claims if claim.enabled is not False}
    return frozenset(claim.value for claim in claims if claim.value is not None and claim.value not in kept)
