"""Bad moments in a match: what is wrong is said where it is, nothing that was ordered is lost, and the page tells when it cannot know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE
from tests.browser.pages import LONG, Person
from tests.browser.site import Site
from tests.browser.test_people import PASSWORD, sign_up

DUEL = {"seats": 2, "bot_1": "easy", "option_map": "crossroads", "step_seconds": 600}


def test_orders_that_are_refused_or_replaced_from_another_window_are_told_and_kept(
    open_page: Callable[..., Page],
) -> None:
    person = Person(open_page(), "Otto").become_guest()
    page = person.page
    person.open_table("planet_conquer", **DUEL)
    person.start()
    home = person.home()
    field = page.get_by_label("Command", exact=True)
    person.command(f"move {home} O 5")
    person.type_command(f"move {home} O 9999")
    expect(page.locator("#save")).to_have_attribute("data-save", "refused")
    expect(page.locator("#problem")).to_contain_text("units")
    expect(page.locator("#drafts li")).to_have_count(1)
    expect(page.locator("#drafts li.wrong")).to_contain_text("10004 units")
    person.type_command(f"set {home} O 6")
    person.wait_saved()
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#drafts li.wrong")).to_have_count(0)

    for line, complaint in {
        f"move {home} Z9 5": "Z9",
        f"move {home} O many": "many",
        "dance": "dance",
        "god Z9": "Z9",
        "swap Nobody": "Nobody",
    }.items():
        field.fill(line)
        field.press("Enter")
        expect(page.locator("#text-view-answer")).to_contain_text(complaint)
        expect(field).to_have_value(line)
        expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#drafts")).to_contain_text("6 units")

    # Replaced from another window, they are told once and come back.
    other = Person(open_second(person), "Otto")
    other.page.goto(page.url)
    other.at_match()
    expect(other.page.locator("#drafts")).to_contain_text("6 units")
    other.command(f"set {home} O 8")
    expect(page.locator("#drafts")).to_contain_text("8 units")
    expect(page.locator("#notices")).to_contain_text("Your orders were changed elsewhere")
    expect(other.page.locator("#notices")).not_to_contain_text("changed elsewhere")
    page.get_by_role("button", name="Undo").click()
    person.wait_saved()
    expect(other.page.locator("#drafts")).to_contain_text("6 units")
    expect(other.page.locator("#notices")).to_contain_text("Your orders were changed elsewhere")
    other.page.close()

    # A tactic that is too dear: at the tactic, in words; the moves stay.
    field.fill("god O")
    field.press("Enter")
    expect(page.locator("#save")).to_have_attribute("data-save", "refused")
    expect(page.locator("#drafts li.wrong")).to_contain_text("God")
    expect(page.locator("#problem")).to_contain_text("points")
    page.locator("#ready").click()
    expect(page.locator("#match-step")).to_have_text("Round 1")
    # The board's own part lists the orders: each is taken back there.
    person.tab("Board")
    expect(page.locator(".pc-tactics .kit-refused:visible")).to_contain_text("points")
    page.get_by_role("button", name=re.compile("Remove: God")).click()
    person.wait_saved()
    person.ready()
    person.at_round(2)


def test_a_lost_line_is_told_everywhere(open_page: Callable[..., Page], own_site: Site) -> None:
    """On the lists, at a table and in a match; and it is taken back when the line is there again."""
    person = Person(open_page(base_url=own_site.url), "Rosa").become_guest()
    lobby, table, match = person.page, open_second(person), open_second(person)
    table.goto(f"/tables/{person.open_table('planet_conquer', seats=2)}/")
    match.goto("/")
    match.locator(".front-path").get_by_role("button", name="Play").click()
    Person(match, "Rosa").at_match()
    lobby.goto("/lobby/")
    expect(lobby.locator("#list-open")).to_contain_text("Rosa")
    own_site.kill()
    for page in (lobby, table):
        expect(page.locator("#line-state")).to_be_visible()
    expect(match.locator("#notices")).to_contain_text("The connection is lost")
    expect(match.locator("#save")).to_be_attached()
    own_site.start()
    for page in (lobby, table):
        expect(page.locator("#line-state")).to_be_hidden()
    expect(match.locator("#notices")).not_to_contain_text("The connection is lost")
    expect(match.locator("#ready")).to_be_enabled()


SHOWS_NOTHING = "网站暂时无法显示这场对局，正在重试。你看到的可能不是最新情况。"


@pytest.mark.long
def test_a_match_that_the_site_does_not_show_for_now_says_so(open_page: Callable[..., Page]) -> None:
    """There is a line, and nothing of the match comes over it; until it can be watched again."""
    host = Person(open_page(), "Rosa").become_guest()
    host.open_table("planet_conquer", **DUEL)
    match = host.start()
    page = open_page(viewport=PHONE, locale="zh-CN")
    lines: list[WebSocketRoute] = []
    refusals = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()

        def sent(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "watch" and refusals:
                refusal = {"code": refusals.pop(), "path": "", "message": "Not now.", "data": {}}
                line.send(json.dumps({"type": "error", "match": match, "ack": message["ack"], **refusal}))
            else:
                server.send(text)

        line.on_message(sent)

    page.route_web_socket(re.compile("/ws/play/"), between)
    refusals.append("unavailable")
    page.goto(f"/matches/{match}/")
    notices = page.get_by_role("status").and_(page.locator("#notices"))
    for code in ("unavailable", "internal"):
        expect(notices).to_contain_text(SHOWS_NOTHING)
        expect(notices).not_to_contain_text("Not now.")
        expect(page.locator("#match")).to_have_attribute("data-state", "open")
        expect(notices).not_to_contain_text(SHOWS_NOTHING)
        refusals.append(code)
        lines[-1].send(json.dumps({"type": "bye", "match": match, "code": "internal"}))
    expect(notices).to_contain_text(SHOWS_NOTHING)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    refusals.append("no_match")
    expect(page.locator("#match")).to_have_attribute("data-state", "lost")
    expect(notices).not_to_contain_text(SHOWS_NOTHING)


def test_whoever_is_logged_out_elsewhere_is_told_and_loses_no_orders(open_page: Callable[..., Page]) -> None:
    page = open_page()
    sign_up(page, "Sibyl")
    sibyl = Person(page, "Sibyl")
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/ws/play/"), between)
    sibyl.open_table("planet_conquer", visibility="link", **DUEL)
    sibyl.start()
    order = f"move {sibyl.home()} O 5"
    elsewhere = open_second(sibyl)
    elsewhere.goto("/accounts/logout/")
    elsewhere.get_by_role("button", name="Log out").click()
    elsewhere.wait_for_url(re.compile("^(?!.*logout)"))
    # What the site does by itself within half a minute.
    lines[-1].close(code=4401)
    notice = page.locator("#notices").get_by_text("You are no longer logged in here.")
    expect(notice).to_be_visible()
    sibyl.type_command(order)
    expect(page.locator("#save")).to_have_attribute("data-save", "offline")
    expect(page.locator("#ready")).to_be_disabled()

    # Somebody else on the same machine neither sees nor sends what is there.
    elsewhere.goto("/guest/")
    Person(elsewhere, "Tessa").become_guest()
    elsewhere.goto("/lobby/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#notices")).to_contain_text("Somebody else is logged in here now.")
    card = page.locator("#trouble")
    expect(card).to_contain_text("Somebody else is logged in here now.")
    expect(page.locator("#drafts")).not_to_be_visible()
    elsewhere.context.clear_cookies(name="sessionid")

    page.goto(f"/accounts/login/?next={urlsplit(page.url).path}")
    page.get_by_label("Username or e-mail address").fill("sibyl")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    sibyl.at_match()
    sibyl.wait_saved()
    expect(page.locator("#drafts")).to_contain_text("5 units")
    sibyl.ready()
    sibyl.at_round(2)


KEEPS_NOTHING = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied.', 'SecurityError'); } });"""


@pytest.mark.long
def test_a_browser_that_keeps_nothing_for_the_site_can_be_played_in(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.add_init_script(KEEPS_NOTHING)
    page.goto("/")
    theme = page.get_by_role("button", name="Dark or light")
    theme.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    person = Person(page, "Ursula").become_guest()
    person.open_table("planet_conquer", **DUEL)
    person.start()
    person.command(f"move {person.home()} O 5")
    person.ready()
    person.at_round(2)


def open_second(person: Person) -> Page:
    """Another tab of the same browser."""
    page = person.page.context.new_page()
    page.set_default_timeout(LONG)
    return page
