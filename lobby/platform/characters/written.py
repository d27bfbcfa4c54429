"""Which JSON value has somebody written, as JSON or as YAML? And how is a value written for people to read?"""

from __future__ import annotations

import json
from typing import Any

import yaml
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST_TEXT = 200 * 1024
DEEPEST = 40
MOST_BITS = 14_000
"""Of a whole number: JSON of Python writes none with more than 4,300 digits."""


def value(text: str) -> Any:
    """The JSON value of a text of JSON or YAML. Raises ValidationError with the line where it ends to be one."""
    if len(text.encode()) > LONGEST_TEXT:
        raise ValidationError(
            _("At most %(limit)d KB, please."), code="too_large", params={"limit": LONGEST_TEXT // 1024}
        )
    return _plain(_parse(text.strip()))


def as_yaml(value: Any) -> str:
    """A JSON value as YAML, its innermost lists and mappings in one line each."""
    return str(yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=None, width=160))


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML without dates, which JSON does not have; by libyaml, where PyYAML was built with it: a quarter of the time."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _refuse(text: str) -> None:
    """Refuse what only its outline shows: aliases, which expand a small text to a huge value, and a text nested too deeply."""
    depth = 0
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.AliasEvent):
            raise ValidationError(_("Aliases (*name) are not allowed here."), code="alias")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise ValidationError(_("Nested too deeply."), code="depth")


def _parse(text: str) -> Any:
    if len(numbers := text.split()) > 1 and not text.strip("0123456789 \t\r\n"):
        # Tables of numbers, as other systems write maps: YAML takes them for one text, but no tabs.
        return " ".join(numbers)
    try:
        if text[:1] in "{[":
            try:
                return json.loads(text)
            except ValueError:
                pass  # YAML's own short form looks the same
        _refuse(text)
        return yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise ValidationError(
            _("Neither JSON nor YAML: line %(line)d, column %(column)d."),
            code="syntax",
            params={"line": mark.line + 1 if mark else 1, "column": mark.column + 1 if mark else 1},
        ) from None
    except (yaml.YAMLError, ValueError, ArithmeticError, RecursionError, TypeError, LookupError, AttributeError):
        # Of a tag whose text does not suit it (`!!bool maybe`) PyYAML's constructors raise whatever comes.
        raise ValidationError(_("Neither JSON nor YAML."), code="syntax") from None


def _plain(value: Any, depth: int = 0) -> Any:
    """`value`, if all of it is JSON: keys are strings, numbers are finite, and it is not nested too deeply."""
    if depth > DEEPEST:
        raise ValidationError(_("Nested too deeply."), code="depth")
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise ValidationError(_("Neither JSON nor YAML."), code="syntax")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            # YAML reads `1:` as a number and `yes:` as a truth.
            value = {
                str(_plain(key)) if isinstance(key, int) and not isinstance(key, bool) else key: one
                for key, one in value.items()
            }
            if not all(isinstance(key, str) for key in value):
                raise ValidationError(_("Every key must be a text."), code="key")
        return {key: _plain(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, depth + 1) for one in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise ValidationError(_("Every number must be finite."), code="number")
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise ValidationError(_("Only texts, numbers, lists and mappings are allowed."), code="type")
