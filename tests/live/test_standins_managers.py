"""MusicBrainz, Radarr, Sonarr, Lidarr and the older programs, asked as Ombi asks."""

from typing import Any

from live.outside import Outside, fields
from live.read_by_ombi import LIDARR_ALBUM, LIDARR_ARTIST, RADARR_MOVIE, SONARR_EPISODE, SONARR_SERIES

NIRVANA = "5b11f4ce-a62d-471e-81fc-a69a8278c7da"
NEVERMIND = "1b022e01-4da6-387b-8658-8678046e4cef"


def test_musicbrainz(outside: Outside) -> None:
    found = outside.get("musicbrainz.org", "/ws/2/artist?query=nirvana&limit=10&offset=0&fmt=json")
    assert found["artists"][0]["id"] == NIRVANA
    included = "artist-rels+url-rels+releases+release-groups"
    artist = outside.get("musicbrainz.org", f"/ws/2/artist/{NIRVANA}/?inc={included}&fmt=json")
    fields(artist, "id type name sort-name life-span area country disambiguation releases release-groups relations")
    fields(artist["release-groups"][0], "id title first-release-date primary-type secondary-types")
    member = next(row for row in artist["relations"] if row["target-type"] == "artist")
    fields(member, "type type-id begin end ended attributes artist")
    link = next(row for row in artist["relations"] if row["target-type"] == "url")
    assert link["url"]["resource"].startswith("https://")
    release = outside.get("musicbrainz.org", f"/ws/2/release/{artist['releases'][0]['id']}/?inc=&fmt=json")
    assert "release-group" not in release
    assert "error" in outside.get(
        "musicbrainz.org", "/ws/2/artist/00000000-0000-0000-0000-000000000000/?inc=&fmt=json", expected=404
    )


def test_cover_art_and_albums(outside: Outside) -> None:
    art = outside.get("coverartarchive.org", f"/release-group/{NEVERMIND}")
    fields(art, "release images")
    fields(art["images"][0], "edit id image thumbnails comment approved front types back")
    fields(art["images"][0]["thumbnails"], "small large")
    outside.get("coverartarchive.org", "/release-group/9a000000-0000-4000-8000-0000000000a1", expected=404)
    artist = outside.get("api.lidarr.audio", f"/api/v0.4/artist/{NIRVANA}")
    assert len(artist["Albums"]) == 3
    fields(artist["Albums"][0], "Disambiguation Id ReleaseDate ReleaseStatuses SecondaryTypes Title Type")


def test_lidarr(outside: Outside) -> None:
    for path, names in (
        ("system/status", "version urlBase"),
        ("qualityprofile", "name items id"),
        ("metadataprofile", "name id"),
        ("rootfolder", "path freeSpace unmappedFolders id"),
    ):
        answer = outside.get("lidarr", f"/api/v1/{path}")
        fields(answer[0] if isinstance(answer, list) else answer, names)
    lookup = outside.get("lidarr", "/api/v1/Artist/lookup?term=radiohead")[0]
    fields(lookup, LIDARR_ARTIST)
    assert "id" not in lookup
    album = outside.get("lidarr", "/api/v1/Album/lookup?term=ok%20computer")[0]
    fields(album, LIDARR_ALBUM)
    assert album["artistId"] == 0
    assert outside.get("lidarr", "/api/v1/artist/lookup?term=lidarr%3Anope") == []
    added = outside.post(
        "lidarr",
        "/api/v1/artist",
        {
            "artistName": "Radiohead",
            "foreignArtistId": lookup["foreignArtistId"],
            "qualityProfileId": 1,
            "metadataProfileId": 1,
            "monitored": True,
            "albumFolder": True,
            "rootFolderPath": "/music",
            "addOptions": {"monitor": 3, "AlbumsToMonitor": [album["foreignAlbumId"]]},
        },
        expected=201,
    )
    albums = outside.get("lidarr", f"/api/v1/album?artistId={added['id']}")
    assert [row["title"] for row in albums if row["monitored"]] == ["OK Computer"]
    other = next(row for row in albums if not row["monitored"])
    changed = outside.post(
        "lidarr", "/api/v1/album/monitor", {"albumIds": [other["id"]], "monitored": True}, expected=202, method="PUT"
    )
    assert changed[0]["monitored"]
    fields(
        outside.post("lidarr", "/api/v1/command/", {"name": "AlbumSearch", "albumIds": [other["id"]]}, expected=201),
        "name id status queued",
    )
    assert outside.get("lidarr", f"/api/v1/artist/lookup?term=lidarr%3A{lookup['foreignArtistId']}")[0]["id"] > 0


def add_movie(
    outside: Outside,
    number: int,
    *,
    expected: int = 201,
    service: str = "radarr",
    root: str = "/movies",
    profile: int = 4,
) -> Any:
    return outside.post(
        service,
        "/api/v3/movie",
        {
            "title": "x",
            "tmdbId": number,
            "qualityProfileId": profile,
            "rootFolderPath": root,
            "titleSlug": "x",
            "monitored": True,
            "year": 1999,
            "tags": [],
            "minimumAvailability": "announced",
            "addOptions": {"searchForMovie": True},
        },
        expected=expected,
    )


def test_radarr(outside: Outside) -> None:
    for path, names in (
        ("system/status", "version urlBase"),
        ("qualityProfile", "name upgradeAllowed cutoff items id"),
        ("rootfolder", "id path freeSpace"),
        ("tag", "id label"),
    ):
        answer = outside.get("radarr", f"/api/v3/{path}")
        fields(answer[0] if isinstance(answer, list) else answer, names)
    before = outside.get("radarr", "/api/v3/movie")
    fields(before[0], RADARR_MOVIE + " movieFile")
    assert before[0]["movieFile"]["quality"]["quality"]["resolution"] == 1080
    added = add_movie(outside, 603)
    assert (added["tmdbId"], added["minimumAvailability"], added["addOptions"]["searchForMovie"]) == (
        603,
        "announced",
        True,
    )
    assert len(outside.get("radarr", "/api/v3/movie")) == len(before) + 1
    for refused in (
        add_movie(outside, 603, expected=400),
        add_movie(outside, 1, expected=400),
        add_movie(outside, 604, expected=400, root="/nowhere"),
        add_movie(outside, 604, expected=400, profile=99),
    ):
        assert "errorMessage" in refused[0]
    idle = next(row for row in before if not row["monitored"])
    idle["monitored"] = True
    outside.post("radarr", f"/api/v3/movie/{idle['id']}", idle, expected=202, method="PUT")
    assert outside.get("radarr", f"/api/v3/movie/{idle['id']}")["monitored"]
    tag = outside.post("radarr", "/api/v3/tag", {"Label": "Anna"}, expected=201)
    assert tag == {"label": "anna", "id": 2}
    fields(outside.post("radarr", "/api/v3/Command/", {"name": "MoviesSearch", "movieIds": [1]}, expected=201), "name")


def test_the_two_radarrs_are_apart(outside: Outside) -> None:
    add_movie(outside, 604, service="radarr4k", root="/movies-4k", profile=5)
    assert 604 not in [row["tmdbId"] for row in outside.get("radarr", "/api/v3/movie")]
    assert outside.get("radarr4k", "/api/v3/movie")[0]["movieFile"]["quality"]["quality"]["resolution"] == 2160


def test_wrong_key(outside: Outside) -> None:
    for service, path in (("radarr", "/api/v3/movie"), ("sonarr", "/api/v3/series"), ("lidarr", "/api/v1/artist")):
        outside.get(service, path, expected=401, headers={"X-Api-Key": "wrong"})


def test_own(outside: Outside) -> None:
    outside.control(host="radarr", own=["movie:603"])
    assert next(row for row in outside.get("radarr", "/api/v3/movie") if row["tmdbId"] == 603)["hasFile"]
    outside.control(host="sonarr", own=["tv:87108"])
    series = next(row for row in outside.get("sonarr", "/api/v3/series") if row["tvdbId"] == 360893)
    assert series["statistics"]["percentOfEpisodes"] == 100


def test_sonarr(outside: Outside) -> None:
    for path, names in (
        ("system/status", "version urlBase"),
        ("qualityprofile", "name id"),
        ("rootfolder", "id path freeSpace"),
        ("languageprofile", "name upgradeAllowed cutoff languages id"),
        ("tag", "id label"),
    ):
        answer = outside.get("sonarr", f"/api/v3/{path}")
        fields(answer[0] if isinstance(answer, list) else answer, names)
    series = outside.get("sonarr", "/api/v3/series")[0]
    fields(series, SONARR_SERIES)
    fields(series["seasons"][0], "seasonNumber monitored statistics")
    added = outside.post(
        "sonarr",
        "/api/v3/series/",
        {
            "title": "Dark",
            "tvdbId": 334824,
            "qualityProfileId": 4,
            "languageProfileId": 1,
            "rootFolderPath": "/tv",
            "monitored": True,
            "seasonFolder": True,
            "seriesType": "standard",
            "tags": [1],
            "seasons": [{"seasonNumber": n, "monitored": False} for n in range(4)],
        },
        expected=201,
    )
    episodes = outside.get("sonarr", f"/api/v3/Episode?seriesId={added['id']}")
    assert len(episodes) == 26
    fields(episodes[0], SONARR_EPISODE)
    assert not any(row["monitored"] for row in episodes)
    series = outside.get("sonarr", f"/api/v3/series/{added['id']}")
    next(season for season in series["seasons"] if season["seasonNumber"] == 2)["monitored"] = True
    outside.post("sonarr", "/api/v3/series/", series, expected=202, method="PUT")
    episodes = outside.get("sonarr", f"/api/v3/Episode?seriesId={added['id']}")
    second = [row for row in episodes if row["seasonNumber"] == 2]
    assert all(row["monitored"] for row in second)
    outside.post(
        "sonarr",
        "/api/v3/episode/monitor",
        {"episodeIds": [row["id"] for row in second], "monitored": False},
        expected=202,
        method="PUT",
    )
    rows = outside.post(
        "sonarr",
        "/api/v3/episode/monitor",
        {"episodeIds": [second[0]["id"]], "monitored": True},
        expected=202,
        method="PUT",
    )
    fields(rows[0], "seriesId tvdbId episodeFileId seasonNumber episodeNumber monitored id")
    episodes = outside.get("sonarr", f"/api/v3/Episode?seriesId={added['id']}")
    assert [row["id"] for row in episodes if row["monitored"]] == [second[0]["id"]]
    fields(
        outside.post("sonarr", "/api/v3/Command/", {"name": "SeriesSearch", "seriesId": added["id"]}, expected=201),
        "name",
    )


def test_older_programs(outside: Outside) -> None:
    key = "lab-couchpotato-key"
    fields(outside.get("couchpotato", "/getkey?u=x&p=y"), "success api_key")
    assert outside.get("couchpotato", f"/api/{key}/app.available/")["success"]
    fields(outside.get("couchpotato", f"/api/{key}/profile.list/")["list"][0], "_id label qualities")
    assert outside.get("couchpotato", f"/api/{key}/movie.add?title=x&identifier=tt0133093")["success"]
    assert outside.get("couchpotato", f"/api/{key}/movie.list?status=active")["movies"][0]["info"]["tmdb_id"] == 603
    base = "/api/lab-sickrage-key/?cmd="
    assert outside.get("sickrage", base + "sb.ping")["data"]["pid"] == 4711
    assert outside.get("sickrage", base + "show&tvdbid=81189")["message"] == "Show not found"
    assert outside.get("sickrage", base + "show.addnew&tvdbid=81189&status=ignored")["result"] == "success"
    assert len(outside.get("sickrage", base + "show.seasons&tvdbid=81189&season=1")["data"]) == 7
    changed = outside.get("sickrage", base + "episode.setstatus&tvdbid=81189&season=1&episode=2&status=wanted")
    assert changed["data"][0]["status"] == "Wanted"
