"""Chapters 2.1, 2.2 and 3: terrain, the campus, and which map objects are refused."""

import copy
from collections import Counter
from typing import Any

import numpy as np
import pytest

from games.core.errors import OptionError
from games.hundred_clubs import maps
from games.hundred_clubs.constants import KERNEL20, REACH, TERRAIN

SMALL: dict[str, Any] = {
    "name": "Small",
    "width": 4,
    "height": 3,
    "rows": ["D+~a", "T+=h", "P+.h"],
}


def changed(**fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SMALL), **fields}


def neighbours(x: int, y: int) -> list[tuple[int, int]]:
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def test_2_1_terrain() -> None:
    """2.1: what each letter means."""
    assert {letter: (kind.key, kind.atk, kind.def_, kind.members) for letter, kind in TERRAIN.items()} == {
        "D": ("dormitory", 20, 20, 8),
        "T": ("teaching", 20, 30, 5),
        "P": ("playground", 30, 20, 5),
        "+": ("road", 30, 10, 2),
        "~": ("water", 0, 20, 0),
        "=": ("bridge", 10, 15, 2),
        "a": ("bridge_road", 15, 15, 2),
        ".": ("grass", 10, 10, 1),
        "h": ("residential", 20, 20, 1),
    }


def test_7_1_kernel() -> None:
    """7.1: symmetric, range 4, and the seed's nine rows."""
    assert len(KERNEL20) == REACH + 1 == 5
    assert [[KERNEL20[j][i] for j in range(5)] for i in range(5)] == [list(row) for row in KERNEL20]
    assert [value / 20 for value in KERNEL20[0]] == [1.0, 0.9, 0.8, 0.7, 0.4]
    assert [[value / 20 for value in row[1:]] for row in KERNEL20[1:]] == [
        [0.8, 0.5, 0.3, 0.2],
        [0.5, 0.3, 0.2, 0.1],
        [0.3, 0.2, 0.1, 0.1],
        [0.2, 0.1, 0.1, 0.05],
    ]


def test_2_2_campus_counts() -> None:
    """2.2: 875 cells, so many of each kind, 2664 members, 838 cells of land."""
    chart = maps.campus()
    assert (chart.width, chart.height) == (25, 35)
    counts = Counter("".join(chart.rows))
    assert {TERRAIN[letter].key: count for letter, count in counts.items()} == {
        "road": 278,
        "teaching": 176,
        "grass": 118,
        "residential": 103,
        "dormitory": 88,
        "playground": 51,
        "water": 37,
        "bridge_road": 19,
        "bridge": 5,
    }
    assert sum(counts.values()) == 875
    assert chart.members.sum() == 2664
    assert chart.land.sum() == 838


def test_2_2_campus_is_connected() -> None:
    """2.2: all land can be reached over land."""
    chart = maps.campus()
    land = {(int(x), int(y)) for y, x in np.argwhere(chart.land)}
    reached, front = {(0, 0)}, [(0, 0)]
    while front:
        for cell in neighbours(*front.pop()):
            if cell in land and cell not in reached:
                reached.add(cell)
                front.append(cell)
    assert reached == land


def test_2_2_streets_and_bridges() -> None:
    """2.2: named streets, the river and its bridges lie where the text says."""
    rows = maps.campus().rows
    assert [[x, y] for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "="] == [
        [11, 4], [11, 9], [8, 13], [4, 18], [5, 24],
    ]  # fmt: skip
    assert all(row[18] == "+" for row in rows if row[14:18] in {"DDDD", "TTTT"})
    assert rows[21] == "+" * 25
    assert {row[11] for row in rows[:13]} == {"~", "="}
    assert rows[13][2:12] == "~~~~~~=~~~"
    # The only dry way into the north-west is the western edge.
    assert [x for x in range(12) if rows[13][x] not in "~="] == [0, 1]
    assert all(set(row[19:]) <= {"P"} for row in rows[11:14])


def test_2_2_landmarks() -> None:
    """2.2: thirteen places, each on land, in both languages."""
    chart = maps.campus()
    assert {landmark["key"]: landmark["at"] for landmark in chart.landmarks} == {
        "zijing": [15, 8], "xiaoqiao": [14, 12], "wanren": [8, 7], "wentu": [16, 17], "teaching_3_6": [15, 24],
        "law": [20, 29], "zhaolan": [10, 25], "jinchun": [3, 17], "fuzhong": [2, 23], "meiyuan": [23, 24],
        "main_building": [20, 24], "west_field": [9, 18], "pku": [2, 30],
    }  # fmt: skip
    for landmark in chart.landmarks:
        x, y = landmark["at"]
        assert chart.land[y, x]
        assert all(landmark[key] for key in ("name", "note", "name_zh", "note_zh"))


def test_the_campus_passes_its_own_check() -> None:
    """2.2: the campus as a map object of one's own is accepted and is the same map."""
    chart = maps.read_map(maps.CAMPUS)
    assert chart == maps.campus()
    assert chart.document() == maps.CAMPUS


def test_2_1_left_out_fields_are_empty() -> None:
    """2.1: overrides, starts and landmarks may be left out; the map object comes back with all of them."""
    chart = maps.read_map(SMALL)
    assert chart.document() == {**SMALL, "overrides": [], "starts": [], "landmarks": []}
    assert maps.read_map(chart.document()) == chart
    assert maps.chart_of(SMALL) == chart


def test_2_1_grids() -> None:
    """2.1: numbers by [y, x], from the letters and then from the overrides; values left out stay."""
    chart = maps.read_map(changed(overrides=[{"at": [1, 0], "members": 12}, {"at": [0, 2], "atk": 0, "def": 7}]))
    assert chart.atk.tolist() == [[20, 30, 0, 15], [20, 30, 10, 20], [0, 30, 10, 20]]
    assert chart.def_.tolist() == [[20, 10, 20, 15], [30, 10, 15, 20], [7, 10, 10, 20]]
    assert chart.members.tolist() == [[8, 12, 0, 2], [5, 2, 2, 1], [5, 2, 1, 1]]
    assert chart.land.tolist() == [[True, True, False, True], [True] * 4, [False, True, True, True]]


def test_around_is_the_sum_within_distance_two() -> None:
    """4.1: members within distance 2, cut off at the edge of the board."""
    chart = maps.campus()
    for x, y in [(0, 0), (15, 8), (24, 34), (12, 0), (24, 17)]:
        near = [
            int(chart.members[b, a])
            for b in range(chart.height)
            for a in range(chart.width)
            if abs(a - x) + abs(b - y) <= 2
        ]
        assert chart.around[y, x] == sum(near)


def test_a_chart_cannot_be_changed() -> None:
    """Its grids are read-only and its document is the caller's own copy."""
    chart = maps.read_map(SMALL)
    for grid in (chart.atk, chart.def_, chart.members, chart.land, chart.around):
        with pytest.raises(ValueError, match="read-only"):
            grid[0, 0] = 1
    chart.document()["rows"][0] = "~~~~"
    assert chart.document()["rows"][0] == "D+~a"


def test_charts_of_different_maps_differ() -> None:
    """Two charts are equal if their map objects are."""
    one, other = maps.read_map(SMALL), maps.read_map(changed(overrides=[{"at": [0, 0], "members": 9}]))
    assert one != other
    assert one != SMALL
    assert len({one, other, maps.read_map(SMALL)}) == 2


def landmark(**fields: Any) -> dict[str, Any]:
    return {"key": "gate", "name": "Gate", "at": [0, 0], **fields}


BAD: list[tuple[Any, str, str]] = [
    ([], "not_an_object", "map"),
    (changed(colour="red"), "unknown_field", "map.colour"),
    ({key: value for key, value in SMALL.items() if key != "name"}, "missing_field", "map.name"),
    ({key: value for key, value in SMALL.items() if key != "rows"}, "missing_field", "map.rows"),
    (changed(name=7), "bad_type", "map.name"),
    (changed(name=""), "out_of_range", "map.name"),
    (changed(name="x" * 61), "out_of_range", "map.name"),
    (changed(name="a\nb"), "bad_type", "map.name"),
    (changed(name_zh="\ud800"), "bad_type", "map.name_zh"),
    (changed(width=2), "out_of_range", "map.width"),
    (changed(width=65), "out_of_range", "map.width"),
    (changed(height=4.0), "bad_type", "map.height"),
    (changed(height=True), "bad_type", "map.height"),
    (changed(rows="D+~a"), "bad_type", "map.rows"),
    (changed(rows=["D+~a", "T+=h"]), "row_count", "map.rows"),
    (changed(rows=["D+~a", "T+=h", "P+.h", "...."]), "row_count", "map.rows"),
    (changed(rows=["D+~a", "T+=", "P+.h"]), "row_length", "map.rows[1]"),
    (changed(rows=["D+~a", "T+=h.", "P+.h"]), "row_length", "map.rows[1]"),
    (changed(rows=["D+~a", 5, "P+.h"]), "bad_type", "map.rows[1]"),
    (changed(rows=["D+~a", "T+=h", "P+.x"]), "unknown_letter", "map.rows[2]"),
    (changed(overrides={}), "bad_type", "map.overrides"),
    (changed(overrides=[[0, 0]]), "not_an_object", "map.overrides[0]"),
    (changed(overrides=[{"atk": 1}]), "missing_field", "map.overrides[0].at"),
    (changed(overrides=[{"at": [0, 0], "defence": 1}]), "unknown_field", "map.overrides[0].defence"),
    (changed(overrides=[{"at": [4, 0]}]), "off_board", "map.overrides[0].at"),
    (changed(overrides=[{"at": [0, -1]}]), "off_board", "map.overrides[0].at"),
    (changed(overrides=[{"at": [0, 0], "atk": 1001}]), "out_of_range", "map.overrides[0].atk"),
    (changed(overrides=[{"at": [0, 0], "def": -1}]), "out_of_range", "map.overrides[0].def"),
    (changed(overrides=[{"at": [0, 0], "members": 1.5}]), "bad_type", "map.overrides[0].members"),
    (changed(overrides=[{"at": [1, 1]}, {"at": [0, 0]}, {"at": [1, 1]}]), "duplicate_override", "map.overrides[2].at"),
    (changed(starts=[[0, 0], [0, 3]]), "off_board", "map.starts[1]"),
    (changed(starts=[[0, 0, 0]]), "bad_type", "map.starts[0]"),
    (changed(starts=[[0, "0"]]), "bad_type", "map.starts[0][1]"),
    (changed(starts=[[0, 0], [2, 0]]), "start_on_water", "map.starts[1]"),
    (changed(starts=[[0, 0]], overrides=[{"at": [0, 0], "atk": 0}]), "start_on_water", "map.starts[0]"),
    (changed(landmarks=[landmark(at=[0, 3])]), "off_board", "map.landmarks[0].at"),
    (changed(landmarks=[{"key": "gate", "at": [0, 0]}]), "missing_field", "map.landmarks[0].name"),
    (changed(landmarks=[landmark(colour=1)]), "unknown_field", "map.landmarks[0].colour"),
    (changed(landmarks=[landmark(note=1)]), "bad_type", "map.landmarks[0].note"),
    (changed(landmarks=[landmark(note="x" * 301)]), "out_of_range", "map.landmarks[0].note"),
    (changed(landmarks=[landmark(), landmark(at=[1, 1])]), "duplicate_landmark", "map.landmarks[1].key"),
    (changed(landmarks=[landmark(key=str(i)) for i in range(65)]), "too_many", "map.landmarks"),
]


@pytest.mark.parametrize(("value", "code", "path"), BAD)
def test_3_what_is_no_map(value: Any, code: str, path: str) -> None:
    """2.1, 3: every rejection names the option and the field, row or cell; its sentence has no holes."""
    with pytest.raises(OptionError) as refused:
        maps.read_map(value)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert "%(" not in refused.value.message


def test_3_messages_name_the_cell() -> None:
    """3: a wrong letter, a doubled override and a wet start say which cell it is."""
    for value, words in [
        (changed(rows=["D+~a", "T+=h", "P+.x"]), "letter x of cell [3, 2]"),
        (changed(overrides=[{"at": [1, 1]}, {"at": [1, 1]}]), "[1, 1]"),
        (changed(starts=[[2, 0]]), "[2, 0] is on water"),
        (changed(rows=["D+~a", "T+=", "P+.h"]), "Row 1 has 3 cells, not 4."),
    ]:
        with pytest.raises(OptionError) as refused:
            maps.read_map(value)
        assert words in refused.value.message


def test_landmarks_keep_their_chinese_and_may_lack_a_note() -> None:
    """2.1: key, name and cell are needed; a note left out is empty."""
    chart = maps.read_map(changed(landmarks=[landmark(name_zh="门", note_zh="")]))
    assert chart.document()["landmarks"] == [landmark(note="", name_zh="门", note_zh="")]
