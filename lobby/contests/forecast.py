"""When will a whole contest be over, as far as one can tell, and from what is that reckoned? For those who steer it; decides nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

import games
from games.core.errors import OptionError
from lobby.contests import evenings, plans, results
from lobby.contests.formats import course
from lobby.contests.formats.catalogue import FORMATS, KNOCKOUTS
from lobby.contests.formats.contract import Rules
from lobby.contests.models import Contest, Stage
from lobby.contests.scheduler import AT_ONCE
from lobby.matches import length
from lobby.matches.models import Match
from lobby.matches.terms import Settings

Data = dict[str, Any]
FARTHEST = timedelta(days=36500)
"""An end that is later than that is told to nobody."""
NEVER = datetime.max.replace(tzinfo=UTC)
LATEST = 200
"""Matches whose mean length counts."""


def end(contest: Contest, now: datetime) -> Data:
    """`ends_at`, None if nothing limits it or tells it, if no round is left or nobody has entered yet; `reckoned_from`: `matches` that were
    played here, `programs`, matches between programs elsewhere on the site, or `rules`, the longest that rules and clock allow; `matches` and
    `match_seconds`, how many and how long each; `rounds` that are left."""
    usual, count, source = _usual(contest)
    found: Data = {"ends_at": None, "reckoned_from": source, "matches": count, "rounds": 0}
    found["match_seconds"] = None if usual is None else round(usual.total_seconds())
    stages = list(contest.stages.all())
    if contest.is_over or usual is None or not stages:
        return found
    arriving = _arriving(contest, stages)
    moment = max(now, contest.starts_at)
    for number, stage in enumerate(stages):
        if stage.finished_at is None:
            begins = max(moment, _earliest(contest, stages, number) or moment)
            moment, left = _stage(contest, stage, arriving[number], begins, usual)
            found["rounds"] += left
        _pass_on(contest, stages, number, arriving)
    found["ends_at"] = moment if found["rounds"] and moment < now + FARTHEST else None
    return found


def matches_left(contest: Contest, now: datetime) -> int:
    """How many matches are still to be played, with those that run; about: knockouts may need fewer games of a table."""
    stages, found = list(contest.stages.all()), 0
    arriving = _arriving(contest, stages)
    for number, stage in enumerate(stages):
        if stage.finished_at is None:
            rules = results.rules_of(contest, stage, now)
            left, is_open = _rounds_left(stage, rules, arriving[number])
            if is_open:
                left[0] = stage.tables.filter(is_over=False).count()
            found += sum(left) * _in_turn(stage, rules)
        _pass_on(contest, stages, number, arriving)
    return found


def _arriving(contest: Contest, stages: list[Stage]) -> list[int]:
    """How many there are for each stage so far."""
    arriving = [len(stage.entrants) for stage in stages]
    if contest.status == Contest.Status.PLANNED:
        arriving[0] = contest.entrants.filter(withdrawn_at=None, is_organiser=False, missed=False).count()
    return arriving


def _rounds_left(stage: Stage, rules: Rules, entrants: int) -> tuple[list[int], bool]:
    """The tables of each round that is left, the one that runs first, and whether one runs."""
    expected = course.rounds(stage.format, rules, entrants)
    begun = results.rounds(results.played_in(stage))
    is_open = stage.tables.filter(is_over=False).exists()
    return expected[max(0, begun - is_open) :] or [1] * is_open, is_open


def _in_turn(stage: Stage, rules: Rules) -> int:
    """Games of a table one after the other, at most."""
    return rules.games if stage.format in KNOCKOUTS else 1


def _earliest(contest: Contest, stages: list[Stage], number: int) -> datetime | None:
    """Before which a stage that has not begun does not: what the host says, and in a contest by evenings the first one or the freeze."""
    stage = stages[number]
    if contest.evening is None or stage.started_at is not None:
        return None if stage.started_at is not None else stage.not_before
    first = evenings.first(contest)
    if number == 0:
        return first if stage.next_at is None else stage.next_at
    freeze = contest.frozen_at or evenings.freeze(contest, stages[0], first, 0)
    return max(freeze, stage.not_before or freeze)


def _usual(contest: Contest) -> tuple[timedelta | None, int, str]:
    """The mean length of the last matches of the contest, their number, and `reckoned_from` of `end`. Without any: of programs, which use
    next to nothing of the clock, as many steps as are possible at the pace of their last matches on this site; of people the longest match
    that is possible, if there is one."""
    played = Match.objects.filter(contest_table__stage__contest=contest, status=Match.Status.FINISHED)
    spans = [span for span, _steps in _spans(played)]
    if spans:
        return sum(spans, timedelta(0)) / len(spans), len(spans), "matches"
    most = _longest(contest)
    if contest.who != Contest.Who.PROGRAMS:
        longest = None if most is None or most.seconds is None else timedelta(seconds=most.seconds)
        return longest, 0, "rules"
    alike = Match.objects.filter(game=contest.game, budget=contest.budget, status=Match.Status.FINISHED)
    paced = _spans(alike.exclude(arranged="").exclude(seats__user__isnull=False))
    if most is None or most.steps is None or not paced:
        return None, 0, "programs"
    pace = sum((span for span, _steps in paced), timedelta(0)) / sum(steps for _span, steps in paced)
    return pace * most.steps, len(paced), "programs"


def _spans(played: QuerySet[Match]) -> list[tuple[timedelta, int]]:
    """How long the last of these matches were, and their steps."""
    rows = played.order_by("-finished_at").values_list("started_at", "finished_at", "step")[:LATEST]
    return [(ended - begun, max(1, steps)) for begun, ended, steps in rows if begun is not None and ended is not None]


def _longest(contest: Contest) -> length.Length | None:
    """The longest match that rules and clock allow, if they set an end."""
    game = games.get(contest.game)
    settings = Settings(
        seats=contest.table_size,
        step_seconds=contest.step_seconds,
        bank_seconds=contest.bank_seconds,
        clock=contest.clock,
        press=Match.Press.NONE,
    )
    try:
        options = game.check_options(plans.turns(game, contest.options, contest.maps)[0], contest.table_size)
    except OptionError:
        # Rules of an earlier release of the game.
        return None
    return length.longest(game, options, settings)


def _stage(contest: Contest, stage: Stage, entrants: int, moment: datetime, usual: timedelta) -> tuple[datetime, int]:
    """When it will be over if what is before it is at `moment`, and how many rounds are left."""
    rules = results.rules_of(contest, stage, moment)
    left, is_open = _rounds_left(stage, rules, entrants)
    by_evenings = contest.evening is not None and stage.number == 0
    every = timedelta(minutes=evenings.MINUTES if by_evenings else stage.every_minutes)
    starts = stage.started_at or moment
    for number, tables in enumerate(left):
        if stage.next_at is not None and (number or not is_open):
            moment = max(moment, stage.next_at)
        played = _after(moment, usual, -(-tables // AT_ONCE) * _in_turn(stage, rules))
        is_last = number == len(left) - 1
        moment = played if is_last else max(played, _after(moment, every))
    if stage.lasts_minutes and left:
        limit = starts + timedelta(minutes=stage.lasts_minutes, seconds=stage.held_seconds) + usual
        moment = min(moment, limit)
    return moment, len(left)


def _after(moment: datetime, span: timedelta, times: int = 1) -> datetime:
    """So many times a span later; `NEVER` where no calendar reaches."""
    try:
        return moment + span * times
    except OverflowError:
        return NEVER


def _pass_on(contest: Contest, stages: list[Stage], number: int, arriving: list[int]) -> None:
    """Who goes on from a stage, in numbers."""
    stage = stages[number]
    if number == len(stages) - 1 or stage.finished_at is not None:
        return
    rules = results.rules_of(contest, stage, contest.starts_at)
    left = course.left_after(rules, arriving[number], puts_out=FORMATS[stage.format].PUTS_OUT)
    arriving[-1] += min(stage.straight, left)
    rest = max(0, left - stage.straight)
    arriving[number + 1] += min(stage.advances, rest) if stage.advances else rest
