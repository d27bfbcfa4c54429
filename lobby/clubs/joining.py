"""How does somebody become a member, and how do they leave? By the open door, by a request that officers answer, or by invitation.

Whoever the owner blocks, and whoever was refused or removed lately, reads the same sentence: nobody learns of a block.
"""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.clubs import founding, holding
from lobby.clubs.models import LONGEST_LINE, Asking, Club, Member
from lobby.matches.errors import NotAllowed, TooMany
from lobby.notices.models import Notice
from lobby.platform.characters import cleaning
from lobby.store import acts

MOST_ASKED = 10
"""Clubs that one person may ask at a time."""
MOST_WAITING = 200
"""Requests that one club keeps."""
MOST_INVITED = 30
"""Invitations of one club within a day."""
DAY = timedelta(days=1)
Role = Member.Role

_NOT_TAKEN = _("This club does not take you now.")
_NO_INVITATIONS = _("This person cannot be invited.")


class TooManyInvited(TooMany):
    """`data`: `limit`."""

    text = _("A club invites %(limit)s people a day at most.")


class TooManyAsked(TooMany):
    """`data`: `limit`."""

    text = _("You have asked %(limit)s clubs already. Wait for an answer, or take a request back.")


def join(*, user: User, slug: str, line: str = "") -> bool:
    """Become a member where the door is open or one is invited, else ask to. Returns True for a member now. Raises NotAllowed, Muted, TooMany."""
    holding.require_person(user)
    said = _said(line)
    with acts.acting():
        club = holding.held(slug)
        if Member.objects.filter(club=club, user=user).exists():
            return True
        asked = _live(Asking.objects.filter(club=club, user=user)).first()
        owned = Member.objects.filter(club=club, role=Role.OWNER).values_list("user", flat=True).first()
        was_refused = asked is not None and asked.invited_by_id is None and asked.refused_at is not None
        if was_refused or relations.is_blocked(by=owned, whom=user.pk):
            raise NotAllowed("", _NOT_TAKEN)
        is_invited = asked is not None and asked.invited_by_id is not None and asked.refused_at is None
        if is_invited or club.door == Club.Door.OPEN:
            holding.add(club, user)
            holding.forget(club, [user.pk], "invited")
            return True
        holding.refuse_if(club.door == Club.Door.INVITATION, _("One joins this club by invitation only."))
        if asked is None or asked.refused_at is not None:
            _ask(club, user, said)
    return False


def _ask(club: Club, user: User, said: str) -> None:
    if said:
        holding.require_voice(user)
    if _waiting(Asking.objects.filter(user=user, invited_by=None)).count() >= MOST_ASKED:
        raise TooManyAsked(limit=MOST_ASKED)
    waiting = _waiting(Asking.objects.filter(club=club, invited_by=None))
    holding.refuse_if(waiting.count() >= MOST_WAITING, _NOT_TAKEN)
    Asking.objects.filter(club=club, user=user).delete()
    made = Asking.objects.create(club=club, user=user, line=said)
    leading = Member.objects.filter(club=club, role__in=holding.LEADING).values_list("user", flat=True)
    silent = relations.blockers_of(user.pk)
    # Whoever has not looked yet is told once of all who ask.
    known = Notice.objects.filter(
        user__in=list(leading),
        kind=Notice.Kind.CLUB,
        key__startswith=f"{Notice.Kind.CLUB}:{club.pk}:asked",
        read_at=None,
    )
    told = {*known.values_list("user", flat=True), *silent}
    holding.tell([one for one in leading if one not in told], club, "asked", f"asked-{made.pk}")


@acts.acting()
def take_back(*, user: User, slug: str) -> None:
    """Ask no more, or decline an invitation."""
    club = holding.held(slug)
    mine = Asking.objects.filter(club=club, user=user, refused_at=None)
    mine.filter(invited_by=None).delete()
    mine.update(refused_at=timezone.now())
    holding.forget(club, [user.pk], "invited")


@acts.acting()
def leave(*, user: User, slug: str) -> None:
    """Leave. The owner's place passes on as `pass_on` says."""
    club = holding.held(slug)
    place = holding.member(club, user)
    if place.role == Role.OWNER:
        pass_on(club, place)
    else:
        holding.drop(place)


def pass_on(club: Club, owner: Member) -> None:
    """The owner goes: whoever has been an officer for longest becomes the owner, else a member for longest; without any the club closes."""
    others = Member.objects.filter(club=club).exclude(pk=owner.pk).order_by("in_role_since", "pk")
    heir = others.filter(role=Role.OFFICER).first() or others.filter(role=Role.MEMBER).order_by("since", "pk").first()
    if heir is None:
        founding.shut(club)
        return
    holding.drop(owner)
    heir.role, heir.in_role_since = Role.OWNER, timezone.now()
    heir.save(update_fields=["role", "in_role_since"])
    holding.tell([heir.user_id], club, "owner", f"owner-{heir.pk}-{heir.in_role_since:%Y%m%d%H%M%S}")


@acts.acting()
def invite(*, user: User, slug: str, person: User) -> None:
    """Officers invite somebody; of somebody who asks, it is the answer. Raises NotAllowed, TooManyInvited."""
    club = holding.held(slug)
    holding.officer(club, user)
    if Member.objects.filter(club=club, user=person).exists():
        raise NotAllowed("person", _("This person is in the club already."))
    asked = _live(Asking.objects.filter(club=club, user=person)).first()
    if asked is not None and asked.invited_by_id is None and asked.refused_at is None:
        _admit(club, asked)
        return
    if asked is not None and asked.invited_by_id is not None and asked.refused_at is None:
        return
    has_declined = asked is not None and asked.invited_by_id is not None
    takes_none = person.is_guest or person.is_bot or not person.is_active or person.is_suspended
    if takes_none or has_declined or relations.is_blocked(by=person.pk, whom=user.pk):
        raise NotAllowed("person", _NO_INVITATIONS)
    if person.messages_from == User.MessagesFrom.NOBODY:
        raise NotAllowed("person", _NO_INVITATIONS)
    today = Asking.objects.filter(club=club, invited_by__isnull=False, created_at__gt=timezone.now() - DAY)
    if today.count() >= MOST_INVITED:
        raise TooManyInvited(limit=MOST_INVITED)
    Asking.objects.filter(club=club, user=person).delete()
    made = Asking.objects.create(club=club, user=person, invited_by=user)
    holding.tell([person.pk], club, "invited", f"invited-{made.pk}")


@acts.acting()
def accept(*, user: User, slug: str, person: User) -> None:
    """Officers take somebody in who asks. Raises NotAllowed."""
    club = holding.held(slug)
    holding.officer(club, user)
    _admit(club, _asked(club, person))


@acts.acting()
def refuse(*, user: User, slug: str, person: User) -> None:
    """Officers refuse somebody who asks; nobody is told. Raises NotAllowed."""
    club = holding.held(slug)
    holding.officer(club, user)
    asked = _asked(club, person)
    asked.refused_at, asked.line = timezone.now(), ""
    asked.save(update_fields=["refused_at", "line"])
    _looked(club)


def _admit(club: Club, asked: Asking) -> None:
    try:
        holding.add(club, asked.user)
    except holding.TooManyClubs:
        raise NotAllowed("", _("This person is in as many clubs as one can be.")) from None
    holding.tell([asked.user_id], club, "accepted", f"accepted-{asked.pk}")
    _looked(club)


def _looked(club: Club) -> None:
    """Nobody has to be told of requests that are answered."""
    if not requests(club).exists():
        leading = Member.objects.filter(club=club, role__in=holding.LEADING)
        holding.forget(club, leading.values_list("user", flat=True), "asked")


def _asked(club: Club, person: User) -> Asking:
    found = requests(club).filter(user=person).first()
    if found is None:
        raise NotAllowed("", _("This person does not ask to join any more."))
    return found


def requests(club: Club) -> QuerySet[Asking]:
    """Who asks to join and waits for an answer, the first one first."""
    return _waiting(Asking.objects.filter(club=club, invited_by=None, user__is_active=True)).order_by("pk")


def asking(club: Club, user: User) -> Asking | None:
    """What there is between the club and somebody who is no member."""
    return _live(Asking.objects.filter(club=club, user=user)).first()


def invitations(user: User) -> QuerySet[Asking]:
    """To which clubs the person is invited, the newest first."""
    found = _waiting(Asking.objects.filter(user=user, invited_by__isnull=False, club__closed_at=None))
    return found.select_related("club", "invited_by").order_by("-pk")


def _waiting(found: QuerySet[Asking]) -> QuerySet[Asking]:
    return found.filter(refused_at=None)


def _live(found: QuerySet[Asking]) -> QuerySet[Asking]:
    """Without refusals that are so old that they hold no more."""
    return found.filter(Q(refused_at=None) | Q(refused_at__gt=timezone.now() - holding.KEPT_OUT))


def _said(line: str) -> str:
    if not line.strip():
        return ""
    try:
        return cleaning.line(line, longest=LONGEST_LINE)
    except ValidationError as error:
        raise NotAllowed.of("line", error) from None
