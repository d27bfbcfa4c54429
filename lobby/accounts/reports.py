"""How do people report somebody to staff? A report goes to the queue in the admin. The reported person is not told."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.accounts.models import Report, User
from lobby.platform.characters.cleaning import paragraphs

MOST_A_DAY = 20
"""Reports one person may make in a day."""
LONGEST_NOTE = Report._meta.get_field("note").max_length or 0


def report(
    *,
    reporter: User,
    person: User,
    kind: str,
    note: str = "",
    match_id: str | None = None,
    line_id: int | None = None,
    message_id: int | None = None,
    club_id: int | None = None,
    post_id: int | None = None,
    act_id: int | None = None,
    build_id: int | None = None,
    text: str = "",
) -> Report:
    """Report a person or, with an id and its `text`, a chat line, a private message, a club, a post, what they have
    written to the entrants of a contest, or what they have made and share. Raises ValidationError.

    A second report of the same changes nothing.
    """
    if persons.is_same(reporter, person):
        raise ValidationError(_("This is you."), code="yourself")
    if kind not in Report.Kind.values:
        raise ValidationError(_("Choose what it is about."), code="kind")
    note = paragraphs(note, longest=LONGEST_NOTE)
    same = Report.objects.filter(  # type: ignore[misc]  # None asks for reports without a message
        reporter=reporter,
        person=person,
        line_id=line_id,
        message_id=message_id,
        club_id=club_id,
        post_id=post_id,
        act_id=act_id,
        build_id=build_id,
        kind=kind,
        status=Report.Status.OPEN,
    ).first()
    if same is not None:
        return same
    if (
        Report.objects.filter(
            persons.of(reporter, "reporter"), created_at__gt=timezone.now() - timedelta(days=1)
        ).count()
        >= MOST_A_DAY
    ):
        raise ValidationError(
            _("You have made %(limit)d reports today."), code="too_many", params={"limit": MOST_A_DAY}
        )
    return Report.objects.create(
        reporter=reporter,
        person=person,
        name=person.name[:24],
        match_id=match_id,
        line_id=line_id,
        message_id=message_id,
        club_id=club_id,
        post_id=post_id,
        act_id=act_id,
        build_id=build_id,
        text=text,
        kind=kind,
        note=note,
    )
