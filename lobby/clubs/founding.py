"""How does a club begin, change and end? It is founded by a person, changed by its officers, closed by its owner or by staff."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from lobby.accounts import impersonation, sanctions
from lobby.accounts.models import User
from lobby.clubs import holding
from lobby.clubs.models import LONGEST_ABOUT, LONGEST_NAME, Asking, Club, Member
from lobby.clubs.signals import club_closed
from lobby.matches.errors import NotAllowed, TooMany
from lobby.platform.characters import cleaning, looks
from lobby.store import acts

SHORTEST_NAME = 3
_RESERVED = {"new"}
"""Words that stand in addresses where a club's name does."""


class TooManyOwned(TooMany):
    """`data`: `limit`."""

    text = _("You own %(limit)s clubs already. Hand one over first.")


def clean_name(raw: str) -> str:
    """`raw` as a label. Raises ValidationError."""
    name = cleaning.label(raw, shortest=SHORTEST_NAME, longest=LONGEST_NAME)
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    if impersonation.is_impersonation(name):
        raise ValidationError(_("This name could pass for the site or its staff."), code="posing")
    return name


def found(*, user: User, name: str, about: str = "", door: str = Club.Door.OPEN) -> Club:
    """A new club, of which the person is the owner. Raises NotAllowed with the name of the field, Muted, TooMany."""
    holding.require_person(user)
    holding.require_voice(user)
    try:
        name = clean_name(name)
    except ValidationError as error:
        raise NotAllowed.of("name", error) from None
    about = holding.worded("about", about, LONGEST_ABOUT)
    _check_door(door)
    look = looks.skeleton(name)
    with acts.acting():
        if Member.objects.filter(user=user, role=Member.Role.OWNER).count() >= holding.MOST_OWNED:
            raise TooManyOwned(limit=holding.MOST_OWNED)
        if Club.objects.filter(look=look, closed_at=None).exists():
            raise NotAllowed("name", _TAKEN)
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=name, name_key=name.casefold(), look=look, slug=_free_slug(name), about=about, door=door
                )
        except IntegrityError:
            # Somebody else took the name, or one that looks like it, at the same moment.
            raise NotAllowed("name", _TAKEN) from None
        holding.add(club, user, Member.Role.OWNER)
    return club


@acts.acting()
def change(*, user: User, slug: str, about: str | None = None, door: str | None = None) -> Club:
    """Officers change what the club says of itself, its owner how one joins. What is None stays. Raises NotAllowed, Muted."""
    club = holding.held(slug)
    place = holding.officer(club, user)
    if about is not None and about != club.about:
        holding.require_voice(user)
        club.about = holding.worded("about", about, LONGEST_ABOUT)
    if door is not None and door != club.door:
        if place.role != Member.Role.OWNER:
            raise NotAllowed("door", _("Only the owner of the club can do this."))
        _check_door(door)
        club.door = door
    club.save(update_fields=["about", "door"])
    return club


@acts.acting()
def close(*, user: User, slug: str) -> None:
    """The owner closes the club for good. Raises NotAllowed."""
    club = holding.held(slug)
    holding.owner(club, user)
    shut(club)


@acts.acting()
def close_as_staff(*, staff: User, slug: str, why: str) -> None:
    """Staff who are not in the club close it; the log keeps the reason. Raises NotAllowed."""
    club = holding.held(slug)
    if Member.objects.filter(club=club, user=staff).exists():
        raise NotAllowed("", _("You are in this club: somebody else of the staff has to decide."))
    first = Member.objects.filter(club=club, role=Member.Role.OWNER).select_related("user").first()
    shut(club)
    sanctions.log_act(
        staff=staff, act="close club", person=None if first is None else first.user, subject=club, why=why
    )


def all_text(club: Club) -> str:
    """The name and what the club says of itself, as reports keep them."""
    return f"{club.name}\n{club.about}"[:LONGEST_ABOUT]


def silence(club: Club, reported: str) -> bool:
    """Take away what the club says of itself if it is still what was reported, as `all_text` has it. False: it is not."""
    if not club.about or all_text(club) != reported:
        return False
    return bool(Club.objects.filter(pk=club.pk, about=club.about).update(about=""))


def shut(club: Club) -> None:
    """Close a locked club: nobody is in it any more, and its name is free. Its open tables close, its contests that have not begun are cancelled;
    matches and contests that run go on."""
    people = list(Member.objects.filter(club=club).values_list("user", flat=True))
    people += Asking.objects.filter(club=club).values_list("user", flat=True)
    holding.forget(club, people)
    Member.objects.filter(club=club).delete()
    Asking.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).update(closed_at=timezone.now(), size=0)
    club_closed.send(None, club=club)


_TAKEN = _("There is a club of this name, or of one that looks like it.")


def _check_door(door: str) -> None:
    if door not in Club.Door.values:
        raise NotAllowed("door", _("A club is open, by request or by invitation."))


def _free_slug(name: str) -> str:
    """The name as it stands in addresses, with a number if another club has or had that."""
    plain = slugify(name, allow_unicode=True)[:50].strip("-_") or "club"
    known = {*Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True), *_RESERVED}
    number = next(n for n in range(1, len(known) + 2) if _numbered(plain, n) not in known)
    return _numbered(plain, number)


def _numbered(plain: str, number: int) -> str:
    return plain if number == 1 else f"{plain}-{number}"
