"""write_request_options: where a request's files go and in which quality, for the next time that it is sent."""

from typing import Literal, NamedTuple

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import request_writes as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import InvalidArgument, Unreadable
from ombi_mcp.ombi.requests import Movie
from ombi_mcp.ombi.results import EngineResult, of_engine
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.projections.request_states import is_four_k_only
from ombi_mcp.projections.requests import Show, chosen
from ombi_mcp.views import targets
from ombi_mcp.views.arguments import LanguageProfileId, QualityProfileId, RequestTarget, RootFolderId
from ombi_mcp.views.request_checks import known_options
from ombi_mcp.views.targets import Existing
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, so_already

_BOTH_HALVES = (
    "This movie is asked for in 4K too, and both halves share these options: they were checked with Radarr, not with "
    "the Radarr for 4K."
)


class Stored(NamedTuple):
    """The options of a request as Ombi has them, 0 for none."""

    root_folder: int
    quality_profile: int
    language_profile: int

    def __str__(self) -> str:
        return chosen(*self) or "none"


class Options(View):
    """The options of a movie request, or of a whole show; those that are not named stay as they are."""

    needs = ("PowerUser",)
    target: RequestTarget
    root_folder_id: RootFolderId | None = None
    quality_profile_id: QualityProfileId | None = None
    language_profile_id: LanguageProfileId | None = None

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Check the options with the program they are of, set them, and see that all are set."""
        self._refuse_nonsense()
        before = await _existing(ombi, self.target)
        stored = _stored(before)
        wanted = self._wanted(stored)
        said = f"The options of the {before.named} are: {wanted}."
        if wanted == stored:
            return so_already(before.about, f"{said} They were so already.")
        await self._check(ombi, before)
        warnings = (_BOTH_HALVES,) if isinstance(before.asked, Movie) and _has_both_halves(before.asked) else ()

        async def proof(_: EngineResult | None) -> Proven:
            now = _stored(await targets.again(ombi, before))
            if now == stored:
                return None
            if now != wanted:
                raise Unreadable(f"It shows other options than were asked for: {now}.", http_status=200)
            return completed(before.about, f"{said} They apply the next time that Ombi sends it.", *warnings)

        return await Write(
            bound=self._bound(wanted),
            about=before.about,
            refused=of_engine,
            proof=proof,
            settled_by=targets.settled_by(before),
        ).send(ombi)

    def _refuse_nonsense(self) -> None:
        if self.root_folder_id is None and self.quality_profile_id is None and self.language_profile_id is None:
            raise InvalidArgument(
                "Name at least one option: root_folder_id, quality_profile_id, or for shows language_profile_id. "
                "Nothing was sent.",
                field="root_folder_id",
            )
        if self.language_profile_id is not None and self.target.kind == "movie":
            raise InvalidArgument("Only shows have a language profile. Nothing was sent.", field="language_profile_id")

    def _wanted(self, stored: Stored) -> Stored:
        given = (self.root_folder_id, self.quality_profile_id, self.language_profile_id)
        return Stored(*(kept if new is None else new for new, kept in zip(given, stored, strict=True)))

    async def _check(self, ombi: Ombi, before: Existing) -> None:
        if self.target.kind == "tv_parent":
            service = "sonarr"
        else:
            service = "radarr_4k" if before.asked is not None and is_four_k_only(before.asked) else "radarr"
        await known_options(
            ombi,
            service,
            root_folder_id=self.root_folder_id,
            quality_profile_id=self.quality_profile_id,
            language_profile_id=self.language_profile_id,
        )

    def _bound(self, wanted: Stored) -> Bound[EngineResult]:
        body = wire.Options(
            request_id=self.target.id,
            root_path_override=wanted.root_folder,
            quality_override=wanted.quality_profile,
            language_profile=wanted.language_profile if wanted.language_profile > 0 else None,
        )
        return wire.OPTIONS.at(kind="movie" if self.target.kind == "movie" else "tv", body=body)


@tool()
async def write_request_options(ombi: Ombi, view: Options) -> Envelope[Literal["write_request_options"], Mutation]:
    """Choose root folder and profiles of a movie request, or of a requested show (tv_parent) with all its children.

    Options that are not named stay as they are. They apply when Ombi sends the request the next time, and nothing
    that was sent or downloaded changes.
    """
    return enveloped("write_request_options", await view.answer(ombi))


async def _existing(ombi: Ombi, target: RequestTarget) -> Existing:
    """The movie request or the show; raises InvalidArgument for others, naming the show of a child request."""
    if target.kind != "tv_child":
        return await targets.of_kind(ombi, target, ("movie", "tv_parent"))
    child = await targets.existing(ombi, target)
    parent = None if child.show is None else positive(child.show.id)
    raise InvalidArgument(
        f"Options belong to a whole show, and this is a child request of {child.title}, tv_parent {parent}. "
        "Nothing was sent.",
        field="target.kind",
    )


def _stored(request: Existing) -> Stored:
    """The options that Ombi tells; raises Unreadable where one is missing, which null is not (none, from v1)."""
    if isinstance(request.asked, Movie):
        row = request.asked
        return Stored(_number(row, "root_path_override"), _number(row, "quality_override"), 0)
    show = request.show
    assert show is not None  # noqa: S101 other kinds were refused before
    return Stored(*(_number(show, name) for name in ("root_folder", "quality_override", "language_profile")))


def _number(row: Movie | Show, name: str) -> int:
    if name not in row.model_fields_set:
        raise Unreadable("Ombi does not tell the options that this request has now.", http_status=200)
    number: int | None = getattr(row, name)
    return 0 if number is None else number


def _has_both_halves(row: Movie) -> bool:
    return row.has_4k_request is True and not is_four_k_only(row)
