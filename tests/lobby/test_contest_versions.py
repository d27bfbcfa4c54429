"""Do versions of programs count from the evening on for which they were handed in, do they stay what they were, and does the freeze hold?"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.accounts.tokens import create_token
from lobby.bots import programs as own_programs
from lobby.contests import evenings, forecast, hand_ins, scheduler, serializers, services, steering, teams
from lobby.contests.models import Contest, Entrant, HandIn, Place, Table
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program
from lobby.notices import words as notices
from lobby.notices.models import Notice
from tests.lobby.contest_rows import Luck, entered, people, plan, play_on, played_elsewhere, programs
from tests.readable import texts_of

RACE = StagePlan("points_race", {"rounds": 2, "games": 1}, advances=2)
STAGES = (RACE, StagePlan("rank_sum", {"games": 1}))


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


def at_evenings(host: User, count: int = 3, **given: object) -> Contest:
    """A contest with a race by evenings, in the zone of Shanghai."""
    return entered(host, plan(*STAGES, evening=time(20), time_zone="Asia/Shanghai", **given), count)


def another(owner: User, name: str) -> Program:
    return Program.objects.create(owner=owner, game="toy_programs", name=name, text=f"# {name}")


def played(contest: Contest) -> list[tuple[int, int, int | None]]:
    """(stage, round, version) of the first entrant, in the order of play."""
    entrant = contest.entrants.order_by("pk").first()
    found = Place.objects.filter(entrant=entrant).order_by("table__stage__number", "table__round")
    return list(found.values_list("table__stage__number", "table__round", "version"))


def said_by(answer: Any) -> str:
    """What a page of the site says, on one line."""
    return " ".join(" ".join(texts_of(answer.content.decode())).split())


# --- When is evening?


def test_an_evening_is_that_of_the_zone_of_the_contest_on_short_and_long_days_too():
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert evenings.after(time(20), "Asia/Shanghai", noon) == noon + timedelta(days=1)
    assert evenings.after(time(20, 30), "Asia/Shanghai", noon) == noon + timedelta(minutes=30)
    long_night = datetime(2026, 10, 24, 18, tzinfo=UTC)
    assert evenings.after(time(20), "Europe/Berlin", long_night) == datetime(2026, 10, 25, 19, tzinfo=UTC)
    skipped = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert evenings.after(time(2, 30), "Europe/Berlin", skipped) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"stages": (StagePlan("swiss", {"rounds": 2}),)}, "evening"),
        ({"stages": (StagePlan("points_race", {"rounds": 2}),), "who": "both"}, "evening"),
        ({"stages": (StagePlan("points_race", {"rounds": 2}, every_minutes=60),)}, "stages[0].every_minutes"),
    ],
)
def test_an_evening_needs_a_race_between_programs_with_a_round_a_day(alice, given, field):
    with pytest.raises(NotAllowed) as refused:
        services.create_contest(user=alice, plan=plan(evening=time(20), **given))
    assert refused.value.path == field


def test_the_rounds_of_the_race_are_at_evenings_and_what_follows_at_the_freeze(alice):
    contest, luck = at_evenings(alice), Luck()
    first = evenings.first(contest)
    assert first >= contest.starts_at
    for moment, calls in (
        (contest.starts_at, 0),
        (first, 2),
        (first + timedelta(hours=23), 2),
        (first + timedelta(days=1), 4),
        (first + timedelta(days=2, minutes=-1), 4),
        (first + timedelta(days=2), 5),
    ):
        scheduler.go_on(contest.pk, now=moment, begin=luck)
        assert luck.calls == calls
        contest.refresh_from_db()
        assert contest.frozen_at == first + timedelta(days=2), "known from the start on, whatever happens"
    assert contest.status == "finished"


def test_an_evening_that_passes_in_a_pause_moves_round_and_freeze_by_a_day(alice):
    contest, luck = at_evenings(alice), Luck()
    first = evenings.first(contest)
    scheduler.go_on(contest.pk, now=first, begin=luck)
    Contest.objects.update(paused_at=first + timedelta(hours=1))
    steering.resume(user=alice, contest_id=contest.pk, now=first + timedelta(days=1, hours=2))
    contest.refresh_from_db()
    assert contest.stages.get(number=0).next_at == first + timedelta(days=2)
    assert contest.frozen_at == first + timedelta(days=3)


# --- Versions


@pytest.mark.postgres
def test_a_version_counts_from_the_next_evening_on_and_stands_on_each_result(alice):
    contest, luck = at_evenings(alice), Luck()
    first, entrant = evenings.first(contest), contest.entrants.order_by("pk").first()
    scheduler.go_on(contest.pk, now=first, begin=luck)
    better = another(entrant.user, "Better")
    late = first + timedelta(hours=1)
    one = hand_ins.hand_in(
        user=entrant.user, contest_id=contest.pk, entrant_id=entrant.pk, program_id=better.pk, now=late
    )
    assert (one.version, one.counts_from) == (2, first + timedelta(days=1))
    assert one.digest == hashlib.sha256(b"# Better").hexdigest()
    scheduler.go_on(contest.pk, now=late, begin=luck)
    entrant.refresh_from_db()
    assert entrant.version == 1, "the evening has not come"
    play_on(contest, luck, hours=24 * 9)
    assert {version for stage, round_, version in played(contest) if (stage, round_) == (0, 0)} == {1}
    assert {version for stage, round_, version in played(contest) if (stage, round_) == (0, 1)} == {2}
    (mine,) = serializers.versions(contest, entrant.user_id)
    assert [(line["version"], line["counts_now"], line["waits"]) for line in mine["versions"]] == [
        (2, True, False),
        (1, False, False),
    ]
    versions = {place["version"] for table in serializers.tables(contest) for place in table["places"]}
    assert versions == {1, 2}
    assert serializers.entrant(Entrant.objects.get(pk=entrant.pk))["name"] == entrant.program_name, (
        "called as it entered"
    )


def test_a_table_that_was_drawn_plays_the_version_of_its_round_however_late_it_begins(alice):
    contest = at_evenings(alice)
    first, entrant = evenings.first(contest), contest.entrants.order_by("pk").first()
    old, better = entrant.program, another(entrant.user, "Better")
    scheduler.go_on(contest.pk, now=first, begin=Luck(dict.fromkeys(range(9), "fault")))
    # Both attempts of each table have failed: as if none had begun before the next evening.
    Table.objects.update(match=None, is_over=False, is_void=False, attempts=0)
    hand_ins.hand_in(user=entrant.user, contest_id=contest.pk, entrant_id=entrant.pk, program_id=better.pk, now=first)
    luck = Luck()
    scheduler.go_on(contest.pk, now=first + timedelta(days=1), begin=luck)
    here = {(match.contest_table.round, seat.program_id) for match in luck.matches for seat in match.seats.all()}
    assert (0, old.pk) in here and (0, better.pk) not in here
    assert (1, better.pk) in here and (1, old.pk) not in here


def test_one_press_goes_back_to_an_earlier_version_and_it_keeps_its_number(alice):
    contest = at_evenings(alice)
    entrant = contest.entrants.order_by("pk").first()
    mine, old = entrant.user, entrant.program
    give = {"user": mine, "contest_id": contest.pk, "entrant_id": entrant.pk}
    first = evenings.first(contest)
    scheduler.go_on(contest.pk, now=first, begin=Luck())
    hand_ins.hand_in(**give, program_id=another(mine, "Worse").pk, now=first)
    client = Client()
    client.force_login(mine)
    page = client.get(f"/contests/{contest.pk}/")
    assert "Go back to it" in said_by(page)
    sent = {"entrant": entrant.pk, "program": old.pk}
    answer = client.post(f"/contests/{contest.pk}/hand-in/", sent, follow=True)
    assert "It counts from the next evening on" in said_by(answer)
    assert list(entrant.hand_ins.values_list("version", flat=True)) == [1, 2, 1]
    scheduler.go_on(contest.pk, now=first + timedelta(days=1), begin=Luck())
    entrant.refresh_from_db()
    assert (entrant.version, entrant.program) == (1, old)


def test_before_the_start_a_version_counts_at_once(alice):
    contest = at_evenings(alice)
    entrant = contest.entrants.order_by("pk").first()
    better = another(entrant.user, "Better")
    client = Client()
    client.force_login(entrant.user)
    sent = {"entrant": entrant.pk, "program": better.pk}
    answer = client.post(f"/contests/{contest.pk}/hand-in/", sent, follow=True)
    assert "It counts at once" in said_by(answer)
    entrant.refresh_from_db()
    assert (entrant.version, entrant.program) == (2, better)
    assert all(line["waits"] is False for line in serializers.versions(contest, entrant.user_id)[0]["versions"])


def test_a_program_that_is_switched_off_says_so_when_it_is_handed_in(alice):
    contest = at_evenings(alice)
    entrant = contest.entrants.order_by("pk").first()
    broken = another(entrant.user, "Broken")
    Program.objects.filter(pk=broken.pk).update(switched_off="error: it broke")
    give = {"user": entrant.user, "contest_id": contest.pk, "entrant_id": entrant.pk}
    with pytest.raises(NotAllowed, match="switched off because it failed") as caught:
        hand_ins.hand_in(**give, program_id=broken.pk)
    assert caught.value.path == "program"
    foreign = another(alice, "Foreign")
    Program.objects.filter(pk=foreign.pk).update(switched_off="error: it broke")
    with pytest.raises(NotAllowed, match="You have no such program"):
        hand_ins.hand_in(**give, program_id=foreign.pk)


def test_a_program_that_is_switched_off_says_so_when_a_team_takes_it(alice):
    contest = services.create_contest(user=alice, plan=plan(team_most=2))
    teams.found(user=alice, contest_id=contest.pk, name="Lamplighters")
    given, other = another(alice, "Given"), another(alice, "Other")
    teams.hand_in(user=alice, contest_id=contest.pk, program_id=given.pk)
    Program.objects.filter(pk__in=[given.pk, other.pk]).update(switched_off="error: it broke")
    with pytest.raises(NotAllowed, match="switched off because it failed"):
        teams.choose(user=alice, contest_id=contest.pk, program_id=given.pk)
    with pytest.raises(NotAllowed, match="switched off because it failed"):
        teams.hand_in(user=alice, contest_id=contest.pk, program_id=other.pk)
    with pytest.raises(NotAllowed, match="Your team has no such program"):
        teams.choose(user=alice, contest_id=contest.pk, program_id=other.pk)


def test_without_evenings_nothing_brings_a_program_back_and_its_owner_reads_what_can_be_done(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 4}, every_minutes=60)), 6)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    entrant = contest.entrants.first()
    Program.objects.filter(pk=entrant.program_id).update(switched_off="error: it broke")
    for hours in (1, 1, 2):
        scheduler.go_on(contest.pk, now=contest.starts_at + timedelta(hours=hours), begin=Luck())
    (told,) = [one for one in Notice.objects.filter(user=entrant.user) if one.data.get("what") == "gone"]
    assert "plays no more in this contest" in notices.lines([told])[0].text
    client = Client()
    client.force_login(entrant.user)
    said = said_by(client.get(f"/contests/{contest.pk}/"))
    assert "a better version does not bring it back" in said
    assert "In any other contest this program plays no more" in said_by(client.get(f"/programs/{entrant.program_id}/"))


def test_a_program_that_is_switched_off_sits_out_is_told_so_and_comes_back_mended(alice):
    contest, luck = at_evenings(alice), Luck()
    first, entrant = evenings.first(contest), contest.entrants.order_by("pk").first()
    Program.objects.filter(pk=entrant.program_id).update(switched_off="error: it broke")
    scheduler.go_on(contest.pk, now=first, begin=luck)
    assert played(contest) == []
    told_of = Notice.objects.filter(user=entrant.user).order_by("pk")
    assert [one.data["what"] for one in told_of] == ["began", "off"]
    client = Client()
    client.force_login(entrant.user)
    assert "switched off after faults" in said_by(client.get(f"/contests/{contest.pk}/"))
    mended = another(entrant.user, "Mended")
    hand_ins.hand_in(user=entrant.user, contest_id=contest.pk, entrant_id=entrant.pk, program_id=mended.pk, now=first)
    play_on(contest, luck, hours=24 * 9)
    assert (0, 1, 2) in played(contest)


def test_who_mends_a_program_only_before_the_freeze_still_comes_to_what_follows(alice):
    contest, luck = at_evenings(alice, 2), Luck()
    first, entrant = evenings.first(contest), contest.entrants.order_by("pk").first()
    scheduler.go_on(contest.pk, now=first, begin=luck)
    scheduler.go_on(contest.pk, now=first + timedelta(days=1), begin=luck)
    Program.objects.filter(pk=entrant.program_id).update(switched_off="error: it broke")
    mended, before = another(entrant.user, "Mended"), first + timedelta(days=2, minutes=-5)
    hand_ins.hand_in(user=entrant.user, contest_id=contest.pk, entrant_id=entrant.pk, program_id=mended.pk, now=before)
    scheduler.go_on(contest.pk, now=first + timedelta(days=2), begin=luck)
    assert (1, 0, 2) in played(contest)


@pytest.mark.parametrize(
    ("when", "said"),
    [("no evening", "stay as they have entered"), ("frozen", "are frozen"), ("over", "are frozen")],
)
def test_no_version_is_taken(alice, when, said):
    contest = entered(alice, plan(*STAGES), 3) if when == "no evening" else at_evenings(alice)
    entrant, now = contest.entrants.order_by("pk").first(), timezone.now()
    if when == "frozen":
        scheduler.go_on(contest.pk, now=evenings.first(contest), begin=Luck())
        now = evenings.first(contest) + timedelta(days=2)
    elif when == "over":
        services.cancel(user=alice, contest_id=contest.pk)
    give = {"user": entrant.user, "contest_id": contest.pk, "entrant_id": entrant.pk, "now": now}
    with pytest.raises(NotAllowed, match=said):
        hand_ins.hand_in(**give, program_id=another(entrant.user, "Late").pk)


def test_nobody_hands_in_for_others_nor_a_program_of_others_nor_one_of_another_entry(alice, bob):
    contest = at_evenings(alice, per_person=2)
    entrant = contest.entrants.order_by("pk").first()
    owner, own = entrant.user, another(entrant.user, "Own")
    here = {"contest_id": contest.pk, "entrant_id": entrant.pk}
    with pytest.raises(NotAllowed, match="no such program in this contest"):
        hand_ins.hand_in(user=bob, program_id=programs([bob])[0].pk, **here)
    with pytest.raises(NotAllowed, match="no such program"):
        hand_ins.hand_in(user=owner, program_id=contest.entrants.last().program_id, **here)
    second = services.enter(user=owner, contest_id=contest.pk, program_id=another(owner, "Second").pk)
    with pytest.raises(NotAllowed, match="version of another entry"):
        hand_ins.hand_in(user=owner, program_id=second.program_id, **here)
    hand_ins.hand_in(user=owner, program_id=own.pk, **here)
    services.withdraw(user=owner, contest_id=contest.pk, program_id=second.program_id)
    with pytest.raises(NotAllowed, match="version of another entry"):
        services.enter(user=owner, contest_id=contest.pk, program_id=entrant.program_id)


def test_versions_are_limited_by_the_day(alice, monkeypatch):
    monkeypatch.setattr(hand_ins, "A_DAY", 2)
    contest = at_evenings(alice)
    entrant = contest.entrants.order_by("pk").first()
    give = {"user": entrant.user, "contest_id": contest.pk, "entrant_id": entrant.pk}
    hand_ins.hand_in(**give, program_id=another(entrant.user, "One").pk)
    with pytest.raises(hand_ins.TooManyVersions):
        hand_ins.hand_in(**give, program_id=another(entrant.user, "Two").pk)


def test_a_version_that_was_removed_does_not_count_and_the_one_before_plays(alice):
    contest, luck = at_evenings(alice), Luck()
    entrant = contest.entrants.order_by("pk").first()
    gone, first = another(entrant.user, "Gone"), evenings.first(contest)
    scheduler.go_on(contest.pk, now=first, begin=luck)
    hand_ins.hand_in(user=entrant.user, contest_id=contest.pk, entrant_id=entrant.pk, program_id=gone.pk, now=first)
    own_programs.remove_program(user=entrant.user, program_id=gone.pk)
    scheduler.go_on(contest.pk, now=first + timedelta(days=1), begin=luck)
    entrant.refresh_from_db()
    assert entrant.version == 1
    assert not HandIn.objects.filter(has_counted=False).exists()
    give = {"user": entrant.user, "contest_id": contest.pk, "entrant_id": entrant.pk, "now": first + timedelta(days=1)}
    assert hand_ins.hand_in(**give, program_id=another(entrant.user, "Next").pk).version == 3, (
        "no number is given twice"
    )


def test_of_a_team_the_captain_decides_and_every_member_sees_the_versions(alice):
    wanted = plan(*STAGES, evening=time(20), time_zone="Asia/Shanghai", team_least=2, team_most=2)
    contest = services.create_contest(user=alice, plan=wanted)
    captain, mate = people(2)
    here = {"contest_id": contest.pk}
    team = teams.found(user=captain, name="Lamplighters", **here)
    teams.invite(user=captain, person=mate.slug, **here)
    teams.accept(user=mate, team_id=team.pk, **here)
    old, better = programs([mate])[0], another(mate, "Better")
    for one in (old, better):
        teams.hand_in(user=mate, program_id=one.pk, **here)
    entrant = teams.choose(user=captain, program_id=old.pk, **here)
    assert entrant.version == 1
    with pytest.raises(NotAllowed, match="no such program in this contest"):
        hand_ins.hand_in(user=mate, entrant_id=entrant.pk, program_id=better.pk, **here)
    with pytest.raises(NotAllowed, match="no such program"):
        hand_ins.hand_in(user=captain, entrant_id=entrant.pk, program_id=another(captain, "Own").pk, **here)
    hand_ins.hand_in(user=captain, entrant_id=entrant.pk, program_id=better.pk, **here)
    for who, presses in ((captain, True), (mate, False)):
        (line,) = serializers.versions(contest, who.pk)
        assert [one["version"] for one in line["versions"]] == [2, 1]
        client = Client()
        client.force_login(who)
        assert ("Go back to it" in said_by(client.get(f"/contests/{contest.pk}/"))) is presses
    # Until the start the captain may choose at once: what waited is no longer meant.
    teams.choose(user=captain, program_id=old.pk, **here)
    assert not entrant.hand_ins.filter(has_counted=False).exists()


# --- Over HTTP, and organisers' programs


def test_a_program_hands_in_over_http_and_sees_its_versions_alone(alice):
    contest = at_evenings(alice)
    first, second = contest.entrants.order_by("pk")[:2]
    _, text = create_token(user=first.user, name="api", scopes=["read", "tables"])
    client = Client(headers={"authorization": f"Bearer {text}"})
    body = {"entrant": first.pk, "program": another(first.user, "Next").pk}
    address = f"/api/contests/{contest.pk}/hand-ins/"
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 201
    assert [one["version"] for one in answer.json()["versions"]] == [2, 1]
    listed = client.get(address).json()
    assert listed["is_open"] and [one["entrant"]["id"] for one in listed["entrants"]] == [first.pk]
    refused = client.post(address, body | {"entrant": second.pk}, content_type="application/json")
    assert (refused.status_code, refused.json()["path"]) == (400, "entrant")
    assert client.get(f"/api/contests/{contest.pk}/").json()["contest"]["evening"] == "20:00"


def test_an_open_program_of_the_organisers_is_read_by_everybody_and_a_closed_one_by_nobody(alice, client):
    contest = entered(alice, plan(), 2)
    shown, closed = another(alice, "Sample"), another(alice, "Secret")
    give = {"user": alice, "contest_id": contest.pk, "is_organiser": True}
    opened = services.enter(**give, program_id=shown.pk, shows_text=True)
    hidden = services.enter(**give, program_id=closed.pk)
    taking_part = contest.entrants.filter(is_organiser=False).first()
    page = client.get(f"/contests/{contest.pk}/programs/{opened.pk}/")
    assert "# Sample" in page.content.decode()
    saved = client.get(f"/contests/{contest.pk}/programs/{opened.pk}/?file=1")
    assert saved.content == b"# Sample" and "attachment" in saved["Content-Disposition"]
    assert client.get(f"/api/contests/{contest.pk}/programs/{opened.pk}/").json()["text"] == "# Sample"
    for one in (hidden, taking_part):
        assert client.get(f"/contests/{contest.pk}/programs/{one.pk}/").status_code == 404
        assert client.get(f"/api/contests/{contest.pk}/programs/{one.pk}/").status_code == 404
    words = said_by(client.get(f"/contests/{contest.pk}/"))
    assert "Its text" in words and "without its text" in words


def test_a_challenger_sees_the_last_challenges_and_how_many_are_left(alice, bob):
    contest = entered(alice, plan(), 2)
    organiser = services.enter(
        user=alice, contest_id=contest.pk, program_id=another(alice, "Sample").pk, is_organiser=True
    )
    own = programs([bob])[0]
    match = services.challenge(user=bob, contest_id=contest.pk, entrant_id=organiser.pk, program_id=own.pk)
    (line,) = serializers.challenges(contest, bob.pk)
    assert (line["match"], line["against"], line["is_over"]) == (match.pk, "Sample", False)
    assert serializers.challenges(contest, alice.pk) == []
    client = Client()
    client.force_login(bob)
    words = said_by(client.get(f"/contests/{contest.pk}/"))
    assert f"{services.CHALLENGES - 1} more today" in words and "Your last challenges" in words
    found = client.get(f"/api/contests/{contest.pk}/challenge/").json()
    assert (found["left_today"], len(found["challenges"])) == (services.CHALLENGES - 1, 1)


def test_people_have_no_versions(alice):
    contest = services.create_contest(user=alice, plan=plan(StagePlan("single"), who="people"))
    one = services.enter(user=people(1)[0], contest_id=contest.pk)
    assert one.version is None
    assert not one.hand_ins.exists()


def test_a_race_that_is_moved_goes_on_at_an_evening_and_the_freeze_follows(alice):
    contest, luck = at_evenings(alice), Luck()
    first = evenings.first(contest)
    scheduler.go_on(contest.pk, now=first, begin=luck)
    later = first + timedelta(days=3, hours=-5)
    steering.move_stage(user=alice, contest_id=contest.pk, stage=0, not_before=later)
    contest.refresh_from_db()
    assert contest.stages.get(number=0).next_at == first + timedelta(days=3)
    assert contest.frozen_at == first + timedelta(days=4), "after the one round that is left"


def test_the_expected_end_of_a_race_by_evenings_counts_its_days(alice):
    contest = at_evenings(alice)
    first = evenings.first(contest)
    freeze = first + timedelta(days=2)
    assert forecast.end(contest, contest.opens_at)["ends_at"] is None, "no program has played on this site"
    played_elsewhere(contest)
    for moment in (contest.opens_at, first):
        found = forecast.end(contest, moment)
        assert freeze < found["ends_at"] < freeze + timedelta(days=1)
        scheduler.go_on(contest.pk, now=first - timedelta(minutes=1), begin=Luck())
        contest.refresh_from_db()


def test_no_end_is_told_that_no_calendar_has(alice, monkeypatch):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 30})), 4)
    for days in (10_000, 900_000_000):
        monkeypatch.setattr(forecast, "_usual", lambda _, days=days: (timedelta(days=days), 0, "rules"))
        found = forecast.end(contest, timezone.now())
        assert (found["ends_at"], found["rounds"]) == (None, 90)
