"""Which plans does the form of a contest offer ready-made, what does it begin with, and how is an earlier contest used again?

A ready plan fits each game by itself: it takes rules of the game under which a match is short enough, a size of table that these have, and seconds
of a step with which a round lasts no longer than planned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game
from games.core.errors import OptionError
from lobby.contests import plans
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.matches import length
from lobby.matches.models import Match
from lobby.matches.terms import Settings

CHAIN = "chain"
"""The race, the groups and the final of the original rules."""
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
SECONDS = (30, 20, 15, 10)
"""Of a step, the most first."""
BANK = 30
STAGE_FIELDS = ("rounds", "games", "target", "drop_worst", "straight", "advances", "every_minutes", "lasts_minutes")


@dataclass(frozen=True)
class ReadyPlan:
    """A plan that one press fills in."""

    label: Promise
    text: Promise
    """For whom it is, and how it goes."""
    stages: Callable[[int], list[StagePlan]]
    """For tables of that size."""
    size: Callable[[Sequence[int]], int]
    """Of the sizes that the rules allow."""
    minutes: int
    """That a match may last; 0: any rules will do."""
    is_quickest: bool
    """The shortest rules of the game, in place of the first that are short enough."""
    most: int
    closes: timedelta
    starts: timedelta
    check_in: int = 0
    is_for_programs: bool = False


def _cup(size: int) -> list[StagePlan]:
    return [StagePlan("swiss", {"rounds": 3}, advances=max(4, 2 * size)), StagePlan("single", {"games": 1})]


PLANS: dict[str, ReadyPlan] = {
    "cup": ReadyPlan(
        _("Cup this evening"),
        _(
            "Three rounds at changing tables, then single elimination of the best. It starts in an hour, and a round takes 15 minutes at most."
        ),
        _cup,
        lambda seats: max(one for one in seats if one <= max(4, seats[0])),
        minutes=15,
        is_quickest=True,
        most=32,
        closes=50 * MINUTE,
        starts=60 * MINUTE,
        check_in=10,
    ),
    "swiss": ReadyPlan(
        _("Swiss in an hour"),
        _("Four rounds between neighbours in the standings, each of 15 minutes at most. It starts in 20 minutes."),
        lambda _size: [StagePlan("swiss", {"rounds": 4}, lasts_minutes=60)],
        lambda seats: seats[0],
        minutes=15,
        is_quickest=True,
        most=32,
        closes=15 * MINUTE,
        starts=20 * MINUTE,
        check_in=5,
    ),
    "league": ReadyPlan(
        _("League over a week"),
        _("Everybody meets everybody, up to eight of them, a round a day at the hour at which it starts tomorrow."),
        lambda _size: [StagePlan("round_robin", {"games": 1}, every_minutes=24 * 60)],
        lambda seats: seats[0],
        minutes=60,
        is_quickest=False,
        most=8,
        closes=DAY - 10 * MINUTE,
        starts=DAY,
    ),
    CHAIN: ReadyPlan(
        _("Race of seven days for programs"),
        _(
            "A race with a round and new versions each evening, groups whose last leaves, and a final; secret until it is over."
        ),
        plans.chain_for,
        plans.chain_size,
        minutes=0,
        is_quickest=False,
        most=64,
        closes=7 * DAY,
        starts=7 * DAY + timedelta(hours=1),
        is_for_programs=True,
    ),
}


def game_of(chosen: object) -> tuple[str, str]:
    """The game and its preset behind a value of the form's field, of a game that is installed."""
    game_id, _colon, preset = str(chosen or "").partition(":")
    if game_id not in games.GAMES:
        return next(iter(games.GAMES)), ""
    return game_id, preset if preset in games.get(game_id).presets else ""


@cache
def seats_of(game_id: str, preset: str) -> list[int]:
    """Seats that a table can have under a preset; it does not change while the site runs."""
    game = games.get(game_id)
    return plans.sizes(game, _options(game, preset)) or list(game.seats)


def size_for(plan: ReadyPlan, game_id: str) -> int:
    """Seats of a table under the rules that the plan takes of a game."""
    return plan.size(seats_of(game_id, _rules_for(game_id, plan)[0] if plan.minutes else ""))


def first_values(key: str, chosen: str) -> dict[str, Any]:
    """What a new form begins with: an entry of a day from now; with the key of a plan all of it, so that nothing is left to fill in."""
    now = timezone.now().replace(second=0, microsecond=0)
    (game, rules), plan = game_of(chosen), PLANS.get(key)
    values: dict[str, Any] = {
        "game": f"{game}:{rules}",
        "who": Contest.Who.PEOPLE,
        "table_size": seats_of(game, rules)[0],
        "opens_at": now,
        "closes_at": now + DAY,
        "starts_at": now + DAY + timedelta(hours=1),
    }
    if plan is None:
        return values
    takes_programs = games.get(game).programs is not None
    if plan.minutes:
        rules, seconds = _rules_for(game, plan)
        values |= {"game": f"{game}:{rules}", "step_seconds": seconds, "bank_seconds": BANK}
    values |= {
        "ready": key,
        "name": f"{plan.label} – {gettext(games.get(game).name)}"[: plans.LONGEST_NAME],
        "who": Contest.Who.PROGRAMS
        if plan.is_for_programs
        else Contest.Who.BOTH
        if takes_programs
        else Contest.Who.PEOPLE,
        "most": plan.most,
        "closes_at": now + plan.closes,
        "starts_at": now + plan.starts,
        "check_in_minutes": plan.check_in,
    }
    if key == CHAIN:
        values["evening"] = plans.EVENING
    return values | _stage_values(plan, seats_of(game, rules))


def anew(given: Mapping[str, Any], named: str) -> dict[str, str]:
    """What changes in a form that still has a plan as it was filled in, now that it is filled in for the rules `named`."""
    plan = PLANS.get(str(given.get("ready", "")))
    if plan is None:
        return {}
    before = _stage_values(plan, seats_of(*game_of(given.get("filled"))))
    # The script may have taken a size that fits already.
    if any(given.get(name) != str(value) for name, value in before.items() if name != "table_size"):
        return {}
    return {name: str(value) for name, value in _stage_values(plan, seats_of(*game_of(named))).items()}


def rules_of(contest: Contest) -> str:
    """The game of a contest with the preset that its options are nearest to, as the form's field has it."""
    game = games.get(contest.game)

    def differ(preset: str) -> int:
        known = {one.key: one.default for one in game.options} | dict(_options(game, preset))
        return sum(known.get(key) != value for key, value in contest.options.items())

    return f"{game.id}:{min(['', *game.presets], key=differ)}"


def again_values(contest: Contest, now: datetime) -> dict[str, Any]:
    """What a form begins with that announces an earlier contest again: all of it, so many whole days later that its entry is open."""
    later = max(0, (now - contest.closes_at) // DAY + 1) * DAY
    zone = ZoneInfo(contest.time_zone)
    alike = (
        *("name", "note", "table_size", "step_seconds", "bank_seconds", "budget", "who", "per_person", "code"),
        *("team_least", "team_most", "is_seeded", "most", "time_zone", "evening", "check_in_minutes"),
    )
    moments = {name: getattr(contest, name) + later for name in ("opens_at", "closes_at", "starts_at")}
    values = {
        "game": rules_of(contest),
        "again": contest.pk,
        "entry": contest.entry,
        "club": contest.club.slug if contest.club is not None else "",
        "listed": "\n".join(contest.listed.order_by("user__name_key").values_list("user__name", flat=True)),
        **{name: getattr(contest, name) for name in alike},
        # Without a zone: the form reads them in that of the contest.
        **{name: moment.astimezone(zone).replace(tzinfo=None) for name, moment in moments.items()},
    }
    stages = [
        StagePlan(one.format, one.rules, one.straight, one.advances, one.every_minutes, one.lasts_minutes)
        for one in contest.stages.all()
    ]
    return values | _fields_of(stages)


def _stage_values(plan: ReadyPlan, seats: Sequence[int]) -> dict[str, Any]:
    """Size of a table and stages of the plan, where a table can have so many seats."""
    size = plan.size(seats)
    return {"table_size": size, **_fields_of(plan.stages(size))}


def _fields_of(stages: Sequence[StagePlan]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for number, stage in enumerate(stages, start=1):
        values[f"format_{number}"] = stage.format
        fields = vars(stage) | dict(stage.rules)
        values |= {f"{name}_{number}": fields[name] for name in STAGE_FIELDS if fields.get(name)}
    return values


@cache
def _lengths(game_id: str, seconds: int) -> dict[str, int]:
    """The longest match under each preset with that clock at a full table, in seconds; without those of which nothing is known."""
    game, found = games.get(game_id), {}
    for preset in ["", *game.presets]:
        seats = seats_of(game_id, preset)[-1]
        settings = Settings(
            seats=seats, step_seconds=seconds, bank_seconds=BANK, clock=Match.Clock.LIVE, press=Match.Press.NONE
        )
        try:
            most = length.longest(game, game.check_options(dict(_options(game, preset)), seats), settings)
        except OptionError:
            continue
        if most is not None and most.seconds is not None:
            found[preset] = round(most.seconds)
    return found


def _rules_for(game_id: str, plan: ReadyPlan) -> tuple[str, int]:
    """A preset of the game and seconds of a step with which a match is short enough; the quickest ones where none is."""
    usual = _lengths(game_id, SECONDS[0])
    if not usual:
        return "", SECONDS[-1]
    wanted = [min(usual, key=lambda one: usual[one])] if plan.is_quickest else list(usual)
    for preset in wanted:
        for seconds in SECONDS if plan.is_quickest else SECONDS[:2]:
            if _lengths(game_id, seconds)[preset] <= plan.minutes * 60:
                return preset, seconds
    return min(usual, key=lambda one: usual[one]), SECONDS[-1]


def _options(game: Game, preset: str) -> Mapping[str, Any]:
    known = game.presets.get(preset)
    return known.options if known else {}
