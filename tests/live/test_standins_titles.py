"""TheMovieDb, TVMaze, Trakt, Fanart and Rotten Tomatoes, asked as Ombi asks."""

import datetime as dt
from typing import Any

import pytest
from live.conftest import TODAY
from live.outside import TMDB, Outside, fields
from live.read_by_ombi import EPISODE, LIST_MOVIE, MAZE_EPISODE, MAZE_SHOW, MOVIE, SEASON, SEASON_DETAIL, SHOW


def test_movie(outside: Outside) -> None:
    parts = "videos,credits,similar,recommendations,release_dates,external_ids,keywords"
    movie = outside.get(TMDB, "/3/movie/603", language="en", append_to_response=parts)
    fields(movie, MOVIE)
    fields(movie, parts.replace(",", " "))
    assert (movie["title"], movie["imdb_id"], movie["belongs_to_collection"]["id"]) == ("The Matrix", "tt0133093", 2344)
    fields(movie["credits"]["cast"][0], "cast_id character credit_id gender id name order profile_path")
    fields(movie["credits"]["crew"][0], "credit_id department gender id job name profile_path")
    fields(movie["similar"]["results"][0], LIST_MOVIE)
    fields(movie["videos"]["results"][0], "id iso_639_1 iso_3166_1 key name site size type")
    fields(movie["keywords"]["keywords"][0], "id name")
    fields(movie["external_ids"], "imdb_id facebook_id instagram_id twitter_id")
    american = next(row for row in movie["release_dates"]["results"] if row["iso_3166_1"] == "US")
    assert {row["type"] for row in american["release_dates"]} == {1, 3, 4, 5}


def test_show(outside: Outside) -> None:
    show = outside.get(
        TMDB,
        "/3/tv/1396",
        language="en",
        append_to_response="videos,credits,similar,recommendations,external_ids,keywords,images",
    )
    fields(show, SHOW)
    fields(show["seasons"][0], SEASON)
    assert [show["external_ids"]["tvdb_id"], show["external_ids"]["imdb_id"]] == [81189, "tt0903747"]
    fields(show["images"]["posters"][0], "file_path vote_count vote_average")
    assert "results" in show["keywords"]
    season = outside.get(TMDB, "/3/tv/1396/season/2", language="en")
    fields(season, SEASON_DETAIL)
    assert len(season["episodes"]) == 13
    fields(season["episodes"][0], EPISODE)


def test_other_routes(outside: Outside) -> None:
    fields(outside.get(TMDB, "/3/collection/2344"), "id name overview poster_path backdrop_path parts")
    assert len(outside.get(TMDB, "/3/collection/2344")["parts"]) == 4
    found = outside.get(TMDB, "/3/find/tt0903747", external_source="imdb_id")
    fields(found, "movie_results person_results tv_results tv_episode_results tv_season_results")
    assert found["tv_results"][0]["id"] == 1396
    assert outside.get(TMDB, "/3/find/121361", external_source="tvdb_id")["tv_results"][0]["id"] == 1399
    assert outside.get(TMDB, "/3/find/1", external_source="tvdb_id")["tv_results"] == []
    fields(
        outside.get(TMDB, "/3/tv/1396/external_ids"),
        "imdb_id freebase_mid freebase_id tvdb_id tvrage_id facebook_id id",
    )
    fields(outside.get(TMDB, "/3/movie/603/images"), "backdrops id logos posters")
    fields(outside.get(TMDB, "/3/movie/603/similar", language="en")["results"][0], LIST_MOVIE)
    fields(outside.get(TMDB, "/3/person/6384/movie_credits")["cast"][0], LIST_MOVIE + " character credit_id")
    fields(
        outside.get(TMDB, "/3/person/66633/tv_credits")["crew"][0], "id department job overview poster_path credit_id"
    )
    fields(outside.get(TMDB, "/3/keyword/210024"), "id name")
    assert [row["id"] for row in outside.get(TMDB, "/3/search/keyword", query="anime")["results"]] == [210024]
    fields(outside.get(TMDB, "/3/genre/tv/list", language="en")["genres"][0], "id name")
    fields(outside.get(TMDB, "/3/watch/providers/movie")["results"][0], "provider_id logo_path provider_name")


def test_providers_of_three_countries(outside: Outside) -> None:
    countries = set()
    for movie in (603, 27205, 680, 238, 550):
        offers = outside.get(TMDB, f"/3/movie/{movie}/watch/providers")["results"]
        countries |= set(offers)
        for country in offers.values():
            for row in country.get("flatrate", []):
                fields(row, "display_priority logo_path provider_id provider_name")
    assert countries == {"US", "GB", "DE"}


def titles(outside: Outside, kind: str, query: str, **more: Any) -> list[str]:
    rows = outside.get(TMDB, f"/3/search/{kind}", query=query, **more)["results"]
    return [row.get("title") or row.get("name") for row in rows]


def test_search(outside: Outside) -> None:

    assert len(titles(outside, "movie", "MATRIX")) == 4
    assert titles(outside, "movie", "amelie") == ["Amélie"]
    assert titles(outside, "movie", "the thing") == ["The Thing"] * 2
    assert titles(outside, "movie", "the thing", year=2011) == ["The Thing"]
    assert titles(outside, "movie", "%") == ['50% Off / Who\'s Counting? #1 & "More"']
    assert titles(outside, "tv", "the office") == ["The Office"] * 2
    assert titles(outside, "tv", "no such show") == []
    assert titles(outside, "person", "keanu") == ["Keanu Reeves"]
    mixed = outside.get(TMDB, "/3/search/multi", query="dark", language="en")["results"]
    assert {row["media_type"] for row in mixed} == {"movie", "tv"}
    person = outside.get(TMDB, "/3/search/multi", query="zendaya")["results"][0]
    fields(person, "id media_type name profile_path known_for")


def day(offset: int) -> str:
    return (TODAY + dt.timedelta(days=offset)).isoformat()


CINEMA = {"with_release_type": "2|3"}


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/3/discover/movie", {"sort_by": "popularity.desc", "include_adult": "false"}),
        ("/3/discover/movie", {"sort_by": "vote_average.desc", "vote_count.gte": 250}),
        ("/3/discover/movie", CINEMA | {"release_date.gte": day(7), "release_date.lte": day(24)}),
        ("/3/discover/movie", CINEMA | {"release_date.gte": day(-42), "release_date.lte": day(6)}),
        (
            "/3/discover/movie",
            {"with_keywords": "207317", "vote_count.gte": 250, "sort_by": "vote_average.desc"},
        ),
        ("/3/trending/movie/week", {}),
        ("/3/discover/tv", {"sort_by": "popularity.desc"}),
        ("/3/trending/tv/week", {}),
        ("/3/discover/tv", {"first_air_date.gte": day(1), "first_air_date.lte": day(31)}),
    ],
    ids=[
        "popular",
        "top rated",
        "upcoming",
        "now playing",
        "seasonal",
        "trending",
        "popular tv",
        "trending tv",
        "anticipated tv",
    ],
)
def test_lists_have_pages(outside: Outside, path: str, query: dict[str, Any]) -> None:
    pages, found = outside.pages(path, **query)
    assert pages >= 3
    assert any(number > 9_000_000 for number in found)


def test_discover_filters(outside: Outside) -> None:
    horror = outside.get(TMDB, "/3/discover/movie", with_genres="27,878")["results"]
    assert horror
    assert all({27, 878} <= set(row["genre_ids"]) for row in horror)
    rows = outside.get(TMDB, "/3/discover/movie", without_genres="18,28,35,16", with_original_language="ja|ko")[
        "results"
    ]
    assert rows == []
    eighties: dict[str, Any] = {"primary_release_date.gte": "1980-01-01", "primary_release_date.lte": "1989-12-31"}
    rows = outside.get(TMDB, "/3/discover/movie", **eighties)["results"]
    assert all(row["release_date"].startswith("198") for row in rows)
    outside.get(TMDB, "/3/discover/movie", expected=400, page=0)


def test_errors(outside: Outside) -> None:
    assert outside.get(TMDB, "/3/movie/999999999", expected=404)["status_code"] == 34
    status, _, _ = outside.ask("api.themoviedb.org:80", "/3/movie/603")
    assert status == 401


def test_language(outside: Outside) -> None:
    assert outside.get(TMDB, "/3/movie/603", language="de")["title"] == "Matrix"
    assert outside.get(TMDB, "/3/movie/680", language="de")["overview"] == ""
    images = outside.get(TMDB, "/3/tv/1396", language="de", append_to_response="images")["images"]
    assert images["posters"] == []


def test_tvmaze(outside: Outside) -> None:
    fields(outside.get("api.tvmaze.com", "/search/shows?q=breaking")[0], "score show")
    show = outside.get("api.tvmaze.com", "/shows/169")
    fields(show, MAZE_SHOW)
    assert show["externals"] == {"tvrage": 18164, "thetvdb": 81189, "imdb": "tt0903747"}
    episodes = outside.get("api.tvmaze.com", "/shows/169/episodes")
    assert len(episodes) == 62
    fields(episodes[0], MAZE_EPISODE)
    status, headers, _ = outside.ask("api.tvmaze.com", "/lookup/shows?thetvdb=81189")
    assert (status, headers["Location"]) == (301, "http://api.tvmaze.com/shows/169")
    assert outside.get("api.tvmaze.com", "/lookup/shows?thetvdb=5", expected=404) is None


def test_trakt(outside: Outside) -> None:
    show = outside.get("api.trakt.tv", "/shows/popular?extended=full&limit=10")[0]
    fields(
        show,
        "title year ids overview first_aired airs runtime certification network country trailer homepage "
        "status rating updated_at language genres",
    )
    fields(show["ids"], "trakt slug tvdb imdb tmdb tvrage")
    fields(outside.get("api-v2launch.trakt.tv", "/shows/trending?page=2&limit=10")[0], "watchers show")
    fields(outside.get("api.trakt.tv", "/shows/anticipated?limit=10")[0], "list_count show")
    assert outside.get("api.trakt.tv", "/shows/tt0944947?extended=full")["title"] == "Game of Thrones"


def test_fanart(outside: Outside) -> None:
    landing = outside.lab.world.catalog.raw["landing"]
    for number in landing["movies"]:
        assert outside.get("webservice.fanart.tv", f"/v3/movies/{number}")["moviebackground"]
    for number in landing["shows"]:
        assert outside.get("webservice.fanart.tv", f"/v3/tv/{number}")["showbackground"]
    movie = outside.get("webservice.fanart.tv", "/v3/movies/603")
    fields(
        movie,
        "name tmdb_id imdb_id hdmovieclearart hdmovielogo moviebackground movieposter moviedisc moviebanner moviethumb",
    )
    fields(movie["movieposter"][0], "id url lang likes")
    fields(
        outside.get("webservice.fanart.tv", "/v3/tv/81189"),
        "name thetvdb_id hdtvlogo seasonposter seasonthumb characterart clearlogo hdclearart tvposter "
        "showbackground tvthumb clearart tvbanner seasonbanner",
    )
    outside.get("webservice.fanart.tv", "/v3/movies/1", expected=404)


def test_rotten_tomatoes(outside: Outside) -> None:
    movie = outside.get("www.rottentomatoes.com", "/api/private/v1.0/movies?q=The%20Matrix")["movies"][0]
    fields(movie, "id title year mpaa_rating runtime critics_consensus ratings links")
    fields(movie["ratings"], "critics_rating critics_score audience_rating audience_score")
    show = outside.get("www.rottentomatoes.com", "/api/private/v2.0/search/?q=Breaking%20Bad&limit=10")["tvSeries"][0]
    fields(show, "title startYear endYear url meterClass meterScore image")
    assert show["startYear"] == 2008
