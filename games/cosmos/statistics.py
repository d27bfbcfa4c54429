"""What made a match, in numbers (`games.core.statistics`)? Weapon points by how they were won, places in the sequence, energy by what it paid for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.entries import Entry
from games.core.events import Event
from games.core.text import gettext_noop
from games.cosmos.state import State

ALONE = gettext_noop("Weapon points without another bid")
AGAINST = gettext_noop("Weapon points against other bids")
EARLY = gettext_noop("Turns in the first half of a round")
BUILT = {
    "battleship": gettext_noop("Battleships built"),
    "miner": gettext_noop("Miners built"),
    "scout": gettext_noop("Scouts built"),
}
BIDS = gettext_noop("Bids for the final weapon, less what came back")


def statistics(before: State, events: Sequence[Event], after: State) -> Iterator[Entry]:
    """What one step adds."""
    owners = {id_: one.seat for state in (after, before) for id_, one in state.entities.items()}
    bids: dict[int, int] = {}
    for event in events:
        kind = event["type"]
        if kind == "built":
            yield Entry("spent", event["seat"], BUILT[event["kind"]], event["energy"])
        elif kind == "charged":
            bids[event["planet"]] = event["bid"]
        elif kind == "resonance":
            if event["seat"] is not None:
                yield Entry("points", event["seat"], AGAINST if len(event["refunds"]) > 1 else ALONE, 1)
            for planet, refund in event["refunds"]:
                seat = owners.get(planet)
                if seat is not None:
                    yield Entry("spent", seat, BIDS, bids.get(planet, 0) - refund)
            bids = {}
    yield from _early(before, after)


def _early(before: State, after: State) -> Iterator[Entry]:
    """Who had turns in the first half of the last round of the step; on the average half of each seat's."""
    if after.last_sequence is before.last_sequence:
        return
    half = len(after.last_sequence) / 2
    for place, id_ in enumerate(after.last_sequence):
        one = after.entities.get(id_) or before.entities.get(id_)
        if one is not None and one.seat is not None:
            yield Entry("luck", one.seat, EARLY, place < half, 0.5)
