"""Emby and Jellyfin: what tells them apart."""

from live.standins.media_browser import MediaBrowser


class Emby(MediaBrowser):
    """Emby."""

    name = "emby"
    port = 8097
    prefix = "/emby"
    version = "4.8.10.0"
    hex_ids = False


class Jellyfin(MediaBrowser):
    """Jellyfin."""

    name = "jellyfin"
    port = 8096
    version = "10.10.3"
    hex_ids = True
