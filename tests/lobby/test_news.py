"""What is kept of a table from step to step serves as long as the table is the same, and not a moment longer."""

import pytest

from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches.models import Match, Seat
from lobby.play import referee
from lobby.store import positions, rows
from lobby.watch import feed, reading, status
from lobby.watch.feed import Asker, Cursor

pytestmark = pytest.mark.django_db(transaction=True)


def of_seat(number, **values):
    return lambda match: Seat.objects.filter(match=match, number=number).update(**values)


def of_match(**values):
    return lambda match: Match.objects.filter(pk=match.pk).update(**values)


CHANGES = {
    "window": of_seat(1, watchable=True),
    "resigned": of_seat(1, resigned=True),
    "replaced": of_seat(0, autopilot="thrower"),
    "bank": of_seat(1, bank_ms=12),
    "missed": of_seat(1, missed=1),
    "name": lambda match: User.objects.filter(seats__match=match, seats__number=1).update(name="Somebody else"),
    "bot": of_seat(1, user=None, bot="thrower"),
    "visibility": of_match(visibility="link"),
    "clock": of_match(step_seconds=77),
    "delay": of_match(spectator_delay=5),
    "hidden": of_match(anonymous=True),
    "over": of_match(status="aborted", deadline=None),
}


OF_THE_STEP = {
    *("step", "step_started_at", "deadline", "extra_seconds", "due_at", "hold_until", "paused_at", "revision"),
    *("outcome", "fault", "finished_at"),
}
"""What moves while the match goes on, or with its status; nothing that is kept is made of it."""
OF_THE_BEGINNING = {
    *(
        "id",
        "game",
        "options",
        "seed",
        "rules_version",
        "rated",
        "password",
        "min_reliability",
        "fixed_hour",
        "time_zone",
    ),
    *(
        "rest_days",
        "vacation_days",
        "press",
        "rematch_of_id",
        "forked_from_id",
        "forked_step",
        "arranged",
        "budget",
        "created_at",
    ),
}
"""What nobody changes once the match has begun."""
OF_THE_ARCHIVE = ["archived_as"]
"""Where the positions of a match that is over are kept: whoever watches is told the same."""


def cursor(snapshot, *people):
    """The newest `match` and `status` of each of them and of a spectator, as whoever reads everything anew makes them."""
    askers = [Asker(user_id, None, Cursor()) for user_id in (*people, None)]
    answers = feed._reading(snapshot, askers).answers
    return [
        type(one) if isinstance(one, Exception) else (one.cursor.audience, one.cursor.match, one.cursor.status)
        for one in answers
    ]


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_that_was_kept_outlives_a_change(make_match, alice, bob, change):
    match = make_match()
    before = reading.load(match.pk)
    old = cursor(before, alice.pk, bob.pk)
    CHANGES[change](match)
    now = rows.read([match.pk])[match.pk]
    after = reading.followed(before, now)
    # What is around a table - here its host's name - is as it was until somebody reads it.
    assert cursor(after, alice.pk, bob.pk) == cursor(reading.load(match.pk), alice.pk, bob.pk)
    assert cursor(after, alice.pk, bob.pk) != old


def test_every_column_of_a_match_is_compared_or_known_not_to_matter():
    columns = [field.attname for field in Match._meta.concrete_fields]
    assert sorted(columns) == sorted([*reading.TABLE, *OF_THE_STEP, *OF_THE_BEGINNING, *OF_THE_ARCHIVE])


def test_orders_and_steps_leave_what_was_kept(make_match, order, alice, bob):
    match = make_match()
    before = reading.load(match.pk)
    cursor(before, alice.pk, bob.pk)
    newest = before
    for number in range(4):
        order(match, 0, step=number)
        newest = reading.followed(newest, rows.read([match.pk])[match.pk])
        assert cursor(newest, alice.pk, bob.pk) == cursor(reading.load(match.pk), alice.pk, bob.pk)
        order(match, 1, step=number)
        referee.advance_once(match.pk)
        newest = reading.followed(newest, rows.read([match.pk])[match.pk])
        # After some steps other things may be voted on.
        assert cursor(newest, alice.pk, bob.pk) == cursor(reading.load(match.pk), alice.pk, bob.pk)
        assert newest.match.step == number + 1
    assert newest.lasting is before.lasting
    assert status.place_of(newest, bob.pk, None)[0] == audience.own_seat(1)


def test_a_match_that_cannot_be_read_keeps_no_other_from_being_read(make_match):
    match, broken = make_match(), make_match()
    positions.forget()
    Match.objects.filter(pk=broken.pk).update(game="nosuch")
    found = reading.load_many([match.pk, broken.pk])
    assert isinstance(found[match.pk], reading.Snapshot)
    assert isinstance(found[broken.pk], Exception)
