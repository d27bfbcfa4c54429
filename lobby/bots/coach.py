"""What would a strong bot have ordered, and where did the match turn? For somebody's own match, after its end.

The coach knows no more than the seat did: it decides from the seat's view of one step, as a built-in bot that begins there, without memories of
earlier steps. While a match runs it would be help from outside, so neither the match nor any from which it was forked may still go on: a sandbox
that has ended may hold a position of a match that runs.
"""

from __future__ import annotations

import logging
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, Json
from games.core.errors import OrderError
from games.core.rng import seat_rng
from games.core.simulate import judged
from lobby.accounts.models import User
from lobby.bots import trial_jobs
from lobby.fog import audience
from lobby.matches.errors import NoSuchStep, NotAllowed
from lobby.matches.models import Match
from lobby.matches.trials import Trial
from lobby.store.positions import position
from lobby.tables import forks

log = logging.getLogger("fogbound.coach")


def advice(*, user: User, match_id: str, seat: int | None, step: int) -> dict[str, Any]:
    """What the strongest bot orders for the person's seat at that step. Raises ServiceError.

    {"match", "seat", "step", "bot": id, "name", "orders", "forecast", "choices"}. `orders` is null where the step asks nothing of the seat;
    `forecast` is that of the orders, null in games without; `choices` is what the seat could order.
    """
    match, game, number = forks.own_for_bots(user.pk, match_id, seat)
    if not 0 <= step <= match.step:
        raise NoSuchStep(match.step)
    bot, orders, forecast, choices = game.strongest_bot, None, None, None
    state = position(match.pk, step).state
    if number in game.pending(state):
        view = audience.seat_view(match, number, step)
        choices = audience.seat_choices(match, number, step)
        try:
            given = bot.decide(view, seat_rng(f"coach:{match.pk}", step, number), {})
        except Exception:
            log.exception("match %s step %s: bot %s failed as a coach", match.pk, step, bot.id)
            given = None
        orders, _refused = judged(game, state, number, step, given)
        forecast = audience.in_names(match.pk, game, _forecast(game, audience.seat_view(match, number, step), orders))
    return {
        "match": match.pk,
        "seat": number,
        "step": step,
        "bot": bot.id,
        "name": gettext(bot.name),
        "orders": orders,
        "forecast": forecast,
        "choices": choices,
    }


def _forecast(game: Game, view: Json, orders: Json) -> Json:
    try:
        return None if game.forecast is None else game.forecast(view, orders)
    except OrderError:
        return None


def begin_study(*, user: User, match_id: str, seat: int | None) -> dict[str, Any]:
    """Begin to look for the steps at which the match turned for the person's seat. Raises ServiceError."""
    match, game, number = forks.own_for_bots(user.pk, match_id, seat)
    if match.status != Match.Status.FINISHED or not match.outcome:
        raise NotAllowed("", _("This match has no result: it has not turned for anybody."))
    if game.imagine is None:
        raise NotAllowed("", _("This game cannot imagine positions."))
    return _study(match, number, trial_jobs.begin_study(user=user, match=match, seat=number))


def study_of(*, user: User, match_id: str, seat: int | None) -> dict[str, Any]:
    """How that study stands, and what it has found so far; `status` is "none" if there is none. Raises ServiceError."""
    match, _game, number = forks.own_for_bots(user.pk, match_id, seat)
    return _study(match, number, trial_jobs.own_study(user, match.pk, number))


def cancel_study(*, user: User, match_id: str, seat: int | None) -> None:
    """End that study, if there is one; what it has found can still be read. Raises ServiceError."""
    match, _game, number = forks.own_for_bots(user.pk, match_id, seat)
    found = trial_jobs.own_study(user, match.pk, number)
    if found is not None:
        trial_jobs.cancel(found)


def _study(match: Match, seat: int, trial: Trial | None) -> dict[str, Any]:
    told = {"status": "none"} if trial is None else trial_jobs.serialize_study(trial)
    return {"match": match.pk, "seat": seat, **told}
