"""What does a host decide about a contest, and is that acceptable? Stores nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game, Option
from games.core.errors import OptionError
from lobby.contests import evenings
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.models import Contest
from lobby.matches import terms
from lobby.matches.errors import NotAllowed, as_answer
from lobby.matches.models import Match
from lobby.platform.characters import cleaning

LONGEST_NAME = 60
LONGEST_NOTE = 2000
LONGEST_CODE = 40
MOST = range(2, 513)
PER_PERSON = range(1, 4)
TEAM = range(1, 11)
"""Members."""
CHECK_IN = range(121)
MOST_STAGES = 8
MOST_SEATS = 8
"""Of a table."""
MOST_MAPS = 16
"""In turn."""
EVERY = range(7 * 24 * 60 + 1)
LASTS = range(7 * 24 * 60 + 1)
EVENING = time(20)
"""At which the chain plays and takes new versions, as the original did every night."""
FARTHEST = timedelta(days=180)
"""How far ahead a contest may be planned."""
LIMITS = {"rounds": range(61), "games": range(1, 31), "target": range(1, 9), "drop_worst": range(4)}
"""Of the fields of `formats.contract.Rules` that a host chooses."""


@dataclass(frozen=True)
class StagePlan:
    """One stage, as a host wishes it; the fields are those of `models.Stage`."""

    format: str
    rules: Mapping[str, int] = field(default_factory=dict)
    straight: int = 0
    advances: int = 0
    every_minutes: int = 0
    lasts_minutes: int = 0


@dataclass(frozen=True)
class Dates:
    """When what begins and ends; the fields are those of `models.Contest`."""

    opens_at: datetime
    closes_at: datetime
    starts_at: datetime
    check_in_minutes: int
    time_zone: str


@dataclass(frozen=True)
class Plan:
    """A contest, as a host wishes it; the fields are those of `models.Contest`."""

    name: str
    game: str
    table_size: int
    step_seconds: int
    who: str
    opens_at: datetime
    closes_at: datetime
    starts_at: datetime
    stages: Sequence[StagePlan]
    options: Mapping[str, Any] = field(default_factory=dict)
    maps: Sequence[Any] = ()
    """Values of the game's `map_option` that are played in turn, in place of the one in `options`."""
    note: str = ""
    clock: str = Match.Clock.LIVE
    bank_seconds: int = 0
    budget: int = 1
    """How many times the usual work a run of a program may take."""
    per_person: int = 1
    most: int = 64
    check_in_minutes: int = 0
    time_zone: str = "UTC"
    club_id: int | None = None
    """The club for whose members alone it is."""
    code: str = ""
    """Whoever enters has to know it; empty: nobody has to."""
    by_list: bool = False
    """Only those on the list can enter."""
    listed: Sequence[str] = ()
    """Names of the accounts on it."""
    team_least: int = 1
    team_most: int = 1
    """Members of a team; 1: everybody enters alone."""
    is_seeded: bool = False
    """The order of entrants is that of their ratings, in place of the lot."""
    evening: time | None = None
    """The hour at which rounds of the race are drawn and new versions count (`evenings`); None: programs stay as they have entered."""


def chain(
    *, days: int = 7, games_a_day: int = 3, target: int = 6, straight: int = 2, final: int = 3
) -> list[StagePlan]:
    """A race by days, whose best go straight to the final; the last of every group leaves; the sum of ranks decides the final."""
    return [
        StagePlan("points_race", {"rounds": days, "games": games_a_day}, straight=straight, every_minutes=24 * 60),
        StagePlan("last_out", {"target": target, "games": 1}, advances=target),
        StagePlan("rank_sum", {"games": final, "drop_worst": 0}),
    ]


def chain_size(seats: Sequence[int]) -> int:
    """Seats of a full table that the chain is best played at; `seats` are those that `sizes` finds."""
    return min(MOST_SEATS, seats[-1])


def map_option(game: Game) -> Option | None:
    """The option that says where a match is played: the one that takes something of one's own in place of a choice."""
    return next((option for option in game.options if option.custom), None)


def turns(game: Game, options: Mapping[str, Any], maps: Sequence[Any]) -> list[dict[str, Any]]:
    """The options of the games of a contest, in turn: one for each map; only `options` without maps."""
    option = map_option(game)
    if option is None or not maps:
        return [dict(options)]
    return [{**options, option.key: one} for one in maps]


def sizes(game: Game, options: Mapping[str, Any], maps: Sequence[Any] = ()) -> list[int]:
    """Seats that a table can have under these options on all these maps; none if the options are wrong whatever the seats."""
    found = []
    for seats in range(game.seats[0], min(MOST_SEATS, game.seats[-1]) + 1):
        with suppress(OptionError):
            for one in turns(game, options, maps):
                game.check_options(one, seats)
            found.append(seats)
    return found


def chain_for(table_size: int) -> list[StagePlan]:
    """The chain for tables of that size."""
    return chain(target=max(1, min(6, table_size - 2)))


def checked(plan: Plan, now: datetime) -> Game:
    """Returns the game. Raises NotAllowed with the name of the field, OptionError for options that the game refuses."""
    if plan.game not in games.GAMES:
        raise NotAllowed("game", _("There is no such game."))
    game = games.get(plan.game)
    worded(plan)
    terms.check_range("table_size", plan.table_size, range(game.seats[0], min(MOST_SEATS, game.seats[-1]) + 1))
    _check_rules(plan, game)
    if plan.who not in Contest.Who.values:
        raise NotAllowed("who", _("People, programs or both take part."))
    if plan.who != Contest.Who.PEOPLE and game.programs is None:
        raise NotAllowed("who", _("This game takes no programs."))
    terms.check_range("per_person", plan.per_person, PER_PERSON)
    if plan.per_person > 1 and plan.who != Contest.Who.PROGRAMS:
        raise NotAllowed("per_person", _("Only of programs can one person enter several."))
    terms.check_range("most", plan.most, MOST)
    _check_entry(plan)
    check_times(Dates(plan.opens_at, plan.closes_at, plan.starts_at, plan.check_in_minutes, plan.time_zone), now)
    if plan.clock not in {Match.Clock.LIVE, Match.Clock.SLOW}:
        raise NotAllowed("clock", _("The matches of a contest have a live or a slow clock."))
    is_live = plan.clock == Match.Clock.LIVE
    terms.check_range("step_seconds", plan.step_seconds, terms.LIVE_SECONDS if is_live else terms.SLOW_SECONDS)
    terms.check_range("bank_seconds", plan.bank_seconds, terms.BANK_SECONDS)
    if plan.budget not in terms.BUDGETS:
        raise NotAllowed("budget", _("There is no such budget."))
    if not 0 < len(plan.stages) <= MOST_STAGES:
        raise NotAllowed("stages", _("A contest has between 1 and %(limit)s stages."), limit=MOST_STAGES)
    for number, stage in enumerate(plan.stages):
        _check_stage(plan, stage, number)
    if plan.evening is not None:
        _check_evening(plan)
    _check_course(plan, game.seats[0])
    return game


def _check_entry(plan: Plan) -> None:
    """One way into the contest, and teams only where each plays with a program."""
    ways = (plan.club_id is not None, bool(plan.code), plan.by_list)
    if sum(ways) > 1:
        raise NotAllowed("entry", _("Choose one: a code, a list or a club."))
    if plan.listed and not plan.by_list:
        raise NotAllowed("listed", _("A list belongs to a contest by list."))
    terms.check_range("team_most", plan.team_most, TEAM)
    terms.check_range("team_least", plan.team_least, range(1, plan.team_most + 1))
    if plan.team_most > 1 and plan.who != Contest.Who.PROGRAMS:
        raise NotAllowed("team_most", _("Teams play with a program: choose programs."))
    if plan.team_most > 1 and plan.per_person > 1:
        raise NotAllowed("per_person", _("A team has one program."))


def _check_rules(plan: Plan, game: Game) -> None:
    """Options, and every map in turn, for a full table."""
    if len(plan.maps) > MOST_MAPS or (plan.maps and map_option(game) is None):
        raise NotAllowed("maps", _("At most %(limit)s maps, of a game that has some."), limit=MOST_MAPS)
    number, option = 0, map_option(game)
    try:
        for number, one in enumerate(turns(game, plan.options, plan.maps)):  # noqa: B007 which of them was refused
            game.check_options(one, plan.table_size)
    except OptionError as error:
        if fitting := sizes(game, plan.options, plan.maps):
            message = _("Under these rules a table has between %(low)s and %(high)s seats.")
            raise NotAllowed("table_size", message, low=fitting[0], high=fitting[-1]) from None
        # Each map can have a size of table without one that they all have.
        if plan.maps and option is not None and all(sizes(game, one) for one in turns(game, plan.options, plan.maps)):
            raise NotAllowed("maps", _("These maps have no size of a table in common.")) from error
        if plan.maps and option is not None and error.path.partition(".")[0] == option.key:
            rest = error.path.removeprefix(option.key)
            refused = NotAllowed(f"maps[{number}]{rest}", as_answer(error)["message"])
            refused.code = error.code
            raise refused from None
        raise


def worded(plan: Plan) -> Plan:
    """The plan with its texts as others will see them. Raises NotAllowed with the name of the field."""
    cleaned: dict[str, Any] = {}
    for name, clean in (
        ("name", partial(cleaning.label, longest=LONGEST_NAME)),
        ("note", partial(cleaning.paragraphs, longest=LONGEST_NOTE)),
        ("options", lambda options: cleaning.strings(dict(options))),
        ("maps", lambda maps: [cleaning.strings({"map": one})["map"] for one in maps]),
        ("code", partial(cleaning.label, longest=LONGEST_CODE) if plan.code else str),
    ):
        try:
            cleaned[name] = clean(getattr(plan, name))
        except ValidationError as error:
            raise NotAllowed.of(name, error) from None
    return replace(plan, **cleaned)


def is_secret(plan: Plan) -> bool:
    """Does one of its formats keep pairings secret? Then everything is secret to the end."""
    return any(FORMATS[stage.format].IS_SECRET for stage in plan.stages)


def check_times(plan: Dates, now: datetime, before: Dates | None = None) -> None:
    """Raises NotAllowed with the name of the field. Dates of `before` that have passed may stay as they are."""
    if plan.time_zone not in terms.time_zones():
        raise NotAllowed("time_zone", _("There is no such time zone."))
    terms.check_range("check_in_minutes", plan.check_in_minutes, CHECK_IN)
    if plan.opens_at < now - FARTHEST and (before is None or plan.opens_at != before.opens_at):
        raise NotAllowed("opens_at", _("At most %(days)s days back, please."), days=FARTHEST.days)
    is_closed = before is not None and plan.closes_at == before.closes_at
    if plan.closes_at <= plan.opens_at or (plan.closes_at <= now and not is_closed):
        raise NotAllowed("closes_at", _("The entry closes after it opens, and not in the past."))
    if plan.starts_at < plan.closes_at + timedelta(minutes=plan.check_in_minutes):
        raise NotAllowed("starts_at", _("A contest starts when the entry has closed and the check-in is over."))
    if plan.starts_at <= now and (before is None or plan.starts_at != before.starts_at):
        raise NotAllowed("starts_at", _("A contest cannot start in the past."))
    if plan.starts_at > now + FARTHEST:
        raise NotAllowed("starts_at", _("At most %(days)s days ahead, please."), days=FARTHEST.days)


def _check_stage(plan: Plan, stage: StagePlan, number: int) -> None:
    path, is_last = f"stages[{number}]", number == len(plan.stages) - 1
    if stage.format not in FORMATS:
        raise NotAllowed(f"{path}.format", _("There is no such format."))
    form = FORMATS[stage.format]
    for name, value in stage.rules.items():
        if name not in form.FIELDS:
            raise NotAllowed(f"{path}.{name}", _("This format has no such rule."))
        terms.check_range(f"{path}.{name}", value, LIMITS[name])
    if stage.rules.get("target", 1) > plan.table_size:
        raise NotAllowed(f"{path}.target", _("Not more than one table has seats."))
    if (
        stage.rules.get("games", 1) > 1
        and form.IS_SECRET
        and stage.format != "rank_sum"
        and plan.who != Contest.Who.PROGRAMS
    ):
        raise NotAllowed(f"{path}.games", _("These games are played at the same time, which only programs can do."))
    if stage.rules.get("drop_worst", 0) >= stage.rules.get("games", 1):
        raise NotAllowed(f"{path}.drop_worst", _("Fewer than there are games."))
    terms.check_range(f"{path}.straight", stage.straight, range(MOST[-1] + 1))
    terms.check_range(f"{path}.advances", stage.advances, range(MOST[-1] + 1))
    if is_last and (stage.straight or stage.advances):
        raise NotAllowed(
            f"{path}.{'straight' if stage.straight else 'advances'}", _("Nothing comes after the last stage.")
        )
    if stage.straight and number == len(plan.stages) - 2:
        raise NotAllowed(f"{path}.straight", _("The last stage is the next one: say how many advance."))
    terms.check_range(f"{path}.every_minutes", stage.every_minutes, EVERY)
    terms.check_range(f"{path}.lasts_minutes", stage.lasts_minutes, LASTS)


def _check_evening(plan: Plan) -> None:
    """New versions are handed in between the rounds of a race, each of which is drawn on an evening."""
    if plan.who != Contest.Who.PROGRAMS:
        raise NotAllowed("evening", _("New versions are handed in of programs: let programs alone take part."))
    if plan.stages[0].format != "points_race":
        raise NotAllowed(
            "evening", _("New versions are handed in while a points race runs: let it be the first stage.")
        )
    if plan.stages[0].every_minutes not in {0, evenings.MINUTES}:
        raise NotAllowed("stages[0].every_minutes", _("With an evening there is a round a day: leave this empty."))


def _check_course(plan: Plan, least: int) -> None:
    """Nobody who was put out goes on, and nobody has a stage alone; `least` seats are needed to play at all."""
    arriving = [plan.most, *[0] * (len(plan.stages) - 1)]
    for number, stage in enumerate(plan.stages):
        path, left = f"stages[{number}]", arriving[number]
        if left < 2:
            raise NotAllowed(f"{path}.format", _("Only one would be left for this stage."))
        if FORMATS[stage.format].PUTS_OUT:
            left = min(left, max(stage.rules.get("target", 1), least - 1))
            if stage.straight + stage.advances > left:
                name = "straight" if stage.straight > left else "advances"
                raise NotAllowed(
                    f"{path}.{name}", _("This stage leaves %(limit)s; who is out does not go on."), limit=left
                )
        if number < len(plan.stages) - 1:
            arriving[-1] += min(stage.straight, left)
            rest = max(0, left - stage.straight)
            arriving[number + 1] += min(stage.advances, rest) if stage.advances else rest
