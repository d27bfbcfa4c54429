"""Which forms of a new table has a person saved? Stores the fields as the browser sent them; they are checked when they are sent again."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.people import TablePreset
from lobby.platform.characters.cleaning import label
from lobby.platform.process import database

MOST = 20
"""Greatest number of presets of one person for one game."""
LONGEST_NAME = 40
LONGEST_FIELD = 64 * 1024
_NOT_KEPT = frozenset({"csrfmiddlewaretoken", "preset", "filled", "apply", "save", "preset_name", "password"})
"""Fields that are not saved; in particular, a password is never stored as plain text."""


class TooManyPresets(TooMany):
    """`data`: `limit`."""

    text = _("You have saved %(limit)s forms for this game already. Remove one first.")


def save(*, user: User, game_id: str, name: str, fields: Mapping[str, list[str]]) -> TablePreset:
    """Save the fields of a form under a name, in place of an earlier preset of that name. Raises NotAllowed, TooManyPresets."""
    try:
        name = label(name, longest=LONGEST_NAME)
    except ValidationError as error:
        raise NotAllowed.of("preset_name", error) from None
    kept = {key: values for key, values in fields.items() if key not in _NOT_KEPT}
    if any(len(value) > LONGEST_FIELD for values in kept.values() for value in values):
        raise NotAllowed("preset_name", _("This form is too large to be saved."))
    with database.writing():
        User.objects.select_for_update().filter(pk=user.pk).first()  # two requests at once count each other
        others = TablePreset.objects.filter(owner=user, game=game_id).exclude(name=name)
        if others.count() >= MOST:
            raise TooManyPresets("preset_name", limit=MOST)
        preset, _made = TablePreset.objects.update_or_create(
            owner=user, game=game_id, name=name, defaults={"fields": kept}
        )
    return preset


def remove(*, user: User, preset_id: int) -> None:
    """Delete a preset; does nothing if it does not exist or belongs to another person."""
    TablePreset.objects.filter(owner=user, pk=preset_id).delete()


def of(user_id: int, game_id: str) -> list[TablePreset]:
    """The person's presets for a game, sorted by name."""
    return list(TablePreset.objects.filter(owner_id=user_id, game=game_id))


def kept(user_id: int) -> list[TablePreset]:
    """The person's presets for all games, sorted by name."""
    return list(TablePreset.objects.filter(owner_id=user_id))
