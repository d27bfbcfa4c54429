"""Which people have a match open now, in any process? Stored in the cache with an expiry, so that stale entries disappear.

Stores people, not seats, because seat numbers are drawn by lot when a match starts. Says nothing about what anybody may see. While the
cache is unavailable everybody counts as online: matches continue, and nobody is called absent for lack of knowledge.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TypeVar

from django.core.cache import cache

from lobby.platform.storage.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.presence")

BEAT_SECONDS = 5
"""Interval at which each process reports who is online."""
EXPIRY_SECONDS = 20
"""How long the report of a process lasts if it dies."""
GRACE_SECONDS = 3
"""How long a person without a connection counts as online, so that reloading the page is no departure."""
SLOW_SECONDS = 1
"""A cache that takes longer to answer is treated as unavailable."""
REST_SECONDS = 5
"""How long an unavailable cache is not asked again; otherwise every caller would wait for it, and with it all watchers of a match."""

T = TypeVar("T")

_rests_until: float | None = None
"""Monotonic time until which the cache is not asked; None: it answers."""


def ask(question: Callable[[], T], *, otherwise: T, what: str) -> T:
    """The cache's answer, or `otherwise` while the cache is unavailable. Logs `what` as a warning if the cache was asked and failed."""
    global _rests_until
    now = time.monotonic()
    if _rests_until is not None:
        if now < _rests_until:
            return otherwise
        # This caller finds out whether the cache is back; the others do not wait.
        _rests_until = now + REST_SECONDS
    try:
        answer = question()
    except REDIS_FAULTS as error:
        log.warning("%s: %s", what, error)
        _rests_until = time.monotonic() + REST_SECONDS
        return otherwise
    ended = time.monotonic()
    # A cache inside this process is never slow by itself.
    is_slow = REDIS_FAULTS and ended - now > SLOW_SECONDS
    _rests_until = ended + REST_SECONDS if is_slow else None
    return answer


def _key(match_id: str, user_id: int) -> str:
    return f"online:{match_id}:{user_id}"


def beat(people: Mapping[str, Iterable[int]]) -> None:
    """These people have these matches open in this process."""
    if keys := {_key(match_id, user_id): 1 for match_id, user_ids in people.items() for user_id in user_ids}:
        note = partial(cache.set_many, keys, timeout=EXPIRY_SECONDS)
        ask(note, otherwise=[], what="who is there could not be noted")


def leave(match_id: str, user_id: int) -> None:
    """This process has no more connection of this person. Another process that has one reports it with its next beat."""
    note = partial(cache.set, _key(match_id, user_id), 1, timeout=GRACE_SECONDS)
    ask(note, otherwise=None, what="who is gone could not be noted")


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
    """Those of `keys` that the cache has; all of them while it is unavailable."""
    if not keys:
        return ()
    return ask(partial(cache.get_many, keys), otherwise=keys, what="who is there is not known")
