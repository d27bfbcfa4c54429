"""What becomes of an open rated table when its map cannot be rated any more? It is unrated from then on, and those who sit there are asked again."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from lobby.builds import admission
from lobby.matches.models import Match, Seat
from lobby.tables import seating


def on_map_refused(*, game_id: str, fingerprint: str, **_: Any) -> None:
    """Receiver of `map_refused`: nobody is rated there, and everybody but the host has to say anew that they are ready."""
    option = admission.option_of_maps(game_id)
    held = Match.objects.select_for_update().filter(game=game_id, status=Match.Status.OPEN, rated=True).order_by("pk")
    for match in held:
        if admission.fingerprint_of(game_id, match.options.get(option)) != fingerprint:
            continue
        Match.objects.filter(pk=match.pk).update(rated=False, revision=F("revision") + 1)
        Seat.objects.filter(match=match, user__isnull=False).exclude(user=match.host).update(ready=False)
        seating.tell(match)
