"""What happens to a match that staff have set back? It stands still until its successor is over, then it becomes public.

`oversight.set_back` sets a match aside.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from lobby.fog.audience import is_over
from lobby.matches.models import Match
from lobby.play import interruptions
from lobby.store import acts, wake


def successor(match: Match) -> Match | None:
    """The match in which a set-aside match continues; None for any other match."""
    return _successors([match.pk]).first() if match.set_aside else None


def successors(match_ids: Collection[str]) -> dict[str, str]:
    """Id → id of the successor, for those of the matches that were set aside."""
    found = _successors(match_ids).values_list("forked_from", "pk") if match_ids else []
    return {origin: pk for origin, pk in found if origin is not None}


def _successors(match_ids: Collection[str]) -> QuerySet[Match]:
    return Match.objects.filter(forked_from__in=match_ids).exclude(kind=Match.Kind.SANDBOX)


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Receiver of `referee_sweeps`; calls `open_what_is_over`."""
    open_what_is_over(now)


def open_what_is_over(now: datetime) -> int:
    """Abort set-aside matches whose successor is over or deleted: they are no longer secret. Returns their number."""
    opened = 0
    for waiting in Match.objects.filter(set_aside=True, status=Match.Status.PAUSED).only("pk", "set_aside"):
        following = successor(waiting)
        if following is not None and (not is_over(following)):
            continue
        with acts.skip_if_locked():
            match = Match.objects.select_for_update().filter(pk=waiting.pk, status=Match.Status.PAUSED).first()
            if match is not None:
                interruptions.abort(match, now)
                wake.publish_soon(match.pk)
                opened += 1
    return opened
