"""How is each message of the match socket handled? A receiver calls a service or the hub, then answers.

The connection (`socket.py`) checks the scope before, and turns exceptions of a receiver into answers.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.errors import OptionError, OrderError
from lobby.accounts.tokens import Scope
from lobby.governance import absence, substitutes, traces, votes
from lobby.matches.clock import milliseconds
from lobby.matches.errors import NoSuchStep, NotYourSeat, ServiceError
from lobby.platform.http.sources import UNKNOWN, Source
from lobby.platform.process import metrics, threads
from lobby.platform.protocol import client, server
from lobby.play import going_on, services
from lobby.store import acts
from lobby.talk import chat
from lobby.watch import feed, watchers
from lobby.watch.hub import Hub


class Budget(Protocol):
    """A limit of uses within a number of seconds."""

    def spend(self) -> None:
        """Count one use. Raises ServiceError if none is left."""


class Connection(watchers.Connection, Protocol):
    """What a receiver needs of the connection of a message (`socket.Connection`)."""

    hub: Hub
    source: Source
    person_id: int | None

    @property
    def forecasts(self) -> Budget:
        """The limit for forecasts."""

    @property
    def chat_lines(self) -> Budget:
        """The limit for chat lines."""

    def answer(self, message: server.AnyServerMessage) -> None:
        """Send one message to this connection only."""

    def refuse(
        self, ack: int | None, match_id: str | None, refusal: ServiceError | OrderError, *, prefix: str = ""
    ) -> None:
        """Send an `error`. `prefix`: the field of the message that contains the path of the refusal."""

    def acknowledge(self, message: client.ClientMessage) -> None:
        """Send an `ack` if the message asks for one."""


class NotWatching(ServiceError):
    """The connection does not watch the match of the message."""

    code = "not_watching"
    text = _("Watch the match first.")


async def _receive_watch(connection: Connection, message: client.Watch) -> None:
    await connection.hub.watch(connection, message.match, message.as_, message.since)
    connection.acknowledge(message)
    if connection.user_id is not None and connection.source != UNKNOWN:
        await threads.run(threads.SERVICES, traces.note, message.match, connection.user_id, connection.source)


async def _receive_unwatch(connection: Connection, message: client.Unwatch) -> None:
    if not connection.hub.unwatch(connection, message.match):
        raise NotWatching
    connection.answer(server.Bye(match=message.match, code="unwatched"))
    connection.acknowledge(message)


async def _receive_orders(connection: Connection, message: client.SendOrders) -> None:
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


async def _receive_ready(connection: Connection, message: client.SetReady) -> None:
    await services.set_ready(
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
        step=message.step,
        ready=message.ready,
        clear=message.clear,
    )
    connection.acknowledge(message)


async def _receive_forecast(connection: Connection, message: client.AskForecast) -> None:
    connection.forecasts.spend()
    forecast = await connection.hub.questions.answer(
        connection.person_id,
        services.forecast,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
        step=message.step,
        orders=message.orders,
    )
    connection.answer(server.ForecastMade(match=message.match, step=message.step, ack=message.ack, forecast=forecast))


async def _receive_frame(connection: Connection, message: client.AskFrame) -> None:
    watcher = connection.hub.watches_as(connection, message.match)
    if watcher is None:
        raise NotWatching
    found = await connection.hub.questions.answer(
        connection.person_id, feed.earlier_frame, message.match, connection.user_id, watcher.as_, message.step
    )
    if not isinstance(found, bytes):
        raise NoSuchStep(found)
    connection.send(found)
    connection.acknowledge(message)


async def _receive_resign(connection: Connection, message: client.Resign) -> None:
    await services.resign(user_id=await _seated(connection, message.match), match_id=message.match, seat=message.seat)
    connection.acknowledge(message)


async def _receive_vote(connection: Connection, message: client.CastVote) -> None:
    await acts.run(
        votes.vote,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        kind=message.kind,
        value=message.value,
    )
    connection.acknowledge(message)


async def _receive_claim(connection: Connection, message: client.Claim) -> None:
    user_id = await _seated(connection, message.match)
    if message.kind == "win":
        await acts.run(absence.claim_win, user_id=user_id, match_id=message.match)
    else:
        await acts.run(absence.call_bot, user_id=user_id, match_id=message.match, number=message.seat)
    connection.acknowledge(message)


async def _receive_vacation(connection: Connection, message: client.TakeVacation) -> None:
    await acts.run(
        services.take_vacation,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        days=message.days,
    )
    connection.acknowledge(message)


async def _receive_substitute(connection: Connection, message: client.AskSubstitute) -> None:
    user_id = await _seated(connection, message.match)
    await acts.run(substitutes.ask, user_id=user_id, match_id=message.match, seat=message.seat)
    connection.acknowledge(message)


async def _receive_return(connection: Connection, message: client.ComeBack) -> None:
    await acts.run(
        services.come_back,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        seat=message.seat,
    )
    connection.acknowledge(message)


async def _receive_watchable(connection: Connection, message: client.SetWatchable) -> None:
    await acts.run(
        services.set_watchable,
        user_id=await _seated(connection, message.match),
        match_id=message.match,
        value=message.value,
    )
    connection.acknowledge(message)


async def _receive_preferences(connection: Connection, message: client.SetPreferences) -> None:
    try:
        await acts.run(
            services.set_preferences,
            user_id=await _seated(connection, message.match),
            match_id=message.match,
            seat=message.seat,
            preferences=message.preferences,
        )
    except OptionError as refusal:
        connection.refuse(message.ack, message.match, refusal, prefix="preferences")
        return
    connection.acknowledge(message)


async def _receive_go_on(connection: Connection, message: client.GoOn) -> None:
    try:
        await acts.run(
            going_on.go_on,
            user_id=await _seated(connection, message.match),
            match_id=message.match,
            seat=message.seat,
            steps=message.steps,
            until=message.until,
        )
    except OptionError as refusal:
        connection.refuse(message.ack, message.match, refusal)
        return
    connection.acknowledge(message)


async def _receive_chat(connection: Connection, message: client.Say) -> None:
    connection.chat_lines.spend()
    await acts.run(
        chat.say,
        user_id=connection.user_id,
        match_id=message.match,
        text=message.text,
        to=message.to,
    )
    connection.acknowledge(message)


async def _receive_ping(connection: Connection, message: client.Ping) -> None:
    connection.answer(server.Pong(now=milliseconds(timezone.now())))
    connection.acknowledge(message)


async def _seated(connection: Connection, match_id: str) -> int:
    """Id of the person of this connection. Raises NotYourSeat if it is anonymous."""
    if connection.user_id is None:
        await threads.run(threads.SERVICES, feed.check_visible, match_id, None)
        raise NotYourSeat
    return connection.user_id


RECEIVERS: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    client.Watch: _receive_watch,
    client.Unwatch: _receive_unwatch,
    client.SendOrders: _receive_orders,
    client.SetReady: _receive_ready,
    client.AskForecast: _receive_forecast,
    client.AskFrame: _receive_frame,
    client.Resign: _receive_resign,
    client.CastVote: _receive_vote,
    client.Claim: _receive_claim,
    client.TakeVacation: _receive_vacation,
    client.AskSubstitute: _receive_substitute,
    client.ComeBack: _receive_return,
    client.SetWatchable: _receive_watchable,
    client.SetPreferences: _receive_preferences,
    client.GoOn: _receive_go_on,
    client.Say: _receive_chat,
    client.Ping: _receive_ping,
}
"""Message → its receiver."""

_LOOKS = {client.Watch, client.Unwatch, client.AskFrame, client.AskForecast}
SCOPES: dict[type, Scope | None] = {
    kind: None if kind is client.Ping else Scope.READ if kind in _LOOKS else Scope.PLAY
    for kind in client.CLIENT_MESSAGES
}
"""Message → the scope that a token needs for it: `read` to look, `play` to act."""
