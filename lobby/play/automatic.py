"""Which answers does the site give for a person? Those that the game's `auto_orders` makes from the seat's preferences.

Only in steps with a secret wait (`Timing.hold`), so that nobody can distinguish such an answer from a quick one by hand. Only the seat
itself sees its preferences.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, Json, State
from games.core.errors import OrderError
from games.core.preferences import check_preferences, complete, stored
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import GOES_ON, Match, Orders, Seat
from lobby.store import acts, rows, wake
from lobby.store.positions import Position, game_of, position
from lobby.store.rows import Given

log = logging.getLogger("fogbound.automatic")


def answers(match_id: str, game: Game, here: Position, seats: Iterable[Seat]) -> dict[int, Json]:
    """Seat → checked orders, for every seat that the site answers for in position `here`. All other seats are asked.

    Only for seats that a person plays. An answer that raises, or that the game refuses, is ignored.
    """
    if game.auto_orders is None or here.timing.hold is None:
        return {}
    found = {}
    for seat in seats:
        if seat.number not in here.pending or seat.user_id is None or seat.is_automatic or seat.resigned:
            continue
        answer = _answer(match_id, game, here.state, seat)
        if answer is not None:
            found[seat.number] = answer
    return found


def _answer(match_id: str, game: Game, state: State, seat: Seat) -> Json | None:
    assert game.auto_orders is not None
    try:
        view = audience.view_before_it_is_stored(game, state, seat.number)
        answer = game.auto_orders(view, complete(game.preferences, seat.preferences, view))
        return None if answer is None else game.check(state, seat.number, answer)
    except OrderError as error:
        log.error("match %s: the answer for seat %s was refused: %s", match_id, seat.number, error.code)
    except Exception:
        log.exception("match %s: no answer could be given for seat %s", match_id, seat.number)
    return None


def given(seat: int, orders: Json, now: datetime) -> Given:
    """An automatic answer in its stored form."""
    return Given(seat, revision=1, ready=True, by=Orders.By.AUTO, text=json.dumps(orders), created_at=now)


def shown(match: Match, seat: Seat) -> dict[str, Json] | None:
    """All preferences of a seat that apply now, for its own person; None if the game has none."""
    game = game_of(match)
    if game.auto_orders is None or match.status not in GOES_ON:
        return None
    lapsing = any(option.lapses_with and option.key in seat.preferences for option in game.preferences)
    view = audience.seat_view(match, seat.number, match.step) if lapsing else {}
    return complete(game.preferences, seat.preferences, view)


def set_preferences(*, user_id: int, match_id: str, preferences: Json, seat: int | None = None) -> bool:
    """Change some of the seat's preferences, from now on. Returns True if they answer the step that is due.

    `seat` selects one of the person's seats; None: the first. Raises OptionError at the wrong preference. Orders that the person has
    given stay unchanged.
    """
    with acts.acting():
        match = acts.lock(match_id)
        held = audience.seat_held(match, list(match.seats.all()), user_id, seat)
        if not match.is_under_way:
            raise NotRunning
        game = game_of(match)
        if game.auto_orders is None:
            raise NotAllowed("preferences", _("This game asks for every answer."))
        checked = check_preferences(game.preferences, preferences)
        view = audience.seat_view(match, held.number, match.step)
        held.preferences |= stored(game.preferences, checked, view)
        held.save(update_fields=["preferences"])
        is_answered = match.status == Match.Status.RUNNING and _answer_now(match, game, held)
        wake.publish_soon(match_id)
    return is_answered


def _answer_now(match: Match, game: Game, seat: Seat) -> bool:
    assert match.deadline is not None
    now = timezone.now()
    here: QuerySet[Orders] = Orders.objects.filter(match=match, step=match.step, seat=seat.number)
    if now >= match.deadline or here.exists():
        return False
    found = answers(match.pk, game, position(match.pk, match.step), [seat])
    if seat.number not in found:
        return False
    rows.insert_orders([rows.orders_row(match.pk, match.step, given(seat.number, found[seat.number], now))])
    return True
