"""What does each seat see? Sight S of rule 11.1 as bit sets of planets, sums per seat, and what is remembered; once per position."""

from __future__ import annotations

from collections.abc import Iterable

from games.planet_conquer.state import Facts, Fleet, Memory, Row, State


def near_ends(fleets: Iterable[Fleet], arrivals_done: int) -> list[int]:
    """Per fleet the bit set of its near ends when `arrivals_done` arrival steps of the match are over (rule 11.1)."""
    done = 2 * arrivals_done
    return [
        1 << source
        if (ahead := 2 * due - length - done) > 0
        else 1 << target
        if ahead < 0
        else 1 << source | 1 << target
        for _, _, source, target, _, length, due, _ in fleets
    ]


def survey(state: State, near: Iterable[int]) -> tuple[list[int], list[int], list[int]]:
    """Per seat: S by what it has, whether or not it is in play; number of planets; units in garrisons and fleets.

    `near`: near ends of the state's fleets.
    """
    sights, planets, units = ([0] * state.seats for _ in range(3))
    for around, seat, held in zip(state.chart.near, state.owner, state.units, strict=True):
        if seat is not None:
            sights[seat] |= around
            planets[seat] += 1
            units[seat] += held
    for fleet, ends in zip(state.fleets, near, strict=True):
        seat = fleet[1]
        sights[seat] |= ends
        units[seat] += fleet[4]
    return sights, planets, units


def reach(state: State, near: Iterable[int]) -> list[int]:
    """S of every seat by what it has, whether or not it is in play. `near`: near ends of the state's fleets."""
    return survey(state, near)[0]


def totals(state: State) -> tuple[list[int], list[int]]:
    """Per seat: number of planets; units in garrisons and fleets."""
    _, planets, units = survey(state, [0] * len(state.fleets))
    return planets, units


def granted(state: State, sights: list[int]) -> tuple[int, ...]:
    """S with what being out makes of it: nothing, or everything with `reveal_when_out`."""
    for seat, out in enumerate(state.out):
        if out is not None:
            sights[seat] = state.chart.everywhere if state.settings.reveal_when_out else 0
    return tuple(sights)


def flags(planets: int, count: int) -> bytes:
    """One byte a planet: 1 for those of the bit set, 0 for the others.

    No loop over planets: the set written out in binary, behind a 1 that keeps its zeros, and turned round.
    """
    return bin(planets | 1 << count)[:2:-1].encode().translate(_DIGITS)


_DIGITS = bytes.maketrans(b"01", b"\0\1")


def remembered(planet: int, then: Memory) -> Row:
    """A planet out of sight as the view of a seat that remembers it shows it."""
    owner, units, round_ = then
    return {
        "id": planet, "seen": "before", "owner": owner, "units": units, "as_of": round_, "next": None, "effects": [],
    }  # fmt: skip


def recall(state: State) -> list[list[Row]]:
    """Per seat and planet: how its view shows the planet when it is out of sight."""
    rows = []
    for memory in state.memory:
        row = list(state.chart.never)
        for planet, then in memory.items():
            row[planet] = remembered(planet, then)
        rows.append(row)
    return rows


def facts(state: State) -> Facts:
    """The facts of a position, computed when first asked for."""
    if state.facts is None:
        near = near_ends(state.fleets, state.round - 1)
        sights, planets, units = survey(state, near)
        state.facts = Facts(granted(state, sights), near, planets, units, recall(state), {})
    return state.facts
