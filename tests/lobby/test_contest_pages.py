"""Do the pages of contests open for everybody, do their forms do what they say, and do they keep secrets?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from lobby.contests import oversight, plans, ready_plans, scheduler, serializers, services
from lobby.contests.brackets import brackets
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.forms import ContestForm
from lobby.contests.models import Contest, Table
from lobby.contests.plans import StagePlan
from lobby.contests.ready_plans import first_values
from lobby.matches import length
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Program, ProgramMemory, Seat
from lobby.matches.terms import Settings
from tests.lobby.contest_rows import Luck, entered, plan, play_on, programs

CHAIN = plans.chain(days=2, games_a_day=1, target=3, straight=1, final=2)


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


def seen_by(user) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_the_calendar_has_what_comes_and_what_is_over(alice, client):
    assert b"No contest is announced" in client.get("/contests/").content
    contest = entered(alice, plan(name="Winter cup"), 3)
    assert b"Winter cup" in client.get("/contests/").content
    services.cancel(user=alice, contest_id=contest.pk)
    assert b"cancelled" in client.get("/contests/").content


def test_a_finished_contest_begins_with_its_winners_and_the_last_stage(alice, client):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, advances=2), StagePlan("single")), 5)
    address = f"/contests/{contest.pk}/"
    before = client.get(address).content.decode()
    assert 'id="podium-title"' not in before
    assert before.index('id="stage-0"') < before.index('id="stage-1"')
    play_on(contest)
    page = client.get(address).content.decode()
    podium = page.split('id="podium-title"')[1].split("</section>")[0]
    ranked = contest.entrants.filter(rank__lte=3).order_by("rank")
    at = [podium.index(one.program.name if one.program else one.user.name) for one in ranked]
    assert len(at) >= 2 and at == sorted(at)
    order = [
        page.index(one) for one in ('id="podium-title"', "Fingerprint of the draw", 'id="stage-1"', 'id="stage-0"')
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("key", FORMATS)
def test_the_page_of_every_format_opens_before_while_and_after(alice, client, key):
    rules = dict.fromkeys(FORMATS[key].FIELDS, 1)
    contest = entered(alice, plan(StagePlan(key, rules | ({"drop_worst": 0} if "drop_worst" in rules else {}))), 5)
    for luck in (None, Luck(dict.fromkeys(range(9), "fault")), Luck()):
        if luck is not None:
            scheduler.go_on(contest.pk, now=contest.starts_at, begin=luck)
        for address in ("", "results.csv", "results.json"):
            assert client.get(f"/contests/{contest.pk}/{address}").status_code == 200
        assert seen_by(alice).get(f"/contests/{contest.pk}/").status_code == 200


def test_a_bracket_is_a_picture_whose_words_stand_below(alice, client):
    contest = entered(alice, plan(StagePlan("single")), 5)
    play_on(contest)
    page = client.get(f"/contests/{contest.pk}/").content.decode()
    assert page.count('<rect class="box"') == 7, (
        "four tables of the first round, of which three are byes; two; the final"
    )
    assert "Round 3" in page
    assert page.count('class="way"') == 6


def test_who_may_enter_another_program_is_not_asked_for_a_first_one(alice):
    contest = services.create_contest(user=alice, plan=plan(per_person=2))

    def page() -> str:
        return seen_by(alice).get(f"/contests/{contest.pk}/").content.decode()

    assert "Write a program first" in page()
    (own,) = programs([alice])
    services.enter(user=alice, contest_id=contest.pk, program_id=own.pk)
    assert "Write another program" in page() and "Write a program first" not in page()


def test_a_page_says_that_the_lot_has_decided(alice, client):
    class Drawn(Luck):
        def __call__(self, *given):
            match = super().__call__(*given)
            Match.objects.filter(pk=match.pk).update(outcome={"reason": "agreed_draw", "places": [1, 1]})
            return match

    contest = entered(alice, plan(StagePlan("single")), 2)
    luck = play_on(contest, Drawn())
    assert luck.calls == 3, "the match and two that go on from the draw, with seats swapped"
    first, second, third = ([place.entrant_id for place in table.places.all()] for table in Table.objects.all())
    assert first == third == second[::-1]
    assert [table["decided_by"] for table in serializers.tables(contest)] == [None, None, "lot"]
    page = client.get(f"/contests/{contest.pk}/").content.decode()
    assert page.count("decided by lot") == 1
    assert page.count('<rect class="box"') == 1
    assert sorted(contest.entrants.values_list("rank", flat=True)) == [1, 2]


def test_a_picture_has_room_for_every_table():
    def table(number, round_, *ids):
        places = [{"entrant": {"id": one, "name": f"Somebody with a long name {one}"}, "place": 1} for one in ids]
        return {"round": round_, "number": number, "lane": 0, "places": places}

    (picture,) = brackets([table(0, 0, 1, 2), table(1, 0, 3, 4), table(0, 1, 1, 3)])
    boxes = picture.boxes
    assert boxes[0].y + boxes[0].height <= boxes[1].y
    assert boxes[0].y < boxes[2].y < boxes[1].y
    assert max(box.y + box.height for box in boxes) == picture.height
    assert all(len(name.text) <= 21 for box in boxes for name in box.names)
    assert len(picture.lines) == 2


def test_a_duel_says_who_won_as_a_score_and_nothing_before_its_end():
    for at, said in (((2, 1), ["0", "1"]), ((None, None), ["", ""])):
        places = [{"entrant": {"id": one, "name": f"Owl {one}"}, "place": at[one]} for one in (0, 1)]
        (picture,) = brackets([{"round": 0, "number": 0, "lane": 0, "places": places}])
        assert [name.place for name in picture.boxes[0].names] == said
        assert [name.is_first for name in picture.boxes[0].names] == [False, at[1] == 1]


def filled(form) -> dict:
    """What a browser sends of a form as it is filled in."""
    found = {}
    for field in form:
        value = field.value()
        if hasattr(value, "strftime"):
            value = value.strftime("%Y-%m-%dT%H:%M" if hasattr(value, "year") else "%H:%M")
        if value is not None and value is not False:
            found[field.html_name] = value
    return found


@pytest.mark.parametrize("key", ready_plans.PLANS)
@pytest.mark.parametrize("game", [one for one in games.GAMES if games.get(one).programs is not None])
def test_each_ready_plan_of_every_game_is_announced_as_it_is_filled_in_and_used_again(alice, game, key):
    host = seen_by(alice)
    assert f"?preset={key}&amp;game={game}" in host.get("/contests/new/").content.decode()
    form = host.get(f"/contests/new/?preset={key}&game={game}").context["form"]
    assert host.post("/contests/new/", filled(form)).status_code == 302
    first = Contest.objects.get()
    assert (first.game, str(ready_plans.PLANS[key].label) in first.name) == (game, True)
    if limit := ready_plans.PLANS[key].minutes:
        engine = games.get(game)
        settings = Settings(
            seats=first.table_size, step_seconds=first.step_seconds, bank_seconds=first.bank_seconds, clock="live"
        )
        options = engine.check_options(first.options, first.table_size)
        longest = length.longest(engine, options, settings)
        assert longest is not None and longest.seconds is not None and longest.seconds <= limit * 60
    again = host.get(f"/contests/new/?again={first.pk}").context["form"]
    assert host.post("/contests/new/", filled(again)).status_code == 302
    second = Contest.objects.latest("pk")
    for name in ("options", "maps", "table_size", "step_seconds", "bank_seconds", "who", "most", "evening", "name"):
        assert getattr(second, name) == getattr(first, name), name
    rows = [
        [(one.format, one.rules, one.advances, one.every_minutes) for one in each.stages.all()]
        for each in (first, second)
    ]
    assert rows[0] == rows[1]


def test_an_earlier_contest_is_used_again_with_its_own_map_at_the_same_hour_of_a_day_to_come(alice, bob):
    sent = sent_form(
        time_zone="Asia/Shanghai", entry="code", code="lamp", is_seeded="on", format_1="swiss", rounds_1="5"
    )
    host = seen_by(alice)
    assert host.post("/contests/new/", sent).status_code == 302
    first = Contest.objects.get()
    long_ago = timedelta(days=30, hours=5)
    for name in ("opens_at", "closes_at", "starts_at"):
        setattr(first, name, getattr(first, name) - long_ago)
    first.status = "finished"
    first.save()
    assert "Use again" in host.get(f"/contests/{first.pk}/").content.decode()
    assert "Use again" not in seen_by(bob).get(f"/contests/{first.pk}/").content.decode()
    form = host.get(f"/contests/new/?again={first.pk}").context["form"]
    assert host.post("/contests/new/", filled(form)).status_code == 302
    second = Contest.objects.latest("pk")
    assert (second.code, second.is_seeded, second.time_zone) == ("lamp", True, "Asia/Shanghai")
    assert second.stages.get().rules == {"rounds": 5}
    later = second.starts_at - first.starts_at.replace(second=0, microsecond=0)
    assert later % timedelta(days=1) == timedelta(0) and second.closes_at > timezone.now()
    # Nobody takes a contest of somebody else, whose code it would show.
    theirs = seen_by(bob).get(f"/contests/new/?again={first.pk}")
    assert "lamp" not in theirs.content.decode()


def sent_form(**more) -> dict:
    """What the form of a new contest sends as it is filled in first."""
    form = ContestForm(initial=first_values("", "toy_programs"))
    given = {name: form[name].value() for name in form.fields}
    given |= {name: given[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at", "starts_at")}
    return {name: "" if value is None else value for name, value in given.items()} | {"name": "Cup", **more}


def stages_shown(page: str) -> int:
    return page.count("data-stage open>")


def test_the_form_shows_one_stage_and_one_more_at_each_press_up_to_eight(alice):
    host = seen_by(alice)
    assert stages_shown(host.get("/contests/new/").content.decode()) == 1
    assert stages_shown(host.get("/contests/new/?preset=chain").content.decode()) == 3
    sent = sent_form(format_1="swiss")
    for number in range(2, 9):
        page = host.post("/contests/new/", sent | {"add_stage": "1"}).content.decode()
        assert stages_shown(page) == number
        assert "Please look at this again" not in page, "nothing was sent yet"
        sent[f"format_{number}"] = "swiss"
    assert "Add a stage" not in page
    assert host.post("/contests/new/", sent).status_code == 302
    assert Contest.objects.get().stages.count() == 8


def test_the_form_knows_which_formats_read_a_field_of_a_stage(alice):
    page = seen_by(alice).get("/contests/new/").content.decode()
    found = re.findall(
        r'<div(?: data-formats="([a-z_ ]+)")?>\s*<div class="field">\s*<label for="id_([a-z_]+)_1"', page
    )
    readers = {name: set(formats.split()) for formats, name in found}
    for key, form in FORMATS.items():
        assert {name for name, formats in readers.items() if key in formats} == set(form.FIELDS)
    assert all(not readers[name] for name in ("straight", "advances", "every_minutes", "lasts_minutes"))


def test_a_contest_has_the_one_way_in_that_the_form_says_whatever_else_is_filled_in(alice, bob):
    host = seen_by(alice)
    filled = {"code": "lamp", "listed": "Bob, Alice", "team_least": 2, "team_most": 4, "who": "programs"}
    for entry in ("open", "code", "list"):
        assert host.post("/contests/new/", sent_form(**filled, entry=entry)).status_code == 302
        contest = Contest.objects.latest("pk")
        assert contest.entry == entry
        assert (bool(contest.code), contest.listed.count()) == (entry == "code", 2 if entry == "list" else 0)
        assert (contest.team_least, contest.team_most) == (2, 4)
    for wrong in ({"entry": "code", "code": ""}, {"entry": "list", "listed": "Nobody here"}, {"entry": "club"}):
        assert host.post("/contests/new/", sent_form(**wrong)).status_code == 400
    page = host.post("/contests/new/", sent_form(entry="list", listed="Nobody here")).content.decode()
    assert "Nobody has these names: Nobody here" in page


def test_a_size_that_the_rules_have_no_map_for_is_named(alice):
    wanted = {"game": "planet_conquer", "step_seconds": 30}
    with pytest.raises(NotAllowed, match="between 2 and 4 seats") as refused:
        services.create_contest(user=alice, plan=plan(table_size=5, **wanted))
    assert refused.value.path == "table_size"
    services.create_contest(user=alice, plan=plan(table_size=4, **wanted))
    labels = dict(dict(ContestForm().fields["game"].choices)["Planet Conquer"])
    assert labels["planet_conquer:duel"].endswith("(2 seats)")
    assert labels["planet_conquer:"].endswith("(2 to 4 seats)")


def test_one_form_announces_the_chain_of_the_seed(alice):
    form = ContestForm(initial=first_values("chain", "toy_programs"))
    given = {name: form[name].value() for name in form.fields}
    moments = {name: given[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at", "starts_at")}
    sent = {name: "" if value is None else value for name, value in (given | moments).items()}
    sent |= {"name": "As in the seed", "time_zone": "Asia/Shanghai"}
    answer = seen_by(alice).post("/contests/new/", sent)
    contest = Contest.objects.get()
    assert answer.url == f"/contests/{contest.pk}/"
    assert [stage.format for stage in contest.stages.all()] == ["points_race", "last_out", "rank_sum"]
    assert contest.opens_at.replace(tzinfo=None) == given["opens_at"] - timedelta(hours=8), "the same hour in Shanghai"
    assert contest.is_secret


def test_the_form_names_the_wrong_field(alice):
    answer = seen_by(alice).post("/contests/new/", {"name": "x"})
    assert answer.status_code == 400
    assert b"Please look at this again" in answer.content


def test_an_announcement_that_the_service_refuses_does_not_use_the_limit_up(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "contest": "1/m/user"}
    form = ContestForm(initial=first_values("", "toy_programs"))
    given = {name: form[name].value() for name in form.fields}
    given |= {name: given[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at", "starts_at")}
    sent = {name: "" if value is None else value for name, value in given.items()} | {"name": "Cup"}
    host = seen_by(alice)
    for _ in range(3):
        assert host.post("/contests/new/", sent | {"table_size": 8}).status_code == 400
    assert host.post("/contests/new/", sent).status_code == 302
    assert host.post("/contests/new/", sent).status_code == 429


def test_people_enter_check_in_withdraw_and_challenge_on_the_page(alice, bob):
    contest = services.create_contest(user=alice, plan=plan(check_in_minutes=30))
    (house, own) = programs([alice, bob])
    host, guest = seen_by(alice), seen_by(bob)
    page = f"/contests/{contest.pk}/"
    host.post(f"{page}organise/", {"program": house.pk})
    guest.post(f"{page}enter/", {"program": own.pk})
    organiser, entrant = contest.entrants.order_by("pk")
    assert (organiser.is_organiser, entrant.user) == (True, bob)
    answer = guest.post(f"{page}challenge/", {"entrant": organiser.pk, "program": own.pk})
    assert answer.url.startswith("/matches/")
    assert b"not open" in guest.post(f"{page}check-in/", follow=True).content
    guest.post(f"{page}withdraw/")
    assert contest.entrants.filter(withdrawn_at=None).get() == organiser
    assert guest.post(f"{page}cancel/").status_code == 403, "it is not Bob's"
    host.post(f"{page}cancel/")
    contest.refresh_from_db()
    assert contest.status == "cancelled"
    assert guest.post(f"{page}dance/").status_code == 404
    assert guest.get("/contests/999/").status_code == 404


def test_during_check_in_everybody_sees_who_is_there_and_hosts_whom_they_wait_for(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1}), check_in_minutes=30), 3)
    first, _, last = [one.user for one in contest.entrants.order_by("pk")]
    minute = contest.starts_at - timedelta(minutes=1)
    services.check_in(user=first, contest_id=contest.pk, now=minute)
    page = f"/contests/{contest.pk}/"
    assert "checked in" not in seen_by(last).get(page).content.decode(), "before the check-in nobody can"
    shift = contest.starts_at - timezone.now() - timedelta(minutes=10)
    times = {"opens_at": contest.opens_at - shift, "closes_at": contest.closes_at - shift, "starts_at": contest.starts_at - shift}  # fmt: skip
    Contest.objects.update(**times)
    assert seen_by(last).get(page).content.decode().count(">checked in<") == 1
    steer = " ".join(seen_by(alice).get(f"{page}steer/").content.decode().split())
    assert "<dt>Checked in</dt><dd>1</dd>" in steer
    absent = steer.partition("<dt>Not checked in yet</dt><dd>")[2].partition("</dd>")[0]
    assert re.findall(r"Player \d", absent) == ["Player 1", "Player 2"]
    contest.refresh_from_db()
    play_on(contest)
    assert "/withdraw/" not in seen_by(last).get(page).content.decode(), "they take no part"


def test_a_secret_contest_looks_the_same_to_strangers_whatever_has_happened(alice, bob):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    Contest.objects.update(status="running")
    before = {
        address: seen_by(None).get(f"/contests/{contest.pk}/{address}").content
        for address in ("results.csv", "results.json")
    }
    page = seen_by(bob).get(f"/contests/{contest.pk}/").content
    Contest.objects.update(status="planned")
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    after = {address: seen_by(None).get(f"/contests/{contest.pk}/{address}").content for address in before}
    assert after == before
    assert len(seen_by(bob).get(f"/contests/{contest.pk}/").content) == len(page)
    mine = contest.entrants.first().user
    own = seen_by(mine).get(f"/contests/{contest.pk}/").content.decode()
    assert "of 4" in own and "Replay" in own


def test_how_contests_go_is_told_in_both_languages_with_links_that_lead_somewhere(client, db):
    english = client.get("/contests/rules/").content.decode()
    assert "last_out" in english
    assert 'href="/api/guide/api/#contests"' in english
    assert "末位淘汰" in client.get("/contests/rules/", HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()
    assert 'href="/contests/rules/"' in client.get("/contests/").content.decode()


@pytest.mark.parametrize("address", ["", "results.json", "steer/"])
def test_no_page_of_a_contest_reads_the_texts_of_all_its_programs(alice, address):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    with CaptureQueriesContext(connection) as asked:
        assert seen_by(alice).get(f"/contests/{contest.pk}/{address}").status_code == 200
    assert not [one["sql"] for one in asked if '"lobby_program"."text"' in one["sql"]]


def test_an_entrant_reads_that_the_program_was_switched_off(alice):
    contest = entered(alice, plan(StagePlan("round_robin", {"games": 1})), 2)
    entrant = contest.entrants.order_by("pk").first()

    def page() -> str:
        return seen_by(entrant.user).get(f"/contests/{contest.pk}/").content.decode()

    assert "switched off" not in page()
    Program.objects.filter(pk=entrant.program_id).update(switched_off="error: it broke")
    assert page().count("switched off") == 1


@pytest.mark.parametrize(
    ("steps", "share", "for_host", "for_owner"),
    [
        (7, "all", "all its orders in its last match were refused", "refused its orders in all 7 steps"),
        (9, "some", "orders in its last match were refused", "refused its orders in 7 of 9 steps"),
    ],
)
def test_orders_that_the_game_refused_are_told_to_host_and_owner(alice, steps, share, for_host, for_owner):
    contest = entered(alice, plan(StagePlan("rank_sum", {"games": 2}, every_minutes=60)), 2)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    first, other = contest.entrants.order_by("pk")
    seat = Seat.objects.get(program=first.program_id)
    Match.objects.update(step=steps)
    ProgramMemory.objects.create(match=seat.match, seat=seat.number, counts={"refused": 7})
    (line,) = oversight.progress(Contest.objects.get(), timezone.now())["programs"]
    assert (line["entrant"]["id"], line["refused"], line["is_switched_off"]) == (first.pk, share, False)
    assert set(line) == {"entrant", "is_switched_off", "failures", "failed", "refused"}, (
        "no number tells how long the match was"
    )
    assert for_host in seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    own, foreign = [seen_by(one.user).get(f"/contests/{contest.pk}/").content.decode() for one in (first, other)]
    assert for_owner in own and f"/matches/{seat.match_id}/console/" in own
    assert "orders refused in 7 steps</a>" in own, "also beside the match"
    assert "refused its orders" not in foreign


@pytest.mark.parametrize(
    ("steps", "share", "for_host"),
    [(15, "some", "failed in steps of its last match"), (8, "all", "failed in all steps of its last match")],
)
def test_steps_in_which_a_program_failed_are_told_to_host_and_owner(alice, steps, share, for_host):
    contest = entered(alice, plan(StagePlan("rank_sum", {"games": 2}, every_minutes=60)), 2)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    first, other = contest.entrants.order_by("pk")
    assert (
        "No program failed in its last match." in seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    )
    seat = Seat.objects.get(program=first.program_id)
    Match.objects.update(step=steps)
    # A worker that ended is no failure of the program.
    ProgramMemory.objects.create(
        match=seat.match, seat=seat.number, counts={"error": 5, "budget": 2, "off": 1, "crash": 1}
    )
    (line,) = oversight.progress(Contest.objects.get(), timezone.now())["programs"]
    assert (line["entrant"]["id"], line["failed"], line["refused"], line["failures"]) == (first.pk, share, "", 1)
    page = seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()
    assert for_host in page and "No program failed" not in page and "switched off for the rest of 1 match here" in page
    own, foreign = [seen_by(one.user).get(f"/contests/{contest.pk}/").content.decode() for one in (first, other)]
    assert f"failed in 8 of {steps} steps" in own and f"/matches/{seat.match_id}/console/" in own
    assert "failed in 8 steps</a>" in own, "also beside the match"
    assert "failed in" not in foreign


def test_a_large_stage_has_its_first_lines_on_the_page_and_all_of_it_on_its_own(alice, monkeypatch):
    monkeypatch.setattr("lobby.contests.pages.LARGE", 5)
    monkeypatch.setattr("lobby.contests.pages.FIRST", 2)
    contest = entered(
        alice, plan(StagePlan("swiss", {"rounds": 2}, advances=2), StagePlan("rank_sum", {"games": 1})), 6
    )
    play_on(contest)
    last = contest.entrants.order_by("-rank").first()
    whole = f"/contests/{contest.pk}/stages/1/"

    def lines(address: str, user=None) -> tuple[int, str]:
        page = (Client() if user is None else seen_by(user)).get(address).content.decode()
        return page.split('id="entrants-title"')[0].count('<th scope="row">'), page

    count, page = lines(f"/contests/{contest.pk}/")
    assert count == 2 + 2 and whole in page and "entrants 6, tables 6" in page
    assert f"/contests/{contest.pk}/stages/2/" not in page and page.count('<details class="round">') == 1
    count, _page = lines(f"/contests/{contest.pk}/", last.user)
    assert count == 2 + 1 + 2, "one's own line too"
    count, page = lines(whole)
    assert count == 6 and page.count('<details class="round">') == 2
    assert Client().get(f"/contests/{contest.pk}/stages/3/").status_code == 404


def test_the_page_of_a_stage_keeps_the_secrets_of_its_contest(alice):
    contest = entered(alice, plan(StagePlan("rank_sum", {"games": 2}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    page = Client().get(f"/contests/{contest.pk}/stages/1/").content.decode()
    assert "secret until the contest is over" in page
    assert "Bot of Player" not in page and "/replay/" not in page


def test_tables_are_told_without_what_is_long_in_their_stage_and_their_match(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    play_on(contest)
    with CaptureQueriesContext(connection) as asked:
        assert len(serializers.tables(contest)) == 4
        assert len(serializers.own(contest, contest.entrants.first().user_id)) == 2
    told = [one["sql"] for one in asked if 'JOIN "lobby_stage"' in one["sql"]]
    assert len(told) == 2
    assert not any(long in sql for sql in told for long in ('"standings"', '"lobby_stage"."entrants"', '"options"'))
