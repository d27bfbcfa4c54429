"""Do staff see how matches do without seeing into them, can they mend them, is each act written down, and may nobody else do it?"""

from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation

from lobby.accounts.models import StaffAct, User
from lobby.matches import (
    audience,
    automatic,
    journal,
    oversight,
    positions,
    referee,
    reliability,
    replay,
    seating,
    services,
    status,
    substitutes,
    tables,
    threads,
    timer,
    votes,
)
from lobby.matches.errors import NotAllowed, NotRunning, WrongStep
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat, Step
from tests.lobby.test_accounts_people import signed_in

WHY = "the bridge was broken"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def play(match, order, steps):
    for step in range(steps):
        order(match, 0, step=step, walk=1)
        order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    match.refresh_from_db()
    return match


# --- Acts


ACTS = {
    "pause": oversight.pause,
    "resume": oversight.resume,
    "extend": partial(oversight.extend, minutes=5),
    "set_back": partial(oversight.set_back, step=0),
    "void": oversight.void,
}


@pytest.mark.parametrize("how", ["person", "program"])
def test_nobody_acts_on_a_match_in_which_they_play(how, make_match, dana, alice, bob):
    match = make_match([alice, dana] if how == "person" else [alice, bob])
    if how == "program":
        own = Program.objects.create(owner=dana, game="toy", name="walker", text="")
        match.seats.filter(user=bob).update(user=None, program=own)
    before = Match.objects.values().get(pk=match.pk)
    for act in ACTS.values():
        with pytest.raises(NotAllowed, match="somebody else of the staff"):
            act(staff=dana, match_id=match.pk, why=WHY)
    assert Match.objects.values().get(pk=match.pk) == before
    assert not StaffAct.objects.exists()
    assert not Match.objects.filter(forked_from=match).exists()
    other = User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)
    oversight.pause(staff=other, match_id=match.pk, why=WHY)
    assert Match.objects.get(pk=match.pk).status == "paused"


@pytest.mark.parametrize("act", ["resume", "void"])
def test_a_match_that_a_fault_has_stopped_does_not_stand_still_because_all_staff_play_in_it(
    act, make_match, dana, alice, order, replace_toy
):
    def resolve(state, orders, rng):
        raise ValueError

    match = make_match([alice, dana])
    replace_toy(resolve=resolve)
    for seat in (0, 1):
        order(match, seat)
    referee.advance_once(match.pk)
    assert Match.objects.get(pk=match.pk).status == "paused"
    assert [each.name for each, _form in signed_in(dana).get(f"/staff/matches/{match.pk}/").context["acts"]] == [
        "resume",
        "void",
    ]
    with pytest.raises(NotAllowed, match="somebody else of the staff"):
        ACTS["set_back"](staff=dana, match_id=match.pk, why=WHY)
    ACTS[act](staff=dana, match_id=match.pk, why=WHY)
    assert Match.objects.get(pk=match.pk).status == {"resume": "running", "void": "aborted"}[act]
    assert StaffAct.objects.count() == 1


@pytest.mark.parametrize(("language", "words"), [("en", "You play in this match"), ("zh-hans", "你参加了这场对局")])
def test_pages_tell_staff_who_play_why_they_cannot_act(make_match, dana, alice, language, words):
    match = make_match([alice, dana])
    client, url = signed_in(dana), f"/staff/matches/{match.pk}/"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    with translation.override("en"):
        page = client.get(url)
        assert page.context["acts"] == []
        assert words in page.content.decode()
        refused = client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"})
        assert refused.status_code == 400
        assert words in refused.content.decode()
        for action in ("abort", "resume"):
            chosen = {"action": action, "_selected_action": [match.pk], "why": WHY}
            assert words in client.post("/admin/lobby/match/", chosen, follow=True).content.decode()
        assert client.post(f"/admin/lobby/match/{match.pk}/change/", {"visibility": "link"}).status_code == 403
    match.refresh_from_db()
    assert (match.status, match.visibility) == ("running", "public")
    assert not StaffAct.objects.exists()


def test_a_pause_of_staff_is_ended_by_staff_alone(make_match, dana, alice, bob):
    match = make_match()
    left = match.deadline - match.step_started_at
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert (match.status, match.deadline, match.due_at) == ("paused", None, None)
    with pytest.raises(NotAllowed, match="Staff have paused"):
        services.vote(user_id=alice.pk, match_id=match.pk, kind="resume", value=True)
    timer.end_pause(match.pk, timezone.now() + timedelta(days=30))
    match.refresh_from_db()
    assert match.status == "paused"
    oversight.resume(staff=dana, match_id=match.pk, why="it is mended")
    match.refresh_from_db()
    assert (match.status, match.deadline - match.step_started_at) == ("running", left)
    assert list(StaffAct.objects.order_by("pk").values_list("act", "subject", "why", "staff")) == [
        ("pause match", str(match), WHY, dana.pk),
        ("resume match", str(match), "it is mended", dana.pk),
    ]


def test_a_pause_of_the_seats_becomes_one_of_staff(make_match, dana):
    match = make_match()
    votes.pause(match, timezone.now())
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert votes.is_held(match)
    with pytest.raises(NotRunning):
        oversight.pause(staff=dana, match_id=match.pk, why=WHY)


def test_more_time_survives_a_pause(make_match, dana):
    match = make_match()
    before = match.deadline
    oversight.extend(staff=dana, match_id=match.pk, minutes=30, why=WHY)
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    oversight.resume(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert timedelta(0) <= match.deadline - before - timedelta(minutes=30) < timedelta(seconds=5)
    assert StaffAct.objects.get(act="extend match").why == f"30 min: {WHY}"


def test_an_act_that_is_refused_is_not_in_the_log(make_match, dana):
    match = make_match()
    for act in (oversight.pause, oversight.resume, oversight.void):
        with pytest.raises(ValidationError):
            act(staff=dana, match_id=match.pk, why=" ")
    with pytest.raises(NotRunning):
        oversight.resume(staff=dana, match_id=match.pk, why=WHY)
    with pytest.raises(WrongStep):
        oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    match.refresh_from_db()
    assert (match.status, StaffAct.objects.count()) == ("running", 0)


# --- Set back


def test_a_match_that_is_set_back_goes_on_in_another_one(make_match, order, dana, alice):
    match = play(make_match(bank_seconds=60, press="full", spectator_delay=3), order, 3)
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
    before = list(Step.objects.filter(match=match).values_list("number", "digest"))
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    match.refresh_from_db(), again.refresh_from_db()
    assert (match.status, match.set_aside, match.deadline, match.step) == ("paused", True, None, 3)
    assert list(Step.objects.filter(match=match).values_list("number", "digest")) == before
    assert (again.status, again.step, again.forked_from_id, again.forked_step) == ("running", 0, match.pk, 1)
    assert Step.objects.get(match=again).digest == dict(before)[1]
    assert again.seed != match.seed
    for name in seating.SAME_AGAIN:
        assert getattr(again, name) == getattr(match, name)
    assert list(again.seats.values_list("number", "user", "autopilot", "missed", "bank_ms")) == [
        (seat.number, seat.user_id, seat.autopilot, 0, 60_000) for seat in match.seats.all()
    ]
    assert StaffAct.objects.get().why == f"1: {WHY}"
    play(again, order, 1)
    assert replay.verify(again) == []
    assert again.step == 1


OWN = {"id", "seed", "rules_version", "status", "step", "step_started_at", "deadline", "extra_seconds", "due_at", "hold_until",
       "paused_at", "revision", "outcome", "fault", "rematch_of_id", "forked_from_id", "forked_step", "set_aside", "created_at",
       "started_at", "finished_at"}  # fmt: skip
SEATS_OWN = {"id", "match_id", "ready", "bank_ms", "missed", "autopilot", "resigned", "seen_at", "vacation_left", "vacation_step", "place",
             "steps_due", "steps_answered"}  # fmt: skip


def test_what_a_match_that_begins_again_keeps_is_decided_for_every_field():
    assert {field.attname for field in Match._meta.concrete_fields} == OWN | set(seating.SAME_AGAIN)
    assert {field.attname for field in Seat._meta.concrete_fields} == SEATS_OWN | set(seating.SAME_SEAT)


def test_what_is_hidden_stays_hidden_until_the_other_match_is_over(make_match, order, dana, alice, charlie):
    match = play(make_match(), order, 3)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    tables.expire_tables(timezone.now())
    match.refresh_from_db()
    assert not audience.is_over(match)
    for reader in (alice, charlie, dana):
        with pytest.raises(NotAllowed):
            audience.may_watch(match, reader.pk, "referee")
    with pytest.raises(NotAllowed):
        replay.record(match)
    for act in (oversight.resume, oversight.void, oversight.pause):
        with pytest.raises(NotAllowed):
            act(staff=dana, match_id=match.pk, why=WHY)
    for kind in ("resume", "abort"):
        with pytest.raises(NotRunning):
            services.vote(user_id=alice.pk, match_id=match.pk, kind=kind, value=True)
    oversight.void(staff=dana, match_id=again.pk, why=WHY)
    assert tables.expire_tables(timezone.now()) == 1
    match.refresh_from_db()
    assert match.status == "aborted"
    assert audience.may_watch(match, charlie.pk, "referee") == audience.REFEREE


async def test_nobody_does_anything_more_at_a_table_that_was_set_back(make_match, dana, alice, bob, charlie):
    """What it hides goes on elsewhere: a seat or a window there would tell of it."""
    match = make_match([alice, bob])
    early = await sync_to_async(services._resignation)(
        user_id=bob.pk, match_id=match.pk, number=None, now=match.step_started_at
    )

    def set_back():
        Seat.objects.filter(match=match, user=bob).update(autopilot="thrower", missed=2)
        assert substitutes.open_seats(match, list(match.seats.all())) == [1]
        oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
        match.refresh_from_db()
        assert substitutes.open_seats(match, list(match.seats.all())) == []
        for refused in (
            partial(substitutes.take_over, user=charlie, match_id=match.pk, number=1),
            partial(services.set_watchable, user_id=alice.pk, match_id=match.pk, value=True),
            partial(services.come_back, user_id=bob.pk, match_id=match.pk),
            partial(services.vote, user_id=alice.pk, match_id=match.pk, kind="resume", value=True),
            partial(automatic.set_preferences, user_id=alice.pk, match_id=match.pk, preferences={}),
        ):
            with pytest.raises(NotRunning):
                refused()
        before = list(match.seats.order_by("number").values())
        (result,) = journal.write([early]).results
        assert isinstance(result, NotRunning), "it was on its way already"
        assert list(match.seats.order_by("number").values()) == before

    await threads.run(threads.SERVICES, set_back)
    with pytest.raises(NotRunning):
        await services.resign(user_id=alice.pk, match_id=match.pk)


def test_everybody_who_has_it_open_is_shown_the_way(make_match, dana, alice, charlie):
    match = make_match()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    for reader in (alice, charlie):
        for audience_of in (audience.own_seat(0), audience.PUBLIC):
            shown = status.status_message(status.load(match.pk), audience_of)
            assert (shown.status, shown.held, shown.goes_on) == ("paused", True, again.pk)
        assert WHY not in signed_in(reader).get(f"/matches/{match.pk}/").content.decode()
    shown = status.status_message(status.load(again.pk), audience.PUBLIC)
    assert (shown.status, shown.held, shown.goes_on) == ("running", False, None)


def test_its_lists_lead_to_the_new_one(make_match, dana, alice, charlie):
    match = make_match()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    for reader, url in ((alice, "/matches/"), (charlie, "/lobby/")):
        page = signed_in(reader).get(url).content.decode()
        assert (again.pk in page, match.pk in page) == (True, False)


def test_who_has_given_up_before_stays_out_and_who_did_later_is_back(make_match, order, dana, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    game = positions.game_of(match)

    def resign(number, step):
        Orders.objects.create(
            match=match, step=step, seat=number, revision=1, orders=game.resign_orders, ready=True, by="person"
        )
        Seat.objects.filter(match=match, number=number).update(resigned=True)

    resign(1, 0)
    order(match, 0), order(match, 2)
    assert referee.advance_once(match.pk) == 1
    order(match, 0, step=1)
    resign(2, 1)
    assert not Seat.objects.filter(match=match, number=0, resigned=True).exists()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    assert list(again.seats.filter(resigned=True).values_list("number", flat=True)) == [1]


def test_who_has_lost_a_seat_stays_out_and_nobodys_steps_count_twice(make_match, dana, alice, bob, charlie):
    match = make_match()
    Seat.objects.filter(match=match, user=bob).update(autopilot="thrower", steps_due=30, steps_answered=24)
    substitutes.take_over(user=charlie, match_id=match.pk, number=1)
    Seat.objects.filter(match=match, user=alice).update(autopilot="thrower")
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    assert substitutes.open_seats(again, list(again.seats.all())) == [0]
    with pytest.raises(NotAllowed, match="Somebody else has taken your seat"):
        substitutes.take_over(user=bob, match_id=again.pk, number=0)
    oversight.void(staff=dana, match_id=again.pk, why=WHY)
    assert tables.expire_tables(timezone.now()) == 1
    assert reliability.of(bob.pk) == reliability.Reliability(30, 24)


def test_vacations_that_were_taken_stay_taken_and_programs_know_nothing_of_what_came_after(make_match, order, dana):
    match = make_match(clock="slow", step_seconds=86_400, vacation_days=5)
    Seat.objects.filter(match=match, number=1).update(vacation_left=2)
    ProgramMemory.objects.create(match=match, seat=0, entities={"7": "{}"})
    play(match, order, 2)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    assert list(again.seats.values_list("vacation_left", flat=True)) == [5, 2]
    assert not ProgramMemory.objects.filter(match=again).exists()


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("step", [1, 2])
def test_whoever_is_on_vacation_has_as_long_as_before(make_match, order, dana, alice, step, paused):
    match = play(make_match(clock="slow", step_seconds=86_400, vacation_days=5), order, 2)
    number = match.seats.get(user=alice).number
    services.take_vacation(user_id=alice.pk, match_id=match.pk, days=3)
    match.refresh_from_db()
    deadline = match.deadline
    if paused:
        oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=step, why=WHY)
    again.refresh_from_db()
    # A pause has given the time back that it lasted.
    assert (deadline < again.deadline < deadline + HOUR) if paused else again.deadline == deadline
    assert list(again.seats.exclude(vacation_step=None).values_list("number", "vacation_step")) == [(number, 0)]
    told = again.deadline
    votes.pause(again, timezone.now()), again.refresh_from_db()
    votes.resume(again, timezone.now()), again.refresh_from_db()
    assert told <= again.deadline < told + HOUR


def test_a_vacation_that_is_over_leaves_the_first_step_its_ordinary_time(make_match, order, dana, alice):
    match = make_match(clock="slow", step_seconds=86_400, vacation_days=5)
    services.take_vacation(user_id=alice.pk, match_id=match.pk, days=3)
    play(match, order, 2)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    again.refresh_from_db()
    assert again.deadline - again.started_at == DAY
    assert not again.seats.exclude(vacation_step=None).exists()


def test_what_cannot_be_set_back_is_refused(make_match, order, dana, alice, replace_toy):
    sandbox = make_match([alice], ["thrower"], kind="sandbox")
    with pytest.raises(NotAllowed):
        oversight.set_back(staff=dana, match_id=sandbox.pk, step=0, why=WHY)
    old = make_match()
    Match.objects.filter(pk=old.pk).update(rules_version="0")
    with pytest.raises(NotAllowed, match="older rules"):
        oversight.set_back(staff=dana, match_id=old.pk, step=0, why=WHY)
    over = make_match()
    votes.abort(over, timezone.now())
    with pytest.raises(NotRunning):
        oversight.set_back(staff=dana, match_id=over.pk, step=0, why=WHY)
    assert Match.objects.filter(forked_from__isnull=False).count() == 0


def test_a_match_that_a_fault_has_stopped_goes_on_with_other_luck(make_match, order, dana, replace_toy):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(
        status="paused", paused_at=timezone.now(), deadline=None, due_at=None, fault="ZeroDivisionError"
    )
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    assert play(again, order, 1).step == 1


# --- Pages


def test_the_list_says_how_matches_do_and_not_what_is_in_them(make_match, order, dana, alice):
    calm, stopped = make_match(), make_match()
    order(calm, 0, throw=7)
    Match.objects.filter(pk=stopped.pk).update(
        status="paused", paused_at=timezone.now(), deadline=None, due_at=None, fault="ZeroDivisionError: division"
    )
    Match.objects.filter(pk=calm.pk).update(due_at=timezone.now() - timedelta(minutes=5))
    client = signed_in(dana)
    page = client.get("/staff/matches/").content.decode()
    assert page.index(stopped.pk) < page.index(calm.pk), "those in trouble come first"
    assert "ZeroDivisionError" in page
    assert "people: 2 (here now: 0, a bot stands in: 0), bots: 0" in page
    for secret in (calm.seed, stopped.seed, "Alice", "Bob"):
        assert secret not in page
    rows = {trouble: [row.id for row in client.get(f"/staff/matches/?trouble={trouble}").context["rows"]]
            for trouble in ("fault", "held", "overdue", "nonsense")}  # fmt: skip
    assert rows["fault"] == [stopped.pk]
    assert rows["held"] == []
    assert rows["overdue"] == [calm.pk]
    assert set(rows["nonsense"]) == {calm.pk, stopped.pk}
    oversight.pause(staff=dana, match_id=calm.pk, why=WHY)
    assert [row.id for row in client.get("/staff/matches/?trouble=held").context["rows"]] == [calm.pk]


@pytest.mark.parametrize("anonymous", [True, False])
def test_staff_who_play_are_told_no_more_than_the_step_tells(make_match, dana, alice, anonymous):
    match = make_match([alice, dana], ["thrower"], anonymous=anonymous)
    Match.objects.filter(pk=match.pk).update(fault="ValueError: the spy stands at 7")
    page = signed_in(dana).get("/staff/matches/").content.decode()
    assert "more would tell you too much" in page
    assert "bots: 1" not in page and "the spy" not in page
    watcher = User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)
    seen = signed_in(watcher).get(f"/staff/matches/{match.pk}/").content.decode()
    assert "bots: 1" in seen and "ValueError" in seen


def test_a_match_is_mended_from_its_page(make_match, dana):
    match = make_match()
    client, url = signed_in(dana), f"/staff/matches/{match.pk}/"
    assert [act.name for act, _form in client.get(url).context["acts"]] == ["pause", "extend", "set_back", "void"]
    refused = client.post(f"{url}pause/", {"pause-why": ""})
    assert refused.status_code == 400
    assert 'id="id_pause-why"' in refused.content.decode()
    assert client.post(f"{url}pause/", {"pause-why": WHY}).status_code == 302
    assert [act.name for act, _form in client.get(url).context["acts"]] == ["resume", "set_back", "void"]
    assert client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"}).status_code == 400
    assert client.post(f"{url}resume/", {"resume-why": WHY}).status_code == 302
    assert client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"}).status_code == 302
    beyond = client.post(f"{url}set_back/", {"set_back-why": WHY, "set_back-step": "9"})
    assert beyond.status_code == 400
    assert beyond.context["refused"].errors["step"]
    assert client.post(f"{url}set_back/", {"set_back-why": WHY, "set_back-step": "0"}).status_code == 302
    page = client.get(url)
    again = Match.objects.get(forked_from=match)
    assert page.context["acts"] == []
    assert again.pk in page.content.decode()
    assert client.post(f"/staff/matches/{again.pk}/void/", {"void-why": WHY}).status_code == 302
    again.refresh_from_db()
    assert again.status == "aborted"
    assert list(StaffAct.objects.order_by("pk").values_list("act", flat=True)) == [
        "pause match", "resume match", "extend match", "set match back", "void match",
    ]  # fmt: skip
    assert client.post(f"{url}nothing/", {}).status_code == 404
    assert client.get("/staff/matches/zzzzzzzzzz/").status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_staff_pages_open_in_both_languages(make_match, dana, language):
    match = make_match()
    client = signed_in(dana)
    for url in ("/staff/matches/", f"/staff/matches/{match.pk}/", "/staff/maintenance/"):
        answer = client.get(url, headers={"accept-language": language})
        assert (url, answer.status_code) == (url, 200)
        assert f'<html lang="{language}"' in answer.content.decode()


LOGIN, REFUSED, OPEN, DONE = "login", 403, 200, 302
TABLE = {
    # address and what is sent: stranger, person, staff without rights, staff who may look, staff who may act
    ("/staff/matches/", None): (LOGIN, REFUSED, REFUSED, OPEN, OPEN),
    ("/staff/matches/{match}/", None): (LOGIN, REFUSED, REFUSED, OPEN, OPEN),
    ("/staff/matches/{match}/extend/", "minutes=5&why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/pause/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/resume/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/void/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{other}/set_back/", "step=0&why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/maintenance/", None): (LOGIN, REFUSED, REFUSED, REFUSED, OPEN),
    ("/staff/maintenance/", "minutes=5"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
}
RIGHTS = {
    "staff without rights": [],
    "staff who may look": ["view_match"],
    "staff who may act": ["view_match", "change_match", "change_maintenance"],
}


@pytest.mark.parametrize("column", range(5), ids=["stranger", "person", *RIGHTS])
def test_who_may_do_what(column, make_match, alice, bob, charlie):
    matches = {name: make_match([alice, charlie]).pk for name in ("match", "other")}
    client = Client()
    if column:
        names = list(RIGHTS.values())[column - 2] if column > 1 else []
        bob.is_staff = column > 1
        bob.save()
        # Rights without being staff open nothing.
        names = names if column > 1 else RIGHTS["staff who may act"]
        bob.user_permissions.set(Permission.objects.filter(codename__in=names))
        client.force_login(bob)
    for (path, sent), cells in TABLE.items():
        url = path.format(**matches)
        act = path.rstrip("/").rsplit("/", 1)[-1]
        if sent is None:
            answer = client.get(url)
        else:
            prefix = "" if act == "maintenance" else f"{act}-"
            answer = client.post(url, {f"{prefix}{pair.split('=')[0]}": pair.split("=")[1] for pair in sent.split("&")})
        found = LOGIN if answer.headers.get("Location", "").startswith("/accounts/login/") else answer.status_code
        assert (url, sent, found) == (url, sent, cells[column])
    assert StaffAct.objects.exists() == (column == 4)


def test_the_way_to_the_pages_is_in_the_menu_of_staff_alone(dana, alice):
    assert "/staff/matches/" in signed_in(dana).get("/lobby/").content.decode()
    assert "/staff/" not in signed_in(alice).get("/lobby/").content.decode()
