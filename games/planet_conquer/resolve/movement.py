"""How do fleets leave, and which arrive? Steps 3 and 6 (rules 8.3, 8.4 and 9.5)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from operator import itemgetter

from games.planet_conquer.resolve.work import NO_PLANET, SEAT_LISTS, Work
from games.planet_conquer.standing import sent, standing_of
from games.planet_conquer.state import Fleet, fleets_json, make_fleet


def namer(salt: str) -> Callable[[int, int], str]:
    """Opaque names of fleets by their seat and its own count (chapter 6): they tell nobody how many there were.

    What all names of a match have in common is hashed once.
    """
    common = sha256(f"{salt}:".encode())

    def name(seat: int, number: int) -> str:
        hashed = common.copy()
        hashed.update(b"%d:%d" % (seat, number))
        return hashed.hexdigest()[:10]

    return name


def depart(work: Work) -> None:
    """Step 3: all moves, teleports and standing routes leave their planets; a planet that is left completely is nobody's."""
    state = work.state
    launched: list[Fleet] = []
    name, done, units = namer(state.salt), state.round - 1, state.units
    rounds = state.chart.rounds
    for seat, orders in work.orders.items():
        number = state.next_fleet[seat]
        for move in orders["moves"]:
            source, target, count = move["from"], move["to"], move["units"]
            length = rounds[source][target]
            units[source] -= count
            fields = (name(seat, number), seat, source, target, count, length, done + length, "route")
            launched.append(make_fleet(fields))
            number += 1
        tactic = orders["tactic"]
        if tactic is not None and tactic["type"] == "teleport":
            source, target, count = tactic["from"], tactic["to"], tactic["units"]
            units[source] -= count
            launched.append(Fleet(name(seat, number), seat, source, target, count, 1, done + 1, "teleport"))
            number += 1
        state.next_fleet[seat] = number
    if state.standing:
        _go_on(work, launched, name)
    if not launched:
        return
    state.fleets.extend(launched)
    launched.sort(key=_source)
    notes, round_, open_ = work.notes, state.round, work.open
    followers = [*map(_source, launched[1:]), NO_PLANET]
    for fleet, shown, follower in zip(launched, fleets_json(launched, done), followers, strict=True):
        source, seat = fleet[2], fleet[1]
        event = {"type": "fleet_launched", "round": round_, "fleet": shown, "to": "all"}
        if open_:
            notes.append((event, NO_PLANET, 0, 0, None))
        elif fleet[7] == "teleport":
            event["to"] = SEAT_LISTS[1 << seat]
            notes.append((event, NO_PLANET, 0, 0, None))
        else:
            notes.append((event, source, 1 << seat, 0, None))
        if not units[source] and source != follower:
            work.abandon(source, seat, "departure")


_source = itemgetter(2)


def _go_on(work: Work, launched: list[Fleet], name: Callable[[int, int], str]) -> None:
    """What standing routes take of the garrisons that moves and teleports have left (rule 8.9)."""
    state, done = work.state, work.state.round - 1
    for seat in state.in_play():
        orders = work.orders.get(seat)
        if orders is not None and orders["standing"] is not None:
            state.standing[seat] = standing_of(orders["standing"])
        for route in state.standing[seat]:
            source, target = route.source, route.target
            count = sent(route, state.units[source]) if state.owner[source] == seat else 0
            if not count:
                continue
            state.units[source] -= count
            length = state.chart.rounds[source][target]
            number = state.next_fleet[seat]
            state.next_fleet[seat] = number + 1
            launched.append(Fleet(name(seat, number), seat, source, target, count, length, done + length, "route"))


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
