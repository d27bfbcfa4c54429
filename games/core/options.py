"""Has every option of a table a value of its kind? What a kind does not say is left to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import fields as dataclass_fields
from typing import Any

from games.core import fields
from games.core.contract import Json, Option
from games.core.errors import OptionError


def kept(option: Option, value: Json) -> Json:
    """A copy of the value, unchecked."""
    return deepcopy(value)


def check_all(options: Iterable[Option], given: Any, own: Callable[[Option, Json], Json] = kept) -> dict[str, Json]:
    """All options, with defaults filled in. Raises OptionError at the first that is wrong.

    `own(option, value)` → the checked value of a list, of `json`, and of a choice that may be an object (`custom`).
    """
    known = list(options)
    found = fields.record(given, "", [option.key for option in known], failure=OptionError)
    return {option.key: _value(option, found.get(option.key, option.default), own) for option in known}


def of_fields(settings: type, options: Mapping[str, Json]) -> dict[str, Json]:
    """The options that fields of this dataclass are named as."""
    return {one.name: options[one.name] for one in dataclass_fields(settings) if one.name in options}


def _value(option: Option, value: Json, own: Callable[[Option, Json], Json]) -> Json:
    if value is None and option.optional:
        return None
    if option.kind == "int":
        return fields.whole(value, option.key, option.minimum, option.maximum, failure=OptionError)
    if option.kind == "bool":
        return fields.flag(value, option.key, failure=OptionError)
    if option.kind == "choice" and not option.custom:
        return fields.one_of(value, option.key, [name for name, _ in option.choices], failure=OptionError)
    return own(option, value)
