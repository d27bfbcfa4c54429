"""What is true of every state? For tests; nothing in play calls this."""

from __future__ import annotations

from games.planet_conquer.sight import facts, near_ends, reach, totals
from games.planet_conquer.state import State


def invariants(state: State) -> None:
    """Raises AssertionError if the position cannot be (chapters 2 and 6)."""
    for planet, (owner, units) in enumerate(zip(state.owner, state.units, strict=True)):
        assert units >= 0, f"planet {planet} has {units} units"
        assert owner is None or units >= 1, f"planet {planet} is owned by {owner} without a unit"
        assert owner is None or state.out[owner] is None, f"planet {planet} belongs to seat {owner}, which is out"
    for fleet in state.fleets:
        assert fleet.units >= 1 and 1 <= state.left(fleet) <= fleet.length, f"fleet {fleet} cannot be"
        assert state.out[fleet.seat] is None, f"fleet {fleet} of a seat that is out"
        assert fleet.kind == "route" and state.chart.rounds[fleet.source][fleet.target] == fleet.length
    assert len({fleet.id for fleet in state.fleets}) == len(state.fleets)
    assert sorted(state.lots) == list(range(1, state.seats + 1))
    assert all(points >= 0 for points in state.points) and all(lost >= 0 for lost in state.lost_turns)
    for effect in state.effects:
        assert effect.type != "god", "a god outlives its round"
        assert effect.until >= state.round or state.phase == "ended"
        if effect.type in ("defend", "boost"):
            assert state.owner[effect.planet] == effect.seat, f"{effect} on a planet of {state.owner[effect.planet]}"
    assert (state.result is not None) == (state.phase == "ended")
    assert state.phase == "ended" or len(state.in_play()) >= 2
    known = facts(state)
    assert known.near == near_ends(state.fleets, state.round - 1)
    assert (known.planets, known.units) == totals(state)
    sights = reach(state, known.near)
    for seat, memory in enumerate(state.memory):
        assert state.out[seat] is not None or known.sights[seat] == sights[seat]
        assert not any(known.sights[seat] >> planet & 1 for planet in memory), "a planet in sight is also remembered"
        assert not memory or state.settings.fog
