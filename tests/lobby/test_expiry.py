"""What has run out goes from the tables by itself, and nothing else does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from lobby.accounts.models import NameChange, Report, StaffAct, User
from lobby.accounts.tokens import ApiToken, create_token
from lobby.matches.models import Match, ProgramMemory
from lobby.matches.people import Ticket
from lobby.people import expiry

YEARS = timedelta(days=1000)


@pytest.fixture(autouse=True)
def database(transactional_db: None) -> None:
    pass


def session(user: User, *, ends_in: timedelta) -> str:
    store = SessionStore()
    store.save(must_create=True)
    Session.objects.filter(pk=store.session_key).update(expire_date=timezone.now() + ends_in)
    UserSession.objects.create(user=user, session_key=store.session_key, ip="127.0.0.1", user_agent="x", data={})
    return store.session_key


def test_sessions_that_have_run_out_go_and_so_does_the_list_of_logins(alice) -> None:
    good, old = session(alice, ends_in=timedelta(days=1)), session(alice, ends_in=-timedelta(minutes=1))
    assert expiry.sweep(timezone.now()) == {"sessions": 1, "logins": 1}
    assert [one.pk for one in Session.objects.all()] == [good]
    assert [one.session_key for one in UserSession.objects.all()] == [good]
    assert not Session.objects.filter(pk=old).exists()
    assert expiry.sweep(timezone.now()) == {}


def test_tokens_that_nobody_uses_and_places_in_the_queue_go(alice, bob) -> None:
    now = timezone.now()
    used, unused, new = (create_token(user=alice, name=name, scopes=["read"])[0] for name in ("used", "unused", "new"))
    ApiToken.objects.exclude(pk=new.pk).update(created_at=now - YEARS)
    ApiToken.objects.filter(pk=used.pk).update(last_used_at=now - timedelta(days=300))
    Ticket.objects.create(user=alice, game="toy", pace="fast", seen_at=now - timedelta(days=2))
    Ticket.objects.create(user=bob, game="toy", pace="fast")
    assert expiry.sweep(now) == {"tickets": 1, "tokens": 1}
    assert {token.name for token in ApiToken.objects.all()} == {"used", "new"}
    assert Ticket.objects.get().user == bob
    assert unused.name not in {token.name for token in ApiToken.objects.all()}


@pytest.mark.parametrize(("days", "left"), [(730, 1), (0, 2), (1200, 2)])
def test_what_staff_did_is_kept_as_long_as_the_host_says(dana, settings, days: int, left: int) -> None:
    settings.AUDIT_DAYS = days
    now = timezone.now()
    kind = ContentType.objects.get_for_model(User)
    for at in (now, now - YEARS):
        StaffAct.objects.create(staff=dana, staff_name="Dana", act="mute", subject="x", at=at)
        LogEntry.objects.create(
            user=dana, content_type=kind, object_id="1", object_repr="x", action_flag=CHANGE, action_time=at
        )
        NameChange.objects.create(user=dana, old="Diana", new="Dana", at=at)
        for status in Report.Status:
            handled = None if status == Report.Status.OPEN else at
            Report.objects.create(
                person=dana, name="Dana", kind=Report.Kind.SPAM, status=status, created_at=at, handled_at=handled
            )
    expiry.sweep(now)
    tables = (StaffAct, LogEntry, NameChange)
    assert [table.objects.count() for table in tables] == [left] * 3
    # What nobody has seen to yet stays.
    assert Report.objects.filter(status=Report.Status.OPEN).count() == 2
    assert Report.objects.exclude(status=Report.Status.OPEN).count() == 2 * left


def test_a_program_is_remembered_until_some_time_after_the_match(make_match) -> None:
    now = timezone.now()
    ended = {
        Match.Status.FINISHED: [timedelta(days=29), timedelta(days=31)],
        Match.Status.ABORTED: [timedelta(days=31)],
        Match.Status.RUNNING: [None],
    }
    kept = set()
    for status, ages in ended.items():
        for age in ages:
            match = make_match()
            Match.objects.filter(pk=match.pk).update(status=status, finished_at=age and now - age)
            ProgramMemory.objects.create(match=match, seat=0, entities={"": "1"})
            if age is None or age < expiry.MEMORY_KEPT:
                kept.add(match.pk)
    assert expiry.sweep(now) == {"memories of programs": 2}
    assert {memory.match_id for memory in ProgramMemory.objects.all()} == kept
    assert Match.objects.count() == 4


def test_a_batch_at_a_time(alice, monkeypatch) -> None:
    monkeypatch.setattr(expiry, "BATCH", 2)
    for _ in range(3):
        session(alice, ends_in=-timedelta(days=1))
    assert [expiry.sweep(timezone.now()).get("sessions", 0) for _ in range(3)] == [2, 1, 0]
