"""Puzzles of a game: find them in matches between bots, and check those that are stored.

    manage.py puzzles mine <game> --matches 40 --seed 1
    manage.py puzzles check [<game>] [--renew]

`mine` plays the matches and adds what it finds to the file of the game (`games/<game>/puzzles.json`), each puzzle as soon as it is found, so that
nothing is lost when it is stopped; `--first` goes on at a later match. No idea comes more often than `Variety` allows. The same arguments on
the same file give the same file. `check` examines every stored puzzle again, with draws of its own, and exits 1 if one has a fault; with
`--renew` it takes those out and writes the rest for the rules of today.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import games
from games.core import mining, puzzles
from games.core.contract import Game
from games.core.puzzles import Puzzle
from games.core.variety import Variety, idea_of

MOST = 72
"""Puzzles in the file of a game, unless more are asked for."""


class Command(BaseCommand):
    help = "Mine puzzles from matches between bots, or check the stored ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        ways = parser.add_subparsers(dest="way", required=True)
        mine = ways.add_parser("mine")
        mine.add_argument("game", choices=sorted(games.GAMES))
        mine.add_argument("--matches", type=int, default=20)
        mine.add_argument("--first", type=int, default=0, help="the number of the first match")
        mine.add_argument("--seed", default="1")
        mine.add_argument("--most", type=int, default=MOST, help="stop when the file has so many")
        check = ways.add_parser("check")
        check.add_argument("game", nargs="?", choices=sorted(games.GAMES))
        check.add_argument("--seed", default="check")
        check.add_argument(
            "--renew", action="store_true", help="take out what has a fault, keep the rest for the rules of today"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        named = [games.get(options["game"])] if options["game"] else games.all_games()
        own = [game for game in named if game.puzzles is not None]
        if not own:
            raise CommandError("this game has no puzzles")
        if options["way"] == "mine":
            numbers = range(options["first"], options["first"] + options["matches"])
            self._mine(own[0], numbers, options["seed"], options["most"])
        elif faults := sum(self._check(game, options["seed"], renew=options["renew"]) for game in own):
            raise CommandError(f"{faults} with a fault")

    def _mine(self, game: Game, numbers: range, seed: str, most: int) -> None:
        craft = puzzles.craft_of(game)
        found = list(puzzles.pool(game))
        known = {(one.seed, one.seat) for one in found}
        variety = Variety(most)
        for one in found:
            variety.add(idea_of(game, one))
        for number in numbers:
            preset, seats = craft.tables[number % len(craft.tables)]
            for one in mining.mine(game, preset, seats, f"{seed}:{number}", variety):
                # A position is asked about once.
                if (one.seed, one.seat) not in known:
                    known.add((one.seed, one.seat))
                    found.append(one)
                    variety.add(idea := idea_of(game, one))
                    write(game, found)
                    self.stdout.write(f"{game.id} {one.id} ({one.points}): {idea}")
                if len(found) >= most:
                    return
            self.stdout.write(f"{game.id}: match {number} ({preset}, {seats}), {len(found)} in all")
            self.stdout.flush()

    def _check(self, game: Game, seed: str, *, renew: bool) -> int:
        _, kept = puzzles.stored(puzzles.craft_of(game).package)
        good, faults = [], 0
        for one in kept:
            fault = fault_of(game, one, seed)
            if fault:
                faults += 1
                self.stdout.write(f"{game.id} {one.id} ({one.goal['kind']}): {fault}")
            else:
                good.append(one)
        self.stdout.write(f"{game.id}: {len(good)} of {len(kept)} are good")
        if renew:
            write(game, good)
            return 0
        return faults


def fault_of(game: Game, puzzle: Puzzle, seed: str) -> str:
    """What is wrong with a stored puzzle, "" if nothing; a position that the rules cannot read any more is wrong too."""
    try:
        return mining.examine(game, puzzle, seed).fault
    except (KeyError, TypeError, ValueError, IndexError) as error:
        return f"cannot be played: {error!r}"


def write(game: Game, found: Sequence[Puzzle]) -> None:
    """Replace the file of a game."""
    package = puzzles.craft_of(game).package
    Path(str(resources.files(package).joinpath(puzzles.FILE))).write_text(puzzles.written(game, found), "utf-8")
    puzzles.stored.cache_clear()
