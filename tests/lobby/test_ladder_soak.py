"""Does the ladder go on by itself? Programs of every game play each other unattended; no match stands still, no worker is lost, memory stays.

The long form, FOGBOUND_LONG=1, has 20 programs of each game and 2000 matches.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.core.cache import cache
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.bots.builtin import Runner as BotRunner
from lobby.bots.hosted import Runner
from lobby.bots.sandbox import Sandbox
from lobby.ladder import runner, services
from lobby.ladder.models import Bout, Result
from lobby.matches.models import Match, Program
from lobby.matches.modules import module_text
from lobby.play import referee, timer
from lobby.ratings import background
from tests.lobby.test_module_kits import KIT_FOLDER, KITS

# What is asked has the same answer on every database, and takes long.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database, pytest.mark.slow]

IS_LONG = os.environ.get("FOGBOUND_LONG") == "1"
PROGRAMS, MATCHES = (20, 2000) if IS_LONG else (2, 5)
AT_ONCE = 2
MEGABYTE = 2**20
MOST_GROWTH = 60 * MEGABYTE
"""In the second half of a long run."""
STEPS = 2000
"""No match has so many."""


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=AT_ONCE)
    yield made
    made.close()


@pytest.fixture
def field(transactional_db: None, settings, tmp_path: Path) -> None:
    """Programs of every game on its ladder, each of another person: examples, modules of the kit in C, and texts in one line."""
    module = tmp_path / "bot.wasm"
    subprocess.run([*KITS["c"], str(module)], check=True, cwd=KIT_FOLDER / "c")
    cache.clear()
    settings.LADDER_MATCHES, settings.LADDER_QUOTA = AT_ONCE, 10**6
    for number in range(PROGRAMS):
        owner = User.objects.create_user(f"owner{number}", f"owner{number}@example.org", name=f"Owner {number}")
        for game in services.ladder_games():
            assert game.programs is not None
            example = game.programs.rules("def decide(): return None\n").example
            texts = [example, module_text(module.read_bytes()), "def decide(choices, rng):\n    return None\n"]
            text = texts[number % len(texts)]
            program = Program.objects.create(owner=owner, game=game.id, name=f"P{number}", text=text)
            services.enter(user=owner, program_id=program.pk)


async def play_out(match_id: str, hosted: Runner, builtin: BotRunner) -> None:
    """Play a match of programs to its end."""
    for _ in range(STEPS):
        await builtin.play(match_id)
        await hosted.play(match_id)
        await timer.settle()
        # Nobody waits here for the end of a secret wait.
        await Match.objects.filter(pk=match_id, hold_until__isnull=False).aupdate(
            hold_until=None, due_at=timezone.now()
        )
        await referee.advance(match_id)
        if (await Match.objects.aget(pk=match_id)).status != "running":
            return
    raise AssertionError(f"match {match_id} has not ended")


@pytest.mark.long
async def test_programs_of_every_game_play_unattended(field: None, sandbox: Sandbox) -> None:
    hosted, builtin, rng = Runner(sandbox), BotRunner(), Random(27)
    before, half = _workers(), 0
    ways, day = list(games.GAMES), timezone.now()
    for number in range(MATCHES):
        # One game after another, so that a short run has all of them.
        game = games.get([one for one in ways if one != "toy"][number % (len(ways) - 1)])
        match_id = await asyncio.to_thread(runner.begin_one, game, day + timedelta(seconds=number), rng)
        assert match_id is not None
        await play_out(match_id, hosted, builtin)
        await asyncio.to_thread(background.settle)
        if number == MATCHES // 2:
            half = _memory()
    assert await Bout.objects.filter(is_over=False).acount() == 0
    statuses = Counter([status async for status in Match.objects.values_list("status", flat=True)])
    assert statuses == {"finished": MATCHES}
    grown = _memory() - half
    await asyncio.to_thread(sandbox.close)
    left, late = _workers() - before, 0
    print(f"{MATCHES} matches; memory grew by {grown} in the second half; {left} workers are left")
    async for result in Result.objects.all():
        late += result.counts.pop("time", 0)
        assert result.place is not None and not result.was_off and not result.counts, result
    # A program may be late once in a while on a machine that does other work too: its seat has the default orders for that step.
    print(f"{late} late steps")
    assert late <= MATCHES // 200
    if IS_LONG:
        assert grown < MOST_GROWTH
    assert left <= 0, "all workers are back"


@pytest.mark.parametrize("yields", [True, False])
async def test_where_people_are_served_too_every_step_of_the_ladder_is_followed_by_a_rest(
    field: None, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, yields: bool
) -> None:
    rests: list[float] = []

    async def rest(self: Runner, seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(Runner, "rest", rest)
    begun = await asyncio.to_thread(runner.begin_one, services.ladder_games()[0], timezone.now(), Random(27))
    assert begun is not None
    await Runner(sandbox, yields=yields).play(begun)
    assert len(rests) == (1 if yields else 0)
    assert all(seconds > 0 for seconds in rests)


def _workers() -> int:
    """Processes that this one has started and that still run."""
    return sum(len(line.read_text().split()) for line in Path("/proc/self/task").glob("*/children"))


def _memory() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
