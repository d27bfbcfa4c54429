"""How does one play on from the position of a puzzle? Against bots, in a match of its own, once the first try is decided."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, new_seed
from lobby.puzzles.models import PuzzleTry
from lobby.puzzles.services import Progress
from lobby.store import acts
from lobby.store.positions import position
from lobby.tables import seating


def play_on(user: User, progress: Progress) -> Match:
    """A match of the person against the strongest bots from the first position of the puzzle. Raises ServiceError."""
    if progress.first.result == PuzzleTry.Result.OPEN:
        raise NotAllowed("", _("First try the puzzle; then you can play on from it."))
    game, puzzle, origin = progress.standing.game, progress.puzzle, progress.standing.match
    start = position(origin.pk, 0).state
    bots = {number: game.strongest_bot.id for number in range(puzzle.seats) if number != puzzle.seat}
    with acts.acting(transaction.atomic):
        return seating.begin_against_bots(
            user=user, origin=origin, step=0, start=start, seat=puzzle.seat, bots=bots, seed=new_seed()
        )
