"""Plex, Emby, Jellyfin and their accounts, asked as Ombi asks."""

from typing import Any

import pytest
from live.outside import Outside, fields
from live.read_by_ombi import MEDIA_ITEM, PLEX_ITEM

SERVERS = pytest.mark.parametrize(("service", "prefix"), [("emby", "/emby"), ("jellyfin", "")])
MOVIES: dict[str, Any] = {
    "Recursive": "True",
    "IncludeItemTypes": "Movie",
    "Fields": "ProviderIds",
    "startIndex": 0,
    "limit": 2,
    "SortBy": "SortName",
}


def movies(**changes: Any) -> dict[str, Any]:
    return MOVIES | changes


@SERVERS
def test_server_users_and_folders(outside: Outside, service: str, prefix: str) -> None:
    users = outside.get(service, f"{prefix}/users")
    fields(users[0], "Name ServerId Id HasPassword LastLoginDate Configuration Policy")
    assert users[0]["Policy"]["IsAdministrator"]
    public = outside.get(service, f"{prefix}/System/Info/public", headers={"X-MediaBrowser-Token": ""})
    fields(public, "LocalAddress ServerName Version OperatingSystem Id")
    fields(outside.get(service, f"{prefix}/System/Info"), "ServerName Version Id LocalAddress")
    folders = outside.get(service, "/library/VirtualFolders")
    fields(folders[0], "Name LibraryOptions ItemId")
    assert folders[0]["LibraryOptions"]["TypeOptions"] == [{"Type": "Movie"}]
    elsewhere = outside.get(service, f"{prefix}/users/u/items", **movies(ParentId=folders[1]["ItemId"]))
    assert elsewhere["TotalRecordCount"] == 0


@SERVERS
def test_server_items(outside: Outside, service: str, prefix: str) -> None:
    items = f"{prefix}/users/u/items"
    found = outside.get(service, items, **MOVIES)
    assert (len(found["Items"]), found["TotalRecordCount"]) == (2, 3)
    fields(found["Items"][0], MEDIA_ITEM + " MediaStreams")
    assert len(outside.get(service, items, **movies(startIndex=2))["Items"]) == 1
    episode = outside.get(service, items, **movies(IncludeItemTypes="Episode"))["Items"][0]
    fields(episode, MEDIA_ITEM + " IndexNumber ParentIndexNumber SeriesId SeriesName SeasonId")
    series = outside.get(service, items, **movies(IncludeItemTypes="Series"))["Items"][0]
    fields(series["ProviderIds"], "Tmdb Tvdb Imdb")
    detail = outside.get(service, f"{items}/{series['Id']}")
    fields(detail, "Name DateCreated Overview ProviderIds Genres SortName")
    admin = outside.get(service, f"{prefix}/users")[0]["Id"]
    played = outside.get(service, f"{prefix}/items", **movies(UserId=admin, isPlayed="True"))
    assert played["TotalRecordCount"] == 3


@SERVERS
def test_server_sign_in(outside: Outside, service: str, prefix: str) -> None:
    door = f"{prefix}/users/authenticatebyname"
    signed = outside.post(service, door, {"username": "Admin", "pw": "media-password"})
    fields(signed, "User AccessToken ServerId")
    assert outside.ask(service, door, "POST", {"username": "admin", "pw": "no"})[0] == 401
    assert outside.ask(service, f"{prefix}/users", headers={"X-MediaBrowser-Token": "no"})[0] == 401


def test_plex_server(outside: Outside) -> None:
    fields(outside.get("plex", "/")["MediaContainer"], "friendlyName machineIdentifier version")
    sections = outside.get("plex", "/library/sections")["MediaContainer"]["Directory"]
    assert [row["type"] for row in sections] == ["movie", "show", "artist"]
    fields(sections[0], "key type title agent scanner language uuid Location filters allowSync")
    movies = outside.get("plex", "/library/sections/1/all?includeGuids=1")["MediaContainer"]
    assert movies["viewGroup"] == "movie"
    fields(movies["Metadata"][0], PLEX_ITEM + " Media Guid")
    assert {"id": "tmdb://129"} in movies["Metadata"][0]["Guid"]
    assert "4k" in [row["Media"][0]["videoResolution"] for row in movies["Metadata"]]
    show = outside.get("plex", "/library/sections/2/all?includeGuids=1")["MediaContainer"]["Metadata"][0]
    fields(show, PLEX_ITEM)
    seasons = outside.get("plex", f"/library/metadata/{show['ratingKey']}/children")["MediaContainer"]["Metadata"]
    fields(seasons[0], "ratingKey parentRatingKey index")
    again = outside.get("plex", f"/library/metadata/{show['ratingKey']}")["MediaContainer"]["Metadata"][0]
    assert again["title"] == show["title"]
    part = outside.get(
        "plex", "/library/sections/2/all?type=4", headers={"X-Plex-Container-Start": "5", "X-Plex-Container-Size": "7"}
    )["MediaContainer"]
    assert (part["size"], len(part["Metadata"])) == (7, 7)
    assert part["totalSize"] > 40
    fields(
        part["Metadata"][0], "ratingKey parentRatingKey grandparentRatingKey grandparentTitle index parentIndex title"
    )
    assert outside.get("plex", "/library/sections/2/recentlyAdded")["MediaContainer"]["viewGroup"] == "episode"
    assert outside.ask("plex", "/", headers={"X-Plex-Token": "no"})[0] == 401


def test_new_item_comes_first(outside: Outside) -> None:
    outside.control(host="plex", own=["movie:603"])
    assert (
        outside.get("plex", "/library/sections/1/recentlyAdded")["MediaContainer"]["Metadata"][0]["title"]
        == "The Matrix"
    )
    outside.control(host="emby", own=["movie:603", "tv:1396"])
    newest = outside.get(
        "emby",
        "/emby/users/u/items",
        Recursive="True",
        IncludeItemTypes="Movie",
        limit=1,
        sortBy="DateCreated",
        SortOrder="Descending",
    )
    assert newest["Items"][0]["Name"] == "The Matrix"


def test_plex_sign_in(outside: Outside) -> None:
    user = outside.post(
        "plex.tv", "/users/sign_in.json", {"user": {"login": "labadmin", "password": "plex-password"}}, expected=201
    )["user"]
    fields(
        user,
        "id email uuid joined_at username title thumb hasPassword authentication_token subscription roles "
        "entitlements confirmed_at",
    )
    outside.get(
        "plex.tv",
        "/users/sign_in.json",
        expected=401,
        method="POST",
        body={"user": {"login": "labadmin", "password": "no"}},
    )
    assert outside.get("plex.tv", "/users/account.json")["user"]["username"] == "labadmin"
    outside.get("plex.tv", "/users/account.json", expected=401, headers={"X-Plex-Token": "no"})


def test_plex_xml(outside: Outside) -> None:
    devices = outside.get_xml("plex.tv", "/api/resources").findall("Device")
    server = devices[0]
    fields(server.attrib, "name product platform clientIdentifier provides owned accessToken presence")
    connection = server.find("Connection")
    assert connection is not None
    fields(connection.attrib, "protocol address port uri local")
    users = outside.get_xml("plex.tv", "/api/users/").findall("User")
    assert len(users) == 4
    fields(users[0].attrib, "id title username email home")
    assert [user.attrib["username"] for user in users if user.attrib["home"] == "1"] == [""]
    assert [user.attrib["username"] for user in users if user.find("Server") is None] == ["stranger"]
    machine = server.attrib["clientIdentifier"]
    sections = outside.get_xml("plex.tv", f"/api/servers/{machine}/").findall("Server/Section")
    fields(sections[0].attrib, "id key type title")
    body = {
        "server_id": machine,
        "shared_server": {"library_section_ids": [], "invited_email": "new@lab.invalid"},
        "sharing_settings": {},
    }
    path = f"/api/servers/{machine}/shared_servers/"
    assert outside.get_xml("plex.tv", path, method="POST", body=body).find("SharedServer") is not None
    refused = outside.get_xml("plex.tv", path, expected=422, method="POST", body=body)
    assert refused.tag == "Response"
    fields(refused.attrib, "code status")
    assert outside.get_xml("plex.tv", "/api/users", expected=401, headers={"X-Plex-Token": "no"}).tag == "errors"


def test_plex_pins(outside: Outside) -> None:
    assert outside.get("plex.tv", "/api/v2/pins/1001")["authToken"] == outside.plex_token
    assert outside.get("plex.tv", "/api/v2/pins/1002")["authToken"] is None
    assert outside.get("plex.tv", "/api/v2/pins/1003")["expiresIn"] == 0
    fields(outside.get("plex.tv", "/api/v2/pins/1", expected=404)["errors"][0], "code message")


def test_plex_watchlists(outside: Outside) -> None:
    container = outside.get("discover.provider.plex.tv", "/library/sections/watchlist/all")["MediaContainer"]
    fields(container, "librarySectionID librarySectionTitle offset totalSize size Metadata")
    row = outside.get("discover.provider.plex.tv", f"/library/metadata/{container['Metadata'][0]['ratingKey']}")[
        "MediaContainer"
    ]["Metadata"][0]
    fields(row, "guid key ratingKey type slug title Guid")
    outside.get(
        "discover.provider.plex.tv", "/library/sections/watchlist/all", expected=401, headers={"X-Plex-Token": "no"}
    )
    friends = outside.post("community.plex.tv", "/api", {"operationName": "GetAllFriends", "query": ""})["data"][
        "allFriendsV2"
    ]
    assert len(friends) == 3
    fields(friends[0]["user"], "id username displayName avatar")

    def page(after: str | None) -> dict[str, Any]:
        variables = {"user": {"id": friends[0]["user"]["id"]}, "first": 2, "after": after}
        return outside.post("community.plex.tv", "/api", {"operationName": "GetWatchlistHub", "variables": variables})[
            "data"
        ]["userV2"]["watchlist"]

    first = page(None)
    fields(first["nodes"][0], "id title type")
    assert first["pageInfo"]["hasNextPage"]
    assert page(first["pageInfo"]["endCursor"])["pageInfo"] == {"hasNextPage": False, "endCursor": None}


def test_emby_connect(outside: Outside) -> None:
    answer = outside.post(
        "connect.emby.media",
        "/service/user/authenticate",
        {"nameOrEmail": "carla@lab.invalid", "rawpw": "media-password"},
    )
    fields(answer, "AccessToken User")
    fields(answer["User"], "Id Name DisplayName Email IsActive ImageUrl IsSupporter ExpDate")
    outside.get(
        "connect.emby.media",
        "/service/user/authenticate",
        expected=401,
        method="POST",
        body={"nameOrEmail": "x", "rawpw": "y"},
    )
