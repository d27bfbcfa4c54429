"""What happened in a step, and who may hear of it.

An event is a plain dict with `type`, the game's own fields and `to`: `"all"` or a list of different seats. A game that tells
one matter to some in full and to others with holes emits it twice, the version with holes marked `"redacted": True`; the two lists of seats do not
overlap. `to` and `redacted` never leave the server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, overload

Event = dict[str, Any]
Audience = int | Literal["public", "referee"]
PUBLIC: Literal["public"] = "public"
REFEREE: Literal["referee"] = "referee"
Addressees = list[int] | Literal["all"]
Told = tuple[Event, Addressees, bool]
"""An event without `to` and `redacted`, and these. What stands in it may stand in others too."""


class EventLog(Sequence[Event]):
    """The events of a step, told apart from whom they are told to, and sorted by audience in one pass when first asked.

    An engine whose steps have many events returns one. As a sequence it is that of the events as they are stored, with `to`.
    Complete when it is made: neither `told` nor an event in it is changed afterwards.
    """

    __slots__ = ("_sorted", "_told")

    def __init__(self, told: Sequence[Told]) -> None:
        self._told = told
        self._sorted: tuple[list[Event], defaultdict[int, list[Event]]] | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> EventLog:
        """A log of events with `to`."""
        return cls([_told(**event) for event in events])

    def __len__(self) -> int:
        return len(self._told)

    def __iter__(self) -> Iterator[Event]:
        return (
            {**event, "to": to, "redacted": True} if redacted else {**event, "to": to}
            for event, to, redacted in self._told
        )

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        return list(self)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"EventLog.of({list(self)})"

    def heard_by(self, audience: Audience) -> list[Event]:
        """As `filter_for`. All who hear an event share it."""
        if audience == REFEREE:
            return [event for event, _, redacted in self._told if not redacted]
        if self._sorted is None:
            self._sorted = _by_audience(self._told)
        public, seats = self._sorted
        return public.copy() if audience == PUBLIC else seats[audience].copy()


def _told(*, to: Addressees, redacted: bool = False, **event: Any) -> Told:
    return event, to, redacted


def _by_audience(told: Iterable[Told]) -> tuple[list[Event], defaultdict[int, list[Event]]]:
    """What everybody hears, and what each seat hears."""
    public: list[Event] = []
    # A seat that comes up for the first time has heard what everybody heard.
    seats: defaultdict[int, list[Event]] = defaultdict(public.copy)
    for event, to, _ in told:
        if isinstance(to, str):
            public.append(event)
            for heard in seats.values():
                heard.append(event)
        else:
            for seat in to:
                seats[seat].append(event)
    return public, seats


def filter_for(events: Iterable[Event], audience: Audience) -> list[Event]:
    """The events that `audience` hears, in their order, without `to` and `redacted`.

    A seat hears what is addressed to all or to it, the public what is addressed to all, the referee every matter once and in full.
    Audiences may share the events that they all hear: whoever gets them reads them and changes nothing.
    """
    if isinstance(events, EventLog):
        return events.heard_by(audience)
    if audience == REFEREE:
        heard = [event.copy() for event in events if "redacted" not in event]
    elif audience == PUBLIC:
        heard = [event.copy() for event in events if event["to"] == "all"]
    else:
        heard = [event.copy() for event in events if (to := event["to"]) == "all" or audience in to]
    for event in heard:
        del event["to"]
        if "redacted" in event:
            del event["redacted"]
    return heard
