"""Does a match that was opened as rated count, once, for those for whom it should? And does everything follow from the stored matches?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from lobby.accounts import services as accounts
from lobby.accounts.models import StaffAct, User
from lobby.matches.models import Match, Program, Seat
from lobby.matches.people import Departure
from lobby.matches.signals import rated_match_over
from lobby.play import referee, saving
from lobby.ratings import background, chores, formula, oversight, rater, recomputation
from lobby.ratings.models import Change, Pool, RatedMatch, Rating, SeasonRating, Share

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
Verdict = RatedMatch.Verdict


@pytest.fixture
def over(alice, bob):
    """Makes a rated match that is over: players (people, programs, or ids of built-in bots) with their places."""
    made = []

    def make(*players, places=None, gone=(), resigned=(), at=None, **fields) -> Match:
        number = len(made)
        match = Match.objects.create(
            rules_version="1",
            step_seconds=30,
            **{
                "game": "toy",
                "rated": True,
                "status": "finished",
                "finished_at": at or NOW + timedelta(minutes=number),
                **fields,
            },
        )
        for seat, player in enumerate(players or (alice, bob)):
            Seat.objects.create(
                match=match,
                number=seat,
                user=player if isinstance(player, User) else None,
                program=player if isinstance(player, Program) else None,
                bot=player if isinstance(player, str) else "",
                place=(places or range(1, 9))[seat],
                autopilot="thrower" if seat in gone else "",
                resigned=seat in resigned,
            )
        made.append(match)
        return match

    return make


def points(player: User, pace: str = "live") -> int:
    return Rating.objects.get(user=player, game="toy", pace=pace).points


def check() -> recomputation.Differences:
    return recomputation.recompute_all(repair=False)


@pytest.mark.postgres
def test_a_match_counts_for_both_and_once(alice, bob, over):
    match = over()
    assert rater.rate(match.pk)
    assert not rater.rate(match.pk)
    assert points(alice) > 1500 > points(bob)
    assert points(alice) - 1500 == 1500 - points(bob)
    changes = Change.objects.order_by("seat__number")
    assert [(one.rating.user, one.points_before, one.points, one.matches) for one in changes] == [
        (alice, 1500, points(alice), 1),
        (bob, 1500, points(bob), 1),
    ]
    assert RatedMatch.objects.get().verdict == Verdict.COUNTS
    assert not check()


def test_each_pace_has_a_rating_of_its_own(alice, bob, over):
    rater.rate(over().pk)
    rater.rate(over(bob, alice, clock="slow").pk)
    assert points(alice, "live") == points(bob, "slow") > 1500 > points(alice, "slow") == points(bob, "live")


@pytest.mark.parametrize(
    "fields",
    [
        {"visibility": "link"},
        {"password": "hashed"},
        {"kind": "hot_seat"},
        {"kind": "sandbox"},
        {"kind": "lesson"},
        {"clock": "none"},
        {"game": "gone"},
    ],
)
def test_private_and_practice_never_count(over, fields):
    match = over(**fields)
    rater.rate(match.pk)
    assert RatedMatch.objects.get(match=match).verdict == Verdict.NOBODY
    assert not Rating.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"rated": False}, {"status": "aborted"}, {"status": "running", "finished_at": None}]
)
def test_casual_and_unfinished_matches_are_not_looked_at(over, fields):
    assert not rater.rate(over(**fields).pk)
    assert not RatedMatch.objects.exists()


def test_guests_never_count_and_the_others_do(alice, bob, over):
    guest = accounts.create_guest()
    rater.rate(over(guest, alice, bob).pk)
    assert points(alice) > 1500 > points(bob)
    assert not Rating.objects.filter(user=guest).exists()
    rater.rate(over(guest, alice).pk)
    assert RatedMatch.objects.filter(verdict=Verdict.NOBODY).count() == 1, "a guest and one person: nobody to compare"


def test_a_tie_of_equals_changes_no_points(alice, bob, over):
    rater.rate(over(places=[1, 1]).pk)
    assert points(alice) == points(bob) == 1500
    assert Rating.objects.get(user=alice).deviation < formula.START_DEVIATION


def test_whoever_left_carries_the_loss_and_the_rest_are_ranked_among_themselves(alice, bob, charlie, over):
    """The bot that stood in for Alice has won; she loses all the same."""
    rater.rate(over(alice, bob, charlie, gone=[0]).pk)
    assert points(bob) > points(charlie) > points(alice)
    assert Change.objects.get(rating__user=alice).has_left
    assert not Change.objects.get(rating__user=bob).has_left


def test_whoever_gave_up_is_behind_everybody_who_stayed(alice, bob, charlie, over):
    rater.rate(over(alice, bob, charlie, resigned=[1]).pk)
    assert points(alice) > points(charlie) > points(bob)


def test_a_duel_that_is_given_up_counts_like_any_other(alice, bob, over):
    rater.rate(over(resigned=[1]).pk)
    given_up = points(alice)
    Rating.objects.all().delete()
    RatedMatch.objects.all().delete()
    rater.rate(over().pk)
    assert points(alice) == given_up


def test_the_first_in_a_seat_carries_it_and_a_substitute_plays_for_nothing(alice, bob, charlie, dana, over):
    match = over(alice, bob, charlie)
    Departure.objects.create(match=match, seat=0, user=dana)
    rater.rate(match.pk)
    assert points(dana) < points(charlie) < points(bob)
    assert not Rating.objects.filter(user=alice).exists()


def test_machines_are_rated_among_themselves_on_a_board_of_their_own(alice, bob, over):
    programs = [Program.objects.create(owner=owner, game="toy", name="walker", text="") for owner in (alice, bob)]
    rater.rate(over(programs[0], programs[1], "walker").pk)
    assert {(one.board, one.program_id or one.bot) for one in Rating.objects.all()} == {
        ("bots", programs[0].pk),
        ("bots", programs[1].pk),
        ("bots", "walker"),
    }
    assert not check()


def test_people_and_machines_at_one_table_count_for_neither(alice, bob, over):
    rater.rate(over(alice, bob, "walker").pk)
    assert not Rating.objects.exists()
    program = Program.objects.create(owner=bob, game="toy", name="mine", text="")
    match = over()
    match.seats.filter(number=1).update(program=program)
    rater.rate(match.pk)
    assert not Rating.objects.exists(), "a program played for Bob"


def test_the_same_machine_twice_at_a_table_counts_for_nobody(over):
    rater.rate(over("walker", "walker").pk)
    assert RatedMatch.objects.get().verdict == Verdict.NOBODY


def test_a_rating_is_provisional_until_ten_matches(alice, bob, over):
    for _ in range(9):
        rater.rate(over().pk)
    assert not Rating.objects.get(user=alice).is_settled
    assert not Share.objects.exists()
    rater.rate(over().pk)
    assert Rating.objects.get(user=alice).is_settled
    assert sum(Share.objects.values_list("players", flat=True)) == 2
    assert not check()


@pytest.mark.postgres
def test_a_season_remembers_where_everybody_stood_at_its_end(alice, bob, over):
    rater.rate(over(at=datetime(2026, 10, 31, 23, 59, tzinfo=UTC)).pk)
    then = points(alice)
    rater.rate(over(at=datetime(2026, 11, 1, tzinfo=UTC)).pk)
    mine = SeasonRating.objects.filter(rating__user=alice).order_by("season")
    assert [(one.season, one.points, one.matches) for one in mine] == [
        ("2026-09", then, 1),
        ("2026-11", points(alice), 1),
    ]
    assert not check()


# --- The match service


def test_a_match_that_ends_is_rated_by_the_process_that_ends_it(alice, bob, make_match):
    match = make_match(rated=True, options={"rounds": 1})
    with transaction.atomic():
        saving.finish(Match.objects.get(pk=match.pk), "agreed_draw", [1, 1], timezone.now())
    background.settle()
    assert RatedMatch.objects.get().match == match


def test_a_match_that_is_resolved_to_its_end_is_rated(alice, bob, make_match, order):
    match = make_match(rated=True)
    heard = []
    rated_match_over.connect(lambda match_id, **_: heard.append(match_id), weak=False, dispatch_uid="test")
    try:
        order(match, 0, resign=True)
        order(match, 1)
        referee.advance_and_tell(match.pk)
    finally:
        rated_match_over.disconnect(dispatch_uid="test")
    background.settle()
    assert heard == [match.pk]
    assert points(bob) > 1500 > points(alice)


@pytest.mark.postgres
def test_what_a_dead_process_left_is_found_by_the_sweep(alice, bob, over):
    now = timezone.now()
    match, old = over(at=now), over(at=now - timedelta(days=9))
    assert rater.unrated() == [old.pk, match.pk], "in the order in which they ended"
    rater.on_referee_sweeps(now=now)
    background.settle()
    assert RatedMatch.objects.get().match == match, "the sweep looks back for a while"
    recomputation.recompute_all(repair=True)
    assert RatedMatch.objects.count() == 2, "and the night for ever"
    assert not check()


# --- Working out again


@pytest.fixture
def history(alice, bob, charlie, dana, over):
    """Thirty matches of four people."""
    people = [alice, bob, charlie, dana]
    for n in range(30):
        seats = people[n % 4 :] + people[: n % 4]
        match = over(*seats[: 2 + n % 3], places=[1, 1 + n % 2, 3, 4], gone=[0] if n % 7 == 6 else [])
        rater.rate(match.pk)
    return people


def stored() -> dict[str, list[tuple]]:
    return {
        "ratings": list(
            Rating.objects.order_by("pk").values_list("pk", "mean", "deviation", "points", "matches", "played_at")
        ),
        "changes": list(Change.objects.order_by("pk").values_list("pk", *recomputation.CHANGED)),
        "seasons": list(
            SeasonRating.objects.order_by("rating", "season").values_list("rating", "season", "points", "matches")
        ),
        "shares": list(
            Share.objects.exclude(players=0).order_by("board", "low").values_list("board", "low", "players")
        ),
    }


@pytest.mark.postgres
def test_what_is_stored_follows_from_the_matches(history):
    found = check()
    assert found.matches == 30
    assert not found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: Rating.objects.update(mean=40, points=2000),
        lambda: Rating.objects.update(is_settled=False),
        lambda: Change.objects.filter(pk=Change.objects.first().pk).update(points=1),
        lambda: SeasonRating.objects.all().delete(),
        lambda: SeasonRating.objects.update(season="2020-01"),
        lambda: Share.objects.update(players=77),
        lambda: Share.objects.create(board="people", game="toy", pace="live", low=0, players=1),
    ],
    ids=["ratings", "settled", "change", "no seasons", "seasons", "shares", "extra share"],
)
def test_what_does_not_follow_is_found_and_corrected(history, spoil):
    right = stored()
    spoil()
    with pytest.raises(SystemExit):
        call_command("ratings", "check")
    call_command("ratings", "recompute")
    assert stored() == right
    call_command("ratings", "check")


@pytest.mark.postgres
def test_a_match_that_staff_take_back_is_as_if_it_had_not_been(history, dana, charlie, django_user_model):
    staff = django_user_model.objects.create_user("erin", name="Erin", is_staff=True)
    with_it = stored()
    third = RatedMatch.objects.order_by("pk")[2]
    oversight.void(staff=staff, match_id=third.match_id, why="bought")
    background.settle()
    assert not check()
    without = stored()
    assert without["ratings"] != with_it["ratings"]
    assert StaffAct.objects.get().act == "void rating"
    assert not Pool.objects.get().is_stale
    with pytest.raises(ValidationError):
        oversight.void(staff=staff, match_id=third.match_id, why="again")
    oversight.restore(staff=staff, match_id=third.match_id, why="was not bought")
    background.settle()
    assert stored() == with_it
    with pytest.raises(ValidationError):
        oversight.void(staff=staff, match_id=third.match_id, why=" ")
    with pytest.raises(ValidationError, match="played"):
        oversight.void(
            staff=dana, match_id=RatedMatch.objects.filter(match__seats__user=dana).first().match_id, why="mine"
        )


def test_whose_every_match_is_taken_back_is_as_new(alice, bob, dana, over):
    for _ in range(10):
        rater.rate(over().pk)
    for one in RatedMatch.objects.all():
        oversight.void(staff=dana, match_id=one.match_id, why="one person with two accounts")
    background.settle()
    assert set(Rating.objects.values_list("points", "matches", "is_settled", "played_at")) == {(1500, 0, False, None)}
    assert not SeasonRating.objects.exists()
    assert not Share.objects.exclude(players=0).exists()
    assert not check()


def test_whoever_is_removed_has_been_an_opponent_all_the_same(history, alice):
    before = stored()["ratings"]
    alice.delete()
    assert not check()
    assert stored()["ratings"] == before


@pytest.mark.postgres
def test_the_hourly_look_finishes_what_a_dead_process_began(history, charlie):
    rated = RatedMatch.objects.order_by("pk")[4]
    RatedMatch.objects.filter(pk=rated.pk).update(verdict=Verdict.VOID)
    recomputation.make_stale("toy", "live")
    chores.look_after(datetime(2026, 11, 24, 13, tzinfo=UTC))
    assert not Pool.objects.get().is_stale
    assert not check()


@pytest.mark.postgres
def test_at_night_everything_is_worked_out_once(history, monkeypatch):
    asked = []
    monkeypatch.setattr(recomputation, "recompute_all", lambda **how: asked.append(how) or recomputation.Differences())
    chores.look_after(datetime(2026, 11, 24, 13, tzinfo=UTC))
    assert asked == [{"repair": True, "stale_only": True}]
    for hour in (2, 3, 4):
        chores.look_after(datetime(2026, 11, 25, hour, tzinfo=UTC))
    assert asked.count({"repair": True}) == 1


def test_a_match_that_stops_to_count_meanwhile_is_noticed(history, dana, monkeypatch):
    """Between the reading and the writing, which holds the pool."""
    read, voided = recomputation.Course.read, []

    def reads(course):
        read(course)
        if not voided:
            voided.append(RatedMatch.objects.first().pk)
            RatedMatch.objects.filter(pk=voided[0]).update(verdict=Verdict.VOID)
            recomputation.make_stale("toy", "live")

    monkeypatch.setattr(recomputation.Course, "read", reads)
    recomputation.recompute_all(repair=True)
    assert not check()


def test_the_command_refuses_what_it_does_not_know():
    with pytest.raises(CommandError):
        call_command("ratings", "guess")
