"""Which maps of people does a form offer where a match is played? Each says whether it can be rated, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.core.contract import Json
from lobby.builds import admission, services


@dataclass(frozen=True)
class Choice:
    """One map that a form offers."""

    key: str
    """As `services.called` takes it."""
    label: str
    content: Json


def of(user_id: int, game_id: str) -> list[Choice]:
    """A person's own maps that have no fault at a table with the usual options."""
    found = services.playable(user_id, game_id)
    refused = admission.refused_of(game_id, {key: content for key, _name, content in found})
    return [Choice(key, _label(name, is_rated=key not in refused), content) for key, name, content in found]


def _label(name: str, *, is_rated: bool) -> str:
    text = gettext("Of my own: %(name)s") if is_rated else gettext("Of my own: %(name)s (not for rated matches)")
    return text % {"name": name}
