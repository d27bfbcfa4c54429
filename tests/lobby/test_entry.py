"""Who may sit down at a table: passwords, invitations, ratings, reliability, blocks. And what its lists tell about that."""

import re
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client

from lobby.accounts import relations
from lobby.matches import terms
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Match, Seat
from lobby.matches.people import TablePreset
from lobby.pages import lists
from lobby.play import reliability
from lobby.play.reliability import Reliability
from lobby.tables import entry, presets
from lobby.tables import services as tables
from lobby.tables.entry import WrongPassword
from lobby.tables.services import Settings
from tests.lobby.test_tables_form import GOOD

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = Settings(seats=2, step_seconds=30)
SECRET = "bread and fog"


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def opened(user, **changes) -> Match:
    return tables.create_table(user=user, game_id="toy", options={}, settings=replace(TABLE, **changes))


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- The door


def test_a_password_lets_in_and_nothing_else_does(alice, bob):
    match = opened(alice, password=SECRET)
    assert SECRET not in match.password
    for given in ({}, {"password": "bread"}, {"key": "x"}, {"key": match.password}):
        with pytest.raises(WrongPassword) as refused:
            tables.join(user=bob, match_id=match.pk, **given)
        assert refused.value.path == "password"
    assert Seat.objects.filter(match=match, user=bob).count() == 0
    tables.join(user=bob, match_id=match.pk, password=SECRET)
    assert Seat.objects.filter(match=match, user=bob).count() == 1


def test_a_password_is_not_found_by_trying(alice, bob, charlie):
    match, other = opened(alice, password=SECRET), opened(alice, password=SECRET)
    for guess in range(entry.TRIES):
        with pytest.raises(WrongPassword):
            tables.join(user=bob, match_id=match.pk, password=f"bread {guess}")
    for right_or_wrong in (SECRET, "bread"):
        with pytest.raises(TooMany) as refused:
            tables.join(user=bob, match_id=match.pk, password=right_or_wrong)
    assert (refused.value.path, refused.value.data) == ("password", {"limit": 5, "seconds": 600})
    tables.join(user=bob, match_id=other.pk, password=SECRET)
    tables.join(user=charlie, match_id=match.pk, password=SECRET)
    tables.leave(user=charlie, match_id=match.pk)
    tables.join(user=bob, match_id=match.pk, key=entry.invitation(match))


def test_an_invitation_is_for_one_table(alice, bob):
    match, other = opened(alice, password=SECRET), opened(alice, password=SECRET)
    with pytest.raises(WrongPassword):
        tables.join(user=bob, match_id=match.pk, key=entry.invitation(other))
    tables.join(user=bob, match_id=match.pk, key=entry.invitation(match))
    assert entry.invitation(opened(alice)) == "", "an open door has no key"


def test_whoever_sits_there_is_shown_the_invitation_and_nobody_else(alice, bob):
    match = opened(alice, password=SECRET)
    key = entry.invitation(match)
    path = f"/tables/{match.pk}/"
    assert key in client_of(alice).get(path).content.decode()
    stranger = client_of(bob)
    seen = [stranger.get(path), stranger.get("/lobby/"), stranger.get("/")]
    for page in seen:
        assert key not in page.content.decode()
        assert match.password not in page.content.decode()
    assert 'name="password"' in seen[0].content.decode()
    invited = stranger.get(f"{path}?key={key}").content.decode()
    assert 'name="password"' not in invited
    assert stranger.post(f"{path}join/", {"key": key}).headers["Location"] == path
    assert client_of(alice).get(f"{path}?key=nonsense").context["key"] == ""


def test_a_stranger_keeps_the_key_on_the_way_to_a_name(alice):
    match = opened(alice, password=SECRET)
    key = entry.invitation(match)
    answer = Client().post(f"/tables/{match.pk}/join/", {"key": key})
    assert f"key%3D{key}" in answer.headers["Location"]


def test_the_next_table_has_the_same_password_and_asks_nobody_who_played(alice, bob, charlie):
    match = opened(alice, password=SECRET)
    tables.join(user=bob, match_id=match.pk, password=SECRET)
    Match.objects.filter(pk=match.pk).update(status="finished", started_at=match.created_at)
    following = tables.rematch(user=alice, match_id=match.pk)
    assert following.password == match.password
    with pytest.raises(WrongPassword):
        tables.join(user=charlie, match_id=following.pk)
    assert tables.rematch(user=bob, match_id=match.pk).pk == following.pk


def test_a_rated_match_is_between_people_with_accounts(alice, bob):
    bob.is_guest = True
    bob.save()
    match = opened(alice, rated=True)
    with pytest.raises(NotAllowed):
        tables.join(user=bob, match_id=match.pk)
    with pytest.raises(NotAllowed):
        tables.seat_bot(user=alice, match_id=match.pk, number=1, bot="thrower")
    with pytest.raises(NotAllowed):
        opened(bob, rated=True)
    with pytest.raises(NotAllowed) as refused:
        opened(alice, rated=True, bots={1: "thrower"})
    assert refused.value.path == "rated"


@pytest.mark.postgres
@pytest.mark.parametrize(("due", "answered", "comes"), [(100, 79, False), (100, 80, True), (19, 0, True)])
def test_reliability_is_asked_of_those_who_are_known(alice, bob, monkeypatch, due, answered, comes):
    match = opened(alice, min_reliability=80)
    monkeypatch.setattr(reliability, "of", lambda user_id: Reliability(due, answered))
    if comes:
        tables.join(user=bob, match_id=match.pk)
    else:
        with pytest.raises(NotAllowed):
            tables.join(user=bob, match_id=match.pk)


def test_a_block_looks_like_a_kick(alice, bob, charlie):
    match = opened(alice, seats=3)
    tables.join(user=charlie, match_id=match.pk)
    tables.kick(user=alice, match_id=match.pk, number=1)
    relations.block(user=alice, person=bob)
    said = []
    for person in (bob, charlie):
        with pytest.raises(NotAllowed) as refused:
            tables.join(user=person, match_id=match.pk)
        said.append(refused.value.message)
    assert said[0] == said[1]


# --- What a table may decide


BAD_TERMS = [
    ({"kind": "duel"}, "kind"),
    ({"min_reliability": 100}, "min_reliability"),
    ({"password": "x" * 65}, "password"),
    ({"fixed_hour": 20}, "fixed_hour"),
    ({"rest_days": (5,)}, "rest_days"),
    ({"vacation_days": 3}, "vacation_days"),
    ({"clock": "slow", "step_seconds": 3600, "fixed_hour": 20}, "fixed_hour"),
    ({"clock": "slow", "step_seconds": 86400, "fixed_hour": 24}, "fixed_hour"),
    ({"clock": "slow", "step_seconds": 86400, "rest_days": tuple(range(7))}, "rest_days"),
    ({"clock": "slow", "step_seconds": 86400, "rest_days": (7,)}, "rest_days"),
    ({"clock": "slow", "step_seconds": 86400, "vacation_days": 31}, "vacation_days"),
    ({"clock": "slow", "step_seconds": 86400, "time_zone": "../../etc/passwd"}, "time_zone"),
    ({"kind": "sandbox", "rated": True}, "rated"),
    ({"visibility": "link", "rated": True}, "rated"),
    ({"password": SECRET, "rated": True}, "rated"),
]


def test_bad_terms_are_refused_by_name(alice):
    for changes, path in BAD_TERMS:
        with pytest.raises(NotAllowed) as refused:
            opened(alice, **changes)
        assert (refused.value.path, bool(refused.value.message)) == (path, True), changes
    assert not Match.objects.exists()


def test_a_slow_match_goes_by_its_calendar(alice, bob):
    match = opened(
        alice, clock="slow", step_seconds=86400, fixed_hour=20, time_zone="Asia/Tokyo", rest_days=(6,), vacation_days=4
    )
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    match = tables.start(user=alice, match_id=match.pk)
    local = match.deadline.astimezone(ZoneInfo("Asia/Tokyo"))
    assert (local.hour, local.minute, local.weekday() == 6) == (20, 0, False)
    assert set(match.seats.values_list("vacation_left", flat=True)) == {4}
    assert terms.calendar(match).hour == 20


# --- The form, and what is saved of it


def posted(client: Client, **changes):
    data = {key: value for key, value in (GOOD | changes).items() if value is not None}
    return client.post("/tables/new/toy/", data)


def test_the_form_says_everything_that_a_table_may_decide(alice):
    posted(
        client_of(alice), bot_1="", bot_2="", bot_3="", clock="slow", password=SECRET, min_reliability="75",
        fixed_hour="20", time_zone="Europe/Berlin", rest_days=["5", "6"], vacation_days="7",
    )  # fmt: skip
    match = Match.objects.get()
    told = (match.rated, match.min_reliability, match.fixed_hour, match.time_zone, match.rest_days, match.vacation_days)
    assert told == (False, 75, 20, "Europe/Berlin", [5, 6], 7)
    assert entry.hashed(SECRET) != match.password != ""
    shown = client_of(alice).get(f"/tables/{match.pk}/").content.decode()
    for words in (
        "20:00 (Europe/Berlin)",
        "Saturday, Sunday",
        "7 days for each seat",
        "at least 75 % in time",
    ):
        assert words in shown
    posted(client_of(alice), bot_1="", bot_2="", bot_3="", rated="on")
    rated = Match.objects.get(rated=True)
    assert "Rated" in client_of(alice).get(f"/tables/{rated.pk}/").content.decode()


def test_the_fields_of_another_clock_or_of_others_do_not_matter(alice):
    client = client_of(alice)
    assert posted(client, vacation_days="999", fixed_hour="77").status_code == 302
    assert posted(client, kind="hot_seat", step_seconds="", min_reliability="999", bot_3="").status_code == 302
    assert set(Match.objects.values_list("vacation_days", "fixed_hour")) == {(0, None)}


def test_a_bad_field_says_so_at_its_place(alice):
    answer = posted(client_of(alice), clock="slow", slow_amount="5", slow_unit="hours", fixed_hour="20")
    assert answer.context["form"].errors["fixed_hour"]
    assert posted(client_of(alice), clock="slow", time_zone="Atlantis/Centre").context["form"].errors["time_zone"]


@pytest.mark.postgres
def test_a_form_is_saved_applied_and_forgotten(alice, bob):
    client = client_of(alice)
    answer = posted(
        client, save="1", preset_name="  Friday   night ", password=SECRET, option_size="11", option_fog=None
    )
    assert answer.status_code == 200
    preset = TablePreset.objects.get()
    assert (preset.name, preset.owner, "password" in preset.fields) == ("Friday night", alice, False)
    form = client.post("/tables/new/toy/", {"preset": f"own-{preset.pk}", "apply": "1"}).context["form"]
    assert (form["option_size"].value(), form["option_fog"].value(), form["bot_1"].value()) == ("11", False, "thrower")
    page = client.get("/tables/new/toy/").context["page"]["bases"][f"own-{preset.pk}"]
    assert (page["option_fog"], page["option_size"]) == (False, "11")
    stranger = client_of(bob)
    assert f"own-{preset.pk}" not in stranger.get("/tables/new/toy/").content.decode()
    stranger.post("/tables/new/toy/", {"preset": f"own-{preset.pk}", "forget": "1"})
    stranger.post("/tables/new/toy/", {"preset": "own-9999999999999999999", "forget": "1"})
    assert TablePreset.objects.count() == 1
    client.post("/tables/new/toy/", {"preset": f"own-{preset.pk}", "forget": "1"})
    assert not TablePreset.objects.exists()


def test_one_person_keeps_few_forms_and_names_them(alice):
    fields = dict(QueryDict("seats=2").lists())
    for number in range(presets.MOST):
        presets.save(user=alice, game_id="toy", name=f"Form {number}", fields=fields)
    presets.save(user=alice, game_id="toy", name="Form 0", fields=fields)
    with pytest.raises(presets.TooManyPresets):
        presets.save(user=alice, game_id="toy", name="One more", fields=fields)
    for name in ("", " ", "x" * 41):
        with pytest.raises(NotAllowed):
            presets.save(user=alice, game_id="toy", name=name, fields=fields)
    assert len(presets.of(alice.pk, "toy")) == presets.MOST


# --- Lists


@pytest.mark.postgres
def test_the_lobby_shows_what_one_asks_for(alice, bob, make_match):
    wanted = {
        "rating=rated": opened(alice, rated=True),
        "pace=slow": opened(alice, clock="slow", step_seconds=86400),
        "door=free": opened(bob),
    }
    opened(bob, password=SECRET)
    opened(bob, min_reliability=50)
    page = client_of(alice).get("/lobby/").content.decode()
    assert len(re.findall(r'id="slot-', page)) == 5
    assert "rated</span>" in page
    for query, match in wanted.items():
        shown = re.findall(r'id="slot-(\w+)"', client_of(alice).get(f"/lobby/?{query}").content.decode())
        assert match.pk in shown
        assert len(shown) < 5


def test_seats_to_take_have_a_list_of_their_own(alice, bob, charlie, make_match):
    match = make_match()
    assert lists.list_of(match) == lists.RUNNING
    Seat.objects.filter(match=match, user=bob).update(autopilot="thrower")
    client = client_of(charlie)
    page = client.get("/lobby/")
    assert [card.id for card in page.context["seats"]] == [match.pk]
    assert page.context["running"] == []
    answer = client.post(f"/tables/{match.pk}/take/", {"number": "1"})
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    match = Match.objects.get(pk=match.pk)
    assert lists.list_of(match) == lists.RUNNING
