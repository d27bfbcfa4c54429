"""What does a match that is over bring its people? Achievements and stars, counted once after its end, and never while anybody waits.

The end of a match leaves a row (`Uncounted`) in its transaction. A thread of its own looks through the match and rests as long as it has
worked after each position, so steps and pages hardly feel it. What it writes follows from stored matches alone, in any order: of all
matches that count for an achievement the first ones are kept.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import get_args

from django.db.models import Q, QuerySet

import games
from games.core import path
from games.core.achievements import least_chance, record
from games.core.contract import ByPeople, State
from games.core.events import Event
from games.core.feats import GRADES, Played
from lobby.achievements import catalogue
from lobby.achievements.catalogue import needed, of
from lobby.achievements.models import Gain, StopStars
from lobby.matches.models import Match, Seat
from lobby.matches.openings import opened_with
from lobby.matches.people import Uncounted
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.platform.process import database
from lobby.platform.process.worker import Worker
from lobby.ratings import formula, rater
from lobby.ratings.models import Board, Change, RatedMatch
from lobby.store.positions import game_of, read_uncached

log = logging.getLogger("fogbound.achievements")

BATCH = 200
AT_ONCE = 5
"""Positions that are read together."""
_WORKER = Worker("achievements")
settle = _WORKER.settle


@dataclass(frozen=True, slots=True)
class Found:
    """A match counts for an achievement of a person: of a game, or of the site (`game` is "")."""

    user_id: int
    game: str
    key: str
    value: str


@dataclass(slots=True)
class Brought:
    """All that one match has brought."""

    gains: list[Found] = field(default_factory=list)
    stop: str = ""
    stars: int = 0
    walker: int | None = None
    """Whose stop it is."""

    def people(self) -> list[int]:
        """To whom it brings something."""
        walker = [] if self.walker is None else [self.walker]
        return sorted({one.user_id for one in self.gains} | {*walker})


# --- When


def on_match_over(*, match_id: str, **_: object) -> None:
    """Receiver for a match that ended in this process."""
    _WORKER.soon(partial(count, match_id))


def on_referee_sweeps(**_: object) -> None:
    """Receiver of the referee's regular call: what another process has left."""
    for match_id in _waiting():
        _WORKER.soon(partial(count, match_id))


def _waiting() -> list[str]:
    # A sealed match is counted when it is unsealed.
    rows = Uncounted.objects.filter(match__sealed=False).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def count_all() -> int:
    """Count all matches that wait for it; returns their number."""
    done = 0
    while found := _waiting():
        counted = sum(count(match_id) for match_id in found)
        done += counted
        if not counted:
            break
    return done


def count(match_id: str) -> bool:
    """Count the match, if nobody has done so, and tell its people what they have achieved. Returns True if it was counted now.

    Each person has a transaction of their own, so that no order waits for all of them. What one that is cut off has left is stored and told
    when the match is counted again.
    """
    match = Match.objects.filter(pk=match_id, sealed=False, finished_at__isnull=False).first()
    waiting = Uncounted.objects.filter(pk=match_id)
    if match is None or not waiting.exists():
        return False
    if match.rated:
        rater.rate(match_id)
    brought = brought_by(match)
    for user_id in brought.people():
        with database.writing():
            # Whoever has counted it meanwhile has stored this; the account may have been closed since.
            if waiting.select_for_update().first() is None:
                return False
            writing.tell(_store(match, brought, user_id))
    with database.writing():
        return waiting.delete()[0] > 0


def recompute() -> int:
    """Make everything again from the matches that are over, oldest first; returns their number. Nobody is told.

    Whoever plays meanwhile waits for one match at most, and nobody loses for long what they have.
    """
    over = Match.objects.filter(status=Match.Status.FINISHED, kind=Match.Kind.ORDINARY, sealed=False)
    for kept in (Gain, StopStars):
        while late := list(kept.objects.exclude(match__in=over).values_list("pk", flat=True)[:BATCH]):
            with database.writing():
                kept.objects.filter(pk__in=late).delete()
    done = 0
    for match_id in _in_order(over):
        match = Match.objects.get(pk=match_id)
        brought = brought_by(match, rest=0)
        with database.writing():
            Uncounted.objects.filter(pk=match_id).delete()
            _forget(match, brought)
            for user_id in brought.people():
                _store(match, brought, user_id)
        done += 1
    return done


def _in_order(over: QuerySet[Match]) -> Iterator[str]:
    """Ids of matches, oldest first, read in batches."""
    rest = over
    while found := list(rest.order_by("finished_at", "pk").values_list("finished_at", "pk")[:BATCH]):
        yield from (match_id for _, match_id in found)
        at, match_id = found[-1]
        rest = over.filter(Q(finished_at__gt=at) | Q(finished_at=at, pk__gt=match_id))


# --- What


def brought_by(match: Match, rest: float = 1) -> Brought:
    """What the match has brought its people. It rests `rest` times as long as it works."""
    brought = Brought()
    if match.status != Match.Status.FINISHED or match.kind != Match.Kind.ORDINARY or match.forked_from_id is not None:
        return brought
    if match.game not in games.GAMES:
        return brought
    seats = list(match.seats.select_related("user", "program"))
    changes = _changes(match)
    for seat in seats:
        _rows_of(match, seat, seats, changes, brought)
    winner = _winner(match, seats)
    if winner is None or (winner.number not in changes and not _is_against_bots(winner, seats)):
        return brought
    if any(seat.resigned for seat in seats) or (match.outcome or {})["reason"] in get_args(ByPeople):
        return brought
    if winner.number not in changes and match.departures.exists():
        return brought
    _look_through(match, winner, seats, rest, brought)
    return brought


def _changes(match: Match) -> dict[int, Change]:
    """Seat → how a match between people changed its rating; {} if the match counts for no rating of people. Who left has none."""
    if not match.rated:
        return {}
    found = Change.objects.filter(
        rated__match=match,
        rated__verdict=RatedMatch.Verdict.COUNTS,
        rating__board=Board.PEOPLE,
        rating__user__isnull=False,
    ).select_related("seat", "rating")
    return {one.seat.number: one for one in found}


def _rows_of(match: Match, seat: Seat, seats: Sequence[Seat], changes: dict[int, Change], brought: Brought) -> None:
    """The achievements of the site that rows tell."""

    def gain(key: str, value: str = match.pk, user_id: int | None = seat.user_id) -> None:
        if user_id is not None:
            brought.gains.append(Found(user_id, "", key, value))

    if match.arranged == Match.Arranged.LADDER:
        if seat.program is not None and _is_first(seat, seats):
            gain("ladder", user_id=seat.program.owner_id)
        return
    mine = changes.get(seat.number)
    if mine is None or mine.has_left:
        if match.arranged == Match.Arranged.CONTEST and _is_played_by_person(seat):
            gain("contest")
        return
    if match.arranged == Match.Arranged.CONTEST:
        gain("contest")
    others = [one for number, one in changes.items() if number != seat.number]
    for other in others:
        gain("rivals", str(other.rating.user_id))
        if _is_beaten_giant(mine, other):
            gain("giant")
    is_long = seat.steps_due >= catalogue.ANSWERS and seat.steps_answered == seat.steps_due
    if match.clock == Match.Clock.SLOW and is_long:
        gain("punctual")
    if _is_first(seat, seats):
        gain("person")
        gain("all", match.game)
        if len(seats) >= catalogue.SEATS:
            gain("crowd")


def _is_beaten_giant(mine: Change, other: Change) -> bool:
    settled = not any(formula.is_provisional(one.matches - 1) for one in (mine, other))
    is_behind = other.has_left or (other.seat.place or 0) > (mine.seat.place or 0)
    return settled and is_behind and other.points_before >= mine.points_before + catalogue.HIGHER


def _is_played_by_person(seat: Seat) -> bool:
    """Has a person with an account or a guest played the seat to the end?"""
    return seat.user is not None and not (
        seat.user.is_bot or seat.program_id or seat.bot or seat.autopilot or seat.resigned
    )


def _is_first(seat: Seat, seats: Sequence[Seat]) -> bool:
    return seat.place == 1 and sum(one.place == 1 for one in seats) == 1


def _winner(match: Match, seats: Sequence[Seat]) -> Seat | None:
    """The seat whose person has won alone."""
    return next((seat for seat in seats if _is_first(seat, seats) and _is_played_by_person(seat)), None)


def _is_against_bots(winner: Seat, seats: Sequence[Seat]) -> bool:
    return all(seat.bot and seat.user_id is None and seat.program_id is None for seat in seats if seat != winner)


def _look_through(match: Match, winner: Seat, seats: Sequence[Seat], rest: float, brought: Brought) -> None:
    """What is told by the positions of a match that a person has won."""
    assert winner.user_id is not None
    game = game_of(match)
    rivals = {seat.bot for seat in seats if seat != winner}
    is_rated = bool(rivals == {""})
    grade = 0 if is_rated else min(GRADES[game.bot(bot).strength] if _is_known(match, bot) else 0 for bot in rivals)
    if not is_rated and path.preset_of(game, match.options, len(seats), opened_with(match)) is None:
        # Against bots a table of one's own making may be a gift.
        return
    course = _resting(match, rest)
    played = record(game, match.options, (match.outcome or {})["reason"], len(seats), winner.number, course)
    for one in game.achievements:
        if (is_rated or (one.bots is not None and grade >= GRADES[one.bots])) and one.is_done(played):
            brought.gains.append(Found(winner.user_id, game.id, one.key, match.pk))
    is_strongest = rivals == {game.strongest_bot.id}
    if is_strongest:
        brought.gains.append(Found(winner.user_id, "", "machines", game.id))
    if (is_rated or is_strongest) and least_chance(played) * 5 < 1000:
        brought.gains.append(Found(winner.user_id, "", "comeback", match.pk))
    if not is_rated:
        _walk(match, winner, len(seats), rivals, played, brought)


def _walk(match: Match, winner: Seat, seats: int, rivals: set[str], played: Played, brought: Brought) -> None:
    game = game_of(match)
    stop = path.stop_of(game, match.options, seats, rivals, opened_with(match))
    if stop is not None:
        brought.stop, brought.walker = stop.key, winner.user_id
        feats = path.stars_of(game)
        brought.stars = 1 + sum(2 << number for number, feat in enumerate(feats) if feat.is_done(played))


def _is_known(match: Match, bot: str) -> bool:
    return any(one.id == bot for one in games.get(match.game).bots)


def _resting(match: Match, rest: float) -> Iterator[tuple[State, Sequence[Event]]]:
    """All positions with their events; the thread rests after each as long as the last one took, times `rest`.

    They are read a few at a time, so that nothing of the database is held open while it rests.
    """
    began = time.thread_time()
    for first in range(0, match.step + 1, AT_ONCE):
        for one in list(read_uncached(match, first, min(first + AT_ONCE - 1, match.step))):
            yield one.state, one.events
            now = time.thread_time()
            if rest:
                time.sleep((now - began) * rest)
            began = now


# --- Where it is kept


def _store(match: Match, brought: Brought, user_id: int) -> list[writing.News]:
    """Write what a match has brought one person, inside the caller's transaction. Returns the news of what is achieved now and was not before."""
    assert match.finished_at is not None
    gains = [one for one in brought.gains if one.user_id == user_id]
    kept: defaultdict[tuple[str, str], dict[str, Gain]] = defaultdict(dict)
    rows = Gain.objects.select_for_update().filter(user_id=user_id, key__in={one.key for one in gains})
    for row in rows:
        kept[row.game, row.key][row.value] = row
    news = []
    for one in gains:
        if _keep(one, kept[one.game, one.key], match.pk, match.finished_at):
            about = f"{one.game}:{one.key}"
            data = {"game": one.game, "key": one.key, "name": of(one.game, one.key).name}
            news.append(writing.News(user_id, Notice.Kind.ACHIEVEMENT, about, match.pk, data=data))
    if brought.stop and brought.walker == user_id:
        _keep_stars(user_id, match, brought.stop, brought.stars)
    return news


def _keep(one: Found, kept: dict[str, Gain], match_id: str, at: datetime) -> bool:
    """Keep the gain if it is among the first that its achievement needs. Returns True if the achievement is there now and was not before.

    `kept`: value → the person's rows of this achievement; it stays what is stored.
    """
    times = needed(of(one.game, one.key))
    had = len(kept) >= times
    row = kept.get(one.value)
    if row is None:
        # If there are as many as it needs, the last one gives way to an earlier one.
        row = max(kept.values(), key=_rank) if had else Gain(user_id=one.user_id, game=one.game, key=one.key)
    if row.pk and _rank(row) <= (at, match_id, one.value):
        return False
    kept.pop(row.value, None)
    row.value, row.match_id, row.at = one.value, match_id, at
    row.save()
    kept[one.value] = row
    return not had and len(kept) >= times


def _rank(row: Gain) -> tuple[datetime, str, str]:
    """Which of the gains of an achievement is earlier?"""
    return row.at, row.match_id, row.value


def _keep_stars(user_id: int, match: Match, stop: str, stars: int) -> None:
    assert match.finished_at is not None
    key = {"user_id": user_id, "game": match.game, "stop": stop}
    row = StopStars.objects.select_for_update().filter(**key).first()
    if row is None:
        StopStars.objects.create(**key, stars=stars, match=match, at=match.finished_at)
        return
    row.stars |= stars
    if (match.finished_at, match.pk) < (row.at, row.match_id):
        row.match, row.at = match, match.finished_at
    row.save()


def _forget(match: Match, brought: Brought) -> None:
    """Take away what is kept of the match and does not follow from it, inside the caller's transaction."""
    wanted = {(one.user_id, one.game, one.key, one.value) for one in brought.gains}
    for row in Gain.objects.filter(match=match):
        if (row.user_id, row.game, row.key, row.value) not in wanted:
            row.delete()
    stars = StopStars.objects.filter(match=match)
    walked = {"user_id": brought.walker, "game": match.game, "stop": brought.stop}
    stars.exclude(**walked).delete()
    # Of its first match; those of later ones come again.
    stars.filter(**walked).update(stars=0)
