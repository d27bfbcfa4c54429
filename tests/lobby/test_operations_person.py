"""Do staff find all that they need of one person on one page, none of what is secret, and is each look written down?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from lobby.accounts import sanctions
from lobby.accounts.models import NameChange, Report, StaffAct
from lobby.matches.models import Match
from lobby.notices.models import Device, Hook
from tests.lobby.test_accounts_people import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def page(staff, person) -> str:
    return signed_in(staff).get(f"/staff/people/{person.slug}/").content.decode()


def test_one_page_has_matches_names_reports_devices_notices_and_what_staff_did(make_match, dana, alice, bob):
    match = make_match([alice, bob])
    Match.objects.filter(pk=match.pk).update(clock="slow")
    NameChange.objects.create(user=alice, old="Alicia", new="Alice")
    Report.objects.create(person=alice, reporter=bob, name="Alice", kind="spam", note="sells lamps", text="Buy!")
    Report.objects.create(person=bob, reporter=alice, name="Bob", kind="abuse", note="he began")
    Device.objects.create(
        user=alice, endpoint="https://push.example.org/secret-endpoint", digest="d", browser="Firefox"
    )
    Hook.objects.create(user=alice, form="json", address="https://hooks.example.org/secret-address", secret="s3cr3t")
    sanctions.mute(staff=dana, person=alice, until=timezone.now() + timedelta(days=1), why="shouted")
    shown = page(dana, alice)
    for words in (match.pk, "Alicia", "sells lamps", "Buy!", "he began", "Firefox", "shouted", "Muted until"):
        assert words in shown, words
    for secret in ("secret-endpoint", "secret-address", "s3cr3t", alice.password):
        assert secret not in shown, secret


def test_each_look_is_in_the_audit_log_once_an_hour(dana, alice):
    for _ in range(2):
        assert LOOK in page(dana, alice)
    assert [(act.act, act.person, act.staff) for act in StaffAct.objects.all()] == [(LOOK, alice, dana)]


LOOK = "look at person"


def test_it_names_no_match_that_hides_names_or_that_its_reader_plays_before_the_end(make_match, dana, alice, bob):
    hidden, own = make_match([alice, bob]), make_match([alice, dana])
    Match.objects.filter(pk=hidden.pk).update(anonymous=True)
    Report.objects.create(person=alice, reporter=bob, name="Alice", kind="spam", note="in secret", match=own)
    shown = page(dana, alice)
    assert hidden.pk not in shown and own.pk not in shown and "in secret" not in shown
    Match.objects.update(status="finished", finished_at=timezone.now())
    shown = page(dana, alice)
    assert hidden.pk in shown and own.pk in shown and "in secret" in shown


def test_only_staff_who_may_view_people_read_it(dana, alice, bob):
    assert Client().get(f"/staff/people/{alice.slug}/").status_code == 302
    assert signed_in(bob).get(f"/staff/people/{alice.slug}/").status_code == 403
    bob.is_staff = True
    bob.save()
    assert signed_in(bob).get(f"/staff/people/{alice.slug}/").status_code == 403
    bob.user_permissions.add(Permission.objects.get(codename="view_user"))
    assert signed_in(bob).get(f"/staff/people/{alice.slug}/").status_code == 200
    assert signed_in(dana).get("/staff/people/nobody-of-that-name/").status_code == 404
    assert f"/staff/people/{alice.slug}/" in signed_in(dana).get(f"/people/{alice.slug}/").content.decode()
