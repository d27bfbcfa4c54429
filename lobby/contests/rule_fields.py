"""Which form fields ask for the rules of a contest? The options of its game as at a new table, maps that a person has saved, maps in turn.

What only a text of JSON could say is not asked here: it stays as the preset has it, and a map of one's own comes from the
workshop or a saved form of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.core.contract import Game, Option
from lobby.builds import choices
from lobby.contests import plans
from lobby.matches import words
from lobby.matches.people import TablePreset
from lobby.pages.forms import CUSTOM, OPTION
from lobby.pages.option_fields import JsonOrYamlField, TokenField, TokensField, initial_of, make_field

MAPS = "maps"
"""Name of the field for maps in turn."""
_WRITTEN = "written"
"""What a choice is called in a form where the preset has something of its own."""


def fields_of(
    game: Game,
    given: Mapping[str, Any],
    saved: Iterable[TablePreset],
    user_id: int | None = None,
    turned: Sequence[Any] = (),
) -> dict[str, forms.Field]:
    """The fields, each with its value in `given`; `saved` are forms of tables that the person `user_id` has kept for this game, `turned` maps in
    turn that are chosen already."""
    saved = list(saved)
    found: dict[str, forms.Field] = {}
    for option in game.options:
        if option.kind == "json":
            continue
        field, value = make_field(option), given[option.key]
        field.initial = initial_of(option, value)
        if option.custom and isinstance(field, TokenField):
            _add_own(field, option, value, saved)
            _add_builds(field, option, game, user_id)
        found[OPTION + option.key] = field
    if (where := plans.map_option(game)) is not None:
        usual = found[OPTION + where.key]
        assert isinstance(usual, TokenField)
        found[MAPS] = _in_turn(where, usual, turned)
    return found


def options_of(game: Game, preset: str) -> dict[str, Any]:
    """Every option of the game as the preset says; as by default without one."""
    known = game.presets.get(preset)
    chosen = known.options if known else {}
    return {option.key: chosen.get(option.key, option.default) for option in game.options}


def chosen(given: Mapping[str, Any], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a form with these values; what it does not ask for, or what is wrong in it, is as it is `given`."""
    return {key: cleaned.get(OPTION + key, value) for key, value in given.items()}


def shown(form: forms.Form) -> dict[str, Any]:
    """The values of the fields about rules as the form stands, those that are wrong left out."""
    found = {}
    for name, field in form.fields.items():
        if name == MAPS or name.startswith(OPTION):
            with suppress(ValidationError):
                raw = field.widget.value_from_datadict(form.data, form.files, name) if form.is_bound else field.initial
                found[name] = field.clean(raw)
    return found


def _add_own(field: TokenField, option: Option, value: Any, saved: Iterable[TablePreset]) -> None:
    more = []
    if isinstance(value, dict):
        field.values[_WRITTEN] = value
        more.append((_WRITTEN, words.own_name(value) or gettext("As the preset has it")))
        field.initial = _WRITTEN
    for one in saved:
        own = _own_of(option, one)
        if own is not None:
            field.values[f"own-{one.pk}"] = own
            more.append((f"own-{one.pk}", gettext("Of my own: %(name)s") % {"name": one.name}))
    field.choices = [*_choices(field), *more]


def _add_builds(field: TokenField, option: Option, game: Game, user_id: int | None) -> None:
    """What the person has made for this option in the game's workshop."""
    if user_id is None or game.workshop is None or game.workshop.option != option.key:
        return
    for one in choices.of(user_id, game.id):
        field.add(one.key, one.label, one.content)


def _own_of(option: Option, saved: TablePreset) -> dict[str, Any] | None:
    """What somebody has written out in a form of a table that they have saved; None if there is nothing, or nothing that can be read."""
    text = "".join(saved.fields.get(CUSTOM + option.key, [])[-1:])
    try:
        value = JsonOrYamlField(default=None, required=False).clean(text)
    except ValidationError:
        return None
    return value if isinstance(value, dict) else None


def _in_turn(option: Option, usual: TokenField, turned: Sequence[Any]) -> forms.Field:
    field = TokensField(
        [(value, gettext(label)) for value, label in option.choices],
        label=gettext("Several maps in turn"),
        help_text=gettext(
            "In place of the one map above. A table of a knockout plays each map twice, with seats swapped, before the next one;"
            " other formats change the map from round to round."
        ),
        required=False,
        initial=[],
    )
    for key, text in _choices(usual):
        if key and key != _WRITTEN and key not in field.values:
            field.values[key] = usual.values[key]
            field.choices = [*_choices(field), (key, text)]
    field.initial = [_key_of(field, value, place) for place, value in enumerate(turned)]
    return field


def _key_of(field: TokensField, value: Any, place: int) -> str:
    """The key of a choice for that map, which becomes one if it is none yet."""
    for key, known in field.values.items():
        if known == value:
            return key
    key = f"turn-{place}"
    field.values[key] = value
    field.choices = [*_choices(field), (key, words.own_name(value) if isinstance(value, dict) else str(value))]
    return key


def _choices(field: forms.ChoiceField) -> list[tuple[str, str]]:
    return [(str(key), str(text)) for key, text in cast("Iterable[tuple[Any, Any]]", field.choices)]
