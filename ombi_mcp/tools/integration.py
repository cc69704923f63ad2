"""read_integration: what Radarr, Sonarr, Lidarr, Plex, Emby and Jellyfin offer, as Ombi has them set up."""

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.references import Reference, ReferencePage
from ombi_mcp.contract.users import UserPage
from ombi_mcp.ombi import integration
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Rejected, Unreadable
from ombi_mcp.ombi.routes import Rows
from ombi_mcp.ombi.switches import is_on
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections import integration as project
from ombi_mcp.projections.integration import NAMES
from ombi_mcp.projections.text import cleaned
from ombi_mcp.views.arguments import Text
from ombi_mcp.views.pages import Scan, scanned, unreadable, window
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Claim, Paged

Row = TypeVar("Row")
Arr: TypeAlias = Literal["radarr", "radarr_4k", "sonarr", "lidarr"]
MediaServer: TypeAlias = Literal["plex", "emby", "jellyfin"]

_PROGRAMS = frozenset({"radarr", "radarr_4k", "sonarr"})
_TAGS = {"radarr": integration.RADARR_TAGS, "sonarr": integration.SONARR_TAGS}
_USERS = {"plex": integration.PLEX_USERS, "emby": integration.EMBY_USERS, "jellyfin": integration.JELLYFIN_USERS}

_ViewText = Field(
    description="Whether the service is enabled, its version, its profiles, root folders or tags to choose from, the "
    "Plex servers and their libraries, a media server's users, or the users whose Plex watch lists Ombi imports."
)
_ServiceText = Field(description="Which of Ombi's integrations.")
MachineId: TypeAlias = Annotated[Text, Field(description="A Plex server: an id from view servers.")]


class Enabled(Paged):
    """Whether an integration is switched on."""

    view: Annotated[Literal["enabled"], _ViewText]
    service: Annotated[
        Literal["radarr", "radarr_4k", "sonarr", "lidarr", "plex", "emby", "jellyfin"],
        _ServiceText,
    ]

    @property
    def needed(self) -> tuple[Claim, ...]:
        """What the switch takes: media servers are for admins, and Lidarr's for everybody."""
        return () if self.service == "lidarr" else ("PowerUser",) if self.service in _PROGRAMS else ("Admin",)

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The switch; a false one is an answer (R141)."""
        return _one(self, Reference(name=self.service, value=await is_on(ombi, self.service), category="enabled"))


class Version(Paged):
    """Which Sonarr it is."""

    needs = ("PowerUser",)
    view: Annotated[Literal["version"], _ViewText]
    service: Annotated[Literal["sonarr"], _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The version as Sonarr tells it."""
        version = cleaned(await ombi.read(integration.SONARR_VERSION.at()))
        if version is None:
            return Answer(ReferencePage(items=[], page=_unknown(self)), (_nothing(self.service),))
        return _one(self, Reference(name=self.service, value=version, category="version"))


class QualityProfiles(Paged):
    """The quality profiles that a request can be given."""

    needs = ("PowerUser",)
    view: Annotated[Literal["quality_profiles"], _ViewText]
    service: Annotated[Arr, _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list."""
        scan = await _scanned(ombi, self, self.service, integration.PROFILES[self.service])
        return _options(scan, [project.option(row, "quality_profile") for row in scan.rows])


class RootFolders(Paged):
    """The root folders that a request can be given."""

    needs = ("PowerUser",)
    view: Annotated[Literal["root_folders"], _ViewText]
    service: Annotated[Arr, _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list, without the paths."""
        scan = await _scanned(ombi, self, self.service, integration.FOLDERS[self.service])
        return _options(scan, [project.root_folder(row) for row in scan.rows])


class Tags(Paged):
    """The tags of a service."""

    needs = ("PowerUser",)
    view: Annotated[Literal["tags"], _ViewText]
    service: Annotated[Literal["radarr", "sonarr"], _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list."""
        scan = await _scanned(ombi, self, self.service, _TAGS[self.service])
        return _options(scan, [project.option(row, "tag") for row in scan.rows])


class LanguageProfiles(Paged):
    """The language profiles that a request for a show can be given."""

    needs = ("PowerUser",)
    view: Annotated[Literal["language_profiles"], _ViewText]
    service: Annotated[Literal["sonarr"], _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list."""
        scan = await _scanned(ombi, self, self.service, integration.SONARR_LANGUAGES)
        return _options(scan, [project.option(row, "language_profile") for row in scan.rows])


class Servers(Paged):
    """The Plex servers that Ombi has stored."""

    needs = ("Admin",)
    view: Annotated[Literal["servers"], _ViewText]
    service: Annotated[Literal["plex"], _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list, without addresses and tokens."""
        found = await ombi.read(integration.PLEX_SERVERS.at())
        _require(
            success=None if found is None else found.success,
            failure="Ombi could not list its Plex servers: Plex was never set up in Ombi, or did not answer it.",
        )
        rows = _listed(None if found is None else found.servers)
        servers = [project.plex_server(row) for row in present(rows)]
        return Answer(_references(self, servers), unreadable(rows.count(None)))


class Libraries(Paged):
    """The libraries of one Plex server."""

    needs = ("Admin",)
    view: Annotated[Literal["libraries"], _ViewText]
    service: Annotated[Literal["plex"], _ServiceText]
    machine_id: MachineId

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list, without the paths that they lie in."""
        found = await ombi.read(integration.PLEX_LIBRARIES.at(machine_id=self.machine_id))
        _require(
            success=None if found is None else found.successful,
            failure="Ombi could not list the libraries: `machine_id` is none of its Plex servers (view servers lists "
            "them), or Plex did not answer it.",
            field="machine_id",
        )
        rows = _listed(None if found is None else found.data)
        libraries = [project.plex_library(row) for row in present(rows)]
        return Answer(_references(self, libraries), unreadable(rows.count(None)))


class Users(Paged):
    """The people of a media server."""

    needs = ("Admin",)
    view: Annotated[Literal["users"], _ViewText]
    service: Annotated[MediaServer, _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """The complete list by the media server's own ids, which are no user ids of Ombi's."""
        scan = await _scanned(ombi, self, self.service, _USERS[self.service], unit="users")
        people = [project.media_user(row) for row in scan.rows]
        return Answer(UserPage(items=people, page=scan.page), scan.warnings, cut=scan.cut)


class WatchlistUsers(Paged):
    """The users of Ombi's who came from Plex."""

    needs = ("Admin",)
    view: Annotated[Literal["watchlist_users"], _ViewText]
    service: Annotated[Literal["plex"], _ServiceText]

    async def answer(self, ombi: Ombi) -> Answer[UserPage]:
        """The complete list by Ombi's user ids, and how many watch lists of this page were not imported."""
        scan = await scanned(self, ombi.stream(integration.WATCHLIST_USERS.at()), "users")
        people = [project.watchlist_user(row) for row in scan.rows]
        missing = project.unsynced(scan.rows)
        notes = () if missing is None else (f"Watch lists of this page that are not imported: {missing}.",)
        return Answer(UserPage(items=people, page=scan.page), (*scan.warnings, *notes), cut=scan.cut)


@tool(by=("view", "service"))
async def read_integration(
    ombi: Ombi,
    view: Enabled
    | Version
    | QualityProfiles
    | RootFolders
    | Tags
    | LanguageProfiles
    | Servers
    | Libraries
    | Users
    | WatchlistUsers,
) -> Envelope[Literal["read_integration"], ReferencePage | UserPage]:
    """See what the services beside Ombi offer: whether they are on, profiles and folders, Plex libraries, users.

    The ids of profiles and root folders are those that request options take. A root folder's value is its free space in
    bytes. Paths, addresses and keys stay hidden.
    """
    return enveloped("read_integration", await view.answer(ombi))


async def _scanned(
    ombi: Ombi, view: Paged, service: str, rows: Rows[Row], unit: paging.Unit = "references"
) -> Scan[Row]:
    """The window of a list that Ombi asks a service for, with a warning where there is nothing in it."""
    try:
        scan = await scanned(view, ombi.stream(rows.at()), unit)
    except Rejected as problem:
        raise Rejected(
            f"{problem.message} Ombi asks {NAMES[service]} for this, which may be away, not set up, or refuse Ombi.",
            http_status=problem.http_status,
        ) from None
    if scan.page.total or scan.warnings:
        return scan
    return Scan(scan.rows, _unknown(view, unit), (_nothing(service),))


def _unknown(view: Paged, unit: paging.Unit = "references") -> paging.Paging:
    """The page of an answer that is the same for none, for off and for away, so that nobody told a total."""
    return paging.bounded(view.offset, view.limit, 0, unit)


def _nothing(service: str) -> str:
    return (
        f"Ombi answered with nothing: {NAMES[service]} is switched off in Ombi, has none, or did not answer Ombi. "
        "View enabled tells whether it is on."
    )


def _require(*, success: bool | None, failure: str, field: str | None = None) -> None:
    """Hold Plex to its own word: failures come with status 200 (ledger_c section 11)."""
    if success is None:
        raise Unreadable("Ombi's answer does not tell whether it succeeded.", http_status=200)
    if not success:
        raise Rejected(failure, http_status=200, field=field)


def _listed(rows: list[Row | None] | None) -> list[Row | None]:
    """The entries of a success; one without a list is no empty list."""
    if rows is None:
        raise Unreadable("Ombi's answer says that it succeeded and holds no list.", http_status=200)
    return rows


def _one(view: Paged, item: Reference) -> Answer[ReferencePage]:
    return Answer(_references(view, [item]))


def _references(view: Paged, items: list[Reference]) -> ReferencePage:
    page = paging.local(view.offset, view.limit, len(items), "references")
    return ReferencePage(items=list(window(view, items)), page=page)


def _options(scan: Scan[Row], items: list[Reference]) -> Answer[ReferencePage]:
    return Answer(ReferencePage(items=items, page=scan.page), scan.warnings, cut=scan.cut)
