"""How does a contest go on? The scheduler is the only one who begins stages, rounds and matches, and who writes down how they ended.

Each move is one small transaction that holds the contest. It reads what is stored and does the next thing, so it does not matter who calls
it, how often, and whether the caller before died in between. A table whose match cannot be played to its end is played once more; then it
is void, and the contest goes on.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

import games
from games.core.rng import SeededRng
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.contests import background, evenings, plans, results, seeding, settling, team_sharing, versions
from lobby.contests.formats.catalogue import KNOCKOUTS
from lobby.contests.formats.contract import Round, Wait
from lobby.contests.models import Act, Contest, Entrant, Place, Stage, Table
from lobby.contests.team_models import Teammate
from lobby.matches.models import Match, Program
from lobby.matches.terms import Settings
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.process import database
from lobby.tables import seating

log = logging.getLogger("fogbound.contests")

Sitter = User | Program
Begin = Callable[[Contest, dict[str, Any], Sequence[Sitter], str], Match]
"""`begin(contest, options, sitters, seed)` → the match of a table, which may be over already. Raises what it likes if it cannot be played."""

AT_ONCE = 24
"""Matches of one contest that run at the same time."""
FEWEST = 2
"""Entrants without whom there is no contest."""


# --- Who calls


def on_arranged_match_over(*, match_id: str, arranged: str, **_: object) -> None:
    """A match that the site arranged is over in this process."""
    if arranged == Match.Arranged.CONTEST:
        background.soon(partial(_after_match, match_id))


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Begin what is due by the clock, and go on with what a process left behind."""
    for contest_id in due(now):
        background.soon(partial(go_on, contest_id))
    call_to_check_in(now)


def call_to_check_in(now: datetime) -> None:
    """Tell those who have to say that they are there, now that they can."""
    planned = Contest.objects.filter(status=Contest.Status.PLANNED, check_in_minutes__gt=0, starts_at__gt=now)
    for contest in planned.filter(starts_at__lte=now + timedelta(days=1)):
        if now >= contest.starts_at - timedelta(minutes=contest.check_in_minutes):
            with database.writing():
                tell(contest, contest.entrants.filter(checked_in_at=None), "check_in")


def tell(
    contest: Contest,
    entrants: Iterable[Entrant],
    what: str,
    *,
    text: str = "",
    moved: Mapping[str, Any] | None = None,
) -> None:
    """Tell the people of these entrants who have not withdrawn, once; inside the transaction in which it happens. What stands behind a colon in
    `what` only tells one time from another. `text`: what the host writes, or how many entrants were too few. `moved`: the dates that are others
    now (`steering`)."""
    entrants = list(entrants)
    mates: dict[int | None, list[int]] = {}
    for team_id, user_id in Teammate.objects.filter(team__entrant__in=entrants).values_list("team", "user"):
        mates.setdefault(team_id, []).append(user_id)
    news = [
        News(
            user_id,
            Notice.Kind.CONTEST,
            f"{contest.pk}:{what}",
            data={
                "contest": contest.pk,
                "name": contest.name,
                "what": what.partition(":")[0],
                "rank": one.rank if what == "over" else None,
                **({"text": text} if text else {}),
                **({"moved": moved} if moved else {}),
            },
        )
        for one in entrants
        if one.withdrawn_at is None and not one.is_organiser
        for user_id in mates.get(one.team_id, [one.user_id])
        if user_id is not None
    ]
    writing.tell(news)


def tell_steering(contest: Contest, what: str, *, text: str = "") -> None:
    """Tell host and co-hosts, whose webhooks hear of it too; who takes part as well is told once."""
    steering = (contest.host_id, *contest.cohosts.order_by("pk").values_list("pk", flat=True))
    data = {"contest": contest.pk, "name": contest.name, "what": what, "rank": None, **({"text": text} if text else {})}
    key = f"{contest.pk}:{what}"
    writing.tell([News(pk, Notice.Kind.CONTEST, key, data=data) for pk in steering if pk is not None])


def tell_switched_off(contest: Contest, entrants: Iterable[Entrant]) -> None:
    """Tell those whose program is switched off that a better version brings it back, or that none does, once of each version."""
    what = "gone" if contest.evening is None else "off"
    for one in entrants:
        if one.takes_part and not one.is_there:
            tell(contest, [one], f"{what}:{one.pk}:{one.version}")


def due(now: datetime) -> list[int]:
    """Contests in which something may have to be done."""
    waits = Q(status=Contest.Status.PLANNED, starts_at__lte=now) | Q(status=Contest.Status.RUNNING)
    return list(Contest.objects.filter(waits).order_by("starts_at", "pk").values_list("pk", flat=True))


def _after_match(match_id: str) -> None:
    contest_id = Stage.objects.filter(tables__match=match_id).values_list("contest", flat=True).first()
    if contest_id is not None:
        go_on(contest_id)


def arranged(contest: Contest, options: dict[str, Any], sitters: Sequence[Sitter], seed: str) -> Match:
    """Begin the match of a table on this site."""
    game = games.get(contest.game)
    settings = Settings(
        seats=len(sitters),
        step_seconds=contest.step_seconds,
        bank_seconds=contest.bank_seconds,
        budget=contest.budget,
        clock=contest.clock,
        press=Match.Press.NONE,
    )
    return seating.begin_arranged(
        game=game,
        options=open_table(game, options, len(sitters), seed),
        sitters=sitters,
        settings=settings,
        seed=seed,
        arranged=Match.Arranged.CONTEST,
        sealed=contest.is_secret,
        # A rating would tell a secret result.
        rated=not contest.is_secret,
    )


# --- One move after the other


def go_on(contest_id: int, *, now: datetime | None = None, begin: Begin = arranged) -> int:
    """Do all that can be done now. Returns the number of moves."""
    moves = 0
    while True:
        with database.writing():
            contest = Contest.objects.select_for_update().filter(pk=contest_id).first()
            if contest is None or not _move(contest, now or timezone.now(), begin):
                return moves
        moves += 1


def _move(contest: Contest, now: datetime, begin: Begin) -> bool:
    """Do the next thing; False if there is nothing to do now."""
    if contest.status == Contest.Status.PLANNED:
        return _open(contest, now)
    if contest.status != Contest.Status.RUNNING:
        return False
    stage = contest.stages.filter(finished_at=None).first()
    if stage is None:
        return _close(contest, now)
    if stage.started_at is None:
        is_frozen = contest.frozen_at is None or now >= contest.frozen_at
        is_early = stage.not_before is not None and now < stage.not_before
        if contest.paused_at is not None or is_early or (stage.number and not is_frozen):
            return False
        Stage.objects.filter(pk=stage.pk).update(started_at=now)
        return True
    under_way = list(stage.tables.filter(is_over=False).select_related("match"))
    gone = contest.entrants.filter(withdrawn_at__isnull=False).values_list("pk", "withdrawn_at")
    left = {pk: at for pk, at in gone if at is not None}
    least = results.rules_of(contest, stage, now).least
    settled = [table for table in under_way if settling.settle(table, left, least, now)]
    if contest.paused_at is not None:
        return bool(settled)
    waiting = [table for table in under_way if table.match is None and not table.is_over]
    if waiting and sum(table.match is not None and not table.is_over for table in under_way) < AT_ONCE:
        _begin(contest, stage, waiting[0], begin)
        return True
    return bool(settled) or _next_round(contest, stage, now)


def _open(contest: Contest, now: datetime) -> bool:
    if now < contest.starts_at or contest.paused_at is not None:
        return False
    racing = contest.entrants.filter(is_organiser=False, withdrawn_at=None)
    if contest.check_in_minutes:
        racing.filter(checked_in_at=None).update(missed=True)
    known = racing.select_related("user", "program").defer("program__text")
    there = [one.pk for one in known.order_by("pk") if one.takes_part]
    if len(there) < FEWEST:
        Act.objects.create(contest=contest, kind=Act.Kind.CANCEL, facts={"too_few": len(there)}, at=now)
        cancel(contest, now, too_few=len(there))
        return True
    SeededRng(f"{contest.seed}:lots").shuffle(there)
    if contest.is_seeded:
        points = seeding.points_of(contest)
        there.sort(key=lambda one: -points.get(one, 0))
        # They change with the next match: kept, so that the order can be made again.
        Entrant.objects.bulk_update([Entrant(pk=one, rating=points.get(one)) for one in there], ["rating"])
    contest.stages.filter(number=0).update(entrants=there)
    contest.status = Contest.Status.RUNNING
    if contest.evening is not None:
        _race_by_evenings(contest, contest.stages.get(number=0), evenings.first(contest), rounds=0)
    contest.save(update_fields=["status", "frozen_at"])
    tell(contest, contest.entrants.filter(pk__in=there), "began")
    tell_steering(contest, "began")
    return True


def _race_by_evenings(contest: Contest, race: Stage, next_at: datetime, *, rounds: int) -> None:
    """Its next round is at that evening, `rounds` are drawn, and the freeze follows from both; the caller saves the contest."""
    Stage.objects.filter(pk=race.pk).update(next_at=next_at)
    contest.frozen_at = evenings.freeze(contest, race, next_at, rounds)


def _next_round(contest: Contest, stage: Stage, now: datetime) -> bool:
    if contest.evening is not None:
        versions.come_into_force(contest, now)
    everybody = contest.entrants.select_related("user", "program").defer("program__text")
    known = {one.pk: one for one in everybody}
    rules, played = results.rules_of(contest, stage, now), results.played_in(stage)
    entrants, number = results.entrants_of(stage, known), results.rounds(played)
    draw = SeededRng(f"{contest.seed}:{stage.number}:{number}")
    answer = results.format_of(stage).next_round(rules, entrants, played, draw)
    if isinstance(answer, Wait):
        return False
    if not isinstance(answer, Round):
        _finish(contest, stage, known, now)
        return True
    # A table that is not decided yet goes on at once, in its round.
    begun_before = stage.tables.filter(round=answer.number).count()
    if not begun_before and stage.next_at is not None and now < stage.next_at:
        return False
    if contest.evening is None and not begun_before:
        # Formats pair nobody whose program is off; who was out before is told nothing.
        last = {one for table in played if table.round == answer.number - 1 for one in table.seats}
        tell_switched_off(contest, [known[one] for one in last])
    for place, pairing in enumerate(answer.tables, start=begun_before):
        is_bye = len(pairing.seats) == 1
        table = Table.objects.create(stage=stage, round=answer.number, number=place, lane=pairing.lane, is_over=is_bye)
        Place.objects.bulk_create(
            Place(table=table, entrant_id=one, order=order, version=known[one].version, place=1 if is_bye else None)
            for order, one in enumerate(pairing.seats)
        )
    if contest.evening is not None and stage.number == 0:
        if not begun_before:
            _race_by_evenings(contest, stage, evenings.later(contest, now), rounds=answer.number + 1)
            contest.save(update_fields=["frozen_at"])
            tell_switched_off(contest, known.values())
    elif stage.every_minutes and not begun_before:
        begun = stage.started_at or now
        later = timedelta(minutes=stage.every_minutes * (answer.number + 1), seconds=stage.held_seconds)
        next_at = max(now, begun + later)
        Stage.objects.filter(pk=stage.pk).update(next_at=next_at)
    return True


# --- One table


def _begin(contest: Contest, stage: Stage, table: Table, begin: Begin) -> None:
    """Begin the match of a table, or settle what needs none because too few are there."""
    places = list(table.places.select_related("entrant__user", "entrant__program"))
    there = [place for place in places if versions.is_there(place)]
    gone = [place for place in places if place not in there]
    if contest.evening is None:
        tell_switched_off(contest, [place.entrant for place in gone])
    if len(there) < results.rules_of(contest, stage, timezone.now()).least:
        if there:
            settling.write(table, {place.pk: 1 for place in there}, gone)
        else:
            settling.void(table)
        return
    sitters = [versions.program_of(place) or place.entrant.user for place in there]
    seed = hashlib.sha256(
        f"{contest.seed}:match:{stage.number}:{table.round}:{table.number}:{table.attempts}".encode()
    ).hexdigest()[:32]
    match = None
    try:
        with transaction.atomic():
            match = begin(contest, _options(contest, stage, table), [one for one in sitters if one is not None], seed)
    except Exception:
        log.exception("contest %s: a match cannot begin", contest.pk)
    table.attempts += 1
    table.match = match
    table.save(update_fields=["attempts", "match"])
    Place.objects.filter(pk__in=[place.pk for place in gone]).update(is_forfeit=True)
    if match is None and table.attempts >= settling.ATTEMPTS:
        settling.void(table)


def _options(contest: Contest, stage: Stage, table: Table) -> dict[str, Any]:
    """The options of the match of a table. Several maps take turns: at a table of a knockout each is played as often as two have swapped seats,
    before the next one; else they change from round to round."""
    found = plans.turns(games.get(contest.game), contest.options, contest.maps)
    turn = table.round
    if len(found) > 1 and stage.format in KNOCKOUTS:
        here = {place.entrant_id for place in table.places.all()}
        before = stage.tables.filter(round=table.round, number__lt=table.number).prefetch_related("places")
        turn = sum({place.entrant_id for place in one.places.all()} == here for one in before) // 2
    return found[turn % len(found)]


# --- The end of a stage, and of the contest


def _finish(contest: Contest, stage: Stage, known: dict[int, Entrant], now: datetime) -> None:
    lines = results.standings(contest, stage, known, now)
    Stage.objects.filter(pk=stage.pk).update(standings=results.packed(lines), finished_at=now, next_at=None)
    following = contest.stages.filter(number=stage.number + 1).first()
    last = contest.stages.order_by("-number").first()
    if following is None or last is None:
        return
    left = [line.entrant for line in lines if not line.is_out and known[line.entrant].takes_part]
    straight, others = left[: stage.straight], left[stage.straight :]
    last.entrants = [*last.entrants, *straight]
    last.save(update_fields=["entrants"])
    following.refresh_from_db()
    following.entrants = [*following.entrants, *(others[: stage.advances] if stage.advances else others)]
    following.save(update_fields=["entrants"])


def _close(contest: Contest, now: datetime) -> bool:
    """Everything is played: the ranks of all who were not removed, and nothing is secret any more."""
    ranked: set[int] = set()
    removed = set(contest.entrants.filter(is_removed=True).values_list("pk", flat=True))
    for stage in contest.stages.order_by("-number"):
        before = len(ranked)
        # Who did not come as far as others is behind them; who came to this stage shares ranks only with others of it.
        lines = [results.unpacked(line) for line in stage.standings or ()]
        new = [line for line in lines if line.entrant not in ranked | removed]
        for place, line in enumerate(new):
            first = next(index for index, other in enumerate(new) if other.rank == line.rank)
            Entrant.objects.filter(pk=line.entrant).update(rank=before + min(first, place) + 1)
        ranked.update(line.entrant for line in new)
    Contest.objects.filter(pk=contest.pk).update(status=Contest.Status.FINISHED, finished_at=now)
    # The best of somebody's entrants first: a person is told once.
    tell(contest, contest.entrants.order_by(F("rank").asc(nulls_last=True)), "over")
    tell_steering(contest, "over")
    _unseal(contest)
    return True


def cancel(contest: Contest, now: datetime, *, too_few: int | None = None) -> None:
    """End it without a result; inside the caller's transaction, which holds the contest. `too_few`: how many entrants it had, if that is why.
    Matches that run are aborted, and not rated; nobody sees programs of others of their team any more."""
    settling.stop(contest, now)
    Contest.objects.filter(pk=contest.pk).update(status=Contest.Status.CANCELLED, finished_at=now)
    team_sharing.share_no_more(contest)
    why = "" if too_few is None else str(too_few)
    tell(contest, contest.entrants.all(), "cancelled", text=why)
    tell_steering(contest, "cancelled", text=why)
    _unseal(contest)


def _unseal(contest: Contest) -> None:
    tables = Table.objects.filter(stage__contest=contest)
    found = {pk for last, earlier in tables.values_list("match", "earlier") for pk in (last, *earlier) if pk}
    challenged = contest.challenges.filter(match__isnull=False).values_list("match", flat=True)
    seating.unseal(sorted({*found, *challenged}))
