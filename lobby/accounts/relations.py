"""Who follows and who blocks whom? Neither the followed nor the blocked person is told. A block holds between persons: with all accounts of
the one and of the other, whichever account was blocked.

The packages that a block concerns check it themselves: `tables` and `governance` for seats, `talk` for the chat lines that the blocker
would read.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.accounts.models import Block, Follow, User

MOST = 1000
"""People one person may follow, and as many to block."""


def follow(*, user: User, person: User) -> None:
    """Follow `person`, to see what they play. Raises ValidationError."""
    if user.pk == person.pk:
        raise ValidationError(_YOURSELF, code="yourself")
    _check_room(Follow.objects.filter(follower=user).count())
    Follow.objects.get_or_create(follower=user, followed=person)


def unfollow(*, user: User, person: User) -> None:
    """Not any more."""
    Follow.objects.filter(follower=user, followed=person).delete()


@transaction.atomic
def block(*, user: User, person: User) -> None:
    """Block `person`, and end following in both directions. Raises ValidationError."""
    if persons.is_same(user, person):
        raise ValidationError(_YOURSELF, code="yourself")
    _check_room(Block.objects.filter(blocker=user).count())
    Block.objects.get_or_create(blocker=user, blocked=person)
    Follow.objects.filter(_between(user, person, "follower", "followed")).delete()
    Follow.objects.filter(_between(user, person, "followed", "follower")).delete()


def unblock(*, user: User, person: User) -> None:
    """Not any more, whichever accounts it was made between."""
    Block.objects.filter(_between(user, person, "blocker", "blocked")).delete()


def following(user: User) -> list[User]:
    """Whom the person follows, by name."""
    return list(User.objects.filter(followers__follower=user, is_active=True).order_by("name", "pk"))


def blocking(user: User) -> list[User]:
    """Whom the person blocks, by name."""
    return list(User.objects.filter(blocked_by__blocker=user, is_active=True).order_by("name", "pk"))


def is_following(*, user_id: int | None, person_id: int) -> bool:
    """True if the first person follows the second."""
    return user_id is not None and Follow.objects.filter(follower_id=user_id, followed_id=person_id).exists()


def is_blocked(*, by: int | None, whom: int | None) -> bool:
    """True if the person `by` has blocked the person `whom`. False if either is None, which means not logged in."""
    return by is not None and whom is not None and Block.objects.filter(_between(by, whom, *_BLOCK)).exists()


def are_blocked(one: int, other: int) -> bool:
    """True if either has blocked the other."""
    return Block.objects.filter(_between(one, other, *_BLOCK) | _between(other, one, *_BLOCK)).exists()


def blockers_of(user_id: int | None) -> frozenset[int]:
    """Ids of all accounts of the persons who block the person. Use them to filter lists; never show them."""
    if not user_id:
        return frozenset()
    blockers = Block.objects.filter(persons.of(user_id, "blocked")).values_list(persons.person("blocker"), flat=True)
    return frozenset(persons.accounts(*blockers).values_list("pk", flat=True)) if blockers else frozenset()


def blocks_of(user_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Ids of all accounts of the persons whom each of them blocks, without those who block nobody."""
    readers = persons.persons_of(user_ids)
    by_accounts = persons.accounts(*readers.values()).values("pk")
    found: dict[int, set[int]] = {}
    pairs = Block.objects.filter(blocker__in=by_accounts)
    for blocker, blocked in pairs.values_list(persons.person("blocker"), persons.person("blocked")):
        found.setdefault(blocker, set()).add(blocked)
    if not found:
        return {}
    accounts: dict[int, set[int]] = {}
    everybody = persons.accounts(*(one for blocked in found.values() for one in blocked))
    for pk, person in everybody.values_list("pk", persons.person()):
        accounts.setdefault(person, set()).add(pk)
    return {
        reader: frozenset(pk for one in found[person] for pk in accounts.get(one, ()))
        for reader, person in readers.items()
        if person in found
    }


_YOURSELF = _("This is you.")
_BLOCK = ("blocker", "blocked")


def _between(one: User | int, other: User | int, first: str, second: str) -> Q:
    """Rows with any account of the one in the first field, and any account of the other in the second."""
    return persons.of(one, first) & persons.of(other, second)


def _check_room(count: int) -> None:
    if count >= MOST:
        raise ValidationError(
            _("You have reached the limit of %(limit)d people."), code="too_many", params={"limit": MOST}
        )
