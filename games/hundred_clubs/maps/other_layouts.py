"""How is a campus read that was written for the system this game comes from? Its maps have three numbers for each cell, and say what it is called.

That system has two layouts: JSON with `cols`, `rows`, `resources` and `landscape`, both by column, and a text of numbers: columns and rows,
then what cells yield, what attack and what defence counts there, row by row. Numbers are taken over as they are: where a kind of ground has
others, the cell gets an override. Nothing here judges: `parse` does.
"""

from __future__ import annotations

from typing import Any

from games.core.contract import Reading
from games.core.fields import cut
from games.core.text import Phrase, gettext_noop, phrase
from games.hundred_clubs.constants import COEFFICIENT, MAP_SIZE, TERRAIN
from games.hundred_clubs.maps.parse import FIELDS

Json = Any
Numbers = tuple[int, int, int]
"""What a cell has: atk, def, members."""

_CALLED = {
    "草坪": ".", "草": ".", "草地": ".", "水": "~", "道路": "+", "路": "+", "桥": "=", "教学楼": "T", "宿舍": "D", "操场": "P",
    "居民区": "h", "商业区": "h", "grass": ".", "water": "~", "road": "+", "bridge": "=", "teaching": "T", "dormitory": "D",
    "playground": "P", "residential": "h",
}  # fmt: skip
"""What that system calls a kind of ground → its letter."""
_LETTERS: dict[Numbers, str] = {(kind.atk, kind.def_, kind.members): letter for letter, kind in TERRAIN.items()}
_IGNORED = ("size", "names", "terrain")


def read(document: Json) -> Reading:
    """What this document says of a map: our own layout, alone or under `map` as in a view, or one of that system's."""
    if isinstance(document, str):
        return _from_text(document)
    if isinstance(document, dict) and isinstance(document.get("map"), dict):
        document = document["map"]
    if not isinstance(document, dict):
        return Reading(document, [], [phrase(gettext_noop("A map is an object with named fields."))])
    if isinstance(document.get("rows"), int) or "landscape" in document or "resources" in document:
        return _from_columns(document)
    build = {key: value for key, value in document.items() if key in FIELDS}
    left = [_left(key) for key in document if key not in FIELDS and key not in _IGNORED]
    rows = build.get("rows")
    if not isinstance(rows, list):
        return Reading(build, [], [*left, phrase(gettext_noop("It has no rows of ground."))])
    build.setdefault("height", len(rows))
    if rows and isinstance(rows[0], str):
        build.setdefault("width", len(rows[0]))
    return Reading(build, [_counted(build)], left)


def _left(what: Any) -> Phrase:
    return phrase(gettext_noop("%(field)s is nothing that a map has: left out."), field=[cut(str(what))] * 2)


def _counted(build: dict[str, Json]) -> Phrase:
    counts = {
        key: len(build[key]) if isinstance(build.get(key), list) else 0 for key in ("starts", "landmarks", "overrides")
    }
    size = {"width": cut(str(build.get("width"))), "height": cut(str(build.get("height")))}
    return phrase(
        gettext_noop(
            "Read: %(width)s by %(height)s cells, birthplaces: %(starts)s, places with names: %(landmarks)s, special cells: %(overrides)s."
        ),
        **{key: [value, value] for key, value in size.items()},
        **counts,
    )


def _from_columns(document: dict[str, Json]) -> Reading:
    width, height = (_side(document.get(key)) for key in ("cols", "rows"))
    if width is None or height is None:
        return _nothing(document)
    landscape, resources = document.get("landscape"), document.get("resources")
    cells: dict[tuple[int, int], tuple[Numbers | None, str]] = {}
    for x in range(width):
        for y in range(height):
            ground = _at(landscape, x, y)
            ground = ground if isinstance(ground, dict) else {}
            numbers = (ground.get("Attack"), ground.get("Defense"), _at(resources, x, y))
            cells[x, y] = _checked(numbers), str(ground.get("Name", "")).strip().lower()
    left = [_left(key) for key in document if key not in ("cols", "rows", "landscape", "resources", "name")]
    if any(isinstance(_at(landscape, x, y), dict) and _at(landscape, x, y).get("Effect") for x, y in cells):
        left.append(phrase(gettext_noop("Effects of ground are nothing that this game has: left out.")))
    name = document.get("name")
    return _reading(width, height, cells, left, name if isinstance(name, str) else "")


def _from_text(text: str) -> Reading:
    words = text.split()
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words) or len(words) < 2:
        return _nothing(text)
    width, height, *numbers = (int(word) for word in words)
    count = width * height
    if _side(width) is None or _side(height) is None or len(numbers) < count:
        return _nothing(text)
    tables = [numbers[i * count : (i + 1) * count] for i in range(3)]
    cells: dict[tuple[int, int], tuple[Numbers | None, str]] = {}
    for y in range(height):
        for x in range(width):
            members, atk, def_ = (table[y * width + x] if len(table) == count else None for table in tables)
            cells[x, y] = _checked((atk, def_, members)), ""
    return _reading(width, height, cells, [], "")


def _nothing(document: Json) -> Reading:
    return Reading(document, [], [phrase(gettext_noop("This is no map that could be read."))])


def _side(value: Json) -> int | None:
    return value if type(value) is int and MAP_SIZE[0] <= value <= MAP_SIZE[1] else None


def _at(columns: Json, x: int, y: int) -> Json:
    column = columns[x] if isinstance(columns, list) and x < len(columns) else None
    return column[y] if isinstance(column, list) and y < len(column) else None


def _checked(numbers: tuple[Json, Json, Json]) -> Numbers | None:
    low, high = COEFFICIENT
    if not all(type(one) is int and low <= one <= high for one in numbers):
        return None
    atk, def_, members = numbers
    return atk, def_, members


def _reading(
    width: int, height: int, cells: dict[tuple[int, int], tuple[Numbers | None, str]], left: list[Phrase], name: str
) -> Reading:
    """The map of these numbers and names; what has no numbers is what it is called, or grass."""
    letters = [["."] * width for _ in range(height)]
    overrides: list[dict[str, Json]] = []
    without = 0
    for (x, y), (numbers, called) in sorted(cells.items(), key=lambda cell: (cell[0][1], cell[0][0])):
        letter = _CALLED.get(called)
        if numbers is None:
            without += 1
            letters[y][x] = letter or "."
            continue
        letters[y][x] = letter = _LETTERS.get(numbers) or letter or _nearest(numbers)
        kind = TERRAIN[letter]
        own = {"atk": (numbers[0], kind.atk), "def": (numbers[1], kind.def_), "members": (numbers[2], kind.members)}
        # Nobody attacks water, so that it makes no difference how it would be defended.
        is_water = numbers[0] == kind.atk == 0 and numbers[2] == kind.members
        values = {key: value for key, (value, usual) in own.items() if value != usual}
        if values and not is_water:
            overrides.append({"at": [x, y], **values})
    rows = ["".join(row) for row in letters]
    build = {"name": name, "width": width, "height": height, "rows": rows, "overrides": overrides, "starts": [], "landmarks": []}  # fmt: skip
    if without:
        left.append(phrase(gettext_noop("Cells without three whole numbers: %(count)s."), count=without))
    left.append(phrase(gettext_noop("The file marks no birthplaces: mark them on the map.")))
    return Reading(build, [_counted(build)], left)


def _nearest(numbers: Numbers) -> str:
    """The kind of ground whose numbers are nearest; of equals the first. What cannot be attacked is water, and nothing else is."""
    if numbers[0] == 0:
        return "~"

    def far(letter: str) -> int:
        kind = TERRAIN[letter]
        return abs(kind.atk - numbers[0]) + abs(kind.def_ - numbers[1]) + abs(kind.members - numbers[2])

    return min((letter for letter in TERRAIN if letter != "~"), key=far)
