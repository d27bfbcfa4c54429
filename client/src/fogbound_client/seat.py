"""What does a seat have to say in its match, given what it has heard? One match as its seat sees it, from the first frame to the end.

Pure: messages go in and come out as dicts, nothing waits, nothing is sent. So a break is no special case: `opened` says what to send on
a new line, and what was not acknowledged is sent again. Each step is decided once, whatever happens to the line.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = Any
Message = dict[str, Any]

OVER = {"finished", "aborted"}
PASSING = {"unavailable", "internal"}
"""Refusals that say nothing about what was asked: it is asked again after some seconds."""
PASSED = {"wrong_step", "too_late", "not_pending"}
"""The step has gone on without these orders."""
FINAL = {"no_match", "no_scope", "not_your_seat"}
"""This seat is not played from here, now or later."""
AGAIN_SECONDS = 3.0

_acks = itertools.count(1)


class Due(NamedTuple):
    """A step that waits for the seat's orders."""

    step: int
    view: Json
    choices: Json


@dataclass
class Answer:
    """What the seat says to a step."""

    step: int
    orders: Json
    """None: nothing of its own, so the game's default orders count."""
    is_stored: bool = False


@dataclass
class Seat:
    """One match, watched as one's own (first) seat."""

    match_id: str
    game: str = ""
    number: int | None = None
    """Of the seat; None before it is known."""
    seed: str = ""
    """What the chance of the seat's program begins with, as the site tells it."""
    status: Message = field(default_factory=dict)
    """The newest `status` message."""
    step: int = -1
    """Number of the newest frame; -1: none yet."""
    refused: Message | None = None
    """What was wrong with the seat's last orders: `step`, `code`, `path`, `message`. For the next decision."""
    refusals: list[Message] = field(default_factory=list)
    fault: Message | None = None
    """Why the seat cannot be played any more: the refusal."""
    again_in: float | None = None
    """Call `again` after so many seconds; whoever reads this sets it to None."""
    _audience: Json = None
    _static: dict[str, Json] = field(default_factory=dict)
    _view: Json = None
    _choices: Json = None
    _decided: int = -1
    """The newest step that was handed out by `take_due`."""
    _answer: Answer | None = None
    _stored: tuple[int, bool] = (-1, False)
    """The step for which the site has orders of the seat, and whether they are ready."""
    _asked: dict[int, Message] = field(default_factory=dict)
    """By `ack`, what was sent on this line and has no answer."""
    _is_open: bool = False
    _is_watched: bool = False
    """The site sends this match on this line."""

    @property
    def is_over(self) -> bool:
        """Nothing more to do: the match is over, or closed to us."""
        return self.fault is not None or self.status.get("status") in OVER

    @property
    def deadline(self) -> float:
        """When the step ends, in milliseconds since 1970; infinite if nobody waits."""
        return float(self.status.get("deadline") or "inf")

    @property
    def place(self) -> int | None:
        """1 is first; None before the end and in a match that was aborted."""
        return next((one["place"] for one in self.status.get("seats", ()) if one["seat"] == self.number), None)

    # --- The line

    def opened(self) -> list[Message]:
        """A new line is there: what to send first."""
        self.lost()
        self._is_open = True
        return [self._watch()]

    def lost(self) -> None:
        """The line is gone: what had no answer may or may not have arrived."""
        self._asked.clear()
        self._is_open = self._is_watched = False

    def again(self) -> list[Message]:
        """What was refused for a passing reason, once more."""
        if not self._is_open or self.is_over:
            return []
        if self._is_watched:
            return self._unsaid()
        return [] if any(asked["type"] == "watch" for asked in self._asked.values()) else [self._watch()]

    # --- What is heard

    def heard(self, message: Message) -> list[Message]:
        """What to send on a message about this match, or on the answer to one of ours."""
        kind = message["type"]
        if kind == "match":
            self._hear_match(message)
        elif kind == "status":
            return self._hear_status(message)
        elif kind == "frame" and message["audience"] == self._audience:
            self._hear_frame(message)
        elif kind == "orders":
            self._hear_stored(message)
        elif kind == "ack":
            return self._hear_ack(message)
        elif kind == "error":
            return self._hear_error(message)
        elif kind == "bye":
            self._hear_bye(message)
        return []

    def _hear_match(self, message: Message) -> None:
        info = message["info"]
        if message["audience"] != self._audience:
            # Sat down, or seats were drawn: frames of another audience tell nothing of this one.
            self._audience, self.step, self._decided, self._answer = message["audience"], -1, -1, None
        self.game, self.number, self._static = info["game"], info["you"], info["static"]
        self.seed = info.get("seat_seed") or ""

    def _hear_status(self, message: Message) -> list[Message]:
        was_running = self.status.get("status") == "running"
        self.status = message
        if self.number is None and self._audience is not None and message["status"] != "open":
            text = "You have no seat in this match."
            self.fault = {"code": "not_your_seat", "path": "", "message": text, "data": {}}
        # What the pause refused is said now.
        return [] if was_running else self._unsaid()

    def _hear_frame(self, message: Message) -> None:
        if message["step"] <= self.step:
            return
        self.step = message["step"]
        self._view = {**message["view"], **self._static} if isinstance(message["view"], dict) else message["view"]
        self._choices = message["choices"]
        if self._answer is not None and self._answer.step < self.step:
            self._answer = None

    def _hear_stored(self, message: Message) -> None:
        self._stored = (message["step"], bool(message["ready"]))
        if self._answer is not None and self._stored == (self._answer.step, True):
            self._answer.is_stored = True

    def _hear_ack(self, message: Message) -> list[Message]:
        asked = self._asked.pop(message["ack"], None)
        if asked is None:
            return []
        if asked["type"] == "watch":
            self._is_watched = True
            # Of another audience than before, what `since` asked for may have been nothing.
            has_gap = asked["since"] is not None and self.step < 0
            return [self._watch()] if has_gap else self._unsaid()
        if self._answer is not None and asked["step"] == self._answer.step:
            self._answer.is_stored = True
        return []

    def _hear_error(self, message: Message) -> list[Message]:
        asked, code = self._asked.pop(message["ack"], None), message["code"]
        if asked is None:
            return []
        if code in FINAL or (code == "too_many" and asked["type"] == "watch"):
            self.fault = message
        elif code in PASSING:
            self.again_in = AGAIN_SECONDS
        elif code == "not_watching":
            self._is_watched = False
            return self.again()
        elif asked["type"] != "watch":
            return self._hear_refusal(asked, message)
        return []

    def _hear_refusal(self, asked: Message, message: Message) -> list[Message]:
        code, step = message["code"], asked["step"]
        if code == "not_running":
            return []  # said again when the match goes on
        # The path inside the orders, as every home of a program tells it.
        path = message["path"].removeprefix("orders").removeprefix(".")
        self.refused = {"step": step, "code": code, "path": path, "message": message["message"]}
        self.refusals.append(self.refused)
        if self._answer is None or self._answer.step != step:
            return []
        if code in PASSED or asked["type"] == "ready":
            self._answer.is_stored = True  # nothing more can be said to this step
            return []
        # As in every home of a program: what the game refuses is played as its default orders.
        self._answer = Answer(step, None)
        return self._unsaid()

    def _hear_bye(self, message: Message) -> None:
        if message["code"] == "gone":
            self.fault = message
        elif message["code"] == "internal":
            self._is_watched = False
            self.again_in = AGAIN_SECONDS

    # --- What is decided

    def take_due(self) -> Due | None:
        """The step to be decided now, handed out once; None if none is."""
        if not self._is_due() or self._decided >= self.step:
            return None
        self._decided = self.step
        return Due(self.step, self._view, self._choices)

    def is_stale(self, due: Due) -> bool:
        """Has the match gone on without this decision?"""
        return due.step != self.step or self.is_over

    def answer(self, due: Due, orders: Json) -> list[Message]:
        """What was decided; `orders` None: nothing, so the default orders count."""
        if self.is_stale(due):
            return []
        self._answer = Answer(due.step, orders)
        return self._unsaid()

    def _is_due(self) -> bool:
        if self.number is None or self.status.get("status") != "running" or self._stored == (self.step, True):
            return False
        is_awaited = self.status.get("step") == self.step and self.number in self.status.get("waiting", ())
        return self.step >= 0 and (self._choices is not None or is_awaited)

    # --- What is said

    def _watch(self) -> Message:
        return self._sent({"type": "watch", "match": self.match_id, "since": self.step if self.step >= 0 else None})

    def _unsaid(self) -> list[Message]:
        """The answer to the newest step, if the site does not have it and has not been sent it on this line."""
        answer = self._answer
        if answer is None or answer.is_stored or answer.step != self.step or not self._is_watched:
            return []
        if self.status.get("status") != "running" or any("step" in asked for asked in self._asked.values()):
            return []
        said: Message = {"match": self.match_id, "step": answer.step, "ready": True}
        if answer.orders is None:
            return [self._sent({"type": "ready", **said})]
        return [self._sent({"type": "orders", **said, "orders": answer.orders})]

    def _sent(self, message: Message) -> Message:
        ack = next(_acks)
        self._asked[ack] = message
        return {**message, "ack": ack}
