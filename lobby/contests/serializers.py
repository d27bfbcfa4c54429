"""What may be told of a contest, and to whom? The one place that pages, files and the interface for programs ask.

Of a contest with a secret format nothing is told before it is over but who has entered, and to each entrant their own results: no opponents,
no standings, no stage, no times, no numbers of tables. Of any other everything is told at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

import games
from lobby.accounts.models import User
from lobby.clubs.models import Club
from lobby.contests import hand_ins, results, services
from lobby.contests.formats.contract import Standing, Value
from lobby.contests.models import Challenge, Contest, Entrant, HandIn, Place, Stage, Table
from lobby.contests.team_models import Team
from lobby.contests.versions import digest_of
from lobby.matches import modules
from lobby.matches.models import OVER, Match

Data = dict[str, Any]
SHOWN_CHALLENGES = 10
SHOWN_CONTESTS = 24
"""Entries of a person on their profile, the last ones."""


_LONG = ("table__stage__entrants", "table__stage__standings", "table__match__options")


def places() -> QuerySet[Place]:
    """With everything that `entrant` reads."""
    found = Place.objects.select_related("entrant__user", "entrant__program", "entrant__team")
    # Texts are long, and nobody reads them here.
    return found.defer("entrant__program__text").prefetch_related("entrant__team__mates__user")


def phase(contest: Contest, now: datetime) -> str:
    """`announced`, `entry`, `closed`, `check_in`, `starting`, or the status of a contest that has begun or was cancelled."""
    if contest.status != Contest.Status.PLANNED:
        return contest.status
    if now < contest.opens_at:
        return "announced"
    if now < contest.closes_at:
        return "entry"
    if now >= contest.starts_at:
        return "starting"
    begins = contest.starts_at - timedelta(minutes=contest.check_in_minutes)
    return "check_in" if contest.check_in_minutes and now >= begins else "closed"


def is_released(contest: Contest) -> bool:
    """May everybody know who meets whom, and how it stands?"""
    return not contest.is_secret or contest.is_over


def listed() -> Any:
    """Contests of installed games, the next ones first, then those that are over; with the number of entrants."""
    taking = Count(
        "entrants", filter=Q(entrants__withdrawn_at=None, entrants__missed=False, entrants__is_organiser=False)
    )
    return (
        Contest.objects.filter(game__in=list(games.GAMES))
        .select_related("host", "club")
        .prefetch_related("cohosts")
        .annotate(taking_part=taking)
    )


def facts(one: Contest, now: datetime) -> Data:
    """What everybody may know of a contest, without its entrants and results."""
    count = getattr(one, "taking_part", None)
    if count is None:
        count = one.entrants.filter(withdrawn_at=None, missed=False, is_organiser=False).count()
    return {
        "id": one.pk,
        "name": one.name,
        "note": one.note,
        "host": person(one.host),
        "game": one.game,
        "options": one.options,
        "maps": one.maps,
        "clock": one.clock,
        "step_seconds": one.step_seconds,
        "bank_seconds": one.bank_seconds,
        "budget": one.budget,
        "table_size": one.table_size,
        "who": one.who,
        "club": _club(one.club),
        "entry": one.entry,
        "needs_code": bool(one.code),
        "team_least": one.team_least,
        "team_most": one.team_most,
        "is_seeded": one.is_seeded,
        "cohosts": [known for user in one.cohosts.all() if (known := person(user)) is not None],
        "per_person": one.per_person,
        "most": one.most,
        "entrants": count,
        "opens_at": one.opens_at,
        "closes_at": one.closes_at,
        "check_in_at": one.starts_at - timedelta(minutes=one.check_in_minutes) if one.check_in_minutes else None,
        "starts_at": one.starts_at,
        "finished_at": one.finished_at,
        "time_zone": one.time_zone,
        "evening": None if one.evening is None else one.evening.strftime("%H:%M"),
        "frozen_at": one.frozen_at,
        "paused_at": one.paused_at,
        "is_secret": one.is_secret,
        "phase": phase(one, now),
        "seed_hash": one.seed_hash,
        "seed": one.seed if one.is_over else None,
        "stages": [_stage(one, stage) for stage in one.stages.all()],
    }


def _stage(contest: Contest, stage: Stage) -> Data:
    told = is_released(contest)
    return {
        "number": stage.number,
        "format": stage.format,
        "rules": stage.rules,
        "straight": stage.straight,
        "advances": stage.advances,
        "every_minutes": stage.every_minutes,
        "lasts_minutes": stage.lasts_minutes,
        "not_before": stage.not_before,
        "order": stage.entrants if told and stage.started_at is not None else [],
        "started_at": stage.started_at if told else None,
        "finished_at": stage.finished_at if told else None,
    }


def _club(club: Club | None) -> Data | None:
    return {"name": club.name, "slug": club.slug} if club is not None and club.closed_at is None else None


def person(user: User | None) -> Data | None:
    """A host, a co-host or an owner; None if the account is gone."""
    return {"name": user.name, "slug": user.slug} if user is not None and user.is_active else None


def _program_name(one: Entrant) -> str:
    """The name under which the program entered; "" if it is gone. Entrants of contests before versions have that of now."""
    return (one.program_name or one.program.name) if one.program is not None else ""


def entrant(one: Entrant) -> Data:
    """Somebody who takes part, for everybody."""
    owner = person(one.user)
    name = _program_name(one) if one.is_program else (owner or {}).get("name", "")
    shared = team(one.team)
    return {
        "id": one.pk,
        "name": (shared or {}).get("name") or name or gettext("somebody who has left"),
        "owner": owner,
        "team": shared,
        "is_program": one.is_program,
        "is_organiser": one.is_organiser,
        "shows_text": one.shows_text,
        "is_checked_in": one.checked_in_at is not None,
        "is_withdrawn": one.withdrawn_at is not None,
        "is_removed": one.is_removed,
        "missed_check_in": one.missed,
        # In contests of an earlier release whoever was removed had one.
        "rank": None if one.is_removed else one.rank,
    }


def team(one: Team | None) -> Data | None:
    """With its members, the captain first."""
    if one is None:
        return None
    members = [known for mate in one.mates.all() if (known := person(mate.user)) is not None]
    return {"id": one.pk, "name": one.name, "members": members}


def whole(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """With everything that `entrant` reads, in as many queries whatever their number."""
    found = entrants.select_related("user", "program", "team").defer("program__text")
    return found.prefetch_related("team__mates__user")


def entrants(contest: Contest) -> list[Data]:
    """Everybody who takes part, by rank when it is over, else in the order of entry; organisers' programs last."""
    known = [entrant(one) for one in whole(contest.entrants.all()).order_by("pk")]
    return sorted(known, key=lambda one: (one["is_organiser"], one["rank"] is None, one["rank"] or 0))


def standings(contest: Contest, now: datetime) -> list[Data]:
    """The standings of each stage that has begun; nothing before they may be known."""
    if not is_released(contest):
        return []
    known = {one.pk: one for one in whole(contest.entrants.all())}
    return [
        {
            "stage": stage.number,
            "format": stage.format,
            "columns": list(results.format_of(stage).VALUES),
            "lines": [
                {
                    "rank": rank,
                    "entrant": entrant(known[line.entrant]),
                    "games": line.games,
                    "is_out": line.is_out,
                    "is_off": stage.finished_at is None and _is_off(known[line.entrant]),
                    "values": {name: _number(value) for name, value in line.values.items()},
                }
                for rank, line in _without_removed(results.standings(contest, stage, known, now), known)
            ],
        }
        for stage in contest.stages.all()
        if stage.started_at is not None
    ]


def _is_off(one: Entrant) -> bool:
    """Does it take part, while its program is switched off?"""
    return one.takes_part and not one.is_there


def _without_removed(lines: list[Standing], known: dict[int, Entrant]) -> list[tuple[int | None, Standing]]:
    """The lines with their ranks; whoever was removed has none, comes last, and those behind move up."""
    removed = [line for line in lines if known[line.entrant].is_removed]
    ranked = [(line.rank - sum(one.rank < line.rank for one in removed), line) for line in lines if line not in removed]
    return [*ranked, *((None, line) for line in removed)]


def _number(value: Value) -> float | int:
    """A whole number where it is one, else rounded to a thousandth, which no half or third needs for comparison."""
    return int(value) if Fraction(value).denominator == 1 else round(float(value), 3)


def table_counts(contest: Contest) -> dict[int, int]:
    """{stage: how many tables were paired}; nothing before they may be known."""
    if not is_released(contest):
        return {}
    counted = Table.objects.filter(stage__contest=contest).values_list("stage__number").annotate(tables=Count("pk"))
    return dict(counted.order_by())


def tables(contest: Contest, stages: Collection[int] | None = None) -> list[Data]:
    """All tables that were paired, or those of these stages; nothing before they may be known."""
    if not is_released(contest):
        return []
    seats = Prefetch("places", places())
    # Not with their matches, whose options may be a whole map, nor with all lines of the stage for each of its tables.
    found = Table.objects.filter(stage__contest=contest).select_related("stage").prefetch_related(seats)
    found = found.defer("stage__entrants", "stage__standings")
    if stages is not None:
        found = found.filter(stage__number__in=stages)
    lines = [_table(one) for one in found.order_by("stage__number", "round", "number")]
    everybody = contest.entrants.select_related("user", "program").defer("program__text")
    known, now = {one.pk: one for one in everybody}, timezone.now()
    decided = {
        (stage.number, *table): how
        for stage in contest.stages.all()
        if stages is None or stage.number in stages
        for table, how in results.decided(contest, stage, known, now).items()
    }
    for line in reversed(lines):
        # Beside the last game of a table.
        ids = frozenset(place["entrant"]["id"] for place in line["places"])
        line["decided_by"] = decided.pop((line["stage"], line["round"], ids), None)
    return lines


def _table(one: Table) -> Data:
    return {
        "stage": one.stage.number,
        "round": one.round,
        "number": one.number,
        "lane": one.lane,
        "is_over": one.is_over,
        "is_void": one.is_void,
        "match": one.match_id,
        "earlier": one.earlier,
        "places": [
            {
                "entrant": entrant(place.entrant),
                "version": place.version,
                "place": place.place,
                "is_forfeit": place.is_forfeit,
            }
            for place in one.places.all()
        ],
    }


def own(contest: Contest, user_id: int | None) -> list[Data]:
    """What has ended for a person's entrants and their teams', in the order of play: place, and match to replay. Not against whom."""
    if user_id is None:
        return []
    entries = contest.entrants.filter(services.entries_of(user_id)).values("pk")
    mine = places().filter(entrant__in=entries, table__stage__contest=contest, table__is_over=True)
    found = mine.select_related("table__stage", "table__match").defer(*_LONG)
    ordered = found.order_by("table__stage__number", "table__round", "table__number", "pk")
    sizes = _sizes([place.table_id for place in ordered])
    return [
        {
            "stage": place.table.stage.number,
            "round": place.table.round,
            "entrant": entrant(place.entrant),
            "version": place.version,
            "place": None if place.table.is_void else place.place,
            "seats": sizes[place.table_id],
            "is_bye": sizes[place.table_id] == 1,
            "is_void": place.table.is_void,
            "is_forfeit": place.is_forfeit,
            "match": _replay(place.table.match),
        }
        for place in ordered
    ]


def versions(contest: Contest, user_id: int | None) -> list[Data]:
    """For the owner or the team: of each program that takes part, the versions that were handed in, the newest first."""
    if user_id is None:
        return []
    mine = contest.entrants.filter(_with(user_id), is_program=True, is_organiser=False, withdrawn_at=None)
    return [
        {
            "entrant": entrant(one),
            "is_switched_off": one.program is not None and bool(one.program.switched_off),
            "versions": [_version(one, kept) for kept in hand_ins.of(one)],
        }
        for one in whole(mine.distinct()).order_by("pk")
    ]


def _with(user_id: int) -> Q:
    """Entries of a person, alone or in a team."""
    return Q(user=user_id) | Q(team__mates__user=user_id)


def _version(one: Entrant, kept: HandIn) -> Data:
    return {
        "version": kept.version,
        "name": kept.name,
        "program": kept.program_id if kept.program is not None and not kept.program.retired else None,
        "digest": kept.digest,
        "at": kept.at,
        "counts_from": kept.counts_from,
        "counts_now": kept.version == one.version,
        "waits": not kept.has_counted,
    }


def organisers(contest: Contest) -> list[Data]:
    """Programs that can be challenged."""
    found = contest.entrants.filter(is_organiser=True, withdrawn_at=None, program__isnull=False)
    return [entrant(one) for one in whole(found).order_by("pk")]


def open_text(contest: Contest, entrant_id: int) -> Data | None:
    """The text of an organiser's program that everybody may read; None of every other program."""
    one = (
        contest.entrants.filter(pk=entrant_id, is_organiser=True, shows_text=True, withdrawn_at=None)
        .select_related("user", "program")
        .first()
    )
    if one is None or one.program is None:
        return None
    text = one.program.text
    return {"entrant": entrant(one), "text": text, "digest": digest_of(one.program), "module": modules.facts(text)}


def certificate(contest: Contest, entrant_id: int) -> Data | None:
    """What an entrant has reached in a contest that is over, among how many; None without a rank."""
    if contest.status != Contest.Status.FINISHED:
        return None
    ranked = contest.entrants.filter(rank__isnull=False, is_removed=False)
    one = whole(ranked.filter(pk=entrant_id)).first()
    return None if one is None else {"entrant": entrant(one), "of": ranked.count()}


def reached(user: User) -> list[Data]:
    """The contests in which a person has a rank, the last first; the best entry of each."""
    mine = Entrant.objects.filter(
        _with(user.pk), rank__isnull=False, is_removed=False, contest__status=Contest.Status.FINISHED
    ).distinct()
    found: dict[int, Data] = {}
    for one in (
        mine.filter(contest__game__in=list(games.GAMES))
        .select_related("contest", "team")
        .order_by("-contest__finished_at", "-contest", "rank", "pk")[:SHOWN_CONTESTS]
    ):
        contest = one.contest
        line = {"contest": contest.pk, "name": contest.name, "game": contest.game, "at": contest.finished_at}
        program = one.team.name if one.team is not None else _program_name(one)
        found.setdefault(contest.pk, {**line, "entrant": one.pk, "program": program, "rank": one.rank})
    counts = Entrant.objects.filter(contest__in=list(found), rank__isnull=False, is_removed=False).values_list(
        "contest"
    )
    of = dict(counts.annotate(n=Count("pk")).order_by())
    return [{**line, "of": of[line["contest"]]} for line in found.values()]


def challenges(contest: Contest, user_id: int | None) -> list[Data]:
    """The last challenges of a person in a contest, the newest first, with the place of the challenger once it is over."""
    if user_id is None:
        return []
    found = contest.challenges.filter(user=user_id, match__isnull=False).select_related("match")
    rows = list(found.prefetch_related("match__seats__program").order_by("-pk")[:SHOWN_CHALLENGES])
    return [_challenge(one) for one in rows]


def _challenge(one: Challenge) -> Data:
    assert one.match is not None
    seats = sorted(one.match.seats.all(), key=lambda seat: seat.number)
    return {
        "match": one.match_id,
        "at": one.created_at,
        "against": next((seat.program.name for seat in seats[1:] if seat.program is not None), ""),
        "place": seats[0].place if seats else None,
        "seats": len(seats),
        "is_over": one.match.status in OVER,
    }


def _sizes(table_ids: Iterable[int]) -> dict[int, int]:
    counted = Place.objects.filter(table__in=list(table_ids)).values("table").annotate(seats=Count("pk"))
    return {row["table"]: row["seats"] for row in counted.order_by()}


def _replay(match: Match | None) -> str | None:
    return match.pk if match is not None and match.status in OVER else None
