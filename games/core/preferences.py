"""What has a person chosen about the answers that the platform gives for them? Checks choices against `Game.preferences` and fills in defaults.

A stored choice is a pair [value, mark]. The mark is the value that the view's key `lapses_with` had at that time, or None without such a key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core import fields
from games.core.contract import Json, Option
from games.core.errors import OptionError
from games.core.text import gettext_noop

Stored = dict[str, list[Json]]


def check_preferences(known: Sequence[Option], chosen: Json) -> dict[str, Json]:
    """The given choices in normal form. Raises OptionError at the wrong one."""
    options = {option.key: option for option in known}
    given = fields.record(chosen, "", list(options), failure=OptionError)
    return {key: _checked(options[key], value) for key, value in given.items()}


def _checked(option: Option, value: Json) -> Json:
    if option.kind == "bool":
        return fields.flag(value, option.key, failure=OptionError)
    if option.kind == "int":
        return fields.whole(value, option.key, option.minimum, option.maximum, failure=OptionError)
    values = [known for known, _ in option.choices]
    if option.kind == "choices":
        listed = fields.items(value, option.key, failure=OptionError)
        for index, one in enumerate(listed):
            _one_of(one, fields.within(option.key, index), values)
        # Always in the order of the option, so that equal choices are stored equally.
        return [known for known in values if known in listed]
    return _one_of(value, option.key, values)


def _one_of(value: Json, path: str, values: Sequence[Json]) -> Json:
    # `in` is not enough, because True == 1.
    if not any(value == known and type(value) is type(known) for known in values):
        raise OptionError("unknown_value", path, gettext_noop("There is no such choice."))
    return value


def stored(known: Sequence[Option], checked: Mapping[str, Json], view: Json) -> Stored:
    """Checked choices in their stored form, with marks from this view."""
    marks = {option.key: option.lapses_with for option in known}
    return {key: [value, view[marks[key]] if marks[key] else None] for key, value in checked.items()}


def complete(known: Sequence[Option], kept: Mapping[str, Sequence[Json]], view: Json) -> dict[str, Json]:
    """A value for every preference: the stored choice if it has not lapsed, otherwise the default."""
    found: dict[str, Any] = {}
    for option in known:
        value, mark = kept.get(option.key, (option.default, None))
        has_lapsed = option.key in kept and option.lapses_with and view[option.lapses_with] != mark
        found[option.key] = option.default if has_lapsed else value
    return found
