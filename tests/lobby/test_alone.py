"""One person on several seats: hot seats and sandboxes, forks of other matches; and what a person writes down for themselves."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

import games
from games.core.simulate import replay as play_again
from lobby.fog import audience
from lobby.governance import votes
from lobby.matches.errors import NoMatch, NotAllowed, NotYourSeat, WrongStep
from lobby.matches.models import Match, Orders, Seat
from lobby.matches.people import Note
from lobby.pages import lists
from lobby.platform.process import threads
from lobby.play import journal, referee, services, timer
from lobby.store import positions
from lobby.store.positions import canonical, pack_text, unpack
from lobby.tables import forks, seating
from lobby.tables import services as tables
from lobby.tables.services import Settings
from lobby.talk import notes
from lobby.watch import replay
from tests.games.toy import DEFAULT_ORDERS
from tests.games.toy import GAME as TOY
from tests.lobby.test_anonymous import told

pytestmark = pytest.mark.django_db(transaction=True)
ALONE = Settings(seats=3, step_seconds=30, kind="hot_seat", press="full", anonymous=True, password="x")


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def begun(user, kind="hot_seat", **changes) -> Match:
    settings = replace(ALONE, kind=kind, **changes)
    match = tables.create_table(user=user, game_id="toy", options={}, settings=settings)
    return tables.start(user=user, match_id=match.pk)


def test_all_seats_without_a_bot_are_the_hosts(alice):
    match = begun(alice, bots={2: "thrower"})
    seats = list(match.seats.all())
    assert sorted((seat.user == alice, seat.shared, seat.bot) for seat in seats) == [
        (False, False, "thrower"), (True, True, ""), (True, True, ""),
    ]  # fmt: skip
    assert (match.visibility, match.clock, match.step_seconds) == ("link", "slow", 14 * 86400)
    assert (match.password, match.press, match.anonymous, match.rated) == ("", "none", False, False)


def test_nobody_sits_twice_anywhere_else(alice, make_match):
    match = make_match()
    with pytest.raises(IntegrityError):
        Seat.objects.create(match=match, number=2, user=alice)


def test_bots_come_and_go_and_the_host_takes_their_seats(alice):
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=ALONE)
    tables.seat_bot(user=alice, match_id=match.pk, number=2, bot="thrower")
    assert match.seats.get(number=2).bot == "thrower"
    tables.unseat_bot(user=alice, match_id=match.pk, number=2)
    assert match.seats.get(number=2).user == alice
    assert tables.leave(user=alice, match_id=match.pk) is None
    assert not Match.objects.exists()


def test_the_table_page_of_one_person_asks_for_nobody_and_starts(alice):
    client = Client()
    client.force_login(alice)
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=ALONE)
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert "Hot seat" in page
    assert 'id="link"' not in page
    assert 'id="start" disabled' not in page


async def test_each_seat_gives_its_own_orders(alice):
    match = await threads.run(threads.SERVICES, begun, alice)
    for seat in range(3):
        stored = {"match_id": match.pk, "user_id": alice.pk, "step": 0, "seat": seat}
        await services.submit_orders(orders=DEFAULT_ORDERS | {"walk": 1}, ready=False, **stored)
        await services.set_ready(ready=True, **stored)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1
    await services.resign(user_id=alice.pk, match_id=match.pk, seat=1)
    resigned = Seat.objects.filter(match=match, resigned=True).values_list("number", flat=True)
    assert [number async for number in resigned] == [1]
    with pytest.raises(NotYourSeat):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=1, orders={}, seat=3)


def test_each_seat_sees_its_own_view_and_strangers_nothing(alice, bob):
    match = begun(alice)
    seats = list(match.seats.all())
    for number in range(3):
        who = audience.may_watch(match, alice.pk, number, seats)
        assert who == audience.own_seat(number)
        shown = told(match, alice, number)["match"]["info"]
        assert (shown["you"], shown["yours"], shown["kind"]) == (number, [0, 1, 2], "hot_seat")
        assert audience.frame_bytes(match, who, 0)
    assert told(match, alice)["match"]["info"]["you"] == 0
    with pytest.raises(NotAllowed):
        audience.may_watch(match, alice.pk, "referee", seats)
    with pytest.raises(NoMatch):
        audience.may_watch(match, bob.pk, None, seats)


def test_in_a_sandbox_one_looks_at_everything(alice):
    match = begun(alice, kind="sandbox")
    everything = audience.may_watch(match, alice.pk, "referee")
    assert audience.newest_step(match, everything) == 0
    assert audience.frame_bytes(match, everything, 0)
    with pytest.raises(ValueError, match="may have None"):
        audience.frame_bytes(match, audience.REFEREE, 0)


def test_one_word_is_for_all_seats(alice):
    match = begun(alice)
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="abort", value=True)
    match.refresh_from_db()
    assert match.status == "aborted"


def test_one_match_is_one_card(alice):
    match = begun(alice)
    mine = lists.my_running(alice.pk)
    assert [(one.card.id, one.is_due) for one in mine] == [(match.pk, True)]
    assert lists.list_of(match) == ""


def test_the_next_table_is_of_the_same_kind_and_begins_at_once(alice):
    match = begun(alice)
    services.staff_abort(match_id=match.pk)
    following = tables.rematch(user=alice, match_id=match.pk)
    assert (following.kind, following.status) == ("hot_seat", "running")


def test_what_one_begins_alone_is_bounded_and_forgotten_in_time(alice, monkeypatch):
    monkeypatch.setattr(seating, "ALONE", 2)
    kept, forgotten = begun(alice), begun(alice)
    with pytest.raises(seating.TooManyAlone):
        tables.create_table(user=alice, game_id="toy", options={}, settings=ALONE)
    Seat.objects.filter(match=forgotten).update(autopilot="thrower")
    Seat.objects.filter(match=kept, number=0).update(autopilot="thrower")
    assert tables.expire_tables() == 1
    assert Match.objects.get() == kept


def test_a_sandbox_is_its_persons_own_even_when_it_is_over(alice, bob):
    match = begun(alice, kind="sandbox")
    services.staff_abort(match_id=match.pk)
    match.refresh_from_db()
    seats = list(match.seats.all())
    assert audience.is_visible(match, seats, alice.pk)
    assert not audience.is_visible(match, seats, bob.pk)
    assert not audience.is_visible(match, seats, None)


# --- Forks


@pytest.fixture
def over(make_match, order):
    """A match of Alice and Bob that was aborted at step 3."""
    match = make_match()
    for step in range(3):
        order(match, 0, step=step, walk=1)
        order(match, 1, step=step)
        referee.advance_once(match.pk)
    services.staff_abort(match_id=match.pk)
    return Match.objects.get(pk=match.pk)


def test_of_a_match_that_is_over_any_step_can_be_tried(over, charlie, order):
    fork = forks.fork(user=charlie, match_id=over.pk, step=2)
    assert (fork.kind, fork.status, fork.step, fork.forked_from, fork.forked_step) == ("sandbox", "running", 0, over, 2)
    assert {seat.user for seat in fork.seats.all()} == {charlie}
    assert fork.seed != over.seed
    assert fork.steps.get().digest == over.steps.get(number=2).digest
    order(fork, 0, walk=1)
    order(fork, 1)
    assert referee.advance_once(fork.pk) == 1
    fork.refresh_from_db()
    assert replay.verify(fork) == []
    services.staff_abort(match_id=fork.pk)
    fork.refresh_from_db()
    record = replay.record(fork)
    history = [{int(seat): given for seat, given in step.items()} for step in record["orders"]]
    start = TOY.from_json(record["start"])
    *_, (_, last, _) = play_again(TOY, record["options"], 2, record["seed"], history, start=start)
    assert TOY.to_json(last) == unpack(fork.steps.get(number=1).state)


def test_under_fog_a_match_that_goes_on_is_not_forked(make_match, alice, charlie):
    match = make_match()
    for person in (alice, charlie):
        with pytest.raises((NotAllowed, WrongStep)):
            forks.fork(user=person, match_id=match.pk, step=0)
    assert Match.objects.count() == 1


def test_where_the_game_can_guess_it_guesses_from_the_view_alone(make_match, alice, bob, charlie):
    """Two worlds: what Alice cannot see is another; her forks are the same but for their seeds."""
    worlds = []
    for more in (0, 7):
        match = make_match(
            [alice, bob],
            game="planet_conquer",
            options={"map": "two_lanterns", "start_assignment": "fixed"},
            seed="5a" * 16,  # one draw of lots in both worlds
        )
        here = match.steps.get()
        changed = unpack(here.state)
        seen = {planet["id"] for planet in _view(match, 0)["planets"] if planet["seen"] == "now"}
        hidden = next(
            planet for planet in range(len(changed["holds"])) if planet not in seen and changed["holds"][planet][0] == 1
        )
        changed["holds"][hidden][1] += more
        here.state = pack_text(canonical(changed))
        here.save()
        positions.forget()
        worlds.append((match, unpack(forks.fork(user=alice, match_id=match.pk, step=0).steps.get().state)))
    (first, one), (second, other) = worlds
    assert _view(first, 0) == _view(second, 0)
    assert unpack(first.steps.get().state) != unpack(second.steps.get().state)
    for fork in (one, other):
        del fork["salt"]
    assert one == other
    with pytest.raises((NotAllowed, WrongStep)):
        forks.fork(user=charlie, match_id=first.pk, step=0)


@pytest.mark.parametrize("game_id", [game.id for game in games.all_games() if game.imagine])
def test_a_game_that_guesses_is_tried_out_from_the_middle_of_a_match(game_id, make_match, alice, bob, charlie):
    match, game = make_match([alice, bob], game=game_id), games.get(game_id)
    for hours in (1, 2):
        referee.advance_once(match.pk, partial(_later, hours))
    match.refresh_from_db()
    fork = forks.fork(user=alice, match_id=match.pk, step=2)
    start = positions.position(fork.pk, 0).state
    assert game.view(start, 0) == audience.seat_view(match, 0, 2)
    orders = {seat: game.default_orders(start, seat) for seat in game.pending(start)}
    journal.write([journal.Entry(fork.pk, 0, *given, True, "person", timezone.now()) for given in orders.items()])
    assert referee.advance_once(fork.pk) == 1
    with pytest.raises((NotAllowed, WrongStep)):
        forks.fork(user=charlie, match_id=match.pk, step=0)


def _later(hours):
    return timezone.now() + timedelta(hours=hours)


def _view(match, seat):
    return audience.seat_view(match, seat, 0)


def test_without_fog_it_is_as_far_as_the_person_sees(make_match, alice, charlie, order):
    match = make_match(options={"fog": False}, spectator_delay=1)
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    assert forks.fork(user=alice, match_id=match.pk, step=1)
    assert forks.fork(user=charlie, match_id=match.pk, step=0)
    with pytest.raises(WrongStep, match="Choose a step from 0 to 0"):
        forks.fork(user=charlie, match_id=match.pk, step=1)
    assert Orders.objects.filter(match__forked_from=match).count() == 0


def test_what_is_hidden_or_not_there_is_not_forked(over, make_match, alice, charlie, monkeypatch):
    by_link = make_match(visibility="link", options={"fog": False})
    with pytest.raises(NoMatch):
        forks.fork(user=charlie, match_id=by_link.pk, step=0)
    for step in (-1, 4):
        with pytest.raises(WrongStep, match="Choose a step from 0 to 3"):
            forks.fork(user=alice, match_id=over.pk, step=step)
    Match.objects.filter(pk=over.pk).update(rules_version="0")
    with pytest.raises(NotAllowed):
        forks.fork(user=alice, match_id=over.pk, step=0)


def test_a_fork_is_a_click_away(over, charlie):
    client = Client()
    client.force_login(charlie)
    answer = client.post(f"/tables/{over.pk}/fork/", {"step": "1"}, headers={"accept": "application/json"})
    assert answer.json() == {"url": f"/matches/{over.forks.get().pk}/"}
    assert (
        client.post(f"/tables/{over.pk}/fork/", {"step": "x"}, headers={"accept": "application/json"}).status_code
        == 400
    )


# --- Notes


def test_a_note_is_its_writers_alone(make_match, alice, bob, dana):
    match = make_match()
    notes.write(user=alice, match_id=match.pk, text="Bob hides in the east")
    assert notes.read(user=alice, match_id=match.pk) == "Bob hides in the east"
    for person in (bob, dana):
        assert notes.read(user=person, match_id=match.pk) == ""
    assert "hides" not in str(Note.objects.get())
    notes.write(user=alice, match_id=match.pk, text=" ")
    assert not Note.objects.exists()


def test_notes_over_http(make_match, alice, charlie):
    match = make_match(visibility="link")
    path = f"/matches/{match.pk}/notes/"
    client, stranger = Client(), Client()
    client.force_login(alice)
    stranger.force_login(charlie)
    saved = client.post(path, {"text": "east"}, content_type="application/json")
    assert (saved.json(), saved.headers["Cache-Control"]) == ({"text": "east"}, "no-store")
    assert client.get(path).json() == {"text": "east"}
    assert stranger.get(path).status_code == 404
    assert Client().get(path).status_code == 302
    for body in ("[]", "{", '{"text": 5}', '{"text": "%s"}' % ("x" * 10_001)):
        refused = client.post(path, body, content_type="application/json")
        assert (refused.status_code, refused.json()["path"]) == (400, "text")
    assert client.get(path).json() == {"text": "east"}
