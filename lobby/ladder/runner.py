"""When does the ladder play? While fewer matches of it go on than the site has capacity for, and nobody else waits.

One loop in a process looks every few seconds. What it begins is played like every other match; `on_arranged_match_over` notes how it went.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import transaction
from django.utils import timezone

from games.core.contract import Game
from games.core.rng import seat_lots
from games.core.simulate import open_table
from lobby.accounts import persons, switches
from lobby.bots import hosted
from lobby.ladder import services
from lobby.ladder.choosing import Candidate, choose
from lobby.ladder.models import Bout, Entry, Result
from lobby.matches.models import OVER, Match, Program, ProgramMemory, Seat, new_seed
from lobby.matches.terms import LIVE_SECONDS, Settings
from lobby.platform.process import database, threads
from lobby.play import timer
from lobby.ratings import background
from lobby.ratings.formula import NEW, Strength
from lobby.ratings.models import Rating
from lobby.store import acts
from lobby.tables import seating

log = logging.getLogger("fogbound.ladder")

LOOK_SECONDS = 2.0
SEATS = 2
PRESET = "quick"
"""The preset of a game that the ladder plays, if it has one."""
_TURN = "ladder:turn"


async def run() -> None:
    """Begin matches while there is room, until cancelled."""
    while True:
        try:
            await threads.run(threads.SERVICES, look, timezone.now())
        except DatabaseError:
            log.exception("the database is away, trying again")
        await asyncio.sleep(LOOK_SECONDS)


def look(now: datetime) -> None:
    """Note what is over and begin what fits; of several processes only one at a time."""
    if settings.LADDER_MATCHES > 0 and cache.add(_TURN, True, LOOK_SECONDS / 2):
        settle_forgotten()
        switches.refresh()
        top_up(now)


def top_up(now: datetime, rng: random.Random | None = None) -> list[str]:
    """Begin as many matches as there is room for, one game after another; the ids of those that were begun."""
    rng = rng or random.SystemRandom()
    begun: list[str] = []
    ways = services.ladder_games()
    rng.shuffle(ways)
    # Most looks find nobody: they ask one question, not five of each game.
    wanted = set(Entry.objects.values_list("game", flat=True).distinct())
    ways = [game for game in ways if game.id in wanted and not switches.is_game_off(game.id)]
    while ways and not switches.is_off(switches.PROGRAMS) and has_room(now):
        game = ways.pop(0)
        match_id = begin_one(game, now, rng)
        if match_id is not None:
            begun.append(match_id)
            ways.append(game)
    return begun


def has_room(now: datetime) -> bool:
    """May another match begin? Not while a match of people waits for programs, nor while anything is overdue."""
    return (
        Bout.objects.filter(is_over=False).count() < settings.LADDER_MATCHES
        and not hosted.matches_with_programs(of_people=True)
        and timer.overdue_matches(now) == 0
    )


def begin_one(game: Game, now: datetime, rng: random.Random) -> str | None:
    """Begin a match of the ladder of a game; None if nobody may play."""
    busy = set(Result.objects.filter(bout__is_over=False, bout__game=game.id).values_list("program", flat=True))
    waiting = [entry for entry in services.entries(game.id, now) if entry.program_id not in busy]
    known = _strengths(game, waiting)
    pair = choose(
        [
            Candidate(
                entry.program_id,
                None if entry.program.owner is None else persons.person_id(entry.program.owner),
                known.get(entry.program_id, NEW),
                services.left_today(entry, now),
            )
            for entry in waiting
        ],
        [Candidate(bot.id, None, known.get(bot.id, NEW)) for bot in game.bots],
        rng,
    )
    if pair is None:
        return None
    # The seats are drawn from the seed, in an order that everybody knows: programs by number, then the bot.
    sitters = sorted(pair, key=lambda one: (isinstance(one.id, str), one.id))
    seed = new_seed()
    preset = game.presets.get(PRESET)
    options = open_table(game, dict(preset.options) if preset else {}, SEATS, seed)
    with acts.acting(transaction.atomic):
        programs = _locked([one.id for one in sitters if isinstance(one.id, int)], now)
        if len(programs) != sum(isinstance(one.id, int) for one in sitters):
            return None
        match = seating.begin_arranged(
            game=game,
            options=options,
            sitters=[programs[one.id] if isinstance(one.id, int) else one.id for one in sitters],
            settings=Settings(seats=SEATS, step_seconds=LIVE_SECONDS[-1], press=Match.Press.NONE, spectator_delay=1),
            seed=seed,
            arranged=Match.Arranged.LADDER,
            by_lot=True,
            rated=True,
        )
        bout = Bout.objects.create(match=match, game=game.id, begun_at=now)
        Result.objects.bulk_create(
            Result(bout=bout, seat=seat, program=programs[one.id])
            for seat, one in zip(seat_lots(seed, len(sitters)), sitters, strict=True)
            if isinstance(one.id, int)
        )
    return match.pk


def _strengths(game: Game, waiting: Sequence[Entry]) -> dict[int | str, Strength]:
    """{program or bot: its strength} of those that have played."""
    rows = Rating.objects.filter(game=game.id, pace=services.PACE)
    known: dict[int | str, Strength] = {}
    for row in rows.filter(program__in=[entry.program_id for entry in waiting]):
        known[row.program_id or 0] = Strength(row.mean, row.deviation)
    for row in rows.exclude(bot=""):
        known[row.bot] = Strength(row.mean, row.deviation)
    return known


def _locked(program_ids: Sequence[int], now: datetime) -> dict[int, Program]:
    """{id: program} of those that are still on the ladder and may begin a match today, which is counted for them."""
    found: dict[int, Program] = {}
    rows = Entry.objects.select_for_update(of=("self",)).filter(program__in=program_ids).select_related("program")
    for entry in rows.order_by("pk"):
        if services.left_today(entry, now) < 1:
            continue
        entry.today = entry.today + 1 if entry.day == now.date() else 1
        entry.day = now.date()
        entry.save(update_fields=["day", "today"])
        found[entry.program_id] = entry.program
    return found


# --- What comes of it


def on_arranged_match_over(*, match_id: str, arranged: str, **_: object) -> None:
    """A match is over in this process: note how it went, after it has been rated."""
    if arranged == Match.Arranged.LADDER:
        background.soon(partial(settle, match_id))


def settle_forgotten() -> None:
    """Note how those went whose end nobody was told of, because a process died."""
    over = Bout.objects.filter(is_over=False, match__status__in=OVER).values_list("match", flat=True)
    for match_id in list(over[:20]):
        settle(match_id)


def settle(match_id: str) -> None:
    """Note the places and what went wrong; a program that has played well is as if it had never failed."""
    with database.writing():
        bout = Bout.objects.select_for_update(of=("self",)).filter(match=match_id, is_over=False).first()
        if bout is None:
            return
        seats = {seat.number: seat for seat in Seat.objects.filter(match=match_id)}
        memories = {row.seat: row for row in ProgramMemory.objects.filter(match=match_id)}
        for result in bout.results.all():
            memory = memories.get(result.seat) or ProgramMemory()
            result.place = seats[result.seat].place
            result.counts = memory.counts or {}
            result.was_off = hosted.is_off(memory.overtimes, memory.strikes)
            result.fault = _last_fault(memory)
            result.save(update_fields=["place", "counts", "was_off", "fault"])
            if result.program_id is not None and not result.was_off:
                Program.objects.filter(pk=result.program_id, failures__gt=0, switched_off="").update(failures=0)
        bout.is_over = True
        bout.save(update_fields=["is_over"])


def _last_fault(memory: ProgramMemory) -> str:
    """What the program's owner was told last of what went wrong."""
    for line in reversed(memory.console):
        if line.get("void") and line.get("text"):
            where = f" ({line['line']})" if line.get("line") else ""
            return f"{line['text']}{where}"[: hosted.FAULT_KEPT]
    return ""
