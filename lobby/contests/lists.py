"""Who can enter a contest by list? The accounts whose names its host has given; they are told, and enter by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, relations
from lobby.accounts.models import User
from lobby.contests.models import Contest, Listed
from lobby.matches.errors import NotAllowed
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News

MOST = 1024
"""Names on one list."""
LONGEST = MOST * 26
"""Characters of a list as it is pasted."""
_TOLD = 10
"""Names that are told of those that nobody has."""


def split(text: str) -> list[str]:
    """Names as they were pasted: one a line, or with commas between them."""
    return [name for part in re.split(r"[\n\r\0,;，；、]", text) if (name := part.strip().removeprefix("@"))]


def named(names: Sequence[str]) -> list[User]:
    """The accounts with these names, each once. Raises NotAllowed for `listed` that tells the names that no account has."""
    wanted = {name.strip().casefold(): name.strip() for name in names}
    if len(wanted) > MOST:
        raise NotAllowed("listed", _("At most %(limit)s names."), limit=MOST)
    found = list(User.objects.filter(name_key__in=list(wanted), is_active=True, is_guest=False).order_by("pk"))
    missing = [name for key, name in wanted.items() if key not in {one.name_key for one in found}]
    if missing:
        shown = ", ".join(missing[:_TOLD]) + (" …" if len(missing) > _TOLD else "")
        raise NotAllowed("listed", _("Nobody has these names: %(names)s"), names=shown)
    return found


def write(contest: Contest, users: Sequence[User]) -> set[int]:
    """Put these on the list in place of those who were, inside the caller's transaction, and tell the new ones. Returns whom it has lost."""
    before = set(contest.listed.values_list("user", flat=True))
    wanted = {one.pk for one in users}
    contest.listed.exclude(user__in=wanted).delete()
    Listed.objects.bulk_create(Listed(contest=contest, user_id=one) for one in sorted(wanted - before))
    # Whoever wants nothing of the host can enter, and hears nothing.
    deaf = relations.blockers_of(contest.host_id)
    _tell(contest, sorted(wanted - before - deaf), "listed")
    return before - wanted


def withdraw(contest: Contest, user_ids: set[int]) -> None:
    """Who is on the list no more, with no account of theirs, takes no part any more, alone."""
    still = set(contest.listed.values_list(persons.person("user"), flat=True))
    gone_persons = set(persons.persons_of(user_ids).values()) - still
    theirs = persons.accounts(*gone_persons).values("pk")
    here = contest.entrants.filter(user__in=theirs, team=None, is_organiser=False, withdrawn_at=None)
    gone = list(here.values_list("user", flat=True))
    here.update(withdrawn_at=timezone.now())
    _tell(contest, sorted({one for one in gone if one is not None}), "unlisted")


def _tell(contest: Contest, user_ids: Sequence[int], what: str) -> None:
    data = {"contest": contest.pk, "name": contest.name, "what": what}
    about = f"{contest.pk}:{what}" if what == "listed" else f"{contest.pk}:{what}:{timezone.now():%Y%m%d%H%M%S%f}"
    writing.tell([News(one, Notice.Kind.CONTEST, about, data=data) for one in user_ids])
