"""Public matches by the month: what is in a file and what never is, when it is made, and how it is offered."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import AsyncClient, Client
from django.utils import timezone
from fogbound_client.records import COLUMNS, records, rows

from lobby.accounts import services
from lobby.api.shapes import MATCH_RECORD
from lobby.matches.models import Match
from lobby.play import saving
from lobby.store import archive, archiving
from lobby.watch import publishing, replay
from lobby.watch.models import PublishedMonth

OCTOBER = datetime(2026, 10, 15, tzinfo=UTC)
LATER = datetime(2026, 11, 1, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def place(settings, tmp_path, transactional_db):
    cache.clear()
    options = {"location": str(tmp_path)}
    settings.STORAGES = {
        **settings.STORAGES,
        "archive": {"BACKEND": "lobby.store.archive_files.ArchiveFiles", "OPTIONS": options},
    }
    settings.ARCHIVE, settings.PUBLISH = str(tmp_path), True
    archive.forget()
    return tmp_path


@pytest.fixture
def ended(make_match):
    def end(*args, at=OCTOBER, **fields) -> Match:
        match = make_match(*args)
        saving.finish(match, "agreed_draw", [1, 1], at)
        Match.objects.filter(pk=match.pk).update(started_at=at - timedelta(hours=1), **fields)
        return match

    return end


def lines(place) -> list[dict]:
    (published,) = PublishedMonth.objects.all()
    content = (place / published.file).read_bytes()
    assert (len(content), hashlib.sha256(content).hexdigest()) == (published.size, published.sha256)
    found = [json.loads(line) for line in lzma.decompress(content).splitlines()]
    assert len(found) == published.matches
    return found


def test_a_month_has_its_public_matches_as_they_ended_and_no_others(place, ended, make_match):
    second, first = ended(), ended(at=OCTOBER - timedelta(days=14))
    ended(at=datetime(2026, 11, 1, tzinfo=UTC))
    ended(at=datetime(2026, 9, 30, 23, 59, tzinfo=UTC))
    for fields in (
        {"visibility": "link"},
        {"sealed": True},
        {"status": "aborted"},
        *({"kind": kind} for kind in ("sandbox", "hot_seat", "lesson")),
    ):
        ended(**fields)
    make_match()
    publishing.publish("2026-10")
    assert [line["match"] for line in lines(place)] == [first.pk, second.pk]


def test_a_line_is_the_record_that_the_replay_offers(place, ended, order):
    match = ended()
    publishing.publish("2026-10")
    (line,) = lines(place)
    assert line == json.loads(Client().get(f"/matches/{match.pk}/replay.json").content)


def test_matches_in_the_archive_are_there_too(place, ended):
    match = ended()
    publishing.publish("2026-10")
    before = lines(place)
    assert archiving.move(match.pk)
    publishing.publish("2026-10")
    assert lines(place) == before


def test_somebody_whose_account_is_closed_has_no_name_in_a_file_made_anew(place, ended, bob):
    ended()
    publishing.publish("2026-10")
    assert [seat["name"] for seat in lines(place)[0]["seats"]] == ["Alice", "Bob"]
    services.close_account(user=bob)
    call_command("publish", "2026-10")
    assert [seat["name"] for seat in lines(place)[0]["seats"]] == ["Alice", ""]


def test_what_has_ended_in_a_month_so_far_is_written_into_a_folder_on_request(
    settings, ended, make_match, tmp_path, capsys
):
    settings.ARCHIVE = ""
    now = timezone.now()
    match = ended(at=now)
    ended(at=now, sealed=True)
    make_match()
    folder = tmp_path / "made" / "here"
    call_command("publish", to=str(folder))
    (file,) = folder.iterdir()
    assert file.name == f"{now:%Y-%m}.jsonl.xz"
    assert capsys.readouterr().out == f"{file}: 1 matches\n"
    assert [json.loads(line)["match"] for line in lzma.decompress(file.read_bytes()).splitlines()] == [match.pk]
    assert not PublishedMonth.objects.exists()
    with pytest.raises(CommandError, match="no month"):
        call_command("publish", "October", to=str(folder))
    with pytest.raises(CommandError, match=r"matches\.txt"):
        (tmp_path / "matches.txt").write_text("")
        call_command("publish", "2026-10", to=str(tmp_path / "matches.txt"))
    assert [one.name for one in folder.iterdir()] == [file.name]


def test_the_package_reads_what_a_site_publishes(place, ended):
    played = ended()
    publishing.publish("2026-10")
    (published,) = PublishedMonth.objects.all()
    (found,) = records(place / published.file)
    assert found["match"] == played.pk
    assert [(row["name"], row["place"], row["is_won"], row["seconds"]) for row in rows([found])] == [
        ("Alice", 1, False, 3600.0),
        ("Bob", 1, False, 3600.0),
    ]


def test_the_guide_says_what_each_field_of_a_record_and_each_column_is(ended):
    guide = (Path(__file__).parents[2] / "docs/records.md").read_text(encoding="utf-8")
    told = {
        name
        for line in guide.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    record = replay.record_of_owners(Match.objects.get(pk=ended().pk), 1)
    assert {*record, *COLUMNS} <= told
    assert set(MATCH_RECORD["properties"]) == set(record)


def test_months_are_published_once_they_are_over(place, ended):
    ended()
    ended(at=OCTOBER - timedelta(days=60))
    publishing.publish_due(datetime(2026, 11, 1, 0, 30, tzinfo=UTC))
    assert [one.month for one in PublishedMonth.objects.all()] == ["2026-09", "2026-08"]
    publishing.publish_due(LATER)
    assert [one.month for one in PublishedMonth.objects.all()] == ["2026-10", "2026-09", "2026-08"]
    assert not list(publishing.months_due(LATER))


def test_nothing_is_published_while_a_match_cannot_be_read(place, ended):
    match = ended()
    archiving.move(match.pk)
    archive.forget()
    match.refresh_from_db()
    (place / match.archived_as).unlink()
    with pytest.raises(archive.Unreadable):
        publishing.publish("2026-10")
    assert not PublishedMonth.objects.exists()


@pytest.mark.parametrize(
    ("month", "says"),
    [("2026-13", "no month"), ("october", "no month"), ("2999-01", "no month"), ("2099-01", "not over")],
)
def test_a_month_that_cannot_be_published_is_refused(month, says):
    with pytest.raises(CommandError, match=says):
        call_command("publish", month)


def test_the_page_and_the_interface_offer_the_months(place, ended):
    assert "no files yet" in Client().get("/downloads/").content.decode()
    assert Client().get("/api/downloads/").json() == []
    ended()
    made = publishing.publish("2026-10")
    page = Client().get("/downloads/").content.decode()
    assert made.sha256 in page and 'href="/downloads/2026-10/"' in page
    (month,) = Client().get("/api/downloads/").json()
    assert month == {
        "month": "2026-10", "matches": 1, "size": made.size, "sha256": made.sha256,
        "url": "http://testserver/downloads/2026-10/",
    }  # fmt: skip


async def test_the_file_comes_as_it_is(place, ended):
    from asgiref.sync import sync_to_async

    await sync_to_async(ended)()
    made = await sync_to_async(publishing.publish)("2026-10")
    answer = await AsyncClient().get("/downloads/2026-10/", headers={"Accept-Encoding": "gzip"})
    content = b"".join([part async for part in answer.streaming_content])
    assert (answer.headers["Content-Length"], hashlib.sha256(content).hexdigest()) == (str(made.size), made.sha256)
    (place / made.file).unlink()
    assert (await AsyncClient().get("/downloads/2026-10/")).status_code == 503
    assert (await AsyncClient().get("/downloads/2026-09/")).status_code == 404
