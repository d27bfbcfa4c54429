"""Is this part of an order what it should be? The codes of chapter 8.5."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.cosmos.constants import FARTHEST

Json = Any
_CODES = {"unknown_field": "unknown_key", "out_of_range": "value_out_of_range", "unknown_value": "value_out_of_range"}


def refused(code: str, path: str, message: str, **data: Any) -> OrderError:
    """An order that is not legal."""
    return OrderError(code, path, message, data)


def _recoded(error: OrderError, code: str | None = None) -> OrderError:
    if code is not None and error.code in ("out_of_range", "unknown_value"):
        return OrderError(code, error.path, error.template, error.data)
    return OrderError(_CODES.get(error.code, error.code), error.path, error.template, error.data)


def record(value: Json, path: str, known: Collection[str], required: Collection[str] = ()) -> dict[str, Json]:
    """An object with these keys."""
    try:
        return fields.record(value, path, known, required)
    except OrderError as error:
        raise _recoded(error) from error


def whole(value: Json, path: str, low: int, high: int, code: str | None = None) -> int:
    """A whole number of a range; `code` for one outside."""
    try:
        return fields.whole(value, path, low, high)
    except OrderError as error:
        raise _recoded(error, code) from error


def one_of(value: Json, path: str, choices: Collection[str], code: str) -> str:
    """One of a few names; `code` for another."""
    try:
        return fields.one_of(value, path, choices)
    except OrderError as error:
        raise _recoded(error, code) from error


def position(value: Json, path: str) -> list[int]:
    """[x, y] in the coordinates of the views, on the map or not."""
    if not isinstance(value, list) or len(value) != 2 or any(type(part) is not int for part in value):
        raise refused("bad_type", path, gettext_noop("%(field)s must be a position [x, y]."), field=path)
    for part in value:
        whole(part, path, -FARTHEST, FARTHEST, "bad_position")
    return value


Check = Callable[[Json, str], Json]


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a reflex or movement. Without a default it must be there; a default of None may be said too."""

    check: Check
    default: Json = None
    required: bool = False

    def read(self, given: dict[str, Json], key: str, path: str) -> Json:
        """The checked value of this field."""
        if key not in given:
            return self.default
        if given[key] is None and self.default is None and not self.required:
            return None
        return self.check(given[key], f"{path}.{key}")


def number(low: int, high: int) -> Check:
    """A check for a whole number."""
    return lambda value, path: whole(value, path, low, high)


def name(choices: Collection[str], code: str = "value_out_of_range") -> Check:
    """A check for one of a few names."""
    return lambda value, path: one_of(value, path, choices, code)


def read_form(value: Json, path: str, forms: dict[str, dict[str, Part]], code: str) -> dict[str, Json]:
    """An object whose `type` names its form; all its fields filled in."""
    if not isinstance(value, dict):
        record(value, path, ())
    if "type" not in value:
        record(value, path, value.keys(), ("type",))
    type_ = one_of(value["type"], f"{path}.type", tuple(forms), code)
    parts = forms[type_]
    required = [key for key, part in parts.items() if part.required]
    given = record(value, path, ("type", *parts), required)
    return {"type": type_, **{key: part.read(given, key, path) for key, part in parts.items()}}
