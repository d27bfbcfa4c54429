"""May this person sit down here? Passwords and invitations, reliability, who was asked to leave and who is blocked. Moves nobody."""

from __future__ import annotations

from django.contrib.auth.hashers import check_password, make_password
from django.core.cache import cache
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches import reliability
from lobby.matches.errors import NotAllowed, ServiceError, TooMany
from lobby.matches.models import Match

KICKED_SECONDS = 600
"""How long somebody who was asked to leave cannot come back to that table."""
SHUT_OUT = _("You cannot sit down at this table. Try another one.")
NO_GUESTS = _("A rated match is for people with an account. Sign up first; it keeps all your matches.")
TRIES = 5
TRIES_SECONDS = 600
"""One person may be wrong about the password of one table so often in that time: a short one must not be found by trying."""
_SIGNER = Signer(salt="fogbound.invitation")


class WrongPassword(ServiceError):
    """The table has a password, and this is not it."""

    code = "wrong_password"
    text = _("This table has a password. Ask its host for it, or for the link.")


class TooManyTries(TooMany):
    """`data`: `limit`, `seconds`."""

    text = _("That was the wrong password %(limit)s times. Wait %(seconds)s seconds, or ask the host for the link.")


def admit(match: Match, user: User, *, password: str = "", key: str = "") -> None:
    """Raises NotAllowed, WrongPassword or TooManyTries when this person may not take a free seat of the match."""
    if cache.get(_kicked_key(match, user.pk)) or relations.is_blocked(by=match.host_id, whom=user.pk):
        # One answer for both: whoever is blocked does not learn that they are.
        raise NotAllowed("", SHUT_OUT)
    if match.rated and user.is_guest:
        raise NotAllowed("", NO_GUESTS)
    if _sat_before(match, user):
        return
    check_reliability(match, user)
    if match.password and not is_invited(match, key):
        _check_password(match, user, password)


def _check_password(match: Match, user: User, password: str) -> None:
    if not password:
        raise WrongPassword("password")
    tries = f"tries:{match.pk}:{user.pk}"
    # Counted before it is judged, so that many at once are counted too.
    cache.add(tries, 0, TRIES_SECONDS)
    if cache.incr(tries) > TRIES:
        raise TooManyTries("password", limit=TRIES, seconds=TRIES_SECONDS)
    if not check_password(password, match.password):
        raise WrongPassword("password")


def check_reliability(match: Match, user: User) -> None:
    """Raises NotAllowed for somebody who misses too many steps; of whom too little is known is let in."""
    percent = reliability.of(user.pk).percent if match.min_reliability else None
    if percent is not None and percent < match.min_reliability:
        raise NotAllowed(
            "",
            _("This table is for people who answer %(least)s %% of their steps in time."),
            least=match.min_reliability,
        )


def hashed(password: str) -> str:
    """A password as it is stored; "" stays "": none."""
    return make_password(password) if password else ""


def invitation(match: Match) -> str:
    """What a link carries that lets in without the password; "" where there is none."""
    return _SIGNER.signature(_signed(match)) if match.password else ""


def is_invited(match: Match, key: str) -> bool:
    """Is this the key of an invitation to this very table?"""
    return bool(key) and constant_time_compare(key, _SIGNER.signature(_signed(match)))


def shut_out(match: Match, user_id: int) -> None:
    """Somebody was asked to leave: not for a while."""
    cache.set(_kicked_key(match, user_id), True, KICKED_SECONDS)


def _signed(match: Match) -> str:
    return f"{match.pk}:{match.password}"


def _sat_before(match: Match, user: User) -> bool:
    """At the table that this one follows."""
    return match.rematch_of_id is not None and user.seats.filter(match=match.rematch_of_id).exists()


def _kicked_key(match: Match, user_id: int) -> str:
    return f"kicked:{match.pk}:{user_id}"
