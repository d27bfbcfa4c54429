"""Which people have a match open right now, on whatever process? Kept in the cache with an expiry: forgotten rather than wrong.

People, not seats: seat numbers are drawn by lot when a match starts. Says nothing about what anybody may see. While the cache is
away everybody counts as there: matches go on, and nobody is called gone for what the site does not know.
"""

import logging
from collections.abc import Collection, Iterable, Mapping

from django.core.cache import cache

from lobby.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.presence")

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
        try:
            cache.set_many(keys, timeout=EXPIRY_SECONDS)
        except REDIS_FAULTS as error:
            log.warning("who is there could not be noted: %s", error)


def leave(match_id: str, user_id: int) -> None:
    """The last connection of this person here is gone; another process says otherwise with its next beat."""
    try:
        cache.set(_key(match_id, user_id), 1, timeout=GRACE_SECONDS)
    except REDIS_FAULTS as error:
        log.warning("who is gone could not be noted: %s", error)


def online(match_id: str, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of `user_ids` that have the match open."""
    return online_in({match_id: list(user_ids)})[match_id]


def online_in(people: Mapping[str, Collection[int]]) -> dict[str, frozenset[int]]:
    """The same for the people of many matches at once."""
    keys = {_key(match_id, user_id): (match_id, user_id) for match_id, ids in people.items() for user_id in ids}
    found: dict[str, set[int]] = {match_id: set() for match_id in people}
    for key in _known(keys):
        match_id, user_id = keys[key]
        found[match_id].add(user_id)
    return {match_id: frozenset(ids) for match_id, ids in found.items()}


def _known(keys: Collection[str]) -> Collection[str]:
    """Those of `keys` that the cache has; all of them while it is away."""
    try:
        return cache.get_many(keys) if keys else ()
    except REDIS_FAULTS as error:
        log.warning("who is there is not known: %s", error)
        return keys
