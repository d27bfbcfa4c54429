"""Does a contest call one thing by one word, say what is missing, and write Chinese with Chinese signs?"""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.contests import ready_plans, scheduler, serializers, services, steering, teams, terms, words
from lobby.contests.forms import ContestForm
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program
from tests.lobby.contest_rows import Luck, Slow, entered, people, plan, play_on, programs


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def seen(user, address: str, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return " ".join(re.sub(r"<[^>]*>", "", client.get(address).content.decode()).split())


def test_a_team_that_has_not_entered_reads_what_is_missing_until_nothing_is(alice):
    contest = services.create_contest(user=alice, plan=plan(team_least=2, team_most=2))
    captain, mate = people(2)
    page, here = f"/contests/{contest.pk}/", {"contest_id": contest.pk}
    assert "Teams of 2 enter here." in seen(mate, page) and "2 to 2" not in seen(mate, page)
    assert dict(terms.lines(contest))["Who may enter"] == "everybody with an account, in teams of 2"
    team = teams.found(user=captain, name="Lamplighters", **here)
    shown = seen(captain, page)
    assert "1 more member is missing." in shown and "No program is handed in to the team yet." in shown
    teams.invite(user=captain, person=mate.name, **here)
    teams.accept(user=mate, team_id=team.pk, **here)
    (program,) = programs([mate])
    teams.hand_in(user=mate, program_id=program.pk, **here)
    shown = seen(captain, page)
    assert "missing" not in shown and "does not play yet" in shown
    assert "press “Play with it” beside one" in shown and "the captain chooses one" in seen(mate, page)
    teams.choose(user=captain, program_id=program.pk, **here)
    for user in (captain, mate):
        shown = seen(user, page)
        assert "entered" in shown and "not entered" not in shown and "plays yet" not in shown


def test_ones_own_results_say_stage_and_round_and_a_certificate_says_format_and_dates(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, advances=2), StagePlan("single")), 4)
    play_on(contest)
    winner = contest.entrants.get(rank=1)
    shown = seen(winner.user, f"/contests/{contest.pk}/")
    assert f"Stage 1, round 2: {winner.program_name} – place " in shown
    assert f"第 2 阶段第 1 轮： {winner.program_name} – 第 1 名（共 2 人）" in seen(
        winner.user, f"/contests/{contest.pk}/", "zh-hans"
    )
    sheet = seen(winner.user, f"/contests/{contest.pk}/certificates/{winner.pk}/")
    assert "Swiss system → Single elimination" in sheet
    assert f"{contest.starts_at:%Y}" in sheet


def test_the_log_says_whom_and_what_in_one_line_and_chinese_has_its_own_signs(alice, bob):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}), time_zone="Asia/Shanghai"), 4)
    steering.add_cohost(user=alice, contest_id=contest.pk, slug=bob.slug)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    steering.void(user=alice, contest_id=contest.pk, stage=0, round_=0, number=0, seen=0, why="It stood still.")
    gone = contest.entrants.latest("pk")
    steering.remove(user=alice, contest_id=contest.pk, entrant_id=gone.pk, why="Twice the same.")
    address = f"/contests/{contest.pk}/"
    shown = seen(bob, address)
    for line in (
        f"Removed: {gone.program_name}",
        "Made void: stage 1, round 1, table 1 – It stood still. (Alice)",
        "New co-host: Bob (Alice)",
    ):
        assert line in shown
    chinese = seen(bob, address, "zh-hans")
    assert "新的协办者： Bob （Alice）" in chinese and "(Alice)" not in chinese
    assert "时区：Asia/Shanghai" in seen(alice, f"{address}steer/", "zh-hans")


@pytest.mark.parametrize(
    ("stage", "said", "begun"),
    [
        (StagePlan("swiss"), "As many rounds as leave one unbeaten: 3 for 8 entrants", "2 rounds."),
        (StagePlan("points_race"), "1 round. Games: 1.", "1 round. Games: 1."),
        (StagePlan("arena", {"games": 1}), "Games, at most: 1.", "Games, at most: 1."),
        (StagePlan("single"), "Games: 1.", "Games: 1."),
        (StagePlan("last_out"), "Games: 1. Target: 1.", "Games: 1. Target: 1."),
    ],
)
def test_a_number_that_is_left_empty_is_told_before_the_start_and_after_it(alice, stage, said, begun):
    contest = entered(alice, plan(stage), 4)
    assert said in seen(alice, f"/contests/{contest.pk}/")
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    contest.refresh_from_db()
    play_on(contest)
    assert begun in seen(alice, f"/contests/{contest.pk}/")


def test_the_form_says_what_a_stage_does_about_an_empty_number(alice):
    client = Client()
    client.force_login(alice)
    page = client.get("/contests/new/").content.decode()
    for name in ready_plans.STAGE_FIELDS:
        assert f'aria-describedby="id_{name}_1_helptext"' in page and str(words.EMPTY[name]) in page


def test_small_things_are_said_as_they_are(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}), check_in_minutes=30), 3)
    gone, late, here = contest.entrants.order_by("pk")
    steering.remove(user=alice, contest_id=contest.pk, entrant_id=gone.pk, why="Twice the same.")
    assert "The host has removed you from this contest" in seen(gone.user, f"/contests/{contest.pk}/")
    contest.entrants.filter(pk=late.pk).update(missed=True)
    assert serializers.facts(contest, timezone.now())["entrants"] == 1, "who did not check in does not count"
    other = Program.objects.create(owner=here.user, game="cosmos", name="Other", text="def run(c): pass")
    with pytest.raises(NotAllowed, match="for another game"):
        services.enter(user=here.user, contest_id=contest.pk, program_id=other.pk)
    with pytest.raises(NotAllowed, match="no such program"):
        services.enter(user=late.user, contest_id=contest.pk, program_id=other.pk)


def test_a_stage_that_is_left_out_is_said_at_its_field(alice):
    data = {"format_1": "single", "format_2": "", "format_3": "single", "game": "toy_programs:"}
    form = ContestForm(data)
    assert "format_2" in form.errors and "later stage" in form.errors["format_2"][0] and "format_3" not in form.errors
