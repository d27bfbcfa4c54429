"""Chapter 5: the maps that come with the game."""

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME, maps
from games.planet_conquer.generator import generate

TABLE = [
    ("tightrope", 2, 2, 7, 7), ("two_lanterns", 2, 2, 13, 18), ("trident", 2, 3, 16, 24), ("crossroads", 2, 4, 5, 8),
    ("four_winds", 2, 4, 21, 36), ("sunken_temple", 2, 4, 37, 64), ("pentacle", 2, 5, 16, 30), ("six_moons", 2, 6, 31, 54),
    ("great_wheel", 2, 8, 41, 72), ("first_light", 2, 4, 13, 24),
]  # fmt: skip


@pytest.mark.parametrize("map_id,low,high,planets,routes", TABLE)
def test_5_table(map_id: str, low: int, high: int, planets: int, routes: int) -> None:
    """5: seats, planets and routes of each map."""
    chart = maps.built_in(map_id)
    assert (chart.seats[0], chart.seats[-1]) == (low, high)
    assert (chart.count, len(chart.document["routes"])) == (planets, routes)
    assert chart.document["id"] == map_id
    assert chart.document["maintain_fee"] == (map_id in ("sunken_temple", "great_wheel"))


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
