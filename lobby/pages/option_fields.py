"""Which form field asks for an option of a game? One per kind of option. The game's own check decides."""

import json
from typing import Any

import yaml
from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.contract import Option
from lobby.store.positions import canonical

LONGEST_TEXT = 200 * 1024
DEEPEST = 40
UNSET = ""


def make_field(option: Option) -> forms.Field:
    """The field of one option, translated; its cleaned value is the option's value."""
    common: dict[str, Any] = {
        "label": capfirst(gettext(option.label)),
        "help_text": gettext(option.help) if option.help else "",
    }
    if option.kind == "int":
        limits: dict[str, Any] = {"min_value": option.minimum, "max_value": option.maximum}
        return forms.IntegerField(required=not option.optional, **limits, **common)
    if option.kind == "bool":
        if option.optional:
            return TokenField([(True, gettext("yes")), (False, gettext("no"))], required=False, **common)
        return forms.BooleanField(required=False, **common)
    if option.kind == "choice":
        return TokenField(
            [(value, gettext(label)) for value, label in option.choices], required=not option.optional, **common
        )
    if option.kind == "choices":
        return TokensField([(value, gettext(label)) for value, label in option.choices], required=False, **common)
    return JsonOrYamlField(default=option.default, required=False, **common)


def initial_of(option: Option, value: Any) -> Any:
    """What the field of that option shows for a value."""
    if option.kind == "choices":
        return [token(one) for one in value or []]
    if option.kind == "json":
        return "" if value == option.default and value in (None, {}, []) else own_text(value)
    if option.kind == "choice" or (option.kind == "bool" and option.optional):
        return UNSET if value is None else token(value)
    return value


def own_text(value: Any) -> str:
    """A JSON value as a field for custom values shows it."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def token(value: Any) -> str:
    """A choice's value as it travels in a form: text as it is, everything else as JSON with a mark in front."""
    return value if isinstance(value, str) else f"={canonical(value).decode()}"


class TokenField(forms.ChoiceField):
    """One of several JSON values; None if nothing is chosen."""

    def __init__(self, pairs: list[tuple[Any, str]], *, required: bool, **kwargs: Any) -> None:
        self.values = {token(value): value for value, _label in pairs}
        choices = [(token(value), capfirst(label)) for value, label in pairs]
        if not required:
            choices.insert(0, (UNSET, gettext("As usual")))
        super().__init__(choices=choices, required=required, **kwargs)

    def clean(self, value: Any) -> Any:
        return self.values.get(super().clean(value))


class TokensField(forms.MultipleChoiceField):
    """Any number of several JSON values, in the order of the game."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, pairs: list[tuple[Any, str]], **kwargs: Any) -> None:
        self.values = {token(value): value for value, _label in pairs}
        super().__init__(choices=[(token(value), capfirst(label)) for value, label in pairs], **kwargs)

    def clean(self, value: Any) -> list[Any]:
        chosen = set(super().clean(value))
        return [one for key, one in self.values.items() if key in chosen]


class _Loader(yaml.SafeLoader):
    """YAML without aliases, which expand a small text to a huge value, and without dates, which JSON does not have."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise ValidationError(_("Aliases (*name) are not allowed here."), code="alias")
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class JsonOrYamlField(forms.CharField):
    """A JSON value written as JSON or YAML; an empty text is the option's default."""

    widget = forms.Textarea

    def __init__(self, *, default: Any, **kwargs: Any) -> None:
        self.default = default
        widget = forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        )
        super().__init__(widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text: str = super().clean(value)
        if not text:
            return self.default
        if len(text.encode()) > LONGEST_TEXT:
            raise ValidationError(
                _("At most %(limit)d KB, please."), code="too_large", params={"limit": LONGEST_TEXT // 1024}
            )
        return _plain(_parse(text))


def _parse(text: str) -> Any:
    try:
        if text[0] in "{[":
            try:
                return json.loads(text)
            except ValueError:
                pass  # YAML's own short form looks the same
        return yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise ValidationError(
            _("Neither JSON nor YAML: line %(line)d, column %(column)d."),
            code="syntax",
            params={"line": mark.line + 1 if mark else 1, "column": mark.column + 1 if mark else 1},
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError, TypeError):
        raise ValidationError(_("Neither JSON nor YAML."), code="syntax") from None


def _plain(value: Any, depth: int = 0) -> Any:
    """`value`, if all of it is JSON: keys are strings, numbers are finite, and it is not nested too deeply."""
    if depth > DEEPEST:
        raise ValidationError(_("Nested too deeply."), code="depth")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            # YAML reads `1:` as a number and `yes:` as a truth.
            value = {
                str(key) if isinstance(key, int) and not isinstance(key, bool) else key: one
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
