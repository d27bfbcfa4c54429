"""A back-up is made while the site runs, and the site that is restored from it plays on where it was."""

import os
import sqlite3
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from lobby.matches import referee, timer
from lobby.matches.models import Heartbeat, Match, Orders, Step
from tests.servers import find_program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


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
    now = timezone.now()
    match = make_match()
    play(match, order)
    order(match, 0, step=1, walk=1)
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


def test_a_backup_of_a_newer_release_is_refused(make_match, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("pg_restore reads a file that only PostgreSQL can look into")
    match = make_match()
    file = tmp_path / "fogbound.backup"
    call_command("backup", file, stdout=StringIO())
    with sqlite3.connect(file) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('lobby', '9999_next', '2030-01-01')"
        )
    database.close()
    with pytest.raises(CommandError, match=r"newer release: lobby\.9999_next"):
        call_command("restore", file)
    assert Match.objects.filter(pk=match.pk).exists()
