"""Do hosts and co-hosts steer a contest as they may, does everybody read what they did, and stays sealed what is sealed?"""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts import relations
from lobby.accounts.models import Report, User
from lobby.accounts.tokens import create_token
from lobby.contests import forecast, oversight, plans, scheduler, serializers, services, steering
from lobby.contests.models import Contest, Table
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program
from lobby.notices import words as notices
from lobby.notices.models import Notice
from lobby.tables.services import NotHost
from tests.lobby.contest_rows import Luck, Slow, entered, plan, play_on, played_elsewhere, programs

CHAIN = plans.chain(days=2, games_a_day=1, target=3, straight=1, final=2)
STUCK = dict.fromkeys(range(9), "fault")


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    # What goes on after an act goes on in these tests when they say so.
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def seen_by(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def act(user, contest, kind, **given):
    steering.do(user=user, contest_id=contest.pk, act=kind, given=given)


def test_a_paused_contest_begins_nothing_until_it_goes_on(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, lasts_minutes=60)), 4)
    act(alice, contest, "pause", text="The hall is dark.")
    assert scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck()) == 0
    with pytest.raises(NotAllowed, match="paused already"):
        act(alice, contest, "pause")
    act(alice, contest, "resume")
    luck = Slow()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    act(alice, contest, "pause")
    for match in luck.matches:
        match.status = "finished"
        match.save(update_fields=["status"])
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    assert list(Table.objects.values_list("round", "is_over")) == [(0, True)] * 2, (
        "what ran was played, no round follows"
    )
    act(alice, contest, "resume")
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    assert Table.objects.filter(round=1).count() == 2


def test_a_pause_takes_nothing_from_the_time_of_a_stage(alice):
    stage = StagePlan("arena", {"games": 30}, lasts_minutes=60)
    contest = entered(alice, plan(stage), 4)

    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    Contest.objects.update(paused_at=contest.starts_at)
    steering.resume(user=alice, contest_id=contest.pk, now=contest.starts_at + timedelta(minutes=50))
    begun = contest.stages.get()
    assert begun.held_seconds == 3000


def test_the_dates_are_moved_before_the_start_and_everybody_is_told(alice):
    contest = entered(alice, plan(), 2)
    later = contest.starts_at + timedelta(days=1)
    with pytest.raises(NotAllowed) as refused:
        act(alice, contest, "dates", closes_at=later)
    assert refused.value.path == "starts_at"
    act(alice, contest, "dates", starts_at=later, text="A storm.")
    contest.refresh_from_db()
    assert contest.starts_at == later
    told = Notice.objects.filter(kind="contest")
    assert {notices.lines([one])[0].text for one in told} == {
        f"Lantern cup has other dates now: it starts {later:%Y-%m-%d %H:%M} (UTC)."
    }
    scheduler.go_on(contest.pk, now=later, begin=Slow())
    with pytest.raises(NotAllowed, match="has begun"):
        act(alice, contest, "dates", starts_at=later)


def test_a_removed_entrant_loses_what_follows_and_stays_out(alice):
    contest = entered(alice, plan(), 2)
    entrant = contest.entrants.first()
    with pytest.raises(NotAllowed, match="Say why"):
        act(alice, contest, "remove", entrant=entrant.pk, text=" ")
    act(alice, contest, "remove", entrant=entrant.pk, text="Twice the same program.")
    with pytest.raises(NotAllowed, match="removed you"):
        services.enter(user=entrant.user, contest_id=contest.pk, program_id=entrant.program_id)
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "Twice the same program." in page and "Removed:" in page
    assert Notice.objects.filter(user=entrant.user, kind="contest").count() == 1


def test_a_removed_entrant_has_no_place_in_standings_files_and_certificates(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    first = serializers.standings(contest, contest.starts_at)[0]["lines"]
    leader = first[0]["entrant"]
    act(alice, contest, "remove", entrant=leader["id"], text="Two accounts.")
    (stage,) = serializers.standings(contest, contest.starts_at)
    assert [line["rank"] for line in stage["lines"]] == [1, 2, 3, None]
    assert [line["entrant"]["id"] for line in stage["lines"]] == [
        *(line["entrant"]["id"] for line in first[1:]),
        leader["id"],
    ]
    scheduler.go_on(contest.pk, now=contest.starts_at + timedelta(hours=1), begin=Luck())
    contest.refresh_from_db()
    assert contest.status == "finished"
    ranks = {one["id"]: one["rank"] for one in serializers.entrants(contest)}
    assert (ranks.pop(leader["id"]), sorted(ranks.values())) == (None, [1, 2, 3])
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert page.count("removed by the host") == 1
    text = Client().get(f"/contests/{contest.pk}/results.csv").content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [(line["rank"], line["removed"]) for line in lines] == [("1", ""), ("2", ""), ("3", ""), ("", "yes")]
    assert Client().get(f"/contests/{contest.pk}/certificates/{leader['id']}/").status_code == 404
    best = next(pk for pk, rank in ranks.items() if rank == 1)
    assert serializers.certificate(contest, best)["of"] == 3


def test_a_table_is_played_again_or_made_void_while_nothing_has_followed_from_it(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    first, second = Table.objects.order_by("number")
    old = first.match_id
    act(alice, contest, "replay", stage=0, round=0, number=0, acts=0, text="The clock was wrong.")
    first.refresh_from_db()
    assert (first.match, first.earlier, first.is_over) == (None, [old], False)
    luck = Luck()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    first.refresh_from_db()
    assert (luck.calls, first.is_over) == (1, True)
    act(alice, contest, "void", stage=0, round=0, number=second.number, acts=0, text="It was the same person.")
    second.refresh_from_db()
    assert second.is_void
    assert set(second.places.values_list("place", flat=True)) == {None}
    scheduler.go_on(contest.pk, now=contest.starts_at + timedelta(hours=2), begin=Slow())
    for kind in ("replay", "void"):
        with pytest.raises(NotAllowed, match="later round is drawn"):
            act(alice, contest, kind, stage=0, round=0, number=0, acts=0, text="Late.")
    running = Table.objects.filter(round=1).first()
    act(alice, contest, "void", stage=0, round=1, number=running.number, acts=0, text="It hangs.")
    running.match.refresh_from_db()
    assert running.match.status == "aborted", "a match that runs at a void table stops"


def test_entrants_read_what_the_host_writes(alice):
    contest = entered(alice, plan(), 2)
    act(alice, contest, "message", text="Bring a lamp.")
    assert {notices.lines([one])[0].text for one in Notice.objects.filter(kind="contest")} == {
        "Lantern cup, from the host: Bring a lamp."
    }
    for _ in range(steering.MESSAGES - 1):
        act(alice, contest, "message", text="Again.")
    with pytest.raises(NotAllowed, match="messages in a day"):
        act(alice, contest, "message", text="Once more.")


def test_cohosts_steer_but_choose_none_and_do_not_cancel(alice, bob, charlie):
    contest = services.create_contest(user=alice, plan=plan())
    with pytest.raises(NotHost):
        act(bob, contest, "pause")
    act(alice, contest, "cohost", person=bob.slug)
    act(bob, contest, "pause")
    for refused in (
        lambda: act(bob, contest, "cohost", person=charlie.slug),
        lambda: services.cancel(user=bob, contest_id=contest.pk),
    ):
        with pytest.raises(NotHost):
            refused()
    act(alice, contest, "uncohost", person=bob.slug)
    with pytest.raises(NotHost):
        act(bob, contest, "resume")
    services.cancel(user=alice, contest_id=contest.pk)
    with pytest.raises(NotAllowed, match="over"):
        act(alice, contest, "resume")
    assert [one["kind"] for one in oversight.log(contest)] == ["cancel", "uncohost", "pause", "cohost"]


def test_the_host_sees_how_far_a_secret_contest_is_and_nothing_that_is_sealed(alice):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck(dict.fromkeys((1, 2), "fault")))
    contest.refresh_from_db()
    found = oversight.progress(contest, timezone.now())
    assert (found["stage"], found["stages"], found["round"], found["tables"]) == (0, 3, 0, 2)
    assert (found["done"], found["failed"]) == (2, 1)
    assert [table["entrants"] for table in found["last_tables"]] == [[], []]
    page = seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    assert "sealed from you as from everybody" in page
    act(alice, contest, "void", stage=0, round=0, number=0, acts=0, text="No lamp.")
    (line,) = oversight.log(contest)
    assert line["table"] is None, "which table it was would say who has played already"
    later = timezone.now() + timedelta(days=3)
    act(alice, contest, "stage", stage=0, not_before=later, text="A storm.")
    line = oversight.log(contest)[0]
    assert [line[name] for name in ("kind", "text", "stage", "format", "moved_from", "moved_to")] == [
        "dates",
        "A storm.",
        None,
        None,
        None,
        None,
    ], "which stage runs, and when its rounds begin, is sealed"
    play_on(contest)
    assert oversight.log(contest)[0]["moved_to"] == later
    assert oversight.log(contest)[1]["table"] == {"stage": 0, "round": 0, "number": 0}


def test_programs_that_fail_are_named_without_their_reason(alice):
    contest = entered(alice, plan(), 2)
    program = contest.entrants.first().program
    program.switched_off, program.failures = "secret tactics in line 3", 2
    program.save()
    (line,) = oversight.progress(contest, timezone.now())["programs"]
    assert (line["entrant"]["name"], line["is_switched_off"], line["failures"]) == (
        program.name,
        True,
        0,
    ), "what it did elsewhere, in a sealed contest too, is not told here"
    page = seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    assert "switched off" in page and "secret tactics" not in page


def test_a_program_that_is_switched_off_is_said_to_be_while_its_stage_runs(alice, client):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    off, gone = contest.entrants.order_by("pk")[:2]
    Program.objects.filter(pk=off.program_id).update(switched_off="secret tactics in line 3")
    services.withdraw(user=gone.user, contest_id=contest.pk)

    def tags():
        page = client.get(f"/contests/{contest.pk}/").content.decode()
        lines = re.findall(r"<tr><td.*?</tr>", page, re.S)
        return [
            re.findall(r'tag">(out|switched off)<', next(one for one in lines if f">{who.program_name}" in one))
            for who in (off, gone)
        ]

    assert tags() == [["switched off"], ["out"]]
    play_on(contest)
    assert tags() == [["out"], ["out"]], "what the program is later says nothing of the stage"


def test_the_page_does_each_act_and_is_for_those_who_steer(alice, bob):
    contest = entered(alice, plan(), 3)
    address = f"/contests/{contest.pk}/steer/"
    assert seen_by(bob).get(address).status_code == 403
    assert seen_by(bob).post(address, {"act": "pause"}).status_code == 403
    assert Client(enforce_csrf_checks=True).post(address, {"act": "pause"}).status_code == 403
    host = seen_by(alice)
    for given in (
        {"act": "pause"},
        {"act": "resume"},
        {"act": "message", "text": "Hello."},
        {"act": "remove", "entrant": contest.entrants.first().pk, "text": "Gone."},
        {"act": "cohost", "person": bob.slug},
    ):
        assert host.post(address, given).status_code == 302
    starts = contest.starts_at + timedelta(days=2)
    form = {"opens_at": contest.opens_at, "closes_at": contest.closes_at, "starts_at": starts}
    sent = {name: value.strftime("%Y-%m-%dT%H:%M") for name, value in form.items()} | {"check_in_minutes": 5}
    assert host.post(address, sent | {"act": "dates", "starts_at": "soon"}).status_code == 400
    assert host.post(address, sent | {"act": "dates"}).status_code == 302
    contest.refresh_from_db()
    assert contest.starts_at == starts.replace(second=0, microsecond=0)
    kinds = ["dates", "cohost", "remove", "message", "resume", "pause"]
    assert [one["kind"] for one in oversight.log(contest)] == kinds
    assert b"Hello." in host.get(address).content
    assert host.post(address, {"act": "dance"}, follow=True).status_code == 200


def test_a_program_steers_over_http(alice, bob):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    _, text = create_token(user=alice, name="api", scopes=["read", "tables"])
    host, path = Client(headers={"authorization": f"Bearer {text}"}), f"/api/contests/{contest.pk}/"

    def send(**given):
        return host.post(f"{path}acts/", json.dumps(given), content_type="application/json")

    assert send(act="pause", text="Wait.").status_code == 204
    assert send(act="pause").status_code == 400
    assert send(act="dance").json()["path"] == "act"
    assert send(act="remove", entrant=2**31 - 1, text="x").json()["path"] == "entrant"
    assert send(act="void", stage=0, round=0, number=2**31 - 1, acts=0, text="x").json()["path"] == "table"
    (line,) = Client().get(f"{path}acts/").json()["acts"]
    assert (line["kind"], line["text"], line["by"]["name"]) == ("pause", "Wait.", "Alice")
    assert host.get(f"{path}progress/").json()["stage"] is None
    assert Client().get(f"{path}progress/").status_code in {401, 403}


def test_whoever_enters_with_a_code_has_to_know_it(alice, bob):
    contest = services.create_contest(user=alice, plan=plan(code="Lantern 7"))
    (own,) = programs([bob])
    with pytest.raises(NotAllowed) as refused:
        services.enter(user=bob, contest_id=contest.pk, program_id=own.pk, code="lantern")
    assert refused.value.path == "code"
    for address in (f"/contests/{contest.pk}/", f"/api/contests/{contest.pk}/"):
        assert b"Lantern 7" not in seen_by(bob).get(address).content
    assert "Lantern 7" in seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    seen_by(bob).post(f"/contests/{contest.pk}/enter/", {"program": own.pk, "code": " Lantern 7"})
    assert contest.entrants.get().user == bob


def test_ratings_make_the_order_in_place_of_the_lot(alice, monkeypatch):
    contest = entered(alice, plan(is_seeded=True), 4)
    ids = list(contest.entrants.order_by("pk").values_list("pk", flat=True))
    monkeypatch.setattr("lobby.contests.seeding.points_of", lambda _: {ids[2]: 1700, ids[0]: 1500})
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck(STUCK))
    order = contest.stages.get().entrants
    assert order[:2] == [ids[2], ids[0]]
    assert set(order[2:]) == {ids[1], ids[3]}


# --- What can be moved, who can enter, when it ends


def test_a_table_that_is_played_again_twice_remembers_both_matches_and_the_page_leads_to_them(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 4)
    luck = Slow()
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    for known in range(2):
        act(alice, contest, "replay", stage=0, round=0, number=0, acts=known, text="The clock was wrong.")
        scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
    table = Table.objects.get(number=0)
    assert len(table.earlier) == 2
    assert table.match_id not in table.earlier
    Table.objects.update(is_over=True)
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert all(f"/{one}/" in page for one in table.earlier)
    (told_of, _other) = Client().get(f"/api/contests/{contest.pk}/tables/").json()["tables"]
    assert told_of["earlier"] == table.earlier


def test_a_later_stage_waits_until_the_date_that_the_host_has_set_after_the_start(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1}), StagePlan("single")), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    later = contest.starts_at + timedelta(days=3)
    act(alice, contest, "stage", stage=1, not_before=later, text="The hall is taken.")
    assert {notices.lines([one])[0].text for one in Notice.objects.filter(kind="contest", key__contains="moved")} == {
        f"Lantern cup has other dates now: stage 2 begins no earlier than {later:%Y-%m-%d %H:%M} (UTC)."
    }
    for table in Table.objects.filter(is_over=False):
        table.match.status, table.match.outcome = "finished", {"places": [1, 2]}
        table.match.save()
    scheduler.go_on(contest.pk, now=later - timedelta(minutes=1), begin=Luck())
    first, second = contest.stages.all()
    assert (first.finished_at is not None, second.started_at) == (True, None)
    assert "no earlier than" in Client().get(f"/contests/{contest.pk}/").content.decode()
    scheduler.go_on(contest.pk, now=later, begin=Luck())
    second.refresh_from_db()
    assert second.started_at == later


def test_only_those_on_the_list_enter_and_they_are_told(alice, bob, charlie):
    contest = services.create_contest(user=alice, plan=plan(by_list=True, listed=["BOB"]))
    assert [notices.lines([one])[0].text for one in Notice.objects.filter(user=bob)] == [
        "You can enter Lantern cup: its host has put you on the list."
    ]
    theirs = dict(zip((bob, charlie), programs([bob, charlie]), strict=True))
    services.enter(user=bob, contest_id=contest.pk, program_id=theirs[bob].pk)
    with pytest.raises(NotAllowed, match="on the host's list"):
        services.enter(user=charlie, contest_id=contest.pk, program_id=theirs[charlie].pk)
    assert "Only those on the host" in seen_by(charlie).get(f"/contests/{contest.pk}/").content.decode()
    seen_by(alice).post(f"/contests/{contest.pk}/steer/", {"act": "list", "listed": "Charlie"})
    services.enter(user=charlie, contest_id=contest.pk, program_id=theirs[charlie].pk)
    assert contest.entrants.get(user=bob).withdrawn_at is not None
    assert "taken you off the list" in notices.lines([Notice.objects.filter(user=bob).latest("pk")])[0].text
    assert "The list of those who can enter was changed." in Client().get(f"/contests/{contest.pk}/").content.decode()
    with pytest.raises(NotAllowed, match="closed"):
        steering.relist(user=alice, contest_id=contest.pk, listed=[], now=contest.closes_at)


def test_a_list_is_of_people_whatever_account_they_enter_with(alice, bob, charlie):
    User.objects.filter(pk=charlie.pk).update(owner=bob)
    contest = services.create_contest(user=alice, plan=plan(by_list=True, listed=["Bob", "Charlie"]))
    charlie.refresh_from_db()
    (program,) = programs([charlie])
    services.enter(user=charlie, contest_id=contest.pk, program_id=program.pk)
    steering.relist(user=alice, contest_id=contest.pk, listed=["Bob"])
    assert contest.entrants.get().withdrawn_at is None, "their other account is still on it"
    steering.relist(user=alice, contest_id=contest.pk, listed=["Alice"])
    assert contest.entrants.get().withdrawn_at is not None


def test_names_that_nobody_has_are_told_beside_the_list_and_a_block_is_not(alice, bob):
    relations.block(user=bob, person=alice)
    with pytest.raises(NotAllowed) as refused:
        services.create_contest(user=alice, plan=plan(by_list=True, listed=["Bob", "Nobody here", "guest-1"]))
    assert (refused.value.path, str(refused.value.message)) == (
        "listed",
        "Nobody has these names: Nobody here, guest-1",
    )
    contest = services.create_contest(user=alice, plan=plan(by_list=True, listed=["Bob"]))
    assert contest.listed.get().user == bob
    assert not Notice.objects.filter(user=bob).exists()


@pytest.mark.parametrize("given", [{"by_list": True, "code": "lamp"}, {"listed": ["Alice"]}])
def test_a_contest_has_one_way_in(alice, given):
    with pytest.raises(NotAllowed):
        services.create_contest(user=alice, plan=plan(**given))


def test_the_host_reads_when_the_whole_contest_ends_and_from_what_that_is_reckoned(alice):
    contest = entered(
        alice, plan(StagePlan("swiss", {"rounds": 2}, every_minutes=60), StagePlan("single"), who="both"), 4
    )
    before = oversight.progress(contest, timezone.now())["expected"]
    assert (before["reckoned_from"], before["rounds"]) == ("rules", 4)
    page = seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    assert "at the latest" in page
    assert re.search(r"rules and clock allow, \d+ minutes?,", page)
    luck, now = Luck(), contest.starts_at
    scheduler.go_on(contest.pk, now=now, begin=luck)
    for match in luck.matches:
        match.started_at, match.finished_at = now, now + timedelta(minutes=10)
        match.save()
    contest.refresh_from_db()
    found = oversight.progress(contest, now + timedelta(minutes=10))["expected"]
    # The second round begins after an hour; then it and two rounds of the bracket take ten minutes each.
    assert found == {
        "ends_at": now + timedelta(minutes=90),
        "reckoned_from": "matches",
        "matches": 2,
        "rounds": 3,
        "match_seconds": 600,
    }


def test_before_its_first_match_the_end_of_a_contest_of_programs_is_reckoned_from_their_pace(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    steer = f"/contests/{contest.pk}/steer/"
    assert forecast.end(contest, timezone.now())["ends_at"] is None
    assert "The whole contest ends" not in seen_by(alice).get(steer).content.decode(), (
        "the clock of people tells nothing"
    )
    played_elsewhere(contest, seconds=20, steps=10)
    played_elsewhere(contest, seconds=900, steps=10, budget=10)
    played_elsewhere(contest, seconds=900, steps=10, arranged="")
    found = forecast.end(contest, timezone.now())
    most = games.get(contest.game).longest(games.get(contest.game).check_options({}, 2), 2).steps
    assert (found["reckoned_from"], found["matches"], found["match_seconds"]) == ("programs", 1, 2 * most)
    assert found["ends_at"] == contest.starts_at + 2 * timedelta(seconds=2 * most)
    assert "from the pace of programs in 1 match of this game" in seen_by(alice).get(steer).content.decode()


def test_nobody_reads_when_a_contest_ends_into_which_nobody_has_come(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 0)
    assert oversight.progress(contest, timezone.now())["expected"]["ends_at"] is None
    assert "The whole contest ends" not in seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()


def test_a_message_of_a_host_is_reported_to_staff_with_its_text(alice, bob):
    contest = entered(alice, plan(), 2)
    act(alice, contest, "message", text="You are all lamps.")
    address = f"/contests/{contest.pk}/acts/{contest.acts.get().pk}/report/"
    assert address in seen_by(bob).get(f"/contests/{contest.pk}/").content.decode()
    assert address not in seen_by(alice).get(f"/contests/{contest.pk}/").content.decode()
    assert "You are all lamps." in seen_by(bob).get(address).content.decode()
    seen_by(bob).post(address, {"kind": "abuse", "note": "rude"})
    report = Report.objects.get()
    assert (report.person, report.text, report.act) == (alice, "You are all lamps.", contest.acts.get())
    act(alice, contest, "pause", text="Storm.")
    other = contest.acts.get(kind="pause")
    assert seen_by(bob).get(f"/contests/{contest.pk}/acts/{other.pk}/report/").status_code == 404


def test_the_log_says_that_staff_have_cancelled_it_and_not_why(alice, dana):
    contest = entered(alice, plan(), 2)
    services.cancel_as_staff(staff=dana, contest_id=contest.pk, why="A private matter.")
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "Staff have cancelled the contest." in page
    assert "A private matter." not in page
