"""Which forms of a new table has a person saved? What the browser sent is kept as it was and judged anew when it is sent again."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches import threads
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.people import TablePreset

MOST = 20
"""Presets of one person for one game."""
LONGEST_NAME = 40
LONGEST_FIELD = 64 * 1024
_NOT_KEPT = frozenset({"csrfmiddlewaretoken", "preset", "apply", "save", "preset_name", "password"})
"""Fields that belong to the moment; a password is never stored as it is typed."""


class TooManyPresets(TooMany):
    """`data`: `limit`."""

    text = _("You have saved %(limit)s forms for this game already. Remove one first.")


def save(*, user: User, game_id: str, name: str, fields: Mapping[str, list[str]]) -> TablePreset:
    """Keep the fields of a form under a name, in place of an earlier one of that name. Raises NotAllowed, TooManyPresets."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise NotAllowed("preset_name", _("A name of 1 to %(limit)s characters, please."), limit=LONGEST_NAME)
    kept = {key: values for key, values in fields.items() if key not in _NOT_KEPT}
    if any(len(value) > LONGEST_FIELD for values in kept.values() for value in values):
        raise NotAllowed("preset_name", _("This form is too large to be saved."))
    with threads.writing():
        User.objects.select_for_update().filter(pk=user.pk).first()  # two requests at once count each other
        others = TablePreset.objects.filter(owner=user, game=game_id).exclude(name=name)
        if others.count() >= MOST:
            raise TooManyPresets("preset_name", limit=MOST)
        preset, _made = TablePreset.objects.update_or_create(
            owner=user, game=game_id, name=name, defaults={"fields": kept}
        )
    return preset


def remove(*, user: User, preset_id: int) -> None:
    """Keep it no longer; nothing happens if it is not there or somebody else's."""
    TablePreset.objects.filter(owner=user, pk=preset_id).delete()


def of(user_id: int, game_id: str) -> list[TablePreset]:
    """What a person has saved for a game, by name."""
    return list(TablePreset.objects.filter(owner_id=user_id, game=game_id))
