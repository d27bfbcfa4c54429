"""Wake-up calls: they carry an id and nothing else, reach every listener, and may fail without hurting anybody."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from channels.layers import InMemoryChannelLayer, channel_layers, get_channel_layer
from django.db import transaction
from django.utils import timezone

from lobby.platform.process import threads
from lobby.play import services, timer
from lobby.store import wake
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def own_layer():
    """A layer that no other test has filled."""
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


@pytest.fixture
def in_memory(settings, own_layer):
    """The layer of one process, whose groups can be looked at."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


@pytest.fixture
def many_processes(in_memory, monkeypatch):
    """The same, taken for one that others hear as well; who sends in a thread of its own does so for this test only."""
    courier = wake._Courier()
    monkeypatch.setattr(wake, "_courier", courier)
    monkeypatch.setattr(wake, "_is_local", lambda: False)
    yield
    monkeypatch.setattr(wake, "SETTLE_SECONDS", 0.1)
    courier.settle()


class Layer:
    """Stands for the layer's `group_send`: notes what is asked of it, and does what it is told."""

    def __init__(self, monkeypatch):
        self.asked, self.does = [], "take"
        monkeypatch.setattr(get_channel_layer(), "group_send", self)

    async def __call__(self, group, message):
        self.asked.append(message["matches"])
        if self.does == "hang":
            await asyncio.Event().wait()
        if self.does == "refuse":
            raise ConnectionRefusedError("no layer")

    async def is_asked(self, *calls):
        await until(lambda: self.asked == list(calls))


class HeldClock:
    """Stands for `asyncio` in a module: who sleeps there does so until the test ends it."""

    def __init__(self) -> None:
        self.held: dict[float, asyncio.Event] = {}
        """By the seconds that they mean to sleep."""

    def __getattr__(self, name: str):
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await self.held.setdefault(seconds, asyncio.Event()).wait()

    def end(self, seconds: float) -> None:
        self.held.pop(seconds).set()


class Listener:
    """Remembers what it was woken for."""

    def __init__(self):
        self.heard = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, match_id):
        self.heard.append(match_id)
        await self.gate.wait()

    async def hears(self, *ids):
        await until(lambda: self.heard == list(ids))


async def until(is_so):
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.005)
    assert is_so()


@pytest.fixture
async def listen():
    tasks = []

    async def start(listener):
        tasks.append(asyncio.create_task(wake.listen(listener)))
        # A layer over the network takes a moment to subscribe, and calls before that are lost.
        await asyncio.sleep(0.02 if isinstance(get_channel_layer(), InMemoryChannelLayer) else 1)
        return tasks[-1]

    yield start
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_every_listener_hears_every_match(listen):
    first, second = Listener(), Listener()
    await listen(first)
    await listen(second)
    await wake.publish("match1")
    await wake.publish("match2")
    await first.hears("match1", "match2")
    await second.hears("match1", "match2")


async def test_the_listeners_of_a_process_share_one_subscription(in_memory, listen):
    for _ in range(3):
        await listen(Listener())
    assert len(get_channel_layer().groups[wake.GROUP]) == 1


async def test_calls_that_wait_are_made_once(in_memory, listen):
    listener = Listener()
    await listen(listener)
    listener.gate.clear()
    for match_id in ("a", "b", "b", "c", "b"):
        await wake.publish(match_id)
    await listener.hears("a")
    await asyncio.sleep(0.05)
    listener.gate.set()
    await listener.hears("a", "b", "c")


async def test_a_message_carries_the_id_and_nothing_else(listen, monkeypatch):
    layer = get_channel_layer()
    if isinstance(layer, InMemoryChannelLayer):
        # It is heard in the loop of the listeners only; over any other layer a process without listeners is heard, too.
        monkeypatch.setattr(wake, "_is_local", lambda: False)
        await listen(Listener())
    channel = await layer.new_channel("spy")
    await layer.group_add(wake.GROUP, channel)
    # A layer over the network loses what is sent before it has subscribed.
    await asyncio.sleep(0 if isinstance(layer, InMemoryChannelLayer) else 1)
    await wake.publish("match1")
    async with asyncio.timeout(60):
        message = await layer.receive(channel)
    assert {key: message[key] for key in message if key not in {"type", "from"}} == {"matches": ["match1"]}


async def test_what_many_threads_say_at_once_goes_to_other_processes_together_and_the_first_at_once(
    in_memory, listen, monkeypatch
):
    monkeypatch.setattr(wake, "_is_local", lambda: False)
    await listen(Listener())
    sent, layer = [], get_channel_layer()

    async def send(group, message):
        sent.append(message["matches"])

    monkeypatch.setattr(layer, "group_send", send)
    clock = HeldClock()
    monkeypatch.setattr(wake, "asyncio", clock)
    await asyncio.to_thread(wake.publish_from_thread, ["a", "b"])
    await until(lambda: wake.SEND_SECONDS in clock.held)
    for ids in (["c", "d"], ["a", "c"], ["c"]):
        await asyncio.to_thread(wake.publish_from_thread, ids)
    assert sent == [["a", "b"]]
    clock.end(wake.SEND_SECONDS)
    await until(lambda: wake.SEND_SECONDS in clock.held)
    assert sent[1:] == [["c", "d", "a"]]
    clock.end(wake.SEND_SECONDS)
    await asyncio.to_thread(wake.publish_from_thread, ["e"])
    await until(lambda: len(sent) > 2)
    assert sent[2:] == [["e"]]


async def test_calls_that_a_layer_does_not_take_keep_no_later_one(in_memory, listen, monkeypatch):
    monkeypatch.setattr(wake, "_is_local", lambda: False)
    await listen(Listener())
    asked = []

    async def send(group, message):
        asked.append(message["matches"])
        raise OSError if len(asked) == 1 else ZeroDivisionError

    monkeypatch.setattr(get_channel_layer(), "group_send", send)
    monkeypatch.setattr(wake, "REST_SECONDS", 0.05)
    for match_id, together in (("a", ["a"]), ("b", ["a", "b"]), ("c", ["c"])):
        await asyncio.to_thread(wake.publish_from_thread, [match_id])
        await until(partial(asked.__contains__, together))


@pytest.mark.parametrize(("fault", "has_listener"), [("hang", True), ("hang", False), ("refuse", False)])
async def test_after_a_fault_the_layer_rests_and_what_waits_is_sent_then(
    many_processes, listen, monkeypatch, fault, has_listener
):
    monkeypatch.setattr(wake, "PATIENCE_SECONDS", 0.02)
    monkeypatch.setattr(wake, "REST_SECONDS", 2)
    monkeypatch.setattr(wake, "MOST_WAITING", 3)
    layer = Layer(monkeypatch)
    if has_listener:
        await listen(Listener())
    layer.does = fault
    await wake.publish("a")
    await layer.is_asked(["a"])
    await asyncio.sleep(0.1)
    layer.does = "take"
    await wake.publish("b", "c")
    await asyncio.to_thread(wake.publish_from_thread, ["b", "d"])
    assert layer.asked == [["a"]], "it rests"
    await layer.is_asked(["a"], ["b", "c", "d"])
    await wake.publish("e")
    await layer.is_asked(["a"], ["b", "c", "d"], ["e"])


async def test_a_process_without_listeners_waits_for_no_layer(many_processes, monkeypatch, make_match, alice):
    layer = Layer(monkeypatch)
    layer.does = "hang"
    monkeypatch.setattr(wake, "PATIENCE_SECONDS", 60)
    matches = [make_match() for _ in range(5)]
    async with asyncio.timeout(60):
        for match in matches:
            await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=dict(DEFAULT_ORDERS))
            await wake.publish(match.pk)
            await asyncio.to_thread(wake.publish_from_thread, [match.pk])
    await layer.is_asked([matches[0].pk])


async def test_a_beat_that_moves_many_matches_makes_one_call(many_processes, monkeypatch, make_match):
    now = timezone.now()
    matches = [make_match(now=now) for _ in range(5)]
    await threads.run(threads.TIMER, timer.beat, now - timedelta(minutes=1))
    await wake.settle()
    layer = Layer(monkeypatch)
    layer.does = "hang"
    monkeypatch.setattr(wake, "PATIENCE_SECONDS", 60)
    async with asyncio.timeout(60):
        await timer.start()
    await until(lambda: layer.asked)
    assert [sorted(call) for call in layer.asked] == [sorted(match.pk for match in matches)]


async def test_the_end_of_a_process_without_listeners_waits_for_what_is_on_its_way(many_processes, monkeypatch):
    layer = Layer(monkeypatch)
    monkeypatch.setattr(wake, "SEND_SECONDS", 0.1)
    await wake.publish("a")
    await layer.is_asked(["a"])
    await wake.publish("b")
    await wake.settle()
    assert layer.asked == [["a"], ["b"]]
    layer.does = "hang"
    monkeypatch.setattr(wake, "SETTLE_SECONDS", 0.1)
    await wake.publish("c")
    async with asyncio.timeout(60):
        await wake.settle()


async def test_a_process_without_listeners_tells_nobody_by_a_layer_of_its_own(in_memory, monkeypatch):
    layer = Layer(monkeypatch)
    await wake.publish("a")
    await asyncio.to_thread(wake.publish_from_thread, ["a"])
    await wake.settle()
    assert layer.asked == []


async def test_at_the_end_what_waits_is_sent_and_nothing_stays(in_memory, listen, monkeypatch):
    monkeypatch.setattr(wake, "_is_local", lambda: False)
    await wake.settle()
    await listen(Listener())
    sent = []

    async def send(group, message):
        sent.append(message["matches"])

    monkeypatch.setattr(get_channel_layer(), "group_send", send)
    monkeypatch.setattr(wake, "SEND_SECONDS", 0.1)
    await asyncio.to_thread(wake.publish_from_thread, ["a"])
    await until(lambda: sent)
    await asyncio.to_thread(wake.publish_from_thread, ["b"])
    await wake.settle()
    assert sent == [["a"], ["b"]]
    assert not outboxes()
    await asyncio.to_thread(wake.publish_from_thread, ["c"])
    await until(lambda: len(sent) > 2)


async def test_the_end_does_not_wait_for_a_layer_that_does_not_answer(in_memory, listen, monkeypatch):
    monkeypatch.setattr(wake, "_is_local", lambda: False)
    monkeypatch.setattr(wake, "SETTLE_SECONDS", 0.05)
    await listen(Listener())
    asked = []

    async def send(group, message):
        asked.append(message["matches"])
        await asyncio.Event().wait()

    monkeypatch.setattr(get_channel_layer(), "group_send", send)
    await asyncio.to_thread(wake.publish_from_thread, ["a"])
    await until(lambda: asked)
    async with asyncio.timeout(60):
        await wake.settle()
    assert not outboxes()


def outboxes():
    return [task for task in asyncio.all_tasks() if task.get_name() == "wake outbox"]


async def test_a_listener_that_fails_is_woken_again_and_disturbs_no_other(listen, caplog):
    sound, heard = Listener(), []

    async def fail(match_id):
        heard.append(match_id)
        raise ZeroDivisionError

    await listen(fail)
    await listen(sound)
    await wake.publish("a")
    await wake.publish("b")
    await sound.hears("a", "b")
    assert heard == ["a", "b"]
    assert "a listener failed" in caplog.text


async def test_threads_call_after_their_commit_and_not_after_a_rollback(listen):
    listener = Listener()
    await listen(listener)

    def work():
        with transaction.atomic():
            wake.publish_soon("kept")
            assert listener.heard == []
        try:
            with transaction.atomic():
                wake.publish_soon("lost")
                raise ZeroDivisionError
        except ZeroDivisionError:
            wake.publish_soon("at once")

    await threads.run(threads.SERVICES, work)
    await listener.hears("kept", "at once")


async def test_the_last_listener_gives_the_subscription_up(in_memory, listen):
    task = await listen(Listener())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    for _ in range(20):
        await asyncio.sleep(0.005)
    assert not get_channel_layer().groups.get(wake.GROUP)
    await wake.publish("nobody hears")


async def test_a_call_that_is_not_understood_keeps_no_later_one(many_processes, listen, monkeypatch, caplog):
    monkeypatch.setattr(wake, "RETRY_SECONDS", 0)
    listener = Listener()
    await listen(listener)
    layer = get_channel_layer()
    # As another release may say it.
    await layer.group_send(wake.GROUP, {"type": "wake", "match": "match1"})
    await until(lambda: "a wake-up call was not understood" in caplog.text)
    await until(lambda: wake.GROUP in layer.groups)
    await layer.group_send(wake.GROUP, {"type": "wake", "matches": ["match2"], "from": "another"})
    await listener.hears("match2")


async def test_a_layer_that_is_away_is_logged_and_hurts_nobody(many_processes, monkeypatch, caplog):
    Layer(monkeypatch).does = "refuse"
    await wake.publish("match1")
    await until(lambda: "wake-up calls for 1 matches were not sent: no layer" in caplog.text)


@pytest.mark.parametrize("place", ["group_add", "receive"])
async def test_a_cancellation_that_the_layer_swallows_is_heard_all_the_same(in_memory, monkeypatch, place):
    layer = get_channel_layer()
    real, reached = getattr(layer, place), asyncio.Event()

    async def swallow(*arguments):
        reached.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if place == "receive":
                return {"type": "wake", "match": "a7"}
        return await real(*arguments)

    monkeypatch.setattr(layer, place, swallow)
    task = wake._Subscription().task
    await asyncio.wait_for(reached.wait(), 5)
    monkeypatch.undo()
    task.cancel()
    _, still_there = await asyncio.wait([task], timeout=5)
    assert not still_there
    assert task.cancelled()
