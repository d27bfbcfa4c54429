"""How do fleets leave, and which arrive? Steps 3 and 6 (rules 8.3, 8.4 and 9.5)."""

from __future__ import annotations

from hashlib import sha256

from games.planet_conquer.resolve.work import NO_PLANET, SEAT_LISTS, Work
from games.planet_conquer.state import Fleet, fleet_json


def fleet_id(salt: str, number: int) -> str:
    """Opaque name of the n-th fleet (chapter 6): it tells nobody how many there were."""
    return sha256(f"{salt}:{number}".encode()).hexdigest()[:10]


def depart(work: Work) -> None:
    """Step 3: all moves and teleports leave their planets; a planet that is left completely is nobody's."""
    state = work.state
    launched: list[Fleet] = []
    number, salt, due, units = state.next_fleet, state.salt, state.round - 1, state.units
    for seat, orders in work.orders.items():
        for move in orders["moves"]:
            source, target, count = move["from"], move["to"], move["units"]
            length = state.chart.rounds[source][target]
            units[source] -= count
            launched.append(Fleet(fleet_id(salt, number), seat, source, target, count, length, due + length, "route"))
            number += 1
        tactic = orders["tactic"]
        if tactic is not None and tactic["type"] == "teleport":
            source, target, count = tactic["from"], tactic["to"], tactic["units"]
            units[source] -= count
            launched.append(Fleet(fleet_id(salt, number), seat, source, target, count, 1, due + 1, "teleport"))
            number += 1
    if not launched:
        return
    state.next_fleet = number
    state.fleets.extend(launched)
    launched.sort(key=_source)
    notes, round_, open_ = work.notes, state.round, work.open
    for i, fleet in enumerate(launched):
        source, seat = fleet[2], fleet[1]
        event = {"type": "fleet_launched", "round": round_, "fleet": fleet_json(fleet, fleet[5]), "to": "all"}
        if open_:
            notes.append((event, NO_PLANET, 0, 0, None))
        elif fleet[7] == "teleport":
            event["to"] = SEAT_LISTS[1 << seat]
            notes.append((event, NO_PLANET, 0, 0, None))
        else:
            notes.append((event, source, 1 << seat, 0, None))
        last_of_source = i + 1 == len(launched) or launched[i + 1][2] != source
        if last_of_source and not units[source]:
            work.abandon(source, seat, "departure")


def _source(fleet: Fleet) -> int:
    return fleet[2]


def arrive(work: Work) -> dict[int, list[Fleet]]:
    """Step 6: every fleet comes one round nearer; those that arrive are taken off the routes and returned by planet."""
    state = work.state
    round_ = state.round
    arrivals: dict[int, list[Fleet]] = {}
    under_way = []
    for fleet in state.fleets:
        if fleet[6] > round_:
            under_way.append(fleet)
        elif fleet[3] in arrivals:
            arrivals[fleet[3]].append(fleet)
        else:
            arrivals[fleet[3]] = [fleet]
    state.fleets = under_way
    return arrivals
