"""What is done about each message that comes in at the match socket? A call of a service or of the hub, then an answer.

What a receiver raises is answered by the connection (`socket.py`), which has also checked the scope before.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.errors import OptionError, OrderError
from lobby import metrics
from lobby.accounts.tokens import Scope
from lobby.matches import absence, acts, automatic, chat, feed, protocol, services, threads, timer
from lobby.matches.errors import NoSuchStep, NotYourSeat, ServiceError
from lobby.matches.hub import Hub
from lobby.matches.status import milliseconds
from lobby.matches.watchers import Connection as Audience


class Budget(Protocol):
    """So much within so many seconds."""

    def spend(self) -> None:
        """Raises ServiceError if nothing is left."""


class Connection(Audience, Protocol):
    """What a receiver asks of the connection that a message came over (`socket.Connection`)."""

    hub: Hub

    @property
    def forecasts(self) -> Budget:
        """How often it may still ask."""

    @property
    def chat_lines(self) -> Budget:
        """How often it may still talk."""

    def answer(self, message: protocol.AnyServerMessage) -> None:
        """Send one message of this connection's own."""

    def refuse(
        self, ack: int | None, match_id: str | None, refusal: ServiceError | OrderError, *, prefix: str = ""
    ) -> None:
        """Not done, and why. `prefix`: the field of the message that the path of the refusal begins in."""

    def acknowledge(self, message: protocol.ClientMessage) -> None:
        """Done, for those who want to hear it."""


class NotWatching(ServiceError):
    """The message is about a match that this connection does not watch."""

    code = "not_watching"
    text = _("Watch the match first.")


async def _receive_watch(connection: Connection, message: protocol.Watch) -> None:
    await connection.hub.watch(connection, message.match, message.as_, message.since)
    connection.acknowledge(message)


async def _receive_unwatch(connection: Connection, message: protocol.Unwatch) -> None:
    if not connection.hub.unwatch(connection, message.match):
        raise NotWatching
    connection.answer(protocol.Bye(match=message.match, code="unwatched"))
    connection.acknowledge(message)


async def _receive_orders(connection: Connection, message: protocol.SendOrders) -> None:
    came = time.monotonic()
    await services.submit_orders(
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
        step=message.step,
        orders=message.orders,
        ready=message.ready,
    )
    connection.acknowledge(message)
    metrics.ACK_SECONDS.observe(time.monotonic() - came)


async def _receive_ready(connection: Connection, message: protocol.SetReady) -> None:
    await services.set_ready(
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
        step=message.step,
        ready=message.ready,
    )
    connection.acknowledge(message)


async def _receive_forecast(connection: Connection, message: protocol.AskForecast) -> None:
    connection.forecasts.spend()
    forecast = await threads.run(
        threads.SERVICES,
        services.forecast,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
        step=message.step,
        orders=message.orders,
    )
    connection.answer(protocol.ForecastMade(match=message.match, step=message.step, ack=message.ack, forecast=forecast))


async def _receive_frame(connection: Connection, message: protocol.AskFrame) -> None:
    watcher = connection.hub.watches_as(connection, message.match)
    if watcher is None:
        raise NotWatching
    found = await threads.run(
        threads.SERVICES, feed.earlier_frame, message.match, connection.user_id, watcher.as_, message.step
    )
    if not isinstance(found, bytes):
        raise NoSuchStep(found)
    connection.send(found)
    connection.acknowledge(message)


async def _receive_resign(connection: Connection, message: protocol.Resign) -> None:
    await services.resign(user_id=await _seated(connection, message.match), match_id=message.match, seat=message.seat)
    connection.acknowledge(message)


async def _receive_vote(connection: Connection, message: protocol.CastVote) -> None:
    await acts.run(
        services.vote,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        kind=message.kind,
        value=message.value,
    )
    connection.acknowledge(message)


async def _receive_claim(connection: Connection, message: protocol.Claim) -> None:
    user_id = await _seated(connection, message.match)
    if message.kind == "win":
        await acts.run(absence.claim_win, user_id=user_id, match_id=message.match)
    else:
        await acts.run(absence.call_bot, user_id=user_id, match_id=message.match, number=message.seat)
    connection.acknowledge(message)


async def _receive_vacation(connection: Connection, message: protocol.TakeVacation) -> None:
    await acts.run(
        services.take_vacation,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        days=message.days,
    )
    connection.acknowledge(message)


async def _receive_return(connection: Connection, message: protocol.ComeBack) -> None:
    await acts.run(
        services.come_back,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
    )
    connection.acknowledge(message)


async def _receive_watchable(connection: Connection, message: protocol.SetWatchable) -> None:
    await acts.run(
        services.set_watchable,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        value=message.value,
    )
    connection.acknowledge(message)


async def _receive_preferences(connection: Connection, message: protocol.SetPreferences) -> None:
    try:
        is_answered = await acts.run(
            automatic.set_preferences,
            user_id=await _seated(connection, message.match),
            match_id=message.match,
            seat=message.seat,
            preferences=message.preferences,
        )
    except OptionError as refusal:
        connection.refuse(message.ack, message.match, refusal, prefix="preferences")
        return
    if is_answered:
        timer.nudge(message.match)
    connection.acknowledge(message)


async def _receive_chat(connection: Connection, message: protocol.Say) -> None:
    connection.chat_lines.spend()
    await acts.run(
        chat.say,
        user_id=connection.user_id,
        match_id=message.match,
        text=message.text,
        to=message.to,
    )
    connection.acknowledge(message)


async def _receive_ping(connection: Connection, message: protocol.Ping) -> None:
    connection.answer(protocol.Pong(now=milliseconds(timezone.now())))
    connection.acknowledge(message)


async def _seated(connection: Connection, match_id: str) -> int:
    """The person behind this connection; a stranger without a name sits nowhere."""
    if connection.user_id is None:
        await threads.run(threads.SERVICES, feed.check_visible, match_id, None)
        raise NotYourSeat
    return connection.user_id


RECEIVERS: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    protocol.Watch: _receive_watch,
    protocol.Unwatch: _receive_unwatch,
    protocol.SendOrders: _receive_orders,
    protocol.SetReady: _receive_ready,
    protocol.AskForecast: _receive_forecast,
    protocol.AskFrame: _receive_frame,
    protocol.Resign: _receive_resign,
    protocol.CastVote: _receive_vote,
    protocol.Claim: _receive_claim,
    protocol.TakeVacation: _receive_vacation,
    protocol.ComeBack: _receive_return,
    protocol.SetWatchable: _receive_watchable,
    protocol.SetPreferences: _receive_preferences,
    protocol.Say: _receive_chat,
    protocol.Ping: _receive_ping,
}
"""Message → what is done about it."""

_LOOKS = {protocol.Watch, protocol.Unwatch, protocol.AskFrame, protocol.AskForecast}
SCOPES: dict[type, Scope | None] = {
    kind: None if kind is protocol.Ping else Scope.READ if kind in _LOOKS else Scope.PLAY
    for kind in protocol.CLIENT_MESSAGES
}
"""Message → the scope that a token needs for it: what only looks, and what acts for the person."""
