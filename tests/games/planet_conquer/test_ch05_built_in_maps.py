"""Chapter 5: the maps that come with the game."""

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng
from games.core.simulate import open_table
from games.planet_conquer import GAME, maps
from games.planet_conquer.generator import generate

TABLE = [
    ("tightrope", 2, 2, 7, 7), ("two_lanterns", 2, 2, 13, 18), ("trident", 2, 3, 16, 24), ("crossroads", 2, 4, 5, 8),
    ("four_winds", 2, 4, 21, 36), ("sunken_temple", 2, 4, 37, 64), ("pentacle", 2, 5, 16, 30), ("six_moons", 2, 6, 31, 54),
    ("great_wheel", 2, 8, 41, 72), ("first_light", 2, 4, 13, 24), ("golden_heart", 2, 4, 9, 16), ("two_roads", 2, 4, 12, 20),
    ("lean_ring", 2, 3, 13, 24), ("three_wells", 2, 3, 10, 18),
]  # fmt: skip


@pytest.mark.parametrize("map_id,low,high,planets,routes", TABLE)
def test_5_table(map_id: str, low: int, high: int, planets: int, routes: int) -> None:
    """5: seats, planets and routes of each map."""
    chart = maps.built_in(map_id)
    assert (chart.seats[0], chart.seats[-1]) == (low, high)
    assert (chart.count, len(chart.document["routes"])) == (planets, routes)
    assert chart.document["id"] == map_id
    assert chart.document["maintain_fee"] == (map_id in ("sunken_temple", "great_wheel", "lean_ring"))


def test_5_long_night_is_generated() -> None:
    """5: seats 4, per_sector 17, centre, pace 4; generated once and stored."""
    source = maps.source_of("long_night")
    made = generate(4, 17, True, 4, 0, SeededRng("long_night"))
    assert {key: source[key] for key in ("orbits", "links", "centre")} == {
        key: made[key] for key in ("orbits", "links", "centre")
    }
    assert maps.built_in("long_night").count == 69


@pytest.mark.parametrize("map_id", maps.BUILT_IN)
def test_5_every_map_can_be_played(map_id: str) -> None:
    """5: complete without options, for every number of seats it allows; no other."""
    chart = maps.built_in(map_id)
    for seats in chart.seats:
        state = GAME.setup(GAME.check_options({"map": map_id}, seats), seats, SeededRng(map_id))
        GAME.invariants(state)
    assert chart.document["name_zh"]
    with pytest.raises(KeyError):
        maps.source_of("no_map")


EVEN = {
    2: {"first_light", "golden_heart", "two_roads", "lean_ring"},
    3: {"lean_ring", "three_wells"},
    4: {"first_light", "golden_heart", "two_roads"},
}


@pytest.mark.parametrize("seats", EVEN)
def test_5_a_quick_table_is_drawn_one_of_the_small_maps_by_its_seed(seats: int) -> None:
    """5: `drawn` is one of the maps on which so many homes lie evenly; each is drawn, and the same seed draws the same."""
    quick = dict(GAME.presets["quick"].options)
    drawn = [open_table(GAME, quick, seats, f"{number}") for number in range(40)]
    assert {options["map"] for options in drawn} == EVEN[seats]
    assert open_table(GAME, quick, seats, "7") == drawn[7]
    for options in drawn[:8]:
        state = GAME.setup(options, seats, SeededRng("homes"))
        homes = [state.owner.index(seat) for seat in range(seats)]
        # Evenly: each seat has as far to the others as every other seat.
        assert len({tuple(sorted(_rounds(state.chart, home, homes))) for home in homes}) == 1
        assert GAME.longest(options, seats).rounds == GAME.longest(GAME.check_options(quick, seats), seats).rounds == 25


def _rounds(chart: maps.GameMap, home: int, others: list[int]) -> list[int]:
    far = {home: 0}
    for _ in range(chart.count):
        for planet, rounds in list(far.items()):
            for near, way in chart.rounds[planet].items():
                far[near] = min(far.get(near, 999), rounds + way)
    return [far[other] for other in others]


@pytest.mark.parametrize("seats", [5, 6, 8])
def test_5_no_small_map_is_drawn_for_more_seats(seats: int) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.check_options({"map": "drawn"}, seats)
    assert (refused.value.code, refused.value.data["high"]) == ("seats_not_allowed", 4)
