"""Does the bot of `docs/bots.md`, as it stands there, play a match against a running site to its end?"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.browser.site import Site

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text()
LONGEST = 40
ROUNDS = 10
MAKE_TOKEN = """
from lobby.accounts.models import User
from lobby.accounts.tokens import create_token
person = User.objects.create_user("robota", password="lantern-42-oil", name="Robota")
print("token:" + create_token(user=person, name="bot", scopes=["read", "play", "tables"])[1])
"""


def test_the_bot_of_the_page_plays_to_the_end(site: Site, tmp_path: Path) -> None:
    (text,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(text.splitlines()) <= LONGEST
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    made = site.manage("shell", "-c", MAKE_TOKEN)
    found = re.search(r"token:(\S+)", made.stdout)
    assert found is not None, made.stderr
    token = found[1]

    def ask(method: str, path: str, body: object = None) -> dict:
        request = urllib.request.Request(
            f"{site.url}/api/{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            shown: dict = json.load(answer)
            return shown

    table = {"game": "planet_conquer", "options": {"map": "two_lanterns", "max_round": ROUNDS}, "seats": 2, "step_seconds": 600, "bots": {"1": "easy"}}  # fmt: skip
    match = ask("POST", "tables/", table)["id"]
    ask("POST", f"tables/{match}/start/")
    played = subprocess.run(
        [sys.executable, bot, match],
        env={**os.environ, "FOGBOUND_SITE": site.url, "FOGBOUND_TOKEN": token},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (played.returncode, played.stderr) == (0, ""), played
    assert match in played.stdout
    record = ask("GET", f"matches/{match}/replay/")
    assert record["status"] == "finished"
    seat = str(ask("GET", f"matches/{match}/")["info"]["you"])
    # It has answered every step, and its orders were taken: most of them move something.
    own = [step[seat] for step in record["orders"]]
    assert len(own) == ROUNDS and None not in own
    assert sum(bool(orders["moves"]) for orders in own) > ROUNDS // 2
