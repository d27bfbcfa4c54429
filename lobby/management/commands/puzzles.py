"""Puzzles of a game: find them in matches between bots, and check those that are stored.

    manage.py puzzles mine <game> --matches 40 --seed 1
    manage.py puzzles check [<game>] [--renew]

`mine` plays the matches, adds what it finds to the file of the game (`games/<game>/puzzles.json`) and says how many there are; no idea has more
than a third of what the file may hold. The same arguments
on the same file give the same file. `check` examines every stored puzzle again, with draws of its own, and exits 1 if one has a fault; with
`--renew` it takes those out and writes the rest for the rules of today.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import games
from games.core import mining, puzzles
from games.core.contract import Game
from games.core.puzzles import Puzzle

ALIKE = 3
"""No more than the third part of a file is about one idea."""


class Command(BaseCommand):
    help = "Mine puzzles from matches between bots, or check the stored ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        ways = parser.add_subparsers(dest="way", required=True)
        mine = ways.add_parser("mine")
        mine.add_argument("game", choices=sorted(games.GAMES))
        mine.add_argument("--matches", type=int, default=20)
        mine.add_argument("--seed", default="1")
        mine.add_argument("--most", type=int, default=100, help="stop when the file has so many")
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
            self._mine(own[0], options["matches"], options["seed"], options["most"])
        elif faults := sum(self._check(game, options["seed"], renew=options["renew"]) for game in own):
            raise CommandError(f"{faults} with a fault")

    def _mine(self, game: Game, matches: int, seed: str, most: int) -> None:
        craft = puzzles.craft_of(game)
        found = list(puzzles.pool(game))
        ideas = Counter(mining.idea(game, one) for one in found)
        for number in range(matches):
            preset, seats = craft.tables[number % len(craft.tables)]
            known = {one.id for one in found}
            new = [one for one in mining.mine(game, preset, seats, f"{seed}:{number}") if one.id not in known]
            for one in new:
                ideas[idea := mining.idea(game, one)] += 1
                if ideas[idea] * ALIKE <= most:
                    found.append(one)
            found = found[:most]
            write(game, found)
            self.stdout.write(f"{game.id}: match {number + 1} ({preset}, {seats}): {len(new)} new, {len(found)} in all")
            self.stdout.flush()
            if len(found) >= most:
                return

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
