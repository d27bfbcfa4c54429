"""What happened in a step, and who may hear of it.

An event is a plain dict with `type`, the game's own fields and `to`: `"all"` or a list of different seats. A game that tells
one matter to some in full and to others with holes emits it twice, the version with holes marked `"redacted": True`; the two lists of seats do not
overlap. `to` and `redacted` never leave the server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Literal

Event = dict[str, Any]
Audience = int | Literal["public", "referee"]
PUBLIC: Literal["public"] = "public"
REFEREE: Literal["referee"] = "referee"


class EventLog(list[Event]):
    """The events of a step, sorted by audience in one pass when first asked. An engine whose every step is told to all seats returns one.

    Complete when it is made: neither the list nor an event in it is changed afterwards.
    """

    __slots__ = ("_sorted",)

    def __init__(self, events: Iterable[Event]) -> None:
        super().__init__(events)
        self._sorted: tuple[list[Event], defaultdict[int, list[Event]]] | None = None

    def heard_by(self, audience: int | Literal["public"]) -> list[Event]:
        """As `filter_for`. An event is stripped of `to` and `redacted` once, for all who hear it."""
        if self._sorted is None:
            self._sorted = _by_audience(self)
        public, seats = self._sorted
        return public.copy() if audience == PUBLIC else seats[audience].copy()


def _by_audience(events: Iterable[Event]) -> tuple[list[Event], defaultdict[int, list[Event]]]:
    """What everybody hears, and what each seat hears."""
    public: list[Event] = []
    # A seat that comes up for the first time has heard what everybody heard.
    seats: defaultdict[int, list[Event]] = defaultdict(public.copy)
    for event in events:
        plain = event.copy()
        to = plain.pop("to")
        if "redacted" in plain:
            del plain["redacted"]
        if type(to) is not str:
            for seat in to:
                seats[seat].append(plain)
        else:
            public.append(plain)
            for heard in seats.values():
                heard.append(plain)
    return public, seats


def filter_for(events: Iterable[Event], audience: Audience) -> list[Event]:
    """The events that `audience` hears, in their order, without `to` and `redacted`.

    A seat hears what is addressed to all or to it, the public what is addressed to all, the referee every matter once and in full.
    Audiences may share the events that they all hear: whoever gets them reads them and changes nothing.
    """
    if audience == REFEREE:
        heard = [event.copy() for event in events if "redacted" not in event]
    elif isinstance(events, EventLog):
        return events.heard_by(audience)
    elif audience == PUBLIC:
        heard = [event.copy() for event in events if event["to"] == "all"]
    else:
        heard = [event.copy() for event in events if (to := event["to"]) == "all" or audience in to]
    for event in heard:
        del event["to"]
        if "redacted" in event:
            del event["redacted"]
    return heard
