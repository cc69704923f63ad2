"""plex.tv: sign-in, resources, friends, invitations and pins."""

from typing import Any

from live.standins.apps import route
from live.standins.exchanges import Reply, Request, json_reply, xml_reply
from live.standins.markup import element
from live.standins.plex_accounts import JOINED, PlexAccounts


class PlexTv(PlexAccounts):
    name = "plex.tv"
    hosts = ("plex.tv", "www.plex.tv", "clients.plex.tv")

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"errors": [{"code": 1000 + status, "message": text, "status": status}]}, status)

    def reset(self) -> None:
        self.pins = dict(self.data["pins"])
        self.invited = []

    def refuse(self) -> Reply:
        return json_reply({"error": "Invalid authentication token."}, 401)

    def refuse_xml(self) -> Reply:
        return xml_reply(element("errors", {}, element("error", {}, "Invalid authentication token.")), 401)

    def account(self, user: dict[str, Any]) -> dict[str, Any]:
        return {
            "user": {
                "id": user["id"],
                "uuid": user["uuid"],
                "email": user["email"],
                "joined_at": JOINED,
                "username": user["username"],
                "title": user["username"],
                "thumb": f"https://plex.tv/users/{user['uuid']}/avatar?c=1",
                "hasPassword": True,
                "authToken": user["token"],
                "authentication_token": user["token"],
                "subscription": {"active": True, "status": "Active", "plan": "lifetime", "features": ["pass"]},
                "roles": {"roles": ["plexpass"]},
                "entitlements": ["ios", "android"],
                "confirmedAt": JOINED,
                "confirmed_at": JOINED,
                "forum_id": None,
            }
        }

    @route("POST", "/users/sign_in.json")
    def sign_in(self, request: Request) -> Reply:
        given = request.json().get("user") or {}
        for user in self.data["users"]:
            known = given.get("login") and given["login"] in (user["username"], user["email"])
            if known and given.get("password") == user.get("password"):
                return json_reply(self.account(user), 201)
        return json_reply({"error": "Invalid email, username, or password."}, 401)

    @route("GET", "/users/account.json")
    def account_json(self, request: Request) -> Reply:
        user = self.user_of(request)
        return json_reply(self.account(user)) if user else self.refuse()

    def container(self, attributes: dict[str, Any], *children: str) -> Reply:
        about = {
            "friendlyName": "myPlex",
            "identifier": "com.plexapp.plugins.myplex",
            "machineIdentifier": self.data["machine"],
            "size": len(children),
        }
        return xml_reply(element("MediaContainer", about | attributes, *children))

    def server_attributes(self) -> dict[str, Any]:
        return {
            "name": self.data["server_name"],
            "address": "127.0.0.1",
            "port": 32400,
            "version": "1.41.2.9200",
            "scheme": "http",
            "host": "127.0.0.1",
            "localAddresses": "127.0.0.1",
            "machineIdentifier": self.data["machine"],
            "createdAt": 1600000000,
            "updatedAt": 1700000000,
            "owned": 1,
            "synced": 0,
        }

    @route("GET", "/api/resources")
    def resources(self, request: Request) -> Reply:
        """The owner's server, a player of his, and a server that someone else shares."""
        user = self.user_of(request)
        if not user:
            return self.refuse_xml()

        def device(name: str, client: Any, provides: Any, owned: Any, *connections: Any) -> str:
            return element(
                "Device",
                {
                    "name": name,
                    "product": "Plex Media Server",
                    "productVersion": "1.41.2.9200",
                    "platform": "Linux",
                    "platformVersion": "12",
                    "device": "PC",
                    "clientIdentifier": client,
                    "createdAt": 1600000000,
                    "lastSeenAt": 1700000000,
                    "provides": provides,
                    "owned": owned,
                    "accessToken": user["token"],
                    "searchEnabled": 1,
                    "publicAddress": "203.0.113.7",
                    "httpsRequired": 0,
                    "synced": 0,
                    "relay": 1,
                    "dnsRebindingProtection": 0,
                    "natLoopbackSupported": 1,
                    "publicAddressMatches": 1,
                    "presence": 1,
                    "home": None if owned else 0,
                    "ownerId": None if owned else 999,
                    "sourceTitle": None if owned else "neighbour",
                },
                *connections,
            )

        def connection(address: str, local: int) -> str:
            return element(
                "Connection",
                {
                    "protocol": "http",
                    "address": address,
                    "port": 32400,
                    "uri": f"http://{address}:32400",
                    "local": local,
                },
            )

        mine = int(bool(user.get("owner")))
        return self.container(
            {"size": 3},
            device(
                self.data["server_name"],
                self.data["machine"],
                "server",
                mine,
                connection("127.0.0.1", 1),
                connection("203.0.113.7", 0),
            ),
            device("Lab Player", "lab-player", "client,player", mine),
            device("Neighbour", "0" * 38 + "77", "server", 0, connection("198.51.100.7", 0)),
        )

    @route("GET", "/api/users")
    def users(self, request: Request) -> Reply:
        """Friends and the people of the home; those of the home may lack a user name."""
        owner = self.user_of(request)
        if not owner:
            return self.refuse_xml()
        rows = []
        for user in self.data["users"]:
            if user.get("owner"):
                continue
            servers = [
                element(
                    "Server",
                    {
                        "id": user["id"] * 10,
                        "serverId": 77,
                        "machineIdentifier": self.data["machine"],
                        "name": self.data["server_name"],
                        "lastSeenAt": 1700000000,
                        "numLibraries": 2,
                        "owned": 1,
                    },
                )
            ]
            rows.append(
                element(
                    "User",
                    {
                        "id": user["id"],
                        "title": user.get("title") or user["username"],
                        "username": user["username"],
                        "email": user["email"],
                        "home": int(bool(user.get("home"))),
                        "restricted": 0,
                        "protected": 0,
                        "thumb": "",
                    },
                    *(servers if user.get("server") else []),
                )
            )
        return self.container({"totalSize": len(rows)}, *rows)

    def section_rows(self, shared: Any = None) -> Any:
        rows = []
        for number, title, kind in ((1, "Movies", "movie"), (2, "TV Shows", "show"), (3, "Music", "artist")):
            rows.append(
                element("Section", {"id": 7000 + number, "key": number, "type": kind, "title": title, "shared": shared})
            )
        return rows

    @route("GET", "/api/servers/{machine}")
    def libraries(self, request: Request, machine: str) -> Reply:
        if not self.user_of(request):
            return self.refuse_xml()
        if machine != self.data["machine"]:
            return xml_reply(element("Response", {"code": 404, "status": "Not found"}), 404)
        return self.container({"size": 1}, element("Server", self.server_attributes(), *self.section_rows()))

    @route("POST", "/api/servers/{_machine}/shared_servers")
    def share(self, request: Request, _machine: str) -> Reply:
        """A new invitation; someone who is invited already, or is a friend, is refused."""
        if not self.user_of(request):
            return self.refuse_xml()
        invited = (request.json().get("shared_server") or {}).get("invited_email") or ""
        friends = [text for user in self.data["users"] for text in (user["email"], user["username"]) if text]
        if not invited or invited in friends + self.invited:
            return xml_reply(
                element("Response", {"code": 1013, "status": "The server is shared with that user already"}), 422
            )
        self.invited.append(invited)
        server = element(
            "SharedServer",
            {
                "id": 900 + len(self.invited),
                "username": invited.split("@")[0],
                "email": invited,
                "userID": 200000 + len(self.invited),
                "accessToken": "lab-shared-token",
                "name": self.data["server_name"],
                "acceptedAt": 0,
                "invitedAt": 1700000000,
                "allowSync": 0,
                "allowCameraUpload": 0,
                "allowChannels": 0,
                "allowTuners": 0,
                "owned": 1,
            },
            *self.section_rows(1),
        )
        return self.container({"size": 1}, server)

    @route("POST", "/api/v2/pins")
    def new_pin(self, request: Request) -> Reply:
        number = str(max(map(int, self.pins)) + 1)
        self.pins[number] = None
        return json_reply(self.pin_row(request, number), 201)

    @route("GET", "/api/v2/pins/{number}")
    def pin(self, request: Request, number: str) -> Reply:
        if number not in self.pins:
            return json_reply({"errors": [{"code": 1020, "message": "Code not found or expired", "status": 404}]}, 404)
        return json_reply(self.pin_row(request, number))

    def pin_row(self, request: Request, number: str) -> dict[str, Any]:
        """catalog.json says per pin whether it is claimed (a token), open (null) or expired."""
        state = self.pins[number]
        client = request.header("x-plex-client-identifier")
        return {
            "id": int(number),
            "code": f"lab{number}",
            "product": request.header("x-plex-product") or "Ombi",
            "trusted": False,
            "clientIdentifier": client,
            "location": {
                "code": "US",
                "country": "United States",
                "city": "Labtown",
                "subdivisions": "Lab",
                "coordinates": "0, 0",
            },
            "expiresIn": 0 if state == "expired" else 1700,
            "createdAt": "2024-01-01T00:00:00Z",
            "expiresAt": "2024-01-01T00:30:00Z",
            "authToken": None if state == "expired" else state,
            "newRegistration": None,
        }
