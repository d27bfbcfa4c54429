"""Once more, at one press: who has asked is told, the seats are kept for a minute, and the match begins with swapped seats."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from lobby.fog import audience
from lobby.matches import terms
from lobby.matches.errors import NotAllowed, NotYourSeat
from lobby.matches.models import Match, Seat
from lobby.play import presence
from lobby.store import rows, wake
from lobby.tables import entry
from lobby.tables import services as tables
from lobby.watch import reading, status

pytestmark = pytest.mark.django_db(transaction=True)


def over(match):
    Match.objects.filter(pk=match.pk).update(status="finished", deadline=None, due_at=None)
    return match


def offer(match, seat=0):
    return status.status_message(reading.load(match.pk), audience.own_seat(seat)).rematch_offer


def numbers(match):
    return {str(seat.user or seat.bot): seat.number for seat in Seat.objects.filter(match=match)}


def grown_old(match):
    Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - terms.RESERVED_FOR - timedelta(seconds=1))


def test_the_others_are_told_who_wants_it_until_when_and_that_it_has_begun(make_match, alice, bob):
    old = over(make_match())
    assert offer(old) is None
    table = tables.rematch(user=bob, match_id=old.pk)
    told = offer(old)
    assert (told.seats, told.begun) == ([1], False)
    assert told.until == round((table.created_at + terms.RESERVED_FOR).timestamp() * 1000)
    tables.rematch(user=alice, match_id=old.pk)
    assert (offer(old).seats, offer(old).begun) == ([0, 1], True)


def test_who_looks_at_the_old_match_hears_of_each_change(make_match, alice, bob, monkeypatch):
    old = over(make_match())
    woken = []
    monkeypatch.setattr(wake, "publish_soon", woken.append)
    acts = [
        partial(tables.rematch, user=alice, match_id=old.pk),
        lambda: tables.leave(user=alice, match_id=Match.objects.get(rematch_of=old).pk),
        partial(tables.rematch, user=bob, match_id=old.pk),
        partial(tables.rematch, user=alice, match_id=old.pk),
    ]
    for act in acts:
        woken.clear()
        act()
        assert old.pk in woken
    assert offer(old).begun


def test_both_are_told_when_somebody_else_has_taken_the_seat(make_match, alice, bob, charlie):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    before = reading.load(old.pk)
    assert not offer(old).full
    grown_old(table)
    tables.join(user=charlie, match_id=table.pk)
    assert reading.load(old.pk) != before
    told = [offer(old, seat) for seat in (0, 1)]
    assert [(one.seats, one.full, one.begun) for one in told] == [([0], True, False)] * 2
    tables.leave(user=charlie, match_id=table.pk)
    assert not offer(old).full


def test_whoever_takes_it_back_is_named_no_more(make_match, alice, bob):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    assert tables.leave(user=alice, match_id=table.pk) is None
    assert offer(old) is None
    again = tables.rematch(user=bob, match_id=old.pk)
    assert (again.status, offer(old).seats) == ("open", [1]), "nobody else waits any more"


def test_the_seats_are_kept_for_a_minute_for_those_who_played(make_match, alice, bob, charlie):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    with pytest.raises(NotAllowed) as refusal:
        tables.join(user=charlie, match_id=table.pk)
    assert refusal.value.message == str(entry.RESERVED)
    assert numbers(table).keys() == {"Alice", ""}
    grown_old(table)
    tables.join(user=charlie, match_id=table.pk)
    assert numbers(table).keys() == {"Alice", "Charlie"}


def test_the_match_begins_with_swapped_seats_and_the_next_one_swaps_back(make_match, alice, bob):
    before = make_match()
    assert numbers(before) == {"Alice": 0, "Bob": 1}
    for expected in ({"Alice": 1, "Bob": 0}, {"Alice": 0, "Bob": 1}):
        over(before)
        tables.rematch(user=alice, match_id=before.pk)
        match = tables.rematch(user=bob, match_id=before.pk)
        assert (match.status, match.options, numbers(match)) == ("running", before.options, expected)
        assert {seat.entry for seat in Seat.objects.filter(match=match)} == {None}, "no lot was drawn"
        before = match


def test_several_move_one_seat_on_with_their_bots(make_match, alice, bob):
    old = over(make_match([alice, bob], bots=["thrower"]))
    tables.rematch(user=bob, match_id=old.pk)
    match = tables.rematch(user=alice, match_id=old.pk)
    assert numbers(match) == {"Alice": 1, "Bob": 2, "thrower": 0}


def test_where_it_is_secret_who_sits_where_the_seats_are_drawn(make_match, alice, bob):
    old = over(make_match(anonymous=True))
    tables.rematch(user=alice, match_id=old.pk)
    match = tables.rematch(user=bob, match_id=old.pk)
    assert match.status == "running"
    assert {seat.entry for seat in Seat.objects.filter(match=match)} == {0, 1}


def test_with_somebody_new_the_seats_are_drawn(make_match, alice, bob, charlie):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    grown_old(table)
    tables.join(user=charlie, match_id=table.pk)
    tables.set_table_ready(user=charlie, match_id=table.pk, ready=True)
    match = tables.start(user=alice, match_id=table.pk)
    assert {seat.entry for seat in Seat.objects.filter(match=match)} == {0, 1}


def test_also_a_host_who_starts_it_later_finds_the_seats_swapped(make_match, alice, bob):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    grown_old(table)
    assert tables.rematch(user=bob, match_id=old.pk).status == "open"
    assert numbers(tables.start(user=alice, match_id=table.pk)) == {"Alice": 1, "Bob": 0}


@pytest.mark.parametrize("is_there", [False, True])
def test_after_the_minute_nobody_is_put_into_a_match_without_looking(make_match, alice, bob, is_there):
    old = over(make_match())
    table = tables.rematch(user=alice, match_id=old.pk)
    grown_old(table)
    if is_there:
        presence.beat({old.pk: [alice.pk]})
    match = tables.rematch(user=bob, match_id=old.pk)
    assert match.status == ("running" if is_there else "open")
    assert numbers(match).keys() == {"Alice", "Bob"}


def test_who_did_not_play_asks_for_none_and_is_told_no_names_of_others(make_match, alice, bob, charlie):
    old = over(make_match())
    with pytest.raises(NotYourSeat):
        tables.rematch(user=charlie, match_id=old.pk)
    assert not Match.objects.filter(rematch_of=old).exists()


def test_an_offer_outlasts_the_server(make_match, alice, bob):
    """Nothing of it is only in a process: whoever asks anew gets the same answer."""
    old = over(make_match())
    tables.rematch(user=alice, match_id=old.pk)
    before = offer(old)
    rows.drop([old.pk])
    assert offer(old) == before
    assert tables.rematch(user=bob, match_id=old.pk).status == "running"


def older(match, **options):
    """The match as a release stored it whose rules knew fewer options, or others."""
    kept = {key: value for key, value in match.options.items() if key != "hearts"} | options
    Match.objects.filter(pk=match.pk).update(rules_version="0", options=kept)
    return match


def test_what_an_older_release_stored_begins_with_complete_options(make_match, alice, bob):
    old = over(make_match())
    older(old)
    table = tables.rematch(user=alice, match_id=old.pk)
    assert table.options == make_match().options
    older(table)
    begun = tables.rematch(user=bob, match_id=old.pk)
    assert (begun.status, begun.options) == ("running", make_match().options)


def test_what_the_rules_refuse_by_now_is_told_and_changes_nothing(make_match, alice):
    old = over(make_match())
    older(old, size=-1)
    with pytest.raises(NotAllowed, match="The rules have changed since this table was opened"):
        tables.rematch(user=alice, match_id=old.pk)
    assert not Match.objects.filter(rematch_of=old).exists()
