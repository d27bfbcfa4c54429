"""Who opens this socket, by their session? As Django finds it for a page, so also a session that was begun under an earlier secret key of the site.

Channels knows the current key only, and deletes every other session: a page that is open while the key changes would lose its guest. A socket
changes no session, because it cannot set a cookie; the next page does.
"""

from typing import Any

from channels.auth import AuthMiddleware
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare

from lobby.accounts.models import User


class SessionPerson(AuthMiddleware):
    """Sets `user` of the scope; comes after the session middleware."""

    async def resolve_scope(self, scope: dict[str, Any]) -> None:
        """Find out who comes."""
        scope["user"]._wrapped = await person_of(scope["session"])


@database_sync_to_async
def person_of(session: Any) -> User | AnonymousUser:
    """The person who has logged in with that session and has not changed the password since."""
    pk, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if pk is None or backend not in settings.AUTHENTICATION_BACKENDS:
        return AnonymousUser()
    user = load_backend(backend).get_user(int(pk))
    if not isinstance(user, User):
        return AnonymousUser()
    known = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user if any(constant_time_compare(known, one) for one in hashes) else AnonymousUser()
