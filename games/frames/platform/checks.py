"""What is true of every state? For tests; nothing in play calls this."""

from __future__ import annotations

from collections import Counter

from games.frames.board import PLACES
from games.frames.constants import PHASES
from games.frames.settings import Settings
from games.frames.state import Side, State, Unit


def invariants(state: State) -> None:
    """Raises AssertionError if the position cannot be."""
    assert state.phase in PHASES
    assert (state.result is not None) == (state.phase == "over")
    assert state.ap >= 0
    if not state.sides:
        return
    for side in state.sides:
        _check_side(side, state.settings)
    if state.first is not None:
        known = len(state.deck) + len(state.event_discard) + (state.weather is not None)
        assert known == len(state.settings.event_deck), "an event card is lost"
    if state.phase in ("window", "operate", "choose", "end_step"):
        assert state.todo, "a phase waits for work that is not there"
    if state.phase in ("main", "plan"):
        assert not state.todo, "work was left behind"


def _check_side(side: Side, settings: Settings) -> None:
    units = [*side.mechs, side.ship]
    assert side.energy >= 0
    assert set(side.spent) <= set(side.gained)
    assert not side.spent or side.captain_up
    for unit in units:
        _check_unit(unit, settings)
    held = [one.id for kind in ("ship", "mech") for pile in (side.hand, side.pile, side.discard) for one in pile[kind]]
    held += [one.id for unit in units for one in unit.gear]
    assert max(Counter(held).values(), default=1) == 1, "a card is in two places"
    pilots = [*side.ready, *side.lost, *(one["card"] for one in side.wounded)]
    pilots += [unit.pilot for unit in units if unit.pilot is not None]
    assert len(pilots) == len(set(pilots)), "a pilot is in two places"


def _check_unit(unit: Unit, settings: Settings) -> None:
    assert 0 <= unit.hp <= unit.max_hp
    assert unit.where in ("board", "hangar", "gone")
    assert not unit.on_board or unit.hp > 0
    assert not unit.is_mech or unit.on_board == (unit.at is not None) or unit.id.startswith("s")
    assert unit.at is None or unit.at in PLACES
    for arm in unit.weapons:
        full = settings.magazine(arm.card)
        assert (arm.ammo is None) == (full is None)
        assert arm.ammo is None or full is None or 0 <= arm.ammo <= full
    assert all(held.charges is None or held.charges > 0 for held in unit.gear)
