"""Is a process that hangs killed, and one that lives left alone? And does the proxy lead people around it?"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from lobby.operations.watchdog import Watchdog
from tests.launch import __main__ as launch
from tests.launch import notices as launch_notices
from tests.launch.site import running

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0
TELL = """
import os, socket, sys, time, signal
def tell(words):
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(words, os.environ["NOTIFY_SOCKET"])
"""


def supervise(code: str, seconds: str = "1") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "config.supervisor", seconds, sys.executable, "-c", TELL + code]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_process_that_hangs_is_killed_and_said_so():
    process = supervise("tell(b'READY=1'); print('stands', flush=True); os.kill(os.getpid(), signal.SIGSTOP)")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "stands\n")
    assert err.startswith("no sign of life for 1 s: process ")


def test_one_that_says_that_it_lives_is_left_alone():
    process = supervise("tell(b'READY=1')\nfor _ in range(10): time.sleep(0.3); tell(b'WATCHDOG=1')\nsys.exit(7)")
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (7, "")


@pytest.mark.parametrize("code", ["time.sleep(2.5)", "tell(b'READY=1'); tell(b'STOPPING=1'); time.sleep(2.5)"])
def test_a_command_that_is_not_watched_may_take_its_time(code):
    process = supervise(code)
    assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0


def test_a_signal_goes_on_to_the_process_and_its_end_is_told_as_shells_do():
    process = supervise("print('here', flush=True); time.sleep(60)", "30")
    assert process.stdout is not None and process.stdout.readline() == "here\n"
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGTERM


@pytest.fixture
def notices(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        yield line


async def test_a_process_says_that_it_has_begun_and_then_that_its_loop_runs(notices):
    watchdog = Watchdog()
    # What it starts is not watched, and does not speak in its name.
    assert "NOTIFY_SOCKET" not in os.environ and "WATCHDOG_USEC" not in os.environ
    telling = asyncio.create_task(watchdog.run())
    heard = [await asyncio.to_thread(notices.recv, 100) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
    # A loop that hangs says nothing.
    time.sleep(0.4)  # noqa: ASYNC251
    notices.settimeout(0.05)
    with pytest.raises(TimeoutError):
        notices.recv(100)
    telling.cancel()


async def test_a_process_that_somebody_else_is_asked_about_says_nothing_more_than_that_it_has_begun(
    notices, monkeypatch
):
    monkeypatch.setenv("WATCHDOG_PID", "1")
    await Watchdog().run()
    assert notices.recv(100) == b"READY=1"
    notices.settimeout(0.05)
    with pytest.raises(TimeoutError):
        notices.recv(100)


async def test_where_nobody_listens_nothing_happens(monkeypatch, tmp_path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    await Watchdog().run()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    Watchdog().tell("READY=1")


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif("FOGBOUND_POSTGRES_DB" in os.environ, reason="brings servers of its own")
def test_people_play_on_when_something_fails():
    """The short form of `make launch-check`: three faults in one run."""
    with running() as site:
        rows = launch.try_out(site, ["referees_killed", "bots_killed", "web_frozen"], matches=2)
        # How soon is for `make launch-check` to judge: other tests run beside this one.
        unwell = [row for row in rows if not launch.is_well(row, within=launch.LONGER)]
        assert not unwell, f"{unwell}\n{site.log()[-4000:]}"
        assert "no sign of life for 6 s" in site.log()
    sys.stdout.write(f"{rows}\n")


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_people_play_on_whatever_fails():
    assert launch.main([]) == 0


def match(*shown: float, **more: object) -> dict[str, object]:
    """As the trace of a load test has it; each step was due half a second before it was shown."""
    turns = [[moment - 0.5, moment] for moment in shown]
    return {"kind": "people", "began": 0.0, "is_over": False, "is_waiting": False, "turns": turns, **more}


@pytest.mark.parametrize(
    ("one", "is_stuck"),
    [
        (match(1.0, 99.0), False),
        (match(1.0, 50.0), True),
        (match(1.0, 50.0, is_over=True), False),
        # The site owed a step when the test ended: nobody was shown that one.
        (match(1.0, 50.0, 100.0, is_waiting=True), True),
        (match(1.0, 95.0, 100.0, is_waiting=True), False),
        (match(began=95.0), False),
        (match(), True),
    ],
)
def test_a_match_is_stuck_of_which_nobody_saw_a_step_at_the_end(one, is_stuck):
    assert launch.is_stuck(one, 100.0) == is_stuck


def test_a_fault_is_judged_by_every_kind_of_match():
    matches = [match(9.0, 10.4), match(10.2, kind="deadlines"), match(10.1, kind="bots")]
    found = launch.delays([10.0], matches)
    assert found == {"p50": 0.2, "max": 0.4, "people": 0.4, "deadlines": 0.2, "bots": 0.1}
    row = {"lost": 0, "stuck": 0, "errors": {}, **found}
    assert launch.is_well(row)
    for worse in ({"lost": 1}, {"stuck": 1}, {"errors": {"gap": 1}}, {"bots": None}, {"max": 10.1}):
        assert not launch.is_well(row | worse)


def test_notices_are_judged_by_what_is_lost_comes_twice_is_untrue_or_stands():
    one, other = ("mail", "a@example.org", "step"), ("push", "1", "step")

    def found(
        came: launch_notices.Copies, left: int = 0, rows: int = 4 * launch_notices.MATCHES
    ) -> launch_notices.Found:
        return launch_notices.Found({one, other}, came, left, rows)

    once = {one: Counter("a"), other: Counter("b")}
    assert found(once).is_well
    again = found({one: Counter("aa"), other: Counter("b")})
    assert again.is_well and again.dropped == 1, "the receiver knows that it is the same"
    for wrong in (
        found({one: Counter("a")}),
        found(once | {other: Counter("bc")}),
        found(once | {("hook", "1", "begun"): Counter("c")}),
        found(once, left=1),
    ):
        assert not wrong.is_well
    assert not found(once, rows=4 * launch_notices.MATCHES + 1).is_well
