"""What are a person's private notes about a match? Only that person reads them: no list, feed, match export or staff page shows them."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match
from lobby.matches.people import Note
from lobby.store import acts

LONGEST = 10_000


def read(*, user: User, match_id: str) -> str:
    """The person's note, "" if there is none. Raises NoMatch if the person may not see the match."""
    _check_visible(user, match_id)
    note = Note.objects.filter(match_id=match_id, user=user).first()
    return note.text if note else ""


def write(*, user: User, match_id: str, text: str) -> None:
    """Replace the person's note by `text`; a blank text deletes it. Raises NoMatch, and NotAllowed if the text is too long."""
    _check_visible(user, match_id)
    if len(text) > LONGEST:
        raise NotAllowed("text", _("A note has at most %(limit)s characters."), limit=LONGEST)
    with acts.acting():
        if text.strip():
            fields = {"text": text, "updated_at": timezone.now()}
            Note.objects.update_or_create(match_id=match_id, user=user, defaults=fields)
        else:
            Note.objects.filter(match_id=match_id, user=user).delete()


def _check_visible(user: User, match_id: str) -> None:
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not audience.is_visible(match, list(match.seats.all()), user.pk):
        raise NoMatch
