"""A program that is a WebAssembly module: sent as a file, tried on its page, made better, refused with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from lobby.bots.modules import module_source
from lobby.matches.modules import facts
from tests.browser.pages import LONG, Person
from tests.browser.test_phone import TOUCH, fits
from tests.lobby.module_texts import DEFAULT, NO_PROGRAMS


def test_a_module_is_sent_tried_and_made_better(open_page: Callable[..., Page], tmp_path: Path) -> None:
    file, wrong = tmp_path / "diver.wasm", tmp_path / "wrong.wasm"
    file.write_bytes(module_source(DEFAULT))
    wrong.write_bytes(module_source(NO_PROGRAMS["no _start"][0]))
    page = open_page(**TOUCH)
    Person(page, "Wilma").become_guest()
    page.goto("/programs/new/deep_blue/")
    expect(page.locator(".cm-content")).to_be_visible(timeout=LONG)
    page.get_by_label("Name", exact=True).fill("Diver")
    page.get_by_label("WebAssembly module").set_input_files(wrong)
    # The example that stands there is checked first, and a person has one check at a time.
    expect(page.locator("#editor-tools")).to_contain_text("No problems found.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("it has no function _start")
    page.get_by_label("WebAssembly module").set_input_files(file)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Diver")).to_be_visible()
    expect(page.locator(".module-facts")).to_contain_text(facts(DEFAULT).sha256)
    expect(page.locator(".cm-content")).to_have_count(0)
    fits(page)
    page.locator("#trial-steps").select_option("20")
    page.get_by_role("button", name="Run the trial").click()
    expect(page.locator("#trial-said")).to_contain_text(" steps played", timeout=LONG)
    expect(page.locator("#trial-stage canvas:visible").first).to_be_visible()
    fits(page)
    page.get_by_label("What is new in this version").fill("The same")
    page.get_by_label("WebAssembly module").set_input_files(file)
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("heading", name="Versions")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the module").click()
    assert re.fullmatch(r"program-\d+\.wasm", download.value.suggested_filename)
    assert download.value.path().read_bytes() == file.read_bytes()
