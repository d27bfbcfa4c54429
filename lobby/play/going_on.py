"""Who goes on by itself? A seat gives the default orders for a number of steps, until one of the conditions that its person has chosen is met.

Kept on the seat, so that it works with a closed page and ends by itself. Judged from the seat's own views (`games.core.until`). Others are not told
which readiness comes from here: it would reveal that nothing has happened to the seat, and its end that something has.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core import fields
from games.core.contract import Game, Json
from games.core.errors import OptionError
from games.core.events import Event, filter_for
from games.core.until import GO_ON, MOST_STEPS, all_met, check_until
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import GOES_ON, Match, Orders, Seat
from lobby.play import automatic
from lobby.store import acts, rows, wake
from lobby.store.positions import Position, game_of

log = logging.getLogger("fogbound.going_on")

PACE = timedelta(seconds=1)
"""Least time of a step for which every person goes on, so that whoever looks can follow and stop."""
NOT_HERE = _("This seat cannot go on by itself.")
NOTHING: dict[str, Json] = {"left": 0, "until": {}, "stopped": None}


@dataclass(frozen=True)
class Going:
    """What becomes of the seats that go on when a step is resolved."""

    answers: Mapping[int, Json] = field(default_factory=dict)
    """Seat → its checked orders in the new position."""
    kept: Mapping[int, dict[str, Json]] = field(default_factory=dict)
    """Seat → its preferences from now on, of all seats that went on in this step."""


def _kept(seat: Seat) -> dict[str, Json]:
    """{"left": steps, "until": conditions, "stopped": None or why and at which step}."""
    found: dict[str, Json] = seat.preferences.get(GO_ON, [NOTHING])[0]
    return found


def shown(match: Match, seat: Seat) -> dict[str, Json] | None:
    """For what the seat goes on, or why it has stopped, for its own person; None if the game knows no going on."""
    return _kept(seat) if match.status in GOES_ON and game_of(match).until else None


def go_on(*, user_id: int, match_id: str, steps: int, until: Json, seat: int | None = None) -> None:
    """From the next step on the seat gives the default orders by itself, at most `steps` times, until a condition is met. 0 steps: no more.

    Stopping takes back the readiness that came of it. Raises OptionError at a wrong condition.
    """
    with acts.acting():
        match = acts.lock(match_id)
        held = audience.seat_held(match, list(match.seats.all()), user_id, seat)
        if not match.is_under_way:
            raise NotRunning
        game = game_of(match)
        if not game.until or held.is_automatic or held.resigned:
            raise NotAllowed("steps", NOT_HERE)
        fields.whole(steps, "steps", 0, MOST_STEPS, failure=OptionError)
        checked = check_until(game.until, until)
        if steps:
            held.preferences[GO_ON] = [{"left": steps, "until": checked, "stopped": None}, None]
        else:
            held.preferences.pop(GO_ON, None)
            _take_back(match, held)
        held.save(update_fields=["preferences"])
        wake.publish_soon(match_id)


def _take_back(match: Match, seat: Seat) -> None:
    """The seat is not ready any more if it was made so here."""
    last = Orders.objects.filter(match=match, step=match.step, seat=seat.number).order_by("-revision").first()
    if last is None or not last.ready or last.by != Orders.By.AUTO:
        return
    given = automatic.given(seat.number, last.orders, timezone.now())
    rows.insert_orders([rows.orders_row(match.pk, match.step, replace(given, revision=last.revision + 1, ready=False))])


def after_step(
    match_id: str, game: Game, seats: Iterable[Seat], before: Position, here: Position, events: Sequence[Event]
) -> Going:
    """Which seats go on in position `here`, which the step has led to, and what is kept of them. A condition that raises stops its seat."""
    answers: dict[int, Json] = {}
    kept: dict[int, dict[str, Json]] = {}
    for seat in seats if game.until else ():
        goes = _kept(seat)
        if not goes["left"] or seat.user_id is None or seat.is_automatic or seat.resigned:
            continue
        stopped = _why_stop(match_id, game, seat.number, goes["until"], before, here, events)
        left = goes["left"] - 1
        if stopped is None and seat.number in here.pending:
            answers[seat.number] = game.default_orders(here.state, seat.number)
            if not left:
                stopped = {"key": "steps", "text": None, "data": {}}
        elif stopped is not None:
            left = 0
        note = None if stopped is None else {"step": here.number, **stopped}
        kept[seat.number] = {**seat.preferences, GO_ON: [{**goes, "left": left, "stopped": note}, None]}
    return Going(answers, kept)


def _why_stop(
    match_id: str,
    game: Game,
    seat: int,
    until: Mapping[str, Json],
    before: Position,
    here: Position,
    events: Sequence[Event],
) -> dict[str, Json] | None:
    try:
        old, new = (audience.view_before_it_is_stored(game, one.state, seat) for one in (before, here))
        met = all_met(game.until, until, old, new, list(filter_for(events, seat)))
        said = [audience.in_names(match_id, game, told) for _, told in met]
    except Exception:
        log.exception("match %s: what seat %s goes on for could not be judged", match_id, seat)
        return {"key": "fault", "text": None, "data": {}}
    if not met:
        return None
    return {"key": met[0][0], **said[0], **({"also": said[1:]} if said[1:] else {})}


def hold(going: Going, seats: Iterable[Seat], here: Position, now: datetime) -> datetime | None:
    """Until when the step waits although all have answered; None if somebody is still asked, or nobody goes on."""
    asked = {seat.number for seat in seats if seat.number in here.pending and not (seat.is_automatic or seat.resigned)}
    return now + PACE if going.answers and asked <= going.answers.keys() else None
