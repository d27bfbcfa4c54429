"""May one person write to another now? Who is refused reads why, as far as that tells nothing about others.

- Whoever is blocked, is left out by the other's setting, or writes to somebody who is suspended reads the same sentence: nobody learns
  of a block.
- While the two share a running match in which the writer may not talk in private, they write each other nothing.
- If names are hidden in that match, a refusal for some would tell who sits there. So whoever sits in such a match writes to nobody until it is over,
  whoever else sits in it: the refusal follows from the writer's own seats alone, and says so. As it holds for all of that match, no two of them
  can write to each other. What others write still arrives.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, relations
from lobby.accounts.models import Follow, User
from lobby.conversations.models import Side
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, ServiceError
from lobby.matches.models import GOES_ON, OVER, Match, Seat
from lobby.talk import press
from lobby.talk.chat import Muted

From = User.MessagesFrom

_NOT_TAKEN = _("This person takes no messages from you.")


def ensure(user: User, other: User) -> None:
    """Raise the ServiceError that says why `user` cannot write to `other` now."""
    if user.is_guest:
        raise NotAllowed("", _("Guests cannot write messages. With an account you can."))
    if user.pk == other.pk:
        raise NotAllowed("", _("This is you."))
    if user.is_bot or other.is_bot:
        raise NotAllowed("", _("Messages are for people: programs neither write nor get them."))
    if other.is_guest or not other.is_active:
        raise NotAllowed("", _NOT_TAKEN)
    until = user.mute_ends
    if until is not None:
        raise Muted("", until=f"{until:%Y-%m-%d %H:%M}")
    if relations.is_blocked(by=user.pk, whom=other.pk):
        raise NotAllowed("", _("You block this person. Unblock them to write to them."))
    if user.messages_from == From.NOBODY:
        raise NotAllowed(
            "", _("You take no messages, so nobody could answer you. Choose in your preferences who may write to you.")
        )
    _check_matches(user, other)
    if other.is_suspended or relations.is_blocked(by=other.pk, whom=user.pk) or not _takes(other, user):
        raise NotAllowed("", _NOT_TAKEN)


def refusal(user: User, other: User) -> ServiceError | None:
    """The same as a value; None: they may write."""
    try:
        ensure(user, other)
    except ServiceError as error:
        return error
    return None


def have_played(one: User, other: User) -> bool:
    """True if both have sat in a match that is over, or in one that goes on and hides no names."""
    theirs = Seat.objects.filter(persons.of(other, "user")).values("match")
    shared = Seat.objects.filter(persons.of(one, "user"), match__in=theirs, match__kind=Match.Kind.ORDINARY)
    shown = Q(match__status__in=OVER) | Q(match__status__in=GOES_ON, match__anonymous=False)
    return shared.filter(shown, match__sealed=False, match__started_at__isnull=False).exists()


def _takes(person: User, writer: User) -> bool:
    """Does the person's setting let the writer write? Whoever they have written to may answer."""
    if person.messages_from == From.NOBODY:
        return False
    if Side.objects.filter(person=person, other=writer, has_written=True).exists():
        return True
    if Follow.objects.filter(follower=person, followed=writer).exists():
        return True
    return person.messages_from == From.KNOWN and have_played(person, writer)


def _check_matches(user: User, other: User) -> None:
    going_on = Q(finished_at__isnull=True, match__status__in=GOES_ON, match__kind=Match.Kind.ORDINARY)
    mine = list(Seat.objects.filter(persons.of(user, "user"), going_on).select_related("match"))
    hidden = [seat for seat in mine if audience.hides_names(seat.match)]
    if any(not press.may_speak_in_private(seat.match, seat) for seat in hidden):
        raise NotAllowed(
            "",
            _(
                "You play in a match that hides names and has no private talk. Until it is over you can write to nobody: whoever you could not write"
                " to would be known to sit there."
            ),
        )
    theirs = Seat.objects.filter(persons.of(other, "user"), match__in={seat.match_id for seat in mine})
    shared = set(theirs.values_list("match_id", flat=True))
    if any(seat.match_id in shared and not press.may_speak_in_private(seat.match, seat) for seat in mine):
        raise NotAllowed(
            "",
            _(
                "You two play a match in which players do not talk in private. You can write to each other when it is over."
            ),
        )
