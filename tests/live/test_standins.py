"""Messages, faults, transport and the command of the stand-ins."""

import http.client
import smtplib
import socket
import ssl
import time
from email.message import EmailMessage
from pathlib import Path

import pytest
from live.outside import TMDB, Outside, fields
from live.standins import certs, cli
from live.standins.lab import Lab
from live.standins.services import HOSTS


def test_github(outside: Outside) -> None:
    assert b"# News" in outside.ask("raw.githubusercontent.com", "/Ombi-app/Ombi.News/main/README.md")[2]
    assert outside.ask("raw.githubusercontent.com", "/Ombi-app/Ombi.News/main/Seasonal.md")[2] == b"207317"
    release = outside.get("api.github.com", "/repos/ombi-app/ombi/releases")[0]
    fields(release, "tag_name prerelease created_at body assets")
    fields(release["assets"][0], "name browser_download_url")
    themes = outside.get("api.github.com", "/repos/leram84/layer.Cake/contents/ombi/themes")
    fields(themes[0], "name path type download_url")
    assert len(themes[0]["name"].split("-")) == 4


def test_notifications(outside: Outside) -> None:
    calls = (
        ("onesignal.com", "/api/v1/notifications/", {"include_player_ids": ["a"]}, 200),
        ("ombinotifications.azurewebsites.net", "/api/MobileNotification", {"To": "x"}, 200),
        ("discordapp.com", "/api/webhooks/1/abc", {"content": "x"}, 204),
        ("hooks.slack.com", "/services/a/b/c", {"text": "x"}, 200),
        ("api.pushbullet.com", "/v2/pushes", {"type": "note"}, 200),
        ("api.pushover.net", "/1/messages.json?token=a&user=b", None, 200),
        ("api.telegram.org", "/botabc/sendMessage", {"text": "x"}, 200),
        ("ntfy.sh", "/", {"topic": "x"}, 200),
        ("api.twilio.com", "/2010-04-01/Accounts/AC1/Messages.json", None, 201),
        ("webhook", "/message?token=a", {"title": "x"}, 200),
    )
    for host, path, body, expected in calls:
        assert outside.ask(host, path, "POST", body)[0] == expected
    kept = outside.get(TMDB, "/__control/hooks")
    assert len(kept) == len(calls)
    assert kept[2]["json"] == {"content": "x"}


def test_mail(outside: Outside) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ("ombi@lab.invalid", "anna@lab.invalid", "Grüße")
    message.set_content("plain")
    message.add_alternative("<p>html</p>", subtype="html")
    with smtplib.SMTP("127.0.0.1", outside.lab.port("smtp"), timeout=10) as client:
        client.login("user", "secret")
        client.send_message(message)
    mail = outside.get(TMDB, "/__control/mails")[0]
    assert (mail["from"], mail["to"], mail["subject"]) == ("ombi@lab.invalid", ["anna@lab.invalid"], "Grüße")
    assert "<p>html</p>" in mail["body"]
    outside.control(host="smtp", fault="500")
    with (
        smtplib.SMTP("127.0.0.1", outside.lab.port("smtp"), timeout=10) as client,
        pytest.raises(smtplib.SMTPException),
    ):
        client.send_message(message)


def test_kinds(outside: Outside, monkeypatch: pytest.MonkeyPatch) -> None:
    outside.control(host=TMDB, fault="500")
    assert not outside.get(TMDB, "/3/movie/603", expected=500)["success"]
    outside.control(host=TMDB, fault="429")
    status, headers, _ = outside.ask(TMDB, "/3/movie/603")
    assert (status, headers["Retry-After"]) == (429, "1")
    outside.control(host=TMDB, fault="html")
    status, headers, _ = outside.ask(TMDB, "/3/movie/603")
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/html")
    outside.control(host=TMDB, fault="html:502")
    assert outside.ask(TMDB, "/3/movie/603")[0] == 502
    outside.control(host=TMDB, fault="empty")
    assert outside.ask(TMDB, "/3/movie/603")[::2] == (200, b"")
    outside.control(host=TMDB, fault="close")
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        outside.ask(TMDB, "/3/movie/603")
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    outside.control(host=TMDB, fault="slow:30")
    outside.get(TMDB, "/3/movie/603")
    assert waited == [30]
    outside.control(host=TMDB, fault=None)
    outside.get(TMDB, "/3/movie/603")


def test_scope(outside: Outside) -> None:
    outside.control(host="radarr", fault="503")
    outside.get("radarr", "/api/v3/movie", expected=503)
    outside.get("radarr4k", "/api/v3/movie")
    outside.control(host=TMDB, fault="500", path="/3/movie/604", times=2)
    outside.get(TMDB, "/3/movie/603")
    outside.get(TMDB, "/3/movie/604", expected=500)
    outside.get(TMDB, "/3/movie/604", expected=500)
    outside.get(TMDB, "/3/movie/604")
    outside.control(host="*", fault="500")
    outside.get("api.tvmaze.com", "/shows/169", expected=500)
    assert "error" in outside.get(
        "plex.tv", "/__control", expected=400, method="POST", body={"host": "nowhere", "fault": "500"}
    )
    assert "error" in outside.get(
        "plex.tv", "/__control", expected=400, method="POST", body={"host": "plex.tv", "fault": "odd"}
    )


def test_reset(outside: Outside) -> None:
    outside.control(host="radarr", own=["movie:603"])
    outside.control(host=TMDB, fault="500")
    outside.control(reset=True)
    outside.get(TMDB, "/3/movie/603")
    assert 603 not in [row["tmdbId"] for row in outside.get("radarr", "/api/v3/movie")]


def test_unknown(outside: Outside, capfd: pytest.CaptureFixture[str]) -> None:
    outside.get("api.tvmaze.com", "/schedule", expected=404)
    outside.get("unheard-of.example", "/x", expected=404)
    assert "UNKNOWN GET api.tvmaze.com/schedule\nUNKNOWN GET unheard-of.example/x\n" in capfd.readouterr().err
    shown = outside.get("sonarr", "/__control")
    assert len(shown["unknown"]) == 2
    fields(shown, "faults unknown hosts services requests")


def test_chunked_body(outside: Outside) -> None:
    with socket.create_connection(("127.0.0.1", outside.lab.port("webhook")), timeout=10) as connection:
        connection.sendall(
            b"POST /hook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
            b'6\r\n{"a":1\r\n1\r\n}\r\n0\r\n\r\n'
        )
        assert b"200 OK" in connection.recv(4096)
    assert outside.get(TMDB, "/__control/hooks")[0]["json"] == {"a": 1}


def test_connection_is_kept(outside: Outside) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", outside.lab.port("http"), timeout=10)
    for _ in range(3):
        connection.request("GET", "/shows/169", headers={"Host": "api.tvmaze.com"})
        assert connection.getresponse().read()[:1] == b"{"
    connection.close()


def test_one_certificate_covers_every_host(tmp_path: Path) -> None:
    authority = certs.make_ca(tmp_path, HOSTS)
    assert certs.covers(tmp_path, HOSTS)
    assert not certs.covers(tmp_path, [*HOSTS, "other.invalid"])
    assert certs.make_ca(tmp_path, HOSTS).read_bytes() == authority.read_bytes()
    lab = Lab(tls=tmp_path, quiet=True)
    try:
        for host in HOSTS:
            assert told_over_tls(lab, host, authority).startswith(b"HTTP/1.1 200")
    finally:
        lab.stop()


def told_over_tls(lab: Lab, host: str, authority: Path) -> bytes:
    context = ssl.create_default_context(cafile=authority)
    with (
        socket.create_connection(("127.0.0.1", lab.port("https")), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        secure.sendall(f"GET /__control HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return secure.recv(20)


def test_the_command_says_hosts_keys_and_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--print-hosts", "--print-setup", "--make-ca", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert all(f"127.0.0.1 {host}\n" in shown for host in HOSTS)
    assert "lab-radarr-key" in shown
    assert f"SSL_CERT_FILE={tmp_path / 'ca.crt'}" in shown


def test_a_port_that_is_taken_is_named(outside: Outside, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--no-tls", "--http", str(outside.lab.port("http"))]) == 1
    assert "cannot listen" in capsys.readouterr().err
