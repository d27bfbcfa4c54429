"""Which form field asks for an option of a game? One per kind of option. The game's own check decides."""

import json
from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.contract import Option
from lobby.platform.characters import written
from lobby.store.positions import canonical

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


_NOT_OFFERED = {"invalid_choice": _("What was chosen here is no longer offered. Choose again.")}
"""Without the key that the form sent, such as that of a map which its owner has deleted meanwhile."""


class TokenField(forms.ChoiceField):
    """One of several JSON values; None if nothing is chosen."""

    def __init__(self, pairs: list[tuple[Any, str]], *, required: bool, **kwargs: Any) -> None:
        self.values = {token(value): value for value, _label in pairs}
        choices = [(token(value), capfirst(label)) for value, label in pairs]
        if not required:
            choices.insert(0, (UNSET, gettext("As usual")))
        super().__init__(choices=choices, required=required, error_messages=_NOT_OFFERED, **kwargs)

    def add(self, key: str, label: str, value: Any) -> None:
        """One more choice, which travels as `key`."""
        self.values[key] = value
        self.choices = [*cast("Iterable[tuple[str, str]]", self.choices), (key, label)]

    def clean(self, value: Any) -> Any:
        return self.values.get(super().clean(value))


class TokensField(forms.MultipleChoiceField):
    """Any number of several JSON values, in the order of the game."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, pairs: list[tuple[Any, str]], **kwargs: Any) -> None:
        self.values = {token(value): value for value, _label in pairs}
        choices = [(token(value), capfirst(label)) for value, label in pairs]
        super().__init__(choices=choices, error_messages=_NOT_OFFERED, **kwargs)

    def clean(self, value: Any) -> list[Any]:
        chosen = set(super().clean(value))
        return [one for key, one in self.values.items() if key in chosen]


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
        return written.value(text)
