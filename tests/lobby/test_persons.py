"""Are two accounts of one person one person, for every service that compares people? And are two persons two?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.utils import timezone

import games
from lobby.accounts import persons
from lobby.accounts.models import Follow, User
from lobby.bots import hosted
from lobby.bots import programs as own_programs
from lobby.contests import services as contests
from lobby.fog import audience
from lobby.governance import substitutes, votes
from lobby.ladder import runner as ladder
from lobby.ladder import services as ladder_entries
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Match, Program, ProgramMemory, Seat
from lobby.matches.people import Departure
from lobby.matches.terms import Settings
from lobby.play import saving
from lobby.play import services as play
from lobby.ratings import rater
from lobby.ratings.models import RatedMatch
from lobby.tables import challenges, entry, queue
from lobby.tables import services as tables
from lobby.talk import chat, transcript
from tests.lobby.contest_rows import plan

pytestmark = pytest.mark.django_db(transaction=True)

IDLE = "def decide():\n    return None\n"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


@pytest.fixture
def table(pair, make_match):
    """A running match of both."""
    return lambda **fields: make_match([pair.one, pair.other], **fields)


def program(owner: User, game: str = "toy_programs") -> Program:
    return Program.objects.create(owner=owner, game=game, name=f"Of {owner}", text=IDLE)


CASUAL = Settings(seats=2, step_seconds=30)
RATED = replace(CASUAL, rated=True)


# --- The one function


def test_the_person_behind_an_account_is_found_in_each_form(alice, bob, bot):
    robo = bot()
    assert [persons.person_id(user) for user in (alice, robo, bob)] == [alice.pk, alice.pk, bob.pk]
    assert persons.persons_of([alice.pk, robo.pk, bob.pk, None]) == {
        alice.pk: alice.pk,
        robo.pk: alice.pk,
        bob.pk: bob.pk,
    }
    found = dict(User.objects.values_list("name", persons.person()))
    assert (found["Alice"], found["Robo"], found["Bob"]) == (alice.pk, alice.pk, bob.pk)
    for user in (alice, robo, alice.pk, robo.pk):
        Follow.objects.all().delete()
        Follow.objects.create(follower=robo, followed=bob)
        assert Follow.objects.filter(persons.of(user, "follower")).exists()
        assert not Follow.objects.filter(persons.of(user, "followed")).exists()


# --- Rated matches


def test_the_queue_pairs_persons(pair):
    for user in (pair.one, pair.other):
        queue.enter(user=user, game_id="toy", pace="fast")
    assert Match.objects.filter(status="running").exists() is not pair.is_one_person


def test_a_rated_table_takes_a_person_once(pair):
    match = tables.create_table(user=pair.one, game_id="toy", options={}, settings=RATED)
    if not pair.is_one_person:
        tables.join(user=pair.other, match_id=match.pk)
        return
    with pytest.raises(NotAllowed) as refused:
        tables.join(user=pair.other, match_id=match.pk)
    if pair.one.is_bot:
        assert (refused.value.path, refused.value.message) == ("rated", str(entry.ONE_PERSON))
    casual = tables.create_table(user=pair.one, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    tables.join(user=pair.other, match_id=casual.pk)


def test_passwords_of_a_table_are_tried_by_person(pair, dana, monkeypatch):
    monkeypatch.setattr(entry, "TRIES", 1)
    open_ = tables.create_table(user=dana, game_id="toy", options={}, settings=replace(CASUAL, password="mellon"))
    for user, refusal in (
        (pair.one, entry.WrongPassword),
        (pair.other, entry.TooManyTries if pair.is_one_person else entry.WrongPassword),
    ):
        with pytest.raises((entry.WrongPassword, entry.TooManyTries)) as refused:
            tables.join(user=user, match_id=open_.pk, password="friend")
        assert refused.type is refusal


def test_a_challenge_to_a_bot_of_ones_own_is_not_rated(pair):
    def ask(settings):
        return challenges.challenge(user=pair.one, opponent=pair.other, game_id="toy", options={}, settings=settings)

    if pair.is_one_person:
        with pytest.raises(NotAllowed) as refused:
            ask(RATED)
        assert refused.value.path == "rated"
        ask(Settings(seats=2, step_seconds=30))
    else:
        ask(RATED)


def test_a_rated_rematch_takes_a_person_once(pair, table):
    old = table(rated=True)
    saving.finish(old, "rounds", [1, 2], timezone.now())
    tables.rematch(user=pair.one, match_id=old.pk)
    if pair.is_one_person:
        with pytest.raises(NotAllowed):
            tables.rematch(user=pair.other, match_id=old.pk)
    else:
        assert tables.rematch(user=pair.other, match_id=old.pk).status == "running"


@pytest.mark.parametrize("what", ["accounts", "programs"])
def test_a_match_of_one_person_is_not_rated(pair, make_match, what):
    match = make_match([pair.one, pair.other], rated=True)
    if what == "programs":
        for seat, user in zip(match.seats.all(), (pair.one, pair.other), strict=True):
            Seat.objects.filter(pk=seat.pk).update(user=None, program=program(user, "toy"))
    for seat in match.seats.all():
        Seat.objects.filter(pk=seat.pk).update(place=seat.number + 1)
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
    rater.rate(match.pk)
    verdict = RatedMatch.objects.get(match=match).verdict
    assert verdict == ("nobody" if pair.is_one_person else "counts")


def test_who_came_for_somebody_else_in_an_older_match_counts_as_behind_the_seat(alice, bob, bot, make_match):
    robo = bot("Robo")
    match = make_match([bot("First", bob), bot("Robotta")], rated=True)
    Departure.objects.create(match=match, seat=0, user=robo)
    for seat in match.seats.all():
        Seat.objects.filter(pk=seat.pk).update(place=seat.number + 1)
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
    rater.rate(match.pk)
    assert RatedMatch.objects.get(match=match).verdict == "nobody"


# --- The ladder and contests


def test_the_ladder_pairs_programs_of_two_persons(pair, settings):
    settings.LADDER_MATCHES = 1
    pool = [program(user, "planet_conquer") for user in (pair.one, pair.other)]
    for one in pool:
        ladder_entries.enter(user=one.owner, program_id=one.pk)
    met = False
    for seed in range(6):
        for match_id in ladder.top_up(timezone.now(), Random(seed)):
            met = met or Seat.objects.filter(match=match_id, program__isnull=False).count() == 2
            Match.objects.filter(pk=match_id).delete()
    assert met is not pair.is_one_person


def test_places_on_the_ladder_are_counted_by_person(pair, monkeypatch):
    monkeypatch.setattr(ladder_entries, "MOST_ENTRIES", 1)
    ladder_entries.enter(user=pair.one, program_id=program(pair.one, "planet_conquer").pk)
    theirs = program(pair.other, "planet_conquer")
    if pair.is_one_person:
        with pytest.raises(TooMany):
            ladder_entries.enter(user=pair.other, program_id=theirs.pk)
    else:
        ladder_entries.enter(user=pair.other, program_id=theirs.pk)


def test_the_ladder_does_not_begin_matches_for_programs_of_a_suspended_person(alice, bot):
    mine = program(bot(), "planet_conquer")
    ladder_entries.enter(user=mine.owner, program_id=mine.pk)
    assert ladder_entries.entries("planet_conquer", timezone.now()).exists()
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert not ladder_entries.entries("planet_conquer", timezone.now()).exists()


def test_a_contest_for_people_takes_no_bot_accounts(dana, pair):
    contest = contests.create_contest(user=dana, plan=plan(who="people"))
    for user in (pair.one, pair.other):
        if user.is_bot:
            with pytest.raises(NotAllowed) as refused:
                contests.enter(user=user, contest_id=contest.pk)
            assert refused.value.path == "who"
        else:
            contests.enter(user=user, contest_id=contest.pk)


@pytest.mark.parametrize(
    ("who", "as_programs"), [("both", (False, False)), ("both", (False, True)), ("programs", (True, True))]
)
def test_a_contest_counts_entries_by_person(dana, pair, who, as_programs):
    contest = contests.create_contest(user=dana, plan=plan(who=who))
    chosen = [
        program(user).pk if wanted else None for user, wanted in zip((pair.one, pair.other), as_programs, strict=True)
    ]
    contests.enter(user=pair.one, contest_id=contest.pk, program_id=chosen[0])
    if pair.is_one_person:
        with pytest.raises(NotAllowed):
            contests.enter(user=pair.other, contest_id=contest.pk, program_id=chosen[1])
        assert contest.entrants.count() == 1
    else:
        contests.enter(user=pair.other, contest_id=contest.pk, program_id=chosen[1])


def test_contests_and_challenges_in_them_are_counted_by_person(pair, dana, monkeypatch):
    monkeypatch.setattr(contests, "HOSTED", 1)
    monkeypatch.setattr(contests, "CHALLENGES", 1)
    contest = contests.create_contest(user=dana, plan=plan(who="both"))
    theirs = contests.enter(user=dana, contest_id=contest.pk, program_id=program(dana).pk, is_organiser=True)

    def host(user):
        contests.create_contest(user=user, plan=plan())

    def challenge(user):
        contests.challenge(user=user, contest_id=contest.pk, entrant_id=theirs.pk)

    for act in (host, challenge):
        act(pair.one)
        if pair.is_one_person:
            with pytest.raises(TooMany):
                act(pair.other)
        else:
            act(pair.other)


# --- Inside a match


def test_a_person_has_one_vote(pair, table):
    match = table()
    seats = list(match.seats.all())
    assert votes.tally(match, seats, 0, [])["abort"]["need"] == (1 if pair.is_one_person else 2)
    votes.vote(user_id=pair.one.pk, match_id=match.pk, kind="abort", value=True)
    match.refresh_from_db()
    assert (match.status == "aborted") is pair.is_one_person


@pytest.mark.parametrize("how", ["account", "program", "departure"])
def test_nobody_takes_a_seat_over_where_they_play_already(pair, make_match, charlie, how):
    match = make_match([charlie, pair.one])
    Seat.objects.filter(match=match, number=0).update(autopilot="thrower")
    if how == "program":
        Seat.objects.filter(match=match, number=1).update(user=None, program=program(pair.one, "toy"))
    if how == "departure":
        Seat.objects.filter(match=match, number=1).update(user=None, bot="walker")
        Departure.objects.create(match=match, seat=1, user=pair.one)
    if pair.is_one_person:
        with pytest.raises(NotAllowed):
            substitutes.take_over(user=pair.other, match_id=match.pk, number=0)
    else:
        substitutes.take_over(user=pair.other, match_id=match.pk, number=0)


@pytest.mark.parametrize("how", ["account", "program"])
def test_nobody_watches_from_a_rivals_seat_with_another_account(pair, make_match, charlie, how):
    match = make_match([charlie, pair.one])
    if how == "program":
        Seat.objects.filter(match=match, number=1).update(user=None, program=program(pair.one, "toy"))
    play.set_watchable(user_id=charlie.pk, match_id=match.pk, value=True)
    if pair.is_one_person:
        with pytest.raises(NotAllowed):
            audience.may_watch(match, pair.other.pk, 0)
    else:
        assert audience.may_watch(match, pair.other.pk, 0) == audience.seat_window(0)


def test_spectators_talk_without_other_accounts_of_players(pair, make_match, charlie, dana):
    match = make_match([charlie, pair.one])
    line = chat.say(user_id=dana.pk, match_id=match.pk, text="the fleet hides in the north")
    said = [line["text"] for line in transcript.as_data(match, pair.other.pk)["lines"]]
    found = chat.find_line(match_id=match.pk, user_id=pair.other.pk, room="spectators", members=(), number=line.number)
    if pair.is_one_person:
        assert (said, found) == ([], None)
        with pytest.raises(NotAllowed):
            chat.say(user_id=pair.other.pk, match_id=match.pk, text="where?")
    else:
        assert (said, found) == ([line.text], line)
        chat.say(user_id=pair.other.pk, match_id=match.pk, text="where?")


def test_a_program_of_ones_own_tells_nothing_while_another_account_plays(pair, make_match):
    match = make_match([pair.one, pair.other])
    Seat.objects.filter(match=match, number=1).update(user=None, program=program(pair.other, "toy"))
    ProgramMemory.objects.create(match=match, seat=1, console=[{"step": 0, "entity": "", "void": "", "text": "secret"}])
    told = own_programs.console(user=pair.other, match_id=match.pk)
    assert bool(told) is not pair.is_one_person


def test_time_for_programs_is_shared_between_persons(pair, make_match):
    match = make_match([pair.one, pair.other])
    for number, user in enumerate((pair.one, pair.other)):
        Seat.objects.filter(match=match, number=number).update(user=None, program=program(user, "toy"))
    assert len(hosted._people(list(match.seats.all()))) == (1 if pair.is_one_person else 2)
