"""May this person continue that match from that position, and from which state? A fork is a match that begins with a position of another.

`fork` opens a sandbox. A match that is over is public; of a running match a person knows only a view, and the game may guess the rest
(`Game.imagine`). If it cannot, a fork is possible only if nothing is hidden from anybody.

`play_on` begins a match against built-in bots. A bot that plays a position is help from outside, so no position may be one of a match that
goes on: neither of the match itself nor of one from which it was forked.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game
from games.core.rng import step_rng
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches import terms
from lobby.matches.errors import NoMatch, NoSuchStep, NotAllowed, ServiceError
from lobby.matches.models import Match, Seat, new_seed
from lobby.matches.terms import Settings
from lobby.store import acts
from lobby.store.positions import game_of
from lobby.tables import seating

OLD_RULES = _("This match was played by older rules and cannot be continued.")


def fork(*, user: User, match_id: str, step: int) -> Match:
    """A sandbox of the person's own that begins at position `step`. Raises ServiceError."""
    match, seats = _known(user, match_id)
    watcher = audience.may_watch(match, user.pk, None, seats)
    newest = match.step if audience.is_over(match) else audience.newest_step(match, watcher)
    game = _same_rules(match)
    if newest is None or not 0 <= step <= newest:
        raise NoSuchStep(newest)
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


def play_on(*, user: User, match_id: str, step: int, seat: int, bots: Mapping[int, str]) -> Match:
    """A match of the person in `seat` against built-in bots that begins at position `step` of a match that is over. Raises ServiceError.

    It has no clock, is not rated and on no list. `bots` has the bot of each other seat; where it has none, the one that sat there plays, or
    the strongest.
    """
    match, seats = _known(user, match_id)
    if not is_open_to_bots(match):
        raise NotAllowed("", audience.NOT_OVER)
    game = _same_rules(match)
    if not 0 <= step <= match.step:
        raise NoSuchStep(match.step)
    seed = new_seed()
    start = audience.imagined(match, audience.REFEREE, step, step_rng(seed, 0))
    if not game.pending(start):
        raise NotAllowed("step", _("At that step the match is already over. Choose an earlier one."))
    if seat not in {one.number for one in seats}:
        raise NotAllowed("seat", _("This table has no such seat."))
    if seat not in (game.in_play or game.pending)(start):
        raise NotAllowed(
            "seat", _("At that step this seat is out of the match. Choose another seat, or an earlier step.")
        )
    played = {
        one.number: bots.get(one.number) or one.bot or game.strongest_bot.id for one in seats if one.number != seat
    }
    for number in bots:
        if number not in played:
            raise NotAllowed(f"bot_{number}", _("A bot cannot sit there."))
    for number, bot in played.items():
        terms.check_bot(game, bot, f"bot_{number}")
    with acts.acting(transaction.atomic):
        return seating.begin_against_bots(
            user=user, origin=match, step=step, start=start, seat=seat, bots=played, seed=seed
        )


def is_open_to_bots(match: Match) -> bool:
    """True if a bot may play or judge positions of this match: it and all matches from which it was forked are over, and it is not sealed.

    A sandbox that has ended may hold what its person knows of a match that still runs.
    """
    seen: set[str] = set()
    one: Match | None = match
    while one is not None and one.pk not in seen:
        if not audience.is_over(one) or one.sealed:
            return False
        seen.add(one.pk)
        one = one.forked_from
    return True


def own_for_bots(user_id: int | None, match_id: str, number: int | None) -> tuple[Match, Game, int]:
    """The match, its game and the person's seat in it, by default the first, for a bot that plays positions of it to teach the person.

    Raises NoMatch, NotYourSeat, or NotAllowed: before the end, of lessons, of older rules.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or user_id is None:
        raise NoMatch
    seat = audience.seat_held(match, list(match.seats.all()), user_id, number)
    if not is_open_to_bots(match):
        raise NotAllowed("", audience.NOT_OVER)
    if match.kind == Match.Kind.LESSON:
        raise NotAllowed("", _("Lessons and puzzles have hints of their own."))
    return match, _same_rules(match), seat.number


def what_can_be_learnt(user_id: int | None, match: Match) -> dict[str, bool]:
    """What a replay offers this person, who may see the match: {"play_on", "coach"}."""
    goes_on = is_open_to_bots(match) and match.rules_version == game_of(match).rules_version
    try:
        own_for_bots(user_id, match.pk, None)
    except ServiceError:
        return {"play_on": goes_on, "coach": False}
    return {"play_on": goes_on, "coach": True}


def _known(user: User, match_id: str) -> tuple[Match, list[Seat]]:
    """The match and its seats. Raises NoMatch if the person may not know of it."""
    match = Match.objects.filter(pk=match_id).first()
    seats = [] if match is None else list(match.seats.all())
    if match is None or not audience.is_visible(match, seats, user.pk):
        raise NoMatch
    return match, seats


def _same_rules(match: Match) -> Game:
    game = game_of(match)
    if match.rules_version != game.rules_version:
        raise NotAllowed("", OLD_RULES)
    return game
