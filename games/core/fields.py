"""Does a field of an order or option exist, and has it the right type and range? Each function returns the value or raises `failure` with its path.

The checks and their codes are the same for every game: `not_an_object`, `unknown_field`, `missing_field`, `bad_type`,
`out_of_range`, `unknown_value`. The meaning of a value is left to the game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.core.errors import OrderError
from games.core.text import gettext_noop

Failure = type[OrderError]

LONGEST_NAME = 60
"""Names from outside are cut to this many characters in messages and paths."""


def within(path: str, key: str | int) -> str:
    """The path of a part: `within("moves", 2)` is `moves[2]`, `within("moves[2]", "to")` is `moves[2].to`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def cut(value: Any) -> str:
    """A value from outside as text for a message: short, printable, and without placeholders."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "…"
    short = "".join(sign if sign.isprintable() else "·" for sign in str(value)[:LONGEST_NAME])
    return short.replace("%(", "% (")


def record(
    value: Any, path: str, known: Collection[str], required: Collection[str] = (), *, failure: Failure = OrderError
) -> dict[str, Any]:
    """`value` if it is a JSON object that has all fields of `required` and no fields outside `known`."""
    if not isinstance(value, dict):
        raise failure("not_an_object", path, gettext_noop("This must be an object with named fields."))
    for key in value:
        if key not in known:
            field = within(path, cut(key))
            raise failure("unknown_field", field, gettext_noop("There is no field %(field)s."), {"field": field})
    for key in required:
        if key not in value:
            field = within(path, key)
            raise failure("missing_field", field, gettext_noop("The field %(field)s is missing."), {"field": field})
    return value


def whole(
    value: Any, path: str, low: int | None = None, high: int | None = None, *, failure: Failure = OrderError
) -> int:
    """`value` if it is a whole number (not a boolean, not 3.0) from `low` to `high`, both included, where given."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise failure("bad_type", path, gettext_noop("%(field)s must be a whole number."), {"field": path})
    if (low is not None and value < low) or (high is not None and value > high):
        data = {"field": path, "low": low, "high": high}
        raise failure("out_of_range", path, gettext_noop("%(field)s must be from %(low)s to %(high)s."), data)
    return value


def flag(value: Any, path: str, *, failure: Failure = OrderError) -> bool:
    """`value` if it is true or false."""
    if not isinstance(value, bool):
        raise failure("bad_type", path, gettext_noop("%(field)s must be true or false."), {"field": path})
    return value


def text(value: Any, path: str, *, failure: Failure = OrderError) -> str:
    """`value` if it is a text, of any length."""
    if not isinstance(value, str):
        raise failure("bad_type", path, gettext_noop("%(field)s must be text."), {"field": path})
    return value


def items(value: Any, path: str, *, failure: Failure = OrderError) -> list[Any]:
    """`value` if it is a list, whatever its items are."""
    if not isinstance(value, list):
        raise failure("bad_type", path, gettext_noop("%(field)s must be a list."), {"field": path})
    return value


def one_of(value: Any, path: str, choices: Collection[str], *, failure: Failure = OrderError) -> str:
    """`value` if it is one of the texts in `choices`."""
    name = text(value, path, failure=failure)
    if name not in choices:
        data = {"field": path, "value": cut(name), "choices": ", ".join(choices)}
        raise failure(
            "unknown_value", path, gettext_noop("%(field)s cannot be %(value)s; it is one of %(choices)s."), data
        )
    return name
