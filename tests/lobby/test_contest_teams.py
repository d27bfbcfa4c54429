"""Do people enter a contest together with one program, each with their role, and do all of a team see what the program's owner sees?"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts import persons, relations, sanctions
from lobby.accounts import services as accounts
from lobby.accounts.tokens import create_token
from lobby.bots import programs as bots
from lobby.contests import scheduler, serializers, services, steering, teams
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.contests.team_models import Team, TeamInvitation
from lobby.fog import audience
from lobby.matches import sharing
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Program, ProgramMemory
from lobby.matches.people import Partner
from lobby.notices import words as notices
from lobby.notices.models import Notice
from tests.lobby.contest_rows import Luck, Slow, people, plan, play_on, programs

PAIR = {"team_least": 2, "team_most": 2}


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def announced(host, stages=(), **given) -> Contest:
    return services.create_contest(user=host, plan=plan(*stages, **{**PAIR, **given}))


def team_of(contest, captain, *others, name="Lamplighters") -> Team:
    team = teams.found(user=captain, contest_id=contest.pk, name=name)
    for one in others:
        teams.invite(user=captain, contest_id=contest.pk, person=one.slug)
        teams.accept(user=one, contest_id=contest.pk, team_id=team.pk)
    return team


def handed_in(contest, user) -> Program:
    (program,) = programs([user])
    teams.hand_in(user=user, contest_id=contest.pk, program_id=program.pk)
    return program


def entered_pairs(host, count: int, **given) -> tuple[Contest, list]:
    contest, players = announced(host, **given), people(2 * count)
    for number in range(count):
        captain, other = players[2 * number : 2 * number + 2]
        team_of(contest, captain, other, name=f"Team number {number}")
        teams.choose(user=captain, contest_id=contest.pk, program_id=handed_in(contest, other).pk)
    return contest, players


def told_to(user) -> list[str]:
    found = Notice.objects.filter(user=user, kind="contest").order_by("pk")
    return [notices.lines([one])[0].text for one in found]


def seen_by(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- Founding, asking, joining


def test_a_captain_asks_and_whoever_joins_or_declines_is_told_of(alice, bob, charlie):
    contest = announced(alice, team_most=3)
    team = teams.found(user=alice, contest_id=contest.pk, name="  Lamp   lighters ")
    assert team.name == "Lamp lighters"
    for other in (bob, charlie):
        teams.invite(user=alice, contest_id=contest.pk, person=other.slug)
    assert told_to(bob) == ["Alice asks you to join the team Lamp lighters in Lantern cup."]
    teams.accept(user=bob, contest_id=contest.pk, team_id=team.pk)
    teams.decline(user=charlie, contest_id=contest.pk, team_id=team.pk)
    assert told_to(alice) == [
        "Bob has joined your team Lamp lighters in Lantern cup.",
        "Charlie does not join your team Lamp lighters in Lantern cup.",
    ]
    assert [one.user for one in team.mates.all()] == [alice, bob]
    with pytest.raises(NotAllowed, match="cannot be invited"):
        teams.invite(user=alice, contest_id=contest.pk, person=charlie.slug)


@pytest.mark.parametrize("name", ["LAMPLIGHTERS", "Lampl\u0456ghters", "ab", "\u202e\u202e\u202e", "Fogbound staff"])
def test_a_name_of_a_team_is_cleaned_and_nobody_elses_in_the_contest(alice, bob, name):
    contest = announced(alice)
    teams.found(user=alice, contest_id=contest.pk, name="Lamplighters")
    with pytest.raises(NotAllowed) as refused:
        teams.found(user=bob, contest_id=contest.pk, name=name)
    assert refused.value.path == "name"
    assert teams.found(user=bob, contest_id=announced(alice).pk, name="Lamplighters")


def test_a_person_is_in_one_team_of_a_contest_whatever_account_they_use(alice, bob):
    contest = announced(alice)
    team_of(contest, alice)
    with pytest.raises(NotAllowed, match="in a team of this contest already"):
        teams.found(user=alice, contest_id=contest.pk, name="Others")
    other = team_of(contest, bob, name="Others")
    TeamInvitation.objects.create(team=other, user=alice)
    with pytest.raises(NotAllowed, match="in a team of this contest already"):
        teams.accept(user=alice, contest_id=contest.pk, team_id=other.pk)


def test_an_invitation_tells_nothing_of_who_blocks_or_does_not_exist(alice, bob, charlie):
    contest = announced(alice)
    team_of(contest, alice)
    relations.block(user=bob, person=alice)
    charlie.messages_from = "nobody"
    charlie.save()
    said = set()
    for name in (bob.slug, charlie.slug, accounts.create_guest().slug, "nobody-at-all"):
        with pytest.raises(NotAllowed) as refused:
            teams.invite(user=alice, contest_id=contest.pk, person=name)
        said.add(str(refused.value.message))
    assert said == {"This person cannot be invited."}


def test_a_team_takes_as_many_as_the_host_says_and_enters_with_no_fewer(alice, bob, charlie):
    contest = announced(alice)
    team = team_of(contest, alice)
    mine = handed_in(contest, alice)
    with pytest.raises(NotAllowed, match="2 to 2 members; yours has 1"):
        teams.choose(user=alice, contest_id=contest.pk, program_id=mine.pk)
    for one in (bob, charlie):
        teams.invite(user=alice, contest_id=contest.pk, person=one.slug)
    teams.accept(user=bob, contest_id=contest.pk, team_id=team.pk)
    with pytest.raises(NotAllowed, match="full"):
        teams.accept(user=charlie, contest_id=contest.pk, team_id=team.pk)
    assert teams.choose(user=alice, contest_id=contest.pk, program_id=mine.pk).team == team


def test_teams_are_formed_while_the_entry_is_open_and_nobody_enters_alone(alice, bob):
    contest = announced(alice)
    team = team_of(contest, alice)
    teams.invite(user=alice, contest_id=contest.pk, person=bob.slug)
    with pytest.raises(NotAllowed, match="Teams enter"):
        services.enter(user=bob, contest_id=contest.pk, program_id=programs([bob])[0].pk)
    late = contest.closes_at + timedelta(minutes=1)
    with pytest.raises(NotAllowed, match="not open"):
        teams.accept(user=bob, contest_id=contest.pk, team_id=team.pk, now=late)
    with pytest.raises(NotAllowed, match="no teams"):
        teams.found(user=bob, contest_id=services.create_contest(user=alice, plan=plan()).pk, name="Alone")


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"team_most": 11}, "team_most"),
        ({"team_least": 3, "team_most": 2}, "team_least"),
        ({"who": "both"}, "team_most"),
        ({"per_person": 2}, "per_person"),
    ],
)
def test_sizes_of_teams_that_cannot_be_are_refused_with_their_field(alice, given, path):
    with pytest.raises(NotAllowed) as refused:
        announced(alice, **given)
    assert refused.value.path == path


# --- Roles


def test_members_hand_in_and_the_captain_alone_decides(alice, bob, charlie):
    contest = announced(alice, team_most=3)
    team_of(contest, alice, bob)
    theirs = handed_in(contest, bob)
    for forbidden in (
        lambda: teams.choose(user=bob, contest_id=contest.pk, program_id=theirs.pk),
        lambda: teams.invite(user=bob, contest_id=contest.pk, person=charlie.slug),
        lambda: teams.remove(user=bob, contest_id=contest.pk, person=alice.slug),
        lambda: teams.hand_over(user=bob, contest_id=contest.pk, person=bob.slug),
    ):
        with pytest.raises(NotAllowed, match="Only the captain"):
            forbidden()
    teams.choose(user=alice, contest_id=contest.pk, program_id=theirs.pk)
    with pytest.raises(NotAllowed, match="not entered"):
        services.withdraw(user=bob, contest_id=contest.pk)
    with pytest.raises(NotAllowed, match="plays with this program"):
        teams.take_back(user=bob, contest_id=contest.pk, program_id=theirs.pk)
    better = handed_in(contest, alice)
    entrant = teams.choose(user=alice, contest_id=contest.pk, program_id=better.pk)
    assert (entrant.program, entrant.user, contest.entrants.count()) == (better, alice, 1)
    teams.take_back(user=bob, contest_id=contest.pk, program_id=theirs.pk)
    services.withdraw(user=alice, contest_id=contest.pk)
    assert contest.entrants.get().withdrawn_at is not None


def test_a_program_of_somebody_else_cannot_be_handed_in_or_chosen(alice, bob, charlie):
    contest = announced(alice)
    team_of(contest, alice, bob)
    (foreign,) = programs([charlie])
    with pytest.raises(NotAllowed, match="no such program"):
        teams.hand_in(user=alice, contest_id=contest.pk, program_id=foreign.pk)
    with pytest.raises(NotAllowed, match="no such program"):
        teams.choose(user=alice, contest_id=contest.pk, program_id=foreign.pk)


def test_the_captain_removes_a_member_and_takes_an_invitation_back(alice, bob, charlie):
    contest = announced(alice, team_most=3)
    team = team_of(contest, alice, bob)
    teams.invite(user=alice, contest_id=contest.pk, person=charlie.slug)
    teams.remove(user=alice, contest_id=contest.pk, person=charlie.slug)
    with pytest.raises(teams.NoTeam):
        teams.accept(user=charlie, contest_id=contest.pk, team_id=team.pk)
    Contest.objects.update(status=Contest.Status.RUNNING)
    with pytest.raises(NotAllowed, match="has begun"):
        teams.remove(user=alice, contest_id=contest.pk, person=bob.slug)
    Contest.objects.update(status=Contest.Status.PLANNED)
    teams.remove(user=alice, contest_id=contest.pk, person=bob.slug)
    assert told_to(bob)[-1] == "You are not in the team Lamplighters in Lantern cup any more."
    assert [one.user for one in team.mates.all()] == [alice]


# --- Leaving


def test_after_the_captain_whoever_is_there_for_longest_leads_and_the_team_plays_on(alice, bob, charlie):
    contest = announced(alice, team_least=1, team_most=3)
    team = team_of(contest, alice, bob, charlie)
    entrant = teams.choose(user=alice, contest_id=contest.pk, program_id=handed_in(contest, bob).pk)
    teams.leave(user=alice, contest_id=contest.pk)
    entrant.refresh_from_db()
    assert (entrant.user, entrant.is_there, told_to(bob)[-1]) == (
        bob,
        True,
        "You are the captain of the team Lamplighters in Lantern cup now.",
    )
    teams.hand_over(user=bob, contest_id=contest.pk, person=charlie.slug)
    assert [one.user for one in team.mates.all()] == [charlie, bob]


def test_whoever_leaves_before_the_start_takes_their_programs_along(alice, bob):
    contest = announced(alice, team_least=1)
    team = team_of(contest, alice, bob)
    theirs = handed_in(contest, bob)
    entrant = teams.choose(user=alice, contest_id=contest.pk, program_id=theirs.pk)
    teams.leave(user=bob, contest_id=contest.pk)
    entrant.refresh_from_db()
    assert (entrant.program, team.versions.count(), Partner.objects.count()) == (None, 0, 0)
    assert "No program is chosen" in seen_by(alice).get(f"/contests/{contest.pk}/").content.decode()


def test_a_team_that_is_too_small_before_the_start_is_out_and_its_last_member_is_told(alice, bob):
    contest = announced(alice)
    team_of(contest, alice, bob)
    entrant = teams.choose(user=alice, contest_id=contest.pk, program_id=handed_in(contest, alice).pk)
    teams.leave(user=bob, contest_id=contest.pk)
    entrant.refresh_from_db()
    assert entrant.withdrawn_at is not None
    assert "too few members" in told_to(alice)[-1]
    teams.leave(user=alice, contest_id=contest.pk)
    assert contest.teams.exists(), "what has entered stays in the record"


@pytest.mark.parametrize("how", ["leaves", "closes", "is suspended"])
def test_once_it_has_begun_the_team_plays_on_with_the_program_of_whoever_is_gone(alice, dana, how):
    contest, players = entered_pairs(alice, 2, team_least=1)
    captain, author = players[:2]
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    if how == "leaves":
        teams.leave(user=author, contest_id=contest.pk)
    elif how == "closes":
        accounts.close_account(user=author)
    else:
        sanctions.suspend(staff=dana, person=author, until=timezone.now() + timedelta(days=1), why="rude")
    entrant = contest.entrants.get(user=captain)
    assert entrant.is_there
    assert entrant.team.mates.get().user == captain
    assert bots.readable(captain, entrant.program_id).text


def test_without_anybody_an_entered_team_is_out(alice):
    contest, players = entered_pairs(alice, 2)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    for one in players[:2]:
        accounts.close_account(user=one)
    gone, there = contest.entrants.order_by("pk")
    assert (gone.is_there, there.is_there) == (False, True)


# --- What members see


def test_members_read_text_versions_and_console_as_the_owner_does_and_others_do_not(alice, bob, charlie):
    contest, (captain, author, *_rest) = entered_pairs(alice, 2)
    luck = play_on(contest)
    program = contest.entrants.get(user=captain).program
    match = luck.matches[0]
    seat = match.seats.get(program=program)
    line = {"step": 0, "text": "hello", "void": ""}
    ProgramMemory.objects.create(match=match, seat=seat.number, console=[line], entities={}, overtimes=0)
    for one in (captain, author):
        assert [said["text"] for said in bots.console(user=one, match_id=match.pk)] == ["hello"]
        assert seen_by(one).get(f"/programs/{program.pk}/").status_code == 200
    assert bots.console(user=alice, match_id=match.pk) == []
    assert seen_by(alice).get(f"/programs/{program.pk}/").status_code == 404
    page = seen_by(captain).get(f"/programs/{program.pk}/").content.decode()
    assert "has handed in this program to a team of yours" in page
    assert "Put it on the ladder" not in page
    with pytest.raises(NotAllowed):
        bots.remove_program(user=captain, program_id=program.pk)


def test_a_member_is_a_party_of_the_match_and_watches_it_from_no_other_seat(alice):
    contest, (captain, author, _c, _d, *_rest) = entered_pairs(alice, 2, stages=(StagePlan("swiss", {"rounds": 1}),))
    luck = Luck()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    match = luck.matches[0]
    assert audience.parties(match, [captain.pk, author.pk, alice.pk]) == {captain.pk, author.pk}
    assert match.seats.filter(persons.playing(captain)).exists()
    assert not match.seats.filter(persons.playing(alice)).exists()


def test_whoever_has_left_sees_nothing_of_the_team_any_more(alice):
    contest, (captain, author, *_rest) = entered_pairs(alice, 2, team_least=1)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    entrant = contest.entrants.get(user=captain)
    match = Match.objects.get(seats__program=entrant.program)
    assert sharing.owner_and_partners(entrant.program) == [author.pk, captain.pk]
    teams.leave(user=captain, contest_id=contest.pk)
    assert sharing.owner_and_partners(entrant.program) == [author.pk]
    assert seen_by(captain).get(f"/programs/{entrant.program_id}/").status_code == 404
    assert audience.parties(match, [captain.pk, author.pk]) == {author.pk}
    assert serializers.own(contest, captain.pk) == []


def test_a_sealed_match_is_for_the_members_to_replay_and_for_nobody_else(alice):
    race = StagePlan("points_race", {"rounds": 2, "games": 1}, every_minutes=60)
    contest, (captain, author, *_rest) = entered_pairs(alice, 4, stages=(race, StagePlan("single")))
    luck = Luck()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    for one in (captain, author):
        (line, *_more) = serializers.own(contest, one.pk)
        match = Match.objects.get(pk=line["match"])
        assert audience.is_visible(match, list(match.seats.all()), one.pk)
    assert serializers.own(contest, alice.pk) == []
    assert not audience.is_visible(match, list(match.seats.all()), alice.pk)


def test_all_of_a_team_are_told_and_any_of_them_checks_in(alice):
    contest, (captain, author, *_rest) = entered_pairs(alice, 2, check_in_minutes=30)
    steering.write(user=alice, contest_id=contest.pk, text="Bring a lamp.")
    assert told_to(author)[-1] == told_to(captain)[-1] == "Lantern cup, from the host: Bring a lamp."
    services.check_in(user=author, contest_id=contest.pk, now=contest.starts_at - timedelta(minutes=1))
    assert contest.entrants.get(user=captain).checked_in_at is not None


def test_a_program_that_is_handed_in_stays_with_the_team_when_its_owner_removes_it(alice):
    contest, (captain, author, *_rest) = entered_pairs(alice, 2)
    program = contest.entrants.get(user=captain).program
    bots.remove_program(user=author, program_id=program.pk)
    assert contest.entrants.get(user=captain).program == program
    assert not bots.mine(author).filter(pk=program.pk).exists()


# --- Pages, files, programs


def test_a_team_is_shown_in_entrants_standings_and_files(alice):
    contest, players = entered_pairs(alice, 2)
    play_on(contest)
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "Team number 0" in page
    assert all(one.name in page for one in players)
    sheet = Client().get(f"/contests/{contest.pk}/results.csv").content.decode()
    assert "Team number 1" in sheet and "Player 2, Player 3" in sheet
    whole = json.loads(Client().get(f"/contests/{contest.pk}/results.json").content)
    assert [one["name"] for one in whole["entrants"][0]["team"]["members"]]


def test_a_team_is_founded_joined_and_entered_from_the_page_alone(alice, bob):
    contest = announced(alice)
    page, captain, other = f"/contests/{contest.pk}/", seen_by(alice), seen_by(bob)

    def press(client, **fields):
        answer = client.post(f"{page}team/", fields, follow=True)
        return answer.content.decode()

    assert "Found a team" in captain.get(page).content.decode()
    assert "asked to join" not in press(captain, act="found", name="Lamplighters")
    assert "asked to join" in press(captain, act="invite", person="Bob")
    team = Team.objects.get()
    assert "asks you to join the team" in other.get(page).content.decode()
    assert "captain" in press(other, act="accept", team=team.pk)
    (program,) = programs([bob])
    assert program.name in press(other, act="hand_in", program=program.pk)
    assert "Play with it" in captain.get(page).content.decode()
    assert "Play with it" not in other.get(page).content.decode()
    assert "entered" in press(captain, act="choose", program=program.pk)
    assert contest.entrants.get().team == team


def test_programs_form_a_team_over_http(alice, bob):
    contest = announced(alice)
    keys = {
        one: {"HTTP_AUTHORIZATION": f"Bearer {create_token(user=one, name='bot', scopes=['tables', 'read'])[1]}"}
        for one in (alice, bob)
    }
    address = f"/api/contests/{contest.pk}/team/"

    def send(user, **fields):
        return Client().post(address, json.dumps(fields), content_type="application/json", **keys[user])

    assert Client().get(address, **keys[alice]).json()["team"] is None
    assert send(alice, act="found", name="Lamplighters").status_code == 200
    assert send(alice, act="invite", person="Bob").json()["invited"][0]["name"] == "Bob"
    (asked,) = Client().get(address, **keys[bob]).json()["asked"]
    assert send(bob, act="accept", team=asked["id"]).json()["team"]["name"] == "Lamplighters"
    (program,) = programs([bob])
    send(bob, act="hand_in", program=program.pk)
    answer = send(alice, act="choose", program=program.pk).json()
    assert (answer["is_entered"], answer["programs"][0]["plays"]) == (True, True)
    refused = send(bob, act="choose", program=program.pk)
    assert (refused.status_code, refused.json()["code"]) == (400, "not_allowed")


def test_many_teams_are_read_with_a_few_queries(alice, django_assert_max_num_queries):
    many, _players = entered_pairs(alice, 10)
    with django_assert_max_num_queries(4):
        assert len(serializers.entrants(many)) == 10


@pytest.mark.parametrize("before", ["organiser", "withdrawn"])
def test_a_program_that_is_an_entry_already_is_refused_and_one_that_was_taken_back_is_free(alice, bob, before):
    contest = announced(alice, team_least=1)
    team_of(contest, bob)
    program = handed_in(contest, bob)
    here = {"user": bob, "contest_id": contest.pk}
    if before == "organiser":
        Contest.objects.update(host=bob)
        services.enter(**here, program_id=program.pk, is_organiser=True)
        with pytest.raises(NotAllowed, match="another entry"):
            teams.choose(**here, program_id=program.pk)
        return
    teams.choose(**here, program_id=program.pk)
    services.withdraw(**here)
    teams.take_back(**here, program_id=program.pk)
    teams.leave(**here)
    teams.found(**here, name="Second try")
    teams.hand_in(**here, program_id=program.pk)
    assert teams.choose(**here, program_id=program.pk).team.name == "Second try"


def test_a_captain_who_was_removed_comes_back_in_no_other_team(alice, charlie):
    contest, (captain, mate) = entered_pairs(alice, 1)
    here = {"user": captain, "contest_id": contest.pk}
    entrant = contest.entrants.get()
    steering.do(user=alice, contest_id=contest.pk, act="remove", given={"entrant": entrant.pk, "text": "Why."})
    teams.hand_over(**here, person=mate.slug)
    teams.leave(**here)
    other = teams.found(user=charlie, contest_id=contest.pk, name="Another team")
    teams.invite(user=charlie, contest_id=contest.pk, person=captain.slug)
    for again in (
        lambda: teams.accept(**here, team_id=other.pk),
        lambda: teams.found(**here, name="The same again"),
    ):
        with pytest.raises(NotAllowed, match="removed you"):
            again()


def test_a_team_that_asks_and_takes_it_back_is_heard_of_once(alice, bob, charlie):
    contest = announced(alice)
    team_of(contest, bob)
    for _ in range(3):
        teams.invite(user=bob, contest_id=contest.pk, person=charlie.slug)
        teams.remove(user=bob, contest_id=contest.pk, person=charlie.slug)
    assert len(told_to(charlie)) == 1


@pytest.mark.postgres
def test_a_name_with_a_null_character_is_nobodys(alice, bob):
    contest = announced(alice)
    team_of(contest, bob)
    for who, address, sent, answer in (
        (bob, "team", {"act": "invite", "person": "Char\0"}, 302),
        (bob, "team", {"act": "remove", "person": "Char\0"}, 302),
        (alice, "steer", {"act": "cohost", "person": "Char\0"}, 400),
        (alice, "steer", {"act": "list", "listed": "Char\0"}, 400),
    ):
        assert seen_by(who).post(f"/contests/{contest.pk}/{address}/", sent).status_code == answer
