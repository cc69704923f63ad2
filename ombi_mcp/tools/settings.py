"""read_settings: one section of Ombi's settings, without its secrets."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.settings import Settings
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.settings import FOR_POWER_USERS, OPEN
from ombi_mcp.projections import settings as project
from ombi_mcp.views import settings as stored
from ombi_mcp.views.pages import unreadable
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import Claim, View

_SectionText = Field(
    description="Which section; radarr holds both Radarrs, features the parts that can be switched on."
)
SectionName: TypeAlias = Annotated[
    Literal[
        "ombi",
        "landing_page",
        "customization",
        "authentication",
        "user_management",
        "update",
        "jobs",
        "issues",
        "vote",
        "the_movie_db",
        "plex",
        "emby",
        "jellyfin",
        "radarr",
        "sonarr",
        "lidarr",
        "couchpotato",
        "dognzb",
        "sickrage",
        "email",
        "discord",
        "telegram",
        "pushbullet",
        "pushover",
        "slack",
        "mattermost",
        "twilio",
        "mobile",
        "gotify",
        "ntfy",
        "webhook",
        "newsletter",
    ],
    _SectionText,
]


class OneSection(View):
    """One section."""

    section: SectionName

    @property
    def needed(self) -> tuple[Claim, ...]:
        """What reading the section takes."""
        return () if self.section in OPEN else ("PowerUser",) if self.section in FOR_POWER_USERS else ("Admin",)

    async def answer(self, ombi: Ombi) -> Answer[Settings]:
        """Its harmless leaves, and a revision where write_settings can change it."""
        return _told(ombi, await stored.found(ombi, self.section))


class Features(View):
    """The parts of Ombi that can be switched on, as if they were a section."""

    section: Annotated[Literal["features"], _SectionText]

    async def answer(self, ombi: Ombi) -> Answer[Settings]:
        """Every feature by its name, and a revision with which write_settings can switch it."""
        return _told(ombi, await stored.features(ombi))


@tool(by=("section",))
async def read_settings(ombi: Ombi, view: OneSection | Features) -> Envelope[Literal["read_settings"], Settings]:
    """See how Ombi is set up: one section at a time, by the members that are no secret.

    Keys, tokens, addresses, hosts and folders are named and never shown. A revision goes with a change to the section.
    """
    return enveloped("read_settings", await view.answer(ombi))


def _told(ombi: Ombi, found: stored.Found) -> Answer[Settings]:
    told = project.settings(found.name, found.section, found.stored, found.revision(ombi))
    return Answer(told, unreadable(found.lost))
