"""How does a match begin? Chapters 3.3 and 3.5."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.core.rng import Rng
from games.cosmos.constants import FIRST_SCOUT, PLANET, SCOUT, initial_defence
from games.cosmos.entity import Entity
from games.cosmos.generator import first_scouts, generate
from games.cosmos.geometry import geometry_of
from games.cosmos.ids import between, draw_id, id_of_ship
from games.cosmos.maps import Document, chosen
from games.cosmos.resolve.ending import begin_round
from games.cosmos.resolve.work import Work
from games.cosmos.settings import check_options, kept
from games.cosmos.sight import first_look
from games.cosmos.standing import no_defaults
from games.cosmos.standing_orders import standing_orders
from games.cosmos.state import State, padded

FARTHEST_ORIGIN = 300
UNDER_WAY = {"type": "explore"}
"""The movement that the scouts of the start have been told (17)."""


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0: before the orders of round 1, after its Begin. Draws map, seats, origin, ids and the key of later ids, in this order."""
    checked = check_options(options, seats)
    document = chosen(checked) or generate(checked, seats, rng)
    drawn = rng.permutation(seats)
    seat_of_side = dict(enumerate(range(seats) if checked["fixed_sides"] else drawn))
    origin = (0, 0)
    if checked["coordinate_offset"]:
        origin = (between(rng, -FARTHEST_ORIGIN, FARTHEST_ORIGIN), between(rng, -FARTHEST_ORIGIN, FARTHEST_ORIGIN))
    state = empty(checked, seats, document, origin)
    for planet in document["planets"]:
        side = planet["side"]
        if side is not None and side not in seat_of_side:
            continue  # With fewer seats than sides the last sides stay empty (3.3).
        place = state.geometry.at(planet["x"], planet["y"])
        add_planet(state, draw_id(state, rng), None if side is None else seat_of_side[side], place, planet["energy"])
    if checked["scout_under_way"]:
        for side, home, tile in first_scouts(document):
            if side in seat_of_side:
                _add_scout(
                    state, draw_id(state, rng), seat_of_side[side], state.geometry.at(*home), state.geometry.at(*tile)
                )
    state.id_key = rng.randrange(1 << 48)
    begin_round(Work(state, partial(id_of_ship, state)))
    first_look(state)
    return state


def empty(options: dict[str, Any], seats: int, document: Document, origin: tuple[int, int]) -> State:
    """A state before round 1 with nothing on the map."""
    geometry = geometry_of(document["width"], document["height"])
    return State(
        options=kept(options), seats=seats, width=geometry.width,
        height=geometry.height, symmetry=document["symmetry"], aether=padded(document["aether"], geometry),
        origin=origin, round=1, phase="orders", entities={}, used_ids=frozenset(), id_key=0, points=[0] * seats, bonus=[], bids={},
        last_bids={}, history=[[] for _ in range(seats)], courses=[[] for _ in range(seats)], standing={}, direct={},
        defaults=[no_defaults() for _ in range(seats)], known=[0] * seats, seen=[{} for _ in range(seats)],
        ghosts=[{} for _ in range(seats)],
        eliminated=[], last_sequence=[], last_bid_table={},
    )  # fmt: skip


def add_planet(state: State, id_: int, seat: int | None, place: int, energy: int) -> None:
    """Put a planet of the start on the map, in place."""
    state.entities[id_] = Entity(id_, PLANET, seat, place, energy, 0, 0, 0.0, 0, 0, 0, None)
    state.used_ids = state.used_ids | {id_}


def _add_scout(state: State, id_: int, seat: int, home: int, place: int) -> None:
    """A scout that is under way when the match begins, in place (17)."""
    planet = next(entity for entity in state.entities.values() if entity.at == home)
    defence = initial_defence(SCOUT, FIRST_SCOUT)
    state.entities[id_] = Entity(id_, SCOUT, seat, place, FIRST_SCOUT, defence, defence, 0.0, 0, 0, 0, planet.id)
    state.used_ids = state.used_ids | {id_}
    state.standing[id_] = standing_orders(UNDER_WAY, [])


def preview(options: dict[str, Any]) -> dict[str, Any]:
    """What a table can show before it starts: the map that it has chosen; None while the map is still to be drawn."""
    return {"map": chosen(options)}
