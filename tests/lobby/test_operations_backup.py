"""A back-up is made while the site runs, and the site that is restored from it plays on where it was."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from lobby.matches.models import Heartbeat, Match, Orders, Step
from lobby.operations import backup
from lobby.play import referee, timer, web_heartbeat
from tests.databases import make_database
from tests.lobby.releases import one_by_one
from tests.servers import find_program

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(autouse=True)
def client_programs(monkeypatch):
    """Debian keeps PostgreSQL's programs outside the PATH."""
    if connection.vendor == "postgresql":
        found = find_program("pg_dump")
        if found is None:
            pytest.skip("pg_dump is not there")
        monkeypatch.setenv("PATH", f"{os.path.dirname(found)}:{os.environ['PATH']}")


def play(match, order):
    """One whole step."""
    match.refresh_from_db()
    for seat in (0, 1):
        order(match, seat, step=match.step, walk=1)
    assert referee.advance_once(match.pk) == match.step + 1


def facts(match):
    return (
        Match.objects.get(pk=match.pk).step,
        list(Step.objects.filter(match=match).order_by("number").values_list("number", "digest")),
        list(Orders.objects.filter(match=match).order_by("pk").values_list("step", "seat", "orders")),
    )


def test_a_site_that_is_restored_plays_on_where_it_was(make_match, order, tmp_path):
    match = make_match()
    play(match, order)
    order(match, 0, step=1, walk=1)
    now = timezone.now()
    Heartbeat.objects.create(pk=1, alive_at=now)
    before = facts(match)
    file = tmp_path / "fogbound.backup"
    out = StringIO()
    call_command("backup", file, stdout=out)
    assert out.getvalue() == f"{file}: {file.stat().st_size} bytes\n"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.stat().st_mode & 0o077 == 0, "its owner alone may read it"

    order(match, 1, step=1, walk=1)
    play_on = facts(match)
    lost = make_match()
    assert play_on != before
    with pytest.raises(CommandError, match="The site is running"):
        call_command("restore", file)
    assert facts(match) == play_on, "refused: nothing was changed"

    Heartbeat.objects.update(alive_at=now - timedelta(minutes=5))
    call_command("restore", file, stdout=StringIO())
    assert facts(match) == before
    assert not Match.objects.filter(pk=lost.pk).exists()
    deadline = Match.objects.get(pk=match.pk).deadline
    back = now + timedelta(hours=3)
    assert timer.beat(back, starting=True) == [match.pk]
    assert Match.objects.get(pk=match.pk).deadline == deadline + timedelta(hours=3)
    order(match, 1, step=1, at=back, walk=1)
    assert referee.advance_once(match.pk, lambda: back) == 2
    call_command("verify_replays", stdout=StringIO())


def test_the_age_of_the_last_backup_is_a_figure(tmp_path):
    file, figures = tmp_path / "fogbound.backup", tmp_path / "fogbound.prom"
    for name in ("fogbound.backup", "later.backup"):
        before = int(timezone.now().timestamp())
        call_command("backup", tmp_path / name, metrics=figures, stdout=StringIO())
    told = dict(line.split() for line in figures.read_text().splitlines() if not line.startswith("#"))
    assert before <= int(told["fogbound_backup_timestamp_seconds"]) <= timezone.now().timestamp() + 1
    assert int(told["fogbound_backup_bytes"]) == file.stat().st_size > 0
    was = figures.read_text()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file, metrics=figures)
    assert figures.read_text() == was, "what failed is no back-up"


def test_a_folder_keeps_the_newest_backups_and_nothing_else_of_it_is_touched(tmp_path, monkeypatch):
    others = [tmp_path / name for name in ("fogbound-1.db", "fogbound-2026.backup.gpg", "notes.txt")]
    for other in others:
        other.touch()
    stale, running = (tmp_path / f"fogbound-{day}T000000Z.backup.part" for day in ("2025-01-01", "2026-12-05"))
    for part in (stale, running):
        part.touch()
    os.utime(stale, (0, 0))
    for day in range(1, 5):
        monkeypatch.setattr(backup.timezone, "now", lambda day=day: datetime(2026, 12, day, 3, 30, tzinfo=UTC))
        call_command("backup", tmp_path, keep=2)
    kept = ["fogbound-2026-12-03T033000Z.backup", "fogbound-2026-12-04T033000Z.backup"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [*kept, running.name, *(other.name for other in others)]
    )
    assert all((tmp_path / name).stat().st_mode & 0o777 == 0o600 for name in kept)
    for wrong in ({"keep": 0}, {"keep": -1}):
        with pytest.raises(CommandError, match="--keep"):
            call_command("backup", tmp_path, **wrong)
    with pytest.raises(CommandError, match="--keep"):
        call_command("backup", tmp_path / "one.db", keep=1)


def test_a_backup_is_never_written_over(tmp_path):
    file = tmp_path / "fogbound.backup"
    file.write_bytes(b"precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", file)
    assert file.read_bytes() == b"precious"


def test_what_is_no_backup_changes_nothing(make_match, tmp_path):
    match = make_match()
    file = tmp_path / "fogbound.backup"
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", file)
    file.write_bytes(b"something else")
    with pytest.raises(CommandError, match="is no back-up"):
        call_command("restore", file)
    call_command("backup", tmp_path / "whole", stdout=StringIO())
    file.write_bytes((tmp_path / "whole").read_bytes()[:20_000])
    with pytest.raises(CommandError):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()


def test_a_site_whose_web_processes_live_is_running(make_match, tmp_path):
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    match = make_match()
    Heartbeat.objects.create(pk=1, alive_at=timezone.now() - timedelta(minutes=5))
    Heartbeat.objects.create(pk=web_heartbeat.WEB, alive_at=timezone.now())
    with pytest.raises(CommandError, match="The site is running"):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()
    call_command("restore", file, "--even-if-alive", stdout=StringIO())
    assert not Match.objects.exists()


def test_a_backup_of_a_newer_release_is_refused(make_match, tmp_path):
    match = make_match()
    recorder = MigrationRecorder(connection)
    recorder.record_applied("lobby", "9999_next")
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    recorder.record_unapplied("lobby", "9999_next")
    with pytest.raises(CommandError, match=r"newer release: lobby\.9999_next"):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()


@pytest.fixture
def all_migrations():
    """Whatever becomes of a test, the next one has all tables."""
    yield
    connection.close()
    call_command("migrate", verbosity=0)


def tables():
    with connection.cursor() as cursor:
        return set(connection.introspection.table_names(cursor))


@pytest.mark.long
def test_a_backup_of_an_older_release_is_brought_up_to_this_one(make_match, order, tmp_path, all_migrations):
    match = make_match()
    play(match, order)
    before, whole = facts(match), tables()
    with one_by_one():
        call_command("migrate", "lobby", "0007", verbosity=0)
    assert whole - tables(), "an older release has fewer tables"
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    call_command("migrate", verbosity=0)
    # What a release after this one has made, and refers to people.
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE lobby_future (id integer PRIMARY KEY, person bigint REFERENCES lobby_user (id))")
    Match.objects.all().delete()
    call_command("restore", file, stdout=StringIO())
    assert facts(match) == before
    assert tables() == whole
    call_command("verify_replays", stdout=StringIO())


def test_a_restore_that_fails_half_way_changes_nothing(make_match, tmp_path, monkeypatch):
    if connection.vendor == "sqlite":
        pytest.skip("one file takes the place of another")
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    match = make_match()
    monkeypatch.setattr(backup, "EMPTY_SCHEMA", backup.EMPTY_SCHEMA + "SELECT 1 / 0;")
    with pytest.raises(CommandError, match=r"psql: .*division by zero"):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()
    # Without a table that others refer to.
    monkeypatch.setattr(backup, "EMPTY_SCHEMA", "")
    with pytest.raises(CommandError, match=r"psql: .*already exists"):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()


def manage(*arguments, **environment):
    """A command of a process of its own, with these settings alone."""
    taken = {name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env={**taken, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.any_database
@pytest.mark.parametrize("harm", [pytest.param("header", marks=pytest.mark.long), "middle"])
def test_a_damaged_database_is_what_a_restore_is_for(tmp_path, harm):
    database, file = tmp_path / "fogbound.sqlite3", tmp_path / "fogbound.backup"
    here = {"FOGBOUND_DATA": str(tmp_path)}
    make_database({**os.environ, **here})
    assert manage("backup", str(file), **here).returncode == 0
    whole = database.read_bytes()
    size = 200 if harm == "header" else len(whole)
    database.write_bytes(b"\xa7" * size if harm == "header" else whole[:1000] + b"\xa7" * (size - 1000))
    done = manage("backup", str(tmp_path / "another"), **here)
    assert done.returncode == 1 and done.stderr.startswith("CommandError: The database cannot be read: ")
    done = manage("restore", str(file), **here)
    assert done.returncode == 1 and done.stderr.startswith("CommandError: The database cannot be asked"), done.stderr
    assert "--even-if-alive" in done.stderr and len(done.stderr.splitlines()) == 1
    done = manage("restore", str(file), "--even-if-alive", **here)
    assert done.returncode == 0, done.stderr
    assert manage("migrate", "--check", **here).returncode == 0
    with closing(sqlite3.connect(database)) as restored:
        assert restored.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.stat().st_mode & 0o077 == 0 or harm == "middle", "its owner alone may read it"
    if harm == "header":
        assert [path.read_bytes() for path in tmp_path.glob("fogbound.sqlite3.damaged-*[0-9]")] == [b"\xa7" * size]


def test_without_its_server_every_command_says_so_in_a_sentence(tmp_path, monkeypatch):
    if connection.vendor == "sqlite":
        pytest.skip("there is no server")
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "PORT", "1")
        for arguments in (
            ["backup", str(tmp_path / "another")],
            ["restore", str(file)],
            ["restore", str(file), "--even-if-alive"],
            ["maintenance", "off"],
        ):
            with pytest.raises(CommandError, match="refused"):
                call_command(*arguments)
    # The whole way out of a process: no traceback, and its code.
    done = manage(
        "maintenance", "off", FOGBOUND_POSTGRES_DB="x", FOGBOUND_POSTGRES_PORT="1", FOGBOUND_DATA=str(tmp_path)
    )
    assert done.returncode == 1 and done.stderr.startswith("CommandError: ") and "refused" in done.stderr, done.stderr
    assert [path.name for path in tmp_path.glob("another*")] == []
