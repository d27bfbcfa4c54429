"""Who may say what to whom, and who reads it: the channels of a table, their numbers, and when they are closed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from lobby.matches.errors import NoMatch, NotAllowed, NotYourSeat, ServiceError
from lobby.matches.models import ChatLine, Match, Seat
from lobby.play import referee
from lobby.talk import chat, press, transcript
from lobby.talk.chat import say
from lobby.talk.press import PressClosed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def three(make_match, alice, bob, charlie):
    """A match of Alice, Bob and Charlie in seats 0, 1 and 2, with private channels."""

    def make(**fields) -> Match:
        return make_match([alice, bob, charlie], **{"press": "full", "options": {"hearts": 9}, **fields})

    return make


def refused(**line) -> tuple[str, str]:
    """Code and path of the refusal of a line; nothing may have been stored."""
    before = ChatLine.objects.count()
    with pytest.raises(ServiceError) as error:
        say(text="psst", **line)
    assert ChatLine.objects.count() == before
    return error.value.code, error.value.path


def read(match: Match, user) -> list[str]:
    match.refresh_from_db()
    return [line["text"] for line in transcript.as_data(match, user.pk if user else None)["lines"]]


def end(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status="finished", deadline=None, due_at=None, finished_at=timezone.now())


def test_only_members_read_a_private_channel_also_after_the_end(three, alice, bob, charlie, dana):
    match = three()
    say(user_id=alice.pk, match_id=match.pk, text="to all")
    say(user_id=alice.pk, match_id=match.pk, text="to Bob", to=[1])
    say(user_id=bob.pk, match_id=match.pk, text="to Alice", to=[0])
    say(user_id=charlie.pk, match_id=match.pk, text="to both", to=[0, 1])
    assert read(match, alice) == read(match, bob) == ["to all", "to Bob", "to Alice", "to both"]
    assert read(match, charlie) == ["to all", "to both"]
    assert read(match, dana) == read(match, None) == []
    end(match)
    assert read(match, alice) == ["to all", "to Bob", "to Alice", "to both"]
    assert read(match, charlie) == ["to all", "to both"]
    assert read(match, dana) == read(match, None) == ["to all"]


def test_the_same_people_meet_in_the_same_channel(three, alice, bob, charlie):
    match = three()
    lines = [
        say(user_id=user.pk, match_id=match.pk, text="here", to=to)
        for user, to in ((alice, [1]), (bob, [0]), (alice, [1, 1, 0]), (charlie, [1, 0]), (bob, [2, 0]), (bob, [2]))
    ]
    assert [(line.members, line.number) for line in lines] == [
        (",0,1,", 1), (",0,1,", 2), (",0,1,", 3), (",0,1,2,", 1), (",0,1,2,", 2), (",1,2,", 1),
    ]  # fmt: skip


def test_each_channel_counts_for_itself(three, alice, dana):
    match = three()
    numbers = [
        say(user_id=user.pk, match_id=match.pk, text="x", to=to).number
        for user, to in ((alice, []), (alice, [1]), (alice, [2]), (dana, []), (alice, []), (alice, [1]), (dana, []))
    ]
    assert numbers == [1, 1, 1, 1, 2, 2, 2]


def test_many_at_once_get_numbers_without_gaps(three, alice, bob):
    match = three()

    def speak(number: int) -> int:
        try:
            return say(user_id=(alice, bob)[number % 2].pk, match_id=match.pk, text="x", to=[0, 1]).number
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(speak, range(18))) == list(range(1, 19))


@pytest.mark.parametrize(
    ("setting", "to", "refusal"),
    [
        ("public", [1], ("not_allowed", "to")),
        ("none", [1], ("not_allowed", "to")),
        ("none", [], ("not_allowed", "text")),
        ("full", [3], ("not_allowed", "to")),
        ("full", [2**31 - 1], ("not_allowed", "to")),
        ("full", [0], ("not_allowed", "to")),
    ],
)
def test_what_the_table_does_not_allow(three, alice, setting, to, refusal):
    match = three(press=setting)
    assert refused(user_id=alice.pk, match_id=match.pk, to=to) == refusal


def test_who_does_not_sit_here_has_no_private_channel(three, dana):
    match = three()
    assert refused(user_id=dana.pk, match_id=match.pk, to=[0]) == (NotYourSeat.code, "to")
    assert refused(user_id=None, match_id=match.pk, to=[0])[0] == NotAllowed.code
    Match.objects.filter(pk=match.pk).update(visibility="link")
    assert refused(user_id=dana.pk, match_id=match.pk, to=[0]) == (NoMatch.code, "")


@pytest.mark.parametrize("setting", ["none", "public", "full"])
def test_before_the_start_and_after_the_end_everybody_talks(three, alice, dana, setting):
    match = three(press=setting)
    Match.objects.filter(pk=match.pk).update(status="open")
    say(user_id=dana.pk, match_id=match.pk, text="who hosts?")
    assert say(user_id=alice.pk, match_id=match.pk, text="I do").seat is None
    assert refused(user_id=alice.pk, match_id=match.pk, to=[1]) == ("not_allowed", "to")
    Match.objects.filter(pk=match.pk).update(status="running")
    say(user_id=dana.pk, match_id=match.pk, text="from the stands")
    assert read(match, alice) == ["who hosts?", "I do"]
    assert read(match, dana) == ["who hosts?", "I do", "from the stands"]
    end(match)
    last = say(user_id=alice.pk, match_id=match.pk, text="well played")
    assert (last.room, last.number, last.seat) == ("table", 3, 0)
    assert refused(user_id=alice.pk, match_id=match.pk, to=[1]) == ("not_allowed", "to")
    assert read(match, alice) == read(match, None) == ["who hosts?", "I do", "from the stands", "well played"]


def test_a_seat_opens_so_many_channels_and_those_of_others_do_not_count(three, alice, bob, monkeypatch):
    monkeypatch.setattr(press, "MOST_OPENED", 2)
    match = three()
    say(user_id=bob.pk, match_id=match.pk, text="x", to=[0, 2])
    for to in ([1], [2], [1, 2], [1]):
        say(user_id=alice.pk, match_id=match.pk, text="x", to=to)
    end(match)
    Match.objects.filter(pk=match.pk).update(status="running", deadline=timezone.now() + timedelta(hours=1))
    ChatLine.objects.filter(members=",0,1,2,").delete()
    assert refused(user_id=alice.pk, match_id=match.pk, to=[1, 2]) == ("too_many", "to")
    say(user_id=alice.pk, match_id=match.pk, text="known", to=[1])
    say(user_id=bob.pk, match_id=match.pk, text="again", to=[0, 2])
    say(user_id=alice.pk, match_id=match.pk, text="now it is there", to=[1, 2])


def test_the_press_is_closed_from_the_last_answer_to_the_next_frame(three, order, alice, dana):
    match = three()
    order(match, 0)
    order(match, 1)
    assert say(user_id=alice.pk, match_id=match.pk, text="quick", to=[1]).step == 0
    order(match, 2)
    for to in ([], [1]):
        assert refused(user_id=alice.pk, match_id=match.pk, to=to) == (PressClosed.code, "text")
    say(user_id=dana.pk, match_id=match.pk, text="the stands are never closed")
    assert referee.advance_once(match.pk) == 1
    assert say(user_id=alice.pk, match_id=match.pk, text="quick", to=[1]).step == 1


def test_the_press_is_closed_when_the_step_is_late_and_not_before(three, order, alice):
    match = three(bank_seconds=60)
    order(match, 0)
    order(match, 1)
    Match.objects.filter(pk=match.pk).update(deadline=F("deadline") - timedelta(minutes=2))
    Seat.objects.filter(match=match).update(bank_ms=0)
    Seat.objects.filter(match=match, number=2).update(bank_ms=600_000)
    say(user_id=alice.pk, match_id=match.pk, text="Charlie lives on his time bank")
    Seat.objects.filter(match=match, number=2).update(bank_ms=0)
    assert refused(user_id=alice.pk, match_id=match.pk) == (PressClosed.code, "text")


def test_a_secret_wait_does_not_close_the_press(three, order, alice):
    """Else a refusal would tell what the wait hides: that everybody has answered."""
    match = three()
    for seat in range(3):
        order(match, seat)
    Match.objects.filter(pk=match.pk).update(hold_until=timezone.now() + timedelta(minutes=1))
    say(user_id=alice.pk, match_id=match.pk, text="still open")


def test_a_pause_does_not_close_the_press(three, order, alice):
    match = three()
    for seat in range(3):
        order(match, seat)
    Match.objects.filter(pk=match.pk).update(status="paused", deadline=None, paused_at=timezone.now())
    say(user_id=alice.pk, match_id=match.pk, text="while we wait", to=[2])


def test_whoever_is_out_reads_on_and_speaks_to_all_only(three, alice, bob):
    match = three()
    Seat.objects.filter(match=match, number=1).update(resigned=True)
    say(user_id=alice.pk, match_id=match.pk, text="farewell", to=[1])
    assert refused(user_id=bob.pk, match_id=match.pk, to=[0]) == ("not_allowed", "to")
    say(user_id=bob.pk, match_id=match.pk, text="farewell, all")
    assert read(match, bob) == ["farewell", "farewell, all"]


def test_a_seat_that_a_bot_plays_keeps_what_is_said_to_it(three, make_match, alice, bob):
    match = three()
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    say(user_id=alice.pk, match_id=match.pk, text="are you there?", to=[1])
    assert read(match, bob) == ["are you there?"]
    match = make_match([alice], ["thrower"], press="full")
    assert say(user_id=alice.pk, match_id=match.pk, text="hello, bot", to=[1]).members == ",0,1,"


def test_a_removed_line_is_gone_and_its_number_is_not_given_again(three, dana, alice):
    match = three()
    say(user_id=alice.pk, match_id=match.pk, text="fine")
    say(user_id=alice.pk, match_id=match.pk, text="abuse")
    client = Client()
    client.force_login(dana)
    chosen = {"action": "take_back", "why": "rude", "_selected_action": [ChatLine.objects.get(text="abuse").pk]}
    assert client.post("/admin/lobby/chatline/", chosen).status_code == 302
    assert read(match, alice) == ["fine"]
    assert chat.after(match.pk, {press.Channel("seats"): 1}) == []
    assert say(user_id=alice.pk, match_id=match.pk, text="sorry").number == 3
    assert "abuse" not in client.get("/admin/lobby/chatline/").content.decode()


def test_staff_see_no_private_line_of_a_match_that_goes_on(three, dana, alice):
    match = three()
    line = say(user_id=alice.pk, match_id=match.pk, text="quokka says hello", to=[1])
    client = Client()
    client.force_login(dana)
    pages = (
        "/admin/lobby/chatline/",
        "/admin/lobby/chatline/?q=quokka",
        f"/admin/lobby/chatline/{line.pk}/change/",
        f"/admin/lobby/match/{match.pk}/delete/",
        f"/admin/lobby/user/{alice.pk}/delete/",
    )
    assert [page for page in pages if "says hello" in client.get(page, follow=True).content.decode()] == []
    end(match)
    assert "says hello" in client.get(pages[0]).content.decode()


def test_the_page_without_a_script_shows_ones_own_channels(three, alice, charlie):
    match = three()
    say(user_id=alice.pk, match_id=match.pk, text="to <all>")
    say(user_id=alice.pk, match_id=match.pk, text="to Bob", to=[1])
    pages = {}
    for user in (alice, charlie, None):
        client = Client()
        if user:
            client.force_login(user)
        pages[user] = client.get(f"/matches/{match.pk}/talk/").content.decode()
        data = client.get(f"/matches/{match.pk}/talk/", headers={"accept": "application/json"}).json()
        assert [line["text"] for line in data["lines"]] == read(match, user)
    assert "to &lt;all&gt;" in pages[alice]
    assert "to Bob" in pages[alice]
    assert "to &lt;all&gt;" in pages[charlie]
    assert "to Bob" not in pages[charlie]
    assert "to " + "&lt;all" not in pages[None]
    assert Client().get("/matches/zzzzzzzzzz/talk/").status_code == 404


def test_a_table_page_says_how_one_may_talk(three, alice):
    match = three()
    Match.objects.filter(pk=match.pk).update(status="open", anonymous=True)
    client = Client()
    client.force_login(alice)
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert "Private channels too" in page
    assert "Hidden until the end" in page
