"""What the writes of requests and votes claim."""

from functools import partial
from typing import Any

from live.eye.claims import Check, Notes, Told
from live.eye.ombi import Eye
from live.eye.rows import TITLES, VOTED, requests, standing

_OF = {"movie": "movie", "tv": "tv_child", "album": "album"}
_NAMES = {"movie": "tmdb_id", "tv": "tmdb_id", "album": "musicbrainz_id"}


async def created(told: Told, eye: Eye, notes: Notes) -> None:
    """One request came to be: with this id, for this title, by whom it was made for."""
    media = told.arguments["media"]
    target = told.data.get("target")
    notes.true("a target is named", target is not None)
    if target is None:
        return
    rows = await requests(eye, _OF[media])
    row = rows.get(target["id"])
    what = f"{target['kind']} {target['id']}"
    notes.true(f"{what} is there", row is not None)
    if row is None:
        return
    title = row["show"]["externalProviderId"] if media == "tv" else row[TITLES[_OF[media]]]
    notes.same(f"{what} is for", str(told.arguments[_NAMES[media]]), str(title))
    wanted = told.arguments.get("on_behalf_of") or await eye.me(told.user)
    joined = f"{target['kind']} {target['id']}" in told.before
    if not joined:
        notes.same(f"{what} is of", wanted, row["requestedUserId"])
    if told.data.get("user_id") is not None and not joined:
        notes.same("user_id", told.data["user_id"], row["requestedUserId"])
    await _changed(told, eye, notes, {what})


async def collected(told: Told, eye: Eye, notes: Notes) -> None:
    """Each part of the collection that is called done has a request of its own."""
    rows = (await requests(eye, "movie")).values()
    titles = {str(row["theMovieDbId"]): row["id"] for row in rows}
    results = told.data.get("item_results", [])
    notes.true("the parts are told", results)
    for result in results:
        if result["outcome"] == "completed":
            notes.true(f"film {result['identifier']} is requested", result["identifier"] in titles)
        if result["outcome"] == "rejected":
            notes.true(f"film {result['identifier']} was not requested now", not _is_new(result, titles, told))
    done = {f"movie {titles[one['identifier']]}" for one in results if one["outcome"] == "completed"}
    await _changed(told, eye, notes, done)


def _is_new(result: dict[str, Any], titles: dict[str, int], told: Told) -> bool:
    number = titles.get(result["identifier"])
    return number is not None and f"movie {number}" not in told.before


async def decided(told: Told, eye: Eye, notes: Notes, *, name: str) -> None:
    """The request, and the half that was meant, is approved or denied, and no other changed."""
    target = told.arguments["target"]
    notes.same("target", told.data.get("target"), target)
    row = (await requests(eye, target["kind"])).get(target["id"], {})
    half = "4K" if told.arguments.get("is_4k") else ""
    notes.same(f"{target['kind']} {target['id']} is {name}{half}", True, row.get(f"{name}{half}"))
    if name == "denied" and told.arguments.get("reason") is not None and not half:
        notes.same("reason", told.arguments["reason"], row.get("deniedReason"))
    await _changed(told, eye, notes, {f"{target['kind']} {target['id']}"})


async def marked(told: Told, eye: Eye, notes: Notes) -> None:
    """The request is there, or is not, as it was marked."""
    target = told.arguments["target"]
    row = (await requests(eye, target["kind"])).get(target["id"], {})
    half = "4K" if told.arguments.get("is_4k") else ""
    what = f"{target['kind']} {target['id']} is available{half}"
    notes.same(what, told.arguments["available"], row.get(f"available{half}"))
    await _changed(told, eye, notes, {f"{target['kind']} {target['id']}"})


async def given(told: Told, eye: Eye, notes: Notes) -> None:
    """The request has the folder and the profile that it was given."""
    target = told.arguments["target"]
    row = (await requests(eye, target["kind"])).get(target["id"], {})
    folder = "rootPathOverride" if target["kind"] == "movie" else "rootFolder"
    for name, theirs in (("root_folder_id", folder), ("quality_profile_id", "qualityOverride")):
        if name in told.arguments:
            notes.same(name, told.arguments[name], row.get(theirs))
    await _changed(told, eye, notes, set())


async def gone(told: Told, eye: Eye, notes: Notes) -> None:
    """The request is gone, and nothing else with it but the children of a show."""
    target = told.arguments["target"]
    notes.true(f"{target['kind']} {target['id']} is gone", target["id"] not in await requests(eye, target["kind"]))
    if target["kind"] == "tv_parent":
        children = (await requests(eye, "tv_child")).values()
        notes.true("its children are gone", all(row["show"]["id"] != target["id"] for row in children))
        return
    await _changed(told, eye, notes, {f"{target['kind']} {target['id']}"})


async def sent_again(told: Told, eye: Eye, notes: Notes) -> None:
    """The request is there; what Radarr, Sonarr or Lidarr got is theirs to tell."""
    target = told.arguments["target"]
    notes.true(f"{target['kind']} {target['id']} is there", target["id"] in await requests(eye, target["kind"]))
    notes.cannot("it was sent", "no read of Ombi shows what it sent")


async def followed(told: Told, eye: Eye, notes: Notes) -> None:
    """The acting user follows a film's request, or does not."""
    target = told.arguments["target"]
    if target["kind"] != "movie":
        notes.cannot("it is followed", "Ombi tells who follows a film's request only")
        return
    row = (await requests(eye, "movie", told.user)).get(target["id"], {})
    notes.same(f"movie {target['id']} is followed", told.arguments["subscribed"], row.get("subscribed"))


async def voted(told: Told, eye: Eye, notes: Notes) -> None:
    """The acting user's vote is this one, and stands once; everybody else's is as it was."""
    target = told.arguments["target"]
    rows = await eye.whole(f"v1/Vote/{VOTED[target['kind']]}/{target['id']}")
    me = await eye.me(told.user)
    own = [row["voteType"] for row in rows if row["userId"] == me and not row["deleted"]]
    notes.same("the vote", [{"up": 0, "down": 1}[told.arguments["vote"]]], own)
    for row in rows:
        if row["userId"] in told.before and row["userId"] != me:
            notes.same(f"the vote of {row['userId']}", told.before[row["userId"]], row["voteType"])


async def _changed(told: Told, eye: Eye, notes: Notes, allowed: set[str]) -> None:
    """No request but these came, went or changed."""
    now = await standing(eye)
    changed = {name for name in now.keys() | told.before.keys() if now.get(name) != told.before.get(name)}
    notes.same("other requests that changed", sorted(changed - allowed), [])


VIEWS: dict[str, Check] = {
    **{f"write_request_create {media}": created for media in _OF},
    "write_request_create collection": collected,
    "write_request_decide approve": partial(decided, name="approved"),
    "write_request_decide deny": partial(decided, name="denied"),
    "write_request_availability": marked,
    "write_request_options": given,
    "write_request_delete": gone,
    "write_request_reprocess": sent_again,
    "write_request_subscription": followed,
    "write_vote": voted,
}
