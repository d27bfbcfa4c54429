"""Drawing maps: all faults at once, in words and at their places; maps of other layouts with a report of what was read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games
from games.core.text import spoken
from games.planet_conquer.workshop import WORKSHOP

DUEL: dict[str, Any] = {
    "format": 1,
    "name": "",
    "seats": {"min": 2, "max": 2},
    "planets": [{"key": "P1", "kind": "base", "at": [100, 500]}, {"key": "P2", "kind": "base", "at": [900, 500], "name": "East"}],
    "routes": [["P1", "P2", 3]],
    "starts": ["P1", "P2"],
}  # fmt: skip


def changed(change: Any) -> dict[str, Any]:
    build = copy.deepcopy(DUEL)
    change(build)
    return build


def faults(build: Any) -> list[tuple[str, str, str]]:
    return [(one.path, one.code, one.message) for one in WORKSHOP.judge({}, build)[1]]


def test_a_map_without_a_name_is_no_fault_and_the_normal_form_has_every_number():
    build, wrong = WORKSHOP.judge({}, DUEL)
    assert not wrong
    assert build["planets"][1] == {
        "key": "P2", "kind": "base", "at": [900, 500], "def": 1.5, "res": 1, "cos": 20, "max": 1000, "natives": 0, "name": "East",
    }  # fmt: skip
    assert games.get("planet_conquer").check_options({"map": build}, 2)["map"] == build


def test_all_faults_are_told_at_once_each_at_its_place_with_words_for_fields_and_names_for_planets():
    def spoil(build: dict[str, Any]) -> None:
        build["planets"] += [{"key": "P3", "at": [900, 500], "def": -1}, {"key": "P4", "at": [4, 4], "name": "Far"}]
        build["routes"] += [["P1", "P1", 60]]
        build["starts"] = ["P1"]

    assert faults(changed(spoil)) == [
        ("planets[2].def", "out_of_range", "Defence (def) must be from 0.001 to 100."),
        ("routes[1][2]", "out_of_range", "Rounds of travel must be from 1 to 50."),
        ("routes[1]", "self_route", "A route needs two different planets."),
        ("planets[2]", "duplicate_position", "P3 lies at the same place as East."),
        ("starts", "too_few_starts", "1 starts are too few for 2 seats."),
        ("planets[2]", "not_connected", "The planet P3 cannot be reached from the others."),
        ("planets[3]", "not_connected", "The planet Far cannot be reached from the others."),
    ]


def test_each_part_that_lies_apart_is_told_once():
    def apart(build: dict[str, Any]) -> None:
        build["planets"] += [{"key": key, "at": [x, 100]} for key, x in (("P3", 1), ("P4", 2), ("P5", 3))]
        build["routes"] += [["P3", "P4", 2]]

    assert [(path, code) for path, code, _ in faults(changed(apart))] == [
        ("planets[2]", "not_connected"),
        ("planets[4]", "not_connected"),
    ]


def test_facts_say_whether_starts_are_equally_good():
    assert WORKSHOP.facts is not None
    told = [spoken(one) for one in WORKSHOP.facts(WORKSHOP.judge({}, DUEL)[0])]
    assert told == [
        "2 planets and 1 routes, for 2 seats.",
        "From start to start it is 3 rounds.",
        "The starts are equally good: the same planets are as far from each.",
    ]
    unequal = changed(lambda build: build["planets"][0].update(max=5))
    assert spoken(WORKSHOP.facts(WORKSHOP.judge({}, unequal)[0])[-1]) == "The starts of this map are not equally good."


TABLES: list[Any] = [
    # Numbers alone, in the order of that system's rules; each way of a route is listed.
    {"planets": [[1.2, 1, 5, 100], [1, 1.5, 3, 80]], "routes": [[0, 1, 3], [1, 0, 3]]},
    # A first line that names the columns.
    {"planets": [["res", "def", "max", "cos"], [1, 1.2, 100, 5], [1.5, 1, 80, 3]], "routes": [["0", "1", 3]]},
    # Records, with the numbers of planets in them.
    {
        "planets": [{"id": 7, "def": 1.2, "res": 1, "cos": 5, "max": 100}, {"id": 9, "def": 1, "res": 1.5, "cos": 3, "max": 80}],
        "routes": [{"from": 7, "to": 9, "step": 3}],
    },
    # By name, rows as text.
    {"planets": {"a": "1.2 1 5 100", "b": "1, 1.5, 3, 80"}, "routes": ["a b 3"]},
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_planets_with_maintain_fee_is_read(table):
    assert WORKSHOP.read is not None
    for text, is_on in ((True, True), ("True", True), ("no", False)):
        found = WORKSHOP.read({**table, "maintain_fee": text})
        planets = found.build["planets"]
        numbers = [[planet[key] for key in ("def", "res", "cos", "max")] for planet in planets]
        assert numbers == [[1.2, 1, 5, 100], [1, 1.5, 3, 80]]
        assert found.build["routes"] == [["P1", "P2", 3]]
        assert found.build["maintain_fee"] is is_on
        assert [spoken(one) for one in found.left] == ["The file names no starts: choose them on the map."]
    build = {**found.build, "starts": ["P1", "P2"]}
    assert faults(build) == []


def test_what_is_not_read_is_told():
    assert WORKSHOP.read is not None
    found = WORKSHOP.read(
        {"planets": [{"def": 1, "colour": "red"}, {"def": 1}], "routes": [[0, 1, 2], [0, 5, 2]], "music": "x.ogg", "starts": [0, 1]}
    )  # fmt: skip
    assert [spoken(one) for one in found.left] == [
        "colour is nothing that a map has: left out.",
        "This is no route between two planets: [0, 5, 2]",
        "music is nothing that a map has: left out.",
    ]
    assert faults(found.build) == []


def test_an_expanded_map_and_one_of_orbits_are_read_as_they_are():
    assert WORKSHOP.read is not None
    game = games.get("planet_conquer")
    seen = game.preview(game.check_options({"map": "trident"}, 2))["map"]
    from_view = WORKSHOP.read(seen)
    assert faults(from_view.build) == [] and not from_view.left
    from games.planet_conquer import maps

    from_file = WORKSHOP.read(maps.source_of("trident"))
    assert WORKSHOP.judge({}, from_file.build) == WORKSHOP.judge({}, from_view.build)
