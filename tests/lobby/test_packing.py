"""Rows of matches that are over become one text some hours later: nobody sees a difference, nothing is lost on the way, and it can be undone."""

from __future__ import annotations

import asyncio
import importlib
import threading
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import CreateModel
from django.test import Client
from django.utils import timezone

from lobby.matches.models import Heartbeat, Match, Orders, Packed, Step
from lobby.operations import timeline
from lobby.play import services
from lobby.store import archive, archiving, history, packing, positions
from lobby.store import rows as store
from tests.lobby.test_archive import command, everything, finished, fresh, place, rows  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture(autouse=True)
def nothing_refused():
    yield
    packing.refused.clear()


def exact_rows(match: Match) -> list[list[tuple]]:
    """All that the rows of a match say, but their ids."""
    return [
        sorted(
            tuple(
                bytes(value) if isinstance(value := getattr(row, field.attname), memoryview) else repr(value)
                for field in model._meta.concrete_fields
                if field.name != "id"
            )
            for row in model.objects.filter(match=match)
        )
        for model in (Step, Orders)
    ]


@pytest.mark.postgres
def test_nobody_sees_a_difference_and_the_rows_come_back(finished, alice):  # noqa: F811
    before, as_rows = everything(finished, alice), exact_rows(finished)
    before_anybody = {key: shown for key, shown in before.items() if str(alice) not in key}
    told = [moment.what for moment in timeline.of(finished, is_own=False)]
    assert packing.pack(finished.pk)
    assert rows(finished) == (0, 0) and Packed.objects.get().match_id == finished.pk
    assert everything(finished, alice) == before
    packed = Match.objects.get(pk=finished.pk)
    assert [moment.what for moment in timeline.of(packed, is_own=False)] == told
    out = StringIO()
    call_command("verify_replays", stdout=out)
    assert out.getvalue() == "1 verified, 0 differ\n"
    assert not packing.pack(finished.pk) and command("--check") == ("1 sound, 0 not\n", 0)

    assert command("--unpack") == ("1 matches unpacked\n", 0)
    assert exact_rows(finished) == as_rows and not Packed.objects.exists()
    assert command("--pack") == ("1 matches packed\n", 0)
    assert everything(finished) == before_anybody


def test_nothing_is_unpacked_while_a_referee_runs_that_would_pack_it_again(finished, monkeypatch):  # noqa: F811
    packing.pack(finished.pk)
    beat = Heartbeat.objects.update_or_create(pk=1, defaults={"alive_at": timezone.now()})[0]

    def beats(seconds: float) -> None:
        beat.alive_at += timedelta(seconds=seconds / 2)
        beat.save()

    monkeypatch.setattr("lobby.management.commands.archive.time.sleep", beats)
    with pytest.raises(CommandError, match="The site runs"):
        call_command("archive", "--unpack")
    assert Packed.objects.exists()
    # One that was stopped a moment ago has left a recent heartbeat, and no other follows it.
    monkeypatch.setattr("lobby.management.commands.archive.time.sleep", lambda seconds: None)
    assert command("--unpack") == ("1 matches unpacked\n", 0)


def test_a_packed_match_moves_to_the_archive_as_the_same_file(place, finished, alice):  # noqa: F811
    before = everything(finished, alice)
    assert archiving.move(finished.pk)
    name = Match.objects.get(pk=finished.pk).archived_as
    # As if it had not moved.
    kept = archive.read(name)
    store.insert_steps([packing._step_row(step) for step in kept.steps])
    store.insert_orders([store.orders_row(finished.pk, row.step, packing._given(row)) for row in kept.orders])
    Match.objects.filter(pk=finished.pk).update(archived_as="")
    place.delete(name)

    assert packing.pack(finished.pk)
    assert archiving.batch(timezone.now()) == [finished.pk]
    assert archiving.move_all(timezone.now()) == 1
    assert Match.objects.get(pk=finished.pk).archived_as == name and not Packed.objects.exists()
    assert everything(finished, alice) == before
    assert not packing.pack(finished.pk) and not packing.unpack(finished.pk) and not archiving.move(finished.pk)


@pytest.mark.postgres
def test_what_goes_on_or_has_just_ended_stays(finished, make_match):  # noqa: F811
    running, young, lesson = make_match(), make_match(), make_match()
    services.staff_abort(match_id=young.pk)
    Match.objects.filter(pk=lesson.pk).update(
        kind="lesson", status="finished", finished_at=timezone.now() - timedelta(days=9)
    )
    assert not packing.pack(running.pk)
    assert packing.batch(timezone.now() - packing.AFTER) == [finished.pk]
    asyncio.run(packing.pack_due(timezone.now() - packing.AFTER))
    assert rows(finished) == (0, 0)
    assert rows(running)[0] == rows(young)[0] == rows(lesson)[0] == 1


@pytest.mark.postgres
@pytest.mark.parametrize(("act", "table"), [("pack", "lobby_step"), ("unpack", "lobby_packed")])
def test_a_process_that_dies_loses_nothing(finished, act, table):  # noqa: F811
    """Not even in its last statement but one."""

    class Death(BaseException):
        pass

    def die(execute, sql, *rest):
        if sql.startswith(f'DELETE FROM "{table}"'):
            raise Death
        return execute(sql, *rest)

    before = everything(finished)
    if act == "unpack":
        assert packing.pack(finished.pk)
    with connection.execute_wrapper(die), pytest.raises(Death):
        getattr(packing, act)(finished.pk)
    assert rows(finished) == ((5, 11) if act == "pack" else (0, 0))
    assert everything(finished) == before
    assert getattr(packing, act)(finished.pk)
    assert everything(finished) == before


@pytest.mark.postgres
def test_two_processes_pack_a_match_once(finished, monkeypatch):  # noqa: F811
    before, together, compressed, results = everything(finished), threading.Barrier(2), archive.compressed, []

    def meet(content):
        together.wait(10)
        return compressed(content)

    def work():
        results.append(packing.pack(finished.pk))
        connection.close()

    monkeypatch.setattr(archive, "compressed", meet)
    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert sorted(results) == [False, True]
    assert rows(finished) == (0, 0)
    assert everything(finished) == before


def test_who_asked_where_a_match_is_finds_it_though_it_moves(place, finished, monkeypatch):  # noqa: F811
    before = [bytes(positions.unpack_text(step.state)) for step in history.steps(finished.pk, "state")]
    assert packing.pack(finished.pk)
    fresh()
    read = archive.read

    def moves_meanwhile(name):
        monkeypatch.setattr(archive, "read", read)
        assert archiving.move(finished.pk)
        return read(name)

    monkeypatch.setattr(archive, "read", moves_meanwhile)
    assert [bytes(positions.unpack_text(step.state)) for step in history.steps(finished.pk, "state")] == before


def test_the_process_beside_the_referee_packs_what_is_due(finished, monkeypatch):  # noqa: F811
    monkeypatch.setattr(packing, "BEGINS_AFTER", timedelta(0))
    packed, pack = asyncio.Event(), packing.pack

    async def look() -> None:
        loop = asyncio.get_running_loop()

        def and_tell(match_id):
            done = pack(match_id)
            loop.call_soon_threadsafe(packed.set)
            return done

        monkeypatch.setattr(packing, "pack", and_tell)
        task = asyncio.create_task(packing.run())
        await asyncio.wait_for(packed.wait(), 60)
        task.cancel()

    asyncio.run(look())
    assert rows(finished) == (0, 0)


def test_rows_that_would_come_back_otherwise_stay(finished, caplog):  # noqa: F811
    Step.objects.filter(match=finished, number=2).update(digest="0" * 64)
    assert packing.pack_all(timezone.now()) == 0
    assert rows(finished) == (5, 11)
    assert f"match {finished.pk} stays in the tables" in caplog.text


def test_a_damaged_row_is_said_and_holds_up_nothing_else(place, finished, alice, make_match, caplog):  # noqa: F811
    assert packing.pack(finished.pk)
    Packed.objects.update(text=Packed.objects.get().text[:-20])
    fresh()
    client = Client()
    client.force_login(alice)
    assert client.get(f"/matches/{finished.pk}/frames/").status_code == 503
    said, status = command("--check")
    assert status == 1 and said.startswith(f"{finished.pk}: packed/{finished.pk}-")
    other = make_match()
    services.staff_abort(match_id=other.pk)
    assert packing.pack(other.pk)
    with pytest.raises(CommandError, match=finished.pk):
        call_command("archive", "--unpack", stdout=(out := StringIO()))
    assert out.getvalue() == "1 matches unpacked\n"
    assert archiving.move_all(timezone.now()) == 1
    assert f"match {finished.pk} stays in the database" in caplog.text
    assert rows(other) == (0, 0)


def test_migrating_back_is_refused_while_it_would_lose_matches(finished, monkeypatch):  # noqa: F811
    (creates,) = importlib.import_module("lobby.migrations.0062_packed_matches").Migration.operations
    dropped: list[str] = []
    monkeypatch.setattr(CreateModel, "database_backwards", lambda self, *given: dropped.append(self.name))
    now = SimpleNamespace(apps=apps)
    with connection.schema_editor() as editor:
        creates.database_backwards("lobby", editor, now, now)
    assert dropped == ["Packed"]
    assert packing.pack(finished.pk)
    with pytest.raises(RuntimeError, match="The way back"), connection.schema_editor() as editor:
        creates.database_backwards("lobby", editor, now, now)
    assert dropped == ["Packed"]
