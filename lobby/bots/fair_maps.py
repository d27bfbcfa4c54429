"""Are the starts of a map equally good? For a map of one's own without faults: a job in which equal bots play on it (`games/core/fairness.py`)."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts.models import User
from lobby.bots import trial_jobs
from lobby.builds import admission
from lobby.builds import services as builds
from lobby.builds.models import Build
from lobby.matches.errors import NotAllowed

LEAST_STARTS = 2


def begin(*, user: User, build_id: int) -> dict[str, Any]:
    """Begin the check of a map. Raises NoBuild, OneTrial, NoPlace, and NotAllowed for what has faults or is no map."""
    build, content, faults = _map(user, build_id)
    if not builds.workshop_of(build.game).option:
        raise NotAllowed("content", _("Only maps are checked."))
    if faults:
        raise NotAllowed("content", _("Only a map without faults can be checked."))
    starts = builds.workshop_of(build.game).starts
    if starts is not None and starts(content) < LEAST_STARTS:
        raise NotAllowed("content", _("The map marks no starts to compare. Mark two at least."))
    return _check(build, content, trial_jobs.begin_check(user=user, build=build, content=content))


def found(*, user: User, build_id: int) -> dict[str, Any]:
    """How the check of that map stands, and what it has found; `status` is "none" if there is none. Raises NoBuild."""
    build, content, _faults = _map(user, build_id)
    trial = trial_jobs.own_check(user, build.pk)
    if trial is None:
        return {"status": "none", "is_rated": admission.is_admitted(build.game, content)}
    return _check(build, content, trial)


def cancel(*, user: User, build_id: int) -> None:
    """End the check, if there is one; what it has found can still be read. Raises NoBuild."""
    build, _content, _faults = _map(user, build_id)
    trial = trial_jobs.own_check(user, build.pk)
    if trial is not None:
        trial_jobs.cancel(trial)


def _map(user: User, build_id: int) -> tuple[Build, Any, Any]:
    build = builds.own(user, build_id)
    return build, *builds.judge(game_id=build.game, content=build.content)


def _check(build: Build, content: Any, trial: Any) -> dict[str, Any]:
    """`is_current`: the map is still as it was when the check began. `is_rated`: rated tables take it as it is now."""
    told = trial_jobs.serialize_check(trial)
    name = gettext(games.get(build.game).bot(told["bot"]).name)
    is_current = json.loads(trial.text) == json.loads(json.dumps(content))
    return {**told, "name": name, "is_current": is_current, "is_rated": admission.is_admitted(build.game, content)}
