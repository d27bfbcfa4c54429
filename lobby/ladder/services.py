"""What may a person do on the ladder, and what does it show? Put programs on it, take them off; who stands where, and how a program did."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game
from lobby.accounts import persons, sanctions
from lobby.accounts.models import User
from lobby.ladder.models import Bout, Entry, Result
from lobby.matches import modules
from lobby.matches.errors import NoGame, NoMatch, NotAllowed, TooMany
from lobby.matches.models import OVER, Match, Program
from lobby.ratings import standing
from lobby.ratings.formula import START_POINTS
from lobby.ratings.models import Change, Pace, RatedMatch, Rating
from lobby.tables import entry as terms_of_entry
from lobby.tables import services as tables

MOST_ENTRIES = 5
"""Programs of one person that are on the ladder of a game at a time."""
PACE = Pace.LIVE
FAILED = ("error", "budget", "memory", "result")
"""Reasons for which a run was void and that are neither a matter of time nor of the site."""
LATE = ("time", "stopped")


class TooManyEntries(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s programs on the ladder of this game already. Take one off first.")


@dataclass(frozen=True)
class Line:
    """A program or a built-in bot of the standings."""

    rank: int
    program: int | None
    name: str
    owner: str
    owner_slug: str
    points: int
    is_provisional: bool
    matches: int
    is_in_wasm: bool = False
    """A WebAssembly module, not a text in Python."""


@dataclass(frozen=True)
class Faults:
    """What went wrong for a program in a match, in numbers."""

    failed: int = 0
    """Runs that failed."""
    late: int = 0
    """Runs that took too long, or were not begun because earlier ones did."""
    refused: int = 0
    """Steps whose orders the game refused."""
    was_off: bool = False


@dataclass(frozen=True)
class Opponent:
    """Who else played."""

    name: str
    program: int | None
    is_bot: bool


@dataclass(frozen=True)
class Played:
    """A match of a program, as everybody may see it; `fault` is for its owner."""

    match: str
    at: datetime
    is_over: bool
    seat: int
    place: int | None
    shares_place: bool
    opponents: tuple[Opponent, ...]
    change: int | None
    """Of its rating, in points; None before the match is rated."""
    faults: Faults
    fault: str = field(default="", repr=False)


def game_of_ladder(game_id: str) -> Game:
    """The game of that id, if programs play it. Raises NoGame."""
    found = games.get(game_id) if game_id in games.GAMES else None
    if found is None or found.programs is None:
        raise NoGame("game")
    return found


def ladder_games() -> list[Game]:
    """The games that have a ladder."""
    return [game for game in games.all_games() if game.programs is not None]


def enter(*, user: User, program_id: int) -> Entry:
    """Put a program on the ladder; nothing changes for one that is there. Raises NotAllowed, TooManyEntries."""
    if user.is_guest:
        raise NotAllowed("", terms_of_entry.NO_GUESTS)
    program = _own(user, program_id)
    if program.switched_off:
        raise NotAllowed(
            "program", _("This program is switched off. Save a better version and put that on the ladder.")
        )
    tables.own_program(user, game_of_ladder(program.game), program.pk, "program")
    with transaction.atomic():
        persons.hold(user)
        there = Entry.objects.filter(persons.of(user, "program__owner"), game=program.game)
        found = there.filter(program=program).first()
        if found is not None:
            return found
        if there.exclude(program__retired=True).count() >= MOST_ENTRIES:
            raise TooManyEntries(limit=MOST_ENTRIES)
        return Entry.objects.create(program=program, game=program.game)


def leave(*, user: User, program_id: int) -> None:
    """Take a program off the ladder. It plays its match to the end, and its rating stays. Raises NotAllowed."""
    Entry.objects.filter(program=_own(user, program_id)).delete()


def _own(user: User, program_id: int) -> Program:
    found = Program.objects.filter(pk=program_id, owner=user, retired=False).first()
    if found is None:
        raise NotAllowed("program", _("You have no such program."))
    return found


def entries(game_id: str, now: datetime) -> QuerySet[Entry]:
    """Those of a game that may play: neither removed nor switched off, of somebody who may play now."""
    return Entry.objects.filter(
        sanctions.may_play("program__owner", now),
        game=game_id,
        program__retired=False,
        program__switched_off="",
        program__owner__is_active=True,
    ).select_related("program__owner")


def standings(game_id: str, now: datetime) -> QuerySet[Entry]:
    """The same, the strongest first; whoever has not played yet last. For `lines`."""
    rating = Rating.objects.filter(program=OuterRef("program"), game=game_id, pace=PACE)
    return (
        entries(game_id, now)
        .annotate(
            points=Coalesce(Subquery(rating.values("points")), START_POINTS),
            matches=Coalesce(Subquery(rating.values("matches")), 0),
            is_settled=Coalesce(Subquery(rating.values("is_settled")), False),
            is_in_wasm=modules.has_module("program__text"),
        )
        .order_by(F("is_settled").desc(), "-points", "-matches", "pk")
    )


def lines(rows: Sequence[Entry], first: int) -> list[Line]:
    """Those of a page whose first one has the rank `first`."""
    return [
        Line(
            rank=rank,
            program=row.program_id,
            name=row.program.name,
            owner=str(row.program.owner),
            owner_slug=row.program.owner.slug if row.program.owner is not None else "",
            points=row.points,  # type: ignore[attr-defined]
            is_provisional=not row.is_settled,  # type: ignore[attr-defined]
            matches=row.matches,  # type: ignore[attr-defined]
            is_in_wasm=row.is_in_wasm,  # type: ignore[attr-defined]
        )
        for rank, row in enumerate(rows, first)
    ]


def bots(game: Game) -> list[Line]:
    """The built-in bots of a game that have met somebody, by strength: marks to measure oneself by."""
    found = Rating.objects.filter(game=game.id, pace=PACE, matches__gt=0).exclude(bot="").order_by("-points")
    known = {bot.id: bot.name for bot in game.bots}
    return [
        Line(0, None, gettext(known[row.bot]), "", "", row.points, not row.is_settled, row.matches)
        for row in found
        if row.bot in known
    ]


def shown_program(program_id: int) -> Program:
    """A program that is, or was, on the ladder. Raises NoMatch."""
    program = Program.objects.filter(pk=program_id).select_related("owner").first()
    if program is None or not (
        Entry.objects.filter(program=program).exists() or Result.objects.filter(program=program).exists()
    ):
        raise NoMatch("program", _("There is no such program on the ladder."))
    return program


def results(program: Program) -> QuerySet[Result]:
    """What it has played on the ladder, newest first. For `played`."""
    return Result.objects.filter(program=program).order_by("-pk")


def played(rows: Collection[Result], *, for_owner: bool) -> list[Played]:
    """These matches of one program as pages show them, in a few questions for all."""
    bouts = {
        bout.pk: bout for bout in Bout.objects.filter(pk__in=[row.bout_id for row in rows]).select_related("match")
    }
    seats: dict[str, list[tuple[int, int | None, Opponent]]] = {}
    matches = Match.objects.filter(bout__in=bouts).prefetch_related("seats__program").defer("options")
    for match in matches:
        game = games.get(match.game)
        seats[match.pk] = [
            (
                seat.number,
                seat.place,
                Opponent(
                    gettext(game.bot(seat.bot).name) if seat.bot else str(seat.program or ""),
                    seat.program_id,
                    bool(seat.bot),
                ),
            )
            for seat in match.seats.all()
        ]
    changes = {
        (match, seat): after - before
        for match, seat, before, after in Change.objects.filter(
            rated__match__in=list(seats), rated__verdict=RatedMatch.Verdict.COUNTS
        ).values_list("rated__match", "seat__number", "points_before", "points")
    }
    return [_played(row, bouts[row.bout_id], seats, changes, for_owner=for_owner) for row in rows]


def _played(
    row: Result,
    bout: Bout,
    seats: dict[str, list[tuple[int, int | None, Opponent]]],
    changes: dict[tuple[str, int], int],
    *,
    for_owner: bool,
) -> Played:
    others = [one for one in seats[bout.match_id] if one[0] != row.seat]
    return Played(
        match=bout.match_id,
        at=bout.begun_at,
        is_over=bout.is_over,
        seat=row.seat,
        place=row.place,
        shares_place=row.place is not None and any(place == row.place for _number, place, _one in others),
        opponents=tuple(one for _number, _place, one in others),
        change=changes.get((bout.match_id, row.seat)),
        faults=faults(row),
        fault=row.fault if for_owner else "",
    )


def faults(row: Result) -> Faults:
    """What went wrong, in numbers."""
    return Faults(
        failed=sum(row.counts.get(name, 0) for name in FAILED),
        late=sum(row.counts.get(name, 0) for name in LATE),
        refused=row.counts.get("refused", 0),
        was_off=row.was_off,
    )


def rating_of(program: Program) -> standing.Standing | None:
    """Where a program stands on the ladder; None before its first match."""
    return standing.of_program(program.pk, PACE)


def left_today(entry: Entry, now: datetime) -> int:
    """Matches that may still be begun for it today."""
    return max(0, settings.LADDER_QUOTA - (entry.today if entry.day == now.date() else 0))


def counts_by_game(now: datetime | None = None) -> dict[str, int]:
    """{game: programs on its ladder}."""
    now = now or timezone.now()
    rows = Entry.objects.filter(program__retired=False, program__switched_off="", program__owner__is_active=True)
    return dict(rows.order_by().values_list("game").annotate(n=Count("pk")))


def going_on(game_id: str) -> list[Match]:
    """Matches of the ladder that are played now."""
    rows = Bout.objects.filter(game=game_id, is_over=False).order_by("-pk").values("match")[:20]
    return list(
        Match.objects.filter(pk__in=rows)
        .exclude(status__in=OVER)
        .select_related("host")
        .prefetch_related("seats__user", "seats__program")
    )
