"""How do the rows of a match come about: itself, its seats, the draw of lots, the first position? Steps that services share.

Everything here runs inside the caller's transaction and judges nobody: who may open, join or begin is asked in `tables`, `queue` and
`forks`.
"""

import random
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, State
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches import entry, referee, terms, wake
from lobby.matches.errors import TooMany
from lobby.matches.models import Match, Orders, Seat, new_seed
from lobby.matches.people import Departure
from lobby.matches.positions import game_of
from lobby.matches.terms import Settings

ALONE = 20
"""Matches one person may have under way alone."""
GOES_ON = (Match.Status.RUNNING, Match.Status.PAUSED)
QUICK_PRESET = "quick"
"""The preset of quick matches, in games that have it."""


class TooManyAlone(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s hot seats and sandboxes under way already. End one first.")


def create(
    *,
    user: User,
    game: Game,
    options: Mapping[str, Any],
    settings: Settings,
    seed: str,
    rematch_of: Match | None = None,
) -> Match:
    """A table with its host in the first seat, bots and programs where the settings have them."""
    if settings.kind != Match.Kind.ORDINARY:
        own = Match.objects.filter(host=user, status__in=GOES_ON, kind__in=Match.ALONE)
        if own.count() >= ALONE:
            raise TooManyAlone(limit=ALONE)
    match = Match.objects.create(
        game=game.id,
        options=dict(options),
        seed=seed,
        rules_version=game.rules_version,
        host=user,
        password=entry.hashed(settings.password),
        rest_days=sorted(settings.rest_days),
        **{name: getattr(settings, name) for name in terms.ALIKE},
        rematch_of=rematch_of,
    )
    is_alone = settings.kind != Match.Kind.ORDINARY
    machines = {*settings.bots, *settings.programs} - {0}
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            user=user if number == 0 or (is_alone and number not in machines) else None,
            shared=is_alone and number not in machines,
            bot=settings.bots.get(number, ""),
            program_id=settings.programs.get(number),
            ready=number in machines or (is_alone and number > 0),
        )
        for number in range(settings.seats)
    )
    wake.publish_soon(match.pk)
    return match


def begin(match: Match, seats: Sequence[Seat]) -> Match:
    """Draw the seats by lot and start the match."""
    lots = list(range(len(seats)))
    random.Random(secrets.randbits(64)).shuffle(lots)
    for seat in seats:  # out of the way first: a number may not be there twice, not even for a moment
        seat.number += len(seats)
        seat.save(update_fields=["number"])
    for seat, lot in zip(seats, lots, strict=True):
        seat.number, seat.ready = lot, True
        seat.save(update_fields=["number", "ready"])
    referee.begin(match)
    wake.publish_soon(match.pk)
    return match


def begin_together(*, people: Sequence[User], game: Game, settings: Settings) -> Match:
    """A match of these people and the bots of the settings, with the options of quick matches, that begins at once.

    Inside the caller's transaction. Nobody has opened a table, so that nobody's limit of open tables stands in the way.
    """
    seed = new_seed()
    preset = game.presets.get(QUICK_PRESET)
    options = open_table(game, dict(preset.options) if preset else {}, settings.seats, seed)
    match = create(user=people[0], game=game, options=options, settings=settings, seed=seed)
    seats = locked_seats(match)
    free = [seat for seat in seats if seat.is_free]
    for seat, person in zip(free, people[1:], strict=True):
        seat.user = person
        seat.save(update_fields=["user"])
    return begin(match, seats)


def begin_fork(*, user: User, origin: Match, step: int, start: State, settings: Settings, seed: str) -> Match:
    """A sandbox that begins at a position of another match; inside the caller's transaction.

    Seats keep their numbers: nothing is drawn by lot.
    """
    match = create(
        user=user,
        game=game_of(origin),
        options=origin.options,
        settings=terms.settled(settings),
        seed=seed,
    )
    match.forked_from, match.forked_step = origin, step
    referee.begin(match, start=start)
    wake.publish_soon(match.pk)
    return match


def begin_lesson(
    *,
    user: User,
    game: Game,
    options: Mapping[str, Any],
    seats: int,
    seat: int,
    bot: str,
    seed: str,
    start: State,
    first_step: int,
) -> Match:
    """A match that begins at `start`, in which the person has one seat and bots have the others; inside the caller's transaction.

    Without a clock, on no list, and known to that person alone.
    """
    match = Match.objects.create(
        game=game.id,
        options=dict(options),
        seed=seed,
        rules_version=game.rules_version,
        host=user,
        kind=Match.Kind.LESSON,
        visibility=Match.Visibility.LINK,
        clock=Match.Clock.NONE,
        step_seconds=terms.ENDLESS_SECONDS,
        press=Match.Press.NONE,
        forked_step=first_step,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=user, ready=True)
        if number == seat
        else Seat(match=match, number=number, bot=bot, ready=True)
        for number in range(seats)
    )
    referee.begin(match, start=start)
    wake.publish_soon(match.pk)
    return match


SAME_AGAIN = (
    *(
        "game",
        "options",
        "host_id",
        "kind",
        "rated",
        "visibility",
        "password",
        "min_reliability",
        "clock",
        "step_seconds",
    ),
    *("bank_seconds", "fixed_hour", "time_zone", "rest_days", "vacation_days", "spectator_delay", "press", "anonymous"),
)
"""What a match that begins again has of the one before."""
SAME_SEAT = ("number", "user_id", "bot", "program_id", "shared", "watchable", "was_watchable", "preferences")
"""What its seats have of theirs."""


def begin_again(*, origin: Match, step: int, start: State, resigned: Collection[int]) -> Match:
    """A match with the same seats, options and clock that begins at a position of `origin`; inside the caller's transaction.

    Time banks are full, of vacations there is what is left; whom a bot stands in for comes back as always; seats that have `resigned`
    stay out, and so do people whose seat somebody else has taken. The seed is another one: what has been seen of the luck to come must
    not come again. Programs remember nothing: of their memories only the newest is there, which knows what came after `step`.
    """
    match = Match(**{name: getattr(origin, name) for name in SAME_AGAIN}, rules_version=game_of(origin).rules_version)
    match.forked_from, match.forked_step = origin, step
    match.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(match=match, ready=True, **{name: getattr(seat, name) for name in SAME_SEAT})
        for seat in origin.seats.all()
    )
    referee.begin(match, start=start)
    for seat in origin.seats.all():
        Seat.objects.filter(match=match, number=seat.number).update(
            autopilot=seat.autopilot, resigned=seat.number in resigned, vacation_left=seat.vacation_left
        )
    # They know what their seat has seen. The steps that they had there are counted once, in `origin`.
    Departure.objects.bulk_create(
        Departure(match=match, seat=left.seat, user_id=left.user_id, at=left.at) for left in origin.departures.all()
    )
    Orders.objects.filter(match=match, seat__in=resigned).delete()
    # Perhaps nobody is waited for.
    Match.objects.filter(pk=match.pk).update(due_at=match.started_at)
    wake.publish_soon(match.pk)
    return match


def locked_seats(match: Match) -> list[Seat]:
    """The seats of a table that is being changed, with their people."""
    return list(Seat.objects.select_for_update(of=("self",)).select_related("user").filter(match=match))
