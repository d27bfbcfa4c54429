"""Do commands that promise to leave nothing behind need no site, and does a site next to them notice nothing?"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config import apart
from lobby.operations.load.site import environment_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GAME = "toy_programs"
COMMANDS = {
    "contest": [GAME, *("--entrants=4", "--table=2", "--target=1", "--straight=1", "--games=1", "--final=1", "--json")],
    "simulate": ["frames", *("--seats=2", "--bots=easy,easy", "--matches=1", "--json")],
    "check_vectors": ["planet_conquer", "tests/games"],
    "verify_draw": ["results.json"],
    "verify_seed": ["match.json"],
}


def environment(data: Path, **more: str) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")}
    games = f"{GAME}=tests.games.{GAME}"
    return {
        **ours,
        "FOGBOUND_DATA": str(data),
        "FOGBOUND_EXTRA_GAMES": games,
        "TMPDIR": str(data.parent / "tmp"),
        **more,
    }


def run(name: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    Path(env["TMPDIR"]).mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "manage.py", name, *COMMANDS[name]], cwd=ROOT, env=env, capture_output=True, text=True
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The data of a site that has been migrated."""
    data = tmp_path_factory.mktemp("site") / "var"
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(migrate, cwd=ROOT, env=environment(data), check=True)
    return data


def test_every_such_command_is_tried():
    assert set(COMMANDS) == apart.COMMANDS


@pytest.mark.long
@pytest.mark.any_database
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_it_works_without_a_site_and_leaves_none_behind(name, tmp_path):
    env = environment(tmp_path / "var")
    ended = run(name, env)
    assert "no such table" not in ended.stderr and "Traceback" not in ended.stderr, ended.stderr
    assert not (tmp_path / "var").exists()
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.long
@pytest.mark.any_database
def test_a_contest_is_played_while_another_process_holds_the_database_of_the_site(site, tmp_path):
    data = tmp_path / "var"
    shutil.copytree(site, data)
    with sqlite3.connect(data / "fogbound.sqlite3", isolation_level=None) as held:
        held.execute("BEGIN EXCLUSIVE")
        before = contents(data)
        ended = run("contest", environment(data))
        assert contents(data) == before
        held.execute("ROLLBACK")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert {one["rank"] for one in found["entrants"]} >= {1, 2}
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.long
@pytest.mark.any_database
def test_settings_that_lead_to_another_site_are_not_followed(tmp_path):
    # Nothing listens there, and a site in production would not start like this.
    elsewhere = {
        "FOGBOUND_POSTGRES_DB": "fogbound",
        "FOGBOUND_POSTGRES_PORT": "1",
        "FOGBOUND_REDIS_URL": "redis://127.0.0.1:1",
        "FOGBOUND_SQLITE": str(tmp_path / "another.sqlite3"),
        "FOGBOUND_ARCHIVE": str(tmp_path / "archive"),
        "FOGBOUND_PRODUCTION": "1",
    }
    ended = run("contest", environment(tmp_path / "var", **elsewhere))
    assert ended.returncode == 0, ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["tmp"]


@pytest.mark.long
@pytest.mark.any_database
def test_one_that_is_told_to_end_leaves_nothing_behind(tmp_path):
    env = environment(tmp_path / "var")
    Path(env["TMPDIR"]).mkdir()
    long = ["--entrants=128", "--days=30", "--games=3"]
    playing = subprocess.Popen(
        [sys.executable, "manage.py", "contest", GAME, *long], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
    )
    try:
        while not any(Path(env["TMPDIR"]).glob("*/fogbound.sqlite3-wal")):
            assert playing.poll() is None
        playing.send_signal(signal.SIGTERM)
        assert playing.wait(60) == 128 + signal.SIGTERM
    finally:
        playing.kill()
    assert list(Path(env["TMPDIR"]).iterdir()) == []


def test_a_site_of_a_load_test_is_apart_too(monkeypatch, tmp_path):
    monkeypatch.setenv("FOGBOUND_SQLITE", "/var/lib/fogbound.sqlite3")
    monkeypatch.setenv("FOGBOUND_POSTGRES_DB", "fogbound")
    monkeypatch.setenv("FOGBOUND_BOT_THREADS", "3")
    alone, several = (environment_of(str(tmp_path), web, {}) for web in (1, 2))
    assert "FOGBOUND_SQLITE" not in alone and "FOGBOUND_POSTGRES_DB" not in alone
    assert (alone["FOGBOUND_DATA"], alone["FOGBOUND_BOT_THREADS"]) == (str(tmp_path), "3")
    assert several["FOGBOUND_POSTGRES_DB"] == "fogbound"
