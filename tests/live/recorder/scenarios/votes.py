"""Voting on requests."""

from live.recorder.model import Patch, Scenario, get, post
from live.recorder.world import ANNA, BEN, CORA, DAVE

VOTE = "/api/v1/Vote"
DONE = {"result": True, "isError": False}
TWICE = {"result": False, "isError": True, "errorMessage": "You have already voted!"}

VOTING = Scenario(
    "votes/voting",
    "Up, down, twice; asking for a title votes for it; TV votes use child ids",
    [
        get("list", VOTE, "pending requests of all kinds", as_user=BEN.name),
        post(
            "own-request",
            f"{VOTE}/up/movie/{{matrix}}",
            note="voted when requesting",
            as_user=ANNA.name,
            says=TWICE,
        ),
        post("up-movie", f"{VOTE}/up/movie/{{matrix}}", as_user=BEN.name, says=DONE),
        post("up-movie-twice", f"{VOTE}/up/movie/{{matrix}}", as_user=BEN.name, says=TWICE),
        post(
            "down-movie",
            f"{VOTE}/down/movie/{{matrix}}",
            note="replaces the upvote",
            as_user=BEN.name,
            says=DONE,
        ),
        post("up-tv", f"{VOTE}/up/tv/{{thrones_juergen}}", as_user=CORA.name, says=DONE),
        post("up-album", f"{VOTE}/up/album/{{ok_computer_again}}", as_user=DAVE.name, says=DONE),
        get("movie-votes", f"{VOTE}/movie/{{matrix}}", "raw votes"),
        get("album-votes", f"{VOTE}/music/{{ok_computer_again}}", "posted on album, read on music"),
        get("list-after", VOTE, "U07: myVote is 1 where alreadyVoted is false", as_user=ANNA.name),
    ],
)

DISABLED = Scenario(
    "votes/disabled",
    "With voting off every vote succeeds and nothing is stored",
    [
        get("settings", "/api/v1/Settings/vote", capture={"vote_settings": "$"}),
        post("off", "/api/v1/Settings/vote", Patch("vote_settings", {"enabled": False}), says={"$": True}),
        get("is-off", "/api/v1/Settings/voteenabled", says={"$": False}),
        post("vote", f"{VOTE}/up/movie/{{matrix}}", as_user=CORA.name, says=DONE),
        post("on", "/api/v1/Settings/vote", Patch("vote_settings", {"enabled": True}), says={"$": True}),
    ],
)

SCENARIOS = [VOTING, DISABLED]
