"""What do presets put into the form of a new table, and in what does a form differ from its preset? Presets of games and of people alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext

from games.core.contract import Game, Option
from lobby.matches.models import Match
from lobby.matches.people import TablePreset
from lobby.pages.forms import CUSTOM, FOLDS, OPTION, TableForm
from lobby.pages.option_fields import initial_of, own_text

OWN = "own-"
"""Prefix of the id of a person's own preset in the preset field; no game's preset begins with it."""
_LIVE = {"step_seconds", "bank_seconds"}
_SLOW = set(FOLDS["time"]) - _LIVE - {"clock"}


@dataclass(frozen=True)
class Difference:
    """A field that does not show what the preset says."""

    name: str
    label: str
    text: str


def preset_fields(game: Game, preset_id: str) -> Iterator[tuple[str, Any]]:
    """Field name and shown value of every option of a preset; options that it leaves out have their defaults."""
    chosen = game.presets[preset_id].options
    for option in game.options:
        value = chosen.get(option.key, option.default)
        is_own = option.custom and isinstance(value, dict)
        yield OPTION + option.key, initial_of(option, _choice_of(option, value) if is_own else value)
        if option.custom:
            yield CUSTOM + option.key, own_text(value) if is_own else ""


def _choice_of(option: Option, own: dict[str, Any]) -> Any:
    """The choice that a value of one's own spells out, as {"generated": …} does "generated"; else the usual one."""
    return next((value for value, _ in option.choices if [value] == list(own)), option.default)


def own_presets(form: TableForm, saved: Iterable[TablePreset]) -> list[dict[str, Any]]:
    """A person's saved forms as the page shows them: every field with its value, empty ones too."""
    return [
        {
            "id": f"{OWN}{preset.pk}",
            "label": preset.name,
            "fields": {name: _kept_value(field, preset.fields.get(name, [])) for name, field in form.fields.items()},
        }
        for preset in saved
    ]


def _kept_value(field: forms.Field, values: list[str]) -> Any:
    if isinstance(field, forms.BooleanField):
        return bool(values)
    if isinstance(field, forms.MultipleChoiceField):
        return values
    return values[-1] if values else ""


def bases(form: TableForm, saved: Iterable[TablePreset]) -> dict[str, dict[str, Any]]:
    """What every field shows while nobody has changed it, by preset; under "" without a preset."""
    usual = {
        name: bool(value) if isinstance(form.fields[name], forms.BooleanField) else _plain(value)
        for name, value in form.usual.items()
    }
    found = {"": usual}
    for key in form.game.presets:
        found[key] = {**usual, **{name: _plain(value) for name, value in preset_fields(form.game, key)}}
    for own in own_presets(form, saved):
        found[own["id"]] = {**usual, **own["fields"]}
    return found


def _plain(value: Any) -> Any:
    """A value of a field as a page sends it: a text, a list of texts, or a truth."""
    if isinstance(value, bool):
        return value
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return "" if value is None else str(value)


def fill(data: QueryDict, values: Mapping[str, Any]) -> QueryDict:
    """A copy of a posted form with these values, as `bases` has them, in place of its own."""
    filled = data.copy()
    for name, value in values.items():
        if isinstance(value, list):
            filled.setlist(name, value)
        elif value is True:
            filled[name] = "on"
        elif value is False:
            filled.pop(name, None)
        else:
            filled[name] = value
    return filled


def with_preset(game: Game, data: QueryDict) -> QueryDict:
    """The posted form with the options of its preset in place of its own; unchanged if there is no such preset."""
    preset_id = data.get("preset", "")
    if preset_id not in game.presets:
        return data
    return fill(data, {name: _plain(value) for name, value in preset_fields(game, preset_id)})


def with_own_preset(data: QueryDict, saved: Iterable[TablePreset]) -> QueryDict | None:
    """The saved form that was chosen as preset; None if the choice is none of `saved`."""
    chosen = next((preset for preset in saved if data.get("preset") == f"{OWN}{preset.pk}"), None)
    if chosen is None:
        return None
    filled = QueryDict(mutable=True)
    for name, values in chosen.fields.items():
        filled.setlist(name, values)
    filled["preset"] = f"{OWN}{chosen.pk}"
    return filled


def with_late_choice(form: TableForm, data: QueryDict, known: Mapping[str, Mapping[str, Any]]) -> QueryDict:
    """The posted form, filled in for the preset that was chosen after the page had been filled in for another one (`filled`), as happens without
    a script. What somebody has changed stays as it is. `known` is that of `bases`."""
    before, chosen = data.get("filled"), data.get("preset", "")
    if before is None or before == chosen or before not in known or chosen not in known:
        return data
    untouched = {name for name in form.fields if _plain(form[name].value()) == known[before][name]}
    filled = fill(data, {name: value for name, value in known[chosen].items() if name in untouched})
    filled["filled"] = chosen
    return filled


def differences(form: TableForm, basis: Mapping[str, Any]) -> dict[str, list[Difference]]:
    """What the folded fields show that `basis`, one of `bases`, does not, by fold; "rules" is that of the game's options."""
    rules = [name for name in form.fields if name.startswith((OPTION, CUSTOM))]
    moot = _moot(form)
    return {
        fold: [
            Difference(name, str(form[name].label), _said(form[name]))
            for name in names
            if name in form.fields and name not in moot and _plain(form[name].value()) != basis[name]
        ]
        for fold, names in {"rules": rules, **FOLDS}.items()
    }


def _moot(form: TableForm) -> set[str]:
    """Fields that do not count while others are as they are."""
    if (form["kind"].value() or Match.Kind.ORDINARY) != Match.Kind.ORDINARY:
        return {*FOLDS["entry"], *FOLDS["time"], *FOLDS["talk"]} - {"kind"}
    clock = form["clock"].value() or (Match.Clock.NONE if form.is_practice else form.usual_clock)
    return (set() if clock == Match.Clock.LIVE else _LIVE) | (set() if clock == Match.Clock.SLOW else _SLOW)


def value_words() -> dict[str, str]:
    """The words for values of fields that are no texts themselves, for the page's script too."""
    return {
        "yes": gettext("yes"),
        "no": gettext("no"),
        "share": gettext("%(n)s of %(all)s"),
        "changed": gettext("changed"),
        "usual": gettext("as usual"),
    }


def _said(bound: BoundField) -> str:
    field, value, words = bound.field, _plain(bound.value()), value_words()
    if isinstance(field, forms.BooleanField):
        return words["yes"] if value else words["no"]
    if isinstance(field, forms.MultipleChoiceField):
        return words["share"] % {"n": len(value), "all": len(_choices(field))}
    if isinstance(field, forms.ChoiceField):
        return dict(_choices(field)).get(str(value), str(value))
    if isinstance(field.widget, forms.Textarea) or bound.name == "password":
        return words["changed"]
    return value or words["usual"]


def _choices(field: forms.ChoiceField) -> list[tuple[str, str]]:
    return [(str(key), str(text)) for key, text in cast("Iterable[tuple[Any, Any]]", field.choices)]
