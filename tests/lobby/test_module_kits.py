"""The starter kits of `client/examples`: each is built here, and plays all games on the site and at home without an order that is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import games
from games.core.simulate import open_table, play
from lobby.bots.sandbox import Sandbox
from lobby.bots.trial import play_trial, trial_seed
from lobby.matches.modules import module_text
from lobby.operations.own_bots import file_bot
from tests.sources import ROOT
from tests.sweeps import later

pytestmark = pytest.mark.slow

GAMES = [game.id for game in games.all_games() if game.programs is not None]
STEPS = 12


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


KIT_FOLDER = ROOT / "client/examples"
KITS = {
    "c": [sys.executable, "-m", "ziglang", "cc", "--target=wasm32-wasi", "-O2", "-s", "-Wall", "-Wextra", "-Werror", "bot.c", "-o"],
    "assemblyscript": [
        "node", f"{ROOT}/node_modules/assemblyscript/bin/asc.js", "bot.ts", "--optimize", "--runtime", "stub", "--use", "abort=",
        *("--exportStart", "_start", "-o"),
    ],
}  # fmt: skip
"""How each is built; its first lines say the same."""


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Callable[[str], Path]:
    """Builds a kit, once."""

    @cache
    def made(kit: str) -> Path:
        file = tmp_path_factory.mktemp(kit) / "bot.wasm"
        subprocess.run([*KITS[kit], str(file)], check=True, cwd=KIT_FOLDER / kit)
        return file

    return made


@pytest.fixture(scope="module", params=KITS)
def module(request, build) -> Path:
    """The module of each kit."""
    return build(request.param)


@pytest.mark.parametrize("game_id", [GAMES[0], *later(GAMES[1:])])
def test_a_kit_plays_every_game_on_the_site(sandbox, module, game_id):
    game = games.get(game_id)
    text = module_text(module.read_bytes())
    assert game.programs is not None
    prepared = sandbox.prepare(game.programs.rules(text), text)
    pieces = list(
        play_trial(
            game=game, prepared=prepared, level=game.bots[0].id, seed=trial_seed("kit"), steps=STEPS, sandbox=sandbox, seconds=120
        )
    )  # fmt: skip
    runs = [run for piece in pieces for run in piece.runs]
    assert len(runs) >= STEPS // 2 and pieces[-1].ended in ("steps", "over")
    assert [run for run in runs if run["void"] or run["refused"]] == []
    assert max(run["units"] for run in runs) < runs[0]["budget"] / 2


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_a_kit_plays_whole_matches(module, game_id):
    game = games.get(game_id)
    record = play(game, open_table(game, {}, 2, "kit"), 2, [file_bot(game, str(module)), game.bots[0]], "kit")
    assert (record.failures, record.refused) == ((), 0)


def test_a_module_orders_the_same_as_its_program_at_home_and_as_the_other_kit(build, tmp_path):
    """At home it is built for this machine, and is one process for all questions."""
    at_home = tmp_path / "bot"
    subprocess.run(["cc", "-O2", "-o", str(at_home), str(ROOT / "client/examples/c/bot.c")], check=True)
    game = games.get("planet_conquer")
    options = open_table(game, {}, 2, "kit")
    files = [at_home, *map(build, KITS)]
    played = [play(game, options, 2, [file_bot(game, str(file)), game.bots[0]], "kit", first=12) for file in files]
    assert {one.failures for one in played} == {()}
    assert played[0].orders == played[1].orders == played[2].orders
    assert any(step[0]["moves"] for step in played[0].orders)
