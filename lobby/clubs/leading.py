"""Who leads a club? The owner makes officers and hands over; officers remove members. What becomes of a closed account."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.clubs import holding, joining
from lobby.clubs.models import Asking, Club, Member
from lobby.matches.errors import NotAllowed
from lobby.store import acts

MOST_OFFICERS = 20
Role = Member.Role


@acts.acting()
def promote(*, user: User, slug: str, person: User) -> None:
    """The owner makes a member an officer. Raises NotAllowed."""
    club, _own, place = _of_owner(user, slug, person)
    if place.role == Role.OFFICER:
        return
    if Member.objects.filter(club=club, role=Role.OFFICER).count() >= MOST_OFFICERS:
        raise NotAllowed("", _("A club has %(limit)s officers at most."), limit=MOST_OFFICERS)
    _set(place, Role.OFFICER)
    holding.tell([place.user_id], club, "officer", f"officer-{place.pk}-{place.in_role_since:%Y%m%d%H%M%S}")


@acts.acting()
def demote(*, user: User, slug: str, person: User) -> None:
    """The owner makes an officer a member like others. Raises NotAllowed."""
    club, _own, place = _of_owner(user, slug, person)
    if place.role == Role.OFFICER:
        _set(place, Role.MEMBER)
        holding.forget(club, [place.user_id], "officer")


@acts.acting()
def hand_over(*, user: User, slug: str, person: User) -> None:
    """Another member becomes the owner, and the owner an officer. Raises NotAllowed."""
    club, own, place = _of_owner(user, slug, person)
    if Member.objects.filter(user=person, role=Role.OWNER).count() >= holding.MOST_OWNED:
        raise NotAllowed("", _("This person owns %(limit)s clubs already."), limit=holding.MOST_OWNED)
    _set(own, Role.OFFICER)
    _set(place, Role.OWNER)
    holding.tell([place.user_id], club, "owner", f"owner-{place.pk}-{place.in_role_since:%Y%m%d%H%M%S}")


@acts.acting()
def remove(*, user: User, slug: str, person: User) -> None:
    """Officers remove a member, the owner an officer as well; who cannot come back for a while. Raises NotAllowed."""
    club = holding.held(slug)
    own, place = holding.officer(club, user), holding.other(club, person)
    holding.refuse_if(own.pk == place.pk, _YOURSELF)
    holding.refuse_if(
        place.role in holding.LEADING and own.role != Role.OWNER, _("Only the owner of the club can do this.")
    )
    holding.drop(place)
    Asking.objects.update_or_create(
        club=club, user=person, defaults={"invited_by": None, "line": "", "refused_at": timezone.now()}
    )


def on_account_closed(sender: object, *, user: User, **_kwargs: object) -> None:
    """A closed account is in no club; its clubs pass on as `joining.pass_on` says. What it wrote as news stays, without its name."""
    Asking.objects.filter(user=user).delete()
    Asking.objects.filter(invited_by=user).delete()
    slugs = Club.objects.filter(members__user=user, closed_at=None).order_by("pk").values_list("slug", flat=True)
    for slug in list(slugs):
        club = holding.held(slug)
        place = holding.member(club, user)
        if place.role == Role.OWNER:
            joining.pass_on(club, place)
        else:
            holding.drop(place)


_YOURSELF = _("This is you, or the owner of the club.")


def _of_owner(user: User, slug: str, person: User) -> tuple[Club, Member, Member]:
    """How each act of the owner on somebody begins: the locked club, the owner's place and the other's. Raises NotAllowed."""
    club = holding.held(slug)
    own, place = holding.owner(club, user), holding.other(club, person)
    holding.refuse_if(own.pk == place.pk, _YOURSELF)
    return club, own, place


def _set(place: Member, role: str) -> None:
    place.role, place.in_role_since = role, timezone.now()
    place.save(update_fields=["role", "in_role_since"])
