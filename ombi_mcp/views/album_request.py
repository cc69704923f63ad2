"""An album is asked for; Ombi takes neither another requester nor options for it."""

from ombi_mcp.contract.envelope import Answer
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_creation as route
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.views import request_checks
from ombi_mcp.views.creation import Creation, standing

_TWIN = " Ombi has no rule against asking again for an album, and would store a second request."


async def request_album(ombi: Ombi, musicbrainz_id: str) -> Answer[Mutation]:
    """Ask for an album that is not requested yet, and see that it is."""
    album_id = musicbrainz_id.lower()  # as MusicBrainz writes it: to Ombi, another spelling is another album

    def is_it(row: wire.Requested) -> bool:
        return isinstance(row, wire.Album) and (row.foreign_album_id or "").lower() == album_id

    creation = Creation(
        kind="album",
        bound=route.ALBUM.at(body=route.Album(foreign_album_id=album_id)),
        every=lambda ombi: ombi.stream(wire.ALBUMS.at()),
        is_it=is_it,
    )
    found = await creation.find(ombi)
    if found is not None:
        return standing(found, _TWIN)
    await request_checks.within_quota(ombi, "album", 1)
    return await creation.send(ombi)
