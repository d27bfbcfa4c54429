"""What a fork of a running match is made of: the other half of a symmetric map, ghosts, and what is detected only."""

from __future__ import annotations

from games.core.rng import SeededRng
from games.core.simulate import open_table
from games.cosmos import GAME
from games.cosmos.constants import BATTLESHIP, PLANET, SCOUT
from games.cosmos.entity import Entity
from games.cosmos.sight import first_look
from games.cosmos.state import State, aether_rows, from_json, to_json
from games.cosmos.symmetry import orbit

OPTIONS = open_table(GAME, {"symmetry": "rotate_180", "neutral_planets": 0}, 2, "imagine")


def begun() -> State:
    return GAME.setup(OPTIONS, 2, SeededRng("imagine"))


def with_ships(*ships: tuple[int, int, int, int, int]) -> State:
    """The start and these ships more: id, kind, seat, x, y."""
    state = begun()
    for id_, kind, seat, x, y in ships:
        state.entities[id_] = Entity(id_, kind, seat, state.geometry.at(x, y), 30, 21, 21, 0.0, 0, 0, 1, None)
    state.used_ids = frozenset(state.entities)
    state.kept = None
    first_look(state)
    return from_json(to_json(state))


def imagined(state: State, seat: int = 0, options: dict[str, object] = OPTIONS) -> State:
    assert GAME.imagine is not None and GAME.invariants is not None
    guess = GAME.imagine(options, GAME.view(state, seat), SeededRng("a guess"))
    assert GAME.view(guess, seat) == GAME.view(state, seat)
    GAME.invariants(guess)
    return guess


def far_tiles(state: State) -> tuple[int, int]:
    """A tile that is far from the planets of both seats."""
    width, height = state.width, state.height
    planets = [state.geometry.xy[one.at] for one in state.entities.values()]
    tiles = ((x, y) for x in range(7, width - 7) for y in range(7, height - 7))
    return max(tiles, key=lambda tile: min((tile[0] - x) ** 2 + (tile[1] - y) ** 2 for x, y in planets))


def test_the_planets_of_a_match_that_begins_are_where_they_are() -> None:
    state = begun()
    for seat in (0, 1):
        found = sorted((one.at, one.seat, one.energy) for one in imagined(state, seat).entities.values())
        assert found == sorted((one.at, one.seat, one.energy) for one in state.entities.values())


def test_densities_are_as_known_and_symmetric() -> None:
    state = begun()
    guess = imagined(state)
    rows = aether_rows(guess)
    for y, row in enumerate(rows):
        for x, density in enumerate(row):
            assert {rows[b][a] for a, b in orbit("rotate_180", guess.width, guess.height, x, y)} == {density}
    assert rows != aether_rows(state), "they were guessed"


def test_a_drawn_symmetry_is_one_that_what_is_known_allows() -> None:
    options = open_table(GAME, {"neutral_planets": 0, "map_knowledge": "full"}, 2, "drawn")
    for number in range(6):
        state = GAME.setup(options, 2, SeededRng(f"drawn {number}"))
        assert imagined(state, 0, options).symmetry == state.symmetry


def test_a_position_that_is_detected_only_is_a_small_battleship() -> None:
    x, y = far_tiles(begun())
    state = with_ships((11111, SCOUT, 0, x, y), (22222, SCOUT, 1, x + 6, y))
    assert GAME.view(state, 0)["blips"], "six tiles away it is detected and not sensed"
    guess = imagined(state)
    there = [one for one in guess.entities.values() if one.at == state.entities[22222].at]
    assert [(one.kind, one.seat) for one in there] == [(BATTLESHIP, 1)]
    assert there[0].id != 22222


def test_a_ghost_whose_place_is_known_to_be_empty_is_what_is_detected() -> None:
    x, y = far_tiles(begun())
    state = with_ships((11111, SCOUT, 0, x, y), (22222, SCOUT, 1, x + 6, y))
    geometry = state.geometry
    # Last sensed where nobody is detected now.
    state.ghosts[0] = {22222: (SCOUT, 1, geometry.at(x, y + 6), 30, 21, 0, 1)}
    guess = imagined(state)
    assert guess.entities[22222].at == state.entities[22222].at
    assert sum(one.kind != PLANET for one in guess.entities.values()) == 2
