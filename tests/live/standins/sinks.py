"""Where Ombi only reads a file or leaves a message: GitHub, notification services, webhooks.

Every message is kept in `world.messages` and can be read at /__control/hooks.
"""

import time
from typing import Any

from live.standins.apps import App, route
from live.standins.derived import token
from live.standins.exchanges import Reply, Request, json_reply, text_reply
from live.standins.filler import CHRISTMAS

NEWS = """# News from the lab

* The stand-ins are **up**.
* Nothing on this page was written by Ombi.
"""


RELEASES = (
    ("v4.59.3", False, "2026-05-02T08:00:00Z"),
    ("v4.60.0", False, "2026-06-01T08:00:00Z"),
    ("v4.61.1", True, "2026-06-10T08:00:00Z"),
    ("v4.58.7", True, "2026-04-01T08:00:00Z"),
)


THEMES = ("001-Dusk-lab-1.0.css", "002-Dawn-lab-1.2.css", "preview.png")


class GitHubFiles(App):
    name = "github-raw"
    hosts = ("raw.githubusercontent.com",)

    @route("GET", "/Ombi-app/Ombi.News/main/README.md")
    def news(self, _request: Request) -> Reply:
        return text_reply(NEWS)

    @route("GET", "/Ombi-app/Ombi.News/main/Seasonal.md")
    def seasonal(self, _request: Request) -> Reply:
        """The text is used as it is as a list of keyword ids."""
        return text_reply(str(CHRISTMAS))

    @route("GET", "/leram84/layer.Cake/master/ombi/themes/{_file}")
    def theme(self, _request: Request, _file: str) -> Reply:
        return text_reply(
            "/* a theme of the lab */ body { background: #222; }\n", content_type="text/css; charset=utf-8"
        )


class GitHubApi(App):
    name = "github-api"
    hosts = ("api.github.com",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply({"message": text, "documentation_url": "https://docs.github.com/rest"}, status)

    @route("GET", "/repos/{owner}/{repository}/releases")
    def releases(self, _request: Request, owner: str, repository: str) -> Reply:
        rows = []
        for number, (tag, preview, date) in enumerate(RELEASES, 1):
            page = f"https://github.com/{owner}/{repository}/releases"
            api = f"https://api.github.com/repos/{owner}/{repository}/releases"
            assets = [
                {
                    "url": f"{api}/assets/{number * 10 + place}",
                    "id": number * 10 + place,
                    "node_id": "",
                    "name": name,
                    "label": "",
                    "state": "uploaded",
                    "content_type": "application/gzip",
                    "size": 80_000_000,
                    "download_count": 5,
                    "created_at": date,
                    "updated_at": date,
                    "browser_download_url": f"{page}/download/{tag}/{name}",
                    "uploader": None,
                }
                for place, name in enumerate(("linux-x64.tar.gz", "linux-arm64.tar.gz", "win10-x64.zip"))
            ]
            rows.append(
                {
                    "url": f"https://api.github.com/repos/{owner}/{repository}/releases/{number}",
                    "html_url": f"{page}/tag/{tag}",
                    "assets_url": "",
                    "upload_url": "",
                    "id": number,
                    "node_id": "",
                    "tag_name": tag,
                    "target_commitish": "develop",
                    "name": tag,
                    "body": f"## {tag}\n\n* One thing of the lab was changed.\n",
                    "draft": False,
                    "prerelease": preview,
                    "created_at": date,
                    "published_at": date,
                    "author": None,
                    "tarball_url": "",
                    "zipball_url": "",
                    "assets": assets,
                }
            )
        return json_reply(rows)

    @route("GET", "/repos/leram84/layer.Cake/contents/ombi/themes")
    def themes(self, _request: Request) -> Reply:
        rows = []
        for name in THEMES:
            path = f"ombi/themes/{name}"
            address = f"https://api.github.com/repos/leram84/layer.Cake/contents/{path}"
            page = f"https://github.com/leram84/layer.Cake/blob/master/{path}"
            raw = f"https://raw.githubusercontent.com/leram84/layer.Cake/master/{path}"
            rows.append(
                {
                    "name": name,
                    "path": path,
                    "sha": token(name, 40).lower(),
                    "size": 60,
                    "url": address,
                    "html_url": page,
                    "git_url": address,
                    "download_url": raw,
                    "type": "file",
                    "_links": {"self": address, "git": address, "html": page},
                }
            )
        return json_reply(rows)


class Sink(App):
    """Takes any message and keeps it."""

    def keep(self, request: Request) -> Any:
        text = request.body.decode("utf-8", "replace")
        self.world.messages.append(
            {
                "time": time.strftime("%Y-%m-%dT%H:%M:%S"),
                "service": self.name,
                "method": request.method,
                "path": request.path,
                "query": dict(request.arguments),
                "headers": {
                    name: value
                    for name, value in request.headers.items()
                    if name in ("access-token", "authorization", "content-type", "x-access-token")
                },
                "json": request.json() or None,
                "text": text,
            }
        )
        return request.json()


class OneSignal(Sink):
    name = "onesignal"
    hosts = ("onesignal.com", "api.onesignal.com")

    @route("POST", "/api/v1/notifications")
    def notify(self, request: Request) -> Reply:
        body = self.keep(request)
        return json_reply(
            {
                "id": "9a000000-0000-4000-8000-00000000f001",
                "recipients": len(body.get("include_player_ids") or []),
                "external_id": None,
            }
        )


class OmbiPush(Sink):
    name = "ombi-push"
    hosts = ("ombinotifications.azurewebsites.net",)

    @route("POST", "/api/MobileNotification")
    def notify(self, request: Request) -> Reply:
        self.keep(request)
        return Reply(200)


class Discord(Sink):
    name = "discord"
    hosts = ("discordapp.com", "discord.com")

    @route("POST", "/api/webhooks/{_number}/{_key}")
    def hook(self, request: Request, _number: int, _key: str) -> Reply:
        self.keep(request)
        return Reply(204)


class Slack(Sink):
    name = "slack"
    hosts = ("hooks.slack.com",)

    @route("POST", "/services/{_team}/{_service}/{_key}")
    def hook(self, request: Request, _team: str, _service: str, _key: str) -> Reply:
        self.keep(request)
        return text_reply("ok")


class Pushbullet(Sink):
    name = "pushbullet"
    hosts = ("api.pushbullet.com",)

    @route("POST", "/v2/pushes")
    def push(self, request: Request) -> Reply:
        body = self.keep(request)
        return json_reply(
            {
                "active": True,
                "iden": "labpush",
                "created": 1700000000.0,
                "modified": 1700000000.0,
                "type": body.get("type"),
                "title": body.get("title"),
                "body": body.get("body"),
            }
        )


class Pushover(Sink):
    name = "pushover"
    hosts = ("api.pushover.net",)

    @route("POST", "/1/messages.json")
    def push(self, request: Request) -> Reply:
        self.keep(request)
        return json_reply({"status": 1, "request": "9a000000-0000-4000-8000-00000000f002"})


class Telegram(Sink):
    name = "telegram"
    hosts = ("api.telegram.org",)

    @route("POST", "/{_bot}/sendMessage")
    def send(self, request: Request, _bot: str) -> Reply:
        body = self.keep(request)
        return json_reply(
            {
                "ok": True,
                "result": {
                    "message_id": len(self.world.messages),
                    "date": 1700000000,
                    "chat": {"id": body.get("chat_id"), "type": "private"},
                    "text": body.get("text"),
                },
            }
        )


class GroupMe(Sink):
    name = "groupme"
    hosts = ("api.groupme.com",)

    @route("GET", "/v3/groups")
    def groups(self, _request: Request) -> Reply:
        return json_reply(
            {
                "response": [{"id": "1", "group_id": "1", "name": "Lab", "type": "private", "description": ""}],
                "meta": {"code": 200, "errors": None},
            }
        )

    @route("POST", "/v3/groups/{number}/messages")
    def send(self, request: Request, number: int) -> Reply:
        body = self.keep(request).get("message") or {}
        message = {
            "id": "1",
            "source_guid": body.get("source_guid"),
            "created_at": 1700000000,
            "user_id": "1",
            "group_id": number,
            "name": "Ombi",
            "avatar_url": None,
            "text": body.get("text"),
            "system": False,
            "attachments": [],
            "favorited_by": [],
            "sender_type": "user",
            "sender_id": "1",
        }
        return json_reply({"response": {"message": message}, "meta": {"code": 201, "errors": None}}, 201)


class Twilio(Sink):
    """The client library of Twilio reads the stored message back from the answer."""

    name = "twilio"
    hosts = ("api.twilio.com",)

    def failure(self, status: int, text: str) -> Reply:
        return json_reply(
            {
                "code": 20000 + status,
                "message": text,
                "more_info": "https://www.twilio.com/docs/errors",
                "status": status,
            },
            status,
        )

    @route("POST", "/2010-04-01/Accounts/{account}/Messages.json")
    def send(self, request: Request, account: str) -> Reply:
        self.keep(request)
        form = request.form()
        date = "Mon, 01 Jan 2024 00:00:00 +0000"
        return json_reply(
            {
                "account_sid": account,
                "api_version": "2010-04-01",
                "body": form.get("Body"),
                "date_created": date,
                "date_sent": None,
                "date_updated": date,
                "direction": "outbound-api",
                "error_code": None,
                "error_message": None,
                "from": form.get("From"),
                "messaging_service_sid": None,
                "num_media": "0",
                "num_segments": "1",
                "price": None,
                "price_unit": "USD",
                "sid": "SM" + "0" * 31 + "1",
                "status": "queued",
                "subresource_uris": {"media": ""},
                "to": form.get("To"),
                "uri": request.path,
            },
            201,
        )


class Ntfy(Sink):
    name = "ntfy"
    hosts = ("ntfy.sh",)

    @route("POST", "/{topic:rest}")
    def publish(self, request: Request, topic: str) -> Reply:
        body = self.keep(request)
        return json_reply(
            {
                "id": "labntfy",
                "time": 1700000000,
                "event": "message",
                "topic": body.get("topic") or topic,
                "message": body.get("message"),
            }
        )


class Webhook(Sink):
    """Any path, any method: for webhooks, Gotify, Mattermost and a private ntfy."""

    name = "webhook"
    port = 9900

    @route("*", "/{_path:rest}")
    def take(self, request: Request, _path: str) -> Reply:
        self.keep(request)
        return json_reply({"ok": True, "id": len(self.world.messages)})
