"""What do people's acts cost the others while somebody else has their match locked? Nothing, and they hear soon that it was in vain."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from lobby.accounts import sanctions
from lobby.accounts import services as people
from lobby.accounts.models import StaffAct, User
from lobby.accounts.tokens import create_token
from lobby.governance import absence, oversight, substitutes, votes
from lobby.matches.errors import Unavailable
from lobby.matches.models import ChatLine, Match, Orders, Program, Seat, Vote
from lobby.matches.people import Note, Ticket
from lobby.people.guests import expire_guests
from lobby.platform.process import database, threads
from lobby.play import automatic, going_on, records, services
from lobby.store import acts
from lobby.tables import forks, queue
from lobby.tables import services as tables
from lobby.talk import chat, notes
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
on_a_server = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks its whole file")


@pytest.fixture(autouse=True)
def fresh(monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(acts, "OWN_SECONDS", 0.05)


def rows_of(match: Match) -> list[object]:
    """All that an act could change."""
    return [
        list(Match.objects.filter(pk=match.pk).values()),
        *(
            list(model.objects.filter(match=match).order_by("pk").values())
            for model in (Seat, Orders, Vote, ChatLine, Note)
        ),
    ]


ACTS = {
    "chat": lambda match, user: partial(chat.say, user_id=user.pk, match_id=match.pk, text="psst"),
    "vote": lambda match, user: partial(votes.vote, user_id=user.pk, match_id=match.pk, kind="pause", value=True),
    "return": lambda match, user: partial(services.come_back, user_id=user.pk, match_id=match.pk),
    "substitute": lambda match, user: partial(substitutes.ask, user_id=user.pk, match_id=match.pk),
    "vacation": lambda match, user: partial(services.take_vacation, user_id=user.pk, match_id=match.pk, days=1),
    "watchable": lambda match, user: partial(services.set_watchable, user_id=user.pk, match_id=match.pk, value=True),
    "preferences": lambda match, user: partial(
        automatic.set_preferences, user_id=user.pk, match_id=match.pk, preferences={"a": True}
    ),
    "go on": lambda match, user: partial(going_on.go_on, user_id=user.pk, match_id=match.pk, steps=0, until={}),
    "win": lambda match, user: partial(absence.claim_win, user_id=user.pk, match_id=match.pk),
    "bot": lambda match, user: partial(absence.call_bot, user_id=user.pk, match_id=match.pk, number=1),
    "seat": lambda match, user: partial(substitutes.take_over, user=user, match_id=match.pk, number=1),
    "rematch": lambda match, user: partial(tables.rematch, user=user, match_id=match.pk),
    "staff": lambda match, user: partial(oversight.pause, staff=user, match_id=match.pk, why="a fault"),
    "programs": lambda match, user: partial(
        records.store_records, match_id=match.pk, step=0, records={0: records.SeatRecord(DEFAULT_ORDERS, {}, 0, [])}
    ),
}


@on_a_server
@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_cannot_have_its_match_is_refused_and_changes_nothing(make_match, lock, alice, act):
    match = make_match()
    before = rows_of(match)
    lock(match)
    with pytest.raises(Unavailable) as refusal:
        ACTS[act](match, alice)()
    assert refusal.value.code == "unavailable"
    assert rows_of(match) == before


def close_account(dana: User, alice: User) -> None:
    with acts.acting(transaction.atomic):
        people.close_account(user=alice)


def suspend(dana: User, alice: User) -> None:
    sanctions.suspend(staff=dana, person=alice, until=timezone.now() + timedelta(days=1), why="insults")


@on_a_server
@pytest.mark.parametrize("how", [close_account, suspend])
@pytest.mark.parametrize("what", ["match", "seat", "ticket"])
def test_an_account_one_of_whose_rows_is_locked_is_left_as_it_was(make_match, peer, dana, alice, charlie, how, what):
    _free, stuck = make_match([alice, charlie]), make_match()
    Ticket.objects.create(user=alice, game="toy", pace="normal")
    table, key = {
        "match": ("lobby_match", stuck.pk),
        "seat": ("lobby_seat", stuck.seats.get(user=alice).pk),
        "ticket": ("lobby_ticket", alice.ticket.pk),
    }[what]
    peer.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR NO KEY UPDATE", [key])
    with pytest.raises((Unavailable, ValidationError), match="cannot store this now"):
        how(dana, User.objects.get(pk=alice.pk))
    known = User.objects.get(pk=alice.pk)
    assert (known.name, known.is_active, known.is_suspended, known.has_usable_password()) == (
        "Alice",
        True,
        False,
        True,
    )
    assert Ticket.objects.filter(user=alice).exists()
    assert not Seat.objects.exclude(autopilot="").exists()
    assert not StaffAct.objects.exists()
    peer.rollback()
    how(dana, User.objects.get(pk=alice.pk))
    assert Seat.objects.exclude(autopilot="").count() == 2
    assert not Ticket.objects.exists()


@on_a_server
@pytest.mark.parametrize("what", ["match", "person"])
def test_who_cannot_close_their_account_now_is_told_so_and_stays_who_they_are(make_match, peer, alice, what):
    # A guest is not asked for a password first.
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    match = make_match()
    page = Client()
    page.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    table, key = ("lobby_match", match.pk) if what == "match" else ("lobby_user", alice.pk)
    peer.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR NO KEY UPDATE", [key])
    refused = page.post("/account/close/", {"sure": "on"})
    assert refused.status_code == 503
    told = refused.content.decode()
    assert "cannot store this now" in told
    assert "Alice" in told
    assert "Somebody" not in told
    peer.rollback()
    assert page.post("/account/close/", {"sure": "on"}).headers["Location"] == "/"
    assert not User.objects.get(pk=alice.pk).is_active


@on_a_server
def test_staff_are_told_whom_they_could_not_suspend(make_match, lock, dana, alice):
    lock(make_match())
    page = Client()
    page.force_login(dana, "django.contrib.auth.backends.ModelBackend")
    chosen = {"action": "suspend", "_selected_action": [alice.pk], "why": "insults", "days": "3"}
    told = page.post("/admin/lobby/user/", chosen, follow=True).content.decode()
    assert "Alice: The site cannot store this now" in told
    assert not User.objects.get(pk=alice.pk).is_suspended


@on_a_server
def test_guests_are_forgotten_without_the_one_that_is_locked(make_match, lock, peer):
    long_ago = timezone.now() - timedelta(days=90)
    stuck, _free = (
        User.objects.create_user(f"guest-{name}", name=name, is_guest=True, date_joined=long_ago)
        for name in ("Mira", "Nora")
    )
    # A line that they have said holds the row of who said it.
    peer.execute("SELECT 1 FROM lobby_user WHERE id = %s FOR KEY SHARE", [stuck.pk])
    assert expire_guests(timezone.now()) == 1
    assert list(User.objects.filter(is_guest=True)) == [stuck]
    peer.rollback()
    assert expire_guests(timezone.now()) == 1


@on_a_server
def test_the_queue_waits_for_no_ticket_that_is_locked(peer, alice, bob):
    for person in (alice, bob):
        queue.enter(user=person, game_id="toy", pace="slow" if person == alice else "fast")
    before = Ticket.objects.values().get(user=alice)
    peer.execute("SELECT 1 FROM lobby_ticket WHERE user_id = %s FOR UPDATE", [alice.pk])
    for act in (partial(queue.enter, game_id="toy", pace="normal"), queue.leave):
        with pytest.raises(Unavailable):
            act(user=alice)
    # Whoever says for all that they still wait says so for the others.
    later = timezone.now() + timedelta(seconds=5)
    queue.stay([alice.pk, bob.pk], later)
    assert Ticket.objects.values().get(user=alice) == before
    assert Ticket.objects.get(user=bob).seen_at == later
    page = Client()
    page.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert page.get("/quick/").status_code == 200
    for path, sent in (("enter", {"game": "toy", "pace": "normal"}), ("leave", {})):
        assert "cannot store this now" in page.post(f"/quick/{path}/", sent, follow=True).content.decode()
    peer.rollback()
    queue.leave(user=alice)
    assert list(Ticket.objects.values_list("user", flat=True)) == [bob.pk]


@on_a_server
def test_a_match_that_was_found_is_fetched_though_its_ticket_is_locked(make_match, peer, alice):
    match = make_match()
    Ticket.objects.create(user=alice, game="toy", pace="normal", match=match)
    peer.execute("SELECT 1 FROM lobby_ticket WHERE user_id = %s FOR UPDATE", [alice.pk])
    assert queue.fetch(user=alice) == match.pk
    peer.rollback()
    assert queue.fetch(user=alice) == match.pk
    assert queue.fetch(user=alice) is None


@on_a_server
def test_who_begins_something_alone_waits_for_nobody(make_match, peer, alice):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(status="finished", outcome={"reason": "x", "places": [1, 2]})
    # What points at a match, and at a person, waits for this lock only.
    peer.execute("SELECT 1 FROM lobby_match WHERE id = %s FOR UPDATE", [match.pk])
    with pytest.raises(Unavailable):
        forks.fork(user=alice, match_id=match.pk, step=0)
    page = Client()
    page.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    answer = page.post(f"/tables/{match.pk}/fork/", {"step": "0"}, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    peer.rollback()
    peer.execute("SELECT 1 FROM lobby_user WHERE id = %s FOR UPDATE", [alice.pk])
    with pytest.raises(Unavailable):
        tables.quick_match(user=alice, game_id="toy")
    assert list(Match.objects.all()) == [match]
    peer.rollback()
    assert forks.fork(user=alice, match_id=match.pk, step=0).forked_from == match


@on_a_server
def test_a_program_is_not_removed_while_a_seat_of_its_is_locked(make_match, peer, alice):
    match = make_match()
    program = Program.objects.create(owner=alice, game="toy", name="walker", text="")
    match.seats.filter(number=1).update(user=None, program=program)
    Match.objects.filter(pk=match.pk).update(status="open")
    peer.execute("SELECT 1 FROM lobby_seat WHERE program_id = %s FOR NO KEY UPDATE", [program.pk])
    page = Client()
    page.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    where = f"/programs/{program.pk}/remove/"
    assert "cannot store this now" in page.post(where, follow=True).content.decode()
    assert Program.objects.filter(pk=program.pk).exists()
    peer.rollback()
    page.post(where)
    assert not Program.objects.filter(pk=program.pk).exists()


@on_a_server
def test_a_note_waits_for_nobody_either(make_match, peer, alice):
    match = make_match()
    # What points at a match waits for this lock only.
    peer.execute("SELECT 1 FROM lobby_match WHERE id = %s FOR UPDATE", [match.pk])
    with pytest.raises(Unavailable):
        notes.write(user=alice, match_id=match.pk, text="beware of Bob")


@on_a_server
async def test_acts_on_a_match_that_is_locked_leave_the_threads_to_others(make_match, lock, peer, alice, monkeypatch):
    stuck, free = make_match(), make_match()
    monkeypatch.setattr(acts, "PAUSES", (0.01,) * 1000)
    await sync_to_async(lock)(stuck)
    say = partial(acts.run, chat.say, user_id=alice.pk)
    waiting = [asyncio.create_task(say(match_id=stuck.pk, text=str(number))) for number in range(8)]
    async with asyncio.timeout(60):
        for number in range(20):
            await say(match_id=free.pk, text=str(number))
    assert not any(act.done() for act in waiting)
    await sync_to_async(peer.rollback)()
    async with asyncio.timeout(60):
        lines = await asyncio.gather(*waiting)
    # Each once, however often it was tried.
    assert sorted(line.number for line in lines) == list(range(1, 9))
    assert await ChatLine.objects.filter(match=stuck).acount() == 8


@on_a_server
async def test_an_act_is_given_up_when_its_match_stays_locked(make_match, lock, peer, alice, monkeypatch, caplog):
    stuck = make_match()
    monkeypatch.setattr(acts, "PAUSES", (0.01, 0.01))
    await sync_to_async(lock)(stuck)
    async with asyncio.timeout(60):
        with pytest.raises(Unavailable):
            await acts.run(chat.say, user_id=alice.pk, match_id=stuck.pk, text="psst")
    assert "say was refused" in caplog.text
    await sync_to_async(peer.rollback)()
    assert (await acts.run(chat.say, user_id=alice.pk, match_id=stuck.pk, text="psst")).number == 1


@on_a_server
def test_only_the_act_itself_is_in_a_hurry(make_match, alice):
    match = make_match()
    chat.say(user_id=alice.pk, match_id=match.pk, text="psst")
    with database.connection_here().cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("30s",)


@on_a_server
def test_programs_hear_of_it_as_503(make_match, lock, alice):
    match = make_match()
    lock(match)
    _, text = create_token(user=alice, name="bot", scopes=["read", "play", "tables"])
    api = Client(headers={"authorization": f"Bearer {text}"})
    for path, sent in (("talk", {"text": "psst"}), ("vote", {"kind": "pause", "value": True})):
        answer = api.post(f"/api/matches/{match.pk}/{path}/", json.dumps(sent), content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.content


@on_a_server
def test_pages_tell_it(make_match, lock, alice):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(status="open")
    lock(match)
    page = Client()
    page.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    where = f"/tables/{match.pk}/ready/"
    answer = page.post(where, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert "cannot store this now" in page.post(where, follow=True).content.decode()


async def test_who_has_given_up_hears_so_whatever_becomes_of_the_votes(make_match, alice, monkeypatch):
    match = make_match()

    def in_vain(**_):
        raise DatabaseError

    monkeypatch.setattr(votes, "count_anew", in_vain)
    assert (await services.resign(user_id=alice.pk, match_id=match.pk)).ready
    assert (await Seat.objects.aget(match=match, number=0)).resigned


@on_a_server
async def test_a_resignation_itself_waits_with_the_writer_of_orders(make_match, lock, peer, alice):
    stuck = make_match()
    await sync_to_async(lock)(stuck)
    giving_up = asyncio.create_task(services.resign(user_id=alice.pk, match_id=stuck.pk))
    async with asyncio.timeout(60):
        for _ in range(3):
            await threads.run(threads.SERVICES, database.connection_here)
    assert not giving_up.done()
    await sync_to_async(peer.rollback)()
    assert (await giving_up).ready


def test_what_a_lock_is_not_to_blame_for_is_raised_as_it_is(make_match):
    match = make_match(now=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ZeroDivisionError), acts.acting():
        Match.objects.filter(pk=match.pk).update(step=5)
        raise ZeroDivisionError
    match.refresh_from_db()
    assert match.step == 0
