"""May this person fork that match at that position, and from which state? A fork is a sandbox that begins with a position of another match.

A match that is over is public. Of a running match a person knows only a view; the game may guess the rest
(`Game.imagine`). If it cannot, a fork is possible only if nothing is hidden from anybody.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.core.rng import step_rng
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches.errors import NoMatch, NoSuchStep, NotAllowed
from lobby.matches.models import Match, new_seed
from lobby.matches.terms import Settings
from lobby.store import acts
from lobby.store.positions import game_of
from lobby.tables import seating


def fork(*, user: User, match_id: str, step: int) -> Match:
    """A sandbox of the person's own that begins at position `step`. Raises ServiceError."""
    match = Match.objects.filter(pk=match_id).first()
    seats = [] if match is None else list(match.seats.all())
    if match is None or not audience.is_visible(match, seats, user.pk):
        raise NoMatch
    watcher = audience.may_watch(match, user.pk, None, seats)
    newest = match.step if audience.is_over(match) else audience.newest_step(match, watcher)
    if newest is None or not 0 <= step <= newest:
        raise NoSuchStep(newest)
    game = game_of(match)
    if match.rules_version != game.rules_version:
        raise NotAllowed("", _("This match was played by older rules and cannot be continued."))
    seed = new_seed()
    start = audience.imagined(match, watcher, step, step_rng(seed, 0))
    if start is None:
        raise NotAllowed(
            "", _("While the match runs, a fork would show what is hidden from you. Wait until it is over.")
        )
    if not game.pending(start):
        raise NotAllowed("step", _("At that step the match is already over. Choose an earlier one."))
    settings = Settings(seats=len(seats), step_seconds=0, kind=Match.Kind.SANDBOX)
    with acts.acting():
        return seating.begin_fork(user=user, origin=match, step=step, start=start, settings=settings, seed=seed)
