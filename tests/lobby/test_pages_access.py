"""Does every page open for whoever may see it, in both languages, and look the same for what is hidden and what is absent?"""

import re

import pytest
from babel.messages.pofile import read_po
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.matches import words
from lobby.matches.models import Match
from lobby.tables import services as tables
from lobby.tables.services import Settings
from tests.readable import CATALOGS

ABSENT = "zzzzzzzzzz"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def client_of(user=None, **headers) -> Client:
    client = Client(**headers)
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def table(alice) -> Match:
    return tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))


def bare(answer) -> str:
    """A page without what differs from request to request: tokens, nonces, the address itself."""
    text = answer.content.decode()
    text = re.sub(r'(name="csrfmiddlewaretoken" value=|nonce=)"[^"]*"', r"\1", text)
    return re.sub(r'(name="next" value=)"[^"]*"', r"\1", text)


def finish(match: Match) -> Match:
    places = list(range(1, match.seats.count() + 1))
    Match.objects.filter(pk=match.pk).update(
        status="finished",
        deadline=None,
        due_at=None,
        finished_at=timezone.now(),
        outcome={"reason": "rounds", "places": places},
    )
    match.seats.update(finished_at=timezone.now())
    return match


STRANGER = ["/", "/lobby/", "/lobby/?game=toy", "/lobby/?game=nothing", "/games/", "/games/toy/", "/rules/toy/full/", "/guest/",
            "/accounts/login/",
            "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/"]  # fmt: skip
PERSON = ["/", "/lobby/", "/matches/", "/programs/", "/account/", "/tables/new/toy/", "/accounts/logout/",
          "/accounts/email/"]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("url", STRANGER)
def test_pages_open_for_strangers(url, language):
    answer = client_of(headers={"accept-language": language}).get(url)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("url", PERSON)
def test_pages_open_for_people(alice, url, language):
    answer = client_of(alice, headers={"accept-language": language}).get(url)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_table_and_match_pages_open(alice, charlie, table, make_match, language):
    match, over = make_match(), finish(make_match())
    for user in (None, alice, charlie):
        client = client_of(user, headers={"accept-language": language})
        urls = [
            f"/tables/{table.pk}/",
            f"/matches/{match.pk}/",
            f"/matches/{match.pk}/replay/",
            f"/matches/{over.pk}/replay/",
        ]
        for url in urls:
            answer = client.get(url)
            assert (url, answer.status_code) == (url, 200)
            assert f'<html lang="{language}"' in answer.content.decode()


def test_the_match_page_tells_its_script_what_it_needs(alice, make_match):
    match = make_match()
    page = client_of(alice).get(f"/matches/{match.pk}/").context["page"]
    assert page == {
        "match": match.pk,
        "game": "toy",
        "has_board": False,
        "socket": "/ws/play/",
        "play": "/play/",
        "sign_up": None,
        "person": alice.pk,
        "is_over": False,
        "share": ["Lanterns", "Alice – Bob"],
        "share_after": True,
        "watch_as": None,
        "is_imagined": False,
        "misses": 2,
        "bots": {"thrower": "Thrower"},
        "strongest": "thrower",
        "reasons": words.reasons(games.get("toy")),
        "preferences": [],
        "until": [],
        "vocabulary": words.vocabulary(games.get("toy")),
        "ratings": {},
        "path": [
            {"key": "quick-thrower-2", "name": "Thrower · Quick"},
            {"key": "quick-thrower-4", "name": "Thrower · Quick, 3 opponents"},
        ],
        "stop": None,
        "way_back": "",
    }


def test_an_open_table_and_its_match_know_each_other(alice, bob, table):
    client = client_of(alice)
    assert client.get(f"/matches/{table.pk}/").headers["Location"] == f"/tables/{table.pk}/"
    tables.seat_bot(user=alice, match_id=table.pk, number=1, bot="thrower")
    assert client.post(f"/tables/{table.pk}/start/").headers["Location"] == f"/matches/{table.pk}/"
    assert client.get(f"/tables/{table.pk}/").headers["Location"] == f"/matches/{table.pk}/"


PATHS = [
    "/matches/{}/",
    "/matches/{}/replay/",
    "/matches/{}/replay.json",
    "/matches/{}/frames/",
    "/matches/{}/run/",
    "/tables/{}/",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_hidden_match_answers_exactly_like_an_absent_one(charlie, dana, make_match, path):
    hidden = make_match(visibility="link")
    for user in (None, charlie, dana):
        client = client_of(user)
        here, nowhere = client.get(path.format(hidden.pk)), client.get(path.format(ABSENT))
        assert here.status_code == nowhere.status_code == 404
        assert bare(here) == bare(nowhere)
        assert {*here.headers} == {*nowhere.headers}


@pytest.mark.parametrize("action", ["join", "leave", "ready", "kick", "bot", "unbot", "start", "rematch"])
def test_actions_on_a_hidden_match_answer_like_on_an_absent_one(charlie, make_match, action):
    hidden = make_match(visibility="link")
    client = client_of(charlie)
    data = {"number": "0", "bot": "thrower"}
    here, nowhere = (client.post(f"/tables/{pk}/{action}/", data) for pk in (hidden.pk, ABSENT))
    assert here.status_code == nowhere.status_code == 404
    assert bare(here) == bare(nowhere)
    json_here, json_nowhere = (
        client.post(f"/tables/{pk}/{action}/", data, headers={"accept": "application/json"})
        for pk in (hidden.pk, ABSENT)
    )
    assert json_here.status_code == 404
    assert json_here.json() == json_nowhere.json()


def test_whoever_sits_in_a_hidden_match_sees_it(alice, make_match):
    hidden = make_match(visibility="link")
    for path in ("/matches/{}/", "/matches/{}/replay/", "/matches/{}/frames/", "/matches/{}/run/"):
        assert client_of(alice).get(path.format(hidden.pk)).status_code == 200


def test_an_open_table_by_link_is_open_to_the_link_and_listed_nowhere(alice, charlie):
    settings = Settings(seats=2, step_seconds=30, visibility="link")
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=settings)
    client = client_of(charlie)
    assert match.pk not in client.get("/lobby/").content.decode()
    assert match.pk not in client.get("/").content.decode()
    assert client.get(f"/tables/{match.pk}/").status_code == 200
    assert client.post(f"/tables/{match.pk}/join/").headers["Location"] == f"/tables/{match.pk}/"
    assert match.pk in client.get("/lobby/").content.decode(), "among one's own it is"


def test_the_record_opens_only_after_the_end(alice, make_match):
    match = make_match()
    client = client_of(alice)
    closed = client.get(f"/matches/{match.pk}/replay.json")
    assert closed.status_code == 400
    assert closed.json()["code"] == "not_allowed"
    assert match.seed not in closed.content.decode()
    finish(match)
    answer = client.get(f"/matches/{match.pk}/replay.json")
    assert answer.json()["seed"] == match.seed
    assert answer.headers["Content-Disposition"] == f'attachment; filename="toy-{match.pk}.json"'


@pytest.mark.parametrize(
    ("query", "path"),
    [("as=1", "as"), ("as=referee", "as"), ("as=everyone", "as"), ("as=-1", "as"), ("as=99999", "as"), ("first=x", "first"),
     ("last=-2", "last"), ("first=99999999999", "first")],
)  # fmt: skip
def test_frames_refuse_what_this_person_may_not_see_or_nobody_can_mean(alice, make_match, query, path):
    match = make_match()
    seat = match.seats.get(user=alice).number
    answer = client_of(alice).get(f"/matches/{match.pk}/frames/?{query.replace('as=1', f'as={1 - seat}')}")
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["path"]) == ("not_allowed", path)


def test_frames_are_those_of_the_audience(alice, charlie, make_match):
    match = make_match()
    mine = client_of(alice).get(f"/matches/{match.pk}/frames/").json()
    assert (mine["count"], len(mine["frames"]), mine["info"]["you"]) == (1, 1, match.seats.get(user=alice).number)
    late = client_of(charlie).get(f"/matches/{match.pk}/frames/").json()
    assert (late["count"], late["frames"]) == (0, [])


@pytest.mark.parametrize("seen_by", ["0", "1", "referee"])
def test_a_stranger_sees_a_running_match_as_nobody_in_it_does(make_match, seen_by):
    answer = Client().get(f"/matches/{make_match().pk}/frames/?as={seen_by}&first=0&last=0")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")


@pytest.mark.parametrize("url", ["/nothing/", "/games/chess/", "/rules/chess/", "/rules/chess/full/", "/rules/chess/engine/", "/demo/chess.json", "/tables/new/chess/", "/matches/!/", "/rules/pictures/x.svg",
                                 "/rules/pictures/..%2F..%2Fmanage.py"])  # fmt: skip
def test_what_is_not_there_is_a_styled_404(url):
    answer = Client().get(url)
    assert answer.status_code == 404
    main = answer.content.decode().split("<main", 1)[1]
    assert "Nothing here" in main and 'href="/lobby/"' in main


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("/play/", "get"),
        ("/language/", "get"),
        ("/lobby/", "post"),
        ("/", "post"),
        ("/tables/abc/join/", "get"),
        ("/guest/", "put"),
    ],
)
def test_other_methods_are_refused(url, method):
    assert getattr(Client(), method)(url).status_code == 405


@pytest.mark.parametrize("url", ["/", "/lobby/", "/guest/", "/rules/", "/accounts/login/", "/healthz"])
def test_whoever_asks_for_the_head_of_a_page_gets_it(url):
    answer = Client().head(url)
    assert (answer.status_code, answer.content) == (Client().get(url).status_code, b"")


def test_a_form_without_its_token_is_refused_in_words():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/play/", {"game": "toy"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()


def test_a_script_of_a_page_older_than_the_login_hears_it_in_words(alice, table):
    client = Client(enforce_csrf_checks=True, headers={"accept": "application/json"})
    client.force_login(alice)
    client.get("/account/")
    path, body = f"/matches/{table.pk}/notes/", {"text": "east"}
    answer = client.post(path, body, content_type="application/json", headers={"X-CSRFToken": "x" * 32})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert "load the page again" in answer.json()["message"]
    assert client.get(path).json() == {"text": ""}


def test_a_page_that_breaks_says_so(monkeypatch):
    monkeypatch.setattr("lobby.pages.lists.open_tables", lambda *args, **kwargs: 1 / 0)
    answer = Client(raise_request_exception=False).get("/lobby/")
    assert answer.status_code == 500
    assert "Something broke" in answer.content.decode()


def test_the_rules_come_from_their_file(settings, tmp_path):
    settings.RULES_DIR = tmp_path
    for part in ("full", "engine"):
        assert "have not been written" in Client().get(f"/rules/toy/{part}/").content.decode()
    (tmp_path / "toy.md").write_text(
        "# Lanterns\n\n## 1. Walk\n\n| a | b |\n|---|---|\n| 1 | <b>2</b> |\n\n## 1. Walk\n\n[x](javascript:1)\n"
    )
    (tmp_path / "toy.zh-hans.md").write_text("# 灯笼\n")
    page = Client().get("/rules/toy/full/").content.decode()
    for part in ("<h1>Lanterns</h1>", '<h2 id="1-walk">', '<h2 id="1-walk-2">', "<td>1</td>", "&lt;b&gt;2&lt;/b&gt;"):
        assert part in page
    assert "javascript:1" not in page.replace("[x](javascript:1)", "")
    assert "灯笼" in Client(headers={"accept-language": "zh-hans"}).get("/rules/toy/full/").content.decode()
    (tmp_path / "toy.engine.md").write_text("# Lanterns, exactly\n\n[rules](toy.md#1-walk)\n")
    exact = Client().get("/rules/toy/engine/").content.decode()
    assert "<h1>Lanterns, exactly</h1>" in exact and 'href="/rules/toy/full/#1-walk"' in exact
    (tmp_path / "map.svg").write_text("<svg/>")
    picture = Client().get("/rules/pictures/map.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert b"".join(picture.streaming_content) == b"<svg/>"
    picture.close()


def test_the_words_of_scripts_come_in_the_language_of_the_page():
    english = Client().get("/i18n/catalog.json")
    assert english.json()["catalog"] == {}
    client = Client(headers={"accept-language": "zh-hans"})
    chinese = client.get("/i18n/catalog.json")
    assert chinese.json()["language"] == "zh-hans"
    again = client.get(
        "/i18n/catalog.json", headers={"if-none-match": chinese.headers["ETag"], "accept-language": "zh-hans"}
    )
    assert again.status_code == 304
    assert chinese.headers["ETag"] != english.headers["ETag"]


def test_the_words_of_choices_come_with_those_of_scripts():
    chinese = Client(headers={"accept-language": "zh-hans"}).get("/i18n/catalog.json").json()["catalog"]
    shipped = [game for game in games.all_games() if games.GAMES[game.id].startswith("games.")]
    assert shipped
    for game in shipped:
        for word in game.words:
            # Abbreviations on cards, such as HP, are the same in both.
            assert chinese[word] != word or word == word.upper()


def test_words_that_are_counted_keep_a_form_for_each_number_though_choices_have_them_too():
    chinese = Client(headers={"accept-language": "zh-hans"}).get("/i18n/catalog.json").json()["catalog"]
    with (CATALOGS / "djangojs.po").open("rb") as file:
        counted = {message.id[0] for message in read_po(file) if message.pluralizable}
    assert counted & {word for game in games.all_games() for word in game.words}
    assert {word for word in counted if not isinstance(chinese[word], list)} == set()


def test_the_demo_is_played_once_and_shows_one_side_of_the_fog(settings, tmp_path, monkeypatch):
    settings.DEMO_DIR = tmp_path
    first = Client().get("/demo/toy.json")
    answer = first.json()
    assert answer["count"] == len(answer["frames"]) > 1
    assert answer["info"]["game"] == "toy"
    assert answer["info"]["has_fog"]
    assert set(answer["frames"][0]) == {"step", "view", "events", "choices", "final"}
    monkeypatch.setattr("lobby.pages.demo._record", lambda game: 1 / 0)
    assert Client().get("/demo/toy.json").content == first.content
    assert '"seed"' not in first.content.decode()
    assert (answer["info"]["seed_hash"], answer["info"]["seat_seed"]) == (None, None)


def test_admin_shows_no_secret_of_a_running_match(dana, make_match):
    match = make_match()
    client = client_of(dana)
    for url in (
        "/admin/",
        "/admin/lobby/user/",
        "/admin/lobby/match/",
        f"/admin/lobby/match/{match.pk}/change/",
        "/admin/lobby/chatline/",
    ):
        answer = client.get(url)
        assert (url, answer.status_code) == (url, 200)
        assert match.seed not in answer.content.decode()
    for model in ("step", "orders"):
        assert client.get(f"/admin/lobby/{model}/").status_code == 404


def test_admin_finds_no_match_by_what_it_hides(dana, make_match):
    """A seed must not be guessed letter by letter by the length of a list."""
    match, client = make_match(), client_of(dana)
    for lookup in (f"seed__startswith={match.seed[0]}", "seed__startswith=-", "orders__ready=1", "steps__number=0"):
        answer = client.get(f"/admin/lobby/match/?{lookup}")
        assert (answer.status_code, answer.headers.get("Location")) != (200, None), lookup
    assert match.pk in client.get("/admin/lobby/match/?status=running").content.decode()


def test_staff_resume_and_abort_matches(dana, alice, make_match):
    match, client = make_match(), client_of(dana)
    Match.objects.filter(pk=match.pk).update(
        status="paused", paused_at=timezone.now(), deadline=None, due_at=None, fault="ZeroDivisionError"
    )
    for action, status in (("resume", "running"), ("resume", "running"), ("abort", "aborted")):
        done = {"action": action, "_selected_action": [match.pk], "why": "mended"}
        assert client.post("/admin/lobby/match/", done, follow=True).status_code == 200
        match.refresh_from_db()
        assert (match.status, match.fault) == (status, "")
    other = make_match()
    client_of(alice).post("/admin/lobby/match/", {"action": "abort", "_selected_action": [other.pk], "why": "no"})
    other.refresh_from_db()
    assert other.status == "running"
