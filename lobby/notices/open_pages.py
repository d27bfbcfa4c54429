"""Who has a page of the site open now, in any process? Noted in the cache with an expiry.

While the cache is away nobody counts as here: a mail too many is better than one that never comes.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Iterable
from typing import Final

from django.core.cache import cache

from lobby.store.wake import AWAY

log = logging.getLogger("fogbound.notices")

BEAT_SECONDS: Final = 20
EXPIRY_SECONDS: Final = 45
PLACES: Final = 128
"""Places for the numbers of processes, each of which takes one by lot."""
_place = random.SystemRandom().randrange(PLACES)


def note(user_ids: Iterable[int]) -> None:
    """These people have a page open in this process. Call it every `BEAT_SECONDS`."""
    if keys := {_key(user_id): 1 for user_id in user_ids}:
        try:
            cache.set_many(keys, timeout=EXPIRY_SECONDS)
        except AWAY as error:
            log.warning("who is here could not be noted: %s", type(error).__name__)


def note_number(people: int) -> None:
    """So many people have a page open in this process. Call it every `BEAT_SECONDS`."""
    try:
        cache.set(_number_key(_place), people, timeout=EXPIRY_SECONDS)
    except AWAY as error:
        log.warning("how many are here could not be noted: %s", type(error).__name__)


def number() -> int:
    """About how many people are here: whoever has pages open in two processes counts twice. 0 if that is not known."""
    try:
        return sum(cache.get_many([_number_key(place) for place in range(PLACES)]).values())
    except AWAY as error:
        log.warning("how many are here is not known: %s", type(error).__name__)
        return 0


def among(user_ids: Collection[int]) -> frozenset[int]:
    """Those of these people who are here."""
    keys = {_key(user_id): user_id for user_id in user_ids}
    if not keys:
        return frozenset()
    try:
        return frozenset(keys[key] for key in cache.get_many(keys))
    except AWAY as error:
        log.warning("who is here is not known: %s", type(error).__name__)
        return frozenset()


def _key(user_id: int) -> str:
    return f"here:{user_id}"


def _number_key(place: int) -> str:
    return f"here-number:{place}"
