"""write_job: start what Ombi does by itself at its own times, or have it test an integration."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, UnknownOutcome
from ombi_mcp.ombi.jobs import JOBS, Job, JobName, Switches
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.ombi.settings import Stored
from ombi_mcp.views.arguments import Confirm
from ombi_mcp.views.integration_test import ActionText, IntegrationTest
from ombi_mcp.views.settings import found
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, accepted, confirmed

_ABOUT = Mutation(outcome="unknown")
_LOGS = "read_logs"


class Start(View):
    """One job."""

    needs = ("Admin",)
    action: Annotated[Literal["start"], ActionText]
    job: Annotated[
        JobName,
        Field(
            description="Which job. clear_media_server_data, auto_delete_requests and newsletter need confirm, and so "
            "does plex_user_import where Ombi deletes users that Plex no longer has."
        ),
    ]
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Queue it; whether it runs, and when it ends, is in Ombi's log alone."""
        job, sections = JOBS[self.job], _Sections(ombi)
        for switches in job.switches:
            await _check_on(sections, self.job, switches)
        destroys = await _destroys(sections, self.job, job)
        if destroys is not None:

            async def preview() -> str:
                return destroys

            await confirmed(preview, confirm=self.confirm)

        async def proof(reply: bool | None) -> Proven:  # noqa: FBT001 the whole answer
            if reply is None:
                raise UnknownOutcome("No read shows whether a job was queued.")
            return accepted(_ABOUT, _queued(self.job, job)) if reply else None

        return await Write(bound=job.route.at(), about=_ABOUT, refused=of_switch, proof=proof, settled_by=_LOGS).send(
            ombi
        )


@tool(by=("action",))
async def write_job(ombi: Ombi, view: Start | IntegrationTest) -> Envelope[Literal["write_job"], Mutation]:
    """Start one of Ombi's jobs, or test an integration with the address and key that Ombi has stored.

    A started job is only queued: its progress is in read_logs. Testing a notification agent sends a message. Jobs that
    delete or mail need confirm, and without it the answer tells what they would do.
    """
    return enveloped("write_job", await view.answer(ombi))


class _Sections:
    """Sections of Ombi's settings, each read once."""

    def __init__(self, ombi: Ombi) -> None:
        self._ombi = ombi
        self._read: dict[str, Stored] = {}

    async def section(self, name: str) -> Stored:
        """A section as it is stored."""
        if name not in self._read:
            self._read[name] = (await found(self._ombi, name)).stored
        return self._read[name]


async def _check_on(sections: _Sections, name: str, switches: Switches) -> None:
    """Refuse a job that would do nothing, to which Ombi answers true; a switch that is not told to be off may be on."""
    for at in switches:
        if (await sections.section(at.section)).member(at.pointer) is not False:
            return
    raise Conflict(
        f"The job {name} would do nothing, since this is off in Ombi's settings: {_told(switches)}. Nothing was sent."
    )


def _told(switches: Sequence[tuple[str, str]]) -> str:
    return " and ".join(f"{pointer} of the section {section}" for section, pointer in switches)


async def _destroys(sections: _Sections, name: str, job: Job) -> str | None:
    """What a job would do that cannot be undone; None where it does no such thing (B604)."""
    if name == "auto_delete_requests":
        days = (await sections.section("ombi")).member("/autoDeleteAfterDays")
        return f"{job.does} of everybody: all that are available and older than {_days(days)}"
    if name == "newsletter":
        return f"{job.does} now to everybody with the claim ReceivesNewsletter{await _outsiders(sections)}"
    if name == "clear_media_server_data":
        return job.does
    cleans = name == "plex_user_import" and await _cleans(sections)
    if cleans:
        return f"{job.does}, and delete those that Plex no longer has (cleanupPlexUsers is on), with all their requests"
    return None


def _days(value: object) -> str:
    return f"{value} days" if isinstance(value, int) else "the days that are set in Ombi"


async def _outsiders(sections: _Sections) -> str:
    """How many get the newsletter who are no users."""
    addresses = (await sections.section("newsletter")).member("/externalEmails")
    return f" and to {len(addresses)} addresses besides" if isinstance(addresses, list) and addresses else ""


async def _cleans(sections: _Sections) -> bool:
    return (await sections.section("user_management")).member("/cleanupPlexUsers") is not False


def _queued(name: str, job: Job) -> str:
    again = (
        "Where it is running already, Ombi starts no second one, and answers the same."
        if job.is_guarded
        else "Do not start it again meanwhile: Ombi would run it twice at once."
    )
    return f"Ombi queued the job {name}, to {job.does}. How far it comes is in {_LOGS} alone. {again}"
