"""Does a contest go from its entry to its results, whatever happens to its matches, and is nothing told before it may be?"""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

import games
from config import apart
from lobby.accounts import services as accounts
from lobby.contests import background, plans, scheduler, serializers, services
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.models import Challenge, Contest, Entrant, Place, Stage, Table
from lobby.contests.plans import StagePlan
from lobby.fog import audience
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.play import saving
from lobby.tables.services import NotHost
from tests.lobby.contest_rows import Luck, Slow, entered, people, plan, play_on, programs

CHAIN = plans.chain(days=2, games_a_day=2, target=3, straight=1, final=3)


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


# --- From the entry to the results


@pytest.mark.postgres
def test_the_chain_of_the_seed_goes_from_32_programs_to_one_winner(alice):
    contest = entered(alice, plan(*CHAIN, table_size=4), 32)
    play_on(contest)
    race, groups, final = contest.stages.all()
    assert len(groups.entrants) == 31
    assert len(final.entrants) == 4
    assert final.entrants[0] == race.standings[0][0], "the best of the race has gone straight to the final"
    assert race.entrants != sorted(race.entrants), "drawn by lot"
    assert race.tables.count() == 2 * 2 * 32 // 4
    ranks = sorted(contest.entrants.values_list("rank", flat=True))
    assert ranks[0] == 1 and ranks[4:] == list(range(5, 33))
    assert contest.status == "finished"
    assert not Match.objects.filter(sealed=True).exists()


def test_who_was_put_out_is_not_among_all_who_are_left(alice):
    stages = (StagePlan("last_out", {"target": 3}), StagePlan("rank_sum", {"games": 2}))
    contest = entered(alice, plan(*stages, table_size=4), 10)
    play_on(contest)
    groups, final = contest.stages.all()
    assert final.entrants == [line[0] for line in groups.standings if not line[4]]
    assert len(final.entrants) == 3
    assert sorted(contest.entrants.values_list("rank", flat=True))[3:] == list(range(4, 11))


@pytest.mark.parametrize("key", FORMATS)
@pytest.mark.parametrize("count", [2, 5])
def test_every_format_comes_to_its_end(alice, key, count):
    form = FORMATS[key]
    rules = {name: {"rounds": 2, "games": 2}.get(name, 1) for name in form.FIELDS}
    contest = entered(alice, plan(StagePlan(key, rules)), count)
    play_on(contest)
    assert contest.status == "finished"
    assert set(contest.entrants.values_list("rank", flat=True)) >= {1}
    assert not Table.objects.filter(is_over=False).exists()


def test_the_same_seed_draws_the_same_contest(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 3})), 9)
    Contest.objects.update(seed="the same")
    play_on(contest)

    def drawn():
        ids = {pk: place for place, pk in enumerate(contest.entrants.order_by("pk").values_list("pk", flat=True))}
        seats = Place.objects.order_by("table__round", "table__number", "order")
        return [(place.table.round, ids[place.entrant_id], place.place) for place in seats.select_related("table")]

    before = drawn()
    Table.objects.all().delete()
    Stage.objects.update(entrants=[], standings=None, started_at=None, finished_at=None)
    Contest.objects.update(status="planned", finished_at=None)
    play_on(contest)
    assert drawn() == before


@pytest.mark.postgres
def test_whoever_goes_on_after_an_interruption_begins_nothing_twice(alice):
    contest = entered(alice, plan(StagePlan("single")), 8)

    class Killed(BaseException):
        pass

    class Dying(Luck):
        def __call__(self, *given):
            match = super().__call__(*given)
            if self.calls in {2, 5}:
                raise Killed
            return match

    luck = Dying()
    for _ in range(2):
        with pytest.raises(Killed):
            play_on(contest, luck)
    play_on(contest, luck)
    assert Match.objects.count() == 7
    assert Table.objects.filter(attempts=1).count() == 7


@pytest.mark.parametrize("how", ["aborted", "fault", "raises"])
def test_a_broken_match_is_played_once_more_and_then_void(alice, how):
    contest = entered(alice, plan(StagePlan("single")), 4)
    luck = play_on(contest, Luck({0: how}))
    assert luck.calls == 4, "three tables, one of them twice"
    assert not Table.objects.filter(is_void=True).exists()
    again = services.create_contest(user=alice, plan=plan(StagePlan("single")))
    for entrant in contest.entrants.all():
        services.enter(user=entrant.user, contest_id=again.pk, program_id=entrant.program_id)
    luck = play_on(again, Luck(dict.fromkeys(range(99), how)))
    assert luck.calls == 6
    assert again.status == "finished"
    assert Table.objects.filter(stage__contest=again, is_void=True).count() == 3


@pytest.mark.postgres
def test_a_match_that_staff_set_back_counts_where_it_goes_on(alice):
    contest = entered(alice, plan(StagePlan("single")), 2)
    luck = Luck({0: "fault"})
    scheduler.go_on(contest.pk, now=timezone.now() + timedelta(hours=3), begin=luck)
    table = Table.objects.get()
    assert table.earlier == [luck.matches[0].pk]
    assert table.attempts == 2
    assert table.match == luck.matches[1]


def test_who_has_not_checked_in_does_not_play(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1}), check_in_minutes=30), 4)
    there = [one.user for one in contest.entrants.order_by("pk")][:3]
    with pytest.raises(NotAllowed, match="not open"):
        services.check_in(user=there[0], contest_id=contest.pk)
    for person in there:
        services.check_in(user=person, contest_id=contest.pk, now=contest.starts_at - timedelta(minutes=1))
    play_on(contest)
    assert list(contest.entrants.order_by("pk").values_list("missed", flat=True)) == [False, False, False, True]
    assert Match.objects.count() == 3


def test_with_fewer_than_two_there_is_no_contest(alice):
    contest = entered(alice, plan(), 1)
    luck = play_on(contest)
    assert contest.status == "cancelled"
    assert not luck.matches


@pytest.mark.postgres
def test_who_withdraws_forfeits_what_was_drawn_and_nobody_else_waits(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 4)
    luck, later = Luck({0: "fault"}), timezone.now() + timedelta(hours=3)
    leaver = contest.entrants.first()

    class Leaving(Luck):
        def __call__(self, *given):
            services.withdraw(user=leaver.user, contest_id=contest.pk)
            self.__class__.__call__ = Luck.__call__
            return super().__call__(*given)

    luck = Leaving()
    scheduler.go_on(contest.pk, now=later, begin=luck)
    contest.refresh_from_db()
    assert contest.status == "finished"
    forfeits = Place.objects.filter(is_forfeit=True)
    assert forfeits.exists()
    assert set(forfeits.values_list("entrant", "place")) == {(leaver.pk, 2)}


def test_the_race_is_drawn_day_by_day(alice):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    start = contest.starts_at
    scheduler.go_on(contest.pk, now=start, begin=Luck())
    scheduler.go_on(contest.pk, now=start + timedelta(hours=23), begin=Luck())
    assert set(Table.objects.values_list("round", flat=True)) == {0}
    scheduler.go_on(contest.pk, now=start + timedelta(hours=24), begin=Luck())
    assert set(Table.objects.filter(stage__number=0).values_list("round", flat=True)) == {0, 1}


# --- On the site


def test_people_play_a_bracket_to_its_end_on_the_site(alice):
    wanted = plan(StagePlan("single"), game="toy", who="people", options={"rounds": 1})
    contest = services.create_contest(user=alice, plan=wanted)
    players = people(4)
    for player in players:
        services.enter(user=player, contest_id=contest.pk)
    Contest.objects.update(starts_at=timezone.now())
    scheduler.on_referee_sweeps(now=timezone.now())
    background.settle()
    assert Match.objects.filter(status="running", arranged="contest", rated=True).count() == 2
    for _ in range(2):
        for match in Match.objects.filter(status="running"):
            with transaction.atomic():
                saving.finish(match, "agreed_draw", [2, 1], timezone.now())
        background.settle()
    contest.refresh_from_db()
    assert contest.status == "finished"
    assert sorted(contest.entrants.values_list("rank", flat=True)) == [1, 2, 3, 3]


@pytest.mark.postgres
def test_the_matches_of_a_cancelled_contest_stop_and_are_not_rated(alice):
    wanted = plan(StagePlan("single"), game="toy", who="people", options={"rounds": 1})
    contest = services.create_contest(user=alice, plan=wanted)
    for player in people(4):
        services.enter(user=player, contest_id=contest.pk)
    Contest.objects.update(starts_at=timezone.now())
    scheduler.on_referee_sweeps(now=timezone.now())
    background.settle()
    assert Match.objects.filter(status="running", rated=True).count() == 2
    services.cancel(user=alice, contest_id=contest.pk)
    background.settle()
    assert set(Match.objects.values_list("status", flat=True)) == {"aborted"}
    assert Match.objects.count() == 2, "nothing is played again"
    assert not Seat.objects.exclude(place=None).exists()
    contest.refresh_from_db()
    assert contest.status == "cancelled"


# --- At home


@pytest.mark.long
def test_one_command_plays_a_whole_contest_of_32_and_leaves_nothing(capsys, tmp_path):
    sitter = tmp_path / "sitter.py"
    sitter.write_text("def decide():\n    return None\n")
    call_command(
        "contest",
        "toy_programs",
        *("--entrants", "32", "--bots", f"thrower,{sitter}", "--table", "4", "--target", "3", "--straight", "1"),
        *("--days", "2", "--games", "1", "--final", "3", "--seed", "cup", "--options", '{"rounds": 3}', "--json"),
    )
    found = json.loads(capsys.readouterr().out)
    assert [stage["format"] for stage in found["standings"]] == ["points_race", "last_out", "rank_sum"]
    assert [len(stage["lines"]) for stage in found["standings"]] == [32, 31, 4]
    assert {one["rank"] for one in found["entrants"]} >= set(range(5, 33))
    assert all(table["is_over"] and not table["is_void"] for table in found["tables"])
    assert not Contest.objects.exists()
    assert not Match.objects.exists()


def test_the_command_refuses_what_cannot_be(monkeypatch):
    with pytest.raises(CommandError, match="game: There is no such game"):
        call_command("contest", "chess")
    # The process that plays checks it; that what it says comes back has been asked.
    monkeypatch.setattr(apart, "is_apart", lambda: True)
    for wrong, said in (
        (("toy_programs", "--bots", "nobody"), "no bot 'nobody'"),
        (("toy_programs", "--entrants", "1"), "--entrants: at least 2"),
        (("toy_programs", "--table", "4", "--target", "6"), "target"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("contest", *wrong)


# --- What is told


def test_of_a_secret_contest_nothing_is_told_but_ones_own_results(alice, client):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    contest.refresh_from_db()
    now = contest.starts_at
    assert Match.objects.filter(sealed=True).count() == 4
    assert serializers.standings(contest, now) == serializers.tables(contest) == []
    facts = serializers.facts(contest, now)
    assert facts["seed"] is None
    assert {stage["started_at"] for stage in facts["stages"]} == {None}
    own = contest.entrants.first()
    mine = serializers.own(contest, own.user_id)
    assert [(line["seats"], line["entrant"]["id"]) for line in mine] == [(4, own.pk)] * 2
    assert serializers.own(contest, alice.pk) == serializers.own(contest, None) == []
    match = Match.objects.get(pk=mine[0]["match"])
    seats = list(match.seats.all())
    assert audience.is_visible(match, seats, own.user_id)
    assert not audience.is_visible(match, seats, alice.pk), "not even the host"
    assert audience.hides_names(match)
    play_on(contest)
    assert len(serializers.tables(contest)) == Table.objects.count() > 8
    assert serializers.facts(contest, now)["seed"] == contest.seed


def test_of_another_contest_everything_is_told_at_once(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 5)
    assert serializers.standings(contest, timezone.now()) == []
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    (stage,) = serializers.standings(contest, contest.starts_at)
    assert stage["columns"] == ["points", "opponents", "wins"]
    assert [line["rank"] for line in stage["lines"]] == [1, 2, 3, 4, 5]
    assert len(serializers.tables(contest)) == 6
    assert sum(len(table["places"]) == 1 for table in serializers.tables(contest)) == 2


def test_words_of_people_are_no_formulas_in_a_file(alice, client):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 2)
    Entrant.objects.update(program_name="=1+1")
    play_on(contest)
    text = client.get(f"/contests/{contest.pk}/results.csv").content.decode("utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text))
    assert {len(line) for line in lines} == {len(head)}
    assert {line[3] for line in lines} == {"'=1+1"}


def test_the_seed_is_promised_before_it_is_told(alice):
    contest = services.create_contest(user=alice, plan=plan())
    assert serializers.facts(contest, timezone.now())["seed_hash"] == contest.seed_hash
    assert contest.seed not in str(serializers.facts(contest, timezone.now()))


# --- Who may do what


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"name": " "}, "name"),
        ({"game": "chess"}, "game"),
        ({"who": "cats"}, "who"),
        ({"game": "toy"}, "who"),
        ({"table_size": 9}, "table_size"),
        ({"per_person": 2, "who": "people"}, "per_person"),
        ({"most": 1}, "most"),
        ({"clock": "none"}, "clock"),
        ({"step_seconds": 1}, "step_seconds"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": "localtime"}, "time_zone"),
        ({"time_zone": "Factory"}, "time_zone"),
        ({"stages": (StagePlan("swiss", {"rounds": 1}, straight=1),)}, "stages[0].straight"),
        ({"opens_at": datetime(1, 1, 1, tzinfo=UTC)}, "opens_at"),
        ({"check_in_minutes": 100}, "starts_at"),
        ({"stages": ()}, "stages"),
        ({"stages": (StagePlan("poker"),)}, "stages[0].format"),
        ({"stages": (StagePlan("single", {"rounds": 3}),)}, "stages[0].rounds"),
        ({"stages": (StagePlan("swiss", {"rounds": 999}),)}, "stages[0].rounds"),
        ({"stages": (StagePlan("last_out", {"target": 5}),)}, "stages[0].target"),
        ({"stages": (StagePlan("rank_sum", {"games": 2, "drop_worst": 2}),)}, "stages[0].drop_worst"),
        ({"stages": (StagePlan("single", advances=2),)}, "stages[0].advances"),
        ({"stages": (StagePlan("single", straight=2), StagePlan("single"))}, "stages[0].straight"),
        (
            {"stages": (StagePlan("last_out", {"target": 2}, advances=3), StagePlan("rank_sum")), "table_size": 4},
            "stages[0].advances",
        ),
        (
            {"stages": (StagePlan("double", straight=2), StagePlan("swiss"), StagePlan("rank_sum"))},
            "stages[0].straight",
        ),
        ({"stages": (StagePlan("single"), StagePlan("swiss"))}, "stages[1].format"),
        ({"stages": (StagePlan("points_race", {"rounds": 1, "games": 2}),), "who": "both"}, "stages[0].games"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(alice, given, path):
    with pytest.raises(NotAllowed) as refused:
        services.create_contest(user=alice, plan=plan(**given))
    assert refused.value.path == path
    assert refused.value.message
    assert not Contest.objects.exists()


def test_one_person_hosts_so_many_and_cancels_their_own(alice, bob):
    for _ in range(services.HOSTED):
        contest = services.create_contest(user=alice, plan=plan())
    with pytest.raises(services.TooManyContests):
        services.create_contest(user=alice, plan=plan())
    with pytest.raises(NotHost, match="host"):
        services.cancel(user=bob, contest_id=contest.pk)
    assert services.cancel(user=alice, contest_id=contest.pk).status == "cancelled"
    services.create_contest(user=alice, plan=plan())


def test_an_entry_needs_the_right_time_and_the_right_kind(alice, bob):
    contest = services.create_contest(user=alice, plan=plan(most=2))
    (program, other) = programs([bob, bob])
    with pytest.raises(NotAllowed, match="for programs"):
        services.enter(user=bob, contest_id=contest.pk)
    with pytest.raises(NotAllowed, match="no such program"):
        services.enter(user=alice, contest_id=contest.pk, program_id=program.pk)
    for moment in (contest.opens_at - timedelta(1), contest.closes_at):
        with pytest.raises(NotAllowed, match="not open"):
            services.enter(user=bob, contest_id=contest.pk, program_id=program.pk, now=moment)
    services.enter(user=bob, contest_id=contest.pk, program_id=program.pk)
    services.enter(user=bob, contest_id=contest.pk, program_id=program.pk)
    with pytest.raises(NotAllowed, match="1 here already"):
        services.enter(user=bob, contest_id=contest.pk, program_id=other.pk)
    services.withdraw(user=bob, contest_id=contest.pk)
    services.enter(user=bob, contest_id=contest.pk, program_id=other.pk)
    assert contest.entrants.filter(withdrawn_at=None).get().program == other
    for program in programs(people(2)):
        last = program
        if contest.entrants.filter(withdrawn_at=None).count() < 2:
            services.enter(user=program.owner, contest_id=contest.pk, program_id=program.pk)
    with pytest.raises(NotAllowed, match="full"):
        services.enter(user=last.owner, contest_id=contest.pk, program_id=last.pk)


def test_a_closed_account_is_withdrawn(alice, bob):
    contest = services.create_contest(user=alice, plan=plan())
    (program,) = programs([bob])
    services.enter(user=bob, contest_id=contest.pk, program_id=program.pk)
    accounts.close_account(user=bob)
    assert Entrant.objects.get().withdrawn_at is not None
    assert serializers.entrants(contest)[0]["owner"] is None


def test_an_organisers_program_can_be_challenged_and_does_not_take_part(alice, bob, monkeypatch):
    contest = services.create_contest(user=alice, plan=plan(*CHAIN, table_size=4))
    (house, own, bobs) = programs([alice, bob, bob])
    with pytest.raises(NotAllowed, match="Only the host"):
        services.enter(user=bob, contest_id=contest.pk, program_id=own.pk, is_organiser=True)
    entrant = services.enter(user=alice, contest_id=contest.pk, program_id=house.pk, is_organiser=True)
    taking_part = services.enter(user=bob, contest_id=contest.pk, program_id=bobs.pk)
    match = services.challenge(user=bob, contest_id=contest.pk, entrant_id=entrant.pk, program_id=own.pk)
    assert [seat.program for seat in match.seats.all()] == [own, house]
    assert (match.rated, match.sealed, match.arranged) == (False, True, "contest")
    address = f"/api/matches/{match.pk}/"
    assert Client().get(address).status_code == 404, "sealed as the contest is"
    with pytest.raises(NotAllowed, match="no program that can be challenged"):
        services.challenge(user=bob, contest_id=contest.pk, entrant_id=taking_part.pk, program_id=own.pk)
    monkeypatch.setattr(services, "CHALLENGES", 1)
    with pytest.raises(services.TooManyChallenges):
        services.challenge(user=bob, contest_id=contest.pk, entrant_id=entrant.pk, program_id=own.pk)
    assert Challenge.objects.count() == 1
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    contest.refresh_from_db()
    assert contest.status == "cancelled", "one program is too few, and the organiser's is none of them"
    match.refresh_from_db()
    assert not match.sealed and Client().get(address).status_code == 200


def test_an_entry_does_not_become_an_organisers_program_nor_come_back_as_one(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 3)
    (program,) = programs([alice])
    here = {"user": alice, "contest_id": contest.pk, "program_id": program.pk}
    services.enter(**here)
    with pytest.raises(NotAllowed, match="another entry"):
        services.enter(**here, is_organiser=True)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    services.withdraw(**here)
    with pytest.raises(NotAllowed, match="another entry"):
        services.enter(**here, is_organiser=True)
    assert contest.entrants.get(user=alice).withdrawn_at is not None
