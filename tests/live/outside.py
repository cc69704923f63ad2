"""Asks the stand-ins as Ombi asks the world: by host name, or by the name of a service."""

import http.client
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree import ElementTree as ET

from live.standins.lab import Lab

TMDB = "api.themoviedb.org"
Asked = tuple[int, dict[str, str], bytes]


class Outside:
    """The stand-ins, for one test."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.plex_token: str = lab.world.catalog.raw["plex_accounts"]["users"][0]["token"]

    def ask(
        self, host: str, path: str, method: str = "GET", body: Any = None, headers: Any = None, **query: Any
    ) -> Asked:
        """Status, headers and body of one answer."""
        port = self.lab.port(host if host in self.lab.listeners else "http")
        if host == TMDB:
            query = {"api_key": "x"} | query
        if query:
            path += ("&" if "?" in path else "?") + urlencode(query, quote_via=quote)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, self._headers(host, port) | (headers or {}))
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def _headers(self, host: str, port: int) -> dict[str, str]:
        service = host in self.lab.listeners
        sent = {"Host": f"127.0.0.1:{port}" if service else host, "X-Plex-Token": self.plex_token}
        key = self.lab.world.catalog.raw["keys"].get(host)
        if key is not None:
            sent |= {"X-Api-Key": key, "X-MediaBrowser-Token": key}
        return sent | {"trakt-api-key": "x", "api-key": "x"}

    def get(self, host: str, path: str, expected: int = 200, **options: Any) -> Any:
        """The answer as JSON, with the status that is expected."""
        status, _, body = self.ask(host, path, **options)
        assert status == expected, f"{host}{path}: {body[:300]!r}"
        return json.loads(body)

    def post(self, host: str, path: str, body: Any, expected: int = 200, method: str = "POST", **options: Any) -> Any:
        """The answer to a body."""
        return self.get(host, path, expected, method=method, body=body, **options)

    def get_xml(self, host: str, path: str, expected: int = 200, **options: Any) -> ET.Element:
        """The answer as XML; it is our own, and holds no entities."""
        status, _, body = self.ask(host, path, **options)
        assert status == expected, body[:300]
        return ET.fromstring(body)  # noqa: S314 the stand-ins wrote it

    def control(self, **order: Any) -> Any:
        """Give an order to the stand-ins."""
        return self.post(TMDB, "/__control", order)

    def pages(self, path: str, **query: Any) -> tuple[int, list[int]]:
        """All ids of a list of TheMovieDb, page by page."""
        first = self.get(TMDB, path, **query)
        fields(first, "page results total_pages total_results")
        found: list[int] = []
        for page in range(1, first["total_pages"] + 1):
            rows = self.get(TMDB, path, page=page, **query)["results"]
            assert len(rows) <= 20
            found += [row["id"] for row in rows]
        assert len(found) == len(set(found)) == first["total_results"]
        return first["total_pages"], found


def fields(row: Mapping[str, Any] | Iterable[str], names: str) -> None:
    """Fail unless the row has every member of these names."""
    missing = [name for name in names.split() if name not in row]
    assert not missing, f"fields missing in {str(row)[:200]}"
