"""Programs in matches: a driven step, mixed matches, memories, crashes in between, and records that replay without programs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from prometheus_client import REGISTRY

import games
from games.core.rng import step_rng
from games.cosmos.bots import program_text
from lobby.bots import hosted
from lobby.bots.hosted import Runner, due_step, matches_with_programs, play_step
from lobby.bots.sandbox import Run, Sandbox
from lobby.bots.workers import NoWorker
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat, Step
from lobby.pages import lists
from lobby.play import referee, services, timer
from lobby.play.records import store_records
from lobby.store import positions
from lobby.watch import replay
from tests.games.toy_programs import GAME
from tests.lobby.test_sandbox import overrun

pytestmark = pytest.mark.django_db(transaction=True)

WALKER = """
def run(c):
    c.memory["steps"] = c.memory.get("steps", 0) + 1
    c.walk(c.random.randint(-1, 1))
    c.throw(c.random.randint(0, c.view["size"] - 1))
    c.log("round " + str(c.view["round"]))
"""
SEER = """
def run(c):
    c.walk(1)
    others = [line["cell"] for line in c.look() if line["seat"] != c.view["you"]]
    if others:
        c.throw(others[0])
"""
BROKEN = "def run(c):\n    c.memory['x'] = 1\n    c.walk(1)\n    1 / 0\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=2)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def toy_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")


@pytest.fixture
def with_programs(make_match) -> Callable[..., Match]:
    """A match in which programs play some seats: {seat: text}."""

    def put(match: Match, texts: dict[int, str]) -> None:
        for number, text in texts.items():
            seat = Seat.objects.get(match=match, number=number)
            program = Program.objects.create(owner_id=seat.user_id, game=match.game, name=f"P{number}", text=text)
            Seat.objects.filter(pk=seat.pk).update(program=program)

    def make(*args, texts: dict[int, str], **kwargs) -> Match:
        kwargs = {"game": "toy_programs"} | kwargs
        toys = {"size": 9, "hearts": 9, "rounds": 6} if kwargs["game"] == "toy_programs" else {}
        match = make_match(*args, options=toys | kwargs.pop("options", {}), **kwargs)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(put, match, texts).result()
            pool.submit(lambda: connection.close()).result()
        return match

    return make


async def play(match: Match, sandbox: Sandbox, steps: int = 1) -> Match:
    runner = Runner(sandbox)
    for _ in range(steps):
        await runner.play(match.pk)
        await timer.settle()
    return await Match.objects.aget(pk=match.pk)


async def test_a_match_of_programs_plays_itself_to_its_end(with_programs, sandbox):
    match = with_programs(texts={0: WALKER, 1: SEER})
    match = await play(match, sandbox, steps=6)
    assert (match.status, match.step) == ("finished", 6)
    rows = Orders.objects.filter(match=match)
    assert await rows.acount() == 12
    assert [by async for by in rows.values_list("by", flat=True).distinct()] == ["program"]


async def test_what_the_programs_of_a_step_take_is_a_figure(with_programs, sandbox):
    def steps():
        return REGISTRY.get_sample_value("fogbound_program_seconds_count", {"game": "toy_programs"}) or 0

    before = steps()
    await play(with_programs(texts={0: WALKER, 1: SEER}), sandbox, steps=2)
    assert steps() == before + 2


async def test_the_record_replays_without_programs_to_the_same_bytes(with_programs, sandbox):
    match = await play(with_programs(texts={0: WALKER, 1: WALKER}), sandbox, steps=6)
    steps = [step async for step in Step.objects.filter(match=match).order_by("number")]
    state = GAME.setup(match.options, 2, step_rng(match.seed, 0))
    for step in steps[1:]:
        given = {int(seat): orders for seat, orders in step.orders.items()}
        state, _ = GAME.resolve(state, given, step_rng(match.seed, step.number))
        assert positions.digest(GAME.to_json(state)) == step.digest


@pytest.mark.parametrize("text", [SEER, "def run(c): pass\n"], ids=["a wrong guess", "a right one"])
async def test_what_is_played_ahead_counts_only_if_it_is_asked_for(with_programs, sandbox, text):
    """A step is the same whether the next run begins while one thinks or not."""
    alone = Sandbox(workers=1)
    match = with_programs(texts={0: text, 1: SEER}, options={"fog": False})
    worlds = []
    for one in (sandbox, alone):
        due = await asyncio.to_thread(_read, due_step, match.pk)
        worlds.append((play_step(due, one), [player.runs for player in due.players.values()]))
    alone.close()
    assert worlds[0] == worlds[1] and worlds[0][1] == [1, 1]


async def test_a_driven_step_asks_each_about_what_those_before_have_done(with_programs, sandbox, monkeypatch):
    seen = []
    match = with_programs(texts={0: SEER, 1: SEER}, options={"fog": False})
    run = sandbox.run

    def look(*args, **kwargs) -> Run:
        seen.append({line["seat"]: line["cell"] for line in kwargs["view"]["seats"]})
        return run(*args, **kwargs)

    monkeypatch.setattr(sandbox, "run", look)
    monkeypatch.setattr(sandbox, "size", 1)  # nothing is played ahead
    await play(match, sandbox)
    first, second = seen
    assert second == {0: (first[0] + 1) % 9, 1: first[1]}


@pytest.mark.parametrize("options", [{"stride": 5}, {"execution": "planned"}])
async def test_a_game_may_want_programs_asked_beforehand_though_they_have_every_seat(with_programs, sandbox, options):
    text = program_text()
    match = with_programs(texts={0: text, 1: text}, game="cosmos", options={"rounds": 10, **options})
    match = await play(match, sandbox, steps=2)
    assert (match.status, match.step, match.fault) == ("finished" if "stride" in options else "running", 2, "")


async def test_seats_without_programs_make_a_step_planned(with_programs, sandbox, alice, bob):
    match = with_programs(texts={1: SEER})
    due = await asyncio.to_thread(_read, due_step, match.pk)
    assert not due.is_driven
    assert set(due.turns) == {1}
    assert due.turns[1].view == GAME.view(due.state, 1)
    await Runner(sandbox).play(match.pk)
    row = await Orders.objects.aget(match=match)
    assert (row.seat, row.by, row.ready, row.orders["walk"]) == (1, "program", True, 1)
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={}, ready=True)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1


async def test_built_in_bots_make_a_step_planned_too(with_programs, alice):
    match = with_programs([alice], bots=["thrower"], texts={0: SEER})
    due = await asyncio.to_thread(_read, due_step, match.pk)
    assert not due.is_driven and set(due.players) == {0}


def test_a_match_does_not_wait_for_whose_program_plays(with_programs, alice, bob):
    match = with_programs(texts={0: WALKER})
    assert [lists.is_due(match, seat) for seat in match.seats.order_by("number")] == [False, True]
    assert [[one.is_due for one in lists.my_running(person.pk)] for person in (alice, bob)] == [[False], [True]]


async def test_the_person_of_a_seat_with_a_program_gives_no_orders_but_may_resign(with_programs, sandbox, alice):
    match = with_programs(texts={0: WALKER, 1: WALKER})
    with pytest.raises(NotAllowed):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={}, ready=True)
    await services.resign(user_id=alice.pk, match_id=match.pk)
    match = await play(match, sandbox)
    assert match.status == "finished"
    first = await Orders.objects.aget(match=match, seat=0)
    assert first.orders["resign"] is True


async def test_memories_go_from_step_to_step_and_stay_with_their_seat(with_programs, sandbox):
    match = await play(with_programs(texts={0: WALKER, 1: SEER}), sandbox, steps=3)
    memories = {row.seat: row.entities async for row in ProgramMemory.objects.filter(match=match)}
    assert json.loads(memories[0]["0"]) == {"steps": 3}
    assert memories[1] == {"1": "{}"}


async def test_a_broken_program_costs_its_own_run_only_and_its_owner_reads_why(with_programs, sandbox):
    match = await play(with_programs(texts={0: BROKEN, 1: SEER}), sandbox)
    state = (await asyncio.to_thread(_read, positions.position, match.pk, 1)).orders
    assert state[0]["walk"] == 0 and state[1]["walk"] == 1
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert memory.entities == {"0": "{}"}, "a void run changes no memory"
    (line,) = memory.console
    assert (line["void"], line["line"], line["step"]) == ("error", 4, 0)
    assert "ZeroDivisionError" in line["text"]
    other = await ProgramMemory.objects.aget(match=match, seat=1)
    assert other.console == []


async def test_a_text_that_is_no_program_any_more_is_idle(with_programs, sandbox):
    match = await play(with_programs(texts={0: "import os", 1: SEER}), sandbox)
    assert match.step == 1
    assert (await Orders.objects.aget(match=match, seat=0)).orders["walk"] == 0


async def test_a_sandbox_that_fails_before_a_program_begins_costs_its_seat_one_step(with_programs, sandbox):
    late = f"kind = 'late'\n{WALKER}"
    match = with_programs(texts={0: late, 1: SEER})
    undo = overrun(sandbox, 0)
    match = await play(match, sandbox)
    undo()
    assert (match.step, match.status, match.fault) == (1, "running", "")
    match = await play(match, sandbox)
    assert match.step == 2
    memory = await ProgramMemory.objects.aget(match=match, seat=0)
    assert [line["text"] for line in memory.console] == ["The program could not be started.", "round 2\n"]


@pytest.mark.parametrize("place", ["prepare", "run"])
async def test_a_machine_that_starts_no_process_costs_nobody_anything(with_programs, sandbox, monkeypatch, place):
    match = with_programs(texts={0: WALKER, 1: SEER})

    def fail(*args, **kwargs):
        raise NoWorker("too many open files")

    with monkeypatch.context() as failing:
        failing.setattr(sandbox, place, fail)
        match = await play(match, sandbox)
    assert (match.step, match.status, match.fault) == (0, "running", "")
    assert not await Orders.objects.filter(match=match).aexists()
    assert (await play(match, sandbox)).step == 1


async def test_two_processes_that_play_the_same_step_store_it_once(with_programs, sandbox):
    match = with_programs(texts={0: WALKER, 1: WALKER})
    await asyncio.gather(*(Runner(sandbox).play(match.pk) for _ in range(3)))
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1
    assert await Orders.objects.filter(match=match, step=0).acount() == 2


async def test_a_process_that_dies_in_between_leaves_a_step_that_is_played_to_the_same_result(with_programs, sandbox):
    match = with_programs(texts={0: WALKER, 1: WALKER})
    await play(match, sandbox, steps=2)
    due = await asyncio.to_thread(_read, due_step, match.pk)
    lost = await asyncio.to_thread(play_step, due, sandbox)  # and nothing of it reaches the disk
    assert not await Orders.objects.filter(match=match, step=2).aexists()
    await play(match, sandbox)
    stored = {row.seat: row.orders async for row in Orders.objects.filter(match=match, step=2)}
    assert stored == {seat: record.orders for seat, record in lost.items()}
    kept = {row.seat: row.entities async for row in ProgramMemory.objects.filter(match=match)}
    assert kept == {seat: record.entities for seat, record in lost.items()}


async def test_what_was_played_for_a_step_that_is_over_is_thrown_away(with_programs, sandbox):
    match = with_programs(texts={0: WALKER, 1: WALKER})
    due = await asyncio.to_thread(_read, due_step, match.pk)
    late = await asyncio.to_thread(play_step, due, sandbox)
    await play(match, sandbox)
    before = {row.seat: row.entities async for row in ProgramMemory.objects.filter(match=match)}
    assert not await asyncio.to_thread(_read, _store, match.pk, late)
    assert {row.seat: row.entities async for row in ProgramMemory.objects.filter(match=match)} == before


async def test_a_match_whose_runner_is_gone_goes_on_after_the_deadline(with_programs):
    match = with_programs(texts={0: WALKER, 1: WALKER}, step_seconds=30)
    late = timezone.now() + timedelta(seconds=200)
    assert await asyncio.to_thread(_read, referee.advance_once, match.pk, lambda: late) == 1
    assert (await asyncio.to_thread(_read, positions.position, match.pk, 1)).orders[0]["walk"] == 0


async def test_a_game_that_fails_on_its_programs_pauses_its_match_with_the_fault_noted(
    with_programs, sandbox, monkeypatch, caplog
):
    match = with_programs(texts={0: WALKER, 1: WALKER})

    def drive(state, rng):
        raise ZeroDivisionError
        yield

    monkeypatch.setattr("tests.games.toy_programs.GAME", replace(GAME, drive=drive))
    games.get.cache_clear()
    match = await play(match, sandbox)
    assert (match.step, match.status, match.fault.split(":")[0]) == (0, "paused", "ZeroDivisionError")
    assert match.pk in caplog.text


async def test_a_seat_that_takes_too_long_runs_nothing_more_in_the_step_and_at_last_in_the_match(
    with_programs, sandbox
):
    match = with_programs(texts={0: WALKER, 1: WALKER})
    due = await asyncio.to_thread(_read, due_step, match.pk)
    due.players[0].seconds = 0.6
    records = await asyncio.to_thread(play_step, due, sandbox)
    assert records[0].orders["walk"] == 0 and records[0].entities == {"0": "{}"}
    assert records[1].entities != {"1": "{}"}
    again = await asyncio.to_thread(_read, due_step, match.pk)
    again.players[1].overtimes = hosted.OVERTIMES
    records = await asyncio.to_thread(play_step, again, sandbox)
    assert records[1].entities == {"1": "{}"}


async def test_a_run_out_of_time_is_counted_against_the_seat(with_programs, sandbox):
    endless = "def run(c):\n    import itertools\n    next(itertools.chain.from_iterable(itertools.repeat([])))\n"
    match = await play(with_programs(texts={0: endless, 1: SEER}), sandbox)
    assert (await ProgramMemory.objects.aget(match=match, seat=0)).overtimes == 1
    assert (await ProgramMemory.objects.aget(match=match, seat=1)).overtimes == 0


async def test_many_slow_matches_of_one_person_do_not_come_before_one_of_another(
    with_programs, sandbox, monkeypatch, alice, bob, charlie
):
    slow = [with_programs([bob, charlie], texts={0: WALKER, 1: WALKER}).pk for _ in range(3)]
    mine = with_programs([alice], texts={0: WALKER}, bots=["easy"]).pk

    def take_long(due, sandbox):
        records = play_step(due, sandbox)
        for player in due.players.values():
            player.seconds = 1.0 if due.match_id in slow else 0.1
        return records

    monkeypatch.setattr(hosted, "play_step", take_long)
    runner = Runner(sandbox)
    for match_id in (*slow, mine):
        await runner.play(match_id)
    await timer.settle()
    assert runner.choose([*slow, mine]) == mine
    assert runner.choose(slow) == slow[0]


async def test_a_runner_finds_what_waits_and_plays_in_the_background(with_programs, sandbox):
    match = with_programs(texts={0: WALKER, 1: WALKER}, options={"rounds": 3})
    assert await asyncio.to_thread(_read, matches_with_programs) == [match.pk]
    running = asyncio.create_task(Runner(sandbox).run())
    try:
        for _ in range(300):
            if (await Match.objects.aget(pk=match.pk)).status == "finished":
                break
            await asyncio.sleep(0.05)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 3
    assert await asyncio.to_thread(_read, matches_with_programs) == []


async def test_who_plays_by_program_is_shown_and_no_text_or_memory_is_told(with_programs, sandbox, alice):
    match = await play(with_programs(texts={0: WALKER, 1: SEER}, options={"rounds": 1}), sandbox)
    download = await asyncio.to_thread(_read, replay.record, match)
    assert [seat["program"] for seat in download["seats"]] == ["P0", "P1"]
    told = json.dumps(download)
    assert "def run" not in told and "steps" not in json.dumps(download["orders"])


def _store(match_id, records) -> bool:
    return store_records(match_id=match_id, step=0, records=records)


def _read(function, *args):
    """`function` in this thread, which gives its connection back."""
    try:
        return function(*args)
    finally:
        connection.close()
