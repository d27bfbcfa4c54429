"""Do the programs of `docs/bots.md`, as they stand there, play on a running site?"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fogbound_client import Address

from tests.browser.site import Site
from tests.client.conftest import MakeAddress

ROOT = Path(__file__).parents[2]
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/bots.md").read_text(), re.DOTALL)


def start(arguments: list[str], address: Address) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "FOGBOUND_SITE": address.url,
        "FOGBOUND_TOKEN": address.token,
        "PYTHONPATH": str(ROOT / "client/src"),
    }
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=200)


def test_the_first_lines_of_the_guide_play_a_match(site: Site, address_of: MakeAddress, tmp_path: Path) -> None:
    assert len([line for line in PROGRAMS[0].splitlines() if line]) <= 6
    file = tmp_path / "bot.py"
    file.write_text(PROGRAMS[0])
    done = start([str(file)], address_of("Robota"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "status='finished'" in done.stdout
    assert "refused=()" in done.stdout


def test_the_bot_that_means_it_plays_a_match(site: Site, address_of: MakeAddress, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PROGRAMS[1])
    done = start(
        ["-m", "fogbound_client", "play", str(file), "--game", "planet_conquer", "--against", "easy"],
        address_of("Robotb"),
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"finished  place [12]  \d+ decisions\n$", done.stdout)


@pytest.mark.parametrize("arguments", [["--match", "nowhere"], []])
def test_what_cannot_be_played_is_said_and_ends(
    site: Site, address_of: MakeAddress, tmp_path: Path, arguments: list[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PROGRAMS[1])
    address = address_of("Robotc" if arguments else "Robotd")
    done = start(["-m", "fogbound_client", "--quiet", "play", str(file), *arguments], address)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert ("no_match" if arguments else "which game") in done.stderr


def test_the_readme_begins_with_the_same_lines() -> None:
    assert re.findall(r"```python\n(.*?)```", (ROOT / "client/README.md").read_text(), re.DOTALL) == [PROGRAMS[0]]
