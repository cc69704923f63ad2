"""read_settings: one section of Ombi's settings, without its secrets."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.settings import Settings
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.reading import no_body
from ombi_mcp.ombi.settings import SECTIONS
from ombi_mcp.projections import settings as project
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View

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
    Field(description="Which section; radarr holds both Radarrs."),
]


class OneSection(View):
    """One section."""

    section: SectionName

    async def answer(self, ombi: Ombi) -> Answer[Settings]:
        """Its harmless leaves, and a revision where write_settings can change it."""
        section = SECTIONS[self.section]
        stored = await ombi.read(section.route.at())
        if stored is None:
            raise no_body()
        revision = None
        if section.has_revision:
            revision = ombi.seal(f"settings {self.section}", stored.canonical(section.unstable)).hex()
        return Answer(project.settings(self.section, section, stored, revision))


@tool()
async def read_settings(ombi: Ombi, view: OneSection) -> Envelope[Literal["read_settings"], Settings]:
    """See how Ombi is set up: one section at a time, by the members that are no secret.

    Keys, tokens, addresses, hosts and folders are named and never shown. A revision goes with a change to the section.
    """
    return enveloped("read_settings", await view.answer(ombi))
