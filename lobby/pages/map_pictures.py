"""Where is the picture of the map that a table will be played on? At the address of a ready-made map, else at one of the table's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.urls import reverse

from games.core.contract import Game, Json
from games.core.picture import Picture
from lobby.builds import admission, services
from lobby.matches.errors import ServiceError
from lobby.matches.models import Match
from lobby.pages.option_fields import TokenField


def address(game: Game, match: Match) -> str:
    """The path of the picture, as SVG in the colours of `?theme=`; "" if there is none: the game draws no maps, or this one is not drawn yet."""
    workshop = game.workshop
    if workshop is None or workshop.picture is None or not workshop.option:
        return ""
    value = match.options.get(workshop.option)
    if isinstance(value, str):
        is_ready = value in services.ready_ids(game.id)
        return reverse("workshop_picture", args=[game.id, workshop.word, value]) if is_ready else ""
    return reverse("table_map", args=[match.pk]) if admission.fingerprint_of(game.id, value) else ""


@dataclass(frozen=True)
class Choices:
    """A field of a form whose choices have pictures."""

    name: str
    """Of the option, without the prefix of the form."""
    address: str
    """The path of a picture, with KEY in place of the choice."""
    keys: list[str]
    """Choices that have one."""

    def of(self, key: object) -> str:
        """The path of the picture of that choice; "" if it has none."""
        return self.address.replace("KEY", str(key)) if key in self.keys else ""


def choices(game: Game, fields: Mapping[str, forms.Field], prefix: str) -> Choices | None:
    """The field for maps among these, if the game draws them: maps that come with it, one's own, shared ones."""
    workshop = game.workshop
    field = None if workshop is None else fields.get(prefix + workshop.option)
    if workshop is None or workshop.picture is None or not isinstance(field, TokenField):
        return None
    address = reverse("workshop_picture", args=[game.id, workshop.word, "KEY"])
    ready = services.ready_ids(game.id)
    keys = [key for key in field.values if key in ready or key.startswith(services.OWN) or services.is_code(key)]
    return Choices(workshop.option, address, keys)


def of(game: Game, value: Json) -> Picture | None:
    """The picture of the map that the options of a table name or have in full; None if it has faults or is none."""
    workshop = game.workshop
    if workshop is None or workshop.picture is None:
        return None
    try:
        content = services.called(None, game.id, value)[1] if isinstance(value, str) else value
        content, faults = services.judge(game_id=game.id, content=content)
    except ServiceError:
        return None
    return None if faults else workshop.picture(content)
