"""What does each seat see? Sight S of rule 11.1 as bit sets of planets, and sums per seat; computed once per position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from games.planet_conquer.maps import GameMap

if TYPE_CHECKING:
    from games.planet_conquer.state import Fleet, Owner, State


class Facts(NamedTuple):
    """What follows from a position and is asked more than once."""

    sights: tuple[int, ...]
    """Per seat: bit set of the planets in S, in open games too."""
    near: list[int]
    """Per fleet: bit set of its near ends."""
    planets: list[int]
    """Per seat: number of planets."""
    units: list[int]
    """Per seat: garrisons and fleets."""
    shown: dict[Any, Any]
    """Parts of views made so far, shared between the audiences of this position."""


def near_ends(fleets: Sequence[Fleet], arrivals_done: int) -> list[int]:
    """Per fleet the bit set of its near ends when `arrivals_done` arrival steps of the match are over (rule 11.1)."""
    ends = []
    done = 2 * arrivals_done
    for fleet in fleets:
        ahead = 2 * fleet.due - fleet.length - done
        if ahead > 0:
            ends.append(1 << fleet.source)
        elif ahead < 0:
            ends.append(1 << fleet.target)
        else:
            ends.append(1 << fleet.source | 1 << fleet.target)
    return ends


def owned_sight(chart: GameMap, owner: Sequence[Owner], seats: int) -> list[int]:
    """Per seat: its planets and everything one route away from them."""
    sights = [0] * seats
    for near, seat in zip(chart.near, owner, strict=True):
        if seat is not None:
            sights[seat] |= near
    return sights


def reach(state: State, near: Sequence[int]) -> list[int]:
    """S of every seat by what it has, whether or not it is in play. `near`: near ends of the state's fleets."""
    sights = owned_sight(state.chart, state.owner, state.seats)
    for fleet, ends in zip(state.fleets, near, strict=True):
        sights[fleet[1]] |= ends
    return sights


def granted(state: State, sights: list[int]) -> tuple[int, ...]:
    """S with what being out makes of it: nothing, or everything with `reveal_when_out`."""
    for seat, out in enumerate(state.out):
        if out is not None:
            sights[seat] = (1 << state.chart.count) - 1 if state.settings.reveal_when_out else 0
    return tuple(sights)


def totals(state: State) -> tuple[list[int], list[int]]:
    """Per seat: number of planets; units in garrisons and fleets."""
    planets = [0] * state.seats
    units = [0] * state.seats
    for seat, held in zip(state.owner, state.units, strict=True):
        if seat is not None:
            planets[seat] += 1
            units[seat] += held
    for fleet in state.fleets:
        units[fleet[1]] += fleet[4]
    return planets, units


def facts(state: State) -> Facts:
    """The facts of a position, computed when first asked for."""
    if state.facts is None:
        near = near_ends(state.fleets, state.round - 1)
        state.facts = Facts(granted(state, reach(state, near)), near, *totals(state), {})
    return state.facts
