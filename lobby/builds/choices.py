"""Which maps of people does a form offer where a match is played? Each says whether it can be rated, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.core.contract import Json
from lobby.builds import admission, gallery, services
from lobby.builds.models import Build


@dataclass(frozen=True)
class Choice:
    """One map that a form offers."""

    key: str
    """As `services.called` takes it."""
    label: str
    content: Json


def of(user_id: int, game_id: str) -> list[Choice]:
    """A person's own maps that have no fault at a table with the usual options, then the favourites."""
    own = [(key, _Name(name), content) for key, name, content in services.playable(user_id, game_id)]
    liked = [_shared(build) for build in gallery.favourites(user_id, game_id)]
    return _offered(game_id, [*own, *liked])


def by_code(code: str, game_id: str) -> list[Choice]:
    """The map that is shared under this code; [] if there is none."""
    try:
        return _offered(game_id, [_shared(services.shared(code, game_id))])
    except services.NoBuild:
        return []


@dataclass(frozen=True)
class _Name:
    name: str
    author: str = ""
    """Empty: the person's own."""


def _shared(build: Build) -> tuple[str, _Name, Json]:
    return build.code, _Name(build.name, build.owner.name), build.content


def _offered(game_id: str, found: list[tuple[str, _Name, Json]]) -> list[Choice]:
    found = [one for one in found if admission.fingerprint_of(game_id, one[2])]
    refused = admission.refused_of(game_id, {key: content for key, _name, content in found})
    return [Choice(key, _label(name, is_rated=key not in refused), content) for key, name, content in found]


def _label(one: _Name, *, is_rated: bool) -> str:
    if one.author:
        text = (
            gettext("%(name)s, by %(author)s")
            if is_rated
            else gettext("%(name)s, by %(author)s (not for rated matches)")
        )
    else:
        text = gettext("Of my own: %(name)s") if is_rated else gettext("Of my own: %(name)s (not for rated matches)")
    return text % {"name": one.name, "author": one.author}
