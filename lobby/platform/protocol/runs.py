"""How are many frames of one audience encoded in few bytes? The first view in full, then only changes; events in columns.

Pure, and knows no game: it looks at JSON. `docs/protocol.md`, *Runs of frames*, says what the numbers mean; `static/match/runs.js` makes frames
of it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import orjson

Json = Any

WHOLE: Final = 0
"""[0, value]: replaced by `value`."""
OBJECT: Final = 1
"""[1, {key: change}, removed keys]."""
LIST: Final = 2
"""[2, indices, changes]: changed entries of a list whose length stays the same."""
ROWS: Final = 3
"""[3, removed indices, [[index, new row], …], {key: [indices, values]}]: changes of a list of objects that have an `id`."""


def run_of(frames: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """The run of `frames`: at least one, with consecutive steps, as JSON values."""
    views = [frame["view"] for frame in frames]
    last = frames[-1]
    return {
        "first": frames[0]["step"],
        "view": views[0],
        "changes": [change(before, after) for before, after in pairwise(views)],
        "events": _in_columns([frame["events"] for frame in frames]),
        "final": last["step"] if last["final"] else None,
    }


def change(before: Json, after: Json) -> Json:
    """The change that turns `before` into `after`; None if they are equal."""
    return None if _is_same(before, after) else _change(before, after)


def _is_same(before: Json, after: Json) -> bool:
    """True if both are the same JSON. Plain `==` is not enough: Python holds 1 equal to True, and 0 to False."""
    kind = type(before)
    if kind is not type(after):
        return False
    if kind is dict or kind is list:
        return before is after or orjson.dumps(before) == orjson.dumps(after)
    return bool(before == after)


def _change(before: Json, after: Json) -> Json:
    """The change between two values that differ."""
    kind = type(after)
    if type(before) is kind and before and after:
        if kind is dict:
            return _change_of_object(before, after)
        if kind is list and (found := _change_of_rows(before, after) or _change_of_list(before, after)):
            # If most of the list is new, the full value is shorter.
            return found if len(orjson.dumps(found)) < len(orjson.dumps(after)) else [WHOLE, after]
    return [WHOLE, after]


def _change_of_object(before: dict[str, Json], after: dict[str, Json]) -> Json:
    changes = {
        key: _change(before[key], value) if key in before else [WHOLE, value]
        for key, value in after.items()
        if key not in before or not _is_same(before[key], value)
    }
    return [OBJECT, changes, [key for key in before if key not in after]]


def _change_of_list(before: list[Json], after: list[Json]) -> Json:
    if len(before) != len(after):
        return None
    places = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if not _is_same(old, new)]
    return [LIST, places, [_change(before[place], after[place]) for place in places]]


def _change_of_rows(before: list[Json], after: list[Json]) -> Json:
    """The change as `ROWS`; None if these are not lists of rows, or if kept rows changed their order."""
    old, new = _by_id(before), _by_id(after)
    if old is None or new is None:
        return None
    kept = [id_ for id_, row in new.items() if id_ in old and old[id_].keys() == row.keys()]
    stay = set(kept)
    if kept != [id_ for id_ in old if id_ in stay]:
        return None
    columns: dict[str, list[list[Json]]] = {}
    for place, id_ in enumerate(kept):
        was, row = old[id_], new[id_]
        if not _is_same(was, row):
            for key, value in row.items():
                if not _is_same(was[key], value):
                    places, values = columns.setdefault(key, [[], []])
                    places.append(place)
                    values.append(value)
    gone = [place for place, id_ in enumerate(old) if id_ not in stay]
    return [ROWS, gone, [[place, row] for place, (id_, row) in enumerate(new.items()) if id_ not in stay], columns]


def _by_id(rows: list[Json]) -> dict[int | str, dict[str, Json]] | None:
    """id → row; None if an entry is not an object with an `id`, or two share one."""
    if type(rows[0]) is not dict:
        return None
    found = {row["id"]: row for row in rows if type(row) is dict and type(row.get("id")) in (int, str)}
    return found if len(found) == len(rows) else None


def _in_columns(lists: Iterable[Sequence[Mapping[str, Json]]]) -> dict[str, Json]:
    """Lists of objects in columns: objects with the same keys form one kind, and each key of a kind has one list of values."""
    kinds: dict[tuple[str, ...], int] = {}
    columns: list[list[list[Json]]] = []
    order = []
    for objects in lists:
        row = []
        for one in objects:
            kind = kinds.setdefault(tuple(one), len(kinds))
            if kind == len(columns):
                columns.append([[] for _ in one])
            for column, value in zip(columns[kind], one.values(), strict=True):
                column.append(value)
            row.append(kind)
        order.append(row)
    return {"keys": [list(keys) for keys in kinds], "columns": columns, "order": order}
