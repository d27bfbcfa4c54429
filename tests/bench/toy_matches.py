"""How does a bench begin a match of two people of the toy game, and give their orders, without pages? For the database of this environment."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

import games
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.play import journal, referee
from tests.games.toy import DEFAULT_ORDERS

SEATS = 2
STEP_SECONDS = 86_400


def begin(name: str, clock: str) -> Match:
    """A running match of new people called `<name>x0` and `<name>x1`, each with a confirmed address."""
    with transaction.atomic():
        options = open_table(games.get("toy"), {"size": 24, "rounds": 60, "hearts": 9}, SEATS, "bench")
        match = Match.objects.create(
            game="toy",
            options=options,
            rules_version="1",
            step_seconds=STEP_SECONDS,
            clock=clock,
            started_at=timezone.now(),
        )
        for seat in range(SEATS):
            username = f"{name}x{seat}"
            person: Any = User.objects.create_user(username, f"{username}@example.org", name=username)
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
            Seat.objects.create(match=match, number=seat, user=person)
        referee.begin(match, timezone.now())
    return match


def order(match_ids: Collection[str], seats: Collection[int] = range(SEATS)) -> None:
    """Store orders of these seats for the step that each match waits for, as the journal does; they are ready."""
    steps = Match.objects.filter(pk__in=match_ids).values_list("pk", "step")
    journal.write(
        [
            journal.Entry(match_id, step, seat, dict(DEFAULT_ORDERS), True, "person", timezone.now())
            for match_id, step in steps
            for seat in seats
        ]
    )
