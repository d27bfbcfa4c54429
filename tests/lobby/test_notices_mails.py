"""Do mails about notices, and letters about accounts, go out once, whatever the mail server does, and none that is not true or not wanted any more?"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from django.utils import timezone

from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.notices import letters, mail, open_pages, outbox, routing, sender, smtp, unsubscribing, wishes
from lobby.notices.links import Stop
from lobby.notices.models import Delivery, Notice, Wishes
from lobby.notices.writing import News, write
from lobby.play import referee
from tests.lobby.notice_servers import (
    MailServer,
    Silent,
    at_once,
    confirm,
    text_of,
    work,
)
from tests.servers import free_port

pytestmark = pytest.mark.django_db(transaction=True)

SLOW: dict[str, Any] = {"clock": "slow", "step_seconds": 86_400}
Kind, Way = Notice.Kind, Delivery.Way
Play = Callable[..., Match]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(routing, "GRACE", timedelta())
    monkeypatch.setattr(sender, "AWAY_SECONDS", (0.0,))


@pytest.fixture
def mails(settings: Any) -> Iterator[MailServer]:
    with MailServer() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.MAIL_BACKEND = "lobby.notices.smtp.Backend"
        settings.EMAIL_BACKEND = "lobby.notices.letters.Backend"
        yield server


# --- Mail


def test_a_mail_says_only_that_something_is_due_and_leads_there(make_match, mails, alice, bob):
    confirm(alice)
    match = make_match(**SLOW)
    work()
    (mail,) = mails.mails
    assert mail["To"] == alice.email and mail["Subject"] == "[Fogbound] A match of yours has begun"
    assert f"http://127.0.0.1:8000/matches/{match.pk}/" in text_of(mail)
    html = mail.get_body(("html",)).get_content()
    for told in (text_of(mail), html):
        assert "Lanterns" not in told and "Bob" not in told
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert not Delivery.objects.exists()


def test_whoever_asks_for_more_gets_more_in_their_own_language(make_match, mails, alice):
    confirm(alice)
    Wishes.objects.create(user=alice, tells_more=True, time_zone="Asia/Shanghai")
    User.objects.filter(pk=alice.pk).update(language="zh-hans")
    make_match(**SLOW)
    work()
    (mail,) = mails.mails
    assert re.search(r"[\u4e00-\u9fff]", text_of(mail)) and "CST" in text_of(mail)


def test_nobody_gets_mail_at_an_address_that_is_not_confirmed(make_match, mails, alice, bob):
    EmailAddress.objects.create(user=alice, email=alice.email, verified=False, primary=True)
    make_match(**SLOW)
    work()
    assert mails.mails == []


@pytest.mark.postgres
def test_what_was_ordered_read_or_seen_meanwhile_is_not_sent(make_match, order, mails, alice, bob, charlie):
    for person in (alice, bob, charlie):
        confirm(person)
    match = make_match([alice, bob, charlie], **SLOW)
    routing.route(timezone.now())
    order(match, match.seats.get(user=alice).number)
    Notice.objects.filter(user=bob).update(read_at=timezone.now())
    open_pages.note([charlie.pk])
    assert work() == 3
    assert mails.mails == [] and not Delivery.objects.exists()


def test_what_is_due_in_a_match_that_stands_still_waits(make_match, order, mails, alice):
    confirm(alice)
    match = make_match(**SLOW)
    Notice.objects.all().delete()
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PAUSED)
    work()
    assert mails.mails == []
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    at_once()
    work()
    assert len(mails.mails) == 1


def test_nothing_is_sent_in_quiet_hours_and_the_mail_of_the_day_comes_at_its_hour():
    chosen = Wishes(time_zone="Europe/Berlin", quiet_from=22, quiet_to=7, digest_hour=8)
    at = datetime(2026, 6, 1, 21, 30, tzinfo=UTC)  # half past eleven there
    assert wishes.not_before(chosen, at) == datetime(2026, 6, 2, 5, 0, tzinfo=UTC)
    assert wishes.not_before(chosen, at + timedelta(hours=8)) == at + timedelta(hours=8)
    assert wishes.next_digest(chosen, at) == datetime(2026, 6, 2, 6, 0, tzinfo=UTC)
    # The night in which the clocks go back.
    night = datetime(2026, 10, 24, 21, 0, tzinfo=UTC)
    assert wishes.not_before(chosen, night) == datetime(2026, 10, 25, 6, 0, tzinfo=UTC)


def test_what_comes_late_into_quiet_hours_waits_until_they_are_over(make_match, mails, alice):
    """It was put off by the mail server, or waited for somebody who might be on a page: what was due before may be so no more."""
    confirm(alice)
    make_match(**SLOW)
    routing.route(timezone.now())
    hour = timezone.now().hour
    # From this hour on, as the person has chosen meanwhile.
    Wishes.objects.update_or_create(user=alice, defaults={"quiet_from": hour, "quiet_to": (hour + 2) % 24})
    work()
    waiting = Delivery.objects.get()
    assert mails.mails == [] and waiting.attempts == 0
    assert waiting.due_at == wishes.not_before(Wishes.objects.get(user=alice), timezone.now()) > timezone.now()
    Wishes.objects.update(quiet_from=(hour + 12) % 24, quiet_to=(hour + 13) % 24)
    at_once()
    work()
    assert len(mails.mails) == 1 and not Delivery.objects.exists()


@pytest.mark.postgres
def test_the_mail_of_the_day_has_all_of_the_day_in_one(make_match, mails, alice, bob):
    confirm(alice)
    chosen = Wishes(user=alice, digest_hour=(timezone.now() + timedelta(hours=2)).hour)
    wishes.choose(chosen, {Kind.BEGUN: [wishes.SITE, wishes.DIGEST]})
    chosen.save()
    for _ in range(3):
        make_match(**SLOW)
    work()
    assert mails.mails == []
    Delivery.objects.filter(pk=Delivery.objects.first().pk).update(due_at=timezone.now())
    work()
    (mail,) = mails.mails
    assert mail["Subject"] == "[Fogbound] 3 things wait for you"
    assert text_of(mail).count("/matches/") == 3
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("link", ["Mute this match", "No more mails of this kind"])
def test_a_link_in_a_mail_ends_it_without_a_session_and_only_when_it_is_pressed(make_match, mails, alice, bob, link):
    confirm(alice)
    match = make_match(**SLOW)
    work()
    address = re.search(rf"{link}\s+http://127.0.0.1:8000(\S+)", text_of(mails.mails[0]))[1]
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(address).status_code == 200
    what = Stop(alice.pk, match_id=match.pk) if "Mute" in link else Stop(alice.pk, kind=Kind.BEGUN)
    assert not unsubscribing.is_ended(what), "programs that look through mails follow links"
    assert stranger.post(address).status_code == 200
    assert unsubscribing.is_ended(what)
    stranger.post(address, {"again": "1"})
    assert not unsubscribing.is_ended(what)
    assert stranger.post(address[:-3] + "xx/").status_code == 404


def test_a_mail_program_unsubscribes_by_itself(make_match, mails, alice):
    confirm(alice)
    make_match(**SLOW)
    work()
    address = mails.mails[0]["List-Unsubscribe"].strip(" <>").removeprefix("http://127.0.0.1:8000")
    assert Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    make_match(**SLOW)
    work()
    assert len(mails.mails) == 1


def test_a_mail_that_is_refused_for_ever_is_dropped_and_one_that_is_put_off_comes_later(make_match, mails, alice, bob):
    confirm(alice)
    mails.mood = "refuses"
    make_match(**SLOW)
    work()
    assert not Delivery.objects.exists()
    mails.mood = "defers"
    make_match(**SLOW)
    for attempts in (1, 2):
        work()
        (left,) = Delivery.objects.all()
        pause = outbox.PAUSES[attempts - 1]
        assert left.attempts == attempts and 0.8 * pause < left.due_at - timezone.now() < 1.2 * pause
        at_once()
    mails.mood = "takes"
    work()
    assert len(mails.mails) == 1 and not Delivery.objects.exists()


def test_a_mail_server_that_is_not_there_or_hangs_loses_nothing_and_counts_as_no_attempt(
    make_match, mails, settings, alice
):
    confirm(alice)
    make_match(**SLOW)
    settings.EMAIL_TIMEOUT = 0.2
    settings.EMAIL_PORT = free_port()
    work()
    at_once()
    with Silent() as port:
        settings.EMAIL_PORT = port
        work()
    (left,) = Delivery.objects.all()
    assert left.attempts == 0
    at_once()
    settings.EMAIL_PORT = mails.port
    work()
    assert len(mails.mails) == 1


def test_a_mail_server_that_accepts_late_gets_a_mail_once(make_match, mails, settings, alice):
    """Later than it may take for any other answer."""
    confirm(alice)
    make_match(**SLOW)
    settings.EMAIL_TIMEOUT = 0.2
    mails.mood = "late"

    async def send() -> None:
        sending = asyncio.ensure_future(sender.drain())
        await asyncio.to_thread(mails.got.wait, 10)
        # Longer than the ordinary patience, by the mail server's own clock.
        await asyncio.to_thread(mails.may_answer.wait, 5 * settings.EMAIL_TIMEOUT)
        assert not sending.done()
        mails.may_answer.set()
        await sending

    async_to_sync(send)()
    assert len(mails.mails) == 1 and not Delivery.objects.exists()


def test_a_server_that_never_answers_a_whole_mail_gets_it_again_under_the_same_name(
    make_match, mails, alice, monkeypatch
):
    confirm(alice)
    make_match(**SLOW)
    monkeypatch.setattr(smtp, "FINAL_SECONDS", 0.2)
    mails.mood = "late"
    work()
    mails.may_answer.set()
    at_once()
    mails.mood = "takes"
    work()
    assert len(set(mails.ids)) == 1 and not Delivery.objects.exists()


@pytest.mark.postgres
def test_what_a_dead_process_had_in_hand_goes_out_and_one_that_wakes_up_late_sends_nothing(
    make_match, mails, alice, bob
):
    confirm(alice)
    confirm(bob)
    make_match(**SLOW)
    routing.route(timezone.now())
    taken = outbox.take([Way.MAIL], 10, timezone.now())
    assert len(taken) == 2 and outbox.take([Way.MAIL], 10, timezone.now()) == [], "nobody else takes them"
    assert outbox.hand_over([taken[0]])
    Delivery.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    others = outbox.take([Way.MAIL], 10, timezone.now())
    assert not outbox.hand_over([taken[0]]) and outbox.hand_over(others)
    at_once()
    work()
    assert sorted(mail["To"] for mail in mails.mails) == sorted(one.notice.user.email for one in taken)
    assert not Delivery.objects.exists()


def test_of_what_nobody_could_drop_nothing_is_sent_that_a_dead_process_was_handing_over(make_match, mails, alice):
    confirm(alice)
    make_match(**SLOW)
    routing.route(timezone.now())
    taken = outbox.take([Way.MAIL], 10, timezone.now())
    assert outbox.hand_over(taken, only_once=True) and not outbox.hand_over(taken, only_once=True)
    at_once()
    work()
    assert mails.mails == [] and not Delivery.objects.exists()


def test_a_mail_of_the_day_that_was_cut_off_comes_again_as_it_was_beside_what_is_new(make_match, mails, alice):
    confirm(alice)
    chosen = Wishes(user=alice)
    wishes.choose(chosen, {Kind.BEGUN: [wishes.SITE, wishes.DIGEST]})
    chosen.save()
    for _ in range(2):
        make_match(**SLOW)
    routing.route(timezone.now())
    Delivery.objects.update(due_at=timezone.now() + timedelta(hours=2))
    Delivery.objects.filter(pk=Delivery.objects.first().pk).update(due_at=timezone.now())
    taken = outbox.take([Way.DIGEST], 10, timezone.now())
    taken += outbox.take_digest(alice.pk, timezone.now())
    assert len(taken) == 2 and outbox.hand_over(taken)
    make_match(**SLOW)
    routing.route(timezone.now())
    at_once()
    work()
    assert sorted(text_of(mail).count("/matches/") for mail in mails.mails) == [1, 2]
    again = next(mail for mail in mails.mails if text_of(mail).count("/matches/") == 2)
    assert again["Message-ID"] == mail.message_id(taken)


@pytest.mark.postgres
def test_what_another_process_routed_and_sent_meanwhile_is_not_routed_again(make_match, mails, alice, bob, monkeypatch):
    """What goes out is found before the lock is taken."""
    confirm(alice)
    confirm(bob)
    make_match(**SLOW)
    real, found = routing._deliveries, []

    def find(notices, now):
        made = real(notices, now)
        found.append(len(made[0]))
        if len(found) == 1:
            work()
        return made

    monkeypatch.setattr(routing, "_deliveries", find)
    assert routing.route(timezone.now()) == 0
    assert found == [2, 2]
    work()
    assert len(mails.mails) == 2 and not Delivery.objects.exists()


@pytest.mark.postgres
def test_a_notice_that_goes_while_it_is_routed_goes_nowhere(make_match, mails, alice, bob, monkeypatch):
    confirm(alice)
    confirm(bob)
    make_match(**SLOW)
    real = routing._deliveries

    def find(notices, now):
        made = real(notices, now)
        Notice.objects.filter(user=alice).delete()
        return made

    monkeypatch.setattr(routing, "_deliveries", find)
    work()
    assert [mail["To"] for mail in mails.mails] == [bob.email]


@pytest.mark.postgres
def test_nothing_is_handed_over_that_somebody_else_has_taken_meanwhile(make_match, mails, alice, monkeypatch):
    confirm(alice)
    make_match(**SLOW)
    monkeypatch.setattr(outbox, "hand_over", lambda _together: False)
    work()
    assert mails.mails == [], "the line that ends a mail was not sent"


def test_no_part_of_a_mail_waits_until_the_server_has_acknowledged_the_one_before(mails, settings):
    with get_connection(settings.MAIL_BACKEND) as backend:
        assert backend.connection.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --- Letters about accounts


def test_a_page_does_not_wait_for_the_mail_server_and_the_letter_comes_later(mails, settings):
    with Silent() as port:
        settings.EMAIL_PORT = port
        fields = {
            "username": "mira",
            "email": "mira@example.org",
            "password1": "lantern-42-oil",
            "password2": "lantern-42-oil",
        }
        assert Client().post("/accounts/signup/", fields).headers["Location"] == "/lobby/"
    assert Client().post("/accounts/password/reset/", {"email": "mira@example.org"}).status_code == 302
    settings.EMAIL_PORT = mails.port
    work()
    assert len(mails.mails) == 2
    assert "accounts/confirm-email/" in text_of(mails.mails[0]) and "accounts/password/reset/key/" in text_of(
        mails.mails[1]
    )


@pytest.mark.postgres
@pytest.mark.parametrize("address", [f"mira@{'ü' * 60}.de", "mira@\u200d.com"], ids=["too long a name", "no name"])
def test_an_address_that_no_mail_can_bear_keeps_no_other_letter_from_going_out(mails, alice, bob, address):
    """Forms take both for addresses. Whoever types one would else stop everybody's letters."""
    confirm(alice)
    EmailMessage("Hello", "text", None, [address]).send()
    EmailMessage("Hello", "text", None, ["bob@example.org"]).send()
    work()
    assert [mail["To"] for mail in mails.mails] == ["bob@example.org"] and not Delivery.objects.exists()
    # The same address of somebody who is told of something.
    confirm(bob)
    EmailAddress.objects.filter(user=bob).update(email=address)
    write(
        [
            News(one.pk, Kind.CONTEST, "1:began", data={"contest": 1, "name": "Cup", "what": "began"})
            for one in (bob, alice)
        ]
    )
    work()
    assert [mail["To"] for mail in mails.mails][1:] == [alice.email] and not Delivery.objects.exists()


def test_nobody_who_reads_the_database_reads_a_letter(mails, settings):
    EmailMessage("Subject", "a link that sets a new password", None, ["mira@example.org"]).send()
    (stored,) = Delivery.objects.all()
    assert "mira" not in stored.sealed and "link" not in str(stored.__dict__)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert letters.unseal(stored.sealed).body == "a link that sets a new password"
    settings.SECRET_KEY_FALLBACKS = []
    assert letters.unseal(stored.sealed) is None
