"""What is left of a contest: is all of it one file without what is sealed, and do ranks stand on profiles and certificates?"""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.contests import export, scheduler, serializers, services, steering
from lobby.contests.models import Contest, Table
from lobby.contests.plans import StagePlan
from lobby.matches.models import Match, Program
from lobby.notices.models import Notice
from tests.lobby.contest_rows import Luck, entered, people, plan, play_on
from tests.readable import texts_of


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


class Begun(Luck):
    """As `Luck`, with matches that have a record."""

    def __call__(self, *given):
        match = super().__call__(*given)
        Match.objects.filter(pk=match.pk).update(started_at=timezone.now())
        return match


def file_of(contest: Contest) -> ZipFile:
    """The file as it arrives, and proof that it came in parts."""

    async def received() -> list[bytes]:
        return [part async for part in export.parts(contest)]

    parts = async_to_sync(received)()
    assert len(parts) >= 2
    return ZipFile(io.BytesIO(b"".join(parts)))


def said_by(client: Client, address: str) -> str:
    """What a page says, on one line."""
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(texts_of(answer.content.decode()))


def test_a_whole_contest_is_one_file_of_results_and_replays(alice, client):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 3)
    luck = play_on(contest, Begun())
    with file_of(contest) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert names[:2] == ["results.csv", "results.json"]
        records = [json.loads(file.read(name)) for name in names[2:]]
        assert {record["match"] for record in records} == {match.pk for match in luck.matches}
        assert all(record["seats"] and record["outcome"] for record in records)
        assert len(json.loads(file.read("results.json"))["tables"]) == len(serializers.tables(contest))
        assert b"round_robin" in file.read("results.csv")
    answer = client.get(f"/contests/{contest.pk}/whole.zip")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")


def test_the_file_of_a_secret_contest_has_no_match_before_its_end(alice):
    race = StagePlan("points_race", {"rounds": 2}, advances=2, every_minutes=60)
    contest = entered(alice, plan(race, StagePlan("rank_sum", {"games": 1})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Begun())
    contest.refresh_from_db()
    assert Match.objects.filter(sealed=True, status="finished").count() == 2
    with file_of(contest) as file:
        assert file.namelist() == ["results.csv", "results.json"]
        assert json.loads(file.read("results.json"))["tables"] == []


class Running(Begun):
    """As `Begun`, with matches that run."""

    def __call__(self, *given):
        match = super().__call__(*given)
        Match.objects.filter(pk=match.pk).update(status="running", finished_at=None)
        match.refresh_from_db()
        return match


def test_matches_that_do_not_count_and_the_log_are_in_the_file_and_it_is_checked_with_them(
    alice, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 6)
    begin = {"user": alice, "contest_id": contest.pk, "stage": 0, "round_": 0, "seen": 0, "why": "The clock was wrong."}
    luck = Running()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    Match.objects.filter(pk=luck.matches[0].pk).update(status="finished", finished_at=timezone.now())
    over, running, void = (Table.objects.get(number=number) for number in range(3))
    for one in (over, running):
        steering.replay(**begin, number=one.number)
    steering.void(**begin, number=void.number)
    with file_of(contest) as file:
        assert [name for name in file.namelist() if name.startswith("replays/")] == []
    play_on(contest, Begun())
    with file_of(contest) as file:
        folders = {
            name.rpartition("-")[2].removesuffix(".json"): name.partition("/")[0] for name in file.namelist()[2:]
        }
        found = json.loads(file.read("results.json"))
        (tmp_path / "whole.zip").write_bytes(file.fp.getvalue())
    assert {folders[one.match_id] for one in (over, running, void)} == {"earlier"}
    now_there = {Table.objects.get(pk=one.pk).match_id for one in (over, running)}
    assert {name for name, folder in folders.items() if folder == "replays"} == now_there
    assert [one["kind"] for one in found["acts"]] == ["void", "replay", "replay"]
    assert found["acts"][0]["table"] == {"stage": 0, "round": 0, "number": void.number}
    call_command("verify_draw", str(tmp_path / "whole.zip"))
    assert "seeds of 5 matches were looked at" in capsys.readouterr().out
    Match.objects.filter(pk=over.match_id).update(seed="chosen")
    with file_of(contest) as file:
        (tmp_path / "whole.zip").write_bytes(file.fp.getvalue())
    with pytest.raises(SystemExit):
        call_command("verify_draw", str(tmp_path / "whole.zip"))
    assert f"seed of match {over.match_id}" in capsys.readouterr().out


def test_a_sealed_match_and_one_that_goes_on_are_in_no_file(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 3)
    luck = play_on(contest, Begun())
    sealed, going = luck.matches[:2]
    Match.objects.filter(pk=sealed.pk).update(sealed=True)
    Match.objects.filter(pk=going.pk).update(status="running")
    assert [match for _, match in export.replays_of(contest)] == [luck.matches[2].pk]


def test_a_record_that_cannot_be_read_leaves_its_reason_and_the_others(alice, monkeypatch):
    contest = entered(alice, plan(StagePlan("single")), 4)
    luck = play_on(contest, Begun())
    record = export.publishing.record

    def broken(match):
        if match.pk == luck.matches[0].pk:
            raise ValueError("it does not open")
        return record(match)

    monkeypatch.setattr(export.publishing, "record", broken)
    with file_of(contest) as file:
        found = [json.loads(file.read(name)) for name in file.namelist()[2:]]
    assert found[0] == {"match": luck.matches[0].pk, "error": "fault"}
    assert all("orders" in one for one in found[1:])


def test_somebody_whose_account_is_closed_has_no_name_in_the_file(alice):
    contest = services.create_contest(user=alice, plan=plan(StagePlan("single"), who="people"))
    for person in people(2):
        services.enter(user=person, contest_id=contest.pk)
    play_on(contest, Begun())
    User.objects.filter(name="Player 0").update(closed_at=timezone.now(), is_active=False)
    with file_of(contest) as file:
        record = json.loads(file.read(file.namelist()[-1]))
    assert sorted(seat["name"] for seat in record["seats"]) == ["", "Player 1"]


def test_ranks_stand_on_profiles_and_certificates_once_it_is_over(alice, client):
    contest = entered(alice, plan(StagePlan("single"), name="Winter cup"), 4)
    one = contest.entrants.order_by("pk").first()
    sheet = f"/contests/{contest.pk}/certificates/{one.pk}/"
    assert client.get(sheet).status_code == 404
    assert serializers.reached(one.user) == client.get(f"/api/players/{one.user.slug}/").json()["contests"] == []
    play_on(contest)
    one.refresh_from_db()
    words = f"Rank {one.rank} of 4"
    assert words in said_by(client, sheet)
    (told_over_rest,) = client.get(f"/api/players/{one.user.slug}/").json()["contests"]
    assert told_over_rest | {"at": ""} == {
        "contest": contest.pk,
        "name": "Winter cup",
        "game": "toy_programs",
        "at": "",
        "entrant": one.pk,
        "program": one.program.name,
        "rank": one.rank,
        "of": 4,
    }
    profile = said_by(client, f"/people/{one.user.slug}/")
    assert words in profile and "Certificate" in profile
    assert "Certificate" in said_by(client, f"/contests/{contest.pk}/")
    assert client.get(f"/contests/{contest.pk}/certificates/0/").status_code == 404


def test_an_organisers_program_and_a_cancelled_contest_give_no_certificate(alice, client):
    contest = entered(alice, plan(StagePlan("single")), 2)
    program = Program.objects.create(owner=alice, game="toy_programs", name="Sample", text="# Sample")
    organiser = services.enter(user=alice, contest_id=contest.pk, program_id=program.pk, is_organiser=True)
    services.cancel(user=alice, contest_id=contest.pk)
    for one in (organiser, contest.entrants.first()):
        assert client.get(f"/contests/{contest.pk}/certificates/{one.pk}/").status_code == 404


def test_of_several_programs_of_one_person_the_profile_has_the_best(alice):
    contest = services.create_contest(user=alice, plan=plan(StagePlan("single"), per_person=2))
    (owner,) = people(1)
    for name in ("One", "Two"):
        program = Program.objects.create(owner=owner, game="toy_programs", name=name, text=f"# {name}")
        services.enter(user=owner, contest_id=contest.pk, program_id=program.pk)
    play_on(contest)
    (line,) = serializers.reached(owner)
    assert (line["rank"], line["of"]) == (1, 2)


def test_the_hosts_hear_once_that_their_contest_has_begun_and_is_over(alice, bob):
    contest = entered(alice, plan(StagePlan("single")), 2)
    contest.cohosts.add(bob)
    play_on(contest)
    for host in (alice, bob):
        found = Notice.objects.filter(user=host, kind=Notice.Kind.CONTEST).order_by("pk")
        assert [one.data["what"] for one in found] == ["began", "over"]
