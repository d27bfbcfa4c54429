"""How does an act on a club begin? The club is locked, and whoever acts has the role that it needs. What several acts share.

Locks are taken in one order: first the club, then the person whose clubs are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.clubs.models import Asking, Club, Member
from lobby.matches.errors import NoMatch, NotAllowed, TooMany
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.characters import cleaning
from lobby.store import wake
from lobby.talk.chat import Muted

MOST_MEMBERS = 1000
MOST_CLUBS = 20
"""Clubs of one person."""
MOST_OWNED = 3
KEPT_OUT = timedelta(days=30)
"""How long whoever was refused or removed cannot ask again, and a club cannot invite again whoever has declined."""
Role = Member.Role
LEADING = (Role.OWNER, Role.OFFICER)


class NoClub(NoMatch):
    """There is no such club, or it is closed."""

    code = "no_club"
    text = _("There is no such club.")


class TooManyClubs(TooMany):
    """`data`: `limit`."""

    text = _("You are in %(limit)s clubs already. Leave one first.")


def held(slug: str) -> Club:
    """The club, locked to the end of the transaction. Raises NoClub."""
    club = Club.objects.select_for_update(no_key=True).filter(slug=slug, closed_at=None).first()
    if club is None:
        raise NoClub
    return club


def member(club: Club, user: User) -> Member:
    """The person's place in the club. Raises NotAllowed."""
    found = Member.objects.filter(club=club, user=user).first()
    if found is None:
        raise NotAllowed("", _("You are not in this club."))
    return found


def officer(club: Club, user: User) -> Member:
    """The same of an officer or the owner. Raises NotAllowed."""
    found = member(club, user)
    if found.role not in LEADING:
        raise NotAllowed("", _("Only officers of the club can do this."))
    return found


def owner(club: Club, user: User) -> Member:
    """The same of the owner. Raises NotAllowed."""
    found = member(club, user)
    if found.role != Role.OWNER:
        raise NotAllowed("", _("Only the owner of the club can do this."))
    return found


def other(club: Club, person: User) -> Member:
    """The place of somebody else. Raises NotAllowed."""
    found = Member.objects.filter(club=club, user=person).first()
    if found is None:
        raise NotAllowed("", _("This person is not in the club."))
    return found


def require_person(user: User) -> None:
    """Raises NotAllowed for guests and for bot accounts."""
    if user.is_guest:
        raise NotAllowed("", _("Clubs are for people with an account. Sign up first; it keeps all your matches."))
    if user.is_bot:
        raise NotAllowed("", _("Clubs are for people: an account with which a program plays joins none."))


def require_voice(user: User) -> None:
    """Raises Muted for whoever staff do not let talk now."""
    until = user.mute_ends
    if until is not None:
        raise Muted("", until=f"{until:%Y-%m-%d %H:%M}")


def worded(path: str, text: str, longest: int) -> str:
    """A text of several lines as others will see it. Raises NotAllowed with the name of the field."""
    try:
        return cleaning.paragraphs(text, longest=longest)
    except ValidationError as error:
        raise NotAllowed.of(path, error) from None


def add(club: Club, user: User, role: str = Role.MEMBER) -> Member:
    """Make a person a member of a locked club. Raises NotAllowed, TooManyClubs."""
    # Two clubs that are joined at once count each other.
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    if Member.objects.filter(user=user, club__closed_at=None).count() >= MOST_CLUBS:
        raise TooManyClubs(limit=MOST_CLUBS)
    if club.size >= MOST_MEMBERS:
        raise NotAllowed("", _("This club is full: it takes %(limit)s."), limit=MOST_MEMBERS)
    Asking.objects.filter(club=club, user=user).delete()
    made = Member.objects.create(club=club, user=user, role=role)
    _resize(club, 1)
    return made


def drop(place: Member) -> None:
    """Take a member who is not the owner out of a locked club."""
    place.delete()
    _resize(place.club, -1)
    forget(place.club, [place.user_id])


def _resize(club: Club, by: int) -> None:
    Club.objects.filter(pk=club.pk).update(size=F("size") + by)
    club.size += by


def tell(people: Iterable[int], club: Club, what: str, about: str, **data: Any) -> None:
    """Write a notice of the club for each of these people, and call their open pages with one call after the commit."""
    news = [
        News(
            user_id,
            Notice.Kind.CLUB,
            f"{club.pk}:{about}",
            data={"club": club.slug, "name": club.name, "what": what, **data},
        )
        for user_id in people
    ]
    writing.write(news)
    _call({one.user_id for one in news})


def forget(club: Club, people: Iterable[int], about: str = "") -> None:
    """Take back what these people were told of the club, or of one thing in it: it is no longer so, or nothing of theirs."""
    people = list(people)
    key = f"{Notice.Kind.CLUB}:{club.pk}:{about}"
    Notice.objects.filter(user__in=people, kind=Notice.Kind.CLUB, key__startswith=key, read_at=None).update(
        read_at=timezone.now()
    )
    _call(set(people))


def _call(people: set[int]) -> None:
    transaction.on_commit(partial(wake.publish_from_thread, [writing.call_of(one) for one in people]))


def refuse_if(condition: bool, text: str | Promise) -> None:
    """Raises NotAllowed with that sentence if the condition holds."""
    if condition:
        raise NotAllowed("", text)
