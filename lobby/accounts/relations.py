"""Who follows and who blocks whom? Neither the followed nor the blocked person is told.

The rooms that a block concerns check it themselves: `tables` and `accord` for seats, `talk` for the chat lines that the blocker
would read.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import Block, Follow, User

MOST = 1000
"""People one person may follow, and as many to block."""


def follow(*, user: User, person: User) -> None:
    """Follow `person`, to see what they play. Raises ValidationError."""
    _check_other(user, person)
    _check_room(Follow.objects.filter(follower=user).count())
    Follow.objects.get_or_create(follower=user, followed=person)


def unfollow(*, user: User, person: User) -> None:
    """Not any more."""
    Follow.objects.filter(follower=user, followed=person).delete()


@transaction.atomic
def block(*, user: User, person: User) -> None:
    """Block `person`, and end following in both directions. Raises ValidationError."""
    _check_other(user, person)
    _check_room(Block.objects.filter(blocker=user).count())
    Block.objects.get_or_create(blocker=user, blocked=person)
    Follow.objects.filter(Q(follower=user, followed=person) | Q(follower=person, followed=user)).delete()


def unblock(*, user: User, person: User) -> None:
    """Not any more."""
    Block.objects.filter(blocker=user, blocked=person).delete()


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
    return by is not None and whom is not None and Block.objects.filter(blocker_id=by, blocked_id=whom).exists()


def are_blocked(one: int, other: int) -> bool:
    """True if either has blocked the other."""
    return Block.objects.filter(Q(blocker_id=one, blocked_id=other) | Q(blocker_id=other, blocked_id=one)).exists()


def blockers_of(user_id: int | None) -> frozenset[int]:
    """Ids of the people who block the person. Use them to filter lists; never show them."""
    return (
        frozenset(Block.objects.filter(blocked_id=user_id).values_list("blocker_id", flat=True))
        if user_id
        else frozenset()
    )


def blocks_of(user_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Ids of the people whom each of them blocks, without those who block nobody."""
    found: dict[int, set[int]] = {}
    for blocker, blocked in Block.objects.filter(blocker_id__in=list(user_ids)).values_list("blocker_id", "blocked_id"):
        found.setdefault(blocker, set()).add(blocked)
    return {blocker: frozenset(blocked) for blocker, blocked in found.items()}


def _check_other(user: User, person: User) -> None:
    if user.pk == person.pk:
        raise ValidationError(_("This is you."), code="yourself")


def _check_room(count: int) -> None:
    if count >= MOST:
        raise ValidationError(
            _("You have reached the limit of %(limit)d people."), code="too_many", params={"limit": MOST}
        )
