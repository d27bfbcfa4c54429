"""What becomes of a match that staff have set back? It stands still until the match in which it goes on is over, then it opens.

How it gets there: `oversight.set_back`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from lobby.matches import acts, votes, wake
from lobby.matches.audience import is_over
from lobby.matches.models import Match


def successor(match: Match) -> Match | None:
    """Where a match that was set aside goes on; None for any other."""
    return _successors([match.pk]).first() if match.set_aside else None


def successors(match_ids: Collection[str]) -> dict[str, str]:
    """The same by ids, for matches that were set aside."""
    found = _successors(match_ids).values_list("forked_from", "pk") if match_ids else []
    return {origin: pk for origin, pk in found if origin is not None}


def _successors(match_ids: Collection[str]) -> QuerySet[Match]:
    return Match.objects.filter(forked_from__in=match_ids).exclude(kind=Match.Kind.SANDBOX)


def open_what_is_over(now: datetime) -> int:
    """Abort those whose successor is over or gone: nothing in them is secret any more. Returns how many."""
    opened = 0
    for waiting in Match.objects.filter(set_aside=True, status=Match.Status.PAUSED).only("pk", "set_aside"):
        following = successor(waiting)
        if following is not None and (not is_over(following)):
            continue
        with acts.passing():
            match = Match.objects.select_for_update().filter(pk=waiting.pk, status=Match.Status.PAUSED).first()
            if match is not None:
                votes.abort(match, now)
                wake.publish_soon(match.pk)
                opened += 1
    return opened
