"""How do the people of a load test behave? Each is a socket that plays one seat by a built-in bot, or watches.

What a client can check it checks: frames come in order and without a gap, an acknowledged order is still there after the
connection was lost. Whether so much was missed that the newest frame alone may stand for it, the proof finds out afterwards. What is
wrong is counted under a name of its own.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from games.core.contract import Bot
from games.core.rng import seat_rng
from lobby.matches.positions import digest
from lobby.matches.protocol import AudienceName
from lobby.operations.load.figures import Figures, Turn

PATIENCE = 30.0
"""Seconds without any news until a client counts its match as stuck."""
PATIENCE_OF_LINES = (10.0, 1.0)
"""Seconds for the handshake of a connection, which takes its time where many come back at once; and for its close."""
LEAST_THINKING = 0.06
"""Seconds between two orders of one seat: a connection may send a hundred messages in five seconds, and asks after lost ones too."""
RETRY = (0.3, 1.5, 20.0)
"""Seconds to wait before connecting again, at first; how many times as long each time after that; and at most: as a page does."""
RETRY_UNAVAILABLE = 1.0
"""Seconds until somebody comes again who was told that the site can neither read nor store just now."""


class Leap(NamedTuple):
    """The first frame of a connection, where those between it and the last one before were left out."""

    audience: AudienceName
    last: int
    step: int
    size: int
    """Bytes of the frame."""


@dataclass
class Course:
    """What all clients of one match know together; moments are seconds by the clock on the wall, which other processes share."""

    seats: int
    began: float = field(default_factory=time.time)
    sent: dict[int, list[float]] = field(default_factory=dict)
    """Step → when each seat that owed orders sent them, by the clock of this process."""
    resolved: int = 0
    """The newest step that somebody has seen."""
    over: bool = False
    frames: dict[AudienceName, dict[int, str]] = field(default_factory=dict)
    """Audience → step → digest of the view and events that it was shown."""
    leaps: list[Leap] = field(default_factory=list)
    acknowledged: dict[int, set[int]] = field(default_factory=dict)
    """Seat → steps whose orders were acknowledged."""
    turns: list[Turn] = field(default_factory=list)
    """One for each step that every seat has seen."""
    _seen: dict[int, dict[int, bool]] = field(default_factory=dict)
    """Step → seats that have seen it, and whether they owe orders there."""
    _decided: dict[int, list[float]] = field(default_factory=dict)
    """Step → when each seat that owed orders knew which."""
    _last: int = -1
    """The newest step that every seat has seen."""

    def note_seen(self, step: int, seat: int, *, owes: bool) -> None:
        """A seat has been shown a step."""
        seen = self._seen.setdefault(step, {})
        seen[seat] = owes
        if step > self._last and len(seen) == self.seats:
            self._end_turn(step)

    def note_decided(self, step: int) -> None:
        """A seat knows what it wants in that step: it has thought."""
        self._decided.setdefault(step, []).append(time.time())

    def end(self) -> None:
        """The match is over, or it is time. A step that only the site kept from some until now counts as seen."""
        if self.over:
            return
        self.over = True
        owing = sum(self._seen.get(self._last, {}).values())
        if self._last < 0 or 0 < owing == len(self._decided.get(self._last, [])):
            self._end_turn(self._last + 1)

    def _end_turn(self, step: int) -> None:
        thought = self._decided.pop(step - 1, [])
        self._seen.pop(step - 1, None)
        began = self.turns[-1].shown if self.turns else self.began
        self.turns.append(Turn(max(thought, default=began), time.time()))
        self._last = step


@dataclass(frozen=True)
class Plan:
    """How everybody behaves."""

    urls: tuple[str, ...]
    """Web processes of one site; who loses one tries the next, as a proxy would."""
    think: float
    """Mean seconds before a seat answers."""
    drop: float
    """Mean seconds until a client loses its connection without a word; 0: it never does."""
    until: Callable[[], bool]
    """Is it time to end?"""
    patience: float = PATIENCE_OF_LINES[0]
    """Seconds after which a client that was never shown anything counts as an error; one that came just before the end does not."""


class Client:
    """One connection at a time, made again when it is lost."""

    def __init__(
        self, plan: Plan, figures: Figures, course: Course, match_id: str, session: str | None, *, turn: int = 0
    ) -> None:
        self.plan, self.figures, self.course, self.match_id = plan, figures, course, match_id
        self._headers = {"Cookie": f"sessionid={session}"} if session else {}
        self._newest: int | None = None
        self._lost_at: float | None = None
        self._wait = RETRY[0]
        self._turn = turn
        self._line: ClientConnection | None = None
        self._has_come_back = False
        """Is the next frame the first one of its connection?"""
        self._was_shown = False
        """Has it been told of its match? Late spectators see nothing else for a while."""

    async def run(self) -> None:
        """Take part until the match is over or it is time."""
        began = time.perf_counter()
        await self._take_part()
        if not self._was_shown and time.perf_counter() - began >= self.plan.patience:
            self.figures.errors["never_connected"] += 1

    async def _take_part(self) -> None:
        while not (self.plan.until() or self.course.over):
            try:
                url = self.plan.urls[self._turn % len(self.plan.urls)]
                async with connect(
                    f"ws{url.removeprefix('http')}/ws/play/",
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
                    # The site answers, and wants none of it: another host than it knows, for instance.
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
            # As a page does: come again, and send what is not stored once more.
            await line.close()
        elif kind == "error" and not self.expects(message):
            self.figures.errors[message["code"]] += 1
        elif kind == "bye":
            self.figures.errors[f"bye_{message['code']}"] += 1
            self.course.end()
        elif kind == "status" and message["status"] in {"finished", "aborted"}:
            if not self.course.over:
                self.figures.finished += 1
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
        """A message of that many bytes came."""

    def expects(self, refusal: dict[str, Any]) -> bool:
        """Is this no fault of the site?"""
        return False

    async def act(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Do something about it."""

    def compare(self, frame: dict[str, Any]) -> None:
        """A frame is the same for all who share its audience, and whenever it comes."""
        shown = digest([frame["view"], frame["events"]])
        if self.course.frames.setdefault(frame["audience"], {}).setdefault(frame["step"], shown) != shown:
            self.figures.errors["frame_changed"] += 1


class SpectatorClient(Client):
    """Looks on without a name."""

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
    ) -> None:
        super().__init__(plan, figures, course, match_id, session, turn=turn)
        self._seat, self._bot = seat, bot
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
        """Bytes of everything that a seat is sent."""
        self.figures.seat_bytes += size

    def expects(self, refusal: dict[str, Any]) -> bool:
        """What was sent once more, because the line was lost before the answer, may have been stored and played the first time."""
        return refusal["code"] in {"wrong_step", "not_running"} and refusal["ack"] in self._sent_again

    async def act(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Answer a frame, note an acknowledgement, look whether what was acknowledged is still there."""
        kind = message["type"]
        if kind == "match":
            self._static = message["info"]["static"]
        elif kind == "frame":
            self._take(message)
            if message["choices"] is not None:
                self._spawn(self._answer(message))
        elif kind == "ack" and message["ack"] in self._sent:
            self.figures.acks.append(time.perf_counter() - self._sent.pop(message["ack"]))
            self._acknowledged = max(self._acknowledged, message["ack"])
            self.course.acknowledged.setdefault(self._seat, set()).add(message["ack"])
        elif kind == "orders" and message["orders"] is None:
            if message["step"] <= self._acknowledged:
                # What became of it for good the proof finds on disk.
                self.figures.errors["stale_orders"] += 1
            elif self._orders is not None and self._orders[0] == message["step"] and message["step"] in self._sent:
                # Sent, but the connection was lost before the answer: once more.
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
        await asyncio.sleep(max(LEAST_THINKING, thinking) - (time.perf_counter() - began))
        self.course.note_decided(step)
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
            # The connection of now: the one that brought the frame may be lost, and another one made, while this seat thought.
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
