"""Who may do what in a club, what do its members hear, and what does it give away?"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lobby.accounts import bot_accounts, relations, sanctions, services
from lobby.accounts.models import Report, User
from lobby.clubs import founding, holding, joining, leading, posting, reading
from lobby.clubs.models import Asking, Club, Member, Post
from lobby.contests import services as contests
from lobby.contests.models import Contest
from lobby.matches.errors import NotAllowed, ServiceError
from lobby.matches.models import Match, Seat
from lobby.matches.people import ClubTable
from lobby.matches.terms import Settings
from lobby.notices import words
from lobby.notices.models import Notice
from lobby.pages import lists
from lobby.people import data, expiry
from lobby.tables import services as tables
from lobby.talk.chat import Muted
from tests.lobby import contest_rows
from tests.lobby.test_accounts_people import signed_in

NOT_TAKEN = "This club does not take you now."


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def club(alice) -> Club:
    return founding.found(user=alice, name="Night Owls", about="We play late.")


def of_door(club: Club, door: str) -> Club:
    Club.objects.filter(pk=club.pk).update(door=door)
    return club


def roles(club: Club) -> dict[str, str]:
    return {one.user.name: one.role for one in reading.members(club)}


def told(user: User) -> list[str]:
    rows = list(Notice.objects.filter(user=user, kind="club", read_at=None).order_by("pk"))
    return [one.text for one in words.lines(rows)]


def refused(serve, **kwargs) -> str:
    with pytest.raises(ServiceError) as caught:
        serve(**kwargs)
    return caught.value.message


# --- Founding


@pytest.mark.parametrize("name", ["Night Owls", "night owls", "N1ght 0wls", "Nіght Owls", "Night-Owls"])
def test_no_two_clubs_have_names_that_look_alike(club, bob, name):
    assert "looks like it" in refused(founding.found, user=bob, name=name)


@pytest.mark.parametrize("name", ["", "ab", "a" * 41, "Fogbound staff", "…!?", "a\u202eb c"])
def test_a_name_that_cannot_be_read_or_poses_as_the_site_is_refused(alice, name):
    with pytest.raises(NotAllowed) as caught:
        founding.found(user=alice, name=name)
    assert caught.value.path == "name"


def test_addresses_are_told_apart_where_names_are_not(alice, bob):
    first = founding.found(user=alice, name="The Fog")
    second = founding.found(user=bob, name="The Fog, 雾")
    new = founding.found(user=bob, name="New")
    third = founding.found(user=bob, name="俱乐部")
    assert [first.slug, second.slug, new.slug, third.slug] == ["the-fog", "the-fog-雾", "new-2", "俱乐部"]
    assert signed_in(bob).get(f"/clubs/{third.slug}/").status_code == 200


def test_one_person_owns_three_clubs_at_most_and_guests_and_programs_none(alice):
    for number in ("one", "two", "three"):
        founding.found(user=alice, name=f"Club {number}")
    assert "3 clubs" in refused(founding.found, user=alice, name="Club four")
    assert "with an account" in refused(founding.found, user=services.create_guest(), name="Guests")
    program = bot_accounts.create_bot_account(owner=alice, name="Alice bot")
    assert "program" in refused(founding.found, user=program, name="Programs")


def test_whoever_is_muted_writes_nothing_in_a_club(club, alice):
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    alice.refresh_from_db()
    for serve, what in (
        (founding.found, {"name": "Another"}),
        (founding.change, {"slug": club.slug, "about": "New words"}),
        (posting.post, {"slug": club.slug, "text": "News"}),
    ):
        with pytest.raises(Muted):
            serve(user=alice, **what)


# --- Joining


def test_through_an_open_door_one_walks_in(club, bob):
    assert joining.join(user=bob, slug=club.slug)
    assert roles(club) == {"Alice": "owner", "Bob": "member"}
    club.refresh_from_db()
    assert club.size == 2


def test_a_request_is_told_to_officers_once_and_accepted_to_whoever_asked(club, alice, bob, charlie):
    of_door(club, "request")
    assert not joining.join(user=bob, slug=club.slug, line="I am up at night")
    assert not joining.join(user=bob, slug=club.slug)
    joining.join(user=charlie, slug=club.slug)
    assert told(alice) == ["Somebody asks to join Night Owls, a club of yours."]
    joining.accept(user=alice, slug=club.slug, person=bob)
    assert told(bob) == ["You are in the club Night Owls now."]
    assert told(alice) != []
    joining.refuse(user=alice, slug=club.slug, person=charlie)
    assert (told(charlie), told(alice)) == ([], [])
    assert roles(club) == {"Alice": "owner", "Bob": "member"}


def test_whoever_was_refused_or_removed_or_is_blocked_reads_the_same(club, alice, bob, charlie, dana):
    of_door(club, "request")
    joining.join(user=bob, slug=club.slug)
    joining.refuse(user=alice, slug=club.slug, person=bob)
    of_door(club, "open")
    joining.join(user=charlie, slug=club.slug)
    leading.remove(user=alice, slug=club.slug, person=charlie)
    relations.block(user=alice, person=dana)
    assert [refused(joining.join, user=one, slug=club.slug) for one in (bob, charlie, dana)] == [NOT_TAKEN] * 3
    Asking.objects.update(refused_at=timezone.now() - holding.KEPT_OUT - timedelta(hours=1))
    assert joining.join(user=bob, slug=club.slug)
    expiry.sweep(timezone.now())
    assert not Asking.objects.exists()


def test_by_invitation_one_comes_only_when_invited(club, alice, bob, charlie):
    of_door(club, "invitation")
    assert "invitation only" in refused(joining.join, user=bob, slug=club.slug)
    joining.invite(user=alice, slug=club.slug, person=bob)
    assert told(bob) == ["You are invited to join the club Night Owls."]
    assert "Night Owls" in signed_in(bob).get("/clubs/").content.decode()
    assert joining.join(user=bob, slug=club.slug)
    assert told(bob) == []
    joining.invite(user=alice, slug=club.slug, person=charlie)
    joining.take_back(user=charlie, slug=club.slug)
    assert refused(joining.invite, user=alice, slug=club.slug, person=charlie) == "This person cannot be invited."
    assert "officers" in refused(joining.invite, user=bob, slug=club.slug, person=charlie)


def test_nobody_learns_of_a_block_by_inviting(club, alice, bob, charlie):
    relations.block(user=bob, person=alice)
    User.objects.filter(pk=charlie.pk).update(messages_from="nobody")
    charlie.refresh_from_db()
    answers = {refused(joining.invite, user=alice, slug=club.slug, person=one) for one in (bob, charlie)}
    assert answers == {"This person cannot be invited."}


def test_a_club_and_a_person_have_limits(club, bob, charlie, monkeypatch):
    monkeypatch.setattr(holding, "MOST_MEMBERS", 2)
    joining.join(user=bob, slug=club.slug)
    assert "full" in refused(joining.join, user=charlie, slug=club.slug)
    monkeypatch.setattr(holding, "MOST_CLUBS", 1)
    other = founding.found(user=charlie, name="Early Birds")
    assert "1 clubs already" in refused(joining.join, user=bob, slug=other.slug)


# --- Leading


def test_only_the_owner_makes_officers_and_hands_over(club, alice, bob, charlie):
    for one in (bob, charlie):
        joining.join(user=one, slug=club.slug)
    assert "owner" in refused(leading.promote, user=bob, slug=club.slug, person=charlie)
    leading.promote(user=alice, slug=club.slug, person=bob)
    assert told(bob) == ["You are an officer of the club Night Owls now."]
    assert "owner" in refused(leading.remove, user=bob, slug=club.slug, person=alice)
    leading.hand_over(user=alice, slug=club.slug, person=charlie)
    assert roles(club) == {"Charlie": "owner", "Alice": "officer", "Bob": "officer"}
    assert "owner" in refused(leading.demote, user=alice, slug=club.slug, person=bob)
    leading.demote(user=charlie, slug=club.slug, person=bob)
    leading.remove(user=alice, slug=club.slug, person=bob)
    assert roles(club) == {"Charlie": "owner", "Alice": "officer"}


def test_a_closed_account_hands_over_to_the_oldest_officer_then_member_then_closes(club, alice, bob, charlie, dana):
    for one in (bob, charlie, dana):
        joining.join(user=one, slug=club.slug)
    leading.promote(user=alice, slug=club.slug, person=dana)
    leading.promote(user=alice, slug=club.slug, person=charlie)
    services.close_account(user=alice)
    assert roles(club) == {"Dana": "owner", "Charlie": "officer", "Bob": "member"}
    assert "The club Night Owls is yours now." in told(dana)
    services.close_account(user=dana)
    services.close_account(user=charlie)
    assert roles(club) == {"Bob": "owner"}
    joining.leave(user=bob, slug=club.slug)
    club.refresh_from_db()
    assert (club.closed_at is not None, club.size) == (True, 0)
    again = founding.found(user=bob, name="Night Owls")
    assert again.slug != club.slug


def test_the_count_of_members_stays_right(club, alice, bob, charlie):
    joining.join(user=bob, slug=club.slug)
    joining.join(user=charlie, slug=club.slug)
    joining.leave(user=alice, slug=club.slug)
    leading.remove(user=bob, slug=club.slug, person=charlie)
    club.refresh_from_db()
    assert club.size == Member.objects.filter(club=club).count() == 1


# --- News


def test_news_reach_each_member_once_but_not_who_wants_none_or_blocks_the_writer(club, alice, bob, charlie, dana):
    for one in (bob, charlie, dana):
        joining.join(user=one, slug=club.slug)
    posting.hear(user=charlie, slug=club.slug, wanted=False)
    relations.block(user=dana, person=alice)
    made = posting.post(user=alice, slug=club.slug, text="Contest\non <b>Friday</b>")
    assert {one.name: told(one) for one in (alice, bob, charlie, dana)} == {
        "Alice": [],
        "Bob": ["Night Owls, a club of yours, has news."],
        "Charlie": [],
        "Dana": [],
    }
    assert "on &lt;b&gt;Friday" in signed_in(bob).get(f"/clubs/{club.slug}/").content.decode()
    assert "Friday" not in signed_in(dana).get(f"/clubs/{club.slug}/").content.decode()
    posting.take_down(user=alice, slug=club.slug, post_id=made.pk)
    assert told(bob) == []
    assert Post.objects.get().text == ""


def test_to_take_one_news_down_leaves_what_is_told_of_others(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    first = posting.post(user=alice, slug=club.slug, text="First")
    later = Post.objects.create(pk=first.pk * 10, club=club, author=alice, text="Later")
    holding.tell([bob.pk], club, "news", posting.about(later.pk))
    posting.take_down(user=alice, slug=club.slug, post_id=first.pk)
    assert len(told(bob)) == 1


def test_so_many_news_a_day_and_removing_makes_no_room(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    assert "officers" in refused(posting.post, user=bob, slug=club.slug, text="I too")
    for number in range(posting.MOST_A_DAY):
        made = posting.post(user=alice, slug=club.slug, text=f"number {number}")
    posting.take_down(user=alice, slug=club.slug, post_id=made.pk)
    assert "3 times a day" in refused(posting.post, user=alice, slug=club.slug, text="one more")
    Post.objects.update(created_at=timezone.now() - timedelta(hours=25))
    posting.post(user=alice, slug=club.slug, text="tomorrow")


def test_whoever_leaves_is_told_nothing_more(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    posting.post(user=alice, slug=club.slug, text="News")
    joining.leave(user=bob, slug=club.slug)
    assert told(bob) == []


# --- Tables and contests


def open_table(user: User, club: Club | None, **kwargs) -> Match:
    chosen = {"seats": 2, "step_seconds": 60, "club": None if club is None else club.pk, **kwargs}
    return tables.create_table(user=user, game_id="planet_conquer", options={}, settings=Settings(**chosen))


def test_at_a_table_of_a_club_only_members_sit(club, alice, bob, charlie):
    joining.join(user=bob, slug=club.slug)
    match = open_table(alice, club)
    assert "members of a club" in refused(tables.join, user=charlie, match_id=match.pk)
    assert "members of a club" in refused(open_table, user=charlie, club=club)
    readers = {"out": signed_in(charlie), "nobody": Client(), "in": signed_in(bob)}
    pages = {who: reader.get(f"/tables/{match.pk}/").content.decode() for who, reader in readers.items()}
    assert {who: ('id="join"' in page, "Join the club first" in page) for who, page in pages.items()} == {
        "out": (False, True),
        "nobody": (False, True),
        "in": (True, False),
    }
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    assert Seat.objects.filter(match=match, user=bob).exists()


def test_an_open_table_of_a_club_is_on_its_page_for_members_and_in_no_lobby(club, alice, bob):
    match = open_table(alice, club)
    assert list(lists.open_tables()) == []
    assert lists.list_of(match) == ""
    assert match.pk in signed_in(alice).get(f"/clubs/{club.slug}/").content.decode()
    assert match.pk not in signed_in(bob).get(f"/clubs/{club.slug}/").content.decode()
    assert match.pk not in signed_in(bob).get("/api/tables/").content.decode()


def test_a_rated_table_is_for_everybody(club, alice):
    with pytest.raises(NotAllowed) as caught:
        open_table(alice, club, rated=True)
    assert caught.value.path == "rated"


def test_the_form_of_a_table_offers_my_clubs_and_no_others(club, alice, bob):
    page = signed_in(alice).get(f"/tables/new/planet_conquer/?club={club.slug}").content.decode()
    assert f'<option value="{club.slug}" selected>Night Owls</option>' in page
    assert "Night Owls" not in signed_in(bob).get("/tables/new/planet_conquer/").content.decode()


def test_where_names_are_hidden_the_page_of_the_club_lists_no_seats(club, alice, bob, charlie):
    joining.join(user=bob, slug=club.slug)
    joining.join(user=charlie, slug=club.slug)
    match = open_table(alice, club, anonymous=True)
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    page = signed_in(charlie).get(f"/clubs/{club.slug}/").content.decode()
    card = page[page.index(f"/matches/{match.pk}/") :]
    card = card[: card.index("</article>")]
    assert "Alice" not in card
    assert "Bob" not in card
    assert "<li" not in card


@pytest.fixture
def contest(club, alice) -> Contest:
    """For its members alone, open for entry."""
    wanted = contest_rows.plan(game="planet_conquer", who="people", club_id=club.pk)
    return contests.create_contest(user=alice, plan=wanted)


def test_a_contest_of_a_club_is_announced_by_officers_and_entered_by_members(club, contest, alice, bob, charlie):
    joining.join(user=bob, slug=club.slug)
    assert "Only officers" in refused(
        contests.create_contest, user=bob, plan=contest_rows.plan(game="planet_conquer", who="people", club_id=club.pk)
    )
    assert "members of a club" in refused(contests.enter, user=charlie, contest_id=contest.pk)
    contests.enter(user=bob, contest_id=contest.pk)
    leading.remove(user=alice, slug=club.slug, person=bob)
    assert contest.entrants.filter(user=bob, withdrawn_at=None).exists(), "who has entered stays in"
    assert "members of a club" in refused(contests.enter, user=bob, contest_id=contest.pk)


def test_the_form_of_a_contest_offers_the_clubs_one_leads(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    option = f'<option value="{club.slug}" selected>Night Owls</option>'
    assert option in signed_in(alice).get(f"/contests/new/?club={club.slug}").content.decode()
    assert "Night Owls" not in signed_in(bob).get(f"/contests/new/?club={club.slug}").content.decode()


def test_the_pages_of_contest_and_club_lead_to_each_other_and_programs_find_it(club, contest, bob):
    reader = signed_in(bob)
    assert f"/clubs/{club.slug}/" in reader.get(f"/contests/{contest.pk}/").content.decode()
    assert f"/contests/{contest.pk}/" in reader.get(f"/clubs/{club.slug}/").content.decode()
    assert reader.get(f"/api/contests/{contest.pk}/").json()["contest"]["club"] == {
        "name": "Night Owls",
        "slug": club.slug,
    }


def test_what_waits_for_members_ends_with_the_club_and_what_runs_goes_on(club, contest, alice, bob):
    joining.join(user=bob, slug=club.slug)
    waiting, running = open_table(alice, club), open_table(alice, club)
    tables.join(user=bob, match_id=running.pk)
    tables.set_table_ready(user=bob, match_id=running.pk, ready=True)
    tables.start(user=alice, match_id=running.pk)
    contests.enter(user=bob, contest_id=contest.pk)
    other = open_table(alice, founding.found(user=alice, name="Day Owls"))
    founding.close(user=alice, slug=club.slug)
    assert not Match.objects.filter(pk=waiting.pk).exists()
    assert set(Match.objects.values_list("pk", "status")) == {(running.pk, "running"), (other.pk, "open")}
    contest.refresh_from_db()
    assert contest.status == "cancelled"
    assert Notice.objects.filter(user=bob, kind="contest", data__what="cancelled").exists()
    assert signed_in(bob).get(f"/contests/{contest.pk}/").status_code == 200


def test_a_rematch_at_a_table_of_a_club_is_for_members_too(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    match = open_table(alice, club)
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=now, deadline=None, due_at=None)
    Seat.objects.filter(match=match).update(finished_at=now)
    again = tables.rematch(user=alice, match_id=match.pk)
    assert ClubTable.objects.get(match=again.pk).club == club


# --- Staff, data


def test_what_a_club_writes_is_reported_with_its_text_and_staff_take_it_away(club, alice, bob, admin_client):
    made = posting.post(user=alice, slug=club.slug, text="Buy this")
    signed_in(bob).post(f"/clubs/{club.slug}/news/{made.pk}/report/", {"kind": "spam", "note": ""})
    signed_in(bob).post(f"/clubs/{club.slug}/report/", {"kind": "abuse", "note": ""})
    news, about = Report.objects.order_by("pk")
    assert (news.text, news.person, news.post, news.club) == ("Buy this", alice, made, club)
    assert about.text == "Night Owls\nWe play late."
    chosen = {"action": "take_back", "_selected_action": [news.pk, about.pk], "why": "advertising"}
    admin_client.post("/admin/lobby/report/", chosen)
    made.refresh_from_db()
    club.refresh_from_db()
    assert (made.text, club.about) == ("", "")


def test_over_rest_the_same_is_reported_as_by_the_pages(club, alice, bob):
    made = posting.post(user=alice, slug=club.slug, text="Buy this")
    ask = partial(signed_in(bob).post, content_type="application/json")
    assert ask(f"/api/clubs/{club.slug}/report/", {"kind": "name"}).status_code == 204
    assert ask(f"/api/clubs/{club.slug}/posts/{made.pk}/report/", {"kind": "spam", "note": "Ads"}).status_code == 204
    assert ask(f"/api/clubs/{club.slug}/posts/{made.pk + 1}/report/", {"kind": "spam"}).status_code == 404
    assert ask(f"/api/clubs/{club.slug}/report/", {"kind": "dull"}).json()["path"] == "kind"
    kept = Report.objects.order_by("pk").values_list("text", "kind", "note", "person__name")
    assert list(kept) == [("Night Owls\nWe play late.", "name", "", "Alice"), ("Buy this", "spam", "Ads", "Alice")]


def test_staff_close_a_club_and_say_why(club, alice, bob, admin_client):
    joining.join(user=bob, slug=club.slug)
    admin_client.post("/admin/lobby/club/", {"action": "close", "_selected_action": [club.pk], "why": "abuse"})
    assert signed_in(bob).get(f"/clubs/{club.slug}/").status_code == 404
    assert not Member.objects.filter(club=club).exists()
    act = sanctions.StaffAct.objects.get(act="close club")
    assert (act.why, act.person) == ("abuse", alice)


def test_the_download_of_my_data_has_my_clubs_and_what_i_wrote_in_them(club, alice, bob):
    joining.join(user=bob, slug=club.slug)
    posting.post(user=alice, slug=club.slug, text="My news")
    own, others = data.all_of(alice)["clubs"], data.all_of(bob)["clubs"]
    assert [one["club__name"] for one in own["member_of"]] == ["Night Owls"]
    assert [one["text"] for one in own["news_written"]] == ["My news"]
    assert others["news_written"] == []


# --- Pages


def test_a_club_is_made_and_led_on_its_pages(alice, bob):
    host, other = signed_in(alice), signed_in(bob)
    made = host.post("/clubs/new/", {"name": "Night Owls", "about": "Late", "door": "request"})
    assert made.headers["Location"] == "/clubs/night-owls/"
    other.post("/clubs/night-owls/act/join/", {"line": "Please"})
    asked = host.get("/clubs/night-owls/askings/").content.decode()
    assert "Please" in asked
    assert other.get("/clubs/night-owls/askings/").status_code == 404
    host.post("/clubs/night-owls/act/accept/", {"person": "Bob"})
    host.post("/clubs/night-owls/act/post/", {"text": "Welcome"})
    assert "Welcome" in other.get("/clubs/night-owls/news/").content.decode()
    assert "Make an officer" in host.get("/clubs/night-owls/members/").content.decode()
    assert "Make an officer" not in other.get("/clubs/night-owls/members/").content.decode()
    assert "night-owls" in other.get("/people/Alice/").content.decode()
    assert other.get("/clubs/night-owls/ratings/?game=cosmos&pace=slow").status_code == 200


def test_the_search_finds_parts_of_names_and_pages_go_on(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr("lobby.pages.club_pages.A_PAGE", 2)
    for number, who in enumerate((alice, bob, charlie)):
        founding.found(user=who, name=f"Club of {who.name}")
        assert number < 3
    assert list(reading.listed("OF BO")) == [Club.objects.get(name="Club of Bob")]
    first, second = (signed_in(alice).get(f"/clubs/?page={page}").content.decode() for page in (1, 2))
    assert "Club of Charlie" not in first
    assert "Club of Charlie" in second


def test_strangers_and_guests_read_what_an_account_is_needed_for_and_find_the_way_to_one(club, client):
    client.post("/guest/", {"name": "Passer-by"})
    for reader in (client, Client()):
        for page in ("/clubs/", f"/clubs/{club.slug}/"):
            shown = reader.get(page).content.decode()
            assert "Clubs are for people with an account." in shown
            assert f'href="/accounts/signup/?next={page}"' in shown
            assert "/clubs/new/" not in shown
    assert Client().get("/clubs/new/").headers["Location"] == "/accounts/signup/?next=/clubs/new/"


def test_pages_that_only_officers_have_are_none_for_others(club, bob, client):
    for page in ("askings", "change"):
        assert signed_in(bob).get(f"/clubs/{club.slug}/{page}/").status_code == 404
    assert client.get(f"/clubs/{club.slug}/").status_code == 200
    assert client.post(f"/clubs/{club.slug}/act/join/").status_code == 302
    assert not Member.objects.filter(club=club).exclude(role="owner").exists()
    assert client.get("/clubs/nothing/").status_code == 404
