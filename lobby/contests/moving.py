"""Which date does a contest get when somebody moves it, when can a stage begin whatever its host says, what are entrants told? Writes nothing."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from lobby.contests import evenings, plans
from lobby.contests.models import Contest, Stage
from lobby.contests.plans import Dates
from lobby.matches.errors import NotAllowed


def earliest(contest: Contest, number: int, now: datetime) -> datetime:
    """Before which a stage that has not begun does not, whatever its own date is: the start, the freeze, and the stages before it with the time
    between the rounds that they have at least."""
    stages = list(contest.stages.filter(number__lte=number))
    moment = max(now, contest.starts_at)
    for one in stages[:-1]:
        if one.finished_at is None:
            moment = one.started_at or max(moment, one.not_before or moment)
            moment = max(now, moment + _between_rounds(one))
    if number and contest.evening is not None:
        freeze = contest.frozen_at or evenings.freeze(contest, contest.stages.get(number=0), evenings.first(contest), 0)
        moment = max(moment, freeze)
    return moment


def check_stage(contest: Contest, stage: Stage, not_before: datetime, now: datetime) -> None:
    """Raises NotAllowed with the name of the field if that moment would change nothing, or is none at which the stage can begin or go on."""
    if not max(now, contest.starts_at) <= not_before <= contest.starts_at + plans.FARTHEST:
        raise NotAllowed("not_before", _("Not in the past, and not before the contest starts; at most 180 days after."))
    if stage.started_at is None:
        before, bound = stage.not_before, earliest(contest, stage.number, now)
        if not_before < bound or (before is None and not_before == bound):
            message = _("It cannot begin before %(moment)s anyway: choose a later moment.")
            raise NotAllowed("not_before", message, moment=said(contest, bound))
    elif contest.evening is not None and stage.number == 0:
        before = stage.next_at
        if before == next_evening(contest, not_before):
            message = _("Nothing would move: the first evening from then on is %(moment)s, as it is now.")
            raise NotAllowed("not_before", message, moment=said(contest, before))
    else:
        before, rounds = stage.next_at, stage.rules.get("rounds")
        if rounds and stage.tables.order_by().values("round").distinct().count() >= rounds:
            raise NotAllowed("stage", _("The last round of this stage is drawn already."))
    if before == not_before:
        raise NotAllowed("not_before", _("Nothing would move: that is its date already."))


def next_evening(contest: Contest, moment: datetime) -> datetime:
    """The first evening not before a moment."""
    return evenings.later(contest, moment - timedelta(microseconds=1))


def changed(before: Dates, after: Dates) -> dict[str, Any]:
    """The dates that are others now, as a notice keeps them."""
    moved = {name: value for name, value in vars(after).items() if value != getattr(before, name)}
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in moved.items()}


def from_to(before: Dates, after: Dates) -> dict[str, list[str | None]]:
    """{name: [moment before, moment now]} of the dates that are others now, as the log keeps them. The check-in, whose moment follows the start,
    is there if it is longer or shorter."""
    found = {name: [getattr(one, name) for one in (before, after)] for name in ("opens_at", "closes_at", "starts_at")}
    if before.check_in_minutes != after.check_in_minutes:
        found["check_in_at"] = [_check_in(before), _check_in(after)]
    return {name: [one and one.isoformat() for one in moved] for name, moved in found.items() if moved[0] != moved[1]}


def _check_in(dates: Dates) -> datetime | None:
    return dates.starts_at - timedelta(minutes=dates.check_in_minutes) if dates.check_in_minutes else None


def said(contest: Contest, moment: datetime) -> str:
    """A moment in the zone of the contest, which it names."""
    return f"{moment.astimezone(ZoneInfo(contest.time_zone)):%Y-%m-%d %H:%M} ({contest.time_zone})"


def _between_rounds(stage: Stage) -> timedelta:
    """From its beginning to that of its last round, at least."""
    minutes = stage.every_minutes * (stage.rules.get("rounds", 1) - 1)
    if stage.lasts_minutes:
        minutes = min(minutes, stage.lasts_minutes)
    return timedelta(minutes=max(0, minutes), seconds=stage.held_seconds)
