"""May this person take a seat here? Checks passwords and invitations, reliability, kicks, blocks, and that at a rated table each seat has
another person behind it. Changes no seat."""

from __future__ import annotations

from django.contrib.auth.hashers import check_password, make_password
from django.core.cache import cache
from django.core.signing import Signer
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, relations
from lobby.accounts.models import User
from lobby.clubs import reading as clubs
from lobby.matches import terms
from lobby.matches.errors import NotAllowed, ServiceError, TooMany
from lobby.matches.models import Match, Seat
from lobby.matches.people import ClubTable, PersonalChallenge
from lobby.play import reliability

KICKED_SECONDS = 600
"""How long a kicked person cannot return to that table."""
SHUT_OUT = _("You cannot sit down at this table. Try another one.")
FOR_MEMBERS = _("This table is for the members of a club. Join the club first.")
MEANT = _("This table is a challenge to somebody else.")
RESERVED = _("For a minute these seats are kept for those who have just played here. Try again then.")
ONE_KIND = _("A rated match is between people, or between bot accounts: not between both.")
NO_GUESTS = _("A rated match is for people with an account. Sign up first; it keeps all your matches.")
ONE_PERSON = _("In a rated match each seat has another person behind it, and one person is behind two seats here.")
TRIES = 5
TRIES_SECONDS = 600
"""Wrong passwords that one person may give for one table, and within how many seconds: protects short passwords from guessing."""
_SIGNER = Signer(salt="fogbound.invitation")


class WrongPassword(ServiceError):
    """The given password is wrong."""

    code = "wrong_password"
    text = _("This table has a password. Ask its host for it, or for the link.")


class TooManyTries(TooMany):
    """`data`: `limit`, `seconds`."""

    text = _("That was the wrong password %(limit)s times. Wait %(seconds)s seconds, or ask the host for the link.")


def admit(match: Match, user: User, *, password: str = "", key: str = "") -> None:
    """Raises NotAllowed, WrongPassword or TooManyTries if this person may not take a free seat of the match."""
    meant = PersonalChallenge.objects.filter(match=match).values_list("challenged_id", flat=True).first()
    if meant is not None and meant != user.pk:
        raise NotAllowed("", MEANT)
    if cache.get(_kicked_key(match, persons.person_id(user))) or relations.is_blocked(by=match.host_id, whom=user.pk):
        # The same answer in both cases, so that a blocked person does not learn of the block.
        raise NotAllowed("", SHUT_OUT)
    if is_for_others(match, user):
        raise NotAllowed("club", FOR_MEMBERS)
    if match.rated and user.is_guest:
        raise NotAllowed("", NO_GUESTS)
    if match.rated and match.host is not None and match.host.is_bot != user.is_bot:
        raise NotAllowed("", ONE_KIND)
    if match.rated and Seat.objects.filter(persons.playing(user), match=match).exists():
        raise NotAllowed("rated", ONE_PERSON)
    if _sat_before(match, user):
        return
    check_reliability(match, user)
    if match.password and not is_invited(match, key):
        _check_password(match, user, password)
    until = terms.reserved_until(match)
    if until is not None and timezone.now() < until:
        raise NotAllowed("", RESERVED)


def is_for_others(match: Match, user: User | None) -> bool:
    """True at a table of a club in which this person, or nobody, is."""
    club = ClubTable.objects.filter(match=match).values_list("club", flat=True).first()
    return club is not None and (user is None or not clubs.belongs(user, club))


def check_club(club_id: int, user: User) -> None:
    """Raises NotAllowed for whoever is not in that club. A bot account is in the clubs of its owner."""
    if not clubs.belongs(user, club_id):
        raise NotAllowed("club", FOR_MEMBERS)


def _check_password(match: Match, user: User, password: str) -> None:
    if not password:
        raise WrongPassword("password")
    tries = f"tries:{match.pk}:{persons.person_id(user)}"
    # Counted before it is checked, so that simultaneous attempts count too.
    cache.add(tries, 0, TRIES_SECONDS)
    if cache.incr(tries) > TRIES:
        raise TooManyTries("password", limit=TRIES, seconds=TRIES_SECONDS)
    if not check_password(password, match.password):
        raise WrongPassword("password")


def check_reliability(match: Match, user: User) -> None:
    """Raises NotAllowed for a person who misses too many steps. A person with too few steps is admitted."""
    percent = reliability.of(user.pk).percent if match.min_reliability else None
    if percent is not None and percent < match.min_reliability:
        raise NotAllowed(
            "",
            _("This table is for people who answer %(least)s %% of their steps in time."),
            least=match.min_reliability,
        )


def hashed(password: str) -> str:
    """The stored form of a password; "" stays "" and means no password."""
    return make_password(password) if password else ""


def invitation(match: Match) -> str:
    """The signed key that a link carries to enter without the password; "" if the table has no password."""
    return _SIGNER.signature(_signed(match)) if match.password else ""


def is_invited(match: Match, key: str) -> bool:
    """True if this is a valid invitation key for this table and its password."""
    keys = (_SIGNER.key, *_SIGNER.fallback_keys)
    return bool(key) and any(constant_time_compare(key, _SIGNER.signature(_signed(match), one)) for one in keys)


def shut_out(match: Match, user_id: int) -> None:
    """Keep a kicked person out for `KICKED_SECONDS`, with all their accounts."""
    for person in persons.persons_of([user_id]).values():
        cache.set(_kicked_key(match, person), True, KICKED_SECONDS)


def _signed(match: Match) -> str:
    return f"{match.pk}:{match.password}"


def _sat_before(match: Match, user: User) -> bool:
    """True if the person had a seat in the match of which this table is the rematch."""
    return match.rematch_of_id is not None and user.seats.filter(match=match.rematch_of_id).exists()


def _kicked_key(match: Match, person: int) -> str:
    return f"kicked:{match.pk}:{person}"
