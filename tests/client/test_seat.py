"""Does a seat say what it has to, once for each step, whatever becomes of the line and of its orders?"""

from __future__ import annotations

from typing import Any

import pytest
from fogbound_client.seat import Message, Seat

MATCH = "k7m2p9qx4t"
ORDERS = {"walk": 1}


class Line:
    """A seat, and the site at the other end of its line."""

    def __init__(self) -> None:
        self.seat = Seat(MATCH)
        self.sent: list[Message] = []

    def open(self) -> None:
        self.say(self.seat.opened())

    def say(self, messages: list[Message]) -> None:
        self.sent += messages

    def hear(self, kind: str, **fields: Any) -> None:
        self.say(self.seat.heard({"type": kind, "match": MATCH, **fields}))

    def take(self) -> list[Message]:
        """What has been sent since this was asked last, without its numbers."""
        sent, self.sent = self.sent, []
        return [{key: value for key, value in message.items() if key not in {"ack", "match"}} for message in sent]

    def answer_last(self, kind: str = "ack", **fields: Any) -> None:
        self.hear(kind, ack=self.numbers[-1], **fields)

    @property
    def numbers(self) -> list[int]:
        return [message["ack"] for message in self.sent]

    def match(self, *, audience: Any = 0, you: int | None = 0) -> None:
        info = {"game": "some_game", "static": {"width": 9}, "you": you}
        self.hear("match", audience=audience, info=info)

    def status(self, status: str = "running", step: int = 0, waiting: tuple[int, ...] = (0,), **more: Any) -> None:
        seats = [{"seat": 0, "place": 2 if status == "finished" else None}]
        fields = {"deadline": 1000, "outcome": None, "goes_on": None, **more}
        self.hear("status", status=status, step=step, waiting=list(waiting), seats=seats, **fields)

    def frame(self, step: int, *, audience: Any = 0, choices: Any = ("some",)) -> None:
        self.hear("frame", audience=audience, step=step, view={"round": step}, events=[], choices=choices, final=False)

    def refuse(self, code: str, path: str = "orders.walk") -> None:
        self.answer_last("error", code=code, path=path, message="No.", data={})


@pytest.fixture
def line() -> Line:
    """A seat that has been shown step 3 and owes its orders."""
    line = Line()
    line.open()
    numbers = line.numbers
    assert line.take() == [{"type": "watch", "since": None}]
    line.match()
    line.status(step=3)
    line.hear("orders", step=3, orders=None, ready=False)
    line.frame(3)
    line.hear("ack", ack=numbers[0])
    return line


def decide(line: Line, orders: Any = ORDERS) -> None:
    due = line.seat.take_due()
    assert due is not None
    line.say(line.seat.answer(due, orders))


SAID = {"type": "orders", "step": 3, "ready": True, "orders": ORDERS}
DEFAULT = {"type": "ready", "step": 3, "ready": True}


def test_a_step_is_handed_out_once_with_what_never_changes_in_it(line: Line) -> None:
    due = line.seat.take_due()
    assert due == (3, {"round": 3, "width": 9}, ("some",))
    assert line.seat.take_due() is None
    line.frame(3)
    line.match()
    assert line.seat.take_due() is None


def test_nothing_is_due_for_others_or_while_nobody_is_asked(line: Line) -> None:
    line.status(step=4, waiting=(1,))
    line.frame(4, choices=None)
    assert line.seat.take_due() is None
    # A game may know no choices: then the status says who is awaited.
    line.status(step=5, waiting=(0, 1))
    line.frame(5, choices=None)
    due = line.seat.take_due()
    assert due is not None
    assert due.step == 5


def test_stored_orders_are_not_decided_again(line: Line) -> None:
    line.hear("orders", step=3, orders=ORDERS, ready=True)
    assert line.seat.take_due() is None


def test_what_was_not_acknowledged_is_sent_again_after_a_break(line: Line) -> None:
    decide(line)
    assert line.take() == [SAID]
    line.seat.lost()
    line.open()
    number = line.numbers[0]
    assert line.take() == [{"type": "watch", "since": 3}]
    line.status(step=3)
    line.hear("orders", step=3, orders=None, ready=False)
    assert line.take() == []
    line.hear("ack", ack=number)
    assert line.take() == [SAID]
    assert line.seat.take_due() is None


def test_what_was_acknowledged_is_not_sent_again(line: Line) -> None:
    decide(line)
    line.answer_last()
    line.take()
    line.seat.lost()
    line.open()
    line.answer_last()
    assert line.take() == [{"type": "watch", "since": 3}]


def test_what_was_stored_though_its_answer_was_lost_is_not_sent_again(line: Line) -> None:
    decide(line)
    line.take()
    line.seat.lost()
    line.open()
    line.hear("orders", step=3, orders=ORDERS, ready=True)
    line.answer_last()
    assert line.take() == [{"type": "watch", "since": 3}]


def test_a_decision_that_falls_into_a_break_is_sent_after_it(line: Line) -> None:
    due = line.seat.take_due()
    assert due is not None
    line.seat.lost()
    line.say(line.seat.answer(due, ORDERS))
    assert line.take() == []
    line.open()
    line.answer_last()
    assert line.take()[-1] == SAID


def test_a_decision_that_comes_after_its_step_is_dropped(line: Line) -> None:
    due = line.seat.take_due()
    assert due is not None
    line.frame(4)
    assert line.seat.is_stale(due)
    line.say(line.seat.answer(due, ORDERS))
    assert line.take() == []


def test_refused_orders_are_told_and_default_ones_played(line: Line) -> None:
    decide(line)
    line.refuse("out_of_range")
    assert line.take() == [SAID, DEFAULT]
    assert line.seat.refused == {"step": 3, "code": "out_of_range", "path": "walk", "message": "No."}


@pytest.mark.parametrize("code", ["too_late", "wrong_step", "not_pending"])
def test_what_came_too_late_is_told_and_left(line: Line, code: str) -> None:
    decide(line)
    line.refuse(code, "step")
    assert line.take() == [SAID]
    line.seat.lost()
    line.open()
    line.answer_last()
    assert line.take() == [{"type": "watch", "since": 3}]
    assert line.seat.refused is not None
    assert line.seat.refused["code"] == code


@pytest.mark.parametrize("code", ["unavailable", "internal"])
def test_what_the_site_could_not_store_is_sent_again_after_some_seconds(line: Line, code: str) -> None:
    decide(line)
    line.refuse(code)
    assert line.take() == [SAID]
    assert line.seat.again_in == 3.0
    line.say(line.seat.again())
    assert line.take() == [SAID]
    assert line.seat.refused is None


def test_what_a_pause_refused_is_sent_when_the_match_goes_on(line: Line) -> None:
    decide(line)
    line.refuse("not_running")
    line.status("paused", step=3)
    assert line.take() == [SAID]
    line.status(step=3)
    assert line.take() == [SAID]


def test_nothing_is_decided_in_a_pause(line: Line) -> None:
    line.status("paused", step=3)
    assert line.seat.take_due() is None
    line.status(step=3)
    assert line.seat.take_due() is not None


@pytest.mark.parametrize("code", ["unavailable", "internal"])
def test_a_watch_that_was_refused_is_tried_again(code: str) -> None:
    line = Line()
    line.open()
    line.refuse(code, "")
    line.take()
    assert line.seat.again_in == 3.0
    line.say(line.seat.again())
    assert line.take() == [{"type": "watch", "since": None}]


def test_a_match_that_the_site_stops_sending_is_watched_again(line: Line) -> None:
    line.hear("bye", code="internal")
    assert line.seat.again_in == 3.0
    line.say(line.seat.again())
    assert line.take() == [{"type": "watch", "since": 3}]


@pytest.mark.parametrize("code", ["no_match", "no_scope", "not_your_seat", "too_many"])
def test_a_watch_that_is_refused_for_good_ends_the_match(code: str) -> None:
    line = Line()
    line.open()
    line.refuse(code, "")
    assert line.seat.is_over
    assert line.seat.fault is not None


def test_a_match_that_is_closed_to_us_ends(line: Line) -> None:
    line.hear("bye", code="gone")
    assert line.seat.is_over


def test_frames_of_another_audience_are_forgotten(line: Line) -> None:
    decide(line)
    line.take()
    line.seat.lost()
    line.open()
    line.match(audience=2, you=2)
    line.answer_last()
    # The site had nothing newer than what we said we had: so it is asked for everything.
    assert line.take() == [{"type": "watch", "since": 3}, {"type": "watch", "since": None}]
    line.frame(3, audience=0)
    assert line.seat.step == -1
    line.frame(3, audience=2)
    assert line.seat.take_due() is not None


def test_whoever_has_no_seat_in_a_match_is_told_so() -> None:
    line = Line()
    line.open()
    line.match(audience="public", you=None)
    line.status("open", waiting=())
    assert not line.seat.is_over
    line.status(step=0)
    assert line.seat.fault is not None
    assert line.seat.fault["code"] == "not_your_seat"


def test_the_end_tells_the_place(line: Line) -> None:
    line.status("finished", step=4, waiting=())
    assert line.seat.is_over
    assert line.seat.place == 2
    assert line.seat.take_due() is None
