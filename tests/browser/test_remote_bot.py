"""Does the bot of `docs/bots.md`, as it stands there, play a match against a running site to its end, also when that is started anew?"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.site import Site

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text()
LONGEST = 40
ROUNDS = 10
MAKE_TOKEN = """
from lobby.accounts.models import User
from lobby.accounts.tokens import create_token
person = User.objects.create_user("NAME".lower(), password="lantern-42-oil", name="NAME")
print("token:" + create_token(user=person, name="bot", scopes=["read", "play", "tables"])[1])
"""


class Person:
    """Somebody with a token, and the bot of the page."""

    def __init__(self, site: Site, name: str, folder: Path) -> None:
        made = site.manage("shell", "-c", MAKE_TOKEN.replace("NAME", name))
        found = re.search(r"token:(\S+)", made.stdout)
        assert found is not None, made.stderr
        self._site, self._token, self._bot = site, found[1], folder / "bot.py"
        text = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
        assert len(text.splitlines()) <= LONGEST
        self._bot.write_text(text)

    def ask(self, method: str, path: str, body: object = None) -> dict:
        """What the site answers."""
        request = urllib.request.Request(
            f"{self._site.url}/api/{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            shown: dict = json.load(answer)
            return shown

    def begin(self, rounds: int) -> str:
        """The id of a match against a bot of the site."""
        table = {"game": "planet_conquer", "options": {"map": "two_lanterns", "max_round": rounds}, "seats": 2, "step_seconds": 600, "bots": {"1": "easy"}}  # fmt: skip
        match: str = self.ask("POST", "tables/", table)["id"]
        self.ask("POST", f"tables/{match}/start/")
        return match

    @contextmanager
    def playing(self, match: str) -> Iterator[subprocess.Popen[str]]:
        """The bot, which plays there."""
        bot = subprocess.Popen(
            [sys.executable, self._bot, match],
            env={**os.environ, "FOGBOUND_SITE": self._site.url, "FOGBOUND_TOKEN": self._token},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        with bot:
            try:
                yield bot
            finally:
                bot.kill()


def test_the_bot_of_the_page_plays_to_the_end(site: Site, tmp_path: Path) -> None:
    person = Person(site, "Robota", tmp_path)
    match = person.begin(ROUNDS)
    with person.playing(match) as bot:
        out, err = bot.communicate(timeout=120)
    assert (bot.returncode, err) == (0, "")
    assert match in out
    record = person.ask("GET", f"matches/{match}/replay/")
    assert record["status"] == "finished"
    seat = str(person.ask("GET", f"matches/{match}/")["info"]["you"])
    # It has answered every step, and its orders were taken: most of them move something.
    own = [step[seat] for step in record["orders"]]
    assert len(own) == ROUNDS and None not in own
    assert sum(bool(orders["moves"]) for orders in own) > ROUNDS // 2


def test_the_bot_of_the_page_ends_where_it_has_no_match(site: Site, tmp_path: Path) -> None:
    with Person(site, "Robotc", tmp_path).playing("nowhere") as bot:
        _, err = bot.communicate(timeout=120)
    assert bot.returncode == 1
    assert "'code': 'no_match'" in err


def test_the_bot_of_the_page_outlives_a_site_that_is_started_anew(site: Site, tmp_path: Path) -> None:
    person = Person(site, "Robotb", tmp_path)
    match = person.begin(200)
    with person.playing(match) as bot:
        while person.ask("GET", f"matches/{match}/")["status"]["step"] < 2:
            assert bot.poll() is None
        site.kill()
        assert bot.poll() is None
        site.start()
        out, err = bot.communicate(timeout=120)
    assert bot.returncode == 0, err
    assert match in out
    assert person.ask("GET", f"matches/{match}/")["status"]["status"] == "finished"
