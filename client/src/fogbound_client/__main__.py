"""What can be done from the command line? Play a file with a function `decide`: on a site, at home, in every match; let a site run it.

fogbound play mine.py --game deep_blue
fogbound serve mine.py
fogbound home mine.py --game deep_blue --against hard --matches 20
fogbound home mine.py --game deep_blue --hosted
fogbound upload mine.py --game deep_blue
fogbound upload mine.wasm --game deep_blue --new-version-of 12
fogbound replay mine.py match.json
fogbound replay mine.wasm match.json --budget 3
fogbound contest deep_blue mine.py yours.py --plan results.json
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from fogbound_client.again import play_again, read_record
from fogbound_client.deciding import Decider, load
from fogbound_client.errors import FogboundError, NoSuchName
from fogbound_client.local import engines, play_at_home, play_hosted, rehearse, replay_hosted
from fogbound_client.operations import Site
from fogbound_client.run import run, run_many, serve
from fogbound_client.trials import text_of

CHAIN: tuple[tuple[str, Callable[[str], int | str], str], ...] = (
    ("table", int, "seats of a table (default: as many as these rules allow, up to eight)"),
    ("days", int, "days of the race (default: 1)"),
    ("games", int, "games of the race a day (default: 3)"),
    ("straight", int, "how many of the race go straight to the final (default: 2)"),
    ("target", int, "how many come out of the groups (default: 6, or what a table leaves room for)"),
    ("final", int, "games of the final (default: 3)"),
    ("options", str, "options of the game, as JSON"),
)
"""What a contest without a plan is made of, as `manage.py contest` takes it."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fogbound", description="Play on a Fogbound site with a program of yours.")
    parser.add_argument("--quiet", action="store_true", help="say only what goes wrong, and results")
    actions = parser.add_subparsers(dest="action", required=True)
    site = argparse.ArgumentParser(add_help=False)
    site.add_argument(
        "--site", default="", help="address of the site (default: FOGBOUND_SITE, or http://127.0.0.1:8000)"
    )
    site.add_argument(
        "--token", default="", help="the token (default: FOGBOUND_TOKEN, which no list of processes shows)"
    )
    site.add_argument("--memory", default=None, help="a folder in which memories outlive the program")
    site.add_argument("--strict", action="store_true", help="end when decide fails, instead of playing default orders")

    sandbox = argparse.ArgumentParser(add_help=False)
    sandbox.add_argument(
        "--hosted",
        action="store_true",
        help="as the site runs programs: its checks, budget and memory; needs a checkout that is set up",
    )
    sandbox.add_argument(
        "--budget",
        type=int,
        default=1,
        metavar="N",
        help="hosted, with N times the usual budget, as a contest may have it",
    )

    one = actions.add_parser("play", parents=[site], help="play a match, or a number of them")
    one.add_argument(
        "file",
        help="a Python file with a function decide(view, choices, rng, memory), or a program in any language that can be run",
    )
    one.add_argument("--game", default="", help="play quick matches of this game")
    one.add_argument("--against", default="", help="id of a bot of the site, or people (default: the weakest bot)")
    one.add_argument("--matches", type=int, default=1, help="how many quick matches (default 1)")
    one.add_argument("--match", default="", help="play one's seat in the match of this id instead")

    every = actions.add_parser("serve", parents=[site], help="play every match of the account until interrupted")
    every.add_argument("files", nargs="+", metavar="[GAME=]FILE", help="a file for all games, or one for each")
    every.add_argument("--accept", action="store_true", help="accept every challenge to a game that it plays")

    home = actions.add_parser(
        "home", parents=[sandbox], help="play against built-in bots without a site; needs the engines"
    )
    home.add_argument("file")
    home.add_argument("--game", required=True)
    home.add_argument("--against", default="", help="ids of built-in bots with commas between (default: the weakest)")
    home.add_argument("--matches", type=_positive, default=10)
    home.add_argument("--seed", default="1")

    upload = actions.add_parser("upload", help="save a program that the site runs")
    upload.add_argument("file", help="a Python file, or a WebAssembly module that ends with .wasm")
    upload.add_argument("--site", default="", help="address of the site, as for play")
    upload.add_argument("--token", default="", help="the token, as for play")
    upload.add_argument("--game", default="", help="the game that it plays")
    upload.add_argument("--name", default="", help="its name (default: that of the file)")
    upload.add_argument("--note", default="", help="what is new in this version")
    upload.add_argument("--new-version-of", type=int, metavar="ID", help="the program of which it is a better version")

    again = actions.add_parser(
        "replay",
        parents=[sandbox],
        help="play a finished match again with a program, until it orders something else; needs the engines",
    )
    again.add_argument("file")
    again.add_argument("record", help="the answer of /api/matches/<id>/replay/, in a file")
    again.add_argument(
        "--seat",
        type=int,
        help="the seat of the program (default: the only one that was yours, else the only one without a bot)",
    )

    contest = actions.add_parser(
        "contest", help="rehearse a whole contest without a site; needs a checkout that is set up"
    )
    contest.add_argument("game")
    contest.add_argument("files", nargs="*", help="files of programs, an entrant each")
    contest.add_argument(
        "--plan", default="", help="results.json of a contest, or what announces one (default: race, groups, final)"
    )
    contest.add_argument("--entrants", type=int, help="how many; bots fill them up (default: the files)")
    contest.add_argument("--bots", default="", help="ids of built-in bots with commas between (default: all)")
    for name, kind, text in CHAIN:
        contest.add_argument(f"--{name}", type=kind, help=text)
    contest.add_argument("--seed", default="", help="of all draws (default: another each time)")
    contest.add_argument("--jobs", type=int, help="matches side by side (default: one for each processor)")
    contest.add_argument("--silent", action="store_true", help="show nothing of what programs print")
    contest.add_argument("--json", action="store_true", help="entrants, standings and tables as JSON")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 0 if it went well, 1 if not, with the reason on stderr."""
    asked = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING if asked.quiet else logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        {"play": _play, "serve": _serve, "home": _home, "upload": _upload, "replay": _replay, "contest": _contest}[
            asked.action
        ](asked)
    except FogboundError as error:
        _say(f"{type(error).__name__}: {error}", sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _play(asked: argparse.Namespace) -> None:
    decide = load(asked.file)
    who = {"site": asked.site, "token": asked.token, "strict": asked.strict}
    if asked.matches > 1:
        results = run_many(decide, game=asked.game, matches=asked.matches, against=asked.against, **who)
    else:
        results = [
            run(decide, game=asked.game, against=asked.against, match=asked.match, memory_folder=asked.memory, **who)
        ]
    for result in results:
        trouble = (
            f"  {len(result.refused)} refused, {len(result.errors)} errors" if result.refused or result.errors else ""
        )
        _say(f"{result.match}  {result.status}  place {result.place}  {result.decisions} decisions{trouble}")


def _serve(asked: argparse.Namespace) -> None:
    decide: dict[str, Decider] = {}
    for word in asked.files:
        game, _, file = word.rpartition("=")
        decide[game] = load(file)
    accept = (lambda challenge: True) if asked.accept else None
    serve(
        decide, site=asked.site, token=asked.token, strict=asked.strict, accept=accept, memory_folder=asked.memory
    )  # fmt: skip


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("at least 1")
    return int(text)


def _home(asked: argparse.Namespace) -> None:
    against = [bot for bot in asked.against.split(",") if bot]
    known = engines()
    if asked.game not in known.GAMES:
        raise NoSuchName(f"--game: there is no game {asked.game!r}; there are {', '.join(known.GAMES)}")
    bots = [one.id for one in known.get(asked.game).bots]
    if unknown := [one for one in against if one not in bots and not one.endswith((".py", ".wasm"))]:
        raise NoSuchName(f"--against: {asked.game} has no bot {unknown[0]!r}; it has {', '.join(bots)}")
    if _is_hosted(asked):
        play_hosted(
            asked.file, game=asked.game, against=against, matches=asked.matches, seed=asked.seed, budget=asked.budget
        )
        return
    wins = shared = 0
    for match in play_at_home(
        load(asked.file), game=asked.game, against=against, matches=asked.matches, seed=asked.seed
    ):
        wins += match.place == 1 and not match.is_shared
        shared += match.place == 1 and match.is_shared
        refused = f"  refused {match.refused}: {match.first_refused}" if match.refused else ""
        failed = f"  failed {match.failed}: {match.first_failed}" if match.failed else ""
        _say(
            f"{match.seed:<8} seat {match.seat}  place {match.place}  {match.steps} steps  {match.reason}{refused}{failed}"
        )
    _say(f"won {wins} of {asked.matches}" + (f", shared the first place in {shared}" if shared else ""))


def _is_hosted(asked: argparse.Namespace) -> bool:
    """Does the file run in the site's sandbox? A module runs nowhere else, and a budget is counted nowhere else."""
    return bool(asked.hosted or asked.budget != 1 or str(asked.file).endswith(".wasm"))


def _upload(asked: argparse.Namespace) -> None:
    text = text_of(asked.file)
    with Site(asked.site, token=asked.token) as site:
        if asked.new_version_of:
            named = {"name": asked.name} if asked.name else {}
            saved = site.programs_versions_create(asked.new_version_of, text=text, note=asked.note, **named)
        else:
            saved = site.programs_create(
                game=asked.game, name=asked.name or Path(asked.file).stem[:40], text=text, note=asked.note
            )
    module = saved["module"]
    told = f"  {module['size']} bytes, SHA-256 {module['sha256']}" if module else ""
    _say(f"{saved['id']}  {saved['name']}{told}")
    if saved["refused"]:
        _say(
            f"The game refused the orders of every first step, and played default orders: {saved['refused']}",
            sys.stderr,
        )


def _replay(asked: argparse.Namespace) -> None:
    if _is_hosted(asked):
        replay_hosted(asked.file, asked.record, seat=asked.seat, budget=asked.budget)
        return
    _say("\n".join(play_again(load(asked.file), read_record(asked.record), seat=asked.seat).lines()))


def _contest(asked: argparse.Namespace) -> None:
    names = ("plan", "entrants", "bots", *(name for name, _, _ in CHAIN), "seed", "jobs")
    values = [f"--{name}={value}" for name in names if (value := getattr(asked, name)) not in (None, "")]
    rehearse([asked.game, *asked.files, *values, *["--silent"] * asked.silent, *["--json"] * asked.json])


def _say(text: str, where: object = None) -> None:
    stream = sys.stdout if where is None else sys.stderr
    stream.write(text + "\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main())
