"""Which people have a match open right now, on whatever process? Kept in the cache with an expiry: forgotten rather than wrong.

People, not seats: seat numbers are drawn by lot when a match starts. Says nothing about what anybody may see.
"""

from collections.abc import Collection, Iterable, Mapping

from django.core.cache import cache

BEAT_SECONDS = 5
"""How often each process says again who is there."""
EXPIRY_SECONDS = 20
"""A process that died is believed this long."""
GRACE_SECONDS = 3
"""Somebody who reloads the page has not left."""


def _key(match_id: str, user_id: int) -> str:
    return f"online:{match_id}:{user_id}"


def beat(people: Mapping[str, Iterable[int]]) -> None:
    """These people have these matches open in this process."""
    if keys := {_key(match_id, user_id): 1 for match_id, user_ids in people.items() for user_id in user_ids}:
        cache.set_many(keys, timeout=EXPIRY_SECONDS)


def leave(match_id: str, user_id: int) -> None:
    """The last connection of this person here is gone; another process says otherwise with its next beat."""
    cache.set(_key(match_id, user_id), 1, timeout=GRACE_SECONDS)


def online(match_id: str, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of `user_ids` that have the match open."""
    keys = {_key(match_id, user_id): user_id for user_id in user_ids}
    return frozenset(keys[key] for key in cache.get_many(keys)) if keys else frozenset()


def online_in(people: Mapping[str, Collection[int]]) -> dict[str, frozenset[int]]:
    """The same for the people of many matches at once."""
    keys = {_key(match_id, user_id): (match_id, user_id) for match_id, ids in people.items() for user_id in ids}
    found: dict[str, set[int]] = {match_id: set() for match_id in people}
    for key in cache.get_many(keys) if keys else ():
        match_id, user_id = keys[key]
        found[match_id].add(user_id)
    return {match_id: frozenset(ids) for match_id, ids in found.items()}
