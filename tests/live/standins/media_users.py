"""What Emby and Jellyfin say of a user beside the name."""

from collections.abc import Mapping
from typing import Any

CONFIGURATION: dict[str, Any] = {
    "PlayDefaultAudioTrack": True,
    "DisplayMissingEpisodes": False,
    "GroupedFolders": [],
    "SubtitleMode": "Default",
    "DisplayCollectionsView": False,
    "EnableLocalPassword": False,
    "OrderedViews": [],
    "LatestItemsExcludes": [],
    "HidePlayedInLatest": True,
    "RememberAudioSelections": True,
    "RememberSubtitleSelections": True,
    "EnableNextEpisodeAutoPlay": True,
}


def policy(user: Mapping[str, Any]) -> dict[str, Any]:
    """What the user may do."""
    return {
        "IsAdministrator": bool(user.get("admin")),
        "IsHidden": bool(user.get("hidden")),
        "IsDisabled": False,
        "BlockedTags": [],
        "EnableUserPreferenceAccess": True,
        "AccessSchedules": [],
        "BlockUnratedItems": [],
        "EnableRemoteControlOfOtherUsers": False,
        "EnableSharedDeviceControl": True,
        "EnableLiveTvManagement": False,
        "EnableLiveTvAccess": True,
        "EnableMediaPlayback": True,
        "EnableAudioPlaybackTranscoding": True,
        "EnableVideoPlaybackTranscoding": True,
        "EnablePlaybackRemuxing": True,
        "EnableContentDeletion": False,
        "EnableContentDownloading": True,
        "EnableSync": True,
        "EnableSyncTranscoding": True,
        "EnabledDevices": [],
        "EnableAllDevices": True,
        "EnabledChannels": [],
        "EnableAllChannels": True,
        "EnabledFolders": [],
        "EnableAllFolders": True,
        "InvalidLoginAttemptCount": 0,
        "EnablePublicSharing": True,
    }
