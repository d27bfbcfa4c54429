"""What do spectators see while a match goes on? What everybody knows, what a seat shows, or everything, each as late as the table says."""

from __future__ import annotations

import pytest

import games
from games.core.clocks import Late
from games.core.events import PUBLIC, REFEREE
from lobby.fog import audience
from lobby.governance import substitutes
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match, Seat
from lobby.play import referee, services
from lobby.watch import replay

pytestmark = pytest.mark.django_db(transaction=True)

LATE = 3
FOGGY = {"fog": True, "hearts": 9}


@pytest.fixture
def open_book(make_match, order, replace_toy):
    """A match whose table shows spectators everything three steps late, after `steps` steps."""
    replace_toy(late=lambda options: Late(truth=LATE))

    def play(steps: int = 0, **fields) -> Match:
        match = make_match(**{"options": FOGGY, "spectators_see_all": True, "spectator_delay": 1, **fields})
        for step in range(steps):
            for seat in range(2):
                order(match, seat, step=step)
            assert referee.advance_once(match.pk) == step + 1
        match.refresh_from_db()
        return match

    return play


def steps_seen(match: Match, person, as_) -> list[int]:
    answer = replay.frames(match, None if person is None else person.pk, as_, None, None)
    return [frame["step"] for frame in answer["frames"]]


def test_spectators_see_everything_as_late_as_the_game_says(open_book, charlie):
    early = open_book(2)
    assert steps_seen(early, charlie, REFEREE) == []
    match = open_book(4)
    assert steps_seen(match, charlie, REFEREE) == [0, 1]
    assert steps_seen(match, None, REFEREE) == [0, 1]
    assert steps_seen(match, charlie, PUBLIC) == [0, 1, 2, 3]
    shown = replay.frames(match, charlie.pk, REFEREE, None, None)["frames"][-1]["view"]
    assert all(seat["cell"] is not None for seat in shown["seats"])


def test_a_seat_that_has_opened_no_window_is_watched_as_late_as_everything(open_book, charlie, alice):
    match = open_book(4)
    assert steps_seen(match, charlie, 1) == [0, 1]
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
    match.refresh_from_db()
    assert steps_seen(match, charlie, 0) == [0, 1, 2, 3]
    # A step that is not for them yet is not told apart from one that is not there.
    with pytest.raises(ValueError, match="not for"):
        audience.frame_bytes(match, audience.patient_window(1), 2)


def test_whoever_plays_sees_nothing_but_their_seat(open_book, alice, bob):
    match = open_book(4)
    for wanted in (REFEREE, 1):
        with pytest.raises(NotAllowed):
            audience.may_watch(match, alice.pk, wanted)
    assert audience.best_to_watch(match, alice.pk, list(match.seats.all())) is None


@pytest.mark.parametrize("fields", [{"rated": True}, {"spectators_see_all": False}])
def test_a_table_that_is_rated_or_does_not_say_so_shows_nothing_hidden(open_book, charlie, fields):
    match = open_book(4, **fields)
    for wanted in (REFEREE, 0, 1):
        with pytest.raises(NotAllowed):
            audience.may_watch(match, charlie.pk, wanted)
    assert audience.truth_delay(match) is None
    with pytest.raises(ValueError, match="not for"):
        audience.frame_bytes(match, audience.REFEREE, 0)
    with pytest.raises(ValueError, match="not for"):
        audience.frame_bytes(match, audience.patient_window(0), 0)


def test_a_page_begins_with_the_most_that_its_reader_may_see(open_book, charlie, alice, make_match):
    match = open_book()
    assert audience.best_to_watch(match, charlie.pk, list(match.seats.all())) == REFEREE
    closed = make_match(options=FOGGY)
    assert audience.best_to_watch(closed, charlie.pk, list(closed.seats.all())) == PUBLIC
    services.set_watchable(user_id=alice.pk, match_id=closed.pk, value=True)
    assert audience.best_to_watch(closed, charlie.pk, list(closed.seats.all())) == 0
    bright = make_match(options={"fog": False}, spectators_see_all=True)
    assert audience.best_to_watch(bright, None, list(bright.seats.all())) == PUBLIC


def test_nobody_takes_a_seat_over_where_everything_was_shown(open_book):
    match = open_book()
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    assert substitutes.open_seats(match, list(match.seats.all())) == []
    Match.objects.filter(pk=match.pk).update(spectators_see_all=False)
    match.refresh_from_db()
    assert substitutes.open_seats(match, list(match.seats.all())) == [1]


def test_every_game_waits_longer_with_everything_than_with_what_is_public():
    for game in games.all_games():
        for preset in game.presets.values():
            options = game.check_options(preset.options, None)
            late = game.late(options)
            assert late.truth >= 2 * late.public
            match = Match(game=game.id, options=options, spectators_see_all=True)
            assert audience.truth_delay(match) == (late.truth if game.has_fog(options) else None)


def test_a_match_against_bots_opens_by_its_link_and_closes_again(make_match, alice, charlie, client):
    match = make_match([alice], ["thrower"], visibility="link", clock="none")
    address = f"/matches/{match.pk}/"
    assert client.get(address).status_code == 404
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["page"]["watch_as"] == 0
    # It is opened to the link, not listed.
    assert match.pk not in client.get("/lobby/").text
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=False)
    assert client.get(address).status_code == 404


def test_between_people_a_window_does_not_open_the_door(make_match, alice, charlie):
    match = make_match(visibility="link")
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
    with pytest.raises(NoMatch):
        audience.may_watch(match, charlie.pk, None)
