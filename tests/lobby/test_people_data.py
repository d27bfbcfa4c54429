"""Is the download of one's data complete, one's own, and without secrets? And are guests forgotten when their time is over?"""

import json
from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from asgiref.sync import async_to_sync
from django.apps import apps
from django.core.cache import cache
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from lobby.accounts import relations, reports, sanctions, services, tokens
from lobby.accounts.models import User
from lobby.builds import services as builds
from lobby.matches.models import Match, Program
from lobby.matches.people import Departure, Note, TablePreset, Ticket
from lobby.matches.trials import Trial
from lobby.people import data, own_matches
from lobby.people.guests import KEPT, expire_guests
from lobby.play import services as play
from lobby.store import archive, archiving
from lobby.tables import queue
from lobby.talk import chat
from tests.lobby.test_accounts_people import PASSWORD, signed_in


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


TOLD = {
    "account.EmailAddress", "lobby.ApiToken", "lobby.Delivery", "lobby.Device", "lobby.Hook", "lobby.Mute", "lobby.Notice", "lobby.Wanted", "lobby.Wishes", "lobby.Block", "lobby.Build", "lobby.Challenge", "lobby.ChatLine", "lobby.Contest", "lobby.Conversation", "lobby.Departure", "lobby.Entrant", "lobby.Follow", "lobby.Heart", "lobby.Listed", "lobby.TeamInvitation", "lobby.Teammate", "lobby.LeaguePlace", "lobby.Match", "lobby.Message", "lobby.Side",
    "lobby.Act", "lobby.Invitation", "lobby.Invited", "lobby.Asking", "lobby.Gain", "lobby.Member", "lobby.Post", "lobby.PuzzleTry", "lobby.SolvedDay", "lobby.SolverStrength", "lobby.StopStars",
    "lobby.NameChange", "lobby.Note", "lobby.Passed", "lobby.PersonalChallenge", "lobby.Program", "lobby.Rating", "lobby.Report", "lobby.Seat", "lobby.TablePreset", "lobby.Ticket", "lobby.Trace", "lobby.Trial", "lobby.User", "lobby.WayBack",
    "mfa.Authenticator", "usersessions.UserSession",
}  # fmt: skip
NOT_TOLD = {
    "lobby.StaffAct": "what staff wrote is theirs; its effect on the person is told as muted, suspended and why",
    "admin.LogEntry": "what staff did in the admin",
    "lobby.Pair": "what staff look at, counted from matches that are told",
    "lobby.Tally": "sums of matches that are told",
    "lobby.Partner": "who sees a program with its owner; the teams in which they play it are told",
    "lobby.Run": "which match plays which scene; the match is told",
}


def test_every_table_with_a_person_in_it_is_in_the_download_or_left_out_for_a_reason():
    """A new model must be thought of here."""
    found = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert found == TOLD | set(NOT_TOLD)


@pytest.mark.postgres
def test_the_download_has_ones_own_things_and_nobody_elses(alice, bob, make_match, order):
    match = make_match(press="full")
    order(match, 0, ready=False)
    order(match, 1, ready=False)
    chat.say(user_id=alice.pk, match_id=match.pk, text="my line")
    chat.say(user_id=bob.pk, match_id=match.pk, text="his line", to=[0])
    relations.follow(user=alice, person=bob)
    relations.block(user=bob, person=alice)
    reports.report(reporter=alice, person=bob, kind="spam", note="he advertises")
    reports.report(reporter=bob, person=alice, kind="abuse", note="she insults")
    services.change_name(user=alice, name="Alicia")
    Program.objects.create(owner=alice, game="toy", name="p", text="my program")
    Program.objects.create(owner=bob, game="toy", name="p", text="his program")
    for person, text in ((alice, "my trial"), (bob, "his trial")):
        terms = {"game": "toy", "level": "easy", "seed": "x", "language": "en", "wanted": 1, "seconds": 1}
        Trial.objects.create(user=person, person=person, text=text, place=person.pk, **terms)
    builds.save(user=alice, game_id="toy", name="my opening", content={"throws": [1]})
    builds.save(user=bob, game_id="toy", name="his opening", content={"throws": [2]})
    Note.objects.create(match=match, user=alice, text="my note")
    TablePreset.objects.create(owner=alice, game="toy", name="my preset")
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "TOPSECRET"})
    _, token = tokens.create_token(user=alice, name="my token", scopes=["read"])

    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client = signed_in(alice)
    answer = client.get("/account/data.json")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="fogbound-')
    body = answer.content.decode()
    for mine in (
        "alice@example.org",
        '"old": "Alice"',
        "my line",
        "he advertises",
        "my program",
        "my trial",
        "my opening",
        "my note",
        "my preset",
        "my token",
    ):
        assert mine in body, mine
    for foreign in (
        "his line",
        "she insults",
        "his program",
        "his trial",
        "his opening",
        "bob@example.org",
        "TOPSECRET",
        token,
        "argon2",
        "md5$",
        match.seed,
    ):
        assert foreign not in body, foreign
    told = json.loads(body)
    (seat,) = told["matches"]
    assert (seat["match"], seat["seat"], len(seat["orders"])) == (match.pk, 0, 1)
    assert told["people"]["blocking"] == []


def test_a_report_does_not_tell_who_sits_behind_a_letter(alice, bob, make_match):
    match = make_match(anonymous=True)
    line = chat.say(user_id=bob.pk, match_id=match.pk, text="an insult")
    address = f"/matches/{match.pk}/report/?room=seats&to=&number={line.number}"
    client = signed_in(alice)
    assert client.post(address, {"kind": "abuse"}).status_code == 302

    def told():
        (report,) = data.all_of(alice)["people"]["reports_made"]
        return report

    assert (told()["text"], told()["name"]) == ("an insult", "")
    Match.objects.filter(pk=match.pk).update(status="finished")
    assert told()["name"] == "Bob"


def test_the_download_is_for_oneself_and_limited(alice):
    assert Client().get("/account/data.json").headers["Location"].startswith("/accounts/login/")
    client = signed_in(alice)
    assert [client.get("/account/data.json").status_code for _ in range(7)] == [200] * 6 + [429]
    assert client.get("/account/matches.jsonl").status_code == 429, "both downloads have one limit"


@pytest.fixture
def ended(make_match):
    def end(*args, **fields) -> Match:
        match = make_match(*args)
        play.staff_abort(match_id=match.pk)
        Match.objects.filter(pk=match.pk).update(**({"status": "finished"} | fields))
        match.refresh_from_db()
        return match

    return end


@pytest.fixture
def place(settings):
    settings.STORAGES = settings.STORAGES | {"archive": {"BACKEND": "tests.lobby.bucket.Bucket"}}
    archive.forget()
    return storages["archive"]


async def _parts(answer) -> list[bytes]:
    return [part async for part in answer.streaming_content]


def lines(client: Client) -> list[dict]:
    answer = client.get("/account/matches.jsonl")
    assert answer.status_code == 200 and answer.streaming
    parts = async_to_sync(_parts)(answer)
    assert all(part.count(b"\n") == 1 and part.endswith(b"\n") for part in parts), "one match at a time"
    return [json.loads(part) for part in parts]


def test_ones_own_matches_are_what_each_of_them_offers(alice, bob, charlie, dana, make_match, ended):
    first, second, third = ended(), ended([bob, alice], visibility="link"), ended(kind="hot_seat")
    third.seats.update(shared=True)
    third.seats.update(user=alice)
    away = ended([bob, dana], status="aborted")
    Departure.objects.create(match=away, seat=0, user=alice)
    make_match()
    ended([bob, charlie])
    client = signed_in(alice)
    offered = [client.get(f"/matches/{match.pk}/replay.json").json() for match in (first, second, third, away)]
    assert lines(client) == offered
    answer = client.get("/account/matches.jsonl")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="fogbound-matches-')
    page = client.get("/account/data/").content.decode()
    assert 'href="/account/matches.jsonl"' in page and "4 matches" in page


def test_a_browser_that_takes_gzip_gets_all_matches(alice, ended):
    """Chromium reads the first of several compressed streams in a row, and takes what follows for nothing."""
    for _ in range(3):
        ended()
    answer = signed_in(alice).get("/account/matches.jsonl", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in answer.headers
    assert b"".join(async_to_sync(_parts)(answer)).count(b"\n") == 3


def test_matches_that_are_not_for_this_person_are_left_out(alice, bob, charlie, ended):
    sealed, sandbox = ended(sealed=True), ended([bob, charlie], kind="sandbox")
    Departure.objects.create(match=sandbox, seat=0, user=alice)
    ended(game="gone")
    client = signed_in(alice)
    assert lines(client) == []
    Match.objects.filter(pk=sealed.pk).update(sealed=False)
    assert [line["match"] for line in lines(client)] == [sealed.pk]


def test_a_person_without_matches_is_told_so(alice, make_match):
    make_match()
    client = signed_in(alice)
    page = client.get("/account/data/").content.decode()
    assert "No match of yours is over yet." in page and "matches.jsonl" not in page
    assert lines(client) == []


def test_names_are_in_it_only_when_the_match_shows_them(alice, ended):
    match = ended(anonymous=True)
    (line,) = lines(signed_in(alice))
    assert [seat["name"] for seat in line["seats"]] == ["Alice", "Bob"]
    Match.objects.filter(pk=match.pk).update(status="running")
    assert lines(signed_in(alice)) == []


def test_each_file_of_the_archive_is_read_once_and_one_that_is_missing_is_named(place, alice, ended):
    kept, lost, here = ended(), ended(), ended()
    client = signed_in(alice)
    before = lines(client)
    assert archiving.move(kept.pk) and archiving.move(lost.pk)
    files = [Match.objects.get(pk=match.pk).archived_as for match in (kept, lost)]
    for _ in range(2):
        archive.forget()
        place.opened.clear()
        assert lines(client) == before
        assert Counter(place.opened) == dict.fromkeys(files, 1)
        cache.clear()
    place.delete(files[1])
    archive.forget()
    assert lines(client) == [before[0], {"match": lost.pk, "error": "unavailable"}, before[2]]
    assert before[2]["match"] == here.pk


def test_a_match_that_cannot_be_told_does_not_end_the_download(alice, ended, monkeypatch, caplog):
    broken, sound = ended(), ended()
    record = own_matches.replay.record
    monkeypatch.setattr(own_matches.replay, "record", lambda match: record(match) if match != broken else 1 / 0)
    told = lines(signed_in(alice))
    assert (told[0], told[1]["match"]) == ({"match": broken.pk, "error": "fault"}, sound.pk)
    assert f"match {broken.pk} is not in a download" in caplog.text


def test_ones_own_matches_are_for_oneself():
    assert Client().get("/account/matches.jsonl").headers["Location"].startswith("/accounts/login/")


@pytest.mark.postgres
@pytest.mark.parametrize("how", ["closed", "suspended"])
def test_whoever_goes_leaves_the_queue_and_who_goes_for_good_leaves_no_notes(how, alice, bob, dana, make_match):
    match = make_match()
    for person in (alice, bob):
        Note.objects.create(match=match, user=person, text="a note")
        TablePreset.objects.create(owner=person, game="toy", name="a form")
    queue.enter(user=alice, game_id="toy", pace="normal")
    if how == "closed":
        services.close_account(user=alice)
    else:
        sanctions.suspend(staff=dana, person=alice, until=timezone.now() + timedelta(days=1), why="insults")
    assert queue.enter(user=bob, game_id="toy", pace="normal").match is None, "nobody is there to play with"
    kept = 2 if how == "suspended" else 1
    assert (Note.objects.count(), TablePreset.objects.count(), Ticket.objects.count()) == (kept, kept, 1)


def guest(days: int, name: str = "Mira") -> User:
    user = services.create_guest(name=name)
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=days))
    return user


@pytest.mark.postgres
def test_guests_are_forgotten_after_thirty_days_without_a_match(make_match, alice):
    now = timezone.now()
    young, old, playing, played, gone, spoke = (guest(days) for days in (29, 31, 90, 90, 90, 90))
    make_match([alice, playing])
    recent, past = make_match([alice, played]), make_match([alice, gone])
    talked = make_match()
    chat.say(user_id=spoke.pk, match_id=talked.pk, text="from the gallery")
    Match.objects.filter(pk=recent.pk).update(status="finished", created_at=now - 3 * KEPT, finished_at=now - KEPT / 2)
    Match.objects.filter(pk=past.pk).update(status="finished", created_at=now - 3 * KEPT, finished_at=now - 2 * KEPT)
    User.objects.filter(pk=alice.pk).update(date_joined=now - 9 * KEPT)

    assert expire_guests(now) == 3
    assert set(User.objects.filter(is_guest=True)) == {young, playing, played}
    assert not User.objects.filter(pk=old.pk).exists()
    seat = past.seats.get(number=1)
    assert (seat.user.pk, seat.user.name, seat.user.is_active) == (gone.pk, "Somebody", False)
    assert [line.name for line in talked.chat.all()] == ["Somebody"]
    assert User.objects.get(pk=alice.pk).is_active
    assert expire_guests(now) == 0


@pytest.mark.postgres
def test_a_guest_who_signs_up_while_others_are_forgotten_stays(make_match, alice, monkeypatch):
    going, staying = guest(90), guest(90)
    match = make_match([going, staying])
    Match.objects.filter(pk=match.pk).update(
        status="finished", created_at=timezone.now() - 3 * KEPT, finished_at=timezone.now() - 2 * KEPT
    )
    close = services.close_account

    def close_while_another_signs_up(user):
        close(user=user)
        User.objects.filter(pk=staying.pk).update(is_guest=False, email="mira@example.org")

    monkeypatch.setattr(services, "close_account", close_while_another_signs_up)
    assert expire_guests(timezone.now()) == 1
    staying.refresh_from_db()
    assert (staying.is_active, staying.email) == (True, "mira@example.org")


@pytest.mark.postgres
def test_the_command_forgets_all_of_them_in_batches(transactional_db, monkeypatch):
    monkeypatch.setattr("lobby.people.guests.BATCH", 2)
    for _ in range(5):
        guest(40)
    out = StringIO()
    call_command("expire_guests", stdout=out)
    assert out.getvalue() == "5 guests forgotten.\n"
    assert not User.objects.exists()


def test_a_guest_who_signs_up_is_never_forgotten(transactional_db):
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    fields = {
        "username": "mira",
        "email": "mira@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "name": "Mira",
    }
    client.post("/accounts/signup/", fields)
    User.objects.update(date_joined=timezone.now() - 9 * KEPT)
    assert expire_guests(timezone.now()) == 0
    assert data.all_of(User.objects.get())["account"]["username"] == "mira"
