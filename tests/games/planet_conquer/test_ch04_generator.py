"""Chapter 4: the map generator."""

import os
from typing import Any

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng
from games.planet_conquer import GAME, maps
from games.planet_conquer.generator import generate

SEEDS = 50 if os.environ.get("FOGBOUND_LONG") else 1


class Scripted:
    """Gives these draws and notes what was asked for."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws
        self.asked: list[int] = []

    def randrange(self, stop: int) -> int:
        self.asked.append(stop)
        return self.draws.pop(0)


@pytest.mark.parametrize("seats", range(2, 9))
def test_4_maps_are_valid_and_symmetric(seats: int) -> None:
    """4, 19.10: n = 2..8, m = 2..12: valid, connected, and a turn by one sector maps routes onto routes with the same rounds."""
    for per_sector in range(2, 13):
        for seed in range(SEEDS):
            source = generate(seats, per_sector, seed % 2 == 0, 3, 0, SeededRng(f"{seats}:{per_sector}:{seed}"))
            reading = maps.read_map(source)
            assert reading.errors == []
            document = reading.document
            assert document is not None
            assert len(document["planets"]) == seats * per_sector + (seed % 2 == 0)
            assert document["starts"] == [f"A{i}" for i in range(seats)]

            def turned(key: str) -> str:
                return key if key == "O" else f"{key[0]}{(int(key[1:]) + 1) % seats}"

            routes = {frozenset(route[:2]): route[2] for route in document["routes"]}
            assert {frozenset(map(turned, ends)): rounds for ends, rounds in routes.items()} == routes
            assert all(1 <= rounds <= 12 for rounds in routes.values())


def test_4_steps_1_and_2_draws() -> None:
    """4.1, 4.2: radius, angle in tenths, then the kind on acceptance; planets too near are drawn again."""
    rng = Scripted([320, 5, 20, 450, 39, 240, 450, 85])
    source = generate(4, 3, True, 3, 0, rng)
    # 110 + 320 at 0.5 degrees lies nearly on A0 and is drawn again, without a draw for the kind.
    assert rng.asked == [351, 900, 351, 900, 100, 351, 900, 100]
    assert source["orbits"][0] == {"key": "A", "kind": "base", "radius": 430, "angle": 0}
    assert source["orbits"][1] == {"key": "B", "kind": "normal", "radius": 130, "angle": 45}
    assert source["orbits"][2] == {"key": "C", "kind": "wasteland", "radius": 350, "angle": 45}


@pytest.mark.parametrize("dice,kind", [(0, "normal"), (39, "normal"), (40, "resource"), (69, "resource"), (70, "fortress"), (84, "fortress"), (85, "wasteland"), (99, "wasteland")])  # fmt: skip
def test_4_step_2_kinds(dice: int, kind: str) -> None:
    """4.2: 40 normal, 30 resource, 15 fortress, 15 wasteland of 100."""
    assert generate(4, 2, True, 3, 0, Scripted([100, 450, dice]))["orbits"][1]["kind"] == kind


def test_4_step_2_distance_shrinks() -> None:
    """4.2: after every 60th rejection the least distance shrinks to nine tenths, not below 20."""
    # Planet 0 at radius 430, 10 degrees is 75 away from A0: too near for 80, near enough for 72.
    refused = [320, 100] * 60
    rng = Scripted([*refused, 320, 100, 0])
    assert generate(4, 2, True, 3, 0, rng)["orbits"][1]["angle"] == 10
    assert rng.draws == []


def test_4_steps_3_to_6_links() -> None:
    """4.3 to 4.6: shortest links that join parts first, then more up to 1.5 m, travel times by the upper median."""
    source = generate(2, 2, True, 3, 9, Scripted([90, 900, 0]))
    # A at radius 430 angle 0, B at radius 200 angle 90. Lengths: B-O 200, B-B 400, A-O 430, A-B 474 (twice), A-A 860.
    # Joining: B-O, A-O. ceil(1.5 * 2) = 3 links: B-B comes next. Median of 200, 400, 430 is 400, unit 400 // 3 = 133.
    assert source["links"] == [["B", "O", 0, 2], ["A", "O", 0, 3], ["B", "B", 1, 3]]
    assert source["centre"] == {"kind": "core", "natives": 9}


def test_4_step_7_facts() -> None:
    """4.7: id, names, seats, round limit."""
    source = generate(5, 20, False, 3, 0, SeededRng("facts"))
    assert (source["id"], source["name"], source["name_zh"]) == ("generated", "Generated map", "生成地图")
    assert (source["seats"], source["max_round"]) == ({"min": 2, "max": 5}, 600)
    assert "centre" not in source
    assert generate(5, 4, False, 3, 0, SeededRng("facts"))["max_round"] == 280


def test_4_same_rng_same_map() -> None:
    """4: the map follows from the draws alone."""
    assert generate(6, 7, True, 3, 0, SeededRng("s")) == generate(6, 7, True, 3, 0, SeededRng("s"))


@pytest.mark.parametrize(
    "value,path",
    [
        ({"seats": 1}, "map.generate.seats"), ({"seats": 9}, "map.generate.seats"), ({"seats": 3}, "map.generate.seats"),
        ({"seats": "4"}, "map.generate.seats"), ({}, "map.generate.seats"), ({"seats": 4, "per_sector": 1}, "map.generate.per_sector"),
        ({"seats": 4, "per_sector": 21}, "map.generate.per_sector"), ({"seats": 4, "pace": 0}, "map.generate.pace"),
        ({"seats": 4, "pace": 9}, "map.generate.pace"), ({"seats": 4, "natives": -1}, "map.generate.natives"),
        ({"seats": 4, "natives": 1000001}, "map.generate.natives"), ({"seats": 4, "centre": 1}, "map.generate.centre"),
        ({"seats": 4, "speed": 1}, "map.generate.speed"), ([], "map.generate"),
    ],
)  # fmt: skip
def test_4_bad_values(value: Any, path: str) -> None:
    """4: a bad value is an option error; four sit at the table, so a map for three is one too."""
    with pytest.raises(OptionError) as refused:
        GAME.check_options({"map": {"generate": value}}, 4)
    assert refused.value.path == path


def test_4_defaults_and_largest() -> None:
    """4: defaults; n * m + 1 must not exceed 200, so 8 seats with 20 a sector just fit."""
    assert GAME.check_options({"map": {"generate": {"seats": 4}}}, 4)["map"] == {
        "generate": {"seats": 4, "per_sector": 5, "centre": True, "pace": 3, "natives": 0}
    }
    full = GAME.check_options({"map": {"generate": {"seats": 8, "per_sector": 20}}}, 8)
    prepared = GAME.prepare(full, 8, SeededRng("largest"))
    assert len(GAME.preview(prepared)["map"]["planets"]) == 161


def test_4_runs_once_when_the_table_opens() -> None:
    """4: `prepare` puts the finished map in the option's place; the match starts on that very map."""
    full = GAME.check_options({"map": "generate"}, 3)
    assert GAME.preview(GAME.check_options({"map": "generate"}, None)) == {"map": None}
    assert GAME.preview(full) == {"map": None}
    prepared = GAME.prepare(full, 3, SeededRng("open"))
    assert prepared["map"]["symmetry"] == 3
    assert GAME.check_options(prepared, 3) == prepared
    shown = GAME.preview(prepared)["map"]
    assert GAME.setup(prepared, 3, SeededRng("start")).chart.document == shown
