"""A site below a path of its host: everything that a page leads to is below that path, whether the proxy cuts it off or leaves it."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Page, expect

from tests import servers
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.test_staff import SESSION

ROOT = "/fog/"
ADDRESS = re.compile(r"""\b(?:href|src|action|srcset|poster|formaction|data-[\w-]+)\s*=\s*["'](/[^"']*)["']""")
IN_DATA = re.compile(r"""["'](/(?:(?:[a-z0-9][\w-]*/)+(?:[\w-]+\.[a-z]{2,5})?)?)["'?#]""")
"""An address in the JSON of a page, or in the map of its modules."""
MOST_OF_A_KIND = 2
"""Pages of one route that are read."""
UNREAD = frozenset({"account_logout"})


@pytest.fixture(scope="module")
def below(collected: Path) -> Iterator[Site]:
    """The site, by its own port."""
    site = Site(FOGBOUND_PATH=ROOT, FOGBOUND_STATIC=str(collected), FOGBOUND_COLLECTED="1", FOGBOUND_BEHIND_PROXY="1")
    try:
        site.start()
        yield site
    finally:
        site.close()


@pytest.fixture(
    scope="module",
    params=[
        "Caddy cuts the path off",
        pytest.param(
            "nginx leaves the path",
            marks=[pytest.mark.long, pytest.mark.skipif(not servers.NGINX, reason="no nginx here")],
        ),
    ],
)
def host(below: Site, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the host, whose root is of somebody else."""
    port = servers.free_port()
    if "nginx" in request.param:
        # As docs/deploy.md says.
        sites = servers.nginx_sites(port, 2 * [f"127.0.0.1:{below.port}"])
        sites = sites.replace("location /ws/", f"location {ROOT}ws/").replace("location / {", f"location {ROOT} {{")
        with servers.nginx(sites, port):
            yield f"http://127.0.0.1:{port}"
        return
    passed_on = {"handler": "reverse_proxy", "upstreams": [{"dial": f"127.0.0.1:{below.port}"}]}
    cut = {"handler": "rewrite", "strip_path_prefix": ROOT.rstrip("/")}
    routes = [
        {"match": [{"path": [ROOT.rstrip("/"), f"{ROOT}*"]}], "handle": [cut, passed_on]},
        {"handle": [{"handler": "static_response", "status_code": "418", "body": "another site"}]},
    ]
    server = {"listen": [f"127.0.0.1:{port}"], "routes": routes, "automatic_https": {"disable": True}}
    with servers.caddy({"admin": {"disabled": True}, "apps": {"http": {"servers": {"below": server}}}}, port):
        yield f"http://127.0.0.1:{port}"


def test_a_match_is_played_below_a_path(host: str, open_page: Callable[..., Page]) -> None:
    page = open_page(base_url=f"{host}{ROOT}", locale="zh-CN")
    strayed: list[str] = []
    page.on(
        "request",
        lambda sent: strayed.append(sent.url) if not sent.url.startswith((f"{host}{ROOT}", "data:")) else None,
    )
    page.on("websocket", lambda socket: strayed.append(socket.url) if f"{ROOT}ws/" not in socket.url else None)
    page.goto("guest/")
    page.locator("[name=name]").fill("Flora")
    page.locator("form:has([name=name]) button").click()
    page.wait_for_url("**/fog/lobby/**")
    page.get_by_role("button", name="EN").click()
    page.wait_for_url("**/fog/lobby/**")
    flora = Person(page, "Flora")
    flora.open_table("planet_conquer", seats=2, bot_1="easy", option_map="two_lanterns", step_seconds=600)
    match = flora.start()
    flora.command(f"move {flora.home()} {flora.neighbour()} 60%")
    flora.ready()
    flora.at_round(2)
    flora.command("resign")
    flora.ready()
    expect(page.locator("#end")).to_be_visible()
    page.locator("#end").get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/fog/matches/{match}/replay/**")
    expect(page.locator("#board")).to_be_visible()
    page.locator("#theme-toggle").click()
    # The catalogue comes as well: the board's texts are in the other language.
    page.context.clear_cookies(name="fogbound_django_language")
    page.goto("matches/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    page.get_by_role("link", name="回放").click()
    expect(page.locator("#match-step")).to_contain_text("回合")
    page.goto("matches/")
    assert {cookie["path"] for cookie in page.context.cookies()} == {"/fog"}
    assert not {cookie["name"] for cookie in page.context.cookies()} & {"sessionid", "csrftoken"}
    assert not strayed


def test_who_must_log_in_first_comes_back_to_the_page(host: str, open_page: Callable[..., Page]) -> None:
    page = open_page(base_url=f"{host}{ROOT}")
    page.goto("account/preferences/")
    assert "/fog/accounts/login/?next=/fog/account/preferences/" in page.url
    page.goto("guest/?next=/fog/account/preferences/")
    page.get_by_label("Name").fill("Mira")
    page.get_by_role("button", name="Go on as a guest").click()
    page.wait_for_url("**/fog/account/preferences/")
    page.goto("guest/?next=/elsewhere/")
    page.wait_for_url("**/fog/lobby/")


@pytest.mark.long
def test_no_page_leads_out_of_the_path(below: Site) -> None:
    session = below.run(SESSION).strip()
    strays: set[str] = set()
    read: set[str] = set()
    for who in ("a visitor", "a guest with a match", "staff"):
        with httpx.Client(base_url=below.url, follow_redirects=True, timeout=60) as client:
            waiting = [f"{ROOT}{path}" for path in plain_addresses()]
            if who == "staff":
                client.cookies.set("fogbound_sessionid", session)
            elif who == "a guest with a match":
                client.get(ROOT)
                token = {"X-CSRFToken": client.cookies["fogbound_csrftoken"]}
                match = client.post(f"{ROOT}play/", data={"name": "Mira"}, headers=token).url.path
                # Its script makes the links to the other pages of a match.
                waiting[:0] = [match, f"{match}fairness/"]
            seen: Counter[str] = Counter()
            for address in waiting:
                name = route(address)
                if name is None or name in UNREAD or seen[name] >= MOST_OF_A_KIND:
                    continue
                answer = client.get(address)
                assert answer.url.path.startswith(ROOT), f"{address} sends people to {answer.url}"
                assert answer.status_code < 500, address
                if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
                    continue
                seen[name] += 1
                read.add(name)
                found = [*ADDRESS.findall(answer.text), *IN_DATA.findall(html.unescape(answer.text))]
                addresses = {html.unescape(one).partition("#")[0].partition("?")[0] for one in found}
                strays |= {f"{address}: {one}" for one in addresses if not one.startswith(ROOT)}
                waiting += sorted(addresses - set(waiting))
    assert not strays, "\n".join(sorted(strays))
    # The crawl came further than the addresses that it began with.
    assert {"match", "fairness", "game", "full_rules", "new_table", "admin:index", "account_login", "person"} <= read


def route(address: str) -> str | None:
    """Which route an address belongs to, by its name where it has one."""
    try:
        found = resolve(f"/{address.removeprefix(ROOT)}")
    except Resolver404:
        return None
    return found.view_name or found.route


def plain_addresses() -> list[str]:
    """The addresses without a variable part, below the site's root."""

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
        for pattern in patterns:
            path = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            elif re.fullmatch(r"[\w/.-]*", path):
                yield path

    return sorted(set(walk(get_resolver().url_patterns, "")))
