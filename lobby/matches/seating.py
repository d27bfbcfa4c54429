"""How do the rows of a match come about: itself, its seats, the draw of lots, the first position? Steps that services share.

Everything here runs inside the caller's transaction and judges nobody: who may open, join or begin is asked in `tables`, `queue` and
`forks`.
"""

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, State
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches import entry, referee, terms, wake
from lobby.matches.errors import TooMany
from lobby.matches.models import Match, Seat, new_seed
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
        own = Match.objects.filter(host=user, status__in=GOES_ON).exclude(kind=Match.Kind.ORDINARY)
        if own.count() >= ALONE:
            raise TooManyAlone(limit=ALONE)
    match = Match.objects.create(
        game=game.id,
        options=dict(options),
        seed=seed,
        rules_version=game.rules_version,
        host=user,
        kind=settings.kind,
        rated=settings.rated,
        visibility=settings.visibility,
        password=entry.hashed(settings.password),
        min_reliability=settings.min_reliability,
        clock=settings.clock,
        step_seconds=settings.step_seconds,
        bank_seconds=settings.bank_seconds,
        fixed_hour=settings.fixed_hour,
        time_zone=settings.time_zone,
        rest_days=sorted(settings.rest_days),
        vacation_days=settings.vacation_days,
        spectator_delay=settings.spectator_delay,
        press=settings.press,
        anonymous=settings.anonymous,
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


def locked_seats(match: Match) -> list[Seat]:
    """The seats of a table that is being changed, with their people."""
    return list(Seat.objects.select_for_update(of=("self",)).select_related("user").filter(match=match))
