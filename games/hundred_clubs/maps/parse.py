"""Is this a map? Every rejection of chapters 2.1 and 3 that does not depend on the number of clubs.

`faults_of` finds all of them, in the order of the fields; `read_map` refuses with the first.
"""

from __future__ import annotations

import re
from typing import Any

from games.core import fields
from games.core.documents import Reader
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
    return _Reader(path).first_of(value)


def faults_of(value: Any, path: str = "map") -> tuple[Chart | None, list[OptionError]]:
    """The chart of a map object from outside and no faults; or None and every fault, each with its path."""
    return _Reader(path).faults_of(value)


class _Reader(Reader[Chart]):
    def read(self, value: Any) -> Chart | None:
        document = self.document(value)
        if self.faults or document is None:
            return None
        chart = draw(document)
        self.starts_on_land(chart, self.at("starts"))
        return chart

    def document(self, value: Any) -> dict[str, Any] | None:
        given = self.record(value, self.path, FIELDS, REQUIRED)
        document: dict[str, Any] = {}
        for key in ("name", "name_zh"):
            if key in given:
                with self.noting():
                    document[key] = _text(given[key], self.at(key), 1, LONGEST_NAME)
        for key in ("width", "height"):
            if key in given:
                with self.noting():
                    where = self.at(key)
                    document[key] = fields.whole(given[key], where, *MAP_SIZE, failure=OptionError)
        if "width" not in document or "height" not in document:
            return None
        board = document["width"], document["height"]
        if "rows" in given:
            document["rows"] = self.rows(given["rows"], self.at("rows"), *board)
        overrides, starts, landmarks = (self.at(key) for key in ("overrides", "starts", "landmarks"))
        document["overrides"] = self.overrides(given.get("overrides", []), overrides, board)
        document["starts"] = self.cells(given.get("starts", []), starts, board)
        document["landmarks"] = self.landmarks(given.get("landmarks", []), landmarks, board)
        return document

    def rows(self, value: Any, path: str, width: int, height: int) -> list[str]:
        if isinstance(value, list) and len(value) != height:
            data = {"count": len(value), "height": height}
            message = gettext_noop("There are %(count)s rows, not %(height)s.")
            self.note(OptionError("row_count", path, message, data))
            return []
        found = []
        for y, (here, row) in enumerate(self.items(value, path)):
            with self.noting():
                found.append(_row(row, here, y, width))
        return found

    def overrides(self, value: Any, path: str, board: Cell) -> list[dict[str, Any]]:
        seen: set[Cell] = set()
        found = []
        for here, item in self.items(value, path):
            given = self.record(item, here, OVERRIDE_FIELDS, ("at",))
            if "at" not in given:
                continue
            at: Cell | None = None
            with self.noting():
                at = x, y = _cell(given["at"], f"{here}.at", board)
                if at in seen:
                    message = gettext_noop("Two overrides are for cell [%(x)s, %(y)s].")
                    raise OptionError("duplicate_override", f"{here}.at", message, {"x": x, "y": y})
                seen.add(at)
            values: dict[str, Any] = {}
            for key in OVERRIDE_FIELDS[1:]:
                if key in given:
                    with self.noting():
                        values[key] = fields.whole(given[key], f"{here}.{key}", *COEFFICIENT, failure=OptionError)
            if at is not None:
                found.append({"at": list(at)} | values)
        return found

    def cells(self, value: Any, path: str, board: Cell) -> list[list[int]]:
        found = []
        for here, item in self.items(value, path):
            with self.noting():
                found.append(list(_cell(item, here, board)))
        return found

    def landmarks(self, value: Any, path: str, board: Cell) -> list[dict[str, Any]]:
        if isinstance(value, list) and len(value) > MOST_LANDMARKS:
            data = {"field": path, "limit": MOST_LANDMARKS}
            message = gettext_noop("%(field)s may have at most %(limit)s entries.")
            self.note(OptionError("too_many", path, message, data))
            return []
        keys: set[str] = set()
        found = []
        for here, item in self.items(value, path):
            given = self.record(item, here, LANDMARK_FIELDS, ("key", "name", "at"))
            landmark = self.landmark(given, here, board)
            key = landmark.get("key")
            if key is not None and key in keys:
                message = gettext_noop("Two landmarks have the key %(key)s.")
                fault = OptionError("duplicate_landmark", f"{here}.key", message, {"key": fields.cut(key)})
                self.note(fault)
            keys.add(key or "")
            found.append(landmark)
        return found

    def landmark(self, given: dict[str, Any], path: str, board: Cell) -> dict[str, Any]:
        landmark: dict[str, Any] = {}
        for key, low, high in (("key", 1, LONGEST_NAME), ("name", 1, LONGEST_NAME)):
            if key in given:
                with self.noting():
                    landmark[key] = _text(given[key], f"{path}.{key}", low, high)
        if "at" in given:
            with self.noting():
                landmark["at"] = list(_cell(given["at"], f"{path}.at", board))
        with self.noting():
            landmark["note"] = _text(given.get("note", ""), f"{path}.note", 0, LONGEST_NOTE)
        for key, low, high in (("name_zh", 1, LONGEST_NAME), ("note_zh", 0, LONGEST_NOTE)):
            if key in given:
                with self.noting():
                    landmark[key] = _text(given[key], f"{path}.{key}", low, high)
        return landmark

    def starts_on_land(self, chart: Chart, path: str) -> None:
        for i, (x, y) in enumerate(chart.starts):
            if not chart.land[y, x]:
                message = gettext_noop("The start [%(x)s, %(y)s] is on water.")
                self.note(OptionError("start_on_water", fields.within(path, i), message, {"x": x, "y": y}))


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


def _cell(value: Any, path: str, board: Cell) -> Cell:
    pair = fields.items(value, path, failure=OptionError)
    if len(pair) != 2:
        raise OptionError("bad_type", path, gettext_noop("%(field)s must be a cell [x, y]."), {"field": path})
    x, y = (fields.whole(part, fields.within(path, i), failure=OptionError) for i, part in enumerate(pair))
    if not (0 <= x < board[0] and 0 <= y < board[1]):
        data = {"x": fields.cut(x), "y": fields.cut(y)}
        raise OptionError("off_board", path, gettext_noop("Cell [%(x)s, %(y)s] is off the board."), data)
    return x, y


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
