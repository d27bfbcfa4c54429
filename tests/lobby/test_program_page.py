"""The page of a saved program: it keeps the editor, and begins a match with the program at one press."""

from __future__ import annotations

import pytest
from django.test import Client

from lobby.matches.models import Match, Program

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "def run_planet(c):\n    pass\n"


@pytest.fixture
def program(alice) -> Program:
    return Program.objects.create(owner=alice, game="cosmos", name="Idle", text=TEXT)


@pytest.fixture
def hers(alice) -> Client:
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return client


def test_it_has_the_editor_with_its_text_and_every_name_that_programs_may_use(hers, program):
    answer = hers.get(f"/programs/{program.pk}/")
    form, page = answer.context["form"], answer.context["page"]
    assert (form.initial["text"], form.initial["origin"]) == (TEXT, program.pk)
    text = answer.content.decode()
    assert 'action="/programs/new/cosmos/"' in text
    assert all(f"<dd>{one['meaning']}</dd>" in text for one in page["reference"][:3])


def test_play_it_now_begins_a_match_that_the_program_plays(hers, alice, program):
    answer = hers.post("/play/", {"game": "cosmos", "bot": "medium", "program": str(program.pk)})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    seats = [(seat.user, seat.program, seat.bot) for seat in match.seats.order_by("number")]
    assert sorted(seats, key=lambda seat: seat[2]) == [(alice, program, ""), (None, None, "medium")]


def test_nobody_plays_with_the_program_of_another(bob, program):
    client = Client()
    client.force_login(bob, "django.contrib.auth.backends.ModelBackend")
    client.post("/play/", {"game": "cosmos", "program": str(program.pk)})
    assert not Match.objects.exists()
