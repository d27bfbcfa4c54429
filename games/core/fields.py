"""Is this field of an order or option there, and is it what it should be? Each function raises at the exact path.

The checks are the same for every game, so are their codes: `not_an_object`, `unknown_field`, `missing_field`, `bad_type`,
`out_of_range`, `unknown_value`. What a value means is the game's business.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.core.errors import OrderError
from games.core.text import gettext_noop

Failure = type[OrderError]

LONGEST_NAME = 60
"""Names that came from outside are cut to this length in messages and paths."""


def within(path: str, key: str | int) -> str:
    """The path of a part: `within("moves", 2)` is `moves[2]`, `within("moves[2]", "to")` is `moves[2].to`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def cut(value: Any) -> str:
    """A value from outside, fit for a message: short, printable, and never a place to fill."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "…"
    short = "".join(sign if sign.isprintable() else "·" for sign in str(value)[:LONGEST_NAME])
    return short.replace("%(", "% (")


def record(
    value: Any, path: str, known: Collection[str], required: Collection[str] = (), *, failure: Failure = OrderError
) -> dict[str, Any]:
    """A JSON object with no other fields than `known` and all of `required`."""
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
    """A whole number (no boolean, no 3.0), from `low` to `high` if these are given."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise failure("bad_type", path, gettext_noop("%(field)s must be a whole number."), {"field": path})
    if (low is not None and value < low) or (high is not None and value > high):
        data = {"field": path, "low": low, "high": high}
        raise failure("out_of_range", path, gettext_noop("%(field)s must be from %(low)s to %(high)s."), data)
    return value


def flag(value: Any, path: str, *, failure: Failure = OrderError) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise failure("bad_type", path, gettext_noop("%(field)s must be true or false."), {"field": path})
    return value


def text(value: Any, path: str, *, failure: Failure = OrderError) -> str:
    """A text of any length."""
    if not isinstance(value, str):
        raise failure("bad_type", path, gettext_noop("%(field)s must be text."), {"field": path})
    return value


def items(value: Any, path: str, *, failure: Failure = OrderError) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise failure("bad_type", path, gettext_noop("%(field)s must be a list."), {"field": path})
    return value


def one_of(value: Any, path: str, choices: Collection[str], *, failure: Failure = OrderError) -> str:
    """One of a few names."""
    name = text(value, path, failure=failure)
    if name not in choices:
        data = {"field": path, "value": cut(name), "choices": ", ".join(choices)}
        raise failure(
            "unknown_value", path, gettext_noop("%(field)s cannot be %(value)s; it is one of %(choices)s."), data
        )
    return name
