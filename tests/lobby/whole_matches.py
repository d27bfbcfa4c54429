"""Whole matches of real games in the database: a person in seat 0, a bot in each other seat, all played by bots."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.utils import timezone

import games
from games.core.simulate import MatchRecord, open_table, play
from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.play import journal, referee
from lobby.store.positions import game_of, position

WAIT = timedelta(minutes=1)
"""Longer than any secret wait."""


@cache
def _record(game_id: str, seed: str) -> MatchRecord:
    game = games.get(game_id)
    preset = game.presets.get("quick") or next(iter(game.presets.values()))
    seats = game.seats[0]
    options = open_table(game, dict(preset.options), seats, seed)
    return play(game, options, seats, [game.strongest_bot, *[game.bots[0]] * (seats - 1)], seed)


def whole_match(user: User, game_id: str, *, seed: str = "ab" * 16, steps: int | None = None, **fields: Any) -> Match:
    """A match of the quick preset that is played to its end, or for so many steps, by the strongest bot for the person against the weakest."""
    record = _record(game_id, seed)
    game = games.get(game_id)
    with transaction.atomic():
        match = Match.objects.create(
            game=game_id,
            options=record.options,
            seed=seed,
            rules_version=game.rules_version,
            host=user,
            **{"step_seconds": 3600, "clock": Match.Clock.NONE, "visibility": Match.Visibility.LINK, **fields},
        )
        Seat.objects.bulk_create(
            [Seat(match=match, number=0, user=user, ready=True)]
            + [
                Seat(match=match, number=number, bot=game.bots[0].id, ready=True)
                for number in range(1, len(record.bots))
            ]
        )
        referee.begin(match, timezone.now())
    for step, orders in enumerate(record.orders[:steps]):
        journal.write(
            [
                journal.Entry(match.pk, step, seat, given, True, "person" if seat == 0 else "bot", timezone.now())
                for seat, given in orders.items()
            ]
        )
        referee.advance_once(match.pk, partial(_later, step + 1))
    match.refresh_from_db()
    return match


def _later(steps: int) -> datetime:
    return timezone.now() + steps * WAIT


def pending_steps(match: Match, seat: int) -> list[int]:
    """The steps at which that seat owed orders."""
    game = game_of(match)
    return [step for step in range(match.step) if seat in game.pending(position(match.pk, step).state)]
