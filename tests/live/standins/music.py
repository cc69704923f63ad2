"""Music sources: MusicBrainz, the Cover Art Archive and Lidarr's metadata server."""

from typing import Any

from live.standins.apps import App, route
from live.standins.derived import slug, stable, synthetic_uuid
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import Album, Artist

# MusicBrainz relation types: a name of our own links in catalog.json -> (type, type id).
RELATIONS = {
    "homepage": ("official homepage", "fe33d22f-c3b0-4d68-bd53-a856badf2b15"),
    "allmusic": ("allmusic", "6b3e3c85-0002-4f34-aca6-80ace0d7e846"),
    "discogs": ("discogs", "04a5b104-a4c2-4bac-99a1-7b837c37d9e4"),
    "imdb": ("IMDb", "94c8b0cc-4477-4106-932c-da60e63de61c"),
    "lastfm": ("last.fm", "08db8098-c0df-4b78-82c3-c8697b4bba7f"),
    "youtube": ("youtube", "6a540e5b-58c6-4192-b6ba-dbc71ec8fcf0"),
    "spotify": ("free streaming", "769085a1-c2f7-4c24-a532-2375a77693bd"),
    "deezer": ("free streaming", "769085a1-c2f7-4c24-a532-2375a77693bd"),
    "facebook": ("social network", "99429741-f3f6-484b-84f8-23af51991770"),
    "twitter": ("social network", "99429741-f3f6-484b-84f8-23af51991770"),
    "instagram": ("social network", "99429741-f3f6-484b-84f8-23af51991770"),
    "wikipedia": ("wikipedia", "29651736-fa6d-48e4-aadc-a557c6add1cb"),
}


BAND_MEMBER = "5be4c609-9afa-4ea0-910b-12ffb71e3821"


class MusicBrainz(App):
    """ws/2 with fmt=json. Like the original, a look-up tells no more than `inc` asks for."""

    name = "musicbrainz"
    hosts = ("musicbrainz.org",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply(
            {"error": text, "help": "For usage, please see: https://musicbrainz.org/development/mmd"}, status
        )

    def area(self, artist: Artist) -> dict[str, Any] | None:
        if not artist.area:
            return None
        return {
            "id": synthetic_uuid("area", artist.area),
            "name": artist.area,
            "sort-name": artist.area,
            "type": None,
            "type-id": None,
            "disambiguation": "",
            "iso-3166-1-codes": [artist.country],
        }

    def artist_row(self, artist: Artist) -> dict[str, Any]:
        return {
            "id": artist.id,
            "type": artist.type,
            "type-id": None,
            "name": artist.name,
            "sort-name": artist.sort,
            "country": artist.country,
            "area": self.area(artist),
            "begin-area": None,
            "end-area": None,
            "disambiguation": artist.note,
            "gender": None,
            "gender-id": None,
            "ipis": [],
            "isnis": [],
            "life-span": {"begin": artist.begin, "end": artist.end, "ended": bool(artist.end)},
        }

    def group_row(self, album: Album) -> dict[str, Any]:
        return {
            "id": album.id,
            "title": album.title,
            "disambiguation": "",
            "first-release-date": album.date,
            "primary-type": album.type,
            "primary-type-id": None,
            "secondary-types": [],
            "secondary-type-ids": [],
        }

    def release_row(self, album: Album) -> dict[str, Any]:
        return {
            "id": album.release_id,
            "title": album.title,
            "status": "Official",
            "status-id": None,
            "quality": "normal",
            "disambiguation": "",
            "date": album.date,
            "country": album.artist.country,
            "barcode": "",
            "packaging": None,
            "packaging-id": None,
            "asin": None,
            "text-representation": {"language": "eng", "script": "Latn"},
            "release-events": [{"date": album.date, "area": None}],
            "cover-art-archive": {
                "artwork": album.artist.has_art,
                "count": 2 if album.artist.has_art else 0,
                "front": album.artist.has_art,
                "back": album.artist.has_art,
                "darkened": False,
            },
        }

    def relations(self, artist: Artist, included: list[str]) -> Any:
        rows = []
        if "artist-rels" in included:
            for name, instruments, begin, end in artist.members:
                member = {
                    "id": synthetic_uuid("person", name),
                    "name": name,
                    "sort-name": name,
                    "type": "Person",
                    "type-id": None,
                    "country": None,
                    "disambiguation": "",
                }
                rows.append(
                    {
                        "type": "member of band",
                        "type-id": BAND_MEMBER,
                        "target-type": "artist",
                        "direction": "backward",
                        "begin": begin,
                        "end": end,
                        "ended": bool(end),
                        "attributes": instruments,
                        "attribute-ids": {},
                        "attribute-values": {},
                        "source-credit": "",
                        "target-credit": "",
                        "artist": member,
                    }
                )
        if "url-rels" in included:
            for name, address in artist.links.items():
                kind, kind_id = RELATIONS[name]
                rows.append(
                    {
                        "type": kind,
                        "type-id": kind_id,
                        "target-type": "url",
                        "direction": "forward",
                        "begin": None,
                        "end": None,
                        "ended": False,
                        "attributes": [],
                        "attribute-ids": {},
                        "attribute-values": {},
                        "source-credit": "",
                        "target-credit": "",
                        "url": {"id": synthetic_uuid("url", address), "resource": address},
                    }
                )
        return rows

    @route("GET", "/ws/2/artist")
    def search_artist(self, request: Request) -> Reply:
        found = self.catalog.find_artists(request.arg("query", ""))
        offset, limit = request.int_arg("offset"), request.int_arg("limit", 25)
        rows = []
        for place, artist in enumerate(found[offset : offset + limit]):
            row = self.artist_row(artist) | {"score": max(100 - 10 * place, 1)}
            rows.append({name: value for name, value in row.items() if value is not None})  # search leaves nulls out
        return json_reply(
            {"created": "2024-01-01T00:00:00.000Z", "count": len(found), "offset": offset, "artists": rows}
        )

    @route("GET", "/ws/2/artist/{mbid}")
    def artist(self, request: Request, mbid: str) -> Reply:
        artist = self.catalog.artists.get(mbid)
        if not artist:
            return self.failure(404, "Not Found")
        included = (request.arg("inc") or "").split()  # "a+b" arrives as "a b"
        row = self.artist_row(artist)
        if "releases" in included:
            row["releases"] = [self.release_row(album) for album in artist.albums]
        if "release-groups" in included:
            row["release-groups"] = [self.group_row(album) for album in artist.albums]
        if "artist-rels" in included or "url-rels" in included:
            row["relations"] = self.relations(artist, included)
        return json_reply(row)

    @route("GET", "/ws/2/release/{mbid}")
    def release(self, request: Request, mbid: str) -> Reply:
        album = next((album for album in self.catalog.albums.values() if album.release_id == mbid), None)
        if not album:
            return self.failure(404, "Not Found")
        row = self.release_row(album)
        if "release-groups" in (request.arg("inc") or "").split():
            row["release-group"] = self.group_row(album)
        return json_reply(row)

    @route("GET", "/ws/2/release")
    def search_release(self, request: Request) -> Reply:
        query = request.arg("query", "")
        albums = [album for album in self.catalog.albums.values() if album.artist.id in query]
        return json_reply(
            {
                "created": "2024-01-01T00:00:00.000Z",
                "count": len(albums),
                "offset": 0,
                "releases": [
                    self.release_row(album) | {"score": 100, "release-group": self.group_row(album)} for album in albums
                ],
            }
        )


class CoverArt(App):
    name = "coverart"
    hosts = ("coverartarchive.org",)

    @route("GET", "/release-group/{mbid}")
    def group(self, _request: Request, mbid: str) -> Reply:
        album = self.catalog.albums.get(mbid)
        if not album or not album.artist.has_art:
            return self.failure(404, "Not Found")
        release = album.release_id
        images = []
        for front in (True, False):
            number = str(stable(f"cover{mbid}{front}", 10**9, 2 * 10**9))
            address = f"http://coverartarchive.org/release/{release}/{number}"
            images.append(
                {
                    "approved": True,
                    "front": front,
                    "back": not front,
                    "comment": "",
                    "edit": stable(number, 10**6, 10**7),
                    "id": number,
                    "image": f"{address}.jpg",
                    "types": ["Front" if front else "Back"],
                    "thumbnails": {
                        "250": f"{address}-250.jpg",
                        "500": f"{address}-500.jpg",
                        "1200": f"{address}-1200.jpg",
                        "small": f"{address}-250.jpg",
                        "large": f"{address}-500.jpg",
                    },
                }
            )
        return json_reply({"images": images, "release": f"https://musicbrainz.org/release/{release}"})


class LidarrMetadata(App):
    """api.lidarr.audio, asked directly by Ombi for the albums of an artist."""

    name = "lidarr-metadata"
    hosts = ("api.lidarr.audio",)

    @route("GET", "/api/v0.4/artist/{mbid}")
    def artist(self, _request: Request, mbid: str) -> Reply:
        artist = self.catalog.artists.get(mbid)
        if not artist:
            return self.failure(404, "Artist not found")
        return json_reply(
            {
                "Albums": [
                    {
                        "Disambiguation": "",
                        "Id": album.id,
                        "OldIds": [],
                        "ReleaseDate": album.date,
                        "ReleaseStatuses": ["Official"],
                        "SecondaryTypes": [],
                        "Title": album.title,
                        "Type": album.type,
                    }
                    for album in artist.albums
                ],
                "artistname": artist.name,
                "disambiguation": artist.note,
                "genres": artist.genres,
                "id": artist.id,
                "images": artist_images(artist),
                "links": artist_links(artist),
                "oldids": [],
                "overview": artist.overview,
                "rating": {"Count": 10, "Value": 8.0},
                "sortname": artist.sort,
                "status": "ended" if artist.end else "active",
                "type": artist.type,
            }
        )


def artist_images(artist: Artist) -> list[Any]:
    """Artwork in the shape that Lidarr and its metadata server share."""
    if not artist.has_art:
        return []
    base = f"http://assets.fanart.tv/fanart/music/{artist.id}"
    return [
        {"url": f"{base}/{kind}/{slug(artist.name)}.jpg", "coverType": kind, "extension": ".jpg", "remoteUrl": None}
        for kind in ("banner", "fanart", "logo", "poster")
    ]


def artist_links(artist: Artist) -> list[Any]:
    return [{"url": address, "name": name} for name, address in artist.links.items()]
