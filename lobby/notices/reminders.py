"""Whose deadline is near? Found at the referee's sweeps among those whom a slow step waits for. And what ends with an account or a session?"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef

from lobby.accounts.models import Report, User
from lobby.matches.models import Match
from lobby.notices import reading, writing
from lobby.notices.models import Delivery, Device, Hook, Mute, Notice, Wishes
from lobby.notices.writing import News
from lobby.platform.process import database

LONGEST = timedelta(hours=3)
"""Before the deadline. Of a short step it is a quarter of its time."""

Kind = Notice.Kind


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Tell those whose deadline is near and who are not done. Several referees may look at once: each person is told once."""
    told = Notice.objects.filter(match=OuterRef("pk"), kind=Kind.SOON, step=OuterRef("step"))
    slow = Match.objects.filter(status=Match.Status.RUNNING, clock=Match.Clock.SLOW, deadline__gt=now)
    near = slow.filter(due_at__lte=now + LONGEST, deadline__lte=now + LONGEST).exclude(Exists(told))
    matches = {
        match_id: step
        for match_id, step, deadline, seconds in near.values_list("pk", "step", "deadline", "step_seconds")
        if deadline is not None and deadline - now <= min(LONGEST, timedelta(seconds=seconds / 4))
    }
    if not matches:
        return
    due = Notice.objects.filter(match__in=matches, kind__in=reading.DUE, step=F("match__step"))
    asked = list(due)
    gone = reading.untrue(asked)
    with database.writing():
        writing.tell(
            [
                News(one.user_id, Kind.SOON, f"{one.match_id}:{one.step}", one.match_id, one.step)
                for one in asked
                if one.pk not in gone
            ]
        )


def on_report_settled(sender: object, *, report: Report, acted: bool, **_: object) -> None:
    """Tell whoever made the report that staff have decided, inside the transaction in which they did."""
    if report.reporter_id is not None:
        writing.tell([News(report.reporter_id, Kind.REPORT, f"{report.pk}", data={"acted": acted})])


def on_account_closed(sender: object, *, user: User, **_kwargs: Any) -> None:
    """Nothing goes to a closed account, and nothing of it is kept."""
    Delivery.objects.filter(user=user).delete()
    for model in (Notice, Wishes, Mute, Device, Hook):
        model.objects.filter(user=user).delete()


def on_logged_out(sender: object, *, request: Any, **_kwargs: Any) -> None:
    """This browser shows nothing more of whoever logs out."""
    if request is not None and request.session.session_key:
        Device.objects.filter(session=request.session.session_key).delete()
