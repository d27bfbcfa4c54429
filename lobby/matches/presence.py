"""Which people have a match open right now, on whatever process? Kept in the cache with an expiry: forgotten rather than wrong.

People, not seats: seat numbers are drawn by lot when a match starts. Says nothing about what anybody may see. While the cache is
away everybody counts as there: matches go on, and nobody is called gone for what the site does not know.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TypeVar

from django.core.cache import cache

from lobby.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.presence")

BEAT_SECONDS = 5
"""How often each process says again who is there."""
EXPIRY_SECONDS = 20
"""A process that died is believed this long."""
GRACE_SECONDS = 3
"""Somebody who reloads the page has not left."""
SLOW_SECONDS = 1
"""A cache that takes longer to answer is as good as away."""
REST_SECONDS = 5
"""So long it is not asked again: everybody would wait for it in turn, and with them whoever watches the same match."""

T = TypeVar("T")

_rests_until: float | None = None
"""By the clock that nobody sets; None: the cache answers."""


def ask(question: Callable[[], T], *, otherwise: T, what: str) -> T:
    """What the cache answers; `otherwise` while it is away or rests, with a warning that `what` if it was asked."""
    global _rests_until
    now = time.monotonic()
    if _rests_until is not None:
        if now < _rests_until:
            return otherwise
        # One finds out whether it is back, and the others do not wait for that.
        _rests_until = now + REST_SECONDS
    try:
        answer = question()
    except REDIS_FAULTS as error:
        log.warning("%s: %s", what, error)
        _rests_until = time.monotonic() + REST_SECONDS
        return otherwise
    ended = time.monotonic()
    # A cache in this process is not slow by itself.
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
    """The last connection of this person here is gone; another process says otherwise with its next beat."""
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
    """Those of `keys` that the cache has; all of them while it is away."""
    if not keys:
        return ()
    return ask(partial(cache.get_many, keys), otherwise=keys, what="who is there is not known")
