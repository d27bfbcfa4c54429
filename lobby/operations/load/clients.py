"""How do the clients of a load test behave? Each uses a socket, and plays one seat with a built-in bot or watches.

A client checks that frames arrive in order and without gaps, and that acknowledged orders are still stored after a lost
connection. Whether the server was allowed to skip frames and send only the newest is checked afterwards by `proof`. Each kind of
error is counted under its own name.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from games.core.contract import Bot
from games.core.rng import seat_rng
from lobby.operations.load.figures import Figures, Turn
from lobby.operations.load.kinds import Kind
from lobby.platform.protocol.server import AudienceName
from lobby.store.positions import digest

PATIENCE = 30.0
"""Seconds without any message until a client counts its match as stuck."""
PATIENCE_OF_LINES = (10.0, 1.0)
"""Timeouts in seconds for the handshake of a connection, which is slow if many reconnect at once, and for its close."""
LEAST_THINKING = 0.06
"""Seconds between two orders of one seat: a connection may send a hundred messages in five seconds, repeated orders included."""
RETRY = (0.3, 1.5, 20.0)
"""Reconnect as pages do: first delay in seconds, factor for each further attempt, and longest delay in seconds."""
RETRY_TOO_LATE = 1.0
"""Seconds until orders that missed the deadline are sent again: a site gives its downtime back after it has started."""
RETRY_UNAVAILABLE = 1.0
"""Seconds until a client tries again after the code `unavailable`."""


class Leap(NamedTuple):
    """The first frame of a connection, if the server skipped the frames since the last one of the connection before."""

    audience: AudienceName
    last: int
    step: int
    size: int
    """Bytes of the frame."""


@dataclass
class Course:
    """What all clients of one match know together. Times are seconds of the wall clock, which other processes share."""

    seats: int
    """Those that clients sit in."""
    kind: Kind = Kind.PEOPLE
    began: float = field(default_factory=time.time)
    sent: dict[int, list[float]] = field(default_factory=dict)
    """Step → when each pending seat sent its orders, by this process's clock."""
    resolved: int = 0
    """The newest step that any client has seen."""
    over: bool = False
    finished: bool = False
    """The game ended, not only this test."""
    is_waiting: bool = False
    """True if the site owed a step at the end of the test. The last turn is that step, which nobody was shown."""
    skipped: set[tuple[int, int]] = field(default_factory=set)
    """Steps and seats that let them pass."""
    frames: dict[AudienceName, dict[int, str]] = field(default_factory=dict)
    """Audience → step → digest of the view and events that were sent."""
    leaps: list[Leap] = field(default_factory=list)
    acknowledged: dict[int, set[int]] = field(default_factory=dict)
    """Seat → steps whose orders were acknowledged."""
    turns: list[Turn] = field(default_factory=list)
    """One for each step that every seat has seen."""
    _seen: dict[int, dict[int, bool]] = field(default_factory=dict)
    """Step → seats that have seen it, and whether they owe orders there."""
    _decided: dict[int, list[float]] = field(default_factory=dict)
    """Step → when each pending seat had decided on its orders."""
    _deadlines: dict[int, float] = field(default_factory=dict)
    """Step → its deadline as it was first told: time that is given back later does not make the site less late."""
    _last: int = -1
    """The newest step that every seat has seen."""
    _next_turn: float = 0.0
    """When the next turn may be played, where turns have a pace."""
    _turn_times: dict[int, float] = field(default_factory=dict)
    """Step → when its orders are sent, where turns have a pace."""

    def time_of_turn(self, step: int, period: float) -> float:
        """When all seats answer that step, with one turn every `period` seconds. Matches begin at random times in the first period.

        A delayed match does not speed up afterwards.
        """
        if step not in self._turn_times:
            due = self._next_turn + period if self._turn_times else time.time() + random.uniform(0, period)
            self._next_turn = self._turn_times[step] = max(due, time.time())
            self._turn_times.pop(step - 3, None)
        return self._turn_times[step]

    def note_seen(self, step: int, seat: int, *, owes: bool) -> None:
        """Record that a seat has received a step."""
        seen = self._seen.setdefault(step, {})
        seen[seat] = owes
        if step > self._last and len(seen) == self.seats:
            self._end_turn(step)

    def note_decided(self, step: int) -> None:
        """Record that a seat has decided on its orders for that step."""
        self._decided.setdefault(step, []).append(time.time())

    def note_skipped(self, step: int, seat: int) -> None:
        """Record that a seat lets a step pass: its orders are due when the deadline is."""
        self.skipped.add((step, seat))
        self._decided.setdefault(step, []).append(self._deadlines.get(step, time.time()))

    def note_deadline(self, step: int, deadline: float) -> None:
        """Record what the site says about the end of a step; only the first time counts."""
        self._deadlines.setdefault(step, deadline)

    def waits(self, seconds: float) -> bool:
        """True if the site has owed a step for more than so many seconds."""
        if self.over:
            return False
        if self._last < 0:
            return self.began + seconds < time.time()
        decided = self._decided.get(self._last, [])
        return 0 < self._owing() == len(decided) and max(decided) + seconds < time.time()

    def _owing(self) -> int:
        """How many seats owe orders in the newest step that all have seen."""
        return sum(self._seen.get(self._last, {}).values())

    def end(self) -> None:
        """End the match for this test. A step that the site has not yet shown to every seat counts as seen now."""
        if self.over:
            return
        is_owed = self.waits(0.0)
        self.over = True
        if is_owed:
            self.is_waiting = True
            self._end_turn(self._last + 1)

    def _end_turn(self, step: int) -> None:
        thought = self._decided.pop(step - 1, [])
        self._seen.pop(step - 1, None)
        began = self.turns[-1].shown if self.turns else self.began
        self.turns.append(Turn(max(thought, default=began), time.time()))
        self._last = step


@dataclass(frozen=True)
class Plan:
    """How the clients behave."""

    urls: tuple[str, ...]
    """Addresses of the web processes of one site. A client that loses one tries the next, as a proxy would."""
    think: float
    """Mean seconds before a seat answers."""
    drop: float
    """Mean seconds until a client drops its connection without a close message; 0: never."""
    until: Callable[[], bool]
    """True when the test should end."""
    period: float = 0.0
    """Seconds from one turn of a match to the next; 0: as soon as all seats have decided."""
    patience: float = PATIENCE_OF_LINES[0]
    """Seconds after which a client that has received nothing counts as an error; one that connected just before the end does not."""


class Client:
    """One client. It has one connection at a time, and reconnects when that is lost."""

    def __init__(
        self, plan: Plan, figures: Figures, course: Course, match_id: str, session: str | None, *, turn: int = 0
    ) -> None:
        self.plan, self.figures, self.course, self.match_id = plan, figures, course, match_id
        self._headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"} if session else {}
        self._newest: int | None = None
        self._lost_at: float | None = None
        self._wait = RETRY[0]
        self._turn = turn
        self._line: ClientConnection | None = None
        self._has_come_back = False
        """True if the next frame is the first one of a new connection."""
        self._was_shown = False
        """True after the first message of its match. Delayed spectators get nothing else for a while."""

    async def run(self) -> None:
        """Take part until the match is over or the test should end."""
        began = time.perf_counter()
        await self._take_part()
        if not self._was_shown and time.perf_counter() - began >= self.plan.patience:
            self.figures.errors["never_connected"] += 1

    async def _take_part(self) -> None:
        while not (self.plan.until() or self.course.over):
            try:
                url = self.plan.urls[self._turn % len(self.plan.urls)]
                async with connect(
                    # As browsers do: a proxy chooses the process of a socket by its match.
                    f"ws{url.removeprefix('http')}/ws/play/?match={self.match_id}",
                    origin=url,  # type: ignore[arg-type]
                    additional_headers=self._headers,
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE_OF_LINES[0],
                    close_timeout=PATIENCE_OF_LINES[1],
                ) as line:
                    await self._serve(line)
            except (ConnectionClosed, OSError, InvalidHandshake, TimeoutError) as error:
                if isinstance(error, InvalidStatus) and 400 <= error.response.status_code < 500:
                    # The site answers with a refusal, for example because it does not know this host.
                    self.figures.errors[f"refused_{error.response.status_code}"] += 1
                self._turn += 1
                if self._lost_at is None:
                    self._lost_at = time.perf_counter()
                await asyncio.sleep(self._wait * random.uniform(0.5, 1))
                self._wait = min(RETRY[2], self._wait * RETRY[1])

    async def _serve(self, line: ClientConnection) -> None:
        self._line = line
        self._has_come_back = True
        await line.send(json.dumps({"type": "watch", "match": self.match_id, "since": self._newest}))
        drop = self.plan.drop and time.perf_counter() + random.expovariate(1 / self.plan.drop)
        quiet_since = time.perf_counter()
        while not (self.plan.until() or self.course.over):
            now = time.perf_counter()
            if drop and now > drop:
                self.figures.drops += 1
                self._lost_at = now
                line.transport.abort()
                return
            try:
                text = await asyncio.wait_for(line.recv(decode=False), 0.5)
            except TimeoutError:
                if now - quiet_since > PATIENCE:
                    self.figures.errors["stuck"] += 1
                    quiet_since = now
                continue
            quiet_since = time.perf_counter()
            await self._hear(line, json.loads(text), len(text))

    async def _hear(self, line: ClientConnection, message: dict[str, Any], size: int) -> None:
        self.count(size)
        kind = message["type"]
        if kind == "welcome":
            self._wait = RETRY[0]
        elif self._lost_at is not None:
            self.figures.returns.append(time.perf_counter() - self._lost_at)
            self._lost_at = None
        self._was_shown = self._was_shown or kind in {"match", "frame"}
        if kind == "frame":
            self._look_at_number(message, size)
            self._newest = message["step"]
            self._has_come_back = False
        elif kind == "error" and message["code"] == "unavailable":
            self.figures.unavailable += 1
            await asyncio.sleep(RETRY_UNAVAILABLE)
            # As pages do: reconnect, and send orders again that are not stored.
            await line.close()
        elif kind == "error" and not self.expects(message):
            self.figures.errors[message["code"]] += 1
        elif kind == "bye":
            self.figures.errors[f"bye_{message['code']}"] += 1
            self.course.end()
        elif kind == "status" and message["status"] in {"finished", "aborted"}:
            if not self.course.over:
                self.figures.finished += 1
                self.course.finished = True
            self.course.end()
        elif kind == "status" and message["status"] == "paused":
            self.figures.errors["paused"] += 1
            self.course.end()
        await self.act(line, message)

    def _look_at_number(self, frame: dict[str, Any], size: int) -> None:
        step = frame["step"]
        if self._newest is None or step == self._newest + 1:
            return
        if step <= self._newest:
            self.figures.errors["frame_again"] += 1
        elif self._has_come_back:
            self.course.leaps.append(Leap(frame["audience"], self._newest, step, size))
        else:
            self.figures.errors["gap"] += 1

    def count(self, size: int) -> None:
        """Count a received message of that many bytes."""

    def expects(self, refusal: dict[str, Any]) -> bool:
        """True if this refusal is no fault of the site."""
        return False

    async def act(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """React to a message."""

    def compare(self, frame: dict[str, Any]) -> None:
        """Check that every client of one audience gets the same frame of a step, at any time."""
        shown = digest([frame["view"], frame["events"]])
        if self.course.frames.setdefault(frame["audience"], {}).setdefault(frame["step"], shown) != shown:
            self.figures.errors["frame_changed"] += 1


class SpectatorClient(Client):
    """A spectator who is not logged in."""

    async def act(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Count frames."""
        if message["type"] == "frame":
            self.figures.spectator_frames += 1
            self.compare(message)


class SeatClient(Client):
    """Plays a seat as `bot` would."""

    def __init__(
        self,
        plan: Plan,
        figures: Figures,
        course: Course,
        match_id: str,
        session: str,
        *,
        seat: int,
        bot: Bot,
        turn: int = 0,
        skips: bool = False,
    ) -> None:
        """`skips`: it lets every second step pass."""
        super().__init__(plan, figures, course, match_id, session, turn=turn)
        self._seat, self._bot, self._skips = seat, bot, skips
        self._memory: dict[str, Any] = {}
        self._static: dict[str, Any] = {}
        self._sent: dict[int, float] = {}
        """Step → when its orders were sent and not yet acknowledged."""
        self._sent_again: set[int] = set()
        self._acknowledged = -1
        self._orders: tuple[int, Any] | None = None
        """The step that is due and what this seat wants there."""
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self, size: int) -> None:
        """Count the bytes of a message to a seat as well."""
        self.figures.seat_bytes += size

    def expects(self, refusal: dict[str, Any]) -> bool:
        """Orders that were sent again after a lost connection may have been stored and played the first time: their refusal is expected."""
        if refusal["code"] == "too_late":
            return True
        if refusal["code"] == "wrong_step" and self.course.kind is Kind.DEADLINES:
            return True  # the step ended while the orders were on their way
        return refusal["code"] in {"wrong_step", "not_running"} and refusal["ack"] in self._sent_again

    async def act(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Answer a frame, record an acknowledgement, check that acknowledged orders are still stored."""
        kind = message["type"]
        if kind == "match":
            self._static = message["info"]["static"]
        elif kind == "status" and message["deadline"] is not None:
            self.course.note_deadline(message["step"], message["deadline"] / 1000)
        elif kind == "frame":
            self._take(message)
            if message["choices"] is not None:
                self._spawn(self._answer(message))
        elif kind == "ack" and message["ack"] in self._sent:
            self.figures.acks.append(time.perf_counter() - self._sent.pop(message["ack"]))
            self._acknowledged = max(self._acknowledged, message["ack"])
            self.course.acknowledged.setdefault(self._seat, set()).add(message["ack"])
        elif kind == "error" and message["code"] == "too_late":
            self.figures.too_late += 1
            self._sent_again.add(message["ack"])
            self._spawn(self._send_later())
        elif kind == "orders" and message["orders"] is None:
            if message["step"] <= self._acknowledged:
                # `proof` later checks on disk what was stored in the end.
                self.figures.errors["stale_orders"] += 1
            elif self._orders is not None and self._orders[0] == message["step"] and message["step"] in self._sent:
                # Sent, but the connection was lost before the answer: send again.
                self._sent_again.add(message["step"])
                self._spawn(self._send())

    def _take(self, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        step = message["step"]
        self.figures.seat_frames += 1
        self.compare(message)
        self.course.note_seen(step, self._seat, owes=message["choices"] is not None)
        sent = self.course.sent.get(step - 1)
        if sent:
            self.figures.views.append(now - max(sent))
        if step > self.course.resolved:
            self.course.resolved = step
            self.figures.steps += 1
            self.course.sent.pop(step - 3, None)

    async def _answer(self, message: dict[str, Any]) -> None:
        began = time.perf_counter()
        step = message["step"]
        view = {**self._static, **message["view"]}
        orders = self._bot.decide(view, seat_rng(self.match_id, step, self._seat), self._memory)
        self._orders = (step, orders)
        thinking = random.expovariate(1 / self.plan.think) if self.plan.think else 0
        wait = max(LEAST_THINKING, thinking) - (time.perf_counter() - began)
        if self.plan.period:
            wait = max(wait, self.course.time_of_turn(step, self.plan.period) - time.time())
        await asyncio.sleep(wait)
        if self._skips and step % 2:
            self.course.note_skipped(step, self._seat)
            self._orders = None
            return
        self.course.note_decided(step)
        await self._send()

    async def _send_later(self) -> None:
        await asyncio.sleep(RETRY_TOO_LATE)
        await self._send()

    async def _send(self) -> None:
        if self._orders is None or self._newest != self._orders[0]:
            return
        step, orders = self._orders
        text = json.dumps(
            {"type": "orders", "match": self.match_id, "step": step, "orders": orders, "ready": True, "ack": step}
        )
        now = time.perf_counter()
        self._sent[step] = now
        self.course.sent.setdefault(step, []).append(now)
        try:
            # The current connection: the one that delivered the frame may have been replaced while this seat thought.
            if self._line is not None:
                await self._line.send(text)
        except ConnectionClosed:
            return  # `orders` of the next connection says that they did not arrive

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            self.figures.errors[f"client_{type(fault).__name__}"] += 1
