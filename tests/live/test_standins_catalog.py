"""The corner cases of the catalogue that the recordings need."""

from live.conftest import TODAY
from live.outside import TMDB, Outside
from live.standins.catalog import Catalog


def test_size(outside: Outside) -> None:
    catalog = outside.lab.world.catalog
    real = [number for number in catalog.movies if number < 9000000]
    assert len(real) >= 40
    assert sum(number < 9000000 for number in catalog.shows) >= 14
    assert len(catalog.people) >= 20
    assert len(catalog.artists) >= 4
    assert len(catalog.albums) >= 10


def test_movies(outside: Outside) -> None:
    assert outside.get(TMDB, "/3/movie/9900001")["imdb_id"] is None
    assert outside.get(TMDB, "/3/movie/9900002")["release_date"] == ""
    assert len(outside.get(TMDB, "/3/movie/9900003")["overview"]) == 6144
    assert outside.get(TMDB, "/3/movie/9900005")["release_date"] > TODAY.isoformat()
    assert outside.get(TMDB, "/3/movie/9900007")["poster_path"] is None


def test_shows(outside: Outside) -> None:
    assert outside.get(TMDB, "/3/tv/9900101/external_ids")["tvdb_id"] is None
    assert outside.get(TMDB, "/3/tv/57243")["seasons"][-1]["season_number"] == 0
    assert outside.get(TMDB, "/3/tv/1396")["seasons"][0]["season_number"] == 0
    grey = outside.get(TMDB, "/3/tv/1416")
    assert (grey["number_of_seasons"], grey["number_of_episodes"]) == (20, 430)
    dates = [row["air_date"] for row in outside.get(TMDB, "/3/tv/9900102/season/2")["episodes"]]
    assert dates[0] < TODAY.isoformat() < dates[-1]
    assert outside.get(TMDB, "/3/tv/9900102/season/3")["episodes"][0]["air_date"] is None


def test_broken_languages(outside: Outside) -> None:
    names = [row["name"] for row in outside.get(TMDB, "/3/configuration/languages")]
    assert any(name and set(name) == {"?"} for name in names)
    assert any("�" in name for name in names)


def test_same_every_time(outside: Outside) -> None:
    first, second = (Catalog(TODAY), Catalog(TODAY))
    assert first.movies == second.movies
    assert first.shows == second.shows
