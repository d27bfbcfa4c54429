"""What has happened to a match, and when? Its beginning, its newest steps, what players asked of each other and agreed on, who asked for a
substitute or took a seat over, what staff have done, its end.

Times of steps are what every player knows. What a step did, and who gave orders, is not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from lobby.accounts.models import StaffAct
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.matches.people import Departure, VoteAct
from lobby.store import archive, history

STEPS: Final = 20
"""The newest of them are shown: a slow match has hundreds."""
ACTS: Final = 100


@dataclass(frozen=True)
class Moment:
    """One line of the timeline."""

    at: datetime
    what: str
    who: str = ""
    """The member of staff."""
    why: str = ""


def of(match: Match, *, is_own: bool) -> list[Moment]:
    """All of it, the newest first; texts in the active language. Without the reasons of other staff for somebody who plays in it (`is_own`)."""
    return sorted(_moments(match, is_own=is_own), key=lambda moment: moment.at, reverse=True)


def _moments(match: Match, *, is_own: bool) -> Iterator[Moment]:
    yield Moment(match.created_at, _("The table was opened."))
    if match.started_at is not None:
        yield Moment(match.started_at, _("The match began."))
    if match.paused_at is not None:
        yield Moment(match.paused_at, _("It was paused by a fault.") if match.fault else _("It was paused."))
    if match.finished_at is not None:
        yield Moment(match.finished_at, _("The match ended."))
    # The rest of the page does not wait for an archive that does not answer.
    with suppress(archive.Unreadable):
        for step in history.steps(match.pk, "created_at", first=max(1, match.step - STEPS + 1)):
            yield Moment(step.created_at, _("Step %(number)s was resolved.") % {"number": step.number - 1})
    for gone in Departure.objects.filter(match=match).order_by("-at")[:ACTS]:
        yield Moment(gone.at, _("Seat %(number)s went to somebody else.") % {"number": gone.seat + 1})
    for seat in match.seats.all():
        if seat.substitute_asked_at is not None:
            yield Moment(
                seat.substitute_asked_at, _("Seat %(number)s asked for a substitute.") % {"number": seat.number + 1}
            )
    for vote in VoteAct.objects.filter(match=match).order_by("-at", "-pk")[:ACTS]:
        # Where names are hidden, players are not told who asked and who declined.
        if vote.seat is None or not (is_own and audience.hides_names(match)):
            yield Moment(vote.at, _votes()[vote.kind, vote.what] % {"number": (vote.seat or 0) + 1})
    for act in StaffAct.objects.filter(subject=str(match), act__in=_titles()).order_by("-at")[:ACTS]:
        yield Moment(act.at, _titles()[act.act], act.staff_name, "" if is_own else act.why)


def _votes() -> dict[tuple[str, str], str]:
    """Kind of a vote and what became of it → what happened to the match."""
    return {
        ("pause", "asked"): _("Seat %(number)s asked for a pause."),
        ("pause", "declined"): _("Seat %(number)s declined a pause."),
        ("pause", "carried"): _("The players agreed on a pause."),
        ("resume", "asked"): _("Seat %(number)s asked to end the pause."),
        ("resume", "declined"): _("Seat %(number)s declined to end the pause."),
        ("resume", "carried"): _("The players ended the pause."),
        ("resume", "lapsed"): _("The pause ended by itself."),
        ("extend", "asked"): _("Seat %(number)s asked for more time."),
        ("extend", "declined"): _("Seat %(number)s declined more time."),
        ("extend", "carried"): _("The players agreed on more time."),
        ("draw", "asked"): _("Seat %(number)s offered a draw."),
        ("draw", "declined"): _("Seat %(number)s declined a draw."),
        ("draw", "carried"): _("The players agreed on a draw."),
        ("abort", "asked"): _("Seat %(number)s asked to abort the match."),
        ("abort", "declined"): _("Seat %(number)s declined to abort the match."),
        ("abort", "carried"): _("The players agreed to abort the match."),
    }


def _titles() -> dict[str, str]:
    """Act of the audit log → what it did to the match."""
    return {
        "pause match": _("Staff have paused it."),
        "resume match": _("Staff have resumed it."),
        "extend match": _("Staff have given more time."),
        "void match": _("Staff have voided it."),
        "set match back": _("Staff have set it back."),
        "give seat back": _("Staff have given a seat back."),
    }
