"""May an open socket stay open? Checked regularly for many sockets together.

A socket must close when its person's account is closed or suspended, when its session or token has ended, or when its session is older than
the password.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from lobby.accounts.models import User
from lobby.accounts.sanctions import may_act
from lobby.accounts.tokens import ApiToken


class Pass(NamedTuple):
    """The credentials of a socket: a token, a session, or only a person."""

    user_id: int
    session_key: str | None = None
    token_id: int | None = None


def still_good(passes: Sequence[Pass]) -> list[bool]:
    """One answer for each pass. Three statements serve all of them."""
    people = _people({one.user_id for one in passes})
    tokens = dict(
        ApiToken.objects.filter(pk__in={one.token_id for one in passes if one.token_id}).values_list("pk", "user_id")
    )
    sessions = _sessions({one.session_key for one in passes if one.session_key and not one.token_id})

    def is_good(one: Pass) -> bool:
        person = people.get(one.user_id)
        if person is None or not may_act(person):
            return False
        if one.token_id is not None:
            return tokens.get(one.token_id) == one.user_id
        if one.session_key is None:
            return True
        session = sessions.get(one.session_key)
        return session is not None and _is_of(session, person.pk, person.password)

    return [is_good(one) for one in passes]


def _people(ids: set[int]) -> dict[int, User]:
    needed = ("password", "owner", "is_active", "suspended_until", "owner__suspended_until")
    return User.objects.select_related("owner").only(*needed).in_bulk(ids)


def _sessions(keys: set[str]) -> dict[str, str]:
    """Key → stored data of the sessions that have not expired."""
    if not keys:
        return {}
    found = _store().model.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return dict(found.values_list("session_key", "session_data"))


@lru_cache(maxsize=5_000)
def _is_of(session: str, user_id: int, password: str) -> bool:
    """True if this person began that stored session with this password. Cached, because decoding is the slowest part of the check."""
    held = _store().decode(session)
    person = User(pk=user_id, password=password)
    known = held.get(HASH_SESSION_KEY, "")
    hashes = [person.get_session_auth_hash(), *person.get_session_auth_fallback_hash()]
    return held.get(SESSION_KEY) == str(user_id) and any(constant_time_compare(known, one) for one in hashes)


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()
