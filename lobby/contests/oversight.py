"""What do those who steer a contest see of it while it runs, and everybody of what was done to it?

Progress and health, of a secret contest too: how far it is, which tables wait or have failed, which programs fail. Not who sits where, nor how a
table ended, where that is sealed from everybody: the host may have a program in it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from lobby.accounts import invitations
from lobby.contests import failings, forecast, replaying, serializers
from lobby.contests.models import Act, Contest, Stage, Table
from lobby.contests.scheduler import AT_ONCE

Data = dict[str, Any]
MOST_ACTS = 200
"""Lines of the log that are shown, the latest first."""


def progress(contest: Contest, now: datetime) -> Data:
    """Stage, round and tables of the last round that was paired, when it may be over, and programs that fail."""
    stage = contest.stages.filter(started_at__isnull=False).order_by("-number").first()
    found = [] if stage is None else _tables(stage)
    states = [state_of(one) for one in found]
    return {
        "paused_at": contest.paused_at,
        "stage": None if stage is None else stage.number,
        "stages": contest.stages.count(),
        "round": found[0].round if found else None,
        "tables": len(found),
        "done": states.count("over") + states.count("void"),
        "running": states.count("running"),
        "waiting": states.count("waiting"),
        "failed": states.count("failed") + states.count("void"),
        "next_at": None if stage is None else stage.next_at,
        "round_ends_at": _expected(found, now),
        "expected": forecast.end(contest, now),
        "programs": _failing(contest, _kept_back(contest, found)),
        "last_tables": _shown(contest, found),
        "invitation": _invitation(contest, now),
    }


def _invitation(contest: Contest, now: datetime) -> Data | None:
    """The open code for sign-ups, its address without scheme and host; None if there is none."""
    found = contest.invitation
    if found is None or not found.is_open(now):
        return None
    address = f"{invitations.address(found)}&{urlencode({'next': reverse('contest', args=[contest.pk])})}"
    return {"code": found.shown, "address": address, "most": found.most, "used": found.used, "ends_at": found.ends_at}


def state_of(table: Table) -> str:
    """`waiting`, `running`, `failed` (its match stands still), `over` or `void`."""
    if table.is_over:
        return "void" if table.is_void else "over"
    if table.match is None:
        return "waiting"
    return "failed" if table.match.fault else "running"


def _tables(stage: Stage) -> list[Table]:
    """Tables of the last round, without those who sat out."""
    last = stage.tables.order_by("-round").first()
    if last is None:
        return []
    here = stage.tables.filter(round=last.round).select_related("stage", "match")
    return [one for one in here.prefetch_related(Prefetch("places", serializers.places())) if _is_game(one)]


def _is_game(table: Table) -> bool:
    return len(table.places.all()) > 1


def last_tables(contest: Contest) -> list[Data]:
    """Tables of the last round that was paired; without names while these are sealed."""
    stage = contest.stages.filter(started_at__isnull=False).order_by("-number").first()
    return [] if stage is None else _shown(contest, _tables(stage))


def _shown(contest: Contest, tables: list[Table]) -> list[Data]:
    is_open, acts = serializers.is_released(contest), replaying.acts_at(tables)
    return [_table(one, acts[one.pk], is_open=is_open) for one in tables]


def _table(table: Table, acts: int, *, is_open: bool) -> Data:
    return {
        "stage": table.stage.number,
        "round": table.round,
        "number": table.number,
        "state": state_of(table),
        "attempts": table.attempts,
        "acts": acts,
        "entrants": [serializers.entrant(place.entrant) for place in table.places.all()] if is_open else [],
    }


def _expected(tables: list[Table], now: datetime) -> datetime | None:
    """When the last round may be over if its other matches last as long as those that are; None before the first one is, and after the last."""
    ended = [one.match for one in tables if one.is_over and one.match is not None]
    left = sum(not one.is_over for one in tables)
    lengths = [
        match.finished_at - match.started_at
        for match in ended
        if match.finished_at is not None and match.started_at is not None
    ]
    if not left or not lengths:
        return None
    usual: timedelta = sum(lengths, timedelta(0)) / len(lengths)
    return now + usual * -(-left // AT_ONCE)


def _kept_back(contest: Contest, tables: list[Table]) -> set[str]:
    """Matches of a sealed round that is not over: programs that fail there one by one would say who sits at which table."""
    if serializers.is_released(contest) or all(one.is_over for one in tables):
        return set()
    return {one.match_id for one in tables if one.match_id is not None}


def _failing(contest: Contest, kept_back: set[str]) -> list[Data]:
    """Programs that are switched off, or were in matches here, or that failed or whose orders were refused in the last one; not why, which is
    their owner's, and no numbers, which would tell how long a sealed match was. What happens to a program in other contests is not told here."""
    entrants = list(serializers.whole(contest.entrants.filter(withdrawn_at=None, program__isnull=False)))
    known = failings.in_matches(entrants).items()
    played = {pk: told for pk, lines in known if (told := [one for one in lines if one.match not in kept_back])}
    last, off = failings.in_last(played), {pk: sum(one.was_off for one in lines) for pk, lines in played.items()}
    return [
        {
            "entrant": serializers.entrant(one),
            "is_switched_off": bool(one.program.switched_off),
            "failures": off.get(one.pk, 0),
            "failed": last[one.pk].failed_share if one.pk in last else "",
            "refused": last[one.pk].refused_share if one.pk in last else "",
        }
        for one in entrants
        if one.program is not None and (one.program.switched_off or off.get(one.pk) or one.pk in last)
    ]


def message(contest: Contest, act_id: int) -> Act | None:
    """What somebody who steers the contest has written to its entrants, while they can be named."""
    written = contest.acts.filter(kind=Act.Kind.MESSAGE, user__is_active=True)
    return written.filter(pk=act_id).select_related("user").first()


def _why(act: Act) -> str:
    """The reason in the words of who gave it; a contest that is cancelled by itself has one for each reader."""
    facts = act.facts or {}
    return gettext("Too few entrants (%(n)s).") % {"n": facts["too_few"]} if "too_few" in facts else act.text


def _moved(act: Act) -> list[Data]:
    moved = (act.facts or {}).get("dates", {})
    return [
        {
            "date": name,
            "moved_from": before and datetime.fromisoformat(before),
            "moved_to": now and datetime.fromisoformat(now),
        }
        for name, (before, now) in moved.items()
    ]


def log(contest: Contest, *, most: int | None = MOST_ACTS) -> list[Data]:
    """What was done to it, the latest first, for everybody; at most so many lines. Which table it was is told when who sits where may be known."""
    found = (
        contest.acts.select_related(
            "user", "person", "table__stage", "entrant__user", "entrant__program", "entrant__team"
        )
        .defer("entrant__program__text")
        .prefetch_related("entrant__team__mates__user")
    )
    is_open = serializers.is_released(contest)
    formats = dict(contest.stages.values_list("number", "format"))
    return [
        {
            "id": one.pk,
            "kind": one.kind,
            "by": serializers.person(one.user),
            "at": one.at,
            "text": _why(one),
            "entrant": None if one.entrant is None else serializers.entrant(one.entrant),
            "person": serializers.person(one.person),
            # Which stage runs, and when its rounds begin, is sealed with the rest.
            "stage": one.stage if is_open else None,
            "format": formats.get(one.stage) if one.stage is not None and is_open else None,
            "moved_from": one.moved_from if one.stage is None or is_open else None,
            "moved_to": one.moved_to if one.stage is None or is_open else None,
            "dates": _moved(one),
            "table": None
            if one.table is None or not is_open
            else {"stage": one.table.stage.number, "round": one.table.round, "number": one.table.number},
        }
        for one in found[:most]
    ]
