"""Built-in bots: they see a view, answer by themselves, and a bot that fails holds nobody up."""

import asyncio
from dataclasses import replace

import pytest

from games.core.contract import Bot
from lobby.bots import builtin
from lobby.bots.builtin import Runner, owed_orders
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import database
from lobby.play import services, timer
from lobby.store import positions
from tests.games.toy import DEFAULT_ORDERS as STAY
from tests.games.toy import GAME as TOY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def bot_that(replace_toy):
    """Gives the toy's bot another mind."""

    def exchange(decide):
        replace_toy(bots=(replace(TOY.bots[0], decide=decide),))

    return exchange


def test_a_bot_gets_the_view_of_its_seat_and_nothing_else(make_match, alice):
    match = make_match([alice], bots=["thrower", "thrower"], options={"size": 24})
    state = positions.position(match.pk, 0).state
    turns = owed_orders(match.pk)
    assert [turn.seat for turn in turns] == [1, 2]
    for turn in turns:
        assert turn.view == TOY.view(state, turn.seat)
        assert turn.view["you"] == turn.seat


def test_a_bot_gives_up_for_itself_and_for_nobody_in_whose_place_it_plays(make_match, replace_toy, alice, bob):
    gives_up = {"resign": True}
    replace_toy(bots=(replace(TOY.bots[0], decide=lambda view, rng, memory: {**gives_up}),), resign_orders=gives_up)
    match = make_match([alice, bob], bots=["thrower"])
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    runner = Runner()
    decided = {turn.seat: runner._decide(turn) for turn in owed_orders(match.pk) or ()}
    assert decided[2] == gives_up
    assert decided[1] != gives_up


async def test_bots_answer_in_the_background_and_the_match_goes_on(make_match, alice):
    match = make_match([alice], bots=["thrower"], options={"rounds": 3, "hearts": 9})
    runner = Runner()
    running = asyncio.create_task(runner.run())
    try:
        for step in range(3):
            await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=step, orders={}, ready=True)
            for _ in range(200):
                if (await Match.objects.aget(pk=match.pk)).step > step:
                    break
                await asyncio.sleep(0.02)
            assert step == 2 or list(runner._memories) == [match.pk]
        for _ in range(200):
            if not runner._memories:
                break
            await asyncio.sleep(0.02)
        assert not runner._memories, "it has heard that the match is over"
    finally:
        running.cancel()
        await asyncio.wait([running])
        await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.step) == ("finished", 3)
    assert await Orders.objects.filter(match=match, by="bot").acount() == 3


async def test_a_step_between_bots_needs_no_person(make_match, transactional_db):
    match = make_match([], bots=["thrower", "thrower", "thrower"], options={"rounds": 5})
    runner = Runner()
    for _ in range(5):
        await runner.play(match.pk)
        await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert match.status == "finished"
    assert sorted(match.outcome["places"])[0] == 1


@pytest.mark.parametrize(
    "decide",
    [
        pytest.param(lambda view, rng, memory: 1 / 0, id="fails"),
        pytest.param(lambda view, rng, memory: {"throw": "everywhere"}, id="is refused"),
    ],
)
async def test_a_bot_that_fails_or_is_refused_plays_default_orders(make_match, alice, bot_that, decide, caplog):
    match = make_match([alice], bots=["thrower"])
    bot_that(decide)
    await Runner().play(match.pk)
    row = await Orders.objects.aget(match=match)
    assert (row.seat, row.orders, row.ready, row.by) == (1, STAY, True, "bot")
    assert match.pk in caplog.text


async def test_a_bot_remembers_from_step_to_step(make_match, alice, bot_that):
    seen = []

    def decide(view, rng, memory):
        seen.append(dict(memory))
        memory["steps"] = memory.get("steps", 0) + 1
        return {}

    match = make_match([alice], bots=["thrower", "thrower"], options={"hearts": 9})
    bot_that(decide)
    runner = Runner()
    for step in range(2):
        await runner.play(match.pk)
        await services.set_ready(user_id=alice.pk, match_id=match.pk, step=step, ready=True)
        await timer.settle()
    assert seen == [{}, {}, {"steps": 1}, {"steps": 1}]
    await Runner().play(match.pk)
    assert seen[4:] == [{}, {}], "memory is of the process, and may be empty"


async def test_bots_remember_a_match_until_it_is_over_and_the_latest_of_too_many(make_match, alice, monkeypatch):
    monkeypatch.setattr(builtin, "MEMORIES", 2)
    first, second, third = (make_match([alice], bots=["thrower"]) for _ in range(3))
    runner = Runner()
    for match in (first, second, third):
        await runner.play(match.pk)
    assert list(runner._memories) == [second.pk, third.pk]
    await Match.objects.filter(pk=second.pk).aupdate(status="paused")
    await Match.objects.filter(pk=third.pk).aupdate(status="aborted")
    for match in (second, third):
        await runner.play(match.pk)
    assert list(runner._memories) == [second.pk]


async def test_two_runners_do_not_answer_twice(make_match, alice):
    match = make_match([alice], bots=["thrower"])
    await asyncio.gather(*(Runner().play(match.pk) for _ in range(3)))
    assert await Orders.objects.filter(match=match, seat=1).acount() == 1


async def test_a_bot_that_thinks_while_the_person_returns_is_not_heard(make_match, alice, bob, bot_that):
    match = make_match()
    await Seat.objects.filter(match=match, user=bob).aupdate(autopilot="thrower")

    def decide(view, rng, memory):
        database.with_connection(lambda: services.come_back(user_id=bob.pk, match_id=match.pk))
        return {"walk": 1}

    bot_that(decide)
    await Runner().play(match.pk)
    assert not await Orders.objects.filter(match=match).aexists()


def test_the_middle_bot_stands_in(replace_toy):
    from lobby.play.saving import stand_in

    def bots(*ids):
        return replace(TOY, bots=tuple(Bot(bot, bot, "", TOY.bots[0].decide) for bot in ids))

    assert stand_in(bots("easy", "medium", "hard")) == "medium"
    assert stand_in(bots("only")) == "only"
