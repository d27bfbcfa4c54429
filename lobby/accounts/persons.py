"""Which person stands behind a user? The owner of a bot account, else the user. Whoever compares people asks here.

Two accounts of one person are one person: for pairing, ratings, limits, blocks, reports and conflicts of interest. What belongs to an account,
such as its seats, programs and notes, stays the account's.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from lobby.accounts.models import User


def behind(user: User) -> User:
    """The person behind the user. Of a bot account it may cost a query."""
    return user.owner or user


def person_id(user: User) -> int:
    """The id of the person behind the user."""
    return user.pk if user.owner_id is None else user.owner_id


def person(field: str = "") -> Coalesce:
    """The same in a queryset: of the user in `field`, or of the row itself if that is a user. NULL where the field is."""
    return Coalesce(f"{field}__owner", field) if field else Coalesce("owner", "pk")


def hold(user: User) -> None:
    """Lock the person behind the user to the end of the transaction: two requests at once, also by two accounts of one person, count each other."""
    User.objects.select_for_update().filter(pk=person_id(user)).first()


def persons_of(user_ids: Iterable[int | None]) -> dict[int, int]:
    """{user: person} for ids, in one query."""
    wanted = {pk for pk in user_ids if pk is not None}
    found = User.objects.filter(pk__in=wanted).values_list("pk", person()) if wanted else ()
    return dict(found)


def is_same(one: User, other: User) -> bool:
    """True if one person stands behind both."""
    return person_id(one) == person_id(other)


def accounts(*person_ids: int) -> QuerySet[User]:
    """The persons themselves and all their bot accounts, closed ones included."""
    return User.objects.filter(Q(pk__in=person_ids) | Q(owner__in=person_ids))


def of(user: User | int, *fields: str) -> Q:
    """Condition for rows that refer, in one of these fields, to any account of the person behind the user. An id costs a query."""
    return _of_accounts(_behind(user), *fields)


def playing(user: User | int, path: str = "") -> Q:
    """Condition for seats or entrants, at `path`, where any account of the person behind the user plays, or a program that one of them owns or
    plays together with its owner."""
    behind = _behind(user)
    shared = accounts(behind).filter(shared_programs__isnull=False).values("shared_programs__program")
    return _of_accounts(behind, f"{path}user", f"{path}program__owner") | Q(**{f"{path}program__in": shared})


def _behind(user: User | int) -> int:
    return person_id(user) if isinstance(user, User) else persons_of([user]).get(user, user)


def _of_accounts(behind: int, *fields: str) -> Q:
    found = Q()
    for field in fields:
        found |= Q(**{f"{field}__in": accounts(behind).values("pk")})
    return found
