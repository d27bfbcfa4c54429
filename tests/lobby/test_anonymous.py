"""Tables that hide who sits where: seats, lists, votes and pages from the deal to the end."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from django.core.cache import cache
from django.test import Client

from lobby.fog import audience as audiences
from lobby.governance import votes
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.pages import lists
from lobby.platform.protocol.server import encode
from lobby.play import interruptions, services
from lobby.tables import services as tables
from lobby.tables.services import Settings
from lobby.watch import reading, replay, status
from tests.lobby.test_tables_form import GOOD

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Alice", "Bob", "Charlie", "Thrower")
NOBODY = {"asked": False, "mine": False, "by": None, "declined": False, "again": None}


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def hidden(make_match, alice, bob, charlie):
    """Alice, Bob and Charlie in seats 0 to 2 and a bot in seat 3."""

    def make(**fields) -> Match:
        settings = {"anonymous": True, "press": "full", "options": {"hearts": 9}, **fields}
        return make_match([alice, bob, charlie], ["thrower"], **settings)

    return make


def told(match: Match, user, as_=None) -> dict:
    """The `match` and `status` messages of one person."""
    snapshot = reading.load(match.pk)
    audience = audiences.may_watch(snapshot.match, user.pk if user else None, as_, snapshot.seats)
    info = status.match_message(snapshot, audience, user.pk if user else None)
    return {"match": json.loads(encode(info)), "status": json.loads(encode(status.status_message(snapshot, audience)))}


def names_in(value) -> list[str]:
    text = value if isinstance(value, str) else json.dumps(value)
    return [name for name in NAMES if name in text]


def test_everybody_knows_only_their_own_seat(hidden, alice, bob, dana):
    match = hidden()
    assert names_in(told(match, alice)) == ["Alice"]
    assert names_in(told(match, bob)) == ["Bob"]
    assert names_in(told(match, bob, as_="public")) == ["Bob"]
    assert names_in(told(match, dana)) == names_in(told(match, None)) == []
    assert told(match, alice)["match"]["info"]["host"] is None
    assert told(match, alice)["match"]["info"]["you"] == 0


def test_bots_and_people_look_the_same_whatever_they_do(hidden, order, alice, bob, dana):
    match = hidden(spectator_delay=0, options={"fog": False}, bank_seconds=60)
    order(match, 1)
    Seat.objects.filter(match=match, number=1).update(bank_ms=1, missed=1)
    Seat.objects.filter(match=match, number=2).update(autopilot="thrower", missed=3, resigned=True, watchable=True)
    for user in (alice, dana, None):
        message = told(match, user)
        shown = [
            ({**info, "seat": 0}, {**seat, "seat": 0})
            for info, seat in zip(message["match"]["info"]["seats"], message["status"]["seats"], strict=True)
            if user is not alice or info["seat"] != 0
        ]
        assert all(one == shown[0] for one in shown)
        assert message["status"]["waiting"] == ([0] if user is alice else [])
        assert message["status"]["revision"] == 0
    own = told(match, bob)["status"]["seats"][1]
    assert (own["ready"], own["bank"], own["missed"], own["online"]) == (True, 1, 1, False)


def test_after_the_end_all_names_are_known(hidden, alice, dana):
    match = hidden()
    interruptions.abort(match, match.started_at)
    for user in (alice, dana, None):
        info = told(match, user)["match"]["info"]
        assert [seat["name"] for seat in info["seats"]] == ["Alice", "Bob", "Charlie", "Thrower"]
        assert [seat["kind"] for seat in info["seats"]] == ["person"] * 3 + ["bot"]
        assert info["host"] == "Alice"
    match.refresh_from_db()
    assert names_in(json.dumps(replay.record(match))) == list(NAMES)
    assert [sitter.name for sitter in lists.card(match).sitters] == list(NAMES)


def test_the_key_of_the_message_does_not_tell_what_the_message_hides(hidden, alice, bob):
    """Somebody takes another name: whoever may not know it must not even be sent the same message again."""
    match = hidden()
    keys = []
    for name in ("Bob", "Bobby"):
        bob.name = name
        bob.save()
        snapshot = reading.load(match.pk)
        audience = audiences.may_watch(snapshot.match, alice.pk, None, snapshot.seats)
        keys.append(status.match_key(snapshot, audience, status.seat_shown(snapshot, audience, alice.pk)))
    assert keys[0] == keys[1]
    interruptions.abort(match, match.started_at)
    snapshot = reading.load(match.pk)
    assert status.match_key(snapshot, audience, status.seat_shown(snapshot, audience, alice.pk)) != keys[0]


def test_lists_show_letters(hidden, alice):
    match = hidden()
    assert [sitter.name for sitter in lists.card(match).sitters] == ["Seat A", "Seat B", "Seat C", "Seat D"]
    assert not any(sitter.is_bot for sitter in lists.card(match).sitters)
    for user, known in ((alice, {"Alice"}), (None, set())):
        client = Client()
        if user:
            client.force_login(user)
        for page in ("/", "/lobby/", "/matches/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/"):
            text = client.get(page, follow=True).content.decode()
            assert (page, {name for name in NAMES[:3] if name in text} - known) == (page, set())


def test_an_open_table_says_who_has_come_but_gives_them_no_letter(alice, bob):
    settings = Settings(seats=2, step_seconds=30, anonymous=True)
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=settings)
    tables.join(user=bob, match_id=match.pk)
    page = Client().get(f"/tables/{match.pk}/").content.decode()
    assert names_in(page) == ["Alice", "Bob", *(["Thrower"] if "Thrower" in page else [])]
    assert "seat-mark" not in page
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    page = Client().get("/lobby/").content.decode()
    assert names_in(page) == []
    assert "Seat A" in page


def test_seats_are_dealt_at_random(alice, bob):
    dealt = Counter()
    for _ in range(24):
        match = tables.quick_match(user=alice, game_id="toy")
        dealt[match.seats.get(user=alice).number] += 1
    # One deal in eight million would put somebody 24 times in a row into the same of two seats.
    assert len(dealt) == 2


def test_a_rematch_hides_as_the_match_did(hidden, alice):
    match = hidden()
    interruptions.abort(match, match.started_at)
    following = tables.rematch(user=alice, match_id=match.pk)
    assert (following.anonymous, following.press) == (True, "full")


def test_nobody_opens_a_window_for_spectators(hidden, alice):
    with pytest.raises(NotAllowed):
        services.set_watchable(user_id=alice.pk, match_id=hidden().pk, value=True)


def test_votes_tell_nothing_about_who_is_a_bot_or_away(hidden, alice, bob, charlie):
    match = hidden()
    assert told(match, alice)["status"]["votes"]["pause"] == NOBODY
    Seat.objects.filter(match=match, number=2).update(autopilot="thrower")
    assert told(match, alice)["status"]["votes"]["pause"] == NOBODY
    assert "draw" not in told(match, alice)["status"]["votes"]
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="pause", value=True)
    match.refresh_from_db()
    assert match.status == "running"
    votes.vote(user_id=bob.pk, match_id=match.pk, kind="pause", value=True)
    match.refresh_from_db()
    assert match.status == "paused"


def test_a_draw_stays_on_offer_when_somebody_is_away_but_needs_everybody(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], anonymous=True)
    Seat.objects.filter(match=match, number=2).update(autopilot="thrower")
    assert told(match, alice)["status"]["votes"]["draw"] == NOBODY
    for user in (alice, bob):
        votes.vote(user_id=user.pk, match_id=match.pk, kind="draw", value=True)
    match.refresh_from_db()
    assert match.status == "running"
    Seat.objects.filter(match=match, number=2).update(autopilot="")
    votes.vote(user_id=charlie.pk, match_id=match.pk, kind="draw", value=True)
    match.refresh_from_db()
    assert (match.status, match.outcome["places"]) == ("finished", [1, 1, 1])


def test_the_form_opens_an_anonymous_table_with_private_channels(alice):
    client = Client()
    client.force_login(alice)
    answer = client.post("/tables/new/toy/", {**GOOD, "press": "full", "anonymous": "on"})
    assert answer.status_code == 302
    match = Match.objects.get()
    assert (match.press, match.anonymous) == ("full", True)
    assert client.post("/tables/new/toy/", {**GOOD, "press": "whisper"}).status_code == 400
