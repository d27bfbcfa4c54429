"""What happened in a step, and who may hear of it.

An event is a plain dict with `type`, the game's own fields and `to`: `"all"` or a list of seats. A game that tells one
matter to some in full and to others with holes emits it twice, the version with holes marked `"redacted": True`; the two lists of seats do not
overlap. `to` and `redacted` never leave the server.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

Event = dict[str, Any]
Audience = int | Literal["public", "referee"]
PUBLIC: Literal["public"] = "public"
REFEREE: Literal["referee"] = "referee"


def filter_for(events: Iterable[Event], audience: Audience) -> list[Event]:
    """The events that `audience` hears, in their order, without `to` and `redacted`.

    A seat hears what is addressed to all or to it, the public what is addressed to all, the referee every matter once and in full.
    """
    if audience == REFEREE:
        heard = [event.copy() for event in events if "redacted" not in event]
    elif audience == PUBLIC:
        heard = [event.copy() for event in events if event["to"] == "all"]
    else:
        heard = [event.copy() for event in events if event["to"] == "all" or audience in event["to"]]
    for event in heard:
        del event["to"]
        event.pop("redacted", None)
    return heard
