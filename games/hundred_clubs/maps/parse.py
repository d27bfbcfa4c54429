"""Is this a map? Every rejection of chapters 2.1 and 3 that does not depend on the number of clubs."""

from __future__ import annotations

import re
from typing import Any

from games.core import fields
from games.core.errors import OptionError
from games.core.text import gettext_noop
from games.hundred_clubs.constants import COEFFICIENT, MAP_SIZE, TERRAIN
from games.hundred_clubs.maps.chart import Cell, Chart, draw

FIELDS = ("name", "name_zh", "width", "height", "rows", "overrides", "starts", "landmarks")
REQUIRED = ("name", "width", "height", "rows")
LANDMARK_FIELDS = ("key", "name", "at", "note", "name_zh", "note_zh")
OVERRIDE_FIELDS = ("at", "atk", "def", "members")

LONGEST_NAME = 60
LONGEST_NOTE = 300
MOST_LANDMARKS = 64

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


def read_map(value: Any, path: str = "map") -> Chart:
    """The chart of a map object from outside. Raises OptionError with the path of the field, row or cell that is wrong."""
    given = fields.record(value, path, FIELDS, REQUIRED, failure=OptionError)
    document: dict[str, Any] = {"name": _text(given["name"], f"{path}.name", 1, LONGEST_NAME)}
    if "name_zh" in given:
        document["name_zh"] = _text(given["name_zh"], f"{path}.name_zh", 1, LONGEST_NAME)
    for key in ("width", "height"):
        document[key] = fields.whole(given[key], f"{path}.{key}", *MAP_SIZE, failure=OptionError)
    board = document["width"], document["height"]
    document["rows"] = _rows(given["rows"], f"{path}.rows", *board)
    document["overrides"] = _overrides(given.get("overrides", []), f"{path}.overrides", board)
    document["starts"] = _cells(given.get("starts", []), f"{path}.starts", board)
    document["landmarks"] = _landmarks(given.get("landmarks", []), f"{path}.landmarks", board)
    chart = draw(document)
    _check_starts(chart, f"{path}.starts")
    return chart


def _rows(value: Any, path: str, width: int, height: int) -> list[str]:
    rows = fields.items(value, path, failure=OptionError)
    if len(rows) != height:
        data = {"count": len(rows), "height": height}
        raise OptionError("row_count", path, gettext_noop("There are %(count)s rows, not %(height)s."), data)
    return [_row(row, f"{path}[{y}]", y, width) for y, row in enumerate(rows)]


def _row(value: Any, path: str, y: int, width: int) -> str:
    row = fields.text(value, path, failure=OptionError)
    if len(row) != width:
        data = {"row": y, "count": len(row), "width": width}
        message = gettext_noop("Row %(row)s has %(count)s cells, not %(width)s.")
        raise OptionError("row_length", path, message, data)
    for x, letter in enumerate(row):
        if letter not in TERRAIN:
            where: dict[str, Any] = {"letter": fields.cut(letter), "x": x, "y": y}
            message = gettext_noop("No terrain has the letter %(letter)s of cell [%(x)s, %(y)s].")
            raise OptionError("unknown_letter", path, message, where)
    return row


def _overrides(value: Any, path: str, board: Cell) -> list[dict[str, Any]]:
    seen: set[Cell] = set()
    found = []
    for i, item in enumerate(fields.items(value, path, failure=OptionError)):
        here = fields.within(path, i)
        given = fields.record(item, here, OVERRIDE_FIELDS, ("at",), failure=OptionError)
        x, y = _cell(given["at"], f"{here}.at", board)
        if (x, y) in seen:
            message = gettext_noop("Two overrides are for cell [%(x)s, %(y)s].")
            raise OptionError("duplicate_override", f"{here}.at", message, {"x": x, "y": y})
        seen.add((x, y))
        values: dict[str, Any] = {
            key: fields.whole(given[key], f"{here}.{key}", *COEFFICIENT, failure=OptionError)
            for key in OVERRIDE_FIELDS[1:]
            if key in given
        }
        found.append({"at": [x, y]} | values)
    return found


def _cells(value: Any, path: str, board: Cell) -> list[list[int]]:
    items = fields.items(value, path, failure=OptionError)
    return [list(_cell(item, fields.within(path, i), board)) for i, item in enumerate(items)]


def _cell(value: Any, path: str, board: Cell) -> Cell:
    pair = fields.items(value, path, failure=OptionError)
    if len(pair) != 2:
        raise OptionError("bad_type", path, gettext_noop("%(field)s must be a cell [x, y]."), {"field": path})
    x, y = (fields.whole(part, fields.within(path, i), failure=OptionError) for i, part in enumerate(pair))
    if not (0 <= x < board[0] and 0 <= y < board[1]):
        data = {"x": fields.cut(x), "y": fields.cut(y)}
        raise OptionError("off_board", path, gettext_noop("Cell [%(x)s, %(y)s] is off the board."), data)
    return x, y


def _landmarks(value: Any, path: str, board: Cell) -> list[dict[str, Any]]:
    items = fields.items(value, path, failure=OptionError)
    if len(items) > MOST_LANDMARKS:
        data = {"field": path, "limit": MOST_LANDMARKS}
        message = gettext_noop("%(field)s may have at most %(limit)s entries.")
        raise OptionError("too_many", path, message, data)
    keys: set[str] = set()
    found = []
    for i, item in enumerate(items):
        here = fields.within(path, i)
        given = fields.record(item, here, LANDMARK_FIELDS, ("key", "name", "at"), failure=OptionError)
        landmark = _landmark(given, here, board)
        if landmark["key"] in keys:
            message = gettext_noop("Two landmarks have the key %(key)s.")
            raise OptionError("duplicate_landmark", f"{here}.key", message, {"key": fields.cut(landmark["key"])})
        keys.add(landmark["key"])
        found.append(landmark)
    return found


def _landmark(given: dict[str, Any], path: str, board: Cell) -> dict[str, Any]:
    landmark: dict[str, Any] = {
        "key": _text(given["key"], f"{path}.key", 1, LONGEST_NAME),
        "name": _text(given["name"], f"{path}.name", 1, LONGEST_NAME),
        "at": list(_cell(given["at"], f"{path}.at", board)),
        "note": _text(given.get("note", ""), f"{path}.note", 0, LONGEST_NOTE),
    }
    for key, low, high in (("name_zh", 1, LONGEST_NAME), ("note_zh", 0, LONGEST_NOTE)):
        if key in given:
            landmark[key] = _text(given[key], f"{path}.{key}", low, high)
    return landmark


def _text(value: Any, path: str, low: int, high: int) -> str:
    text = fields.text(value, path, failure=OptionError)
    if not low <= len(text) <= high:
        data = {"field": path, "low": low, "high": high}
        message = gettext_noop("%(field)s must have from %(low)s to %(high)s characters.")
        raise OptionError("out_of_range", path, message, data)
    if _CONTROL.search(text):
        message = gettext_noop("%(field)s must not hold control characters.")
        raise OptionError("bad_type", path, message, {"field": path})
    return text


def _check_starts(chart: Chart, path: str) -> None:
    for i, (x, y) in enumerate(chart.starts):
        if not chart.land[y, x]:
            message = gettext_noop("The start [%(x)s, %(y)s] is on water.")
            raise OptionError("start_on_water", fields.within(path, i), message, {"x": x, "y": y})
