"""What happened in a step, and which audiences may know it?

An event is a plain dict with `type`, the game's own fields and `to`: `"all"` or a list of different seats. If some seats may know an event
completely and others only in part, the game emits it twice and marks the incomplete version with `"redacted": True`; the two lists of
seats do not overlap. `to` and `redacted` never leave the server.
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
Addressed = tuple[Event, Addressees, bool]
"""An event without `to` and `redacted`, then `to`, then `redacted`. Several of these may share one event dict."""


class EventLog(Sequence[Event]):
    """The events of a step, kept apart from their addressees. The first question sorts them by audience, in one pass.

    An engine whose steps have many events returns an EventLog. As a sequence it has the events as they are stored, with `to`.
    It is complete when it is made: nobody changes `addressed` or an event in it afterwards.
    """

    __slots__ = ("_addressed_events", "_sorted")

    def __init__(self, addressed: Sequence[Addressed]) -> None:
        self._addressed_events = addressed
        self._sorted: tuple[list[Event], defaultdict[int, list[Event]]] | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> EventLog:
        """A log of events with `to`."""
        return cls([_addressed(**event) for event in events])

    def __len__(self) -> int:
        return len(self._addressed_events)

    def __iter__(self) -> Iterator[Event]:
        return (
            {**event, "to": to, "redacted": True} if redacted else {**event, "to": to}
            for event, to, redacted in self._addressed_events
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
        """Same as `filter_for`. Audiences share the event dicts."""
        if audience == REFEREE:
            return [event for event, _, redacted in self._addressed_events if not redacted]
        if self._sorted is None:
            self._sorted = _by_audience(self._addressed_events)
        public, seats = self._sorted
        return public.copy() if audience == PUBLIC else seats[audience].copy()


def _addressed(*, to: Addressees, redacted: bool = False, **event: Any) -> Addressed:
    return event, to, redacted


def _by_audience(addressed: Iterable[Addressed]) -> tuple[list[Event], defaultdict[int, list[Event]]]:
    """Public events, and events by seat."""
    public: list[Event] = []
    # A seat that is addressed for the first time has all public events so far.
    seats: defaultdict[int, list[Event]] = defaultdict(public.copy)
    for event, to, _ in addressed:
        if isinstance(to, str):
            public.append(event)
            for heard in seats.values():
                heard.append(event)
        else:
            for seat in to:
                seats[seat].append(event)
    return public, seats


def filter_for(events: Iterable[Event], audience: Audience) -> list[Event]:
    """The events for `audience`, in their order, without `to` and `redacted`.

    A seat gets events addressed to all or to it, the public gets events addressed to all, and the referee gets every event once, unredacted.
    Audiences may share event dicts, so callers must not change them.
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
