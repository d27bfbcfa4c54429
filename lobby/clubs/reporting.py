"""How is what a club says of itself, or one of its news, reported to staff? The report is about who answers for it."""

from __future__ import annotations

from dataclasses import dataclass

from lobby.accounts import reports
from lobby.accounts.models import User
from lobby.clubs import founding, reading
from lobby.clubs.models import Club, Member, Post
from lobby.matches.errors import NoMatch


class NothingReported(NoMatch):
    """The club has no such news, or its reader does not see them."""


@dataclass(frozen=True)
class Reported:
    """What a report is about."""

    club: Club
    post: Post | None
    """None: what the club says of itself."""
    person: User
    """Its author, if known, else the owner."""

    @property
    def text(self) -> str:
        """What stands there now, as the report keeps it."""
        return founding.all_text(self.club) if self.post is None else self.post.text


def reported(*, user: User, slug: str, post_id: int | None = None) -> Reported:
    """What this person could report. Raises NoClub, NothingReported."""
    club = reading.find(slug)
    post = None if post_id is None else reading.posts(club, user).filter(pk=post_id).first()
    if post_id is not None and post is None:
        raise NothingReported
    if post is not None and post.author is not None:
        return Reported(club, post, post.author)
    owner = Member.objects.filter(club=club, role=Member.Role.OWNER).select_related("user").first()
    if owner is None:
        raise NothingReported
    return Reported(club, post, owner.user)


def report(*, user: User, about: Reported, kind: str, note: str = "") -> None:
    """Report it. Raises ValidationError as `reports.report` does."""
    reports.report(
        reporter=user,
        person=about.person,
        club_id=about.club.pk,
        post_id=None if about.post is None else about.post.pk,
        text=about.text,
        kind=kind,
        note=note,
    )
