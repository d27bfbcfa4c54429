"""An account from the first page to the last: signing up, every page of it on a phone and for axe, a passkey, preferences, people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.site import Site
from tests.browser.test_accessibility import check
from tests.browser.test_phone import fits

PASSWORD = "lantern-42-oil"
ALWAYS = ["/account/", "/account/preferences/", "/account/data/", "/account/close/", "/account/tokens/", "/people/", "/accounts/email/",
          "/accounts/password/change/", "/accounts/sessions/", "/accounts/2fa/", "/accounts/2fa/webauthn/"]  # fmt: skip
WITH_APP = ["/accounts/2fa/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/totp/deactivate/",
            "/accounts/2fa/webauthn/add/", "/accounts/2fa/reauthenticate/"]  # fmt: skip


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("Username").fill(name.lower())
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(re.compile("/lobby/"))


def confirm_address(page: Page, site: Site, name: str) -> None:
    """Follow the link of the mail."""
    letter = site.mail(f"{name.lower()}@example.org", "Confirm")
    page.goto(re.findall(r"https?://[^/]+(/\S+confirm-email/\S+)", letter)[0])
    page.get_by_role("button", name="Yes, it is mine").click()
    page.wait_for_url(re.compile("^(?!.*confirm-email)"))


def prove(page: Page) -> None:
    """Answer the question for the password."""
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def test_every_page_of_an_account(open_page: Callable[..., Page], site: Site) -> None:
    page = open_page(viewport=PHONE, bypass_csp=True)
    sign_up(page, "Nora")
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("nora@example.org is not confirmed yet")
    confirm_address(page, site, "Nora")
    for url in ALWAYS:
        page.goto(url)
        fits(page)
        check(page)
    for url in ("/people/Nora/", "/people/Nora/report/"):
        page.goto(url)
        fits(page)
        check(page)

    page.goto("/accounts/2fa/totp/activate/")
    fits(page)
    check(page)
    prove(page)
    fits(page)
    check(page)
    secret = page.get_by_label("Key", exact=True).input_value()
    counter = next(iter(yield_hotp_counters_from_time()))
    page.locator("[name=code]").fill(format_hotp_value(hotp_value(secret, counter)))
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    for url in WITH_APP:
        page.goto(url)
        fits(page)
        check(page)

    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Username or e-mail address").fill("nora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    fits(page)
    check(page)
    page.locator("[name=code]").fill(format_hotp_value(hotp_value(secret, counter + 1)))
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(re.compile("/lobby/"))

    suspend = "from lobby.accounts.models import User; User.objects.filter(username='nora').update"
    site.run(suspend + "(suspended_until='2999-01-01T00:00Z', suspension_reason='Rude words')")
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="You cannot play now")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Rude words")
    fits(page)
    check(page)


def test_a_passkey_stands_in_for_the_password(open_page: Callable[..., Page], site: Site) -> None:
    # Keys belong to a name, not to a number.
    page = open_page(base_url=f"http://localhost:{site.port}")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    key: dict[str, Any] = {**options, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": key})
    sign_up(page, "Olaf")
    confirm_address(page, site, "Olaf")
    page.goto("/accounts/2fa/webauthn/add/")
    prove(page)
    page.get_by_label("Name").fill("My laptop")
    page.get_by_label("Log in with this key alone").check()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url(re.compile("^(?!.*/add/)"))
    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("My laptop")
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("Name").fill("Old laptop")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("Old laptop")
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(re.compile("/lobby/"))
    expect(page.locator(".menu-name")).to_have_text("Olaf")


def test_preferences_and_people_by_keyboard_and_nothing_of_them_after_the_log_out(
    open_page: Callable[..., Page],
) -> None:
    other = open_page()
    sign_up(other, "Petra")
    page = open_page()
    sign_up(page, "Quirin")
    page.goto("/account/preferences/")
    page.get_by_label("Day", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_label("Muted", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Saved.")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--seat-0').trim()"
    assert page.evaluate(colour) == "#ddcc77"
    # The page comes with the person's theme: no script has to put it right.
    assert 'data-theme="light"' in page.request.get("/lobby/").text()
    with page.expect_response("**/account/theme/"):
        page.get_by_role("button", name="Dark or light").press("Enter")
    page.goto("/lobby/")
    expect(html).to_have_attribute("data-theme", "dark")

    page.goto("/people/Petra/")
    page.get_by_role("button", name="Follow", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    page.goto("/people/")
    expect(page.get_by_role("link", name="Petra", exact=True)).to_be_visible()
    page.get_by_role("link", name="Petra", exact=True).press("Enter")
    page.get_by_role("button", name="Block", exact=True).press("Enter")
    expect(page.locator("main")).to_contain_text("You block this person")
    page.get_by_role("link", name="Report").press("Enter")
    page.get_by_label("Advertising").check()
    page.get_by_label("What should staff know?").fill("Sells seats.")
    page.get_by_role("button", name="Send").press("Enter")
    expect(page.locator("#messages")).to_contain_text("Staff will look at it.")

    # Back shows nothing of somebody who has logged out.
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("quirin@example.org")
    page.goto("/accounts/logout/")
    page.locator("main form button").click()
    page.wait_for_url(re.compile(r"^[^/]+//[^/]+/$"))
    page.go_back()
    page.go_back()
    expect(page.get_by_label("Password")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text(re.compile("quirin", re.IGNORECASE))
