"""The ladder: programs enter, the site begins matches when nobody else waits, results are rated and told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from games.core.deciding import MODULE
from lobby.accounts.models import User
from lobby.bots.builtin import Runner as BotRunner
from lobby.bots.hosted import Runner
from lobby.bots.sandbox import Sandbox
from lobby.ladder import runner, services
from lobby.ladder.models import Bout, Entry, Result
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Program, ProgramMemory, Seat
from lobby.matches.terms import Settings
from lobby.play import interruptions, timer
from lobby.ratings import background
from lobby.ratings.models import Rating
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "planet_conquer"
IDLE = "def decide():\n    return None\n"
WRONG = "def decide(view):\n    return view['nothing of this name']\n"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, settings) -> None:
    cache.clear()
    settings.LADDER_MATCHES = 2


@pytest.fixture
def bring() -> Callable[..., Program]:
    """A program of somebody's that is on the ladder."""

    def make(
        owner: User, name: str = "Searcher", text: str = IDLE, game: str = GAME, *, enters: bool = True
    ) -> Program:
        program = Program.objects.create(owner=owner, game=game, name=name, text=text)
        if enters:
            services.enter(user=owner, program_id=program.pk)
        return program

    return make


def begin(rng: int = 1) -> list[str]:
    return runner.top_up(timezone.now(), Random(rng))


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


# --- Who takes part


@pytest.mark.postgres
def test_a_program_enters_once_and_leaves(bring, alice):
    program = bring(alice)
    services.enter(user=alice, program_id=program.pk)
    assert Entry.objects.get().program == program
    services.leave(user=alice, program_id=program.pk)
    assert not Entry.objects.exists()


def test_who_may_not_enter_is_told_why(bring, alice, bob):
    program = bring(alice, enters=False)
    for user in (bob,):
        with pytest.raises(NotAllowed, match="no such program"):
            services.enter(user=user, program_id=program.pk)
    Program.objects.filter(pk=program.pk).update(switched_off="error")
    with pytest.raises(NotAllowed, match="switched off"):
        services.enter(user=alice, program_id=program.pk)
    game = services.game_of_ladder(program.game)
    for user, said in ((alice, "switched off"), (bob, "no such program")):
        with pytest.raises(NotAllowed, match=said):
            tables.own_program(user, game, program.pk, "program")
    guest = User.objects.create_user("guest", name="Guest", is_guest=True)
    with pytest.raises(NotAllowed, match="account"):
        services.enter(user=guest, program_id=bring(guest, enters=False).pk)


def test_one_person_has_a_few_entries_at_a_time(bring, alice):
    for number in range(services.MOST_ENTRIES):
        bring(alice, f"Number {number}")
    with pytest.raises(services.TooManyEntries):
        bring(alice, "One more")


# --- When matches begin


@pytest.mark.postgres
def test_matches_begin_up_to_the_site_s_number_each_program_in_one_at_a_time(
    bring, alice, bob, charlie, dana, settings
):
    for number, owner in enumerate((alice, bob, charlie, dana)):
        bring(owner, f"Number {number}")
    settings.LADDER_MATCHES = 9
    begun = begin()
    assert len(begun) >= 2
    assert begin() == []
    sat = [seat.program_id for seat in Seat.objects.filter(match__in=begun, program__isnull=False)]
    assert len(sat) == len(set(sat)) == 4
    match = Match.objects.get(pk=begun[0])
    assert (match.arranged, match.rated, match.sealed, match.host, match.status) == (
        "ladder",
        True,
        False,
        None,
        "running",
    )
    settings.LADDER_MATCHES = 0
    Bout.objects.update(is_over=True)
    runner.look(timezone.now())
    assert Bout.objects.count() == len(begun), "the ladder stands still"


def test_people_are_first(bring, alice, bob, make_match):
    bring(alice), bring(bob)
    match = make_match([alice, bob], game=GAME)
    other = bring(alice, "Of a match", enters=False)
    Seat.objects.filter(match=match, number=0).update(program=other)
    assert begin() == [], "a match of people waits for programs"
    Seat.objects.filter(match=match, number=0).update(program=None)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    assert begin() == [], "a step is overdue"
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    assert len(begin()) == 1


def test_a_program_plays_so_often_a_day(bring, alice, bob, settings):
    settings.LADDER_QUOTA = 1
    bring(alice), bring(bob)
    (match_id,) = begin(rng=3)
    for seat in Seat.objects.filter(match=match_id, program__isnull=False):
        assert Entry.objects.get(program=seat.program).today == 1
    Entry.objects.update(day=timezone.now().date(), today=1)
    end(match_id)
    assert begin() == []
    tomorrow = timezone.now() + timedelta(days=1)
    assert runner.begin_one(games.get(GAME), tomorrow, Random(1)) is not None


def end(match_id: str) -> None:
    """End a match without a result."""
    interruptions.abort(Match.objects.get(pk=match_id), timezone.now())
    background.settle()


# --- What comes of it


async def play(match_id: str, sandbox: Sandbox) -> None:
    """Let programs and bots play a match to its end."""
    hosted, builtin = Runner(sandbox), BotRunner()
    while (match := await Match.objects.aget(pk=match_id)).status == "running":
        await builtin.play(match_id)
        await hosted.play(match_id)
        await timer.settle()
        assert (await Match.objects.aget(pk=match_id)).step > match.step, "it goes on"
    await asyncio.to_thread(background.settle)


@pytest.fixture
def played(bring, alice, bob):
    """A match of a program of Alice's that fails against one of Bob's, played to its end."""
    sandbox = Sandbox(workers=1)

    def run() -> tuple[str, Program, Program]:
        mine, other = bring(alice, "Wrong", WRONG), bring(bob, "Example", games.get(GAME).programs.example)
        (match_id,) = next(ids for seed in range(99) if (ids := _two(seed, (mine, other))))
        asyncio.run(play(match_id, sandbox))
        return match_id, mine, other

    yield run
    sandbox.close()


def _two(seed: int, programs: tuple[Program, Program]) -> list[str]:
    """A match of just these, not of one of them with a bot."""
    (match_id,) = runner.top_up(timezone.now(), Random(seed))[:1]
    if {seat.program for seat in Seat.objects.filter(match=match_id)} == set(programs):
        return [match_id]
    Match.objects.all().delete()
    return []


def test_a_match_is_rated_and_says_why_it_was_lost_to_the_owner_alone(played, alice, bob, settings):
    settings.LADDER_MATCHES = 1
    match_id, wrong, example = played()
    assert Match.objects.get(pk=match_id).status == "finished"

    assert Rating.objects.get(program=example).points > 1500 > Rating.objects.get(program=wrong).points
    result = Result.objects.get(program=wrong)
    assert (result.place, result.was_off) == (2, True)
    assert result.counts["error"] == settings.PROGRAM_STRIKES and "nothing of this name" in result.fault
    assert Bout.objects.get().is_over
    for user, knows in ((alice, True), (bob, False), (None, False)):
        page = client_of(user).get(f"/ladder/programs/{wrong.pk}/").content.decode()
        assert f"{settings.PROGRAM_STRIKES} runs failed" in page and "switched off" in page
        assert ("nothing of this name" in page) is knows
        assert f"/matches/{match_id}/replay/" in page
        told = client_of(user).get(f"/api/ladder/{wrong.pk}/matches/").json()["results"]
        assert told[0]["faults"]["failed"] == settings.PROGRAM_STRIKES
        assert ("nothing of this name" in json.dumps(told)) is knows
    page = Client().get("/ladder/planet_conquer/").content.decode()
    assert page.index("Example") < page.index("Wrong")
    listed = Client().get("/api/ladder/?game=planet_conquer").json()["results"]
    assert [line["name"] for line in listed] == ["Example", "Wrong"]


def test_a_program_that_fails_again_and_again_leaves_the_standings_and_plays_no_more(bring, alice, bob):
    program = bring(alice)
    bring(bob)
    Program.objects.filter(pk=program.pk).update(switched_off="error: KeyError", switched_off_at=timezone.now())
    assert [line.program for line in services.lines(list(services.standings(GAME, timezone.now())), 1)] != [program.pk]
    for _ in range(4):
        for match_id in begin():
            assert program.pk not in Seat.objects.filter(match=match_id).values_list("program", flat=True)
            end(match_id)


def test_a_match_well_played_forgives_earlier_failures(bring, alice, bob):
    programs = [bring(alice), bring(bob)]
    Program.objects.update(failures=2)
    (match_id,) = begin()
    bad = Seat.objects.filter(match=match_id, program__isnull=False).first()
    ProgramMemory.objects.create(match_id=match_id, seat=bad.number, strikes=99)
    end(match_id)
    left = dict(Program.objects.values_list("pk", "failures"))
    assert left[bad.program_id] == 2
    others = [one.pk for one in programs if one.pk != bad.program_id and Result.objects.filter(program=one).exists()]
    assert all(left[one] == 0 for one in others)


@pytest.mark.postgres
def test_an_end_that_nobody_was_told_of_is_found(bring, alice, bob):
    bring(alice), bring(bob)
    (match_id,) = begin()
    Match.objects.filter(pk=match_id).update(status="aborted", finished_at=timezone.now(), due_at=None)
    runner.settle_forgotten()
    assert Bout.objects.get(match=match_id).is_over


# --- Pages


def test_pages_without_anything_say_what_to_do(alice):
    for user in (None, alice):
        page = client_of(user).get("/ladder/").content.decode()
        assert "Nobody has put a program on this ladder yet." in page
        assert "Write a program" in client_of(user).get(f"/ladder/{GAME}/").content.decode()
    assert client_of(alice).get("/ladder/no_such_game/").status_code == 404
    assert client_of(alice).get("/ladder/toy/").status_code == 404, "programs do not play it"


def test_a_program_that_was_never_on_the_ladder_has_no_page(bring, alice):
    program = bring(alice, enters=False)
    assert client_of(alice).get(f"/ladder/programs/{program.pk}/").status_code == 404
    assert client_of(alice).get("/ladder/programs/999999/").status_code == 404


def test_lists_say_in_which_language_a_program_is(bring, alice):
    bring(alice)
    assert ">Wasm<" not in Client().get(f"/ladder/{GAME}/").content.decode()
    assert "<span>Python</span>" in client_of(alice).get("/programs/").content.decode()
    bring(alice, "Diver", MODULE + "AAAA")
    assert Client().get(f"/ladder/{GAME}/").content.decode().count(">Wasm<") == 1
    assert client_of(alice).get("/programs/").content.decode().count("<span>WebAssembly module</span>") == 1


def test_its_owner_puts_it_on_the_ladder_and_takes_it_off_by_buttons(bring, alice, bob):
    program = bring(alice, enters=False)
    client = client_of(alice)
    assert f"/ladder/programs/{program.pk}/enter/" in client.get(f"/programs/{program.pk}/").content.decode()
    answer = client.post(f"/ladder/programs/{program.pk}/enter/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/ladder/programs/{program.pk}/"
    assert "Leave the ladder" in answer.content.decode()
    assert client_of(bob).post(f"/ladder/programs/{program.pk}/leave/").status_code == 302
    assert Entry.objects.exists(), "it is not Bob's"
    client.post(f"/ladder/programs/{program.pk}/leave/")
    assert not Entry.objects.exists()
    assert client.get(f"/ladder/programs/{program.pk}/enter/").status_code == 405
    assert Client().post(f"/ladder/programs/{program.pk}/enter/").status_code == 302


def test_tables_that_people_open_with_programs_stay_unrated(bring, alice):
    program = bring(alice)
    with pytest.raises(NotAllowed) as refused:
        tables.create_table(
            user=alice,
            game_id=GAME,
            options={},
            settings=Settings(seats=2, step_seconds=30, rated=True, programs={1: program.pk}),
        )
    assert refused.value.path == "rated"
