"""May something of this kind begin now, or have staff switched it off? What has begun goes on."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.accounts import switches
from lobby.matches.errors import NotAllowed

TEXTS: dict[str, str | Promise] = {
    switches.CONTESTS: _(
        "Contests are switched off for now: none is announced, and nobody enters one. Those that are under way go on."
    ),
    switches.PROGRAMS: _(
        "Programs are switched off for now: none is saved, tried or brought to a table. Matches that have begun go on."
    ),
}
NO_GAME = _("This game is switched off for now: no match of it begins. Those that have begun go on.")


class SwitchedOff(NotAllowed):
    """Staff have switched it off."""


def require(kind: str) -> None:
    """Raises SwitchedOff if staff have switched off `contests` or `programs`."""
    if switches.is_off(kind):
        raise SwitchedOff("", TEXTS[kind])


def require_game(game_id: str) -> None:
    """Raises SwitchedOff if staff have switched off the game."""
    if switches.is_game_off(game_id):
        raise SwitchedOff("", NO_GAME)
