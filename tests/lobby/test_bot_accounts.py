"""Accounts with which programs play: whose they are, what they may do, how they are shown, and what becomes of them."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from lobby.accounts import bot_accounts, sanctions, services, tokens
from lobby.accounts.models import User
from lobby.accounts.passes import Pass, still_good
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.matches.terms import Settings
from lobby.ratings import entrants
from lobby.ratings.models import Board
from lobby.tables import queue
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def robot(alice: User) -> User:
    return bot_accounts.create_bot_account(owner=alice, name="Robot")


def of(text: str) -> Client:
    return Client(headers={"authorization": f"Bearer {text}"})


def test_a_bot_account_has_an_owner_and_no_way_to_log_in(alice, robot):
    assert robot.is_bot and robot.owner == alice and not robot.is_guest
    assert not robot.has_usable_password() and robot.email == ""
    assert not alice.is_bot
    assert list(bot_accounts.bot_accounts_of(alice)) == [robot]


@pytest.mark.parametrize(("name", "code"), [("x", "length"), ("Alice", "taken"), ("Fogbound", "posing")])
def test_its_name_follows_the_rules_of_names(alice, name, code):
    with pytest.raises(ValidationError) as refused:
        bot_accounts.create_bot_account(owner=alice, name=name)
    assert refused.value.error_dict["name"][0].code == code
    assert not bot_accounts.bot_accounts_of(alice).exists()


def test_a_guest_and_a_bot_account_have_none(robot):
    with pytest.raises(ValidationError, match="sign up"):
        bot_accounts.create_bot_account(owner=services.create_guest(), name="Guestbot")
    with pytest.raises(ValidationError, match="bot account"):
        bot_accounts.create_bot_account(owner=robot, name="Grandchild")
    with pytest.raises(ValidationError, match="bot account"):
        tokens.create_token(user=robot, name="x", scopes=["bots"])


def test_a_person_may_have_so_many(alice, monkeypatch):
    monkeypatch.setattr(bot_accounts, "MOST", 1)
    bot_accounts.create_bot_account(owner=alice, name="One bot")
    with pytest.raises(ValidationError) as refused:
        bot_accounts.create_bot_account(owner=alice, name="Two bots")
    assert refused.value.code == "too_many"


def test_from_nothing_to_a_match_with_tokens_alone(alice):
    _token, text = tokens.create_token(user=alice, name="mine", scopes=["bots"])
    owner = of(text)
    made = owner.post("/api/account/bots/", {"name": "Robot"}, content_type="application/json").json()
    asked = {"name": "its", "scopes": ["read", "play", "tables"]}
    address = f"/api/account/bots/{made['id']}/tokens/"
    bot = of(owner.post(address, asked, content_type="application/json").json()["token"])
    assert bot.get("/api/account/").json()["owner"] == "Alice"
    match = bot.post("/api/tables/quick/", {"game": "toy"}, content_type="application/json").json()
    assert Seat.objects.filter(match_id=match["id"], user__name="Robot").exists()
    assert [one["bot_account"] for one in match["info"]["seats"]].count(True) == 1
    assert owner.get("/api/account/bots/").json()[0]["tokens"] == 1


def test_its_name_carries_a_badge_and_its_page_the_owner(client, alice, robot):
    page = client.get(f"/people/{robot.slug}/").content.decode()
    assert 'class="tag bot"' in page and "A program plays with this account." in page and "/people/Alice/" in page
    table = tables.create_table(user=robot, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    assert 'class="tag bot"' in client.get(f"/tables/{table.pk}/").content.decode()
    assert 'class="tag bot"' in client.get("/lobby/").content.decode()


def test_a_suspended_owner_takes_their_bots_along(alice, robot, dana):
    token, text = tokens.create_token(user=robot, name="its", scopes=["read"])
    match = tables.quick_match(user=robot, game_id="toy")
    assert still_good([Pass(robot.pk, None, token.pk)]) == [True]
    sanctions.suspend(staff=dana, person=alice, until=timezone.now() + timedelta(days=1), why="cheats")
    assert tokens.find(text) is None
    assert still_good([Pass(robot.pk, None, token.pk)]) == [False]
    assert Seat.objects.get(match=match, user=robot).autopilot
    sanctions.end_suspension(staff=dana, person=User.objects.get(pk=alice.pk), why="enough")
    assert tokens.find(text) is not None


def test_a_muted_owner_has_silent_bots(alice, robot):
    alice.muted_until = timezone.now() + timedelta(hours=1)
    alice.save()
    assert User.objects.get(pk=robot.pk).mute_ends == alice.muted_until


def test_a_closed_owner_closes_their_bots(alice, robot):
    _token, text = tokens.create_token(user=robot, name="its", scopes=["read"])
    services.close_account(user=alice)
    robot.refresh_from_db()
    assert robot.closed_at is not None and tokens.find(text) is None


def test_only_the_owner_closes_a_bot_account(alice, bob, robot):
    with pytest.raises(User.DoesNotExist):
        bot_accounts.close_bot_account(owner=bob, bot_id=robot.pk)
    bot_accounts.close_bot_account(owner=alice, bot_id=robot.pk)
    assert not bot_accounts.bot_accounts_of(alice).exists()
    bot_accounts.create_bot_account(owner=alice, name="Robot")  # the name is free again


RATED = Settings(seats=2, step_seconds=30, rated=True)


def test_a_rated_table_is_between_people_or_between_bots(alice, bob, robot):
    theirs = tables.create_table(user=bob, game_id="toy", options={}, settings=RATED)
    with pytest.raises(NotAllowed, match="bot accounts"):
        tables.join(user=robot, match_id=theirs.pk)
    own = tables.create_table(user=robot, game_id="toy", options={}, settings=RATED)
    with pytest.raises(NotAllowed, match="bot accounts"):
        tables.join(user=bob, match_id=own.pk)
    other = bot_accounts.create_bot_account(owner=bob, name="Other bot")
    tables.join(user=other, match_id=own.pk)


def finished(*people: User) -> tuple[Match, list[Seat]]:
    match = Match(
        game="toy", rated=True, status=Match.Status.FINISHED, visibility=Match.Visibility.PUBLIC, clock="live"
    )
    return match, [Seat(match=match, number=n, user=one, place=n + 1) for n, one in enumerate(people)]


def test_matches_of_bot_accounts_count_on_the_board_of_bots(alice, bob, robot):
    other = bot_accounts.create_bot_account(owner=bob, name="Other bot")
    found = entrants.entrants(*finished(robot, other), [])
    assert {one.player.board for one in found} == {Board.BOTS}
    assert {one.player.board for one in entrants.entrants(*finished(alice, bob), [])} == {Board.PEOPLE}
    assert entrants.entrants(*finished(alice, other), []) == []


def test_the_queue_pairs_people_with_people(alice, bob, robot):
    queue.enter(user=alice, game_id="toy", pace="fast", rated=False)
    assert queue.enter(user=robot, game_id="toy", pace="fast", rated=False).match is None
    assert queue.enter(user=bob, game_id="toy", pace="fast", rated=False).match is not None


def test_the_pages_make_show_and_close_one(client, alice):
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert "You have no bot account yet." in client.get("/account/bots/").content.decode()
    answer = client.post("/account/bots/", {"name": "Alice"})
    assert answer.status_code == 400 and "This name is taken." in answer.content.decode()
    answer = client.post("/account/bots/", {"name": "Robot"}, follow=True)
    robot = User.objects.get(name="Robot")
    assert answer.redirect_chain[-1][0] == f"/account/bots/{robot.pk}/tokens/"
    assert 'value="bots"' not in answer.content.decode()
    answer = client.post(f"/account/bots/{robot.pk}/tokens/", {"name": "its", "scopes": ["play"]})
    assert "fog_" in answer.content.decode()
    token = robot.tokens.get()
    client.post(f"/account/bots/{robot.pk}/tokens/{token.pk}/revoke/")
    assert not robot.tokens.exists()
    assert "Close the account of" in client.get(f"/account/bots/{robot.pk}/close/").content.decode()
    client.post(f"/account/bots/{robot.pk}/close/")
    assert not bot_accounts.bot_accounts_of(alice).exists()


def test_strangers_find_no_page_of_somebody_elses_bot(client, bob, robot):
    client.force_login(bob, "django.contrib.auth.backends.ModelBackend")
    for page in ("tokens", "close"):
        assert client.get(f"/account/bots/{robot.pk}/{page}/").status_code == 404


def test_a_command_makes_account_and_token(alice):
    out = io.StringIO()
    call_command("token", "Alice", "--bot", "Robot", "--scopes", "read,play", stdout=out)
    token = tokens.find(out.getvalue().strip())
    assert token is not None and token.user.name == "Robot" and token.scopes == ["read", "play"]
    call_command("token", "Alice", "--bot", "Robot", stdout=out)
    assert bot_accounts.bot_accounts_of(alice).count() == 1
    with pytest.raises(CommandError, match="nobody"):
        call_command("token", "Nobody")
    with pytest.raises(CommandError, match="at least one"):
        call_command("token", "Alice", "--scopes", "everything")
