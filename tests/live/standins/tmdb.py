"""api.themoviedb.org, version 3, as far as Ombi uses it."""

from live.standins.apps import route
from live.standins.exchanges import Reply, Request, json_reply
from live.standins.tmdb_lists import Lists
from live.standins.tmdb_titles import Titles


class Tmdb(Titles, Lists):
    """api.themoviedb.org, version 3, as far as Ombi uses it."""

    @route("GET", "/3/genre/{kind}/list")
    def genre_list(self, request: Request, kind: str) -> Reply:
        names = self.catalog.genres.get(kind if kind in ("movie", "tv") else "")
        if names is None:
            return self.missing()
        german = self.catalog.genres["de"] if request.arg("language", "en")[:2] == "de" else {}
        return json_reply(
            {"genres": [{"id": number, "name": german.get(number, name)} for number, name in names.items()]}
        )

    @route("GET", "/3/configuration/languages")
    def languages(self, _request: Request) -> Reply:
        return json_reply(
            [
                {"iso_639_1": code, "english_name": english, "name": own}
                for code, english, own in self.catalog.raw["languages"]
            ]
        )

    @route("GET", "/3/watch/providers/{kind}")
    def watch_providers(self, _request: Request, kind: str) -> Reply:
        if kind not in ("movie", "tv"):
            return self.missing()
        countries = {
            country: {number for numbers in kinds.values() for number in numbers}
            for country, kinds in self.catalog.raw["provider_sets"].items()
        }
        rows = []
        for number, (_, priority) in sorted(self.catalog.providers.items(), key=lambda entry: entry[1][1]):
            places = {country: priority for country, numbers in countries.items() if number in numbers}
            rows.append(self.provider_row(number) | {"display_priorities": places})
        return json_reply({"results": rows})
