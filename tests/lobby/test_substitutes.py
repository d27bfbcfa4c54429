"""Who may take the seat of somebody who is away, and what do the one who leaves and the one who comes keep?"""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from lobby.accounts import relations
from lobby.accounts.models import Follow
from lobby.fog import audience
from lobby.governance import offers, substitutes
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Program, Seat, Vote
from lobby.matches.people import Departure
from lobby.notices.models import Notice
from lobby.operations import timeline
from lobby.play import interruptions, presence, referee, reliability, services
from lobby.store import acts, positions
from lobby.tables.services import SeatTaken

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def left(make_match, alice, bob):
    """A match that Bob, in seat 1, has left to a bot 20 seconds ago."""

    def make(**fields):
        match = make_match([alice, bob], **fields)
        Seat.objects.filter(match=match, user=bob).update(
            autopilot="thrower", missed=2, preferences={"a": [1, None]}, steps_due=9, steps_answered=7, vacation_step=0
        )
        past = timezone.now() - timedelta(seconds=20)
        Match.objects.filter(pk=match.pk).update(step_started_at=past, deadline=past + timedelta(seconds=30))
        match.refresh_from_db()
        return match

    return make


def take(match, person, number=1):
    return substitutes.take_over(user=person, match_id=match.pk, number=number)


def test_a_new_person_sits_down_with_the_full_time(left, bob, charlie):
    match = left()
    assert substitutes.open_seats(match, list(match.seats.all())) == [1]
    take(match, charlie)
    match.refresh_from_db()
    seat = match.seats.get(number=1)
    assert (seat.user, seat.autopilot, seat.missed, seat.preferences, seat.steps_due) == (charlie, "", 0, {}, 0)
    assert seat.vacation_step is None
    left_of_step = (match.deadline - timezone.now()).total_seconds()
    assert 85 < left_of_step <= 90, "the first step of a live match has three times its length"
    departure = Departure.objects.get()
    assert (departure.user, departure.seat, departure.steps_due, departure.steps_answered) == (bob, 1, 9, 7)


def test_a_pause_does_not_take_the_time_away_again(left, alice, charlie):
    match = left()
    interruptions.pause(match, timezone.now())
    take(match, charlie)
    match.refresh_from_db()
    interruptions.resume(match, timezone.now())
    match.refresh_from_db()
    assert (match.deadline - timezone.now()).total_seconds() > 85


def test_a_seat_can_be_taken_in_a_pause_that_began_after_the_clock_was_set_back(left, charlie):
    match = left()
    interruptions.pause(match, match.step_started_at - timedelta(hours=1))
    take(match, charlie)
    match.refresh_from_db()
    assert (match.seats.get(number=1).user, match.extra_seconds) == (charlie, 0)


def test_who_was_away_does_not_get_the_seat_back(left, alice, bob, charlie):
    match = left()
    take(match, charlie)
    with pytest.raises(NotYourSeat):
        services.come_back(user_id=bob.pk, match_id=match.pk)
    Seat.objects.filter(match=match, user=charlie).update(autopilot="thrower")
    with pytest.raises(NotAllowed):
        take(match, bob)
    assert audience.may_watch(match, bob.pk, None, list(match.seats.all())) == audience.PUBLIC


def test_the_votes_of_the_one_who_left_are_not_the_new_persons(left, alice, bob, charlie):
    match = left()
    Vote.objects.create(match=match, seat=1, kind="draw")
    Vote.objects.create(match=match, seat=0, kind="pause")
    take(match, charlie)
    assert list(Vote.objects.values_list("seat", "kind")) == [(0, "pause")]


def test_what_the_bot_has_ordered_waits_for_the_new_person(left, alice, charlie, order):
    match = left()
    Orders.objects.create(match=match, step=0, seat=1, revision=1, orders={"walk": 1}, ready=True, by="bot")
    take(match, charlie)
    newest = Orders.objects.filter(match=match, seat=1).order_by("-revision").first()
    assert (newest.ready, newest.by, newest.orders) == (False, "person", {"walk": 1})
    order(match, 0)
    assert referee.advance_once(match.pk) is None, "Charlie is awaited"


def test_a_seat_is_taken_once(left, charlie, dana):
    match = left()
    take(match, charlie)
    with pytest.raises(SeatTaken):
        take(match, dana)


def test_somebody_who_is_back_keeps_the_seat(left, bob, charlie):
    match = left()
    presence.beat({match.pk: [bob.pk]})
    with pytest.raises(SeatTaken):
        take(match, charlie)


@pytest.mark.parametrize(
    "fields", [{"anonymous": True}, {"visibility": "link"}, {"kind": "hot_seat"}, {"password": "a hash"}]
)
def test_no_seat_is_open_where_names_are_hidden_or_nobody_was_invited(left, charlie, fields):
    match = left(**fields)
    assert substitutes.open_seats(match, list(match.seats.all())) == []
    with pytest.raises((SeatTaken, NoMatch)):
        take(match, charlie)


def test_in_a_rated_match_the_bot_plays_on_and_nobody_comes_in(left, charlie, order):
    match = left(rated=True)
    assert substitutes.open_seats(match, list(match.seats.all())) == []
    with pytest.raises(SeatTaken) as refused:
        take(match, charlie)
    assert refused.value.path == "number" and "rated" in refused.value.message
    order(match, 1, by="bot")
    order(match, 0)
    assert referee.advance_once(match.pk) == 1, "the match goes on"


def test_lists_do_not_tell_before_spectators_see_it_that_a_seat_is_out(make_match, order, alice, bob, charlie, dana):
    match = make_match([alice, bob, charlie], options={"hearts": 1}, spectator_delay=1)

    def offered():
        match.refresh_from_db()
        return substitutes.open_seats(match, list(match.seats.all()))

    target = positions.position(match.pk, 0).state.cells[1]
    for seat in range(3):
        order(match, seat, throw=None if seat == 1 else target)
    Seat.objects.filter(match=match, user=bob).update(autopilot="thrower")
    assert referee.advance_once(match.pk) == 1
    assert offered() == [1]
    with pytest.raises(SeatTaken) as refused:
        take(match, dana)
    assert "come back" in refused.value.message
    for seat in (0, 2):
        order(match, seat, step=1)
    assert referee.advance_once(match.pk) == 2
    assert offered() == []


@pytest.mark.parametrize("window", ["open", "closed again"])
def test_nobody_comes_in_who_may_have_looked_from_a_seat(window, left, alice, charlie):
    match = left()
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
    if window == "closed again":
        services.set_watchable(user_id=alice.pk, match_id=match.pk, value=False)
    assert substitutes.open_seats(match, list(match.seats.all())) == []
    with pytest.raises(SeatTaken) as refused:
        take(match, charlie)
    assert "Spectators" in refused.value.message


def test_a_window_that_was_closed_before_the_start_has_shown_nothing(left, alice, charlie):
    match = left()
    Match.objects.filter(pk=match.pk).update(status="open", started_at=None)
    for value in (True, False):
        services.set_watchable(user_id=alice.pk, match_id=match.pk, value=value)
    Match.objects.filter(pk=match.pk).update(status="running", started_at=match.started_at)
    take(match, charlie)


@pytest.mark.parametrize("sits", [True, False])
def test_nobody_comes_in_whose_program_has_told_them_what_another_seat_knows(sits, left, alice, charlie):
    match = left()
    program = Program.objects.create(owner=charlie, game="toy", name="Walker", text="")
    match.seats.filter(number=0).update(program=program, **({} if sits else {"user": None}))
    with pytest.raises(NotAllowed) as refused:
        take(match, charlie)
    assert "program" in refused.value.message


@pytest.mark.parametrize("was", [True, False])
def test_whoever_has_lost_the_seat_in_this_moment_opens_no_window_from_it(was, left, bob, charlie, monkeypatch):
    match = left()
    acting = acts.acting

    def too_late(*args, **kwargs):
        monkeypatch.setattr(acts, "acting", acting)
        take(match, charlie)
        return acting(*args, **kwargs)

    monkeypatch.setattr(acts, "acting", too_late)
    with pytest.raises(NotYourSeat):
        services.set_watchable(user_id=bob.pk, match_id=match.pk, value=was)
    seat = match.seats.get(number=1)
    assert (seat.user, seat.watchable, seat.was_watchable) == (charlie, False, False)


def test_a_window_that_opens_while_it_is_closed_is_remembered(left, alice, monkeypatch):
    match = left()
    acting = acts.acting

    def crossed(*args, **kwargs):
        monkeypatch.setattr(acts, "acting", acting)
        services.set_watchable(user_id=alice.pk, match_id=match.pk, value=True)
        return acting(*args, **kwargs)

    monkeypatch.setattr(acts, "acting", crossed)
    services.set_watchable(user_id=alice.pk, match_id=match.pk, value=False)
    assert substitutes.open_seats(match, list(match.seats.all())) == []


def test_whoever_may_not_come_in_is_refused(left, alice, charlie):
    match = left()
    with pytest.raises(NotAllowed):
        take(match, alice)
    with pytest.raises(SeatTaken):
        take(match, charlie, number=0)
    relations.block(user=alice, person=charlie)
    with pytest.raises(NotAllowed):
        take(match, charlie)


def test_only_a_match_that_goes_on_has_open_seats(left, alice, charlie):
    match = left()
    services.staff_abort(match_id=match.pk)
    with pytest.raises(NotRunning):
        take(match, charlie)


def test_steps_of_a_seat_that_was_lost_count_for_whoever_had_it(left, bob, charlie):
    match = left()
    take(match, charlie)
    assert reliability.of(bob.pk).due == 0, "not before the end"
    services.staff_abort(match_id=match.pk)
    figures = reliability.of(bob.pk)
    assert (figures.due, figures.answered) == (9, 7)
    assert reliability.of(charlie.pk).due == 0


# --- Asking for one


def ask(match, person):
    substitutes.ask(user_id=person.pk, match_id=match.pk)


def test_who_asks_for_a_substitute_leaves_to_a_bot_and_may_return_until_somebody_comes(make_match, alice, bob, charlie):
    match = make_match([alice, bob], clock="slow")
    ask(match, bob)
    ask(match, bob)
    seat = match.seats.get(number=1)
    assert (seat.autopilot, seat.user) == ("thrower", bob)
    assert substitutes.open_seats(match, list(match.seats.all())) == [1]
    services.come_back(user_id=bob.pk, match_id=match.pk)
    assert substitutes.open_seats(match, list(match.seats.all())) == []
    with pytest.raises(SeatTaken):
        take(match, charlie)
    ask(match, bob)
    take(match, charlie)
    with pytest.raises(NotYourSeat):
        services.come_back(user_id=bob.pk, match_id=match.pk)
    lines = [moment.what for moment in timeline.of(match, is_own=False)]
    assert lines.index("Seat 2 went to somebody else.") < lines.index("Seat 2 asked for a substitute.")


def test_a_seat_whose_person_asks_for_a_substitute_is_offered_to_who_follows(make_match, alice, bob, charlie):
    Follow.objects.create(follower=charlie, followed=alice)
    match = make_match([alice, bob], clock="slow")
    offers.on_referee_sweeps(now=timezone.now())
    assert not Notice.objects.filter(kind=Notice.Kind.SEAT).exists()
    ask(match, bob)
    offers.on_referee_sweeps(now=timezone.now())
    told = Notice.objects.get(kind=Notice.Kind.SEAT)
    assert (told.user, told.data["seat"]) == (charlie, 1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"clock": "live"}, "slow matches"),
        ({"rated": True}, "rated"),
        ({"visibility": "link"}, "not open to everybody"),
        ({"password": "a hash"}, "not open to everybody"),
        ({"kind": "hot_seat"}, "not open to everybody"),
        ({"anonymous": True}, "names are hidden"),
    ],
)
def test_nobody_asks_for_a_substitute_whom_nobody_could_replace(make_match, alice, bob, fields, reason):
    match = make_match([alice, bob], **{"clock": "slow", **fields})
    with pytest.raises(NotAllowed, match=reason):
        ask(match, bob)
    assert not match.seats.exclude(autopilot="").exists()
    assert not match.seats.exclude(substitute_asked_at=None).exists()


def test_only_who_plays_on_among_people_asks_for_a_substitute(make_match, alice, bob, charlie):
    match = make_match([alice, bob], clock="slow")
    with pytest.raises(NotYourSeat):
        ask(match, charlie)
    match.seats.filter(user=alice).update(watchable=True)
    with pytest.raises(NotAllowed, match="Spectators"):
        ask(match, bob)
    match.seats.update(watchable=False)
    match.seats.filter(user=bob).update(resigned=True)
    with pytest.raises(NotYourSeat):
        ask(match, bob)
    match.seats.filter(user=alice).update(user=None, bot="thrower")
    match.seats.filter(user=bob).update(resigned=False)
    with pytest.raises(NotAllowed, match="bots alone"):
        ask(match, bob)
    interruptions.pause(match, timezone.now())
    with pytest.raises(NotRunning):
        ask(match, bob)
