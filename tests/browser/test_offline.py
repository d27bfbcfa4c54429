"""The site as an app: it can be installed; without a line it says what is safe and shows the last list; what was ordered meanwhile goes out once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.pages import Person
from tests.browser.site import Site
from tests.browser.test_waiting import begin

KEPT = """async () => {
  while (!(await caches.keys()).some((name) => name.startsWith('fogbound-offline'))) await new Promise((resolve) => setTimeout(resolve, 20));
}"""
NAMES = "async () => { const found = []; for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname); return found; }"


@pytest.mark.timeout(600)
def test_without_a_line_the_last_list_shows_and_orders_that_were_given_go_out_once_when_it_is_back(
    open_page: Callable[..., Page], own_site: Site
) -> None:
    pages = [open_page(size, base_url=own_site.url, service_workers="allow") for size in (WIDE, PHONE)]
    mara, juno = (Person(page, name).become_guest() for page, name in zip(pages, ("Mara", "Juno"), strict=True))
    match = begin(mara, juno, "planet_conquer")
    page = mara.page
    cdp = page.context.new_cdp_session(page)
    assert cdp.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = cdp.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["share_target"]["action"] == "/share/"
    page.goto("/matches/")
    page.evaluate(KEPT)
    kept = page.evaluate(NAMES)
    assert "/offline/" in kept
    assert all(one == "/offline/" or one.startswith(("/static/", "/drawn/")) for one in kept), (
        "nothing of a person, nothing of a match but how the ground of its map is drawn"
    )

    page.goto(f"/matches/{match}/")
    mara.at_match()
    own_site.kill()
    expect(page.locator("#match")).to_contain_text("The connection is lost")
    mara.type_command(f"move {mara.home()} {mara.neighbour()} 60%")
    page.locator("#ready").click()
    away = page.context.new_page()
    away.goto("/games/")
    expect(away.get_by_role("heading", level=1)).to_have_text("No line to the site")
    expect(away.locator("#offline-matches")).to_contain_text("Planet Conquer")
    expect(away.locator("#offline-unsent")).to_be_visible()
    styled = "() => getComputedStyle(document.documentElement).getPropertyValue('--ink')"
    assert away.evaluate(styled), "it has its styles"
    # The telephone ends the app.
    page.close()
    own_site.start()
    away.get_by_role("button", name="Try again").click()
    expect(away.get_by_role("heading", level=1)).not_to_have_text("No line to the site")
    back = Person(away, "Mara")
    away.goto(f"/matches/{match}/")
    back.at_match()
    expect(away.locator("#ready")).to_have_attribute("aria-pressed", "true")
    code = f"from lobby.matches.models import Orders; print(list(Orders.objects.filter(match='{match}').values_list('step', 'revision', 'ready')))"
    assert own_site.run(code).strip() == "[(0, 1, True)]"
    assert away.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('drafts')).length") == 0
    assert re.search(match, away.url)
