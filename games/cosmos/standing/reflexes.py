"""The reflexes of chapter 8.2. Each does what it can: function(turn, reflex, its number in the list)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.cosmos.constants import (
    ACTION,
    ANALYSIS_COST,
    BURST_OVERHEAD,
    DIRECTION_NAMES,
    KIND_NUMBER,
    KINDS,
    MINER,
    PLANET,
    SCOUT,
)
from games.cosmos.resolve.burst import shares
from games.cosmos.standing.movement import approach
from games.cosmos.standing.senses import Sensed, Turn
from games.cosmos.standing_orders import BIDS_SINCE

Reflex = dict[str, Any]
BEST_RADII = (1, 2, 4, 5, 8, 9)
PLANET_WORTH = 3
FRIEND_WASTE = 5
"""One part in so many of what friends get counts against a burst."""
REPORT_OFFSET = 128


def _overload(turn: Turn, reflex: Reflex, number: int) -> None:
    if turn.entity.energy < reflex["min_energy"]:
        return
    radii = BEST_RADII if reflex["radius"] == "best" else (reflex["radius"],)
    # A quick question before a long look: are there foes enough within the largest radius?
    foes = turn.board.foreign(turn.seat) & turn.geometry.masks(radii[-1])[turn.entity.at]
    if foes.bit_count() < max(reflex["min_enemies"], reflex["min_planets"], reflex["only_capture"]):
        return
    rated, most = [], -1
    for radius in radii:
        hit = [sensed for sensed in turn.sensed if sensed.d2 <= radius]
        # A wider burst that hits nobody else is worth no more.
        if len(hit) > most:
            most, worth = len(hit), _worth(turn, reflex, hit)
            if worth is not None:
                rated.append((worth, -radius))
    if rated:
        turn.do(do="overload", radius=-max(rated)[1])


def _worth(turn: Turn, reflex: Reflex, hit: list[Sensed]) -> int | None:
    """What a burst that hits these is worth, in fifths of a point; None if a limit of the reflex does not hold."""
    me, state = turn.entity, turn.work.state
    assert me.seat is not None
    foes = [sensed for sensed in hit if sensed.entity.seat != me.seat]
    planets = sum(sensed.kind == PLANET for sensed in foes)
    if len(foes) < reflex["min_enemies"] or planets < reflex["min_planets"]:
        return None
    friends = [sensed for sensed in hit if sensed.entity.seat == me.seat]
    if len(friends) > reflex["max_friends"]:
        return None
    remaining = me.energy - BURST_OVERHEAD
    plain, boosted = 0, 0
    if hit and remaining >= state.options["overload_min_remaining"]:
        plain, boosted = shares(remaining, len(hit), state.bonus_sum(me.seat))
    if reflex["only_capture"] and not any(sensed.entity.shield < boosted for sensed in foes):
        return None
    worth = sum(
        min(boosted, sensed.entity.shield + 1) * (PLANET_WORTH if sensed.kind == PLANET else 1) for sensed in foes
    )
    waste = sum(plain if sensed.kind == PLANET else boosted for sensed in friends)
    return FRIEND_WASTE * worth - waste


def _heal(turn: Turn, reflex: Reflex, number: int) -> None:
    hit = [sensed for sensed in turn.sensed if sensed.d2 <= reflex["radius"]]
    if any(sensed.entity.seat not in (None, turn.entity.seat) for sensed in hit):
        return
    own = [sensed.entity for sensed in hit if sensed.entity.seat == turn.entity.seat and sensed.kind != PLANET]
    missing = sum(ship.initial - ship.defence for ship in own)
    if missing and missing >= reflex["min_missing"]:
        turn.do(do="overload", radius=reflex["radius"])


def _analyse(turn: Turn, reflex: Reflex, number: int) -> None:
    if max(turn.entity.defence - ANALYSIS_COST, 0) < reflex["keep_defence"]:
        return
    miners = [sensed for sensed in turn.hostile((MINER,)) if sensed.entity.energy >= reflex["min_energy"]]
    near = [sensed for sensed in miners if sensed.d2 <= ACTION[SCOUT]]
    if near:
        turn.do(do="analyse", id=max(near, key=lambda sensed: (sensed.entity.energy, -sensed.d2, -sensed.id)).id)
    elif miners and reflex["chase"]:
        approach(turn, turn.geometry.xy[miners[0].entity.at])


def _flee(turn: Turn, reflex: Reflex, number: int) -> None:
    hostile = turn.hostile(tuple(map(KIND_NUMBER.__getitem__, reflex["kinds"])))
    if not hostile or hostile[0].d2 > reflex["within"]:
        return
    danger = turn.geometry.xy[hostile[0].entity.at]
    ways = [(turn.far(place, danger), turn.density(place), -way) for way, place in turn.ways()]
    if ways and max(ways)[0] > hostile[0].d2:
        turn.step(-max(ways)[2])


def _charge(turn: Turn, reflex: Reflex, number: int) -> None:
    planet, state = turn.entity, turn.work.state
    assert planet.seat is not None
    if planet.id in state.bids:
        return
    if state.bids_last:
        if BIDS_SINCE not in turn.memory:
            turn.remember(BIDS_SINCE, state.round)
        elif state.round >= turn.memory[BIDS_SINCE] + state.bids_last:
            return
    until = reflex["until_points"]
    if until is not None and state.points[planet.seat] >= until:
        return
    spare = planet.energy - reflex["keep"]
    if reflex["mode"] == "fixed":
        bid = reflex["energy"]
    elif reflex["mode"] == "share":
        bid = spare * reflex["permille"] // 1000
    else:
        bid = _escalated(turn, reflex)
    bid = min(bid, spare)
    if bid > 0:
        turn.do(do="charge", energy=bid)


def _escalated(turn: Turn, reflex: Reflex) -> int:
    seat, bid, won = turn.work.state.last_bids.get(turn.entity.id, (None, 0, False))
    if seat != turn.entity.seat or bid == 0:
        return min(int(reflex["start"]), int(reflex["max"]))
    permille = reflex["down_permille"] if won else reflex["up_permille"]
    return min(-(-bid * int(permille) // 1000), int(reflex["max"]))


def _build(turn: Turn, reflex: Reflex, number: int) -> None:
    planet, pattern = turn.entity, reflex["pattern"]
    key = f"built{number}"
    item_number = turn.memory.get(key, 0)
    assert planet.seat is not None
    if not pattern or (item_number >= len(pattern) and not reflex["loop"]):
        return
    own = len(turn.board.owned[planet.seat])
    if reflex["max_own"] is not None and own >= reflex["max_own"]:
        return
    item = pattern[item_number % len(pattern)]
    spare = planet.energy - reflex["keep"]
    energy = item["energy"] if item["permille"] is None else spare * item["permille"] // 1000
    direction = item["dir"] or _site(turn, reflex["toward"])
    if direction is None or energy < 1 or energy > spare:
        return
    if turn.do(do="build", kind=item["kind"], dir=direction, energy=energy):
        turn.remember(key, item_number + 1 if not reflex["loop"] else (item_number + 1) % len(pattern))


def _site(turn: Turn, toward: list[int] | None) -> str | None:
    """The free neighbour nearest to a position, else the densest."""
    ways = turn.ways()
    if not ways:
        return None
    if toward is None:
        return DIRECTION_NAMES[max(ways, key=lambda way: turn.density(way[1]))[0]]
    goal = turn.tile(toward)
    return DIRECTION_NAMES[min(ways, key=lambda way: turn.far(way[1], goal))[0]]


def _radio(turn: Turn, reflex: Reflex, number: int) -> None:
    value = reflex["value"]
    if value is None:
        hostile = turn.hostile()
        value = _report(turn, hostile[0]) if hostile else 0
    if value != turn.entity.radio:
        turn.do(do="radio", value=value)


def _report(turn: Turn, enemy: Sensed) -> int:
    ax, ay = turn.geometry.xy[turn.entity.at]
    bx, by = turn.geometry.xy[enemy.entity.at]
    code = range(1, len(KINDS) + 1)[enemy.kind]
    return 1 + (bx - ax + REPORT_OFFSET) * 100_000 + (by - ay + REPORT_OFFSET) * 100 + code


REFLEXES: dict[str, Callable[[Turn, Reflex, int], None]] = {
    "auto_overload": _overload,
    "auto_heal": _heal,
    "auto_analyse": _analyse,
    "flee": _flee,
    "auto_charge": _charge,
    "auto_build": _build,
    "auto_radio": _radio,
}
