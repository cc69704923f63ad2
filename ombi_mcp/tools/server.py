"""read_server: what this Ombi is, how it and its neighbours are, and what is switched on."""

from collections.abc import Awaitable, Mapping
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from ombi_mcp.contract import paging
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.references import Reference, ReferencePage
from ombi_mcp.ombi import health, server, users
from ombi_mcp.ombi.client import VERSION, Ombi
from ombi_mcp.ombi.errors import Forbidden, OmbiError
from ombi_mcp.ombi.reference import FEATURES
from ombi_mcp.ombi.switches import OLDER, SERVICES, Older, Service, is_on
from ombi_mcp.projections import server as project
from ombi_mcp.projections.reference import feature
from ombi_mcp.views.failures import Failure, partial, told
from ombi_mcp.views.pages import unreadable
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View

Part = TypeVar("Part")

_ONLY_WEB = "status_code tells only that Ombi's web server answers. View health asks its neighbours."
_SYSTEM_USER = (
    "The acting user is Ombi's own, who stands for the API key: with the key alone Ombi takes the caller for an admin, "
    "and requests belong to that user."
)
_BRANCH = "branch is the update channel that is set, not where this build comes from."
_LIVE = "Ombi asked its media servers just now. One that does not answer it counts as unavailable, whatever the reason."
_CRON = (
    "Schedules are Quartz cron expressions, seconds first. Ombi reads them when it starts, and fills in defaults for "
    "those that are not set."
)
_KEPT = "Ombi keeps Lidarr's folders for up to an hour, so lidarr.ok can be that old."

_ViewText = Field(description="What to read about the server.")


class Status(View):
    """Whether Ombi answers, which version it is, and who acts there."""

    view: Annotated[Literal["status"], _ViewText] = "status"

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """The parts side by side; one that fails does not sink the rest."""
        parts = {
            "status_code": _status_code(ombi),
            "version": _version(ombi),
            "wizard_done": _wizard_done(ombi),
            "acting_user": _acting_user(ombi),
        }
        return _joined(await _gathered(ombi, parts))


class About(View):
    """What Ombi runs on."""

    view: Annotated[Literal["about"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """Versions and database types; no paths and no connection strings."""
        about = await ombi.read(server.ABOUT.at())
        return Answer(Metrics(values=project.members(about) if about is not None else []), (_BRANCH,))


class Health(View):
    """Whether Ombi and the neighbours that it uses answer, and how fast."""

    view: Annotated[Literal["health"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """One probe for each; failures are metrics. Neighbours are not probed where Ombi itself does not answer."""
        itself = await health.of_ombi(ombi)
        if itself.failure is not None:
            return Answer(Metrics(values=project.finding(itself)), (itself.failure.message,))
        probed = await ombi.each(health.of_service(ombi, service) for service in SERVICES)
        findings = [itself, *(found for found in probed if isinstance(found, health.Finding))]
        values = [metric for found in findings for metric in project.finding(found)]
        kept = [_KEPT for found in findings if found.service == "lidarr" and found.ok is True]
        return Answer(Metrics(values=values), (*kept, *project.doubts(findings)))


class Features(View):
    """The parts of Ombi that can be switched on."""

    view: Annotated[Literal["features"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The complete list; each value says whether the feature is on."""
        rows = [None if row is None else feature(row) async for row in ombi.stream(FEATURES.at())]
        items = [row.reference for row in rows if row is not None]
        return Answer(_whole(items), unreadable(len(rows) - len(items)))


class Integrations(View):
    """Which integrations are switched on."""

    view: Annotated[Literal["integrations"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """Each that the acting user may see; each value says whether it is on."""
        parts = await _gathered(ombi, {name: _integration(ombi, name) for name in (*SERVICES, *OLDER)})
        return Answer(_whole(parts.data), parts.warnings, parts.failure)


class LandingPage(View):
    """What visitors are shown before they sign in, and how many media servers answer."""

    view: Annotated[Literal["landing_page"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[Metrics]:
        """The page's settings, and the media servers as Ombi finds them now."""
        return _joined(await _gathered(ombi, {"landing_page": _landing_page(ombi), "servers": _servers(ombi)}))


class Jobs(View):
    """When Ombi's jobs run."""

    needs = ("Admin",)
    view: Annotated[Literal["jobs"], _ViewText]

    async def answer(self, ombi: Ombi) -> Answer[ReferencePage]:
        """The schedules by job."""
        jobs = await ombi.read(server.JOBS.at())
        return Answer(_whole(project.jobs(jobs) if jobs is not None else []), (_CRON,))


@tool(by=("view",))
async def read_server(
    ombi: Ombi, view: Status | About | Health | Features | Integrations | LandingPage | Jobs
) -> Envelope[Literal["read_server"], Metrics | ReferencePage]:
    """See how this Ombi is: version, acting user, health of it and its neighbours, features, integrations, jobs.

    Health asks each neighbour that is switched on and can take as long as the slowest of them.
    """
    return enveloped("read_server", await view.answer(ombi))


async def _gathered(ombi: Ombi, parts: Mapping[str, Awaitable[Answer[Part]]]) -> Answer[list[Part]]:
    """The parts that came, side by side: a forbidden one is a warning, one that fails makes the answer partial (R153).

    Raises the first failure where nothing came at all.
    """
    results = dict(zip(parts, await ombi.each(parts.values()), strict=True))
    came = [result for result in results.values() if isinstance(result, Answer)]
    missing: list[Failure] = [(name, result) for name, result in results.items() if isinstance(result, OmbiError)]
    if not came and missing:
        raise missing[0][1]
    refused = [name for name, problem in missing if isinstance(problem, Forbidden)]
    failures = [(name, problem) for name, problem in missing if not isinstance(problem, Forbidden)]
    warnings = [warning for part in came for warning in part.warnings]
    if refused:
        warnings.append(f"Left out, since the acting user may not see them: {', '.join(refused)}.")
    return Answer([part.data for part in came], (*warnings, *told(failures)), partial(failures))


def _joined(parts: Answer[list[Metrics]]) -> Answer[Metrics]:
    values = [metric for part in parts.data for metric in part.values]
    return Answer(Metrics(values=values), parts.warnings, parts.failure)


def _whole(items: list[Reference]) -> ReferencePage:
    return ReferencePage(items=items, page=paging.complete(len(items), "references"))


async def _status_code(ombi: Ombi) -> Answer[Metrics]:
    code = await ombi.read(server.STATUS.at())
    return Answer(Metrics(values=project.metric("status_code", code)), (_ONLY_WEB,))


async def _version(ombi: Ombi) -> Answer[Metrics]:
    return Answer(Metrics(values=project.metric("version", await ombi.read(VERSION.at()))))


async def _wizard_done(ombi: Ombi) -> Answer[Metrics]:
    wizard = await ombi.read(server.WIZARD.at())
    return Answer(Metrics(values=project.metric("wizard_done", None if wizard is None else wizard.result)))


async def _acting_user(ombi: Ombi) -> Answer[Metrics]:
    account = await ombi.read(users.ME.at())
    if account is None:
        return Answer(Metrics(values=[]))
    notes = (_SYSTEM_USER,) if account.user_type == project.SYSTEM_USER else ()
    return Answer(Metrics(values=project.acting_user(account)), notes)


async def _landing_page(ombi: Ombi) -> Answer[Metrics]:
    settings = await ombi.read(server.LANDING_SETTINGS.at())
    return Answer(Metrics(values=[] if settings is None else project.members(settings, "landing_page.")))


async def _servers(ombi: Ombi) -> Answer[Metrics]:
    servers = await ombi.read(server.LANDING.at())
    return Answer(Metrics(values=[] if servers is None else project.landing(servers)), (_LIVE,))


async def _integration(ombi: Ombi, name: Service | Older) -> Answer[Reference]:
    return Answer(Reference(name=name, value=await is_on(ombi, name), category="enabled"))
