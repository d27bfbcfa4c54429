"""What do people's acts cost the others while somebody else has their match locked? Nothing, and they hear soon that it was in vain."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from lobby.accounts.tokens import create_token
from lobby.matches import (
    absence,
    acts,
    automatic,
    chat,
    notes,
    oversight,
    records,
    services,
    substitutes,
    tables,
    threads,
    votes,
)
from lobby.matches.errors import Unavailable
from lobby.matches.models import ChatLine, Match, Orders, Seat, Vote
from lobby.matches.people import Note
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
    "vote": lambda match, user: partial(services.vote, user_id=user.pk, match_id=match.pk, kind="pause", value=True),
    "return": lambda match, user: partial(services.come_back, user_id=user.pk, match_id=match.pk),
    "vacation": lambda match, user: partial(services.take_vacation, user_id=user.pk, match_id=match.pk, days=1),
    "watchable": lambda match, user: partial(services.set_watchable, user_id=user.pk, match_id=match.pk, value=True),
    "preferences": lambda match, user: partial(
        automatic.set_preferences, user_id=user.pk, match_id=match.pk, preferences={"a": True}
    ),
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
    async with asyncio.timeout(10):
        for number in range(20):
            await say(match_id=free.pk, text=str(number))
    assert not any(act.done() for act in waiting)
    await sync_to_async(peer.rollback)()
    async with asyncio.timeout(20):
        lines = await asyncio.gather(*waiting)
    # Each once, however often it was tried.
    assert sorted(line.number for line in lines) == list(range(1, 9))
    assert await ChatLine.objects.filter(match=stuck).acount() == 8


@on_a_server
async def test_an_act_is_given_up_when_its_match_stays_locked(make_match, lock, peer, alice, monkeypatch, caplog):
    stuck = make_match()
    monkeypatch.setattr(acts, "PAUSES", (0.01, 0.01))
    await sync_to_async(lock)(stuck)
    async with asyncio.timeout(10):
        with pytest.raises(Unavailable):
            await acts.run(chat.say, user_id=alice.pk, match_id=stuck.pk, text="psst")
    assert "say was refused" in caplog.text
    await sync_to_async(peer.rollback)()
    assert (await acts.run(chat.say, user_id=alice.pk, match_id=stuck.pk, text="psst")).number == 1


@on_a_server
def test_only_the_act_itself_is_in_a_hurry(make_match, alice):
    match = make_match()
    chat.say(user_id=alice.pk, match_id=match.pk, text="psst")
    with threads.database().cursor() as cursor:
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
        raise acts.InUse

    monkeypatch.setattr(votes, "on_fewer_decide", in_vain)
    monkeypatch.setattr(acts, "PAUSES", ())
    assert (await services.resign(user_id=alice.pk, match_id=match.pk)).ready
    assert (await Seat.objects.aget(match=match, number=0)).resigned


@on_a_server
async def test_a_resignation_itself_waits_with_the_writer_of_orders(make_match, lock, peer, alice):
    stuck = make_match()
    await sync_to_async(lock)(stuck)
    giving_up = asyncio.create_task(services.resign(user_id=alice.pk, match_id=stuck.pk))
    async with asyncio.timeout(10):
        for _ in range(3):
            await threads.run(threads.SERVICES, threads.database)
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
