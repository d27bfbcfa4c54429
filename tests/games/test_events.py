"""Who hears of an event: the one filter that every frame goes through."""

from typing import Any

import pytest

from games.core.events import PUBLIC, REFEREE, Audience, Event, EventLog, filter_for
from games.core.rng import SeededRng

SEATS = 4


def heard_by(events: list[Event], audience: Audience) -> list[Event]:
    """The rule, event by event."""
    if audience == REFEREE:
        heard = [event for event in events if "redacted" not in event]
    else:
        heard = [event for event in events if event["to"] == "all" or (audience != PUBLIC and audience in event["to"])]
    return [{key: value for key, value in event.items() if key not in ("to", "redacted")} for event in heard]


def random_events(dice: SeededRng) -> list[Event]:
    """Public matters, matters of some seats, and matters told to some in full and to others with a hole."""
    events: list[Event] = []
    for number in range(dice.randrange(12)):
        event: Event = {"type": "happened", "number": number, "who": dice.randrange(SEATS)}
        told = sorted(dice.permutation(SEATS)[: dice.randrange(SEATS + 1)])
        if dice.randrange(3) == 0:
            events.append({**event, "to": "all"})
        else:
            events.append({**event, "to": told})
            others = [seat for seat in range(SEATS) if seat not in told]
            if others and dice.randrange(2):
                events.append({**event, "who": None, "to": others, "redacted": True})
    return events


@pytest.mark.parametrize("made", [list, tuple, EventLog.of], ids=["list", "tuple", "log"])
def test_everybody_hears_what_is_addressed_to_them(made: Any) -> None:
    """Of random events each audience hears exactly its own, in their order, without addressees."""
    dice = SeededRng("events")
    for _ in range(300):
        events = random_events(dice)
        given = made(events)
        for audience in (2, PUBLIC, 0, REFEREE, 3, 1, 0):
            assert filter_for(given, audience) == heard_by(events, audience)


def test_a_log_keeps_its_addressees() -> None:
    """To be asked changes nothing: the events go to storage with who hears of them."""
    events = [{"type": "a", "to": "all"}, {"type": "b", "to": [1]}, {"type": "b", "to": [0], "redacted": True}]
    log = EventLog.of(events)
    before = [event.copy() for event in events]
    for audience in (0, 1, PUBLIC, REFEREE):
        filter_for(log, audience)
    assert log == events == before


def test_a_list_of_one_audience_is_nobody_elses() -> None:
    """Events may be shared, the lists are not: whoever sorts or cuts its own takes nothing from the others."""
    log = EventLog.of([{"type": "a", "to": "all"}, {"type": "b", "to": [1]}])
    for audience in (0, 1, PUBLIC, REFEREE):
        first = filter_for(log, audience)
        expected = first.copy()
        first.clear()
        assert filter_for(log, audience) == expected


def test_a_seat_that_is_named_late_has_heard_what_all_hear() -> None:
    """Seats come up in the order of the events; what everybody heard before is not lost, and not told twice."""
    log = EventLog.of([{"type": "a", "to": "all"}, {"type": "b", "to": [3]}, {"type": "c", "to": "all"}])
    assert [event["type"] for event in filter_for(log, 3)] == ["a", "b", "c"]
    assert [event["type"] for event in filter_for(log, 2)] == ["a", "c"]
    assert [event["type"] for event in filter_for(log, PUBLIC)] == ["a", "c"]
