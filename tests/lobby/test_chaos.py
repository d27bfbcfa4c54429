"""Does a match survive whatever happens to its processes? Killed at random, restarted politely, lines dropped: nothing is lost, nothing played
twice, nobody misses a step, and every client ends with the frames of a twin that nothing disturbed (`lobby.operations.load`).

The short forms run everywhere; the long ones are `make chaos`, on a machine that does nothing else, and there play goes on everywhere within
three seconds of each kill.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import servers

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
IS_APART = "FOGBOUND_POSTGRES_DB" in os.environ and "FOGBOUND_REDIS_URL" in os.environ
OPTIONS = json.dumps({"rounds": 60, "hearts": 9})


def loadtest(*arguments: str, seconds: float, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """What a load test of the toy game on a site of its own says; it must find nothing wrong."""
    done = subprocess.run(
        [
            *(sys.executable, "manage.py", "loadtest", "--json", "--game=toy", f"--options={OPTIONS}"),
            *(f"--seconds={seconds}", *arguments),
        ],
        cwd=ROOT, env={**os.environ, "FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy", **(environment or {})},
        capture_output=True, text=True, timeout=seconds + 200,
    )  # fmt: skip
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    sys.stdout.write(json.dumps(found, indent=1))
    assert (found["errors"], done.returncode) == ({}, 0), done.stderr
    return found


@pytest.mark.long
def test_one_process_is_killed_and_lines_are_lost():
    if "FOGBOUND_POSTGRES_DB" in os.environ:
        pytest.skip("a site of its own on SQLite is meant")
    found = loadtest("--matches=3", "--spectators=2", "--drop=0.5", "--restarts=1", "--think=0.1", seconds=10)
    assert found["restarts"] == {"web": 1}
    assert found["steps"] >= 6 and found["spectator_frames"] >= 1
    assert found["drops"] >= 50
    assert found["bytes_per_step_and_seat"] > 100
    assert found["proved"]["matches"] >= 3 and found["proved"]["frames"] > found["proved"]["orders"] >= 6
    # Whether the one kill hits somebody who waits for a step is luck; how soon play goes on is told by the form with ten.
    for name in ("ack_ms", "view_ms", "return_ms"):
        assert 0 < found[name]["p50"] <= found[name]["p99"] <= found[name]["max"]


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.skipif(not IS_APART, reason="several processes need PostgreSQL and Redis")
def test_ten_kills_among_several_processes():
    found = loadtest(
        *("--web=2", "--referees=2", "--matches=4", "--spectators=1", "--restarts=10", "--think=0.2", "--forked"),
        seconds=10,
    )
    assert sum(found["restarts"].values()) >= 8
    assert found["steps"] >= 8 and found["proved"]["orders"] >= 16


# --- The long forms: `make chaos`

WITHIN = "--within=3"
HUNDRED = (
    *("--web=4", "--referees=2", "--matches=50", "--spectators=1", "--restarts=100", "--think=1", "--forked"),
    WITHIN,
)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.skipif(IS_APART, reason="brings servers of its own")
def test_a_hundred_kills_among_six_processes_with_fifty_matches():
    with servers.postgres() as database, servers.redis() as layer:
        found = loadtest(*HUNDRED, seconds=400, environment={**database, **layer})
    assert sum(found["restarts"].values()) >= 95


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(IS_APART, reason="a site of its own on SQLite is meant")
def test_one_process_is_killed_again_and_again():
    found = loadtest("--matches=20", "--spectators=1", "--restarts=20", "--think=1", WITHIN, seconds=160)
    assert found["restarts"] == {"web": 20}


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(IS_APART, reason="brings servers of its own")
def test_a_rolling_restart_under_two_hundred_sockets_costs_nobody_a_step():
    with servers.postgres() as database, servers.redis() as layer:
        found = loadtest(
            *("--web=2", "--referees=2", "--matches=50", "--spectators=2", "--restarts=8", "--polite", "--think=2", WITHIN),
            seconds=120, environment={**database, **layer},
        )  # fmt: skip
    assert sum(found["restarts"].values()) >= 4


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(IS_APART, reason="a site of its own on SQLite is meant")
def test_a_thousand_lost_lines():
    found = loadtest("--matches=20", "--spectators=1", "--drop=2", "--think=1", seconds=60)
    assert found["drops"] >= 1000
