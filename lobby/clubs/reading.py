"""What is known of clubs? The list, one club, its members and news, and the clubs of a person. Who plays where now is none of it."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.db.models import Case, F, IntegerField, QuerySet, Value, When

from lobby.accounts import persons, relations
from lobby.accounts.models import User
from lobby.clubs import holding
from lobby.clubs.models import LONGEST_NAME, Club, Member, Post

Role = Member.Role
_RANKS: Final = {Role.OWNER: 0, Role.OFFICER: 1, Role.MEMBER: 2}


def listed(typed: str = "") -> QuerySet[Club]:
    """Clubs whose names contain what was typed, the greatest first. Two characters at least count."""
    found = Club.objects.filter(closed_at=None).order_by("-size", "id")
    key = cleaned(typed)
    return found.filter(name_key__contains=key) if key else found


def cleaned(typed: str) -> str:
    """What was typed as names are compared; "" if it is too little."""
    shown = "".join(one for one in typed[: 4 * LONGEST_NAME] if unicodedata.category(one) not in {"Cc", "Cs"})
    key = " ".join(unicodedata.normalize("NFKC", shown).split())[:LONGEST_NAME].casefold()
    return key if len(key) > 1 or not key.isascii() else ""


def find(slug: str) -> Club:
    """The club of that address. Raises NoClub."""
    club = Club.objects.filter(slug=slug, closed_at=None).first()
    if club is None:
        raise holding.NoClub
    return club


def members(club: Club) -> QuerySet[Member]:
    """All of them: owner, officers, the others, each in the order in which they came."""
    rank = Case(*(When(role=role, then=Value(number)) for role, number in _RANKS.items()), output_field=IntegerField())
    found = Member.objects.filter(club=club).select_related("user__owner").annotate(rank=rank)
    return found.order_by("rank", "since", "pk")


def place_of(club: Club, user: User | None) -> Member | None:
    """The person's place in the club."""
    return None if user is None else Member.objects.filter(club=club, user=user.pk).first()


def posts(club: Club, reader: User | None) -> QuerySet[Post]:
    """News of the club, the newest first, without those by people whom the reader blocks."""
    found = Post.objects.filter(club=club, removed_at=None).select_related("author").order_by("-pk")
    if reader is None:
        return found
    blocked = relations.blocks_of([reader.pk]).get(reader.pk, frozenset())
    return found.exclude(author__in=blocked) if blocked else found


def of_person(user: User) -> QuerySet[Member]:
    """The clubs of a person: those they lead first."""
    rank = Case(*(When(role=role, then=Value(number)) for role, number in _RANKS.items()), output_field=IntegerField())
    found = Member.objects.filter(user=user, club__closed_at=None).select_related("club").annotate(rank=rank)
    return found.order_by("rank", F("club__size").desc(), "pk")


def belongs(user: User, club_id: int) -> bool:
    """True if the person behind the user is in that club: with a bot account, its owner."""
    return Member.objects.filter(club=club_id, club__closed_at=None, user=persons.person_id(user)).exists()


def led_by(user: User) -> QuerySet[Club]:
    """Clubs of which the person is the owner or an officer."""
    return Club.objects.filter(members__user=user, members__role__in=holding.LEADING, closed_at=None).order_by(
        "name_key"
    )


def joined_by_id(user_id: int) -> QuerySet[Club]:
    """Clubs that a person is in, by name."""
    return Club.objects.filter(members__user=user_id, closed_at=None).order_by("name_key")
