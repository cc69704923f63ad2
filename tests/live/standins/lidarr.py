"""Lidarr, with a library kept in memory."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from live.standins.apps import parse_item, route
from live.standins.arr import ADDED, NO_DATE, Arr, clean, stamp, without_nulls
from live.standins.derived import fold
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.music import artist_images, artist_links
from live.standins.records import Album, Artist


class Lidarr(Arr):
    name = "lidarr"
    port = 8686
    prefix = "/api/v1"
    version = "2.7.1.4417"
    roots = ((1, "/music"),)
    profiles: ClassVar[Mapping[int, str]] = {1: "Any", 2: "Lossless"}

    def load(self) -> None:
        self.next_album = 1
        for entry in self.catalog.raw["libraries"]["lidarr"]:
            item = self.add(self.catalog.artists[entry["artist"]])
            for record in item["albums"].values():
                record["monitored"] = record["album"].id in entry["monitored"]
                record["have"] = record["album"].id in entry["have"]

    def add(
        self,
        artist: Artist,
        *,
        monitored: bool = True,
        profile: int = 1,
        metadata: int = 1,
        root: str = "/music",
        folder: bool = True,
        wanted: Sequence[str] = (),
    ) -> Any:
        number = self.new_id()
        albums: dict[int, dict[str, Any]] = {}
        for album in artist.albums:
            albums[self.next_album] = {
                "id": self.next_album,
                "album": album,
                "monitored": album.id in wanted,
                "have": False,
            }
            self.next_album += 1
        self.items[number] = {
            "id": number,
            "artist": artist,
            "monitored": monitored,
            "profile": profile,
            "metadata": metadata,
            "root": root.rstrip("/"),
            "folder": folder,
            "tags": [],
            "albums": albums,
        }
        return self.items[number]

    def own(self, items: Sequence[str]) -> None:
        for item in items:
            kind, mbid = parse_item(item)
            if kind != "album" or mbid not in self.catalog.albums:
                raise ValueError(f"not an album of the catalog: {item}")
            artist = self.catalog.albums[mbid].artist
            entry = self.by_mbid(artist.id) or self.add(artist)
            for record in entry["albums"].values():
                if record["album"].id == mbid:
                    record["monitored"] = record["have"] = True

    def by_mbid(self, mbid: str) -> Any:
        return next((item for item in self.items.values() if item["artist"].id == mbid), None)

    def statistics(self, records: list[dict[str, Any]]) -> dict[str, Any]:
        total = sum(record["album"].tracks for record in records)
        files = sum(record["album"].tracks for record in records if record["have"])
        return {
            "albumCount": len(records),
            "trackFileCount": files,
            "trackCount": total,
            "totalTrackCount": total,
            "sizeOnDisk": files * 30_000_000,
            "percentOfTracks": 100.0 * files / total if total else 0,
        }

    def artist_row(self, artist: Artist, item: dict[str, Any] | None = None) -> dict[str, Any]:
        """With `item` the artist as it is in the library, else a look-up result (no id)."""
        records = list(item["albums"].values()) if item else []
        row = {
            "artistMetadataId": 0,
            "status": "ended" if artist.end else "continuing",
            "ended": bool(artist.end),
            "artistName": artist.name,
            "foreignArtistId": artist.id,
            "mbId": artist.id,
            "tadbId": 0,
            "discogsId": 0,
            "overview": artist.overview,
            "artistType": artist.type or "",
            "disambiguation": artist.note,
            "links": artist_links(artist),
            "images": artist_images(artist),
            "remotePoster": self.poster(artist),
            "qualityProfileId": item["profile"] if item else 0,
            "metadataProfileId": item["metadata"] if item else 0,
            "albumFolder": item["folder"] if item else True,
            "monitored": bool(item and item["monitored"]),
            "monitorNewItems": "all",
            "folder": artist.name,
            "genres": artist.genres,
            "cleanName": clean(artist.name),
            "sortName": fold(artist.sort),
            "tags": item["tags"] if item else [],
            "added": ADDED if item else NO_DATE,
            "ratings": {"votes": 10, "value": 8.0},
            "statistics": self.statistics(records),
        }
        if item:
            row |= {
                "path": f"{item['root']}/{artist.name}",
                "rootFolderPath": item["root"],
                "lastInfoSync": ADDED,
                "id": item["id"],
            }
        return without_nulls(row)

    def poster(self, artist: Artist) -> Any:
        images = artist_images(artist)
        return images[-1]["url"] if images else None

    def album_row(self, album: Album, record: dict[str, Any] | None = None) -> dict[str, Any]:
        item = self.by_mbid(album.artist.id)
        if item and not record:
            record = next(entry for entry in item["albums"].values() if entry["album"].id == album.id)
        release = {
            "id": record["id"] if record else 0,
            "albumId": record["id"] if record else 0,
            "foreignReleaseId": album.release_id,
            "title": album.title,
            "status": "Official",
            "duration": 0,
            "trackCount": album.tracks,
            "mediaCount": 1,
            "mediumCount": 1,
            "disambiguation": "",
            "country": ["[Worldwide]"],
            "label": ["Lab Records"],
            "format": "CD",
            "monitored": True,
            "releaseDate": stamp(album.date),
        }
        cover = f"http://coverartarchive.org/release-group/{album.id}/front-500.jpg" if album.artist.has_art else None
        images = [{"url": cover, "coverType": kind, "extension": ".jpg"} for kind in ("cover", "disc")] if cover else []
        return without_nulls(
            {
                "title": album.title,
                "disambiguation": "",
                "overview": f"{album.type} by {album.artist.name}.",
                "artistId": item["id"] if item else 0,
                "foreignAlbumId": album.id,
                "monitored": bool(record and record["monitored"]),
                "anyReleaseOk": True,
                "profileId": 1,
                "duration": album.tracks * 240_000,
                "albumType": album.type,
                "secondaryTypes": [],
                "mediumCount": 1,
                "ratings": {"votes": 5, "value": 8.5},
                "releaseDate": stamp(album.date),
                "releases": [release],
                "genres": album.artist.genres,
                "media": [{"mediumNumber": 1, "mediumName": "", "mediumFormat": "CD"}],
                "artist": self.artist_row(album.artist, item),
                "images": images,
                "links": [],
                "remoteCover": cover,
                "statistics": self.statistics([record]) if record else None,
                "grabbed": False,
                "id": record["id"] if record else None,
            }
        )

    @route("GET", "@/metadataprofile")
    def metadata_profiles(self, _request: Request) -> Reply:
        return json_reply(
            [
                {"name": name, "primaryAlbumTypes": [], "secondaryAlbumTypes": [], "releaseStatuses": [], "id": number}
                for number, name in ((1, "Standard"), (2, "None"))
            ]
        )

    @route("GET", "@/qualityprofile")
    def profile_rows(self, _request: Request) -> Reply:
        rows = []
        for number, name in self.profiles.items():
            items = [
                {"quality": {"id": key, "name": label}, "items": [], "allowed": number == 1 or label == "FLAC"}
                for key, label in ((2, "MP3-320"), (6, "FLAC"))
            ]
            rows.append({"name": name, "upgradeAllowed": False, "cutoff": 6, "items": items, "id": number})
        return json_reply(rows)

    @route("GET", "@/artist/lookup")
    def artist_lookup(self, request: Request) -> Reply:
        term = request.arg("term", "")
        mbid = term.partition(":")[2] if term.lower().startswith("lidarr:") else None
        found = [self.catalog.artists[mbid]] if mbid in self.catalog.artists else []
        if mbid is None:
            found = self.catalog.find_artists(term)
        return json_reply([self.artist_row(artist, self.by_mbid(artist.id)) for artist in found])

    @route("GET", "@/album/lookup")
    def album_lookup(self, request: Request) -> Reply:
        term = request.arg("term", "")
        mbid = term.partition(":")[2] if term.lower().startswith("lidarr:") else None
        found = [self.catalog.albums[mbid]] if mbid in self.catalog.albums else []
        if mbid is None:
            found = self.catalog.find_albums(term)
        return json_reply([self.album_row(album) for album in found])

    @route("GET", "@/artist")
    def artists(self, _request: Request) -> Reply:
        return json_reply([self.artist_row(item["artist"], item) for item in self.items.values()])

    @route("GET", "@/artist/{number:int}")
    def artist(self, _request: Request, number: int) -> Reply:
        item = self.items.get(number)
        return json_reply(self.artist_row(item["artist"], item)) if item else self.failure(404, "NotFound")

    @route("POST", "@/artist")
    def add_artist(self, request: Request) -> Reply:
        body = request.json()
        refusal = self.check_write(body)
        if refusal:
            return refusal
        artist = self.catalog.artists.get(body.get("foreignArtistId"))
        if not artist:
            return self.invalid("ForeignArtistId", "An artist with this ID was not found", body.get("foreignArtistId"))
        if self.by_mbid(artist.id):
            return self.invalid("ForeignArtistId", "This artist has already been added.", artist.id)
        options = {name.lower(): value for name, value in (body.get("addOptions") or {}).items()}
        item = self.add(
            artist,
            monitored=bool(body.get("monitored")),
            profile=body["qualityProfileId"],
            metadata=body.get("metadataProfileId") or 1,
            root=body["rootFolderPath"],
            folder=bool(body.get("albumFolder")),
            wanted=options.get("albumstomonitor") or (),
        )
        return json_reply(self.artist_row(artist, item), 201)

    @route("GET", "@/album")
    def albums(self, request: Request) -> Reply:
        records = [(item, record) for item in self.items.values() for record in item["albums"].values()]
        if request.arg("artistId"):
            records = [pair for pair in records if pair[0]["id"] == request.int_arg("artistId")]
        if request.arg("foreignAlbumId"):
            records = [pair for pair in records if pair[1]["album"].id == request.arg("foreignAlbumId")]
        return json_reply([self.album_row(record["album"], record) for _, record in records])

    @route("PUT", "@/album/monitor")
    def monitor(self, request: Request) -> Reply:
        body, rows = request.json(), []
        for item in self.items.values():
            for number in body.get("albumIds") or []:
                if number in item["albums"]:
                    record = item["albums"][number]
                    record["monitored"] = bool(body.get("monitored"))
                    rows.append(self.album_row(record["album"], record))
        return json_reply(rows, 202)
