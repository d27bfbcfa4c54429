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
    """The events of a step as `resolve` may return them: a list that is sorted by audience once, when first asked.

    Complete when it is made: neither the list nor an event in it is changed afterwards.
    """

    __slots__ = ("_told",)

    def __init__(self, events: Iterable[Event]) -> None:
        super().__init__(events)
        self._told: Told | None = None

    def told(self) -> Told:
        """What each audience hears."""
        if self._told is None:
            self._told = Told(self)
        return self._told


class Told:
    """What everybody hears and what each seat hears. An event is stripped of `to` and `redacted` once, for all who hear it."""

    __slots__ = ("public", "seats")

    def __init__(self, events: Iterable[Event]) -> None:
        self.public: list[Event] = []
        # A seat that comes up for the first time has heard what everybody heard.
        self.seats: defaultdict[int, list[Event]] = defaultdict(self.public.copy)
        public, seats = self.public, self.seats
        for event in events:
            plain = event.copy()
            to = plain.pop("to")
            if "redacted" in plain:
                del plain["redacted"]
            if to == "all":
                public.append(plain)
                for heard in seats.values():
                    heard.append(plain)
            else:
                for seat in to:
                    seats[seat].append(plain)


def filter_for(events: Iterable[Event], audience: Audience) -> list[Event]:
    """The events that `audience` hears, in their order, without `to` and `redacted`.

    A seat hears what is addressed to all or to it, the public what is addressed to all, the referee every matter once and in full.
    Audiences share the events that they all hear: whoever gets them reads them and changes nothing.
    """
    if audience == REFEREE:
        return [
            {key: value for key, value in event.items() if key != "to"} for event in events if "redacted" not in event
        ]
    told = events.told() if isinstance(events, EventLog) else Told(events)
    return told.public.copy() if audience == PUBLIC else told.seats[audience].copy()
