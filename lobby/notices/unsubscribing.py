"""What happens when somebody wants to hear nothing of a match any more, or to get no mails of a kind? And how do they take that back?"""

from __future__ import annotations

from django.db import transaction

from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.notices import wishes
from lobby.notices.links import Stop
from lobby.notices.models import Mute, Notice, Wishes


@transaction.atomic
def end(what: Stop) -> None:
    """End it; what is on its way is dropped when its turn comes."""
    if what.match_id:
        if Match.objects.filter(pk=what.match_id).exists():
            Mute.objects.get_or_create(user_id=what.user_id, match_id=what.match_id)
        return
    chosen = _chosen(what)
    wishes.without(chosen, wishes.MAIL, what.kind)
    chosen.save()


@transaction.atomic
def begin_again(what: Stop) -> None:
    """Take that back: mails come as by default."""
    if what.match_id:
        Mute.objects.filter(user=what.user_id, match=what.match_id).delete()
        return
    chosen = _chosen(what)
    for kind in [what.kind] if what.kind else Notice.Kind.values:
        mails = {wishes.MAIL, wishes.DIGEST} & {*wishes.DEFAULTS[Notice.Kind(kind)]}
        wishes.choose(chosen, {kind: wishes.ways(chosen, kind) | mails})
    chosen.save()


def is_ended(what: Stop) -> bool:
    """True if there is nothing to end."""
    if what.match_id:
        return Mute.objects.filter(user=what.user_id, match=what.match_id).exists()
    chosen = wishes.of_many([what.user_id])[what.user_id]
    kinds = [what.kind] if what.kind else Notice.Kind.values
    return not any(wishes.ways(chosen, kind) & {wishes.MAIL, wishes.DIGEST} for kind in kinds)


def _chosen(what: Stop) -> Wishes:
    return wishes.of(User.objects.get(pk=what.user_id))
