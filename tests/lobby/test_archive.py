"""Old matches in the archive: nobody sees a difference, nothing is lost on the way, and what does not work says so."""

from __future__ import annotations

import asyncio
import json
import lzma
import threading
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

import games
from lobby.fog import audience
from lobby.matches.models import Match, Orders, Packed, Step
from lobby.operations.archive_checks import check_archive
from lobby.people import data
from lobby.play import referee, series, services
from lobby.store import archive, archiving, packing, positions
from lobby.store.archive_files import ArchiveFiles
from lobby.watch import replay
from tests.sweeps import later

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

OTHERS = {"memory": "django.core.files.storage.InMemoryStorage", "bucket": "tests.lobby.bucket.Bucket"}


@pytest.fixture(params=["folder", *later(pytest.param(other, marks=pytest.mark.any_database) for other in OTHERS)])
def place(request, settings, tmp_path: Path):
    """An archive on disk, one in a storage that keeps what it has and takes another name, and one that replaces it, as S3."""
    if request.param == "folder":
        backend = {"BACKEND": "lobby.store.archive_files.ArchiveFiles", "OPTIONS": {"location": str(tmp_path / "old")}}
    else:
        backend = {"BACKEND": OTHERS[request.param]}
    settings.STORAGES = settings.STORAGES | {"archive": backend}
    settings.ARCHIVE = "/somewhere"
    positions.forget()
    yield storages["archive"]
    packing.refused.clear()


@pytest.fixture
def finished(make_match, order):
    """Four steps with a missed one, orders that were replaced, and a lantern in each."""
    match = make_match(options={"rounds": 4, "hearts": 9}, seed="lanterns")
    for step in range(4):
        order(match, 0, step=step, throw=3, ready=False)
        order(match, 0, step=step, throw=step, walk=1)
        if step != 2:
            order(match, 1, step=step, throw=0, walk=-1)
        match.refresh_from_db()
        assert referee.advance_once(match.pk, lambda match=match: match.deadline) == step + 1
    match.refresh_from_db()
    assert match.status == "finished"
    return old(match)


def fresh() -> None:
    """As in a process that has just started."""
    positions.forget()
    audience._FRAMES.clear()
    audience._static.cache_clear()
    replay._RUNS.clear()
    series._of_match.cache_clear()


def content(client: Client, path: str) -> bytes:
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.content!r}"
    return answer.content


def everything(match: Match, *people) -> dict[str, object]:
    """All that anybody can be shown of a match, as bytes."""
    fresh()
    match = Match.objects.get(pk=match.pk)
    shown: dict[str, object] = {}
    for person in (None, *people):
        client = Client()
        if person is not None:
            client.force_login(person)
            own = data.all_of(person)["matches"]
            shown[f"data of {person}"] = json.dumps(own, default=str)
            for path in (
                f"/api/players/{person.username}/",
                f"/api/players/{person.username}/matches/",
                "/api/matches/?mine=true",
            ):
                shown[f"{person} {path}"] = content(client, path)
        for name in ("public", "referee", "0", "1"):
            for path in (f"frames/?as={name}", f"run/?as={name}&first=1", f"frames/?as={name}&first=2&last=2"):
                shown[f"{person} {path}"] = content(client, f"/matches/{match.pk}/{path}")
            shown[f"{person} api {name}"] = content(client, f"/api/matches/{match.pk}/frames/?as={name}")
        shown[f"{person} download"] = content(client, f"/matches/{match.pk}/replay.json")
        shown[f"{person} api"] = content(client, f"/api/matches/{match.pk}/replay/")
    for seat in (0, 1):
        for step in range(match.step + 1):
            shown[f"frame {seat} {step}"] = audience.frame_bytes(match, audience.own_seat(seat), step)
    shown["orders of each position"] = [
        dict(positions.position(match.pk, step).orders) for step in range(match.step + 1)
    ]
    shown["verified"] = replay.verify(match)
    return shown


def old(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=40))
    match.refresh_from_db()
    return match


def rows(match: Match) -> tuple[int, int]:
    return Step.objects.filter(match=match).count(), Orders.objects.filter(match=match).count()


def command(*arguments: str) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command("archive", *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(str(end.code))
    return out.getvalue(), 0


def test_nobody_sees_a_difference(place, finished, alice, bob, charlie):
    before = everything(finished, alice, bob, charlie)
    assert before["verified"] == []
    assert rows(finished) == (5, 11)
    assert archiving.move(finished.pk)
    assert rows(finished) == (0, 0)
    assert everything(finished, alice, bob, charlie) == before
    out = StringIO()
    call_command("verify_replays", stdout=out)
    assert out.getvalue() == "1 verified, 0 differ\n"


@pytest.mark.postgres
@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_comes_back_as_it_was(settings, tmp_path, make_match, alice, game):
    settings.STORAGES = settings.STORAGES | {
        "archive": {"BACKEND": "lobby.store.archive_files.ArchiveFiles", "OPTIONS": {"location": str(tmp_path)}}
    }
    rules = games.get(game)
    seats = min(rules.seats)
    match = make_match([alice], [rules.bots[0].id] * (seats - 1), game=game)
    for _ in range(3):
        match.refresh_from_db()
        referee.advance_once(match.pk, lambda: match.deadline + timedelta(days=30))
    if Match.objects.get(pk=match.pk).status == "running":
        services.staff_abort(match_id=match.pk)
    match.refresh_from_db()
    assert match.step == 3
    before = everything(old(match), alice)
    steps, orders = Step.objects.filter(match=match), Orders.objects.filter(match=match)
    as_rows = sum(len(step.state) + len(step.events) + len(json.dumps(step.orders)) for step in steps)
    as_rows += sum(len(json.dumps(row.orders)) for row in orders)
    assert packing.pack(match.pk)
    assert len(Packed.objects.get().text) < as_rows / 2
    assert everything(match, alice) == before
    assert archiving.move(match.pk)
    assert rows(match) == (0, 0)
    assert everything(match, alice) == before


def test_the_fog_of_a_link_stays(place, finished, charlie):
    """Where the steps lie changes nothing about who may see the match."""
    Match.objects.filter(pk=finished.pk).update(kind="sandbox")
    client = Client()
    client.force_login(charlie)
    before = [client.get(f"/matches/{finished.pk}/{path}").status_code for path in ("frames/", "replay.json")]
    archiving.move(finished.pk)
    fresh()
    assert [client.get(f"/matches/{finished.pk}/{path}").status_code for path in ("frames/", "replay.json")] == before


@pytest.mark.postgres
def test_what_is_not_over_or_not_old_stays(place, finished, make_match, settings):
    running = make_match()
    Match.objects.filter(pk=running.pk).update(finished_at=timezone.now() - timedelta(days=400))
    lesson = make_match()
    Match.objects.filter(pk=lesson.pk).update(kind="lesson", status="finished")
    old(lesson)
    assert not archiving.move(running.pk)
    assert command("--after", "50") == ("0 matches moved\n", 0)
    settings.ARCHIVE_AFTER = 30
    assert command() == ("1 matches moved\n", 0)
    assert rows(finished) == (0, 0)
    assert rows(running)[0] == rows(lesson)[0] == 1
    assert command("--after", "0") == ("0 matches moved\n", 0)


@pytest.mark.postgres
@pytest.mark.parametrize("dies_at", ["save", "text_of", "update"])
def test_a_process_that_dies_loses_nothing(place, finished, monkeypatch, dies_at):
    class Death(BaseException):
        pass

    def die(*args, **kwargs):
        raise Death

    before = everything(finished)
    with monkeypatch.context() as patched:
        if dies_at == "save":
            patched.setattr(type(place), "_save", die)
        elif dies_at == "text_of":
            patched.setattr(archive, "text_of", die)
        else:
            patched.setattr(
                packing.Step.objects,
                "filter",
                lambda **wanted: (
                    die()
                    if Match.objects.exclude(archived_as="")
                    else Step._default_manager.get_queryset().filter(**wanted)
                ),
            )
        with pytest.raises(Death):
            archiving.move(finished.pk)
    assert rows(finished) == (5, 11)
    assert not Match.objects.exclude(archived_as="").exists()
    assert everything(finished) == before
    assert archiving.move(finished.pk)
    assert everything(finished) == before


@pytest.mark.postgres
def test_two_processes_move_a_match_once(place, finished, monkeypatch):
    before = everything(finished)
    together, put, results = threading.Barrier(2), archive.put, []

    def meet(*args):
        together.wait(10)
        return put(*args)

    def work():
        results.append(archiving.move(finished.pk))
        connection.close()

    monkeypatch.setattr(archive, "put", meet)
    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert sorted(results) == [False, True]
    assert rows(finished) == (0, 0)
    assert everything(finished) == before


def test_the_process_beside_the_referee_moves_what_is_due(place, finished, make_match, settings, caplog):
    settings.ARCHIVE_AFTER = 30
    young = make_match()
    services.staff_abort(match_id=young.pk)

    async def look() -> None:
        task = asyncio.create_task(archiving.run())
        for _ in range(2000):
            if await asyncio.to_thread(lambda: (rows(finished), connection.close())[0]) == (0, 0):
                break
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(look())
    assert rows(finished) == (0, 0)
    assert rows(young)[0] == 1


@pytest.mark.postgres
@pytest.mark.parametrize("broken", ["state", "missing", "digest"])
def test_a_match_that_would_come_back_otherwise_stays(place, finished, caplog, broken):
    step = Step.objects.get(match=finished, number=2)
    if broken == "missing":
        step.delete()
    elif broken == "state":
        Step.objects.filter(pk=step.pk).update(state=positions.pack_text(b'{"other":1}'))
    else:
        Step.objects.filter(pk=step.pk).update(digest="0" * 64)
    before = rows(finished)
    assert archiving.move_all(timezone.now()) == 0
    assert rows(finished) == before
    assert f"match {finished.pk} stays in the tables" in caplog.text


def test_a_storage_that_does_not_work_stops_the_move(place, finished, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(place), "_save", full)
    with pytest.raises(CommandError, match="No space left"):
        command("--after", "0")
    assert rows(finished) == (5, 11)


def test_a_storage_that_stores_something_else_is_found_out(place, finished, monkeypatch):
    save = type(place)._save
    monkeypatch.setattr(
        type(place), "_save", lambda self, name, content: save(self, name, ContentFile(content.read()[:-9]))
    )
    with pytest.raises(archive.Unreadable):
        archiving.move(finished.pk)
    assert rows(finished) == (5, 11)
    monkeypatch.undo()
    assert archiving.move(finished.pk), "the half of a file is replaced"


@pytest.mark.postgres
def test_a_file_that_another_process_has_just_stored_is_not_deleted(place, finished, monkeypatch):
    """Its match may name it already."""
    exists, deleted = place.exists, []

    def stored_meanwhile(name):
        monkeypatch.setattr(place, "exists", exists)
        assert archiving.move(finished.pk)
        return exists(name)

    monkeypatch.setattr(place, "exists", stored_meanwhile)
    monkeypatch.setattr(place, "delete", deleted.append)
    assert not archiving.move(finished.pk)
    name = Match.objects.get(pk=finished.pk).archived_as
    assert name and name not in deleted
    assert command("--check") == ("1 sound, 0 not\n", 0)


@pytest.mark.parametrize("harm", ["gone", "damaged", "another"])
def test_an_archive_that_cannot_be_read_is_said(place, finished, alice, harm):
    archiving.move(finished.pk)
    name = Match.objects.get(pk=finished.pk).archived_as
    with place.open(name) as file:
        whole = file.read()
    place.delete(name)
    if harm == "damaged":
        place.save(name, ContentFile(whole[:-20]))
    if harm == "another":
        place.save(name, ContentFile(lzma.compress(lzma.decompress(whole).replace(b"1", b"2"))))
    fresh()
    client = Client()
    client.force_login(alice)
    for path in ("frames/", "run/", "replay.json"):
        answer = client.get(f"/matches/{finished.pk}/{path}")
        assert answer.status_code == 503, path
        assert "archive" in answer.json()["message"], path
    assert client.get(f"/matches/{finished.pk}/replay/").status_code == 200
    assert client.get("/account/data.json").status_code != 500
    said, status = command("--check")
    assert status == 1
    assert said.startswith(f"{finished.pk}: {name} cannot be read: ") and said.endswith("0 sound, 1 not\n")


def test_a_sound_archive_is_said(place, finished):
    archiving.move(finished.pk)
    assert command("--check") == ("1 sound, 0 not\n", 0)


def test_the_file_is_text_that_other_programs_read(place, finished):
    archiving.move(finished.pk)
    with place.open(Match.objects.get(pk=finished.pk).archived_as) as file:
        first, *lines = lzma.decompress(file.read()).split(b"\n")
    head = json.loads(first)
    assert (head["format"], head["match"], head["game"]) == (1, finished.pk, "toy")
    assert len(head["steps"]) == 5 and len(lines) == 10
    assert head["steps"][3][1] == {"0": {"throw": 2, "walk": 1}, "1": None} or head["steps"][3][1]["1"] is None
    assert finished.seed not in first.decode(), "the seed stays in the table"


def test_files_are_for_their_owner_and_leave_nothing_beside_them(tmp_path, monkeypatch):
    files = ArchiveFiles(location=str(tmp_path / "old"))
    assert files.save("2026/11/a.xz", ContentFile(b"one")) == "2026/11/a.xz"
    assert files.save("2026/11/a.xz", ContentFile(b"one")) == "2026/11/a.xz"
    path = tmp_path / "old/2026/11/a.xz"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700

    def fail(*args):
        raise OSError

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError):
        files.save("2026/11/b.xz", ContentFile(b"two"))
    assert [one.name for one in path.parent.iterdir()] == ["a.xz"]


@pytest.mark.parametrize(
    ("after", "place", "found"),
    [
        (0, "", []),
        (30, "/srv/archive", []),
        (30, "", ["fogbound.E018"]),
        (30, "s3://matches/old", ["fogbound.E019"]),
        (0, "s3://matches", ["fogbound.E019"]),
    ],
)
def test_settings_that_would_lose_matches_are_refused(settings, monkeypatch, after, place, found):
    monkeypatch.setattr("lobby.operations.archive_checks.find_spec", lambda name: None)
    settings.ARCHIVE_AFTER, settings.ARCHIVE = after, place
    assert [one.id for one in check_archive(None)] == found


def test_without_an_archive_the_command_says_what_to_set(settings):
    settings.ARCHIVE = ""
    with pytest.raises(CommandError, match="FOGBOUND_ARCHIVE"):
        command()
