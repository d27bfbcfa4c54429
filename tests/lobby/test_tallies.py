"""What has a person done? The same figures whether an hourly task has summed their matches, none has, or it has summed a part."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from lobby.matches.models import Match, Seat
from lobby.matches.people import Departure, TalliedUntil, Tally
from lobby.play import interruptions, saving, tallies
from lobby.tables import seating

pytestmark = pytest.mark.postgres


@pytest.fixture
def played(make_match, alice, bob):
    """Three matches of Alice, a day apart; the last one is a minute old. Each has ten steps of which she answered nine."""
    now = timezone.now()
    for places, at in (([1, 2], timedelta(days=2)), ([1, 1], timedelta(days=1)), ([2, 1], timedelta(minutes=1))):
        match = make_match()
        Seat.objects.filter(match=match).update(steps_due=10, steps_answered=9)
        saving.finish(match, "agreed_draw", places, now - at)
    return now


def sums(person):
    return [tuple(getattr(one, name) for name in tallies.SUMS) for one in tallies.of(person.pk)]


WHOLE = [(3, 1, 1, 4, 30, 27)]


def test_figures_are_the_same_before_the_sums_and_after(played, alice):
    assert sums(alice) == WHOLE
    tallies.advance_all(played)
    assert Tally.objects.get(user=alice).played == 2, "what has just ended is left for the next hour"
    assert sums(alice) == WHOLE
    tallies.advance_all(played + timedelta(hours=1))
    assert Tally.objects.get(user=alice).played == 3
    assert sums(alice) == WHOLE
    tallies.advance_all(played + timedelta(hours=2))
    assert sums(alice) == WHOLE


def test_what_ends_later_is_added_to_the_sums(played, make_match, alice, bob):
    tallies.advance_all(played + timedelta(hours=1))
    saving.finish(make_match(), "agreed_draw", [1, 2], played + timedelta(hours=2))
    saving.finish(make_match(game="planet_conquer"), "agreed_draw", [1, 2], played + timedelta(hours=2))
    assert sorted(sums(alice)) == [(1, 1, 0, 1, 0, 0), (4, 2, 1, 5, 30, 27)]
    tallies.advance_all(played + timedelta(hours=3))
    assert sorted(sums(alice)) == [(1, 1, 0, 1, 0, 0), (4, 2, 1, 5, 30, 27)]


def test_aborted_matches_and_seats_taken_over_count_for_reliability_alone(make_match, alice, bob, charlie):
    now = timezone.now()
    match = make_match()
    Seat.objects.filter(match=match).update(steps_due=5, steps_answered=4)
    Departure.objects.create(match=match, seat=0, user=charlie, steps_due=3, steps_answered=1)
    assert sums(alice) == sums(charlie) == [], "while it runs nobody may know who answers"
    interruptions.abort(match, now)
    for _ in range(2):
        assert sums(alice) == [(0, 0, 0, 0, 5, 4)]
        assert sums(charlie) == [(0, 0, 0, 0, 3, 1)]
        tallies.advance_all(now + timedelta(hours=1))


def test_sandboxes_and_hot_seats_do_not_count(make_match, alice):
    for kind in ("sandbox", "hot_seat", "lesson"):
        saving.finish(make_match([alice], ["thrower"], kind=kind), "agreed_draw", [1, 2], timezone.now())
    tallies.advance_all(timezone.now() + timedelta(hours=1))
    assert not sums(alice)


def test_a_match_that_an_older_release_has_ended_is_told_to_its_seats(make_match, alice):
    match, at = make_match(), timezone.now()
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=at)
    tallies.advance_all(at + timedelta(hours=1))
    assert set(match.seats.values_list("finished_at", flat=True)) == {at}


def test_the_sums_can_be_made_again(played, alice, bob, capsys):
    tallies.advance_all(played + timedelta(hours=1))
    Tally.objects.filter(user=alice).update(played=100)
    call_command("tallies")
    assert sums(alice) == WHOLE
    assert sorted(one.user_id for one in Tally.objects.all()) == [alice.pk, bob.pk]
    assert TalliedUntil.objects.count() == 1
    assert "2 sums" in capsys.readouterr().out


def test_a_sealed_match_counts_when_it_is_unsealed_and_no_sooner(played, make_match, alice):
    match = make_match(sealed=True)
    saving.finish(match, "agreed_draw", [1, 2], played)
    for late in (False, True):
        if late:
            tallies.advance_all(played + timedelta(hours=1))
        assert sums(alice) == WHOLE
    for _ in range(2):
        seating.unseal([match.pk])
        assert sums(alice) == [(4, 2, 1, 5, 30, 27)]
