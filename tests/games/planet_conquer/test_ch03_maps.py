"""Chapter 3: map files. Every code of MESSAGES, both layouts, the expansion."""

import copy
import math
from itertools import pairwise
from typing import Any

import pytest

from games.core.errors import OptionError
from games.planet_conquer import GAME, maps
from games.planet_conquer.maps.values import MESSAGES
from tests.games.planet_conquer.boards import make_map

LITTLE_DUEL: dict[str, Any] = {
    "format": 1, "id": "little_duel", "name": "Little Duel", "name_zh": "小决斗", "seats": {"min": 2, "max": 2},
    "max_round": 60, "start_units": 100, "maintain_fee": False, "points_per_round": 1,
    "planets": [
        {"key": "A", "kind": "base", "at": [100, 500]},
        {"key": "B", "kind": "base", "at": [900, 500]},
        {"key": "M", "kind": "core", "at": [500, 500], "def": 0.5, "res": 1.5, "cos": 0, "max": 300, "natives": 20, "name": "Middle"},
    ],
    "routes": [["A", "M", 3], ["B", "M", 3], ["A", "B", 8, 0.4]], "starts": ["A", "B"],
}  # fmt: skip

RING: dict[str, Any] = {
    "format": 1, "id": "ring", "name": "Ring", "seats": {"min": 2, "max": 4}, "symmetry": 4,
    "orbits": [{"key": "A", "kind": "base", "radius": 400, "angle": 0}, {"key": "B", "kind": "normal", "radius": 200, "angle": 45}],
    "centre": {"kind": "core"},
    "links": [["A", "B", 0, 2], ["B", "B", 2, 3], ["B", "O", 0, 1, 0.5]],
}  # fmt: skip


def changed(source: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with the value at `a.b[2].c` replaced; the value `...` removes it."""
    result = copy.deepcopy(source)
    keys: list[Any] = []
    for part in path.replace("]", "").replace("[", ".#").split("."):
        keys.append(int(part[1:]) if part.startswith("#") else part)
    holder: Any = result
    for key in keys[:-1]:
        holder = holder[key]
    if value is ...:
        del holder[keys[-1]]
    elif isinstance(holder, list) and keys[-1] == len(holder):
        holder.append(value)
    else:
        holder[keys[-1]] = value
    return result


MISTAKES = [
    (LITTLE_DUEL, "format", 2, "bad_format", "format"),
    (LITTLE_DUEL, "format", ..., "missing_field", "format"),
    (LITTLE_DUEL, "id", ..., "missing_field", "id"),
    (LITTLE_DUEL, "name", ..., "missing_field", "name"),
    (LITTLE_DUEL, "seats", ..., "missing_field", "seats"),
    (LITTLE_DUEL, "seats.min", ..., "missing_field", "seats.min"),
    (LITTLE_DUEL, "planets", ..., "missing_field", "planets"),
    (LITTLE_DUEL, "starts", ..., "missing_field", "starts"),
    (LITTLE_DUEL, "planets[0].key", ..., "missing_field", "planets[0].key"),
    (LITTLE_DUEL, "planets[1].at", ..., "missing_field", "planets[1].at"),
    (RING, "symmetry", ..., "missing_field", "symmetry"),
    (RING, "links", ..., "missing_field", "links"),
    (RING, "orbits[0].radius", ..., "missing_field", "orbits[0].radius"),
    (RING, "orbits[0].kind", "normal", "missing_field", "starts"),
    (LITTLE_DUEL, "speed", 1, "unknown_field", "speed"),
    (LITTLE_DUEL, "planets[0].speed", 1, "unknown_field", "planets[0].speed"),
    (LITTLE_DUEL, "planets[0].radius", 1, "unknown_field", "planets[0].radius"),
    (LITTLE_DUEL, "seats.most", 1, "unknown_field", "seats.most"),
    (RING, "centre.at", [1, 1], "unknown_field", "centre.at"),
    (LITTLE_DUEL, "name", 7, "bad_type", "name"),
    (LITTLE_DUEL, "name", "\ud800", "bad_type", "name"),
    (LITTLE_DUEL, "max_round", 60.0, "bad_type", "max_round"),
    (LITTLE_DUEL, "max_round", True, "bad_type", "max_round"),
    (LITTLE_DUEL, "maintain_fee", 1, "bad_type", "maintain_fee"),
    (LITTLE_DUEL, "planets", {}, "bad_type", "planets"),
    (LITTLE_DUEL, "planets[0]", "A", "bad_type", "planets[0]"),
    (LITTLE_DUEL, "planets[0].def", "1", "bad_type", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].def", math.nan, "bad_type", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].at", [1], "bad_type", "planets[0].at"),
    (LITTLE_DUEL, "routes[0]", ["A", "M"], "bad_type", "routes[0]"),
    (LITTLE_DUEL, "routes[0][0]", 0, "bad_type", "routes[0][0]"),
    (LITTLE_DUEL, "routes[2][3]", "x", "bad_type", "routes[2][3]"),
    (RING, "links[0][2]", "0", "bad_type", "links[0][2]"),
    (RING, "starts", ["A"], "bad_type", "starts"),
    (LITTLE_DUEL, "name", "", "out_of_range", "name"),
    (LITTLE_DUEL, "name", "x" * 61, "out_of_range", "name"),
    (LITTLE_DUEL, "description", "x" * 2001, "out_of_range", "description"),
    (LITTLE_DUEL, "max_round", 9, "out_of_range", "max_round"),
    (LITTLE_DUEL, "max_round", 1001, "out_of_range", "max_round"),
    (LITTLE_DUEL, "start_units", 0, "out_of_range", "start_units"),
    (LITTLE_DUEL, "points_per_round", 21, "out_of_range", "points_per_round"),
    (LITTLE_DUEL, "seats.max", 9, "out_of_range", "seats.max"),
    (LITTLE_DUEL, "seats.min", 1, "out_of_range", "seats.min"),
    (RING, "seats", {"min": 4, "max": 3}, "out_of_range", "seats.min"),
    (LITTLE_DUEL, "planets[0].def", 0, "out_of_range", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].def", 100.001, "out_of_range", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].def", math.inf, "out_of_range", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].def", 10**400, "out_of_range", "planets[0].def"),
    (LITTLE_DUEL, "planets[0].res", -0.001, "out_of_range", "planets[0].res"),
    (LITTLE_DUEL, "planets[0].res", 10.001, "out_of_range", "planets[0].res"),
    (LITTLE_DUEL, "planets[0].cos", 10000.5, "out_of_range", "planets[0].cos"),
    (LITTLE_DUEL, "planets[0].max", 1000001, "out_of_range", "planets[0].max"),
    (LITTLE_DUEL, "planets[0].natives", -1, "out_of_range", "planets[0].natives"),
    (LITTLE_DUEL, "planets[0].at", [1001, 0], "out_of_range", "planets[0].at[0]"),
    (LITTLE_DUEL, "routes[0][2]", 0, "out_of_range", "routes[0][2]"),
    (LITTLE_DUEL, "routes[0][2]", 51, "out_of_range", "routes[0][2]"),
    (LITTLE_DUEL, "routes[2][3]", 1.5, "out_of_range", "routes[2][3]"),
    (RING, "orbits[0].radius", 501, "out_of_range", "orbits[0].radius"),
    (RING, "orbits[0].angle", 360, "out_of_range", "orbits[0].angle"),
    (LITTLE_DUEL, "planets[0].def", 1.2345, "too_many_decimals", "planets[0].def"),
    (RING, "orbits[1].angle", 22.0001, "too_many_decimals", "orbits[1].angle"),
    (LITTLE_DUEL, "id", "Little Duel", "bad_key", "id"),
    (LITTLE_DUEL, "planets[0].key", "1A", "bad_key", "planets[0].key"),
    (LITTLE_DUEL, "planets[0].key", "ABCDEFGHI", "bad_key", "planets[0].key"),
    (RING, "orbits[1].key", "O", "bad_key", "orbits[1].key"),
    (RING, "orbits[1].key", "AB", "bad_key", "orbits[1].key"),
    (LITTLE_DUEL, "planets[1].key", "A", "duplicate_key", "planets[1].key"),
    (RING, "orbits[1].key", "A", "duplicate_key", "orbits[1].key"),
    (LITTLE_DUEL, "planets[1].at", [100, 500], "duplicate_position", "planets[1]"),
    (RING, "orbits[1].radius", 0, "duplicate_position", "orbits[1]"),
    (LITTLE_DUEL, "planets[0].kind", "moon", "unknown_kind", "planets[0].kind"),
    (RING, "centre.kind", "moon", "unknown_kind", "centre.kind"),
    (LITTLE_DUEL, "routes[1][0]", "X", "unknown_planet", "routes[1][0]"),
    (LITTLE_DUEL, "starts[1]", "X", "unknown_planet", "starts[1]"),
    (RING, "links[0][1]", "X", "unknown_planet", "links[0][1]"),
    (RING, "centre", ..., "unknown_planet", "links[2][1]"),
    (RING, "starts", "X", "unknown_planet", "starts"),
    (LITTLE_DUEL, "routes[2]", ["A", "A", 3], "self_route", "routes[2]"),
    (RING, "links[1][2]", 0, "self_route", "links[1]"),
    (LITTLE_DUEL, "routes[3]", ["M", "A", 5], "duplicate_route", "routes[3]"),
    (RING, "links[3]", ["B", "B", 2, 9], "duplicate_route", "links[3]"),
    (LITTLE_DUEL, "starts", ["A"], "too_few_starts", "starts"),
    (LITTLE_DUEL, "starts", ["A", "A"], "duplicate_start", "starts[1]"),
    (LITTLE_DUEL, "starts", ["A", "M"], "start_has_natives", "starts[1]"),
    (RING, "orbits[0].natives", 5, "start_has_natives", "orbits[0].natives"),
    (LITTLE_DUEL, "routes", [["A", "B", 8]], "not_connected", "planets[2]"),
    (RING, "links", [["A", "B", 0, 2]], "not_connected", "orbits[0]"),
    (LITTLE_DUEL, "start_sets", {"2": [["A"]]}, "bad_start_set", "start_sets.2[0]"),
    (LITTLE_DUEL, "start_sets", {"2": [["A", "A"]]}, "bad_start_set", "start_sets.2[0]"),
    (LITTLE_DUEL, "start_sets", {"2": [["A", "M"]]}, "bad_start_set", "start_sets.2[0]"),
    (LITTLE_DUEL, "start_sets", {"2": []}, "bad_start_set", "start_sets.2"),
    (LITTLE_DUEL, "start_sets", {"3": [["A", "B"]]}, "bad_start_set", "start_sets.3"),
    (LITTLE_DUEL, "symmetry", 2, "mixed_layouts", "symmetry"),
    (RING, "symmetry", 9, "bad_symmetry", "symmetry"),
    (RING, "symmetry", 1, "bad_symmetry", "symmetry"),
    (RING, "links[0][2]", 4, "link_shift_out_of_range", "links[0][2]"),
    (RING, "links[0][2]", -1, "link_shift_out_of_range", "links[0][2]"),
    (RING, "links[2][2]", 1, "link_shift_out_of_range", "links[2][2]"),
    (RING, "seats.max", 5, "seats_exceed_starts", "seats.max"),
]


@pytest.mark.parametrize(
    "source,path,value,code,where", MISTAKES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_3_mistakes(source: dict[str, Any], path: str, value: Any, code: str, where: str) -> None:
    """3: each mistake has its code and names the wrong part; the message has no holes."""
    reading = maps.read_map(changed(source, path, value))
    assert reading.document is None
    assert (code, where) in [(error.code, error.path) for error in reading.errors]
    for error in reading.errors:
        assert error.message
        assert "%(" not in error.message


def test_3_every_code_is_tested() -> None:
    """3: no code of the table is without a test."""
    tested = {mistake[3] for mistake in MISTAKES} | {"too_many_planets", "too_many_routes", "asymmetric"}
    assert tested == set(MESSAGES)


def test_3_too_many_planets_and_routes() -> None:
    """3: at most 200 planets and 1000 routes, in both layouts."""
    many = {f"P{i}": {"at": [i % 20 * 50, i // 20 * 50]} for i in range(201)}
    keys = list(many)
    chain = [[a, b, 1] for a, b in pairwise(keys)]
    assert [error.code for error in maps.read_map(make_map(many, chain)).errors] == ["too_many_planets"]
    few = dict(list(many.items())[:60])
    mesh = [[a, b, 1] for i, a in enumerate(few) for b in list(few)[:i]]
    assert [error.code for error in maps.read_map(make_map(few, mesh)).errors] == ["too_many_routes"]
    letters = "ABCDEFGHIJKLMNPQRSTUVWXYZ"
    orbits = [{"key": key, "kind": "base", "radius": 100 + 15 * i, "angle": 0} for i, key in enumerate(letters)]
    links = [[letters[0], key, 0, 1] for key in letters[1:]] + [["A", "A", 1, 1]]
    crowd = {**RING, "symmetry": 8, "orbits": orbits, "links": links}
    assert [error.code for error in maps.read_map(crowd).errors] == ["too_many_planets"]
    del crowd["centre"]
    assert maps.read_map(crowd).errors == []
    every = [[a, b, shift, 1] for i, a in enumerate(letters) for b in letters[:i] for shift in range(8)]
    assert "too_many_routes" in [error.code for error in maps.read_map({**crowd, "links": every}).errors]


def test_3_not_an_object() -> None:
    """3: anything that is no object is no map."""
    for source in (None, [], "map", 3):
        assert [error.code for error in maps.read_map(source).errors] == ["bad_format"]


def test_3_all_mistakes_are_found() -> None:
    """3: all errors are returned, not only the first; as an option they come as data of one OptionError."""
    bad = changed(changed(changed(LITTLE_DUEL, "planets[2].def", 0), "max_round", 1), "routes[0][1]", "Z")
    assert {error.path for error in maps.read_map(bad).errors} == {"planets[2].def", "max_round", "routes[0][1]"}
    with pytest.raises(OptionError) as refused:
        GAME.check_options({"map": bad}, 2)
    listed = refused.value.data["errors"]
    assert {entry["path"] for entry in listed} == {"map.planets[2].def", "map.max_round", "map.routes[0][1]"}
    assert refused.value.path == listed[0]["path"]
    assert refused.value.code == listed[0]["code"]


def test_3_explicit_layout() -> None:
    """3: the example; kinds give the defaults, keys the names."""
    document = maps.read_map(LITTLE_DUEL).document
    assert document is not None
    base, _, middle = document["planets"]
    assert base == {
        "id": 0, "key": "A", "kind": "base", "at": [100, 500], "def": 1.5, "res": 1, "cos": 20, "max": 1000, "natives": 0, "name": "A",
    }  # fmt: skip
    assert (middle["def"], middle["res"], middle["natives"], middle["name"]) == (0.5, 1.5, 20, "Middle")
    assert document["routes"] == [["A", "M", 3, 0], ["B", "M", 3, 0], ["A", "B", 8, 0.4]]
    assert document["starts"] == ["A", "B"]


def test_3_defaults_of_common_fields() -> None:
    """3: what a map leaves out has the defaults of the table."""
    document = maps.read_map(RING).document
    assert document is not None
    assert (document["max_round"], document["start_units"], document["maintain_fee"], document["points_per_round"]) == (
        300,
        100,
        False,
        1,
    )
    assert (document["author"], document["description"]) == ("", "")


@pytest.mark.parametrize(
    "kind,numbers",
    [
        ("base", (1.5, 1, 20, 1000)), ("normal", (1.2, 1, 5, 600)), ("resource", (0.5, 1.5, 5, 300)), ("fortress", (2, 1, 5, 400)),
        ("wasteland", (1, 0.75, 4, 300)), ("core", (0.5, 2, 10, 500)), ("relay", (1, 1, 0, 100)),
    ],
)  # fmt: skip
def test_3_kinds(kind: str, numbers: tuple[float, ...]) -> None:
    """3: defaults of each kind of planet."""
    document = maps.read_map(changed(RING, "centre.kind", kind)).document
    assert document is not None
    centre = document["planets"][-1]
    assert (centre["def"], centre["res"], centre["cos"], centre["max"]) == numbers


def test_3_orbit_layout() -> None:
    """3: order of planets, positions rounded half up, links turned, opposite pairs once."""
    document = maps.read_map(RING).document
    assert document is not None
    assert [planet["key"] for planet in document["planets"]] == ["A0", "A1", "A2", "A3", "B0", "B1", "B2", "B3", "O"]
    assert [planet["at"] for planet in document["planets"][:4]] == [[500, 100], [900, 500], [500, 900], [100, 500]]
    assert document["planets"][4]["at"] == [641, 359]
    assert document["planets"][-1]["at"] == [500, 500]
    pairs = [route[:2] for route in document["routes"]]
    assert [pair for pair in pairs if pair[0][0] == pair[1][0] == "B"] == [["B0", "B2"], ["B1", "B3"]]
    assert [pair for pair in pairs if pair[1] == "O"] == [[f"B{i}", "O"] for i in range(4)]
    assert [route[3] for route in document["routes"] if route[1] == "O"] == [0.5] * 4
    assert document["starts"] == ["A0", "A1", "A2", "A3"]


def test_3_asymmetric_is_a_warning() -> None:
    """3: unequal starts are allowed, with a warning; the example has equal ones."""
    assert maps.read_map(LITTLE_DUEL).warnings == []
    reading = maps.read_map(changed(LITTLE_DUEL, "routes[1][2]", 4))
    assert reading.errors == []
    assert [warning.code for warning in reading.warnings] == ["asymmetric"]
    richer = maps.read_map(changed(LITTLE_DUEL, "planets[0].cos", 21))
    assert [warning.code for warning in richer.warnings] == ["asymmetric"]
