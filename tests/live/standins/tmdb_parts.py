"""The parts of a title, which come as sub-routes and through append_to_response."""

from collections.abc import Sequence
from typing import Any

from live.standins.apps import route
from live.standins.derived import image, shift, stable, token
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.records import AnyTitle
from live.standins.tmdb_rows import PAGE_SIZE, Rows

SIMILAR = 20


class Parts(Rows):
    """The parts of a title, which come as sub-routes and through append_to_response."""

    def part_videos(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        if title.kind == "movie" and title.id >= 9_000_000:
            return {"results": []}
        return {
            "results": [
                {
                    "iso_639_1": "en",
                    "iso_3166_1": "US",
                    "name": "Trailer",
                    "key": token(title.key + "video", 11),
                    "site": "YouTube",
                    "size": 1080,
                    "type": "Trailer",
                    "official": True,
                    "published_at": "2020-01-01T12:00:00.000Z",
                    "id": token(title.key + "clip", 24).lower(),
                }
            ]
        }

    def part_credits(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        people = self.catalog.people
        cast = [
            self.person_item(
                people[number],
                cast_id=order + 1,
                character=role,
                order=order,
                credit_id=token(f"{title.key}cast{number}", 24).lower(),
            )
            for order, (number, role) in enumerate(title.cast)
        ]
        crew = [
            self.person_item(
                people[number],
                job=job,
                department="Directing" if job == "Director" else "Production",
                credit_id=token(f"{title.key}crew{number}", 24).lower(),
            )
            for number, job in title.crew
        ]
        return {"cast": cast, "crew": crew}

    def part_similar(self, title: AnyTitle, language: str | None) -> dict[str, Any]:
        """One page, worded as TMDB does when it is appended."""
        found = self.catalog.similar(title)
        return {
            "page": 1,
            "results": [self.item(other, language) for other in found[:SIMILAR]],
            "total_pages": -(-len(found) // PAGE_SIZE),
            "total_results": len(found),
        }

    def part_recommendations(self, title: AnyTitle, language: str | None) -> dict[str, Any]:
        found = sorted(self.catalog.similar(title)[:40], key=lambda other: -other.vote)
        return {
            "page": 1,
            "results": [self.item(other, language, media_type=other.kind) for other in found[:SIMILAR]],
            "total_pages": 2,
            "total_results": len(found),
        }

    def part_release_dates(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        if not title.date:
            return {"results": []}

        def row(kind: int, days: int, certificate: str) -> dict[str, Any]:
            date = shift(title.date, days)
            return {
                "certification": certificate,
                "descriptors": [],
                "iso_639_1": "",
                "note": "",
                "release_date": f"{date}T00:00:00.000Z",
                "type": kind,
            }

        results = []
        for country in ("US", "GB", "DE"):
            certificate = title.cert.get(country, "") if title.kind == "movie" else ""
            rows = [row(3, 0, certificate)]
            if country == "US":
                rows = [row(1, -10, ""), *rows, row(4, 75, certificate), row(5, 110, certificate)]
            results.append({"iso_3166_1": country, "release_dates": rows})
        return {"results": results}

    def part_external_ids(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        common: dict[str, Any] = {
            "imdb_id": title.imdb,
            "wikidata_id": None,
            "facebook_id": None,
            "instagram_id": None,
            "twitter_id": None,
        }
        if title.kind == "tv":
            common |= {"freebase_mid": None, "freebase_id": None, "tvdb_id": title.tvdb, "tvrage_id": title.tvrage}
        return common

    def part_keywords(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        rows = [{"id": number, "name": self.catalog.keywords[number]} for number in title.keywords]
        return {"keywords" if title.kind == "movie" else "results": rows}

    def part_images(self, title: AnyTitle, language: str | None) -> dict[str, Any]:
        """With a language, only images marked with it, as at TMDB (ours are English or unmarked)."""
        code = (language or "")[:2]

        def rows(kind: str, width: int, height: int, marks: Sequence[str | None]) -> list[Any]:
            return [
                {
                    "aspect_ratio": round(width / height, 3),
                    "height": height,
                    "iso_639_1": mark,
                    "file_path": image(f"{title.key}{kind}{index}"),
                    "vote_average": 5.0 + index / 4,
                    "vote_count": 3 + 4 * index,
                    "width": width,
                }
                for index, mark in enumerate(marks)
                if title.has_images and (not code or mark == code)
            ]

        return {
            "backdrops": rows("backdrop", 1920, 1080, ["en", None, "en"]),
            "logos": rows("logo", 500, 200, ["en"]),
            "posters": rows("poster", 1000, 1500, ["en", "en", None]),
        }

    def part_watch_providers(self, title: AnyTitle, _language: str | None) -> dict[str, Any]:
        results = {}
        for country, sets in self.catalog.raw["provider_sets"].items():
            offers = {kind: self.offers(title, country, kind, numbers) for kind, numbers in sets.items()}
            offers = {kind: rows for kind, rows in offers.items() if rows}
            if offers:
                link = f"https://www.themoviedb.org/{title.kind}/{title.id}/watch?locale={country}"
                results[country] = {"link": link} | offers
        return {"results": results}

    def offers(self, title: AnyTitle, country: str, kind: str, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """About half of the titles can be streamed; unreleased ones nowhere."""
        if not self.catalog.aired(title.date):
            return []
        count = stable(f"{title.key}{country}{kind}", -1, 2)
        first = stable(f"{title.key}{country}", 0, len(numbers) - 1)
        return [self.provider_row(numbers[(first + step) % len(numbers)]) for step in range(max(count, 0))]

    def provider_row(self, number: int) -> dict[str, Any]:
        name, priority = self.catalog.providers[number]
        return {
            "logo_path": image(f"provider{number}"),
            "provider_id": number,
            "provider_name": name,
            "display_priority": priority,
        }

    @route("GET", "/3/{kind}/{number:int}/{part:rest}")
    def part(self, request: Request, kind: str, number: int, part: str) -> Reply | None:
        function = getattr(self, "part_" + part.strip("/").replace("/", "_"), None)
        if not function or kind not in ("movie", "tv"):
            return None  # logged as unknown
        title = self.catalog.title(kind, number)
        if not title:
            return self.missing()
        if part.strip("/") in ("similar", "recommendations"):
            return self.title_page(self.catalog.similar(title), request)
        language = request.arg("language") if part.startswith("images") else request.arg("language", "en")
        return json_reply({"id": title.id} | function(title, language))
