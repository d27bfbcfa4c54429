"""Texts of programs are checked and saved in the request: few at a time, and whoever writes is not in their own way."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

import games
from lobby.accounts import bot_accounts
from lobby.accounts.models import User
from lobby.bots import programs
from lobby.bots.loader import ProgramNotStarted

pytestmark = [pytest.mark.django_db(transaction=True)]

TEXT = "def run_planet(c):\n    c.log('here')\n"
SAVED = {"game": "cosmos", "name": "Walker", "text": TEXT}
PATIENCE = 60


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> Iterator[None]:
    cache.clear()
    yield
    programs.TRIALS.close()


def asked_by(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_few_texts_are_checked_and_saved_at_a_time(who, alice, bob, settings, monkeypatch):
    settings.TRIAL_WORKERS = 1
    checking, go_on = Event(), Event()

    def slow(*given: Any) -> Any:
        checking.set()
        assert go_on.wait(PATIENCE)
        raise ProgramNotStarted("The program could not be started.")

    monkeypatch.setattr(programs.TRIALS, "prepare", slow)
    # So long a text waits that the same person saves.
    monkeypatch.setattr(programs, "BUSY_SECONDS", 1)

    def save() -> int:
        try:
            return asked_by(alice).post("/api/programs/", SAVED, content_type="application/json").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(save)
        assert checking.wait(PATIENCE)
        client = asked_by({"alice": alice, "bob": bob}[who])
        answers = [
            client.post("/api/programs/", SAVED, content_type="application/json"),
            client.post("/programs/check/cosmos/", {"text": TEXT}),
            client.post("/programs/new/cosmos/", SAVED),
        ]
        go_on.set()
        assert first.result(PATIENCE) == 400
    assert [answer.status_code for answer in answers] == [429] * 3
    assert [answer.headers["Retry-After"] for answer in answers] == [str(programs.BUSY_SECONDS)] * 3
    assert answers[0].json()["data"]["seconds"] == answers[1].json()["data"]["seconds"] == programs.BUSY_SECONDS
    assert "Try again in" in answers[2].content.decode() and "c.log" in answers[2].content.decode()
    assert client.post("/programs/check/cosmos/", {"text": TEXT}).status_code == 200


def test_the_accounts_of_one_person_take_turns_to_check(alice, bob, settings):
    settings.TRIAL_WORKERS = 3
    bot = bot_accounts.create_bot_account(owner=alice, name="Robot")
    with programs._turn_to_check(alice):
        with pytest.raises(programs.TooManyChecks) as refused:
            programs.check_text(user=bot, game=games.get("cosmos"), text=TEXT)
        programs.check_text(user=bob, game=games.get("cosmos"), text=TEXT)
    assert refused.value.data["limit"] == 1
    programs.check_text(user=bot, game=games.get("cosmos"), text=TEXT)


def test_whoever_saves_while_the_editor_checks_what_they_wrote_is_not_refused(alice, monkeypatch):
    waits = Event()
    wait_for = programs._turns.wait_for

    def waiting(*how: Any) -> bool:
        waits.set()
        return wait_for(*how)

    def save() -> int:
        try:
            return asked_by(alice).post("/programs/new/cosmos/", SAVED).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, ExitStack() as turn:
        turn.enter_context(programs._turn_to_check(alice))
        monkeypatch.setattr(programs._turns, "wait_for", waiting)
        saved = pool.submit(save)
        assert waits.wait(PATIENCE)
        turn.close()
        assert saved.result(PATIENCE) == 302
