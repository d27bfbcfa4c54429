"""What does a match whose position cannot be read cost those who do not play in it? Nothing: lists leave out what is broken, the feed goes on."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import InterfaceError
from django.test import Client
from django.utils import timezone

from lobby.governance import substitutes
from lobby.matches.models import Match, Seat, Step
from lobby.pages import lists, lobby_socket
from lobby.play import referee
from lobby.store import positions
from lobby.tables import services as tables
from lobby.tables.services import Settings
from tests.lobby.test_lobby_socket import of_type, visit

__all__ = ["visit"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh(monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(lobby_socket.LobbyFeed, "gather_seconds", 0.01)


def spoil(match: Match) -> None:
    """A bot plays for Bob, in seat 1, and nobody can read the position any more."""
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    Step.objects.filter(match=match).update(state=b"{broken")
    positions.forget()


def stop(match: Match) -> None:
    """The referee finds it out."""
    referee.advance_once(match.pk, lambda: timezone.now() + timedelta(hours=1))
    match.refresh_from_db()
    assert match.fault


def offered(match: Match) -> list[int]:
    match.refresh_from_db()
    return substitutes.open_seats(match, list(match.seats.all()))


@pytest.mark.parametrize("is_stopped", [False, True], ids=["not found out", "stopped"])
def test_a_position_that_cannot_be_read_closes_the_seats_of_its_match_only(make_match, caplog, is_stopped):
    broken, sound = make_match(), make_match()
    Seat.objects.filter(match=sound, number=1).update(autopilot="thrower")
    spoil(broken)
    if is_stopped:
        stop(broken)
    caplog.clear()
    assert offered(broken) == []
    # Nobody reads what is known to be broken.
    assert [broken.pk in record.getMessage() for record in caplog.records] == ([] if is_stopped else [True])
    assert offered(sound) == [1]


def test_a_match_with_a_fault_has_no_open_seats_though_it_can_be_read(make_match):
    match = make_match()
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    assert offered(match) == [1]
    Match.objects.filter(pk=match.pk).update(fault="the game failed")
    assert offered(match) == []


@pytest.mark.parametrize("is_stopped", [False, True], ids=["not found out", "stopped"])
def test_the_lobby_shows_the_other_matches_to_everybody(make_match, alice, charlie, is_stopped):
    broken, sound = make_match(), make_match()
    spoil(broken)
    if is_stopped:
        stop(broken)
    for person in (None, charlie, alice):
        client = Client()
        if person is not None:
            client.force_login(person)
        for path in ("/", "/lobby/"):
            page = client.get(path)
            assert page.status_code == 200
            assert sound.pk in page.content.decode()
        listed = client.get("/api/matches/")
        assert listed.status_code == 200
        assert {entry["id"]: entry["open_seats"] for entry in listed.json()["results"]} == {broken.pk: [], sound.pk: []}


def test_a_card_that_cannot_be_made_is_left_out_and_noted(make_match, alice, monkeypatch, caplog):
    broken, sound = make_match(), make_match()
    headline = lists.words.headline
    options = Match.objects.get(pk=broken.pk).options | {"broken": True}
    Match.objects.filter(pk=broken.pk).update(options=options)

    def fail(game, options):
        if "broken" in options:
            raise ValueError("no such options")
        return headline(game, options)

    monkeypatch.setattr(lists.words, "headline", fail)
    assert [card.id for card in lists.cards(lists.running_matches())] == [sound.pk]
    assert [entry.card.id for entry in lists.my_running(alice.pk)] == [sound.pk]
    assert any(broken.pk in record.getMessage() and record.levelno == logging.ERROR for record in caplog.records)
    client = Client()
    client.force_login(alice)
    for path in ("/api/matches/", "/api/matches/?mine=true"):
        assert [entry["id"] for entry in client.get(path).json()["results"]] == [sound.pk]
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("place", ["headline", "open_seats"])
def test_a_database_that_is_away_is_no_fault_of_a_match(make_match, monkeypatch, place):
    match = make_match()
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")

    def fail(*arguments):
        raise InterfaceError("the connection is closed")

    if place == "headline":
        monkeypatch.setattr(lists.words, "headline", fail)
    else:
        monkeypatch.setattr(substitutes.in_play, "numbers_in_play", fail)
    with pytest.raises(InterfaceError):
        lists.cards(lists.running_matches())


async def test_the_feed_tells_news_of_the_others(make_match, alice, bob, visit):
    broken = await sync_to_async(make_match)()
    socket = await visit()
    await of_type(socket, "lists")
    await sync_to_async(spoil)(broken)
    await lobby_socket.feed()._hear(broken.pk)
    await asyncio.sleep(0.3)
    table = await sync_to_async(tables.create_table)(
        user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
    )
    while (await of_type(socket, "card"))["id"] != table.pk:
        pass


@pytest.mark.parametrize("fault", [InterfaceError("the connection is closed"), KeyError("anything")])
async def test_the_feed_outlives_whatever_fails_in_it(alice, visit, monkeypatch, fault):
    socket, waiting = await visit(), await visit(alice, queue="1")
    await of_type(socket, "lists")
    await of_type(waiting, "queue")
    one_card, failed = lobby_socket._one_card, asyncio.Event()
    loop = asyncio.get_running_loop()

    def fail(match_id):
        if match_id == "broken":
            loop.call_soon_threadsafe(failed.set)
            raise fault
        return one_card(match_id)

    monkeypatch.setattr(lobby_socket, "_one_card", fail)
    await lobby_socket.feed()._hear("broken")
    async with asyncio.timeout(60):
        await failed.wait()
    await asyncio.sleep(0.1)
    assert not any(task.done() for task in lobby_socket.feed()._tasks)
    table = await sync_to_async(tables.create_table)(
        user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
    )
    assert (await of_type(socket, "card"))["id"] == table.pk
