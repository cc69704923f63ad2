"""Ombi's settings: one JSON object for each section, of which only listed leaves may be shown (ledger_b section 8).

The tables name leaves by JSON Pointer, with `*` for every index of an array. A leaf that is in neither table is a
secret, an address, a path, personal data, or means something else than it says, and never leaves this module but
by its name.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue, RootModel

from ombi_mcp.contract.base import Scalar
from ombi_mcp.ombi.routes import OLDEST, Route

_INDEX = re.compile(r"(?<=/)\d+(?=/|$)")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value by its JSON Pointer; `empty` stands for an object or array without members, which has no value."""

    pointer: str
    value: Scalar = None
    empty: bool = False


class Stored(RootModel[dict[str, JsonValue]]):
    """The object of one section as Ombi sent it, secrets included."""

    def leaves(self) -> Iterator[Leaf]:
        """Every scalar, and every empty object or array, in Ombi's order (R112)."""
        waiting: list[tuple[str, JsonValue]] = [("", self.root)]
        while waiting:
            pointer, value = waiting.pop()
            members = _members(value)
            if members is None:
                assert not isinstance(value, dict | list)  # noqa: S101 for the type checker
                yield Leaf(pointer, value)
            elif members:
                waiting.extend((f"{pointer}/{_escaped(name)}", member) for name, member in reversed(members))
            elif pointer:
                yield Leaf(pointer, empty=True)

    def canonical(self, without: frozenset[str]) -> bytes:
        """The object in one form whatever the order of its members, without the leaves that change by themselves."""
        kept = {leaf.pointer: [leaf.value, leaf.empty] for leaf in self.leaves() if leaf.pointer not in without}
        return json.dumps(kept, sort_keys=True).encode()

    def member(self, pointer: str) -> JsonValue:
        """What is at a pointer that goes through objects only; None where nothing is."""
        value: JsonValue = self.root
        for name in names_of(pointer):
            value = value.get(name) if isinstance(value, dict) else None
        return value


def switches(on: Mapping[str, bool]) -> Stored:
    """An object of switches by their names."""
    return Stored(dict(on))


@dataclass(frozen=True, slots=True)
class Section:
    """One section: where it is, what may be shown of it, and what may be changed in it.

    `changeable` leaves may be shown too. It is empty where saving the whole object does more than to save it: the
    media servers are contacted and synchronised in full and get other members than those sent, and wrong
    authentication or update settings can shut people out. `unstable` leaves are no part of the revision.
    `needed` members have to be in what is saved: without them Ombi fails half way, or locks its callers out.
    `saving` says what else Ombi does when the section is saved.
    """

    path: str
    changeable: frozenset[str] = frozenset()
    readable: frozenset[str] = frozenset()
    unstable: frozenset[str] = frozenset({"/id"})
    since: str = OLDEST
    needed: tuple[str, ...] = ()
    saving: str = ""

    @property
    def route(self) -> Route[Stored]:
        """Where the section is read."""
        return Route("GET", f"v1/Settings/{self.path}", Stored, since=self.since)

    @property
    def saved(self) -> Route[bool]:
        """Where the whole object is saved, but for the schedules of jobs; Ombi merges nothing."""
        return Route("POST", f"v1/Settings/{self.path}", bool, effect="write")

    def shows(self, pointer: str) -> bool:
        """Whether the leaf at a pointer may be shown."""
        pattern = _INDEX.sub("*", pointer)
        return pattern in self.changeable or pattern in self.readable

    @property
    def has_revision(self) -> bool:
        """Whether a change to this section can be offered (R114)."""
        return bool(self.changeable)


def _members(value: JsonValue) -> list[tuple[str, JsonValue]] | None:
    """The members of an object or array by name; None for a scalar."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return [(str(index), member) for index, member in enumerate(value)]
    return None


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def names_of(pointer: str) -> list[str]:
    """The names that a JSON Pointer goes through."""
    return [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:]]


def has_index(pointer: str) -> bool:
    """Whether a pointer goes into an array, whose indices name no entry for good (R113)."""
    return _INDEX.search(pointer) is not None


def _leaves(names: str, below: str = "") -> frozenset[str]:
    return frozenset(f"{below}/{name}" for name in names.split())


_TEMPLATES = _leaves("notificationType subject message enabled", below="/notificationTemplates/*")
"""Texts of notifications; they lie in an array, so none can be changed by its pointer (R113)."""

_RADARR = "addOnly minimumAvailability scanForAvailability prioritizeArrAvailability sendUserTags"


_WITH_TEMPLATES = "Ombi saves the agent's notification templates along with it, as they are."


def _agent(path: str, changeable: str, readable: str = "", since: str = OLDEST) -> Section:
    """An agent of notifications."""
    return Section(
        f"notifications/{path}",
        _leaves(changeable),
        _leaves(readable) | _TEMPLATES,
        since=since,
        needed=("/notificationTemplates",),
        saving=_WITH_TEMPLATES,
    )


SECTIONS: Mapping[str, Section] = {
    "ombi": Section(
        "ombi",
        _leaves(
            "collectAnalyticData doNotSendNotificationsForAutoApprove hideRequestsUsers disableHealthChecks "
            "defaultLanguageCode"
        ),
        _leaves("wizard autoDeleteAvailableRequests autoDeleteAfterDays branch hasMigratedOldTvDbData set"),
        needed=("/apiKey",),
        saving="Ombi reads disableHealthChecks only when it starts, and marks its first setup as done with every save.",
    ),
    "landing_page": Section(
        "landingpage",
        _leaves("enabled noticeText timeLimit startDateTime endDateTime"),
        _leaves("noticeEnabled"),
        unstable=frozenset({"/id", "/noticeEnabled", "/expired"}),  # made from the text, and from the clock
    ),
    "customization": Section(
        "customization",
        _leaves(
            "applicationName enableCustomDonations customDonationMessage recentlyAddedPage useCustomPage "
            "hideAvailableFromDiscover hideAvailableRecentlyRequested"
        ),
    ),
    "authentication": Section(
        "authentication",
        readable=_leaves(
            "allowNoPassword requireDigit requiredLength requireLowercase requireNonAlphanumeric requireUppercase "
            "enableOAuth enableHeaderAuth headerAuthCreateUser"
        ),
    ),
    "user_management": Section(
        "UserManagement",
        _leaves(
            "movieRequestLimit movieRequestLimitType episodeRequestLimit episodeRequestLimitType musicRequestLimit "
            "musicRequestLimitType defaultStreamingCountry"
        ),
        _leaves("importPlexAdmin importPlexUsers cleanupPlexUsers importEmbyUsers importJellyfinUsers defaultRoles/*"),
    ),
    "update": Section(
        "Update",
        readable=_leaves(
            "isWindows autoUpdateEnabled processName useScript windowsServiceName windowsService testMode "
            "updateSchedule"
        ),
    ),
    "jobs": Section(
        "jobs",
        _leaves(
            "embyContentSync embyRecentlyAddedSync jellyfinContentSync sonarrSync radarrSync plexContentSync "
            "plexRecentlyAddedSync couchPotatoSync automaticUpdater userImporter sickRageSync newsletter "
            "lidarrArtistSync issuesPurge retryRequests mediaDatabaseRefresh autoDeleteRequests plexWatchlistImport"
        ),
        saving="Ombi reads its schedules only when it starts: until then its jobs run as before.",
    ),
    "issues": Section("Issues", _leaves("enabled enableInProgress deleteIssues daysAfterResolvedToDelete")),
    "vote": Section("vote", _leaves("enabled movieVoteMax musicVoteMax tvShowVoteMax")),
    "the_movie_db": Section(
        "themoviedb",
        _leaves("showAdultMovies"),
        _leaves("excludedKeywordIds/* excludedMovieGenreIds/* excludedTvGenreIds/* originalLanguages/*"),
    ),
    "plex": Section(
        "plex",
        readable=_leaves("enable enableWatchlistImport monitorAll")
        | _leaves("name episodeBatchSize", below="/servers/*")
        | _leaves("key title enabled", below="/servers/*/plexSelectedLibraries/*"),
    ),
    "emby": Section(
        "emby",
        readable=_leaves("enable")
        | _leaves("name enableEpisodeSearching", below="/servers/*")
        | _leaves("key title collectionType enabled", below="/servers/*/embySelectedLibraries/*"),
    ),
    "jellyfin": Section(
        "jellyfin",
        readable=_leaves("enable")
        | _leaves("name enableEpisodeSearching", below="/servers/*")
        | _leaves("key title collectionType enabled", below="/servers/*/jellyfinSelectedLibraries/*"),
    ),
    "radarr": Section(
        "radarr",
        _leaves(_RADARR, below="/radarr") | _leaves(_RADARR, below="/radarr4K"),
        _leaves("enabled defaultQualityProfile tag", below="/radarr")
        | _leaves("enabled defaultQualityProfile tag", below="/radarr4K"),
        unstable=frozenset({"/radarr/id", "/radarr4K/id"}),
        needed=("/radarr", "/radarr4K"),
        saving="Ombi starts to synchronise with Radarr, and forgets its lists of Radarr's quality profiles.",
    ),
    "sonarr": Section(
        "sonarr",
        _leaves("seasonFolders sendUserTags addOnly scanForAvailability prioritizeArrAvailability"),
        _leaves(
            "enabled qualityProfile rootPath qualityProfileAnime rootPathAnime animeTag tag languageProfile "
            "languageProfileAnime"
        ),
        saving="Ombi starts to synchronise with Sonarr.",
    ),
    "lidarr": Section(
        "lidarr",
        _leaves("albumFolder addOnly"),
        _leaves("enabled defaultQualityProfile metadataProfileId"),
        saving="Ombi starts to synchronise with Lidarr.",
    ),
    "couchpotato": Section("CouchPotato", readable=_leaves("enabled defaultProfileId")),
    "dognzb": Section("DogNzb", _leaves("movies tvShows"), _leaves("enabled")),
    "sickrage": Section(
        "SickRage", _leaves("qualityProfile"), _leaves("enabled qualities/*/value qualities/*/display")
    ),
    "email": _agent("email", "enabled senderName", "authentication disableTLS disableCertificateChecking"),
    "discord": _agent("discord", "enabled username hideUser"),
    "telegram": _agent("telegram", "enabled parseMode"),
    "pushbullet": _agent("pushbullet", "enabled", "channelTag"),
    "pushover": _agent("pushover", "enabled priority sound"),
    "slack": _agent("slack", "enabled channel username iconEmoji"),
    "mattermost": _agent("mattermost", "enabled channel username"),
    "twilio": Section(
        "notifications/twilio",
        _leaves("enabled", below="/whatsAppSettings"),
        frozenset(f"/whatsAppSettings{leaf}" for leaf in _TEMPLATES),
        needed=("/whatsAppSettings/notificationTemplates",),
        saving=_WITH_TEMPLATES,
    ),
    "mobile": _agent("mobile", ""),
    "gotify": _agent("gotify", "enabled priority"),
    "ntfy": _agent("ntfy", "enabled priority", since="4.35.11"),
    "webhook": Section("notifications/webhook", _leaves("enabled")),
    "newsletter": Section(
        "notifications/newsletter",
        _leaves("disableTv disableMovies disableMusic")
        | _leaves("subject message enabled", below="/notificationTemplate"),
        _leaves("enabled notificationTemplate/notificationType"),  # `enabled` arms a weekly mail to everybody
        needed=("/notificationTemplate",),
    ),
}
"""The sections of read_settings by its own names, with the facts of ledger_b.json."""

OPEN = frozenset({"landing_page", "customization", "authentication", "issues"})
"""The sections that anybody may read; the others are for admins."""

FOR_POWER_USERS = frozenset({"radarr", "sonarr"})
"""The sections that power users may read too."""
