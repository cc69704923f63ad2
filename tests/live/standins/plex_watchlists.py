"""Plex discover and community, which hold the watch lists."""

from typing import Any

from live.standins.apps import route
from live.standins.derived import slug
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.plex_accounts import JOINED, PlexAccounts
from live.standins.records import AnyTitle


class PlexDiscover(PlexAccounts):
    name = "plex-discover"
    hosts = ("discover.provider.plex.tv", "metadata.provider.plex.tv")

    def authorise(self, request: Request) -> Reply | None:
        if not self.user_of(request):
            return json_reply({"Error": {"message": "Unauthorized", "statusCode": 401}}, 401)
        return None

    def row(self, title: AnyTitle) -> dict[str, Any]:
        kind, key = ("movie" if title.kind == "movie" else "show"), self.discover_key(title)
        guids = [("imdb", title.imdb), ("tmdb", title.id), ("tvdb", title.tvdb if title.kind == "tv" else None)]
        return {
            "guid": f"plex://{kind}/{key}",
            "key": f"/library/metadata/{key}",
            "primaryExtraKey": f"/library/metadata/{key}x",
            "ratingKey": key,
            "type": kind,
            "slug": slug(title.title),
            "title": title.title,
            "year": title.year,
            "Guid": [{"id": f"{source}://{value}"} for source, value in guids if value],
        }

    @route("GET", "/library/sections/watchlist/all")
    def watchlist(self, request: Request) -> Reply:
        rows = [self.row(self.title_of(item)) for item in self.user_of(request)["watchlist"]]
        for row in rows:
            del row["Guid"]
        return json_reply(
            {
                "MediaContainer": {
                    "librarySectionID": "watchlist",
                    "librarySectionTitle": "Watchlist",
                    "offset": 0,
                    "totalSize": len(rows),
                    "identifier": "tv.plex.provider.discover",
                    "size": len(rows),
                    "Metadata": rows,
                }
            }
        )

    @route("GET", "/library/metadata/{key}")
    def metadata(self, _request: Request, key: str) -> Reply:
        title = self.find_title(key)
        if not title:
            return json_reply({"Error": {"message": "Not found", "statusCode": 404}}, 404)
        return json_reply(
            {
                "MediaContainer": {
                    "offset": 0,
                    "totalSize": 1,
                    "identifier": "tv.plex.provider.discover",
                    "size": 1,
                    "Metadata": [self.row(title)],
                }
            }
        )


class PlexCommunity(PlexAccounts):
    """The two GraphQL operations that Ombi sends, told apart by their name."""

    name = "plex-community"
    hosts = ("community.plex.tv",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"data": None, "errors": [{"message": text}]}, status)

    @route("POST", "/api")
    def graphql(self, request: Request) -> Reply:
        if not self.user_of(request):
            return self.failure(401, "Not authorised")
        body = request.json()
        operations = {"GetAllFriends": self.friends, "GetWatchlistHub": self.watchlist}
        operation = operations.get(body.get("operationName"))
        if not operation:
            return json_reply(
                {"data": None, "errors": [{"message": f"Unknown operation {body.get('operationName')!r}"}]}
            )
        return operation(body.get("variables") or {})

    def friends(self, _variables: dict[str, Any]) -> Reply:
        rows = [
            {
                "user": {
                    "id": user["uuid"],
                    "username": user["username"],
                    "displayName": user["username"].title(),
                    "avatar": f"https://plex.tv/users/{user['uuid']}/avatar",
                },
                "createdAt": JOINED,
            }
            for user in self.data["users"]
            if not user.get("owner") and user.get("friend", True)
        ]
        return json_reply({"data": {"allFriendsV2": rows}})

    def watchlist(self, variables: dict[str, Any]) -> Reply:
        wanted = (variables.get("user") or {}).get("id")
        user = next((user for user in self.data["users"] if user["uuid"] == wanted), None)
        if not user:
            return json_reply({"data": {"userV2": None}, "errors": [{"message": "User not found"}]})
        start, first = int(variables.get("after") or 0), int(variables.get("first") or 100)
        titles = [self.title_of(item) for item in user["watchlist"]]
        nodes = [
            {"id": self.discover_key(title), "title": title.title, "type": "MOVIE" if title.kind == "movie" else "SHOW"}
            for title in titles[start : start + first]
        ]
        more = start + first < len(titles)
        return json_reply(
            {
                "data": {
                    "userV2": {
                        "watchlist": {
                            "nodes": nodes,
                            "pageInfo": {"hasNextPage": more, "endCursor": str(start + first) if more else None},
                        }
                    }
                }
            }
        )
