"""What do two people write to each other, who may, and what does a refusal give away?"""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import urlencode

import orjson
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from lobby.accounts import bot_accounts, relations, sanctions, services
from lobby.accounts.models import Report, User
from lobby.conversations import allowing, reading, writing
from lobby.conversations.models import Conversation, Message
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.notices import words
from lobby.notices.models import Notice
from lobby.people import data
from lobby.talk.chat import Muted
from tests.lobby.test_accounts_people import signed_in

NOT_TAKEN = "This person takes no messages from you."


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def friends(alice, bob) -> None:
    relations.follow(user=alice, person=bob)
    relations.follow(user=bob, person=alice)


def said(user: User, other: User) -> list[str]:
    return [one.text for one in reading.stretch(user, other).messages]


def why(user: User, other: User) -> str:
    refusal = allowing.refusal(user, other)
    return "" if refusal is None else refusal.message


def end(match: Match) -> None:
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=now, deadline=None, due_at=None)
    Seat.objects.filter(match=match).update(finished_at=now)


# --- Writing and reading


def test_a_message_keeps_its_lines_and_reaches_the_other_alone(friends, alice, bob, charlie):
    writing.send(user=alice, other=bob, text="  Hello\n\nBob <b>!  ")
    assert said(bob, alice) == said(alice, bob) == ["Hello\n\nBob <b>!"]
    assert reading.unread(bob.pk) == 1
    assert reading.unread(alice.pk) == 0
    assert said(charlie, alice) == []


@pytest.mark.parametrize("text", ["", " \n ", "a" * 1001, "a\u202eb"])
def test_a_text_that_says_nothing_or_too_much_or_turns_the_line_is_refused(friends, alice, bob, text):
    with pytest.raises(writing.BadMessage):
        writing.send(user=alice, other=bob, text=text)
    assert not Message.objects.exists()


def test_the_page_shows_the_newest_at_the_foot_and_leads_to_the_older(friends, alice, bob):
    for number in range(35):
        writing.send(user=alice, other=bob, text=f"number {number}.")
    page = signed_in(bob).get("/messages/Alice/").content.decode()
    assert page.index("number 5.") < page.index("number 34.")
    assert "number 4." not in page
    first = reading.stretch(bob, alice).first
    older = signed_in(bob).get(f"/messages/Alice/?before={first}").content.decode()
    assert "number 4." in older
    assert "number 5." not in older
    assert reading.unread(bob.pk) == 0


def test_the_page_writes_without_a_script_and_keeps_a_refused_text(friends, alice, bob):
    client = signed_in(alice)
    assert client.post("/messages/Bob/", {"text": "by form"}).headers["Location"] == "/messages/Bob/#newest"
    assert said(bob, alice) == ["by form"]
    long = "word " * 300
    answer = client.post("/messages/Bob/", {"text": long})
    assert answer.status_code == 400
    assert "word word" in answer.content.decode()


def test_a_script_fetches_what_came_since(friends, alice, bob):
    first = writing.send(user=alice, other=bob, text="one")
    writing.send(user=alice, other=bob, text="<i>two</i>")
    found = signed_in(bob).get(f"/messages/Alice/new/?after={first.pk}", headers={"Accept": "application/json"}).json()
    assert "&lt;i&gt;two&lt;/i&gt;" in found["html"]
    assert "one" not in found["html"]
    assert found["newest"] > first.pk


def test_the_list_shows_the_newest_conversation_first_in_few_queries(
    friends, alice, bob, charlie, django_assert_max_num_queries
):
    relations.follow(user=alice, person=charlie)
    writing.send(user=bob, other=alice, text="from Bob")
    writing.send(user=charlie, other=alice, text="from Charlie")
    client = signed_in(alice)
    with django_assert_max_num_queries(12):
        page = client.get("/messages/").content.decode()
    assert page.index("from Charlie") < page.index("from Bob")


# --- Notices


def test_a_notice_tells_who_wrote_once_until_it_is_read_and_nothing_of_the_text(friends, alice, bob):
    writing.send(user=alice, other=bob, text="a secret")
    writing.send(user=alice, other=bob, text="another")
    (notice,) = Notice.objects.filter(user=bob)
    (line,) = words.lines([notice])
    assert (line.text, line.url, line.brief) == (
        "Alice has written to you.",
        "/messages/Alice/",
        "Somebody has written to you",
    )
    assert "secret" not in str(notice.data)
    signed_in(bob).get("/messages/Alice/")
    notice.refresh_from_db()
    assert notice.read_at is not None
    writing.send(user=alice, other=bob, text="once more")
    assert Notice.objects.filter(user=bob).count() == 2


# --- Who may write


def test_strangers_cannot_write_and_read_the_same_whatever_the_reason_is(alice, bob, charlie):
    stranger = why(alice, bob)
    relations.follow(user=bob, person=alice)
    assert why(alice, bob) == ""
    relations.block(user=bob, person=alice)
    blocked = why(alice, bob)
    relations.follow(user=charlie, person=alice)
    services.change_preferences(user=charlie, messages_from="nobody")
    assert {stranger, blocked, why(alice, charlie)} == {NOT_TAKEN}


def test_whom_i_have_written_to_may_answer_unless_i_take_no_messages(alice, bob):
    relations.follow(user=bob, person=alice)
    assert why(bob, alice) == NOT_TAKEN
    writing.send(user=alice, other=bob, text="hello")
    assert why(bob, alice) == ""
    services.change_preferences(user=alice, messages_from="nobody")
    assert why(bob, alice) == NOT_TAKEN
    assert "You take no messages" in why(alice, bob)


def test_people_who_have_played_together_may_write_unless_only_those_followed_may(make_match, alice, bob):
    end(make_match([alice, bob]))
    assert why(alice, bob) == ""
    services.change_preferences(user=bob, messages_from="followed")
    assert why(alice, bob) == NOT_TAKEN


def test_a_block_ends_writing_in_both_directions(friends, alice, bob):
    writing.send(user=alice, other=bob, text="hello")
    relations.block(user=alice, person=bob)
    assert why(bob, alice) == NOT_TAKEN
    assert "You block this person" in why(alice, bob)
    assert said(bob, alice) == ["hello"]


def test_guests_programs_and_the_muted_do_not_write(friends, alice, bob, dana):
    guest = services.create_guest(name="Mira")
    relations.follow(user=bob, person=guest)
    assert "Guests cannot" in why(guest, bob)
    assert why(bob, guest) == NOT_TAKEN
    bot = bot_accounts.create_bot_account(owner=alice, name="Robot")
    assert "programs" in why(bot, bob)
    assert "programs" in why(bob, bot)
    sanctions.mute(staff=dana, person=alice, until=timezone.now() + writing.DAY, why="rude")
    alice.refresh_from_db()
    with pytest.raises(Muted):
        writing.send(user=alice, other=bob, text="hello")


def test_few_conversations_are_begun_in_a_day(alice, bob, monkeypatch):
    monkeypatch.setattr(writing, "MOST_BEGUN", 1)
    carl = User.objects.create_user("carl", "carl@example.org", "lantern-42-oil", name="Carl")
    for one in (bob, carl):
        relations.follow(user=one, person=alice)
    writing.send(user=alice, other=bob, text="one")
    writing.send(user=alice, other=bob, text="two")
    with pytest.raises(writing.TooManyBegun):
        writing.send(user=alice, other=carl, text="three")
    assert Conversation.objects.count() == 1


# --- Running matches


@pytest.mark.parametrize(
    ("press", "seats", "may"),
    [("none", 2, False), ("public", 2, True), ("public", 3, False), ("full", 3, True)],
)
def test_two_who_share_a_match_write_only_as_its_press_lets_them(
    friends, make_match, alice, bob, charlie, press, seats, may
):
    match = make_match([alice, bob, charlie][:seats], press=press)
    assert (why(alice, bob) == "") is may
    assert (why(bob, alice) == "") is may
    if not may:
        assert "match in which players do not talk in private" in why(alice, bob)
    end(match)
    assert why(alice, bob) == ""


def test_who_is_out_of_a_match_with_private_talk_writes_to_nobody_in_it(friends, make_match, alice, bob):
    match = make_match([alice, bob], press="full")
    Seat.objects.filter(match=match, user=alice).update(resigned=True)
    assert why(alice, bob) != ""
    assert why(bob, alice) == ""


def test_hidden_names_refuse_the_writer_alike_for_those_inside_and_outside(friends, make_match, alice, bob, charlie):
    relations.follow(user=charlie, person=alice)
    relations.follow(user=alice, person=charlie)
    match = make_match([alice, bob], press="none", anonymous=True)
    assert why(alice, bob) == why(alice, charlie) != ""
    assert "hides names" in why(alice, charlie)
    # Whoever sits elsewhere learns nothing from whether they can write.
    assert why(charlie, alice) == why(charlie, bob).replace(NOT_TAKEN, "") == ""
    end(match)
    assert why(alice, bob) == ""


def test_a_running_match_that_hides_names_is_no_acquaintance(make_match, alice, bob):
    make_match([alice, bob], press="full", anonymous=True)
    assert not allowing.have_played(alice, bob)
    assert why(alice, bob) == NOT_TAKEN


# --- Deleting, closing, data, reports


def test_what_one_deletes_stays_with_the_other_until_both_have(friends, alice, bob):
    writing.send(user=alice, other=bob, text="one")
    two = writing.send(user=alice, other=bob, text="two")
    client = signed_in(bob)
    client.post(f"/messages/Alice/{two.pk}/delete/")
    assert (said(bob, alice), said(alice, bob)) == (["one"], ["one", "two"])
    client.post("/messages/Alice/delete/")
    assert not reading.conversations(bob).exists()
    assert reading.unread(bob.pk) == 0
    assert said(alice, bob) == ["one", "two"]
    writing.delete(user=alice, other=bob)
    assert not Message.objects.exists()


def test_nobody_deletes_or_reports_messages_of_others(friends, alice, bob, charlie):
    message = writing.send(user=alice, other=bob, text="one")
    stranger = signed_in(charlie)
    stranger.post(f"/messages/Alice/{message.pk}/delete/")
    assert said(bob, alice) == said(alice, bob) == ["one"]
    assert stranger.get(f"/messages/Alice/{message.pk}/report/").status_code == 404
    assert signed_in(alice).get(f"/messages/Bob/{message.pk}/report/").status_code == 404


def test_what_somebody_wrote_who_has_left_stays_under_no_name(friends, alice, bob):
    writing.send(user=alice, other=bob, text="from Alice")
    writing.send(user=bob, other=alice, text="from Bob")
    with translation.override("zh-hans"):
        services.close_account(user=alice)
    alice.refresh_from_db()
    assert said(bob, alice) == ["from Alice", "from Bob"]
    assert said(alice, bob) == []
    page = signed_in(bob).get(f"/messages/{alice.slug}/").content.decode()
    assert "from Alice" in page
    assert "Somebody" in page
    assert NOT_TAKEN in page
    writing.delete(user=bob, other=alice)
    assert not Message.objects.exists()


def test_the_download_has_what_i_wrote_and_not_what_others_wrote(friends, alice, bob):
    writing.send(user=alice, other=bob, text="from Alice")
    writing.send(user=bob, other=alice, text="from Bob")
    found = orjson.dumps(data.all_of(alice)).decode()
    assert "from Alice" in found
    assert "from Bob" not in found


def test_a_report_takes_the_message_to_staff_and_staff_can_remove_it(friends, alice, bob):
    message = writing.send(user=alice, other=bob, text="an insult")
    client = signed_in(bob)
    assert "an insult" in client.get(f"/messages/Alice/{message.pk}/report/").content.decode()
    client.post(f"/messages/Alice/{message.pk}/report/", {"kind": "abuse", "note": ""})
    report = Report.objects.get()
    assert (report.person, report.text, report.message) == (alice, "an insult", message)
    writing.remove(message)
    report.refresh_from_db()
    assert (report.text, report.message) == ("an insult", None)
    assert said(alice, bob) == said(bob, alice) == []
    assert reading.unread(bob.pk) == 0


def test_over_rest_a_message_and_a_person_are_reported_too(friends, alice, bob):
    mine, theirs = (
        writing.send(user=who, other=whom, text=text) for who, whom, text in ((bob, alice, "Hi"), (alice, bob, "Bad"))
    )
    ask = partial(signed_in(bob).post, content_type="application/json")
    assert ask(f"/api/messages/Alice/{theirs.pk}/report/", {"kind": "abuse"}).status_code == 204
    assert ask(f"/api/messages/Alice/{mine.pk}/report/", {"kind": "abuse"}).status_code == 404, "one's own"
    assert ask("/api/players/Alice/report/", {"kind": "name", "note": "Look"}).status_code == 204
    kept = Report.objects.order_by("pk").values_list("text", "kind", "note", "message", "person__name")
    assert list(kept) == [("Bad", "abuse", "", theirs.pk, "Alice"), ("", "name", "Look", None, "Alice")]


def test_the_pages_need_a_person_and_a_name(alice):
    assert Client().get("/messages/").status_code == 302
    assert signed_in(alice).get("/messages/nobody-of-that-name/").status_code == 404


def test_messages_are_limited_by_the_minute(friends, alice, bob, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "message": "1/m/user"}
    client = signed_in(alice)
    assert client.post("/messages/Bob/", {"text": "one"}).status_code == 302
    assert client.post("/messages/Bob/", {"text": "two"}).status_code == 429
    with pytest.raises(NotAllowed):
        writing.send(user=alice, other=alice, text="me")


def test_a_page_that_is_still_open_says_that_the_person_has_gone(friends, alice, bob):
    services.close_account(user=alice)
    answer = signed_in(bob).post("/messages/Alice/", {"text": "Are you there?"}, headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json()["message"] == "There is no such person."


def test_two_presses_without_a_script_send_one_message_and_going_back_sends_another(friends, alice, bob):
    client = signed_in(alice)
    where = f"/messages/{bob.slug}/"
    (key,) = re.findall(r'name="once" value="([0-9a-f]{32})"', client.get(where).content.decode())
    kind = "application/x-www-form-urlencoded"
    for text in ("Once", "Once", "And something else"):
        answer = client.post(where, urlencode({"text": text, "once": key}), content_type=kind)
        assert answer.status_code == 302 and answer.headers["Location"].startswith(where)
    assert said(bob, alice) == ["Once", "And something else"]
