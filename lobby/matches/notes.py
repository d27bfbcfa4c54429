"""What has a person written down about a match? For that person alone: no list, feed, export of the match or staff page has it."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches import acts, audience
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match
from lobby.matches.people import Note

LONGEST = 10_000


def read(*, user: User, match_id: str) -> str:
    """The person's note, "" before the first word; raises NoMatch."""
    _check_visible(user, match_id)
    note = Note.objects.filter(match_id=match_id, user=user).first()
    return note.text if note else ""


def write(*, user: User, match_id: str, text: str) -> None:
    """Put `text` in place of what stood there. Raises NoMatch, NotAllowed."""
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
