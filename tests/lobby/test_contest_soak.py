"""Does a contest come to its end when programs in Python and WebAssembly modules play it together, in games of every kind?

The long form, FOGBOUND_LONG=1, has a contest of eight in each game that the site runs programs for, and at least 300 matches.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import perf_counter

import pytest
from django.core.cache import cache
from django.utils import timezone

import games
from games.core.contract import Game
from lobby.accounts.models import User
from lobby.bots.builtin import Runner as BotRunner
from lobby.bots.hosted import Runner
from lobby.bots.sandbox import Sandbox
from lobby.contests import checking, result_files, scheduler, services
from lobby.contests.models import Contest, Table
from lobby.contests.plans import StagePlan
from lobby.matches.models import Match, Program, ProgramMemory
from lobby.matches.modules import module_text
from tests.lobby.contest_rows import plan
from tests.lobby.test_ladder_soak import play_out
from tests.lobby.test_module_kits import KIT_FOLDER, KITS
from tests.sweeps import later

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database, pytest.mark.slow]

IS_LONG = os.environ.get("FOGBOUND_LONG") == "1"
GAMES = [game.id for game in games.all_games() if game.programs is not None and game.id != "toy"]
STAGES = (
    (StagePlan("round_robin", {"games": 2}, advances=4), StagePlan("round_robin"))
    if IS_LONG
    else (StagePlan("single"),)
)
ENTRANTS = 8 if IS_LONG else 3
"""In the short form one of each kind."""
FALTERS = """
def decide(choices, rng):
    if rng.randrange(100) == 0:
        raise ValueError("a fault now and then")
    return None
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=2)
    yield made
    made.close()


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The texts of the kits' modules."""
    found = []
    for kit, command in KITS.items():
        file: Path = tmp_path_factory.mktemp(kit) / "bot.wasm"
        subprocess.run([*command, str(file)], check=True, cwd=KIT_FOLDER / kit)
        found.append(module_text(file.read_bytes()))
    return found


def texts_of(game: Game, modules: list[str]) -> list[str]:
    """Programs in both languages, and one that fails now and then."""
    assert game.programs is not None
    example = game.programs.rules("def decide(): return None\n").example
    return [example, modules[0], FALTERS, example, modules[-1], example, modules[0], modules[-1]][:ENTRANTS]


def announced(game: Game, host: User, texts: list[str]) -> Contest:
    """A contest of the game whose entry these programs have found."""
    contest = services.create_contest(
        user=host, plan=plan(*STAGES, game=game.id, table_size=game.seats[0], step_seconds=10)
    )
    for number, text in enumerate(texts):
        owner = User.objects.create_user(
            f"{game.id}{number}", f"{game.id}{number}@example.org", name=f"{game.name} {number}"
        )
        program = Program.objects.create(owner=owner, game=game.id, name=f"P{number}", text=text)
        services.enter(user=owner, contest_id=contest.pk, program_id=program.pk)
    return contest


@pytest.mark.timeout(2400)
@pytest.mark.parametrize("game_id", [GAMES[0], *later(GAMES[1:])])
async def test_a_contest_of_programs_in_two_languages_comes_to_its_end(alice, sandbox, modules, game_id, monkeypatch):
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()
    game = games.get(game_id)
    contest = await asyncio.to_thread(announced, game, alice, texts_of(game, modules))
    hosted, builtin, begun = Runner(sandbox), BotRunner(), perf_counter()
    while not contest.is_over:
        moved = await asyncio.to_thread(scheduler.go_on, contest.pk, now=contest.starts_at + timedelta(hours=1))
        running = [pk async for pk in Match.objects.filter(status="running").values_list("pk", flat=True)]
        assert moved or running, "it stands still"
        for match_id in running:
            await play_out(match_id, hosted, builtin)
        await contest.arefresh_from_db()
    seconds = perf_counter() - begun
    assert contest.status == "finished"
    statuses = Counter([one async for one in Match.objects.values_list("status", flat=True)])
    steps = sum([one async for one in Match.objects.values_list("step", flat=True)])
    counts: Counter[str] = Counter()
    async for kept in ProgramMemory.objects.all():
        counts.update(kept.counts)
    print(f"{game_id}: {statuses.total()} matches, {steps} steps, {seconds:.0f} s; failures {dict(counts)}")
    assert set(statuses) == {"finished"} and statuses.total() >= (60 if IS_LONG else 2)
    assert not await Table.objects.filter(is_void=True).aexists()
    assert set(counts) <= {"error", "time"}, "nothing but the fault that is written in a program, or a busy machine"
    found = await asyncio.to_thread(result_files.results_of, contest, timezone.now())
    assert [one.what for one in checking.findings(found) if one.fits is False] == []
