"""How strong are built-in bots and bots in files? Plays matches between them with `games.core.simulate`.

    manage.py simulate GAME --seats 2 --bots hard,medium --matches 200 --seed 1 --swap
    manage.py simulate GAME --seats 2 --bots mine.py,hard --matches 100 --swap
    manage.py simulate GAME --seats 2 --bots ./mine,hard --matches 100 --swap
    manage.py simulate GAME --seats 2 --bots hard,hard --matches 200 --report

`--matches` counts all matches that are played. With `--swap` every match is played once for each rotation of the seats, with the
same seed and so on the same map. Of 200 duels, 100 repeat the other 100 with exchanged seats. `--jobs` changes only the time.
`--hosted` runs files as the site would, and says first where one cannot be saved there. A file that fails plays default orders, as on the
site. `--report` prints shares by seat, length, how matches ended, and which parts of the game winners and losers used.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.core.contract import Game
from games.core.report import Played, lines, read, report
from games.core.simulate import AnyBot, match_seed, open_table, play, rotated
from lobby.bots import at_home
from lobby.matches.terms import BUDGETS
from lobby.operations.arguments import check_numbers, check_options, check_seats, parse_options
from lobby.operations.own_bots import file_bot, is_file, silence


@dataclass(frozen=True)
class Series:
    """What one call of the command plays. It is small, because it is sent to other processes."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: str
    options: dict[str, Any]
    swap: bool
    report: bool
    hosted: bool = False
    budget: int = 1


def bot_of(game: Game, bot: str, hosted: bool = False, budget: int = 1) -> AnyBot:
    """The built-in bot of that id, or the bot in the file of that name, in the sandbox if it is `hosted`, with so many times the usual budget.

    Raises CommandError.
    """
    if not is_file(bot):
        return game.bot(bot)
    return file_bot(game, bot, is_hosted=hosted, times=budget)


def play_one(series: Series, number: int) -> tuple[dict[str, Any], Played | None]:
    """Match `number` of the series as one entry of `matches`, and its data for the report if one is wanted."""
    game = games.get(series.game)
    group, turn = divmod(number, series.seats) if series.swap else (number, 0)
    seed = match_seed(series.seed, group)
    started = perf_counter()
    bots = rotated([bot_of(game, bot_id, series.hosted, series.budget) for bot_id in series.bots], turn)
    record = play(game, open_table(game, series.options, series.seats, seed), series.seats, bots, seed)
    seconds = round(perf_counter() - started, 3)
    entry = {
        "seed": record.seed,
        "bots": list(record.bots),
        "ranks": list(record.ranks),
        "steps": record.steps,
        "reason": record.reason,
        "refused": record.refused,
        "first_refused": record.first_refused,
        "failed": len(record.failures),
        "first_failed": "step {}, seat {}: {}".format(*record.failures[0]) if record.failures else "",
        "seconds": seconds,
    }
    return entry, read(game, record) if series.report else None


def count_totals(matches: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each bot: seats it played, seats with which it came first alone and with others, mean place. A bot with two seats counts twice."""
    places: dict[str, list[int]] = {}
    shared: Counter[str] = Counter()
    for match in matches:
        is_shared = match["ranks"].count(1) > 1
        for bot_id, rank in zip(match["bots"], match["ranks"], strict=True):
            places.setdefault(bot_id, []).append(rank)
            shared[bot_id] += is_shared and rank == 1
    return {
        bot_id: {
            "matches": len(ranks),
            "wins": ranks.count(1) - shared[bot_id],
            "shared": shared[bot_id],
            "mean_rank": round(sum(ranks) / len(ranks), 4),
        }
        for bot_id, ranks in places.items()
    }


class Command(BaseCommand):
    help = "Play matches between bots, built-in ones and your own, and count who wins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="id of the game")
        parser.add_argument("--seats", type=int, required=True)
        parser.add_argument(
            "--bots",
            required=True,
            help="one per seat, with commas between: ids of built-in bots, Python files with a function "
            "decide(view, choices) of yours, which may take rng and memory too, or paths of programs in any language (docs/bots.md)",
        )
        parser.add_argument("--matches", type=int, default=20, help="how many matches to play in all (default 20)")
        parser.add_argument("--seed", default="1", help="any text; the same seed gives the same matches (default 1)")
        parser.add_argument("--options", default="{}", help="options of the game as JSON")
        parser.add_argument("--swap", action="store_true", help="play every match once per rotation of the seats")
        parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time (default 1)")
        parser.add_argument(
            "--report",
            action="store_true",
            help="tell shares by seat, lengths, reasons and the use of the game's parts",
        )
        parser.add_argument(
            "--budget",
            type=int,
            choices=BUDGETS,
            default=1,
            help="times the usual work of a hosted file, as a contest may have it",
        )
        parser.add_argument(
            "--hosted",
            action="store_true",
            help="run files as the site runs programs: in the sandbox, with its checks, budget and memory",
        )
        parser.add_argument("--silent", action="store_true", help="show nothing of what files of programs print")
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["silent"]:
            silence()
        try:
            self._handle(options)
        finally:
            at_home.close()

    def _handle(self, options: dict[str, Any]) -> None:
        series = self._series(options)
        # Processes that play start workers of their own.
        at_home.close()
        check_numbers(options, {"matches": 1, "jobs": 1})
        matches, read_ones = [], []
        for match, one in self._played(series, options["matches"], options["jobs"]):
            matches.append(match)
            if one is not None:
                read_ones.append(one)
            if not options["json"]:
                seats = "  ".join(
                    f"{rank}. {bot_id}" for rank, bot_id in zip(match["ranks"], match["bots"], strict=True)
                )
                refused = f"  refused {match['refused']}: {match['first_refused']}" if match["refused"] else ""
                failed = f"  failed {match['failed']}: {match['first_failed']}" if match["failed"] else ""
                self.stdout.write(
                    f"{match['seed']:<12} {match['steps']:>5} steps  {match['reason']:<14} {match['seconds']:>8.2f} s"
                    f"  {seats}{refused}{failed}"
                )
        totals = count_totals(matches)
        found = report(games.get(series.game), read_ones) if series.report else None
        if options["json"]:
            told = {} if found is None else {"report": found}
            self.stdout.write(json.dumps({"matches": matches, "totals": totals, **told}))
            return
        width = max(12, *(len(bot_id) + 1 for bot_id in totals))
        self.stdout.write(f"\n{'bot':<{width}}{'matches':>9}{'wins':>7}{'shared':>8}{'won':>9}{'mean rank':>12}")
        for bot_id, total in totals.items():
            won = f"{100 * total['wins'] / total['matches']:.1f} %"
            self.stdout.write(
                f"{bot_id:<{width}}{total['matches']:>9}{total['wins']:>7}{total['shared']:>8}{won:>9}{total['mean_rank']:>12.3f}"
            )
        if found is not None:
            self.stdout.write("\n" + "\n".join(lines(found)))

    def _series(self, options: dict[str, Any]) -> Series:
        game = self._game(options["game"])
        seats = options["seats"]
        check_seats(game, seats)
        bots = tuple(bot_id.strip() for bot_id in options["bots"].split(","))
        known = [bot.id for bot in game.bots]
        for bot_id in bots:
            if is_file(bot_id):
                bot_of(game, bot_id, options["hosted"], options["budget"])
            elif bot_id not in known:
                raise CommandError(f"--bots: {game.id} has no bot {bot_id!r}; it has {', '.join(known)}")
        if len(bots) != seats:
            raise CommandError(f"--bots: {seats} seats need {seats} bots, got {len(bots)}")
        chosen = parse_options(options["options"])
        check_options(game, chosen, seats)
        return Series(
            game.id,
            seats,
            bots,
            options["seed"],
            chosen,
            options["swap"],
            options["report"],
            options["hosted"],
            options["budget"],
        )

    @staticmethod
    def _game(game_id: str) -> Game:
        try:
            return games.get(game_id)
        except KeyError:
            raise CommandError(f"game: there is no game {game_id!r}; there is {', '.join(games.GAMES)}") from None

    @staticmethod
    def _played(series: Series, matches: int, jobs: int) -> Iterator[tuple[dict[str, Any], Played | None]]:
        if jobs == 1:
            yield from map(partial(play_one, series), range(matches))
            return
        with ProcessPoolExecutor(max_workers=jobs) as pool:
            yield from pool.map(partial(play_one, series), range(matches))
