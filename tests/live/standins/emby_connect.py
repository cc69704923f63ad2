"""Emby Connect."""

from live.standins.apps import App, route
from live.standins.exchanges import Reply, Request, json_reply


class EmbyConnect(App):
    name = "emby-connect"
    hosts = ("connect.emby.media",)

    @route("POST", "/service/user/authenticate")
    def authenticate(self, request: Request) -> Reply:
        body = request.json()
        for user in self.catalog.raw["media_users"]:
            given = (body.get("nameOrEmail"), body.get("rawpw"))
            if user.get("connect") and given == (user["connect"], user["password"]):
                return json_reply(
                    {
                        "AccessToken": "lab-connect-token",
                        "User": {
                            "Id": "4711",
                            "Name": user["name"],
                            "DisplayName": user["name"].title(),
                            "Email": user["connect"],
                            "IsActive": "true",
                            "ImageUrl": "",
                            "IsSupporter": False,
                            "ExpDate": None,
                        },
                    }
                )
        return json_reply({"Message": "Invalid name or password"}, 401)
