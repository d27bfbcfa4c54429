"""What does the form of a new table say about the length of a match, and what does a rhythm of slow play put into it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from games.core.contract import Game
from games.core.errors import OptionError
from lobby.matches import length, terms
from lobby.matches.errors import ServiceError
from lobby.matches.terms import Settings
from lobby.pages.form_presets import fill
from lobby.pages.forms import OPTION, SLOW_UNITS, TableForm


def said(form: TableForm) -> str:
    """How long the match of a form lasts at most, in words; "" while something in it is wrong."""
    chosen = _chosen(form)
    if chosen is None:
        return ""
    options, settings = chosen
    settings = terms.settled(settings)
    try:
        terms.check_settings(form.game, settings)
    except ServiceError:
        return ""
    longest = length.longest(form.game, options, settings)
    return length.in_words(longest, settings) if longest else ""


def said_of(game: Game, values: Mapping[str, Any]) -> str:
    """The same of a form that shows these values, as `form_presets.bases` has them."""
    return said(TableForm(game, fill(QueryDict(), values)))


def fields(form: TableForm, rhythm: str) -> dict[str, str]:
    """What a rhythm changes in a form, by field; of the game's options only with a form in which nothing is wrong."""
    chosen_rhythm = length.RHYTHMS[rhythm]
    seconds = chosen_rhythm.step_seconds
    unit = "days" if seconds % SLOW_UNITS["days"] == 0 else "hours"
    changed = {"clock": "slow", "slow_unit": unit, "slow_amount": str(seconds // SLOW_UNITS[unit])}
    changed["vacation_days"] = str(chosen_rhythm.vacation_days)
    chosen = _chosen(form)
    if chosen is not None:
        options, settings = chosen
        sooner, _slow = length.at_rhythm(form.game, options, settings, rhythm)
        changed |= {OPTION + key: str(value) for key, value in sooner.items() if value != options[key]}
    return changed


def _chosen(form: TableForm) -> tuple[dict[str, Any], Settings] | None:
    if not form.is_valid():
        return None
    try:
        return form.game.check_options(form.options, form.settings.seats), form.settings
    except OptionError:
        return None


def rhythms() -> list[dict[str, str]]:
    """The rhythms that a form offers."""
    return [{"id": key, "label": str(rhythm.label)} for key, rhythm in length.RHYTHMS.items()]
