"""Chapters 2 and 3: options, symmetry groups, the generator, map documents."""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.generator import generate
from games.cosmos.maps import BUILT_IN, built_in, chosen, read_map
from games.cosmos.maps import SEATS as FAIR_FOR
from games.cosmos.settings import OPTIONS, check_options
from games.cosmos.symmetry import SIZES, images, possible_count

SEATS = {"rotate_180": 2, "mirror_x": 2, "mirror_y": 2, "mirror_xy": 4, "rotate_90": 4, "eightfold": 8}


def made(group: str, **options: Any) -> dict[str, Any]:
    full = check_options({"symmetry": group, **options}, SEATS[group])
    return generate(full, SEATS[group], SeededRng(f"map-{group}"))


@pytest.mark.parametrize("group", SIZES)
def test_images_form_a_group(group: str) -> None:
    """3.2: images of images are images, and as many as the group has elements."""
    orbit = images(group, 32, 32, 3, 11)
    assert len(set(orbit)) == SIZES[group]
    assert orbit[0] == (3, 11)
    for tile in orbit:
        assert set(images(group, 32, 32, *tile)) == set(orbit)


@pytest.mark.parametrize("style", ["uniform", "smooth"])
@pytest.mark.parametrize("group", SIZES)
def test_generated_maps_are_valid_and_symmetric(group: str, style: str) -> None:
    """3.3, 3.4: the document check, which looks at every tile and planet, accepts what the generator makes."""
    document = made(group, aether_style=style, start_planets=2, aether_range=[200, 900], width=48, height=48)
    assert read_map(document) == document
    values = [value for row in document["aether"] for value in row]
    assert min(values) >= 200 and max(values) <= 900
    assert len(set(values)) > 20
    sides = [planet["side"] for planet in document["planets"]]
    assert sides.count(None) == 4
    assert all(sides.count(side) == 2 for side in range(SIZES[group]))


def test_a_table_chooses_what_neutral_planets_are_made_with() -> None:
    """3.3, 17.1 `neutral_energy`: the range changes no place on the map."""
    poor, rich = made("rotate_180", neutral_energy=[20, 60]), made("rotate_180")
    assert [(one["x"], one["y"]) for one in poor["planets"]] == [(one["x"], one["y"]) for one in rich["planets"]]
    energies = [one["energy"] for one in poor["planets"] if one["side"] is None]
    assert len(energies) == 4 and all(20 <= energy <= 60 for energy in energies)
    for pair, path in (([60, 20], "neutral_energy[1]"), ([19, 60], "neutral_energy[0]")):
        with pytest.raises(OptionError) as refused:
            check_options({"neutral_energy": pair}, 2)
        assert (refused.value.code, refused.value.path) == ("out_of_range", path)


def test_planets_keep_their_distance() -> None:
    """3.3: any two planets d2 >= 64, images of a start planet d2 >= 100, two tiles from the edge."""
    planets = made("rotate_180")["planets"]
    for a, b in combinations(planets, 2):
        d2 = (a["x"] - b["x"]) ** 2 + (a["y"] - b["y"]) ** 2
        assert d2 >= (100 if None not in (a["side"], b["side"]) else 64)
    assert all(2 <= planet[axis] <= 29 for planet in planets for axis in "xy")


def test_counts_that_cannot_be_symmetric_are_refused() -> None:
    """3.3: a lone neutral planet needs a fixed tile; refused before any draw."""
    assert not possible_count("mirror_x", 32, 32, 1)
    assert possible_count("mirror_x", 33, 32, 1)
    assert possible_count("rotate_180", 33, 33, 1)
    assert not possible_count("eightfold", 32, 32, 2)
    with pytest.raises(OptionError) as refused:
        check_options({"symmetry": "mirror_x", "neutral_planets": 1}, 2)
    assert (refused.value.code, refused.value.path) == ("bad_option", "neutral_planets")


@pytest.mark.parametrize(
    ("options", "seats", "path"),
    [
        ({"width": 40}, 8, "height"),
        ({"symmetry": "rotate_90", "height": 40}, 4, "height"),
        ({"symmetry": "mirror_x"}, 4, "symmetry"),
        ({"execution": "slot", "stride": 2}, 2, "stride"),
        ({"aether_range": [100]}, 2, "aether_range"),
        ({"neutral_energy": [20]}, 2, "neutral_energy"),
    ],
)
def test_options_that_do_not_fit_each_other(options: dict[str, Any], seats: int, path: str) -> None:
    with pytest.raises(OptionError) as refused:
        check_options(options, seats)
    assert (refused.value.code, refused.value.path) == ("bad_option", path)


def test_bad_options_name_themselves() -> None:
    """Every option refuses a value of a wrong kind by its key, defaults are legal, checked options stay as they are."""
    full = check_options({}, 2)
    assert check_options(full, 2) == full
    for option in OPTIONS:
        with pytest.raises(OptionError) as refused:
            check_options({option.key: {"wrong": [True]}}, 2)
        assert refused.value.path.startswith(option.key)
    assert check_options({"run_budget": {"scout": 0}}, 2)["run_budget"] == {**full["run_budget"], "scout": 0}
    for budget in (1, 999, 1_000_001):
        with pytest.raises(OptionError):
            check_options({"run_budget": {"scout": budget}}, 2)


def test_a_map_document_names_its_fault() -> None:
    """3.4: `bad_map` with the cell."""
    good = made("mirror_xy")
    faults: list[tuple[str, Any]] = [
        ("map.aether[3][5]", lambda m: m["aether"][3].__setitem__(5, m["aether"][3][5] % 1000 + 100)),
        ("map.aether[0][0]", lambda m: m["aether"][0].__setitem__(0, 99)),
        ("map.aether[7]", lambda m: m["aether"][7].pop()),
        ("map.planets[0].energy", lambda m: m["planets"][0].update(energy=149)),
        ("map.planets[0]", lambda m: m["planets"][0].update(side=1)),
        ("map.planets[0]", lambda m: m["planets"].pop()),
        ("map.planets[8]", lambda m: m["planets"].append(m["planets"][0])),
        ("map.width", lambda m: m.update(width=23)),
        ("map.symmetry", lambda m: m.update(symmetry="spiral")),
        ("map.name", lambda m: m.pop("name")),
    ]
    for path, spoil in faults:
        document = copy.deepcopy(good)
        spoil(document)
        if path == "map.planets[0]" and len(document["planets"]) < len(good["planets"]):
            path = refused_path(document)
            assert path.startswith("map.planets[")
        with pytest.raises(OptionError) as refused:
            check_options({"map": document}, 4)
        assert refused.value.code == "bad_map"
        assert refused.value.path == path


def refused_path(document: dict[str, Any]) -> str:
    with pytest.raises(OptionError) as refused:
        read_map(document)
    return refused.value.path


def test_a_map_document_is_played() -> None:
    document = made("rotate_90")
    state = GAME.setup(GAME.check_options({"map": document}, 4), 4, step_rng("map", 0))
    assert state.symmetry == "rotate_90"
    own = [entity for entity in state.entities.values() if entity.seat is not None]
    assert sorted(entity.seat for entity in own if entity.seat is not None) == [0, 1, 2, 3]
    assert {entity.energy for entity in own} == {151}
    with pytest.raises(OptionError):
        GAME.check_options({"map": document}, 5)


@pytest.mark.parametrize("seats", range(2, 9))
def test_setup(seats: int) -> None:
    """3.3, 3.5, 4.2: a planet for every seat, also when sides stay empty; hidden origin; the same seed gives the same state."""
    options = GAME.check_options({}, seats)
    state = GAME.setup(options, seats, step_rng("s", 0))
    assert GAME.to_json(state) == GAME.to_json(GAME.setup(options, seats, step_rng("s", 0)))
    planets = [entity.seat for entity in state.entities.values()]
    assert [planets.count(seat) for seat in range(seats)] == [1] * seats
    assert planets.count(None) == 4
    assert len(planets) == seats + 4
    assert all(abs(part) <= 300 for part in state.origin)
    assert all(10_000 <= id_ <= 99_999 for id_ in state.entities)
    GAME.invariants(state)
    plain = GAME.setup(GAME.check_options({"coordinate_offset": False}, seats), seats, step_rng("s", 0))
    assert plain.origin == (0, 0)


# --- Maps with a name (3.6)


def carried(document: dict[str, Any], side: int, other: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Where each tile goes under the element of the group that carries a tile of one side onto that of another."""
    group, width, height = document["symmetry"], document["width"], document["height"]
    of_side = images(group, width, height, 3, 11)
    element = images(group, width, height, *of_side[side]).index(of_side[other])
    return {(x, y): images(group, width, height, x, y)[element] for y in range(height) for x in range(width)}


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in BUILT_IN for seats in FAIR_FOR[name]])
def test_a_map_with_a_name_is_the_same_for_every_seat(name: str, seats: int) -> None:
    """3.6: for any two seats some turn or mirror carries one onto the other; aether, neutral planets and the seats' planets go with it."""
    document = built_in(name)
    aether = document["aether"]
    played = [one for one in document["planets"] if one["side"] is None or one["side"] < seats]
    found = {(one["x"], one["y"]): one for one in played}
    assert {one["side"] for one in played} == {None, *range(seats)}
    for a, b in combinations(range(seats), 2):
        to = carried(document, a, b)
        assert all(aether[y][x] == aether[v][u] for (x, y), (u, v) in to.items())
        for (x, y), one in found.items():
            there = found[to[x, y]]
            assert there["energy"] == one["energy"]
            assert (there["side"] is None) == (one["side"] is None)
        assert all(found[to[x, y]]["side"] == b for (x, y), one in found.items() if one["side"] == a)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_map_with_a_name_is_played_by_all_it_is_fair_for_and_by_nobody_else(name: str) -> None:
    for seats in range(2, 9):
        if seats not in FAIR_FOR[name]:
            with pytest.raises(OptionError) as refused:
                check_options({"map": name}, seats)
            assert (refused.value.code, refused.value.path) == ("bad_option", "map")
            continue
        options = check_options({"map": name, "map_knowledge": "full", "scout_under_way": True}, seats)
        state = GAME.setup(options, seats, step_rng(name, 0))
        document = built_in(name)
        assert GAME.view(state, 0)["map"]["aether"] == document["aether"]
        neutral = [one for one in state.entities.values() if one.seat is None]
        assert len(neutral) == sum(one["side"] is None for one in document["planets"]) >= 4
        assert GAME.preview is not None and GAME.preview(options) == {"map": document}


def test_maps_with_names_differ_in_what_lies_where() -> None:
    """No two have the same size and symmetry, and each has thin and dense aether."""
    maps = [built_in(name) for name in BUILT_IN]
    assert len({(one["width"], one["height"], one["symmetry"]) for one in maps}) == len(maps) == 6
    for one in maps:
        values = sorted(value for row in one["aether"] for value in row)
        assert values[len(values) // 10] <= 400 and values[-len(values) // 20] >= 700


def test_a_table_without_a_map_draws_one_when_the_match_begins() -> None:
    options = check_options({}, 2)
    assert chosen(options) is None
    assert GAME.preview is not None and GAME.preview(options) == {"map": None}
    with pytest.raises(OptionError) as refused:
        check_options({"map": "three_galaxies"}, 2)
    assert refused.value.path == "map"
