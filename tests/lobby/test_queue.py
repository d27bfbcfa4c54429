"""Does everybody who waits for a quick match get one with somebody who fits, once, and nobody who has gone?"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

import games
from games.core.simulate import open_table
from lobby.accounts import relations, services
from lobby.matches import terms
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match, Seat
from lobby.matches.people import Ticket
from lobby.pages import lobby_socket
from lobby.platform.process import database
from lobby.ratings import formula
from lobby.ratings.models import Rating
from lobby.tables import queue, seating
from tests.lobby.test_lobby_socket import of_type, visit  # noqa: F401 (a fixture)

NOW = timezone.now()


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def enter(user, pace="normal", after=0.0, rated=True):
    return queue.enter(user=user, game_id="toy", pace=pace, rated=rated, now=NOW + timedelta(seconds=after))


def people_of(match: Match) -> set[str]:
    return {seat.user.name for seat in Seat.objects.filter(match=match).select_related("user")}


@pytest.mark.postgres
def test_two_who_want_the_same_play_at_once(alice, bob):
    assert enter(alice).match is None
    ticket = enter(bob)
    match = Match.objects.get()
    assert ticket.match == match == Ticket.objects.get(user=alice).match
    assert people_of(match) == {"Alice", "Bob"}
    assert (match.status, match.step_seconds, match.bank_seconds, match.clock) == ("running", 30, 60, "live")


def test_whoever_waits_longest_comes_first(alice, bob, charlie):
    enter(alice, pace="fast")
    enter(bob, pace="slow")
    Ticket.objects.filter(user=alice).update(pace="slow", created_at=NOW + timedelta(seconds=1))
    enter(charlie, pace="slow", after=2)
    assert people_of(Match.objects.get()) == {"Bob", "Alice"}, "Bob came first, then Alice"
    assert queue.waiting(charlie.pk).match is None


@pytest.mark.parametrize(
    ("mine", "theirs", "waited", "meets"),
    [
        ("fast", "normal", 9, False),
        ("fast", "normal", 10, True),
        ("normal", "slow", 60, False),
        ("fast", "slow", 60, False),
    ],
)
def test_after_a_while_a_neighbouring_live_pace_will_do(alice, bob, mine, theirs, waited, meets):
    enter(alice, pace=mine)
    enter(bob, pace=theirs)
    later = NOW + timedelta(seconds=waited)
    queue.stay([alice.pk, bob.pk], later)
    assert bool(queue.pair(later)) is meets
    if meets:
        assert Match.objects.get().step_seconds == 30, "the calmer pace holds"


def rate(user, points, pace="live"):
    mean = formula.START_MEAN + (points - formula.START_POINTS) / formula.POINTS
    Rating.objects.create(
        user=user, board="people", game="toy", pace=pace, mean=mean, deviation=2, points=points, matches=20
    )


def meet_after(people, seconds) -> list[set[str]]:
    """Who has met, when all have waited for so long."""
    later = NOW + timedelta(seconds=seconds)
    queue.stay([one.pk for one in people], later)
    queue.pair(later)
    return [people_of(match) for match in Match.objects.all()]


@pytest.mark.parametrize(("apart", "seconds"), [(100, 0), (101, 1), (250, 15), (399, 30), (2000, 30)])
def test_the_range_of_ratings_widens_until_anybody_will_do(alice, bob, apart, seconds):
    rate(alice, 1500 + apart)
    enter(alice)
    enter(bob)
    for earlier in {0, seconds // 2} - {seconds}:
        assert not meet_after([alice, bob], earlier)
    assert meet_after([alice, bob], seconds) == [{"Alice", "Bob"}]


@pytest.mark.postgres
def test_the_nearest_in_rating_comes_first(alice, bob, charlie, dana):
    for user, points in ((alice, 1500), (bob, 1590), (charlie, 1900), (dana, 1510)):
        rate(user, points)
        Ticket.objects.create(user=user, game="toy", pace="normal", created_at=NOW, seen_at=NOW)
    assert meet_after([alice, bob, charlie, dana], 0) == [{"Alice", "Dana"}]


def test_whoever_has_waited_long_meets_somebody_who_has_just_come(alice, bob):
    rate(alice, 2000)
    enter(alice)
    queue.stay([alice.pk], NOW + timedelta(seconds=31))
    assert enter(bob, after=31).match is not None


def test_the_rating_of_the_pace_counts(alice, bob):
    rate(alice, 2000, pace="live")
    enter(alice, pace="slow")
    assert enter(bob, pace="slow").match is not None


def test_a_quick_match_counts_if_everybody_wants_it(alice, bob, charlie, dana):
    enter(alice)
    assert enter(bob).match.rated
    enter(charlie, rated=False)
    assert enter(dana).match is None, "at first everybody gets what they wish"
    meet_after([charlie, dana], 10)
    assert not queue.waiting(dana.pk).match.rated


def test_guests_wait_for_matches_that_do_not_count(alice):
    guest = services.create_guest()
    assert not enter(guest).rated
    enter(alice, rated=False)
    assert not Match.objects.get().rated


def test_a_step_a_day_is_slow(alice, bob):
    enter(alice, pace="slow")
    enter(bob, pace="slow")
    match = Match.objects.get()
    assert (match.clock, match.step_seconds) == ("slow", 86400)


def test_who_has_closed_the_page_is_given_to_nobody(alice, bob):
    enter(alice)
    assert enter(bob, after=16).match is None
    queue.stay([alice.pk], NOW + timedelta(seconds=17))
    assert len(queue.pair(NOW + timedelta(seconds=17))) == 1, "back again, and still in the queue"


@pytest.mark.postgres
def test_tickets_that_nobody_fetches_are_forgotten(alice):
    enter(alice)
    queue.pair(NOW + timedelta(minutes=3))
    assert queue.waiting(alice.pk) is None


def test_people_who_block_each_other_do_not_meet(alice, bob, charlie):
    relations.block(user=bob, person=alice)
    enter(alice)
    assert enter(bob).match is None
    assert people_of(enter(charlie).match) == {"Alice", "Charlie"}


@pytest.mark.postgres
def test_one_person_waits_once_and_may_change_their_mind(alice, bob):
    enter(alice, pace="slow")
    enter(alice, pace="fast")
    assert Ticket.objects.count() == 1
    queue.leave(user=alice)
    assert enter(bob, pace="fast").match is None


def test_whoever_sits_down_to_a_live_match_meanwhile_waits_for_no_other_one(alice, bob, charlie, make_match):
    enter(alice, after=-60)
    enter(charlie, pace="slow", after=-60)
    make_match(people=[alice, charlie])
    queue.stay([alice.pk, charlie.pk], NOW)
    queue.pair(NOW)
    assert queue.waiting(alice.pk) is None
    assert queue.waiting(charlie.pk) is not None, "a step a day goes beside it"
    enter(bob)
    assert queue.waiting(bob.pk).match is None
    # Whoever asks again wants both.
    enter(alice, after=3600)
    assert queue.waiting(alice.pk) is not None


def test_a_match_that_was_found_is_not_lost_by_leaving(alice, bob):
    enter(alice)
    enter(bob)
    queue.leave(user=alice)
    assert queue.fetch(user=alice) == Match.objects.get().pk
    assert queue.fetch(user=alice) is None, "once"


def test_every_game_has_a_quick_match_of_every_pace():
    for game in games.all_games():
        preset = game.presets.get(seating.QUICK_PRESET)
        assert open_table(game, dict(preset.options) if preset else {}, game.seats[0], "quick")
        for pace in queue.PACES:
            terms.check_settings(game, queue.settings_of(game, pace))


def test_nonsense_is_refused(alice):
    with pytest.raises(NoMatch):
        queue.enter(user=alice, game_id="chess", pace="fast")
    with pytest.raises(NotAllowed):
        queue.enter(user=alice, game_id="toy", pace="sudden")
    assert not Ticket.objects.exists()


@pytest.mark.postgres
def test_processes_that_pair_at_once_make_one_match(alice, bob, charlie, dana):
    for person in (alice, bob, charlie, dana):
        moment = {"game": "toy", "pace": "fast", "created_at": NOW, "seen_at": NOW}
        Ticket.objects.create(user=person, **moment)

    def pair():
        try:
            return database.with_connection(lambda: queue.pair(NOW))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        begun = [match for job in [pool.submit(pair) for _ in range(4)] for match in job.result()]
    assert len(begun) == len(set(begun)) == Match.objects.count() == 2
    assert Seat.objects.exclude(user=None).count() == 4


def test_the_page_leads_from_the_choice_over_the_wait_to_the_match(alice, bob):
    first, second = Client(), Client()
    first.force_login(alice)
    second.force_login(bob)
    assert "Find a match" in first.get("/quick/?game=toy").content.decode()
    for client in (first, second):
        assert client.post("/quick/enter/", {"game": "toy", "pace": "fast"}).headers["Location"] == "/quick/"
    match = Match.objects.get()
    for client in (first, second):
        assert client.get("/quick/").headers["Location"] == f"/matches/{match.pk}/"
    assert "Find a match" in first.get("/quick/").content.decode()


def test_the_wait_can_be_left_and_a_bot_played_instead(alice):
    client = Client()
    client.force_login(alice)
    client.post("/quick/enter/", {"game": "toy", "pace": "fast"})
    assert "Stop waiting" in client.get("/quick/").content.decode()
    client.post("/quick/leave/")
    assert not Ticket.objects.exists()
    client.post("/quick/enter/", {"game": "toy", "pace": "fast"})
    assert client.post("/play/", {"game": "toy"}).headers["Location"].startswith("/matches/")
    assert not Ticket.objects.exists()


def test_a_stranger_takes_a_name_first_and_nonsense_is_answered(alice):
    assert Client().post("/quick/enter/", {"game": "toy", "pace": "fast"}).headers["Location"].startswith("/guest/")
    client = Client()
    client.force_login(alice)
    client.post("/quick/enter/", {"game": "chess", "pace": "fast"})
    assert "There is no such game." in client.get("/quick/").content.decode()


@pytest.mark.postgres
async def test_whoever_waits_is_called_on_any_process_and_only_while_the_page_is_open(alice, bob, visit, monkeypatch):  # noqa: F811
    monkeypatch.setattr(lobby_socket.LobbyFeed, "gather_seconds", 0.01)
    await sync_to_async(queue.enter)(user=alice, game_id="toy", pace="fast")
    await Ticket.objects.aupdate(seen_at=NOW - timedelta(minutes=1))
    page = await visit(alice, queue="1")
    assert (await of_type(page, "queue")) == {"type": "queue", "waits": True}
    while await Ticket.objects.filter(seen_at__lt=NOW).aexists():
        await page.receive_nothing(timeout=0.02)
    await sync_to_async(queue.enter)(user=bob, game_id="toy", pace="fast")
    assert (await of_type(page, "queue")) == {"type": "queue", "waits": False}
