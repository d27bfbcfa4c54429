"""What a contest lets programs think: three budgets, in units for Python and in fuel for modules, from the form to the run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.core import deciding
from lobby.accounts.tokens import create_token
from lobby.bots import hosted
from lobby.bots.hosted import Runner, is_stopped
from lobby.bots.sandbox import Sandbox
from lobby.contests import scheduler, terms
from lobby.contests.models import Contest
from lobby.matches.models import Match, Program, ProgramMemory, Seat
from lobby.matches.terms import BUDGETS
from lobby.play import timer
from tests.lobby.module_texts import program

COUNT = "(local i32) (loop (local.set 0 (i32.add (local.get 0) (i32.const 1))) (br_if 0 (i32.lt_u (local.get 0) (i32.const %d)))) (call $answer)"
LONG_MODULE = program(COUNT % 20_000_000)
LONG_PYTHON = "def decide():\n    n = 0\n    for i in range(100_000):\n        n += i\n    return None\n"
"""Both take more than the usual budget, and less than three times as much."""
ASKED = {"view": {}, "choices": None, "refused": None}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def test_a_budget_is_so_many_times_the_usual_one():
    rules = deciding.programs(example="")
    assert [rules.with_budget(times).budget({}, {}) for times in BUDGETS] == [150_000, 450_000, 1_500_000]
    assert rules.with_budget(3).with_budget(1).budget({}, {}) == 150_000
    assert rules.with_budget(1) is rules
    assert is_stopped(0, 3.0, 1) and not is_stopped(0, 3.0, 1, times=10)


@pytest.mark.slow
@pytest.mark.parametrize("text", [LONG_PYTHON, LONG_MODULE], ids=["python", "module"])
def test_a_run_may_take_what_the_budget_gives(sandbox, text):
    rules = deciding.programs(example="")

    def run(times: int):
        more = rules.with_budget(times)
        return sandbox.run(more, sandbox.prepare(more, text), options={}, view=ASKED, memory="{}", seed=1)

    assert run(1).void == "budget"
    long = run(3)
    assert (long.void, 150_000 < long.units < 450_000) == (None, True)
    assert run(1).void == "budget"


@pytest.mark.slow
def test_a_run_has_time_for_its_budget(sandbox):
    """Without a limit of units it is the clock that ends it."""
    endless = "def decide():\n    n = 0\n    while True:\n        n += 1\n"
    usual = deciding.programs(example="", units=10**9)
    took = []
    for rules in (usual, usual.with_budget(3)):
        run = sandbox.run(rules, sandbox.prepare(rules, endless), options={}, view=ASKED, memory="{}", seed=1)
        assert run.void == "time"
        took.append(run.seconds)
    assert took[0] >= 0.2 and took[1] >= 0.6


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_a_match_plays_with_the_budget_of_its_contest(make_match):
    def make(budget: int) -> Match:
        match = make_match(game="deep_blue")
        Match.objects.filter(pk=match.pk).update(budget=budget)
        for number, text in enumerate((LONG_MODULE, LONG_PYTHON)):
            seat = Seat.objects.get(match=match, number=number)
            made = Program.objects.create(owner_id=seat.user_id, game="deep_blue", name=f"P{number}", text=text)
            Seat.objects.filter(pk=seat.pk).update(program=made)
        connection.close()
        return match

    runner = Runner(hosted.SANDBOX)
    found = {}
    with ThreadPoolExecutor(1) as pool:
        for budget in (1, 3):
            match = pool.submit(make, budget).result()
            await runner.play(match.pk)
            await timer.settle()
            found[budget] = [row.counts async for row in ProgramMemory.objects.filter(match=match).order_by("seat")]
    hosted.SANDBOX.close()
    assert found == {1: [{"budget": 1}] * 2, 3: [{}] * 2}


@pytest.mark.django_db(transaction=True)
def test_a_contest_chooses_one_and_says_so(alice):
    _, token = create_token(user=alice, name="all", scopes=["read", "play", "tables"])
    client = Client(headers={"authorization": f"Bearer {token}"})
    soon = (timezone.now() + timedelta(hours=2)).isoformat()
    body = {
        "name": "Deep", "game": "deep_blue", "who": "programs", "closes_at": soon, "starts_at": soon,
        "stages": [{"format": "round_robin"}], "budget": 10,
    }  # fmt: skip
    answer = client.post("/api/contests/", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 201, answer.content
    contest = Contest.objects.get()
    assert (contest.budget, answer.json()["budget"]) == (10, 10)
    told = dict(terms.lines(contest))["Work of a program"]
    assert "10 times as much as in other matches" in told and "1,500,000 units" in told
    texts = [Program.objects.create(owner=alice, game="deep_blue", name=name, text=LONG_PYTHON) for name in "AB"]
    begun = scheduler.arranged(contest, {}, texts, "s")
    assert begun.budget == 10
    refused = client.post("/api/contests/", data=json.dumps({**body, "budget": 7}), content_type="application/json")
    assert refused.status_code == 400 and "budget" in refused.content.decode()
