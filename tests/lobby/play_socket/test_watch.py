"""What does somebody who watches a match get to see, when, and in which order?"""

import asyncio
import json

import pytest
from django.db import InterfaceError, OperationalError

from games.core.rng import seat_seed
from lobby.fog import audience, fairness
from lobby.matches.models import Match, Seat
from lobby.play import services
from lobby.store import wake as wakes
from lobby.talk import chat
from lobby.watch import feed, hub
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet

NOTE = {"note": "x"}


def types(messages):
    return [message["type"] for message in messages]


def frames(messages):
    return [message["step"] for message in messages if message["type"] == "frame"]


async def play_to(match, step, alice, bob, first=0):
    for number in range(first, step):
        await play_step(match, number, (alice, {"note": f"alice {number}"}), (bob, NOTE))
        await alice.frame(number + 1)
        await bob.frame(number + 1)


@pytest.fixture
async def table(start_match, connect):
    """A running match and a tab of each of its two people, who watch it."""
    match = await in_thread(start_match)
    alice, bob = await connect("alice"), await connect("bob")
    await alice.watch(match)
    await bob.watch(match)
    return match, alice, bob


async def test_it_works(start_match, connect):
    match = await in_thread(start_match)
    alice, bob = await connect("alice"), await connect("bob")
    told = await alice.watch(match)
    assert types(told) == ["match", "status", "orders", "chat", "frame", "ack"]
    shown, status, orders, chat, frame, _ = told
    assert shown["audience"] == shown["info"]["you"] == 0
    assert shown["info"]["static"] == {"steps": 4}
    assert [seat["name"] for seat in shown["info"]["seats"]] == ["Alice", "Bob"]
    assert status["status"] == "running"
    assert status["waiting"] == [0, 1]
    assert orders == {"type": "orders", "match": match.id, "step": 0, "orders": None, "ready": False}
    assert chat["lines"] == []
    assert frame["step"] == 0
    assert "steps" not in frame["view"]
    assert frame["choices"] == {"longest": 100, "seat": 0}
    await bob.watch(match)
    await play_step(match, 0, (alice, {"note": "mine"}), (bob, NOTE))
    frame = await alice.frame(1)
    assert frame["events"] == [
        {"type": "noted", "seat": 0, "note": "mine"},
        {"type": "noted", "seat": 1},
    ]
    assert frame["view"]["note"] == "mine"
    assert frame["final"] is False
    status = await alice.until(lambda message: message["type"] == "status" and message["step"] == 1)
    assert status["waiting"] == [0, 1]


async def test_a_seat_alone_is_told_the_seed_of_its_program(start_match, connect):
    match = await in_thread(start_match)
    alice, bob, charlie = await connect("alice"), await connect("bob"), await connect("charlie")
    told = [(await one.watch(match))[0]["info"]["seat_seed"] for one in (alice, bob, charlie)]
    assert told == [seat_seed(match.seed, 0), seat_seed(match.seed, 1), None]
    assert match.seed not in str(told)


async def test_everybody_is_promised_the_same_seed(start_match, connect):
    match = await in_thread(start_match)
    for one in (await connect("alice"), await connect("charlie")):
        info = (await one.watch(match))[0]["info"]
        assert info["seed_hash"] == fairness.seed_hash(match.id, match.seed)
        assert match.seed not in json.dumps(info)


@pytest.mark.postgres
async def test_every_audience_gets_every_number_once_and_in_order(table):
    match, alice, bob = table
    for step in range(4):
        await play_step(match, step, (alice, NOTE), (bob, NOTE))
        await alice.frame(step + 1)
    await bob.frame(4)
    for tab in (alice, bob):
        seen = [message for message in map(json.loads, tab.heard) if message["type"] == "frame"]
        assert [frame["step"] for frame in seen] == [0, 1, 2, 3, 4]
        assert [frame["final"] for frame in seen] == [False] * 4 + [True]
        assert seen[-1]["choices"] is None


async def test_several_tabs_of_one_seat_stay_in_step(table, connect):
    match, alice, bob = table
    other = await connect("alice")
    await other.watch(match)
    assert (await other.ask("orders", match=match.id, step=0, orders={"note": "draft"}))["type"] == "ack"
    stored = {"type": "orders", "match": match.id, "step": 0, "orders": {"note": "draft"}, "ready": False}
    assert await alice.next("orders") == stored
    assert await other.next("orders") == stored
    assert (await alice.ask("ready", match=match.id, step=0, ready=True))["type"] == "ack"
    assert await other.next("orders") == {**stored, "ready": True}
    third = await connect("alice")
    assert (await third.watch(match))[2] == {**stored, "ready": True}
    assert not [message for message in await bob.settle() if message["type"] == "orders"]
    await play_step(match, 0, (bob, NOTE))
    frame = await alice.frame(1)
    assert await other.frame(1) == await third.frame(1) == frame
    assert frame["view"]["note"] == "draft"


async def test_drafts_of_others_are_not_even_noticed(table):
    match, alice, bob = table
    await bob.settle()
    for text in ("one", "two", "three"):
        assert (await alice.ask("orders", match=match.id, step=0, orders={"note": text}))["type"] == "ack"
    await alice.until(lambda message: message["type"] == "orders" and message["orders"] == {"note": "three"})
    assert await bob.settle() == []
    assert (await bob.watch(match))[1]["revision"] == (await alice.watch(match))[1]["revision"] == 1


async def test_a_resignation_is_secret_until_its_step_is_resolved(start_match, connect):
    match = await in_thread(start_match, names=("alice", "bob", "charlie"))
    alice, bob, charlie = await connect("alice"), await connect("bob"), await connect("charlie")
    for one in (alice, bob, charlie):
        await one.watch(match)
    await alice.ask("resign", match=match.id)
    told = await alice.until(lambda m: m["type"] == "status" and m["seats"][0]["resigned"])
    assert told["seats"][0]["ready"] is True
    seen = (await bob.watch(match))[1]
    assert seen["seats"][0]["resigned"] is False
    assert not any(vote["asked"] or vote["mine"] for vote in seen["votes"].values())
    await play_step(match, 0, (bob, NOTE), (charlie, NOTE))
    after = await bob.until(lambda m: m["type"] == "status" and m["step"] == 1)
    assert after["seats"][0]["resigned"] is True


async def test_a_resignation_of_one_of_two_is_told_at_once_with_the_end(table):
    match, alice, bob = table
    await alice.ask("resign", match=match.id)
    told = await bob.until(lambda m: m["type"] == "status" and m["status"] == "finished")
    assert (told["step"], told["outcome"]) == (0, {"reason": "gave_up", "places": [2, 1]})


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("since", "expected"),
    [(None, [3]), (0, [1, 2, 3]), (2, [3]), (3, []), (99, [3])],
)
async def test_a_gap_is_healed_by_watching_again(table, connect, since, expected):
    match, alice, bob = table
    await play_to(match, 3, alice, bob)
    tab = await connect("alice")
    assert frames(await tab.watch(match, since=since)) == expected


def bytes_of(match_id, steps):
    match = Match.objects.get(pk=match_id)
    return sum(len(audience.frame_bytes(match, audience.own_seat(0), step)) for step in steps)


async def test_whoever_missed_too_much_gets_the_newest(table, connect, monkeypatch):
    match, alice, bob = table
    await play_to(match, 3, alice, bob)
    tab = await connect("alice")
    monkeypatch.setattr(feed, "MOST_BYTES", await in_thread(bytes_of, match.id, (2, 3)))
    assert frames(await tab.watch(match, since=0)) == [3]
    assert frames(await tab.watch(match, since=1)) == [2, 3]


async def test_earlier_frames_can_be_asked_for(table, connect):
    match, alice, bob = table
    await play_to(match, 2, alice, bob)
    await alice.settle()
    answer = await alice.ask("frame", match=match.id, step=0)
    assert answer["type"] == "ack"
    past = await alice.frame(0)
    assert past["choices"] is None
    assert past["view"]["step"] == 0
    answer = await alice.ask("frame", match=match.id, step=3)
    assert (answer["code"], answer["path"], answer["data"]) == ("wrong_step", "step", {"step": 2})
    assert answer["message"] == "Choose a step from 0 to 2."
    charlie = await connect("charlie")
    assert (await charlie.ask("frame", match=match.id, step=0))["code"] == "not_watching"


async def test_spectators_are_late(table, connect):
    match, alice, bob = table
    charlie, stranger = await connect("charlie"), await connect(None)
    told = await charlie.watch(match)
    assert types(told) == ["match", "status", "chat", "ack"]
    answer = await charlie.ask("frame", match=match.id, step=0)
    assert (answer["code"], answer["data"]) == ("wrong_step", {"step": None})
    assert answer["message"] == "There is no step yet that you may see."
    assert told[0]["audience"] == "public"
    assert told[0]["info"]["you"] is None
    await stranger.watch(match)
    await play_to(match, 1, alice, bob)
    await alice.settle()
    assert frames(await charlie.settle()) == []
    await play_to(match, 2, alice, bob, first=1)
    for tab in (charlie, stranger):
        frame = await tab.frame(0)
        assert frame["audience"] == frame["view"]["seat"] == "public"
        assert frame["choices"] is None
    await play_to(match, 3, alice, bob, first=2)
    status = await charlie.until(lambda message: message["type"] == "status" and message["step"] == 1)
    assert status["waiting"] == []
    assert status["votes"] == {}
    assert status["revision"] == 0, "it would count who was ready how often"
    for seat in status["seats"]:
        assert seat["ready"] is seat["bank"] is seat["missed"] is seat["resigned"] is None
    await charlie.frame(1)
    assert (await charlie.ask("frame", match=match.id, step=2))["data"] == {"step": 1}


async def test_no_delay_counts_as_one_under_fog(start_match, connect):
    match = await in_thread(start_match, spectator_delay=0)
    charlie = await connect("charlie")
    told = await charlie.watch(match)
    assert told[0]["info"]["spectator_delay"] == 1
    assert frames(told) == []


async def test_without_fog_spectators_may_see_the_present(start_match, connect):
    match = await in_thread(start_match, spectator_delay=0, options={"fog": False})
    charlie = await connect("charlie")
    told = await charlie.watch(match)
    assert told[0]["info"]["has_fog"] is False
    assert frames(told) == [0]
    assert told[1]["waiting"] == [0, 1]


async def test_after_the_end_everything_is_open(table, connect):
    match, alice, bob = table
    charlie = await connect("charlie")
    await charlie.watch(match)
    assert (await charlie.ask("watch", match=match.id, **{"as": "referee"}))["code"] == "not_allowed"
    await play_to(match, 4, alice, bob)
    # What was held back comes at once.
    assert [(await charlie.frame(step))["final"] for step in range(5)] == [False] * 4 + [True]
    over = await charlie.until(lambda message: message["type"] == "status" and message["status"] == "finished")
    assert sorted(over["outcome"]["places"]) == [1, 2]
    assert {seat["place"] for seat in over["seats"]} == {1, 2}
    truth = [m for m in await charlie.watch(match, "referee", 0) if m["type"] == "frame"]
    assert [len(frame["view"]["secrets"]) for frame in truth] == [2, 2, 2, 2]
    assert "redacted" not in str(truth)
    theirs = [m for m in await charlie.watch(match, 0) if m["type"] == "frame"]
    assert theirs[0]["view"]["secret"] == truth[-1]["view"]["secrets"][0]


async def test_a_seat_opens_its_window_to_spectators_and_closes_it(table, connect):
    match, alice, bob = table
    charlie = await connect("charlie")
    refused = await charlie.ask("watch", match=match.id, **{"as": 0})
    assert (refused["code"], refused["path"]) == ("not_allowed", "as")
    assert (await alice.ask("watchable", match=match.id, value=True))["type"] == "ack"
    told = await charlie.watch(match, 0)
    assert types(told) == ["match", "status", "chat", "ack"]
    assert told[0]["audience"] == 0
    await play_to(match, 2, alice, bob)
    frame = await charlie.frame(0)
    assert "secret" in frame["view"]
    assert frame["choices"] is None
    # Opponents look through no window.
    assert (await bob.ask("watch", match=match.id, **{"as": 0}))["code"] == "not_allowed"
    await alice.ask("watchable", match=match.id, value=False)
    assert await charlie.next("bye") == {"type": "bye", "match": match.id, "code": "gone"}
    assert (await charlie.ask("unwatch", match=match.id))["code"] == "not_watching"


async def test_seats_that_are_not_there(table):
    match, alice, _ = table
    refused = await alice.ask("watch", match=match.id, **{"as": 7})
    assert (refused["code"], refused["path"]) == ("not_allowed", "as")


async def test_unwatching_ends_it(table):
    match, alice, bob = table
    await alice.settle()
    answer = await alice.ask("unwatch", match=match.id)
    assert answer["type"] == "ack"
    assert (await alice.next("bye"))["code"] == "unwatched"
    await play_step(match, 0, (alice, NOTE), (bob, NOTE))
    await bob.frame(1)
    assert await alice.settle() == []


@pytest.mark.postgres
async def test_an_open_table_becomes_a_match_under_the_same_watch(start_match, connect, people):
    match = await in_thread(start_match, begin=False)
    await Seat.objects.filter(match=match, number=1).aupdate(user=None)
    bob = await connect("bob")
    told = await bob.watch(match)
    assert types(told) == ["match", "status", "chat", "ack"]
    assert told[0]["info"]["static"] == {}
    assert [seat["name"] for seat in told[0]["info"]["seats"]] == ["Alice", ""]
    assert told[1]["status"] == "open"
    await Seat.objects.filter(match=match, number=1).aupdate(user=people["bob"])
    await wakes.publish(match.id)
    assert (await bob.next("match"))["audience"] == 1

    def begin():
        from lobby.play import referee

        referee.begin(Match.objects.get(id=match.id))

    await in_thread(begin)
    await wakes.publish(match.id)
    assert (await bob.next("match"))["info"]["static"] == {"steps": 4}
    assert (await bob.frame(0))["audience"] == 1


@pytest.mark.postgres
async def test_a_lost_wake_up_call_is_healed(table, monkeypatch):
    match, alice, bob = table

    async def lose(match_id):
        return None

    monkeypatch.setattr(wakes, "publish", lose)
    await play_step(match, 0, (alice, NOTE), (bob, NOTE))
    await quiet()
    await hub.hub()._look()
    assert (await alice.frame(1))["step"] == 1


class Clock:
    """asyncio for one module, whose sleeps take no time and are noted."""

    def __init__(self):
        self.slept = []

    def __getattr__(self, name):
        return getattr(asyncio, name)

    async def sleep(self, seconds):
        self.slept.append(seconds)


async def test_the_regular_look_takes_the_time_it_is_given_however_few_are_looked_at(table, monkeypatch):
    here, clock = hub.hub(), Clock()
    monkeypatch.setattr(hub, "asyncio", clock)
    await here._look(seconds=4.0)
    assert len(here._matches) == 1
    assert sum(clock.slept) == 4.0


@pytest.mark.postgres
async def test_presence(table, connect, monkeypatch):
    match, alice, bob = table
    told = await alice.until(lambda m: m["type"] == "status" and m["seats"][1]["online"])
    assert told["seats"][0]["online"] is True
    monkeypatch.setattr(hub.presence, "GRACE_SECONDS", 0)
    tab = await connect("bob")
    await tab.watch(match)
    await tab.leave()
    assert not [m for m in await alice.settle() if m["type"] == "status" and not m["seats"][1]["online"]]
    await bob.leave()
    await alice.until(lambda m: m["type"] == "status" and not m["seats"][1]["online"])


async def test_a_fault_of_the_site_is_answered_and_noted(table, monkeypatch, caplog):
    match, alice, _bob = table

    def fail(**_):
        raise ZeroDivisionError("1/0")

    monkeypatch.setattr(services, "forecast", fail)
    answer = await alice.ask("forecast", match=match.id, step=0, orders=NOTE)
    assert (answer["code"], answer["match"]) == ("internal", match.id)
    assert "ZeroDivisionError" not in str(answer)
    assert any(match.id in record.getMessage() and "step 0" in record.getMessage() for record in caplog.records)
    assert (await alice.ask("ping"))["type"] in {"ack", "pong"}


@pytest.fixture
def break_once(monkeypatch):
    """`break_once(chat, "after", fault)`: the next call of that function meets the fault. Returns the faults still to come."""

    def set_up(module, name, fault):
        works, faults = getattr(module, name), [fault]

        def call(*args, **kwargs):
            if faults:
                raise faults.pop()
            return works(*args, **kwargs)

        monkeypatch.setattr(module, name, call)
        return faults

    return set_up


@pytest.mark.postgres
@pytest.mark.parametrize("fault", [OperationalError("gone"), InterfaceError("connection already closed")])
async def test_a_passing_fault_of_the_database_shows_nobody_out(table, break_once, fault):
    match, alice, bob = table
    await alice.settle()
    await bob.settle()
    faults = break_once(chat, "after", fault)
    await alice.ask("chat", match=match.id, text="one")
    told = [*await alice.settle(), *await bob.settle()]
    assert not faults
    assert "bye" not in types(told)
    await alice.ask("chat", match=match.id, text="two")
    for tab in (alice, bob):
        heard = [
            line["text"] for message in await tab.settle() if message["type"] == "chat" for line in message["lines"]
        ]
        assert "two" in heard
    await play_to(match, 1, alice, bob)


@pytest.mark.postgres
async def test_after_a_passing_fault_the_next_look_tells_what_is_missing(table, break_once):
    match, alice, bob = table
    await bob.settle()
    faults = break_once(audience, "frame_bytes", OperationalError("gone"))
    await play_step(match, 0, (alice, NOTE), (bob, NOTE))
    await quiet()
    assert not faults
    await hub.hub()._look()
    assert (await alice.frame(1))["step"] == (await bob.frame(1))["step"] == 1


@pytest.mark.postgres
async def test_whoever_comes_during_a_passing_fault_is_told_to_come_again(table, connect, break_once):
    match, _alice, bob = table
    await bob.settle()
    # Only whoever comes has lines of talk to hear.
    faults = break_once(chat, "after", OperationalError("gone at 10.0.0.3"))
    later = await connect("bob")
    refused = await later.ask("watch", match=match.id)
    assert (refused["code"], refused["match"]) == ("unavailable", match.id)
    assert "10.0.0.3" not in str(refused)
    assert not faults
    assert types(await later.watch(match))[-1] == "ack"
    assert "bye" not in types(await bob.settle())


@pytest.mark.postgres
async def test_news_that_the_writer_cannot_make_are_made_by_a_reader(table, break_once, monkeypatch):
    match, alice, bob = table
    await alice.settle()
    await bob.settle()
    follow, made = feed.follow, []
    monkeypatch.setattr(feed, "follow", lambda *args: made.append(follow(*args)) or made[-1])
    faults = break_once(feed.status, "place_of", OperationalError("gone"))
    assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE))["type"] == "ack"
    assert (await alice.next("orders"))["orders"] == NOTE
    assert [reading.snapshot for reading in made] == [None]
    assert not faults
    assert "bye" not in types([*await alice.settle(), *await bob.settle()])
