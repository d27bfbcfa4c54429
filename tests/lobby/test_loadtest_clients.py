"""What does a client of the load test notice: frames that are missing or come twice, orders nobody tells it of, lost lines?"""

import asyncio
import json
from dataclasses import replace

import pytest

from lobby.operations.load import clients
from lobby.operations.load.clients import Course, Leap, Plan, SeatClient
from lobby.operations.load.figures import Figures
from tests.games.toy import GAME as TOY


class Line:
    """Takes what a client sends."""

    def __init__(self):
        self.sent = []

    async def send(self, text):
        self.sent.append(json.loads(text))


@pytest.fixture
def client():
    plan = Plan(("http://127.0.0.1:1",), think=0, drop=0, until=lambda: False)
    return SeatClient(plan, Figures(), Course(seats=2), "a7", "key", seat=0, bot=TOY.bots[0])


def frame(step):
    return {"type": "frame", "audience": 0, "step": step, "view": {}, "events": [], "choices": None, "final": False}


@pytest.mark.parametrize(
    ("steps", "errors"),
    [((0, 1, 2), {}), ((0, 2), {"gap": 1}), ((0, 1, 1), {"frame_again": 1})],
)
async def test_a_client_notices_frames_that_are_missing_or_come_twice(client, steps, errors):
    for step in steps:
        await client._hear(Line(), frame(step), 10)
    assert client.figures.errors == errors


async def test_frames_that_are_left_out_when_a_client_comes_back_are_for_the_proof_to_judge(client, monkeypatch):
    """What was missed may be too much to be sent; a line that is there leaves nothing out."""
    monkeypatch.setattr(client, "plan", replace(client.plan, until=lambda: True))
    await client._hear(Line(), frame(0), 10)
    await client._serve(Line())
    for step in (5, 6):
        await client._hear(Line(), frame(step), 20)
    assert (client.course.leaps, client.figures.errors) == ([Leap(0, 0, 5, 20)], {})
    await client._hear(Line(), frame(8), 10)
    assert (client.course.leaps, client.figures.errors) == ([Leap(0, 0, 5, 20)], {"gap": 1})


async def test_a_client_notices_that_it_is_not_told_of_its_acknowledged_orders(client):
    client._sent[4] = 0.0
    await client._hear(Line(), {"type": "ack", "ack": 4}, 10)
    await client._hear(Line(), {"type": "orders", "step": 4, "orders": {}, "ready": True}, 10)
    assert client.figures.errors == {}
    await client._hear(Line(), {"type": "orders", "step": 4, "orders": None, "ready": False}, 10)
    assert client.figures.errors == {"stale_orders": 1}


async def test_whoever_thinks_while_the_line_is_lost_answers_over_the_next_one(client):
    lost, found = Line(), Line()
    client._line = lost
    client._newest, client._orders = 3, (3, {"walk": 1})
    client._line = None
    await client._send()
    await client._hear(found, {"type": "orders", "step": 3, "orders": None, "ready": False}, 10)
    client._line = found
    await asyncio.gather(*client._tasks)
    assert [(sent["step"], sent["orders"]) for sent in found.sent] == [(3, {"walk": 1})]
    assert lost.sent == []


async def test_what_was_sent_twice_may_have_been_played_the_first_time(client):
    refusal = {"type": "error", "code": "wrong_step", "ack": 4, "match": "a7"}
    client._sent_again.add(4)
    await client._hear(Line(), refusal, 10)
    assert client.figures.errors == {}
    await client._hear(Line(), {**refusal, "ack": 5}, 10)
    assert client.figures.errors == {"wrong_step": 1}


async def test_orders_that_came_too_late_are_sent_again(client, monkeypatch):
    """The deadline that was missed may have been moved since: a site gives its downtime back after it has started."""
    monkeypatch.setattr(clients, "RETRY_TOO_LATE", 0.0)
    line = client._line = Line()
    client._newest, client._orders = 3, (3, {"walk": 1})
    await client._send()
    await client._hear(line, {"type": "error", "code": "too_late", "ack": 3, "match": "a7"}, 10)
    await asyncio.gather(*client._tasks)
    assert [(sent["step"], sent["orders"]) for sent in line.sent] == [(3, {"walk": 1})] * 2
    assert (client.figures.too_late, client.figures.errors) == (1, {})
    # Played after all, by the first try: what comes of the second is no fault of the site.
    await client._hear(line, {"type": "error", "code": "wrong_step", "ack": 3, "match": "a7"}, 10)
    assert client.figures.errors == {}


async def test_orders_that_came_too_late_are_not_sent_for_another_step(client, monkeypatch):
    monkeypatch.setattr(clients, "RETRY_TOO_LATE", 0.0)
    line = client._line = Line()
    client._newest, client._orders = 4, (3, {"walk": 1})
    await client._hear(line, {"type": "error", "code": "too_late", "ack": 3, "match": "a7"}, 10)
    await asyncio.gather(*client._tasks)
    assert line.sent == []


def test_turns_with_a_pace_come_one_a_period_and_a_late_match_does_not_hurry(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(clients.time, "time", lambda: now[0])
    monkeypatch.setattr(clients.random, "uniform", lambda least, most: (least + most) / 2)
    course = Course(seats=2)
    assert [course.time_of_turn(0, 4.0) for _seat in range(2)] == [102.0] * 2, "all seats at once"
    now[0] = 103.0
    assert course.time_of_turn(1, 4.0) == 106.0
    now[0] = 115.0
    assert course.time_of_turn(2, 4.0) == 115.0
    assert course.time_of_turn(3, 4.0) == 119.0
    assert len(course._turn_times) <= 3


async def test_a_seat_with_a_pace_answers_when_its_turn_comes(client, monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(clients.asyncio, "sleep", sleep)
    monkeypatch.setattr(clients.time, "time", lambda: 100.0)
    client.plan = replace(client.plan, period=4.0)
    client.course._turn_times[3] = client.course._next_turn = 103.5
    client._line, client._newest = Line(), 3
    seats = [{"seat": seat, "cell": seat, "hearts": 1, "out": None} for seat in range(2)]
    view = {"size": 7, "rounds": 9, "round": 1, "you": 0, "seats": seats}
    await client._answer({**frame(3), "view": view})
    assert slept == [3.5]
    assert [sent["step"] for sent in client._line.sent] == [3]


async def test_a_seat_that_lets_steps_pass_answers_every_other_one(client):
    client._skips = True
    client._line = Line()
    seats = [{"seat": seat, "cell": seat, "hearts": 1, "out": None} for seat in range(2)]
    view = {"size": 7, "rounds": 9, "round": 1, "you": 0, "seats": seats}
    for step in range(4):
        client._newest = step
        await client._answer({**frame(step), "view": view})
    assert [sent["step"] for sent in client._line.sent] == [0, 2]
    assert client.course.skipped == {(1, 0), (3, 0)}
    # Nobody sends for it again what it never meant to send.
    await client._hear(client._line, {"type": "orders", "step": 3, "orders": None, "ready": False}, 10)
    assert len(client._line.sent) == 2
