"""Do people who meet too often, give up to each other, or share a device show up for staff, with the evidence? And nobody else?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model

from lobby.accounts import bot_accounts
from lobby.accounts import services as accounts
from lobby.accounts.models import User
from lobby.governance import traces
from lobby.matches.models import Match, Seat
from lobby.matches.people import Trace
from lobby.people import expiry
from lobby.platform.http.sources import Source
from lobby.ratings import background, chores, oversight, pairs, rater
from lobby.ratings.models import Pair, RatedMatch, Rating
from tests.lobby.test_accounts_people import signed_in

MODELS = [model for model in apps.get_app_config("lobby").get_models() if not model._meta.proxy]
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


FIRST = 1_000_000
"""The number of the first person of the crowd: the same in each test, so that rows of one test fit another."""


@pytest.fixture
def crowd() -> list[User]:
    """Ten people with accounts."""
    return [
        User.objects.create_user(f"p{n}", f"p{n}@example.org", None, name=f"Player {n}", pk=FIRST + n)
        for n in range(10)
    ]


@pytest.fixture
def over(transactional_db):
    """Makes rated matches that are over; who is named first wins."""

    def make(*players: User, times: int = 1, resigned=(), step: int = 30, at: datetime = NOW) -> list[Match]:
        made = []
        for number in range(times):
            ended = at - timedelta(hours=number)
            match = Match.objects.create(
                game="toy",
                rules_version="1",
                step_seconds=30,
                rated=True,
                status="finished",
                finished_at=ended,
                step=step,
            )
            for seat, user in enumerate(players):
                Seat.objects.create(match=match, number=seat, user=user, place=seat + 1, resigned=seat in resigned)
            rater.rate(match.pk)
            made.append(match)
        return made

    return make


@pytest.fixture(scope="module")
def kept() -> list[tuple[type[Model], list[Model]]]:
    """The rows of ninety rated matches, once they are played: to rate them takes longer than all that is asked of them."""
    return []


@pytest.fixture
def ordinary(crowd, over, kept):
    """Everybody meets everybody twice."""
    if kept:
        with transaction.atomic():
            for model, rows in kept:
                model._default_manager.bulk_create(rows)
        return
    before = {model for model in MODELS if model._default_manager.exists()}
    for one in range(10):
        for other in range(one):
            over(crowd[one], crowd[other])
            over(crowd[other], crowd[one])
    kept += [(model, list(model._default_manager.all())) for model in MODELS if model not in before]


def listed() -> dict[tuple[str, str], Pair]:
    pairs.refresh(NOW + timedelta(minutes=1))
    return {(one.one.name, one.other.name): one for one in Pair.objects.select_related("one", "other")}


def test_a_crowd_that_meets_by_lot_is_not_listed(ordinary):
    assert listed() == {}


@pytest.mark.postgres
def test_two_who_meet_far_more_often_than_by_lot_are_listed(ordinary, crowd, over):
    over(crowd[3], crowd[7], times=12)
    found = listed()
    assert set(found) == {("Player 3", "Player 7")}
    (pair,) = found.values()
    assert pair.meetings == 14
    # 18 ordinary matches of each and the 12, of 114 in all: 30 opponents, of which 30 of 198 were the other.
    assert pair.expected == pytest.approx(30 * 30 / (2 * 102 - 30), abs=0.01)
    assert pair.one_gained > 0 > pair.other_gained
    assert pair.one_gave_up == pair.other_gave_up == 0


@pytest.mark.postgres
def test_early_resignations_to_one_side_are_listed_and_late_or_mutual_ones_are_not(ordinary, crowd, over):
    over(crowd[0], crowd[1], times=2, resigned=[1], step=2)
    over(crowd[2], crowd[3], times=2, resigned=[1], step=25)
    over(crowd[4], crowd[5], resigned=[1], step=2)
    over(crowd[5], crowd[4], resigned=[1], step=2)
    over(crowd[6], crowd[7], times=2, resigned=[0, 1], step=2)
    found = listed()
    assert set(found) == {("Player 0", "Player 1")}
    pair = found["Player 0", "Player 1"]
    assert (pair.one_gave_up, pair.other_gave_up, pair.meetings) == (0, 2, 4)


@pytest.mark.postgres
@pytest.mark.parametrize("kind", ["device", "address"])
def test_two_on_one_device_or_at_one_address_are_listed(ordinary, crowd, over, kind):
    source = Source(device="tablet") if kind == "device" else Source(address="203.0.113.9")
    for match in over(crowd[0], crowd[1], times=2):
        for user in crowd[:2]:
            for name, digest in traces.digests(match.pk, source).items():
                Trace.objects.create(match=match, user=user, kind=name, digest=digest)
    for match in over(crowd[2], crowd[3], times=2):
        for user in crowd[2:4]:
            for name, digest in traces.digests(match.pk, Source(f"203.0.113.{user.pk}", str(user.pk))).items():
                Trace.objects.create(match=match, user=user, kind=name, digest=digest)
    found = listed()
    assert set(found) == {("Player 0", "Player 1")}
    pair = found["Player 0", "Player 1"]
    assert (pair.devices, pair.addresses) == ((2, 0) if kind == "device" else (0, 2))
    assert sorted(list(one.shared) for one in pairs.meetings(pair)) == [[], [], [kind], [kind]]


@pytest.mark.postgres
def test_accounts_of_a_person_count_as_the_person(crowd, over):
    bots = [bot_accounts.create_bot_account(owner=owner, name=f"Bot {n}") for n, owner in enumerate(crowd)]
    again = [bot_accounts.create_bot_account(owner=owner, name=f"New bot {n}") for n, owner in enumerate(crowd[:2])]
    for one in range(10):
        for other in range(one):
            over(bots[one], bots[other])
    over(bots[0], again[1], times=5, resigned=[1], step=1)
    over(again[0], bots[1], times=5, resigned=[1], step=1)
    found = listed()
    assert set(found) == {("Player 0", "Player 1")}
    pair = found["Player 0", "Player 1"]
    assert (pair.meetings, pair.other_gave_up) == (11, 10)


@pytest.mark.postgres
def test_two_at_a_table_of_several_are_a_pair_each(crowd, over):
    over(*crowd[:4], times=3, resigned=[3], step=1)
    found = listed()
    assert {key for key in found if "Player 3" in key} == {(f"Player {n}", "Player 3") for n in range(3)}
    assert all(pair.meetings == 3 and pair.other_gave_up == 3 for key, pair in found.items() if "Player 3" in key)


def test_matches_that_are_old_or_void_do_not_count(ordinary, crowd, over, dana):
    over(crowd[3], crowd[7], times=12, at=NOW - pairs.WINDOW - timedelta(hours=1))
    void = over(crowd[4], crowd[5], times=12)
    RatedMatch.objects.filter(match__in=void).update(verdict="void")
    assert listed() == {}


@pytest.mark.postgres
def test_the_list_is_replaced_and_closed_accounts_leave_it(ordinary, crowd, over):
    over(crowd[3], crowd[7], times=12)
    over(crowd[1], crowd[2], times=12)
    before = listed()
    assert len(before) == 2
    accounts.close_account(user=crowd[7])
    after = listed()
    assert {key: pair.pk for key, pair in after.items()} == {
        ("Player 1", "Player 2"): before["Player 1", "Player 2"].pk
    }
    RatedMatch.objects.update(verdict="void")
    assert listed() == {}


@pytest.mark.postgres
def test_the_questions_are_as_many_for_a_crowd_as_for_two(ordinary, crowd, over, django_assert_max_num_queries):
    for one in range(0, 10, 2):
        over(crowd[one], crowd[one + 1], times=12, resigned=[1], step=1)
    with django_assert_max_num_queries(16):
        pairs.refresh(NOW)
    assert Pair.objects.count() == 5


def test_the_list_is_counted_every_hour_and_by_a_command(ordinary, crowd, over):
    over(crowd[3], crowd[7], times=12)
    chores.look_after(NOW)
    assert Pair.objects.count() == 1
    Pair.objects.all().delete()
    chores.look_after(NOW + timedelta(minutes=5))
    assert Pair.objects.count() == 0, "once an hour"
    chores.look_after(NOW + timedelta(hours=1))
    assert Pair.objects.count() == 1
    said = StringIO()
    call_command("ratings", "pairs", stdout=said)
    assert said.getvalue() == "1 pairs are listed in the admin\n"


@pytest.mark.parametrize(
    ("count", "expected", "digits"), [(3, 5.0, 0), (5, 5.0, 0), (10, 1.0, 6.95), (2000, 1.0, 5000)]
)
def test_how_unlikely_meetings_are(count, expected, digits):
    found = pairs.unlikely(count, expected)
    assert found == pytest.approx(digits, abs=0.05) if digits < 100 else found > digits


# --- What staff see


@pytest.fixture
def met(ordinary, crowd, over):
    over(crowd[0], crowd[1], times=12, resigned=[1], step=2)
    over(crowd[2], crowd[3], times=12)
    pairs.refresh(NOW)
    return Pair.objects.get(one=crowd[0], other=crowd[1])


def test_staff_see_the_pairs_with_their_evidence(dana, met):
    client = signed_in(dana)
    page = client.get("/admin/lobby/pair/").content.decode()
    assert page.index("Player 0") < page.index("Player 2"), "the strongest first"
    assert "0 : 12" in page
    page = client.get(f"/admin/lobby/pair/{met.pk}/change/").content.decode()
    assert page.count("/replay/") == 14 and page.count("Player 1 gave up") == 12
    assert "14 (" in page
    assert client.get("/admin/lobby/pair/?q=Player 0").content.decode().count("field-strength") == 1
    assert client.post("/admin/lobby/pair/add/").status_code == 403
    assert client.post(f"/admin/lobby/pair/{met.pk}/delete/", {"post": "yes"}).status_code == 403


def test_an_empty_list_says_so(dana):
    assert "0 pairs to look at" in signed_in(dana).get("/admin/lobby/pair/").content.decode()


def test_nobody_sees_a_pair_that_they_are_part_of(dana, met):
    staff = met.one
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    client = signed_in(staff)
    page = client.get("/admin/lobby/pair/").content.decode()
    assert "Player 1" not in page and "Player 2" in page
    assert client.get(f"/admin/lobby/pair/{met.pk}/change/").status_code == 302


def test_the_list_needs_its_own_right(dana, met, crowd):
    staff = crowd[9]
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client = signed_in(staff)
    assert client.get("/admin/lobby/pair/").status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="view_pair"))
    assert client.get("/admin/lobby/pair/").status_code == 200


def test_ratings_follow_when_staff_void_what_the_list_shows(dana, met, crowd):
    def points():
        return dict(Rating.objects.filter(user__in=crowd).values_list("user__name", "points"))

    before = points()
    for meeting in pairs.meetings(met):
        if meeting.gave_up[1]:
            oversight.void(staff=dana, match_id=meeting.match, why="resigned on purpose")
    background.settle()
    after = points()
    assert after["Player 0"] < before["Player 0"] and after["Player 1"] > before["Player 1"]
    assert RatedMatch.objects.filter(verdict="void").count() == 12
    pairs.refresh(NOW)
    assert not Pair.objects.filter(pk=met.pk).exists()


# --- How long traces are kept


@pytest.mark.postgres
def test_traces_are_deleted_when_nobody_reads_them_any_more(crowd, over, make_match):
    ended = {"rated": over(crowd[0], crowd[1])[0], "old": over(crowd[0], crowd[1], at=NOW - pairs.WINDOW * 2)[0]}
    ended["casual"] = over(crowd[0], crowd[1])[0]
    Match.objects.filter(pk=ended["casual"].pk).update(rated=False)
    ended["aborted"] = over(crowd[0], crowd[1])[0]
    Match.objects.filter(pk=ended["aborted"].pk).update(status="aborted")
    ended["runs"] = make_match([crowd[0], crowd[1]])
    for match in ended.values():
        Trace.objects.create(match=match, user=crowd[0], kind="device", digest="0")
    assert expiry.sweep(NOW)["traces"] == 3
    assert set(Trace.objects.values_list("match", flat=True)) == {ended["rated"].pk, ended["runs"].pk}
