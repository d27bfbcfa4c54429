"""Programs of people: brought, refused with their place, seated by whoever may, removed, and nobody else's business."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.accounts.services import close_account
from lobby.accounts.tokens import create_token
from lobby.bots import hosted, programs
from lobby.bots.loader import ProgramRefused
from lobby.bots.workers import NoWorker
from lobby.matches.errors import NotAllowed, ServiceError
from lobby.matches.models import Match, Program, ProgramMemory, Seat
from lobby.pages import table_page
from lobby.tables import services as tables
from lobby.tables.services import NotHost, SeatTaken, Settings

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "def run(c):\n    c.walk(1)\n"
TABLE = Settings(seats=2, step_seconds=30)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[None]:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()
    yield
    hosted.SANDBOX.close()
    programs.TRIALS.close()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def brought(user, name="Walker", text=TEXT) -> Program:
    return programs.save_program(user=user, game_id="toy_programs", name=name, text=text)


def opened(user, game="toy_programs", **changes) -> Match:
    return tables.create_table(user=user, game_id=game, options={}, settings=replace(TABLE, **changes))


# --- Bringing


def test_a_program_is_saved_by_a_form_and_shown_to_its_owner(alice):
    client = client_of(alice)
    answer = client.post("/programs/new/toy_programs/", {"name": "Walker", "text": TEXT.replace("\n", "\r\n")})
    program = Program.objects.get()
    assert answer.url == f"/programs/{program.pk}/"
    assert (program.owner, program.name, program.text) == (alice, "Walker", TEXT)
    assert "c.walk(1)" in client.get(answer.url).content.decode()
    assert "Walker" in client.get("/programs/").content.decode()
    again = client.get(f"/programs/new/toy_programs/?from={program.pk}").content.decode()
    assert "c.walk(1)" in again


def test_a_guest_is_told_what_an_account_is_for_before_the_ladder_is_offered(alice, bob):
    bob.is_guest = True
    bob.save()
    pages = {user: client_of(user).get(f"/programs/{brought(user).pk}/").content.decode() for user in (alice, bob)}
    assert "Put it on the ladder" in pages[alice]
    assert "Put it on the ladder" not in pages[bob]
    assert "/accounts/signup/?next=/programs/" in pages[bob]


def test_a_new_program_begins_with_one_that_plays(alice):
    client = client_of(alice)
    for wanted in ("", "?from=77", "?from=x"):
        text = client.get(f"/programs/new/cosmos/{wanted}").context["form"]["text"].value()
        assert "def run_planet(c):" in text
    assert client.post("/programs/new/cosmos/", {"name": "Lamp", "text": text}).status_code == 302


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def run(c)\n", "Line 1, column 11"),
        ("x = 1\nimport os\n", "Line 2, column 1"),
        ("x = 1\n\ny = 1 / 0\n", "Line 3"),
        ("while True: pass", "1000 units"),
        ("#" * 9000, "8192 bytes"),
        ("", "required"),
    ],
)
def test_a_text_that_is_no_program_is_refused_with_its_place_and_nothing_is_lost(alice, text, said):
    answer = client_of(alice).post("/programs/new/toy_programs/", {"name": "Walker", "text": text})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert not Program.objects.exists()
    assert text[:10].strip() in page


def test_a_text_that_cannot_be_tried_now_is_refused_and_not_lost(alice, monkeypatch):
    def fail(*args):
        raise NoWorker("too many open files")

    monkeypatch.setattr(programs.TRIALS, "prepare", fail)
    answer = client_of(alice).post("/programs/new/toy_programs/", {"name": "Walker", "text": TEXT})
    assert answer.status_code == 400
    assert "The program could not be started." in answer.content.decode()
    assert "c.walk(1)" in answer.content.decode()


@pytest.mark.parametrize("name", ["", "x" * 25, "a\u202eb"])
def test_a_program_needs_a_name_that_shows(alice, name):
    answer = client_of(alice).post("/programs/new/toy_programs/", {"name": name, "text": TEXT})
    assert answer.status_code == 400
    assert not Program.objects.exists()


def test_only_games_that_take_programs_take_them(alice):
    assert client_of(alice).get("/programs/new/toy/").status_code == 404
    assert client_of(alice).get("/programs/new/nothing/").status_code == 404
    with pytest.raises(ServiceError):
        programs.save_program(user=alice, game_id="toy", name="Walker", text=TEXT)


def test_a_stranger_is_asked_for_a_name_first(transactional_db):
    for url in ("/programs/", "/programs/new/toy_programs/", "/programs/1/", "/matches/zzzzzzzzzz/console/"):
        assert Client().get(url).status_code == 302
    assert Client().post("/programs/1/remove/").status_code == 302


def test_somebody_else_s_program_looks_like_none(alice, bob):
    program = brought(alice)
    client = client_of(bob)
    theirs, none = client.get(f"/programs/{program.pk}/"), client.get("/programs/999999/")
    assert theirs.status_code == none.status_code == 404
    assert client.post(f"/programs/{program.pk}/remove/").status_code == 404
    assert "c.walk" not in client.get(f"/programs/new/toy_programs/?from={program.pk}").content.decode()
    assert "Walker" not in client.get("/programs/").content.decode()
    assert Program.objects.filter(pk=program.pk).exists()


def test_saving_is_limited_in_rate_and_in_number(alice, settings, monkeypatch):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "program": "2/m/user"}
    client = client_of(alice)
    answers = [client.post("/programs/new/toy_programs/", {"name": "Walker", "text": TEXT}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    monkeypatch.setattr(programs, "MOST_PROGRAMS", 2)
    with pytest.raises(programs.TooManyPrograms):
        brought(alice)
    assert Program.objects.count() == 2


def test_what_the_form_takes_the_service_takes_and_else_refuses(alice):
    with pytest.raises(ProgramRefused):
        brought(alice, text="import os")
    assert brought(alice).game == "toy_programs"


def test_a_token_finds_the_number_that_a_seat_takes(alice, bob):
    walker, _, gone = brought(alice), brought(bob, "Runner"), brought(alice, "Gone")
    Program.objects.filter(pk=gone.pk).update(retired=True)
    _, token = create_token(user=alice, name="bot", scopes=["read", "tables"])
    client = Client(headers={"authorization": f"Bearer {token}"})
    (mine,) = client.get("/api/programs/").json()
    assert (mine.pop("created_at") is None, mine) == (
        False,
        {
            "id": walker.pk,
            "game": "toy_programs",
            "name": "Walker",
            "note": "",
            "origin": None,
            "switched_off": "",
            "language": "python",
        },
    )
    table = opened(alice)
    sent = {"number": 1, "program": mine["id"]}
    answer = client.post(f"/api/tables/{table.pk}/program/", sent, content_type="application/json")
    assert answer.json()["info"]["seats"][1]["program"] == "Walker"


# --- Seating


def test_one_s_own_seat_is_given_to_one_s_own_program_and_taken_back(alice):
    match, program = opened(alice), brought(alice)
    client = client_of(alice)
    url = f"/tables/{match.pk}/program/"
    client.post(url, {"number": 0, "program": program.pk})
    assert Seat.objects.get(match=match, number=0).program == program
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert "program <bdi>Walker</bdi>" in page
    client.post(url, {"number": 0, "program": ""})
    assert Seat.objects.get(match=match, number=0).program is None


def test_the_host_puts_a_program_into_a_free_seat_and_takes_it_away(alice):
    match, program = opened(alice), brought(alice)
    client = client_of(alice)
    client.post(f"/tables/{match.pk}/program/", {"number": 1, "program": program.pk})
    seat = Seat.objects.get(match=match, number=1)
    assert (seat.program, seat.user, seat.ready, seat.is_free, seat.is_machine) == (program, None, True, False, True)
    assert table_page.context(Match.objects.get(pk=match.pk), alice.pk)["can_start"]
    client.post(f"/tables/{match.pk}/unbot/", {"number": 1})
    assert Seat.objects.get(match=match, number=1).is_free


@pytest.mark.parametrize("chosen", ["999999", "-1", "x", "9" * 30])
def test_a_program_that_is_not_there_is_refused(alice, chosen):
    match = opened(alice)
    answer = client_of(alice).post(
        f"/tables/{match.pk}/program/", {"number": 0, "program": chosen}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["path"]) == (400, "program")


def test_who_may_seat_what(alice, bob, charlie):
    match, hers, his = opened(alice, seats=3), brought(alice), brought(bob)
    tables.join(user=bob, match_id=match.pk)
    for user, number, program, refusal in [
        (alice, 1, hers, SeatTaken),
        (alice, 0, his, NotAllowed),
        (alice, 2, his, NotAllowed),
        (bob, 2, his, NotHost),
        (charlie, 2, hers, NotAllowed),
        (alice, 9, hers, NotAllowed),
    ]:
        with pytest.raises(refusal):
            tables.seat_program(user=user, match_id=match.pk, number=number, program=program.pk)
    tables.seat_program(user=bob, match_id=match.pk, number=1, program=his.pk)
    assert Seat.objects.get(match=match, number=1).program == his


def test_a_program_of_another_game_or_a_game_without_programs_is_refused(alice):
    program = brought(alice)
    with pytest.raises(NotAllowed):
        tables.seat_program(user=alice, match_id=opened(alice, game="toy").pk, number=0, program=program.pk)
    with pytest.raises(NotAllowed):
        opened(alice, game="toy", programs={0: program.pk})


def test_whoever_gets_up_takes_the_program_along(alice, bob):
    match, program = opened(alice), brought(bob)
    tables.join(user=bob, match_id=match.pk)
    tables.seat_program(user=bob, match_id=match.pk, number=1, program=program.pk)
    tables.leave(user=bob, match_id=match.pk)
    assert Seat.objects.get(match=match, number=1).is_free


def test_the_form_of_a_new_table_offers_one_s_programs_and_no_others(alice, bob):
    mine, other = brought(alice), brought(bob, name="Other")
    client = client_of(alice)
    page = client.get("/tables/new/toy_programs/").content.decode()
    assert f"program:{mine.pk}" in page and f"program:{other.pk}" not in page
    fields = {
        "seats": "2", "visibility": "public", "clock": "live", "step_seconds": "30", "bank_seconds": "0",
        "spectator_delay": "2", "press": "public", "option_size": "7", "option_rounds": "3", "option_hearts": "2",
        "option_fog": "on", "bot_0": f"program:{mine.pk}", "bot_1": f"program:{mine.pk}",
    }  # fmt: skip
    answer = client.post("/tables/new/toy_programs/", fields)
    match = Match.objects.get()
    assert answer.url == f"/tables/{match.pk}/"
    assert list(match.seats.values_list("user", "program", "ready")) == [
        (alice.pk, mine.pk, False),
        (None, mine.pk, True),
    ]
    assert client.post("/tables/new/toy_programs/", fields | {"bot_1": f"program:{other.pk}"}).status_code == 400
    assert "program:" not in client.get("/tables/new/toy/").content.decode()


def test_seats_keep_their_programs_when_they_are_drawn_and_in_the_rematch(alice):
    program = brought(alice)
    match = opened(alice, seats=3, bots={1: "thrower"}, programs={0: program.pk, 2: program.pk})
    tables.start(user=alice, match_id=match.pk)
    drawn = {(seat.user_id, seat.bot, seat.program_id) for seat in match.seats.all()}
    assert drawn == {(alice.pk, "", program.pk), (None, "thrower", None), (None, "", program.pk)}
    Match.objects.filter(pk=match.pk).update(status="finished")
    again = tables.rematch(user=alice, match_id=match.pk)
    assert {(seat.user_id, seat.bot, seat.program_id) for seat in again.seats.all()} == drawn


# --- Removing


def test_a_program_that_nobody_plays_is_gone_when_it_is_removed(alice):
    match, program = opened(alice), brought(alice)
    tables.seat_program(user=alice, match_id=match.pk, number=0, program=program.pk)
    tables.seat_program(user=alice, match_id=match.pk, number=1, program=program.pk)
    answer = client_of(alice).post(f"/programs/{program.pk}/remove/")
    assert answer.url == "/programs/"
    assert not Program.objects.exists()
    assert Seat.objects.get(match=match, number=1).is_free


def test_a_program_that_plays_is_kept_to_the_end_of_its_match_and_offered_no_more(alice):
    program = brought(alice)
    match = opened(alice, programs={0: program.pk, 1: program.pk})
    tables.start(user=alice, match_id=match.pk)
    programs.remove_program(user=alice, program_id=program.pk)
    assert Program.objects.get(pk=program.pk).retired
    assert [seat.program_id for seat in match.seats.all()] == [program.pk] * 2
    assert not programs.mine(alice).exists()
    with pytest.raises(NotAllowed):
        programs.own(alice, program.pk)


def test_closing_an_account_takes_its_programs_along(alice):
    idle, playing = brought(alice), brought(alice, name="Other")
    match = opened(alice, programs={0: playing.pk, 1: playing.pk})
    tables.start(user=alice, match_id=match.pk)
    close_account(user=alice)
    assert list(Program.objects.values_list("pk", "retired")) == [(playing.pk, True)]
    assert not Program.objects.filter(pk=idle.pk).exists()


def test_the_console_is_for_the_owner_alone(alice, bob):
    program = brought(alice)
    match = opened(alice, programs={0: program.pk, 1: program.pk})
    line = {"step": 3, "entity": "0", "void": "error", "line": 7, "text": "<b>lost"}
    ProgramMemory.objects.create(match=match, seat=0, console=[line])
    hers = client_of(alice).get(f"/matches/{match.pk}/console/").content.decode()
    assert "&lt;b&gt;lost" in hers
    his = client_of(bob).get(f"/matches/{match.pk}/console/").content.decode()
    nowhere = client_of(bob).get("/matches/zzzzzzzzzz/console/").content.decode()
    assert "lost" not in his
    assert ("said nothing" in his) and ("said nothing" in nowhere)


def test_a_script_reads_the_same_lines_and_the_tab_is_for_the_owner_alone(alice, bob):
    program = brought(alice)
    match = opened(alice, programs={0: program.pk, 1: program.pk})
    tables.start(user=alice, match_id=match.pk)
    own = match.seats.get(user=alice).number
    for seat in (0, 1):
        line = {"step": 0, "entity": "7", "void": "error", "line": 3, "text": f"seen by seat {seat}"}
        ProgramMemory.objects.update_or_create(match=match, seat=seat, defaults={"console": [line]})
    asked = {
        who: client_of(who).get(f"/matches/{match.pk}/console/", headers={"Accept": "application/json"})
        for who in (alice, bob)
    }
    assert asked[alice].json() == {"lines": programs.console(user=alice, match_id=match.pk)}
    assert [line["seat"] for line in asked[alice].json()["lines"]] == [own]
    assert asked[alice].headers["Cache-Control"] == "no-store"
    assert asked[bob].json() == {"lines": []}
    over_rest = {who: client_of(who).get(f"/api/matches/{match.pk}/console/").json() for who in (alice, bob)}
    assert over_rest == {alice: asked[alice].json()["lines"], bob: []}
    pages = {who: client_of(who).get(f"/matches/{match.pk}/").content.decode() for who in (alice, bob)}
    assert "pane-program" in pages[alice] and "pane-program" not in pages[bob]


@pytest.mark.parametrize("sits", [True, False])
def test_a_program_in_another_seat_tells_its_owner_nothing_while_he_sits_in_the_match(alice, sits):
    program = brought(alice)
    match = opened(alice, programs={0: program.pk, 1: program.pk})
    tables.start(user=alice, match_id=match.pk)
    own = match.seats.get(user=alice).number
    for seat in (0, 1):
        line = {"step": 0, "entity": "0", "void": "", "line": 0, "text": f"sensed by seat {seat}"}
        ProgramMemory.objects.update_or_create(match=match, seat=seat, defaults={"console": [line]})
    if not sits:
        match.seats.update(user=None)
    heard = {line["seat"] for line in programs.console(user=alice, match_id=match.pk)}
    assert heard == ({own} if sits else {0, 1})
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert len(programs.console(user=alice, match_id=match.pk)) == 2
