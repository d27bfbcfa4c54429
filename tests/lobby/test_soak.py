"""Does a site leak, or leave a match standing, when bots play every game at once (`manage.py soak`)? And would a soak notice?"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

import games
from games.cosmos.bots import program_text
from lobby.management.commands.soak import read_log
from lobby.matches.models import Match
from lobby.operations.load import leaks
from lobby.operations.load.bouts import LATE, Bouts
from lobby.operations.load.leaks import MB, Sample

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = json.dumps({"cosmos": {"rounds": 40, "stride": 1}})
"""A round a step: programs are asked in every round."""


@pytest.fixture(autouse=True)
def without_the_toy(toy, monkeypatch):
    monkeypatch.delitem(games.GAMES, "toy")


def soak(folder, *arguments, seconds):
    if "FOGBOUND_POSTGRES_DB" in os.environ:
        pytest.skip("a site of its own on SQLite is meant")
    program = folder / "program.py"
    program.write_text(program_text())
    done = subprocess.run(
        [
            *(sys.executable, "manage.py", "soak", "--json", f"--seconds={seconds}", f"--options={OPTIONS}"),
            *(f"--program=cosmos={program}", *arguments),
        ],
        cwd=ROOT, capture_output=True, text=True, timeout=seconds + 200,
    )  # fmt: skip
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    sys.stdout.write(json.dumps(found, indent=1))
    assert (found["errors"], done.returncode) == ({}, 0), done.stderr
    assert found["begun"].keys() == games.GAMES.keys()
    assert found["start"]["children"] + found["end"]["children"] >= 1, "programs play"
    return found


@pytest.mark.long
def test_half_a_minute_of_bots_leaks_nothing(tmp_path):
    # Sixty, because each gets a step every two or three seconds then, and many come to their end, while other tests have a core too. Fewer
    # positions are kept, or a minute would not be enough to fill what is kept of them.
    found = soak(tmp_path, "--matches=60", "--positions-mb=1", "--step-seconds=10", seconds=25)
    assert found["steps"] > 100 and sum(found["finished"].values()) >= 1


@pytest.mark.long
@pytest.mark.timeout(2400)
def test_twenty_minutes_of_two_hundred_matches_leak_nothing(tmp_path):
    found = soak(tmp_path, "--matches=200", "--positions-mb=6", seconds=1200)
    assert found["finished"].keys() == games.GAMES.keys()
    assert found["steps"] > 10_000


# --- Would a soak notice?

QUIET = Sample(
    at=0.0, steps=0, begun=200, resident=150 * MB, tasks=20, timers=9, threads=18, files=40, children=2
)  # fmt: skip


def course(change):
    """Twenty minutes, a sample every five seconds, fifty steps a second."""
    return [change(replace(QUIET, at=number * 5.0, steps=number * 250)) for number in range(240)]


def filling(one):
    return replace(one, resident=round(150 * MB + min(one.at, 300) * 200_000))


def test_what_is_filled_in_the_first_half_and_then_stays_is_no_leak():
    assert leaks.judge(course(filling)) == {}
    assert leaks.judge(course(lambda one: replace(one, tasks=20 + one.steps // 250 % 7))) == {}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda one: replace(one, resident=150 * MB + one.steps * 1000), "more_memory_kb"),
        (lambda one: replace(one, tasks=20 + one.steps // 100), "more_tasks"),
        (lambda one: replace(one, timers=9 + one.steps // 100), "more_timers"),
        (lambda one: replace(one, threads=18 + int(one.at / 30)), "more_threads"),
        (lambda one: replace(one, files=40 + int(one.at / 15)), "more_files"),
        (lambda one: replace(one, children=2 + int(one.at / 60)), "more_children"),
    ],
)
def test_what_grows_all_the_time_is_found(change, found):
    assert list(leaks.judge(course(change))) == [found]


def test_what_stays_after_the_last_match_is_found():
    assert leaks.left_over(QUIET, replace(QUIET, tasks=22)) == {}
    assert leaks.left_over(QUIET, replace(QUIET, tasks=25, timers=30)) == {"left_tasks": 5, "left_timers": 21}


def test_minutes_in_which_the_machine_stood_still_are_left_out():
    samples = [one for one in course(filling) if not 60 <= one.at < 180]
    found = leaks.summary(samples)
    assert found["memory_mb_each_minute"][:2] == [155.5, 191.5] and len(found["memory_mb_each_minute"]) == 18


def test_a_line_of_the_log_that_tells_of_a_fault_is_found():
    late = "2026-01-01 00:00:00,000 ERROR fogbound.referee match a7 step 3: the bot or program of seat 1 gave no orders"
    worse = "2026-01-01 00:00:00,000 ERROR fogbound.referee match a7 step 3: the engine failed"
    told = "2026-01-01 00:00:00,000 INFO fogbound.serving told to stop: 0 sockets are open"
    assert read_log("\n".join([told, late, worse, "Traceback (most recent call last):"])) == (
        1,
        [worse, "Traceback (most recent call last):"],
    )


@pytest.mark.django_db(transaction=True)
def test_a_match_that_stands_still_is_found():
    bouts = Bouts({}, {}, step_seconds=5)
    bouts.fill(5)
    assert dict(bouts.begun) == dict.fromkeys(games.GAMES, 1)
    now = timezone.now()
    for second in range(0, 30, 5):
        bouts.look(now + timedelta(seconds=second))
    # The machine has slept.
    now += timedelta(minutes=2) + LATE
    for second in range(0, 20, 5):
        bouts.look(now + timedelta(seconds=second))
    assert bouts.errors == {}
    for second in range(20, 40, 5):
        bouts.look(now + timedelta(seconds=second))
    assert bouts.errors == {"match_stuck": 5}
    Match.objects.filter(game="cosmos").update(status=Match.Status.PAUSED)
    Match.objects.filter(game="frames").update(status=Match.Status.FINISHED)
    bouts.look(now)
    assert bouts.errors["match_paused"] == 1 and dict(bouts.finished) == {"frames": 1}
    bouts.end()
    assert Match.objects.filter(status=Match.Status.ABORTED).count() == 3
