"""Matches that the site arranges: begun without a host, on no list of tables; sealed ones are secret until they are unsealed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

import games
from games.core.rng import seat_seed
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.bots import programs
from lobby.matches.models import Match, Program, ProgramMemory
from lobby.matches.people import Partner
from lobby.matches.signals import arranged_match_over, rated_match_over
from lobby.matches.terms import Settings
from lobby.play import interruptions, referee
from lobby.tables import seating
from lobby.watch import reading, replay, status

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Searcher", "Digger", "Alice", "Bob")


@pytest.fixture(autouse=True)
def toy_programs(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


@pytest.fixture
def arrange(alice: User, bob: User):
    """Arranges a match of a program of Alice's and one of Bob's."""

    def make(*, rounds: int = 3, sitters: list[Any] | None = None, **given: Any) -> Match:
        game = games.get("toy_programs")
        if sitters is None:
            sitters = [
                Program.objects.create(owner=owner, game=game.id, name=name, text="def run(c): pass")
                for owner, name in ((alice, "Searcher"), (bob, "Digger"))
            ]
        return seating.begin_arranged(
            game=game,
            options=open_table(game, {"rounds": rounds}, 2, "seed"),
            sitters=sitters,
            settings=Settings(seats=len(sitters), step_seconds=5, press="none", spectator_delay=1),
            **{"arranged": Match.Arranged.CONTEST, **given},
        )

    return make


@pytest.fixture
def told() -> Any:
    """What listeners hear: (signal, match, what arranged it)."""
    heard: list[tuple[str, str, str]] = []

    def rated(match_id: str, **_: Any) -> None:
        heard.append(("rated", match_id, ""))

    def arranged(match_id: str, arranged: str, **_: Any) -> None:
        heard.append(("arranged", match_id, arranged))

    rated_match_over.connect(rated)
    arranged_match_over.connect(arranged)
    yield heard
    rated_match_over.disconnect(rated)
    arranged_match_over.disconnect(arranged)


def play_to_the_end(match: Match) -> None:
    """Let every deadline of the match pass."""
    for day in range(1, 50):
        later = timezone.now() + timedelta(days=day)
        if referee.advance_once(match.pk, lambda later=later: later) is None:
            break
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def pages_with(match: Match, user: User | None) -> dict[str, int]:
    """The answers for everything that shows one match."""
    client = Client()
    if user is not None:
        client.force_login(user)
    addresses = [
        *(f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/", f"/api/matches/{match.pk}/"),
        *(f"/api/matches/{match.pk}/view/", f"/api/matches/{match.pk}/replay/", f"/tables/{match.pk}/"),
    ]
    return {address: client.get(address, follow=True).status_code for address in addresses}


def test_it_begins_without_a_host_with_everybody_in_their_seats(arrange, alice):
    match = arrange(sitters=[alice, "thrower"], rated=True)
    match.refresh_from_db()
    assert match.clock == Match.Clock.LIVE, "also against a bot alone, if nothing else was chosen"
    assert (match.status, match.host, match.arranged, match.sealed, match.rated) == (
        "running",
        None,
        "contest",
        False,
        True,
    )
    assert [(seat.user, seat.bot) for seat in match.seats.all()] == [(alice, ""), (None, "thrower")]


def test_as_many_sit_down_as_the_game_has_seats(arrange, alice, bob):
    match = arrange(sitters=[alice, "thrower", bob, "thrower"])
    assert match.seats.count() == 4 == games.get(match.game).seats[-1]


@pytest.mark.parametrize(
    "given", [{"sitters": ["thrower"]}, {"sitters": ["thrower"] * 99}, {"sealed": True, "rated": True}]
)
def test_what_cannot_be_leaves_no_match(arrange, given):
    with pytest.raises(ValueError, match=r"seats|sealed"):
        arrange(**given)
    assert not Match.objects.exists()


def test_what_arranged_it_is_told_of_every_end(arrange, told):
    ended, aborted, plain = arrange(rated=True, arranged="ladder"), arrange(), arrange(arranged="")
    play_to_the_end(ended)
    for match in (aborted, plain):
        with transaction.atomic():
            interruptions.abort(match, timezone.now())
    assert told == [
        ("rated", ended.pk, ""),
        ("arranged", ended.pk, "ladder"),
        ("arranged", aborted.pk, "contest"),
    ]


def test_lists_of_tables_and_matches_leave_it_out_but_its_people_find_it(arrange, alice):
    match = arrange(sitters=[alice, "thrower"])
    for address in ("/", "/lobby/", "/api/matches/", "/api/matches/?status=running", f"/people/{alice.slug}/"):
        assert match.pk not in Client().get(address).content.decode(), address
    assert 404 not in pages_with(match, None).values(), "whoever is told of it may watch"
    client = Client()
    client.force_login(alice)
    assert match.pk in client.get("/matches/").content.decode()


def test_a_sealed_match_is_there_for_nobody_while_it_runs(arrange, alice, bob, charlie, dana):
    match = arrange(sealed=True)
    ProgramMemory.objects.create(
        match=match, seat=0, console=[{"step": 0, "entity": "", "void": "", "line": 0, "text": "x"}]
    )
    for user in (None, alice, bob, charlie, dana):
        assert set(pages_with(match, user).values()) == {404}
    assert programs.console(user=alice, match_id=match.pk) == []
    for address in (
        "/",
        "/lobby/",
        "/api/matches/",
        f"/people/{alice.slug}/",
        "/ratings/?game=toy_programs&board=bots",
    ):
        assert match.pk not in Client().get(address).content.decode(), address


def test_after_its_end_those_who_played_see_it_but_not_who_else_played(arrange, alice, bob, charlie):
    match = arrange(sealed=True)
    ProgramMemory.objects.create(
        match=match, seat=0, console=[{"step": 0, "entity": "", "void": "", "line": 0, "text": "x"}]
    )
    play_to_the_end(match)
    for user in (None, charlie):
        assert set(pages_with(match, user).values()) == {404}
    assert pages_with(match, alice)[f"/matches/{match.pk}/replay/"] == 200
    assert len(programs.console(user=alice, match_id=match.pk)) == 1
    client = Client()
    client.force_login(alice)
    for address in (f"/matches/{match.pk}/replay/", f"/api/matches/{match.pk}/replay/", f"/api/matches/{match.pk}/"):
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
        assert not [name for name in ("Searcher", "Digger", "Bob") if name in answer.content.decode()], address
    assert [seat["name"] for seat in replay.record(match)["seats"]] == ["", ""]


def test_unsealed_it_is_as_if_it_had_never_been_sealed(arrange, alice):
    match = arrange(sealed=True)
    play_to_the_end(match)
    seating.unseal([match.pk])
    match.refresh_from_db()
    assert set(pages_with(match, None).values()) == {200}
    assert [seat["name"] for seat in replay.record(match)["seats"]] == ["Searcher", "Digger"]
    snapshot = reading.load(match.pk)
    shown = status.match_message(snapshot, status.audiences.PUBLIC, None)
    assert [seat.name for seat in shown.info.seats] == ["Searcher", "Digger"]


def test_who_sits_in_a_sealed_match_plays_it_without_names(arrange, alice, bob, charlie):
    match = arrange(sitters=[alice, bob], sealed=True)
    client = Client()
    client.force_login(alice)
    answer = client.get(f"/api/matches/{match.pk}/")
    assert answer.status_code == 200
    assert "Bob" not in json.dumps(answer.json())
    assert set(pages_with(match, charlie).values()) == {404}
    play_to_the_end(match)
    assert "Bob" not in client.get(f"/api/matches/{match.pk}/").content.decode()
    assert client.get(f"/api/players/{alice.slug}/").json()["records"] == []


def read(match: Match, user: User | None, what: str = "", **asked: Any) -> dict[str, Any]:
    """What the REST interface says of the match to that account."""
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/api/matches/{match.pk}/{what}", asked)
    return answer.json() if answer.status_code == 200 else {"refused": answer.status_code}


def own_facts(match: Match, user: User | None) -> tuple[int | None, list[int], bool]:
    info = read(match, user)["info"]
    return info["you"], info["yours"], info["seat_seed"] is not None


def test_owners_are_told_the_seats_of_their_programs_when_the_match_is_over(arrange, alice, bob, charlie):
    match = arrange()
    for user in (alice, bob, charlie, None):
        assert own_facts(match, user) == (None, [], False)
    play_to_the_end(match)
    assert [own_facts(match, user) for user in (alice, bob)] == [(0, [0], True), (1, [1], True)]
    assert own_facts(match, charlie) == own_facts(match, None) == (None, [], False)
    assert read(match, bob)["info"]["seat_seed"] == seat_seed(match.seed, 1)
    assert [read(match, user, "replay/")["yours"] for user in (alice, bob, charlie)] == [[0], [1], []]
    assert "yours" not in read(match, None, "replay/")
    assert [read(match, bob, what)["audience"] for what in ("", "view/")] == [1, 1]
    assert {frame["audience"] for frame in read(match, bob, "frames/")["frames"]} == {1}
    assert read(match, bob, "view/", **{"as": "public"})["audience"] == "public"
    assert read(match, charlie, "view/")["audience"] == "public"


def test_partners_of_a_program_are_told_as_its_owner_is(arrange, alice, charlie):
    match = arrange()
    Partner.objects.create(program=Program.objects.get(owner=alice), user=charlie)
    play_to_the_end(match)
    assert own_facts(match, charlie) == own_facts(match, alice) == (0, [0], True)


def test_owners_are_told_their_own_seat_of_a_sealed_match_that_is_over_and_no_name(arrange, alice, bob, charlie):
    match = arrange(sealed=True)
    play_to_the_end(match)
    assert [own_facts(match, user) for user in (alice, bob)] == [(0, [0], True), (1, [1], True)]
    assert [read(match, user, "replay/")["yours"] for user in (alice, bob)] == [[0], [1]]
    assert read(match, bob, "view/")["audience"] == 1
    assert {seat["name"] for seat in read(match, bob)["info"]["seats"]} == {""}
    assert read(match, charlie) == {"refused": 404}


def test_pages_give_owners_no_seat_but_say_which_program_is_theirs(arrange, alice, bob):
    match = arrange()
    client = Client()
    client.force_login(bob)

    def theirs():
        return client.get(f"/matches/{match.pk}/replay/").context["page"]["theirs"]

    assert theirs() == []
    play_to_the_end(match)
    assert theirs() == [1]
    info = client.get(f"/matches/{match.pk}/frames/").json()["info"]
    assert (info["you"], info["yours"], info["seat_seed"]) == (None, [], None)
    snapshot = reading.load(match.pk)
    assert status.match_message(snapshot, status.audiences.PUBLIC, bob.pk).info.yours == []


def test_a_replay_opens_at_the_seat_of_the_readers_program_with_its_console_beside_it(arrange, alice, bob, charlie):
    match, twice = arrange(sealed=True), arrange(sitters=[*[Program.objects.filter(owner=alice).first()] * 2])
    seating.unseal([twice.pk])
    ProgramMemory.objects.create(
        match=match, seat=1, console=[{"step": 2, "entity": "", "void": "", "line": 0, "text": "I see"}]
    )
    play_to_the_end(match)
    play_to_the_end(twice)

    def page(match, user, what="replay/"):
        client = Client()
        client.force_login(user)
        return client.get(f"/matches/{match.pk}/{what}")

    shown = page(match, bob)
    assert shown.context["page"] | {"opens_as": "1", "console": True, "theirs": [1]} == shown.context["page"]
    assert f'href="/matches/{match.pk}/console/"' in shown.content.decode()
    console = page(match, bob, "console/").content.decode()
    assert f'href="/matches/{match.pk}/replay/?step=2&amp;as=1"' in console and "I see" in console
    assert page(twice, alice).context["page"]["opens_as"] == "referee", "none of several comes first"
    stranger = page(twice, charlie)
    assert (stranger.context["page"]["opens_as"], stranger.context["page"]["console"]) == ("referee", False)
    assert "/console/" not in stranger.content.decode()


def watched(match: Match, user: User) -> tuple[Any, Any]:
    """What its page shows first, and the answer for the view of seat 0."""
    client = Client()
    client.force_login(user)
    shown = client.get(f"/matches/{match.pk}/").context["page"]["watch_as"]
    return shown, client.get(f"/api/matches/{match.pk}/view/?as=0").status_code


def test_while_a_match_goes_on_owners_look_through_the_seat_of_their_program_and_no_other(arrange, alice, bob, charlie):
    match = arrange()
    referee.advance_once(match.pk, lambda: timezone.now() + timedelta(days=1))
    assert watched(match, alice) == (0, 200)
    assert watched(match, bob) == (1, 400) and watched(match, charlie) == ("public", 400)
    own = User.objects.create_user("Alices_bot", owner=alice)
    program = Program.objects.get(owner=alice)
    seated = arrange(sitters=[program, own])
    assert watched(seated, alice) == ("public", 400), "another account of theirs must not know it"
