"""How do officers tell news to the members? A post on the club's page, and a notice for each member who wants it, within limits."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.clubs import holding
from lobby.clubs.models import LONGEST_POST, Club, Member, Post
from lobby.matches.errors import NotAllowed, TooMany
from lobby.store import acts

MOST_A_DAY = 3
"""Posts of one club within a day, removed ones included: each tells all of its members."""
DAY = timedelta(days=1)


class TooManyPosts(TooMany):
    """`data`: `limit`."""

    text = _("A club tells news %(limit)s times a day at most.")


def post(*, user: User, slug: str, text: str) -> Post:
    """Store news and tell the members. Raises NotAllowed, Muted, TooManyPosts; then nothing is stored."""
    holding.require_voice(user)
    said = holding.worded("text", text, LONGEST_POST)
    if not said:
        raise NotAllowed("text", _("Write something first."))
    with acts.acting():
        club = holding.held(slug)
        holding.officer(club, user)
        if Post.objects.filter(club=club, created_at__gt=timezone.now() - DAY).count() >= MOST_A_DAY:
            raise TooManyPosts(limit=MOST_A_DAY)
        made = Post.objects.create(club=club, author=user, text=said)
        people = Member.objects.filter(club=club, hears=True, user__is_active=True).exclude(user=user)
        silent = relations.blockers_of(user.pk)
        holding.tell(
            [one for one in people.values_list("user", flat=True) if one not in silent],
            club,
            "news",
            about(made.pk),
            post=made.pk,
        )
    return made


def about(post_id: int) -> str:
    """What the key of a notice says of a post; no other's begins with it."""
    return f"news-{post_id}."


@acts.acting()
def take_down(*, user: User, slug: str, post_id: int) -> None:
    """Officers remove a post, whoever wrote it. Raises NotAllowed."""
    club = holding.held(slug)
    holding.officer(club, user)
    found = Post.objects.filter(club=club, pk=post_id, removed_at=None).first()
    if found is None:
        raise NotAllowed("", _("This news is there no more."))
    erase(found, club)


def erase(found: Post, club: Club) -> None:
    """Remove the text of a post, and what members were told of it."""
    Post.objects.filter(pk=found.pk).update(text="", removed_at=timezone.now())
    people = Member.objects.filter(club=club).values_list("user", flat=True)
    holding.forget(club, people, about(found.pk))


@acts.acting()
def hear(*, user: User, slug: str, wanted: bool) -> None:
    """Does the person want notices of this club's news? Raises NotAllowed."""
    club = holding.held(slug)
    place = holding.member(club, user)
    Member.objects.filter(pk=place.pk).update(hears=wanted)
    if not wanted:
        holding.forget(club, [user.pk], "news")
