"""Browser tests of one worker share a site, where nobody else may have the name of an account."""

from __future__ import annotations

import re

from tests.sources import ROOT

ACCOUNT = re.compile(r'\bsign_up\(\w+, "([^"]+)"\)')
PERSON = re.compile(r'\bPerson\([^"]*"([^"]+)"\)')


def test_no_guest_of_a_browser_test_has_the_name_of_an_account_of_another_file():
    texts = {path.name: path.read_text() for path in (ROOT / "tests/browser").glob("test_*.py")}
    accounts = {name: file for file, text in texts.items() for name in ACCOUNT.findall(text)}
    assert accounts
    met = {
        (name, file, accounts[name])
        for file, text in texts.items()
        for name in PERSON.findall(text)
        if accounts.get(name, file) != file
    }
    assert not met
