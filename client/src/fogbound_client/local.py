"""How does a program play at home? Against the built-in bots, without site and network, where the engines are there.

The engines are the folder `games` of a checkout of the site. It is found if it can be imported, if FOGBOUND_CHECKOUT names the
checkout, or if this package is installed from it (`pip install -e client`). What they need besides: `NEEDED`.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from fogbound_client.deciding import Decide, Decider
from fogbound_client.errors import ContestRefused, NoEngines, NotADecider, NotHosted

Json = Any
NEEDED = "numpy", "msgspec"
"""What the engines import; the extra `local` of the package brings them."""


@dataclass(frozen=True)
class LocalMatch:
    """A match that was played at home."""

    seed: str
    seat: int
    place: int
    """1 is first."""
    steps: int
    reason: str
    is_shared: bool
    """Several seats share the first place."""
    refused: int
    """Orders, of all seats, that the game did not take; default orders were played in their place."""
    first_refused: str
    failed: int
    """Decisions in which `decide` raised something; default orders were played, as on the site."""
    first_failed: str


def engines() -> ModuleType:
    """The package `games`; raises NoEngines."""
    try:
        return _imported()
    except ModuleNotFoundError as error:
        if error.name in NEEDED:
            raise NoEngines(
                f"The engines need {error.name}: pip install -e '<checkout>/client[local]' brings it."
            ) from None
        if error.name != "games":
            raise
    here = Path(__file__).resolve()
    named = os.environ.get("FOGBOUND_CHECKOUT")
    for folder in [Path(named)] if named else here.parents:
        if (folder / "games/core/contract.py").is_file():
            sys.path.append(str(folder))
            return engines()
    raise NoEngines("The engines are in a checkout of the site: set FOGBOUND_CHECKOUT to its folder.")


def rehearse(arguments: Sequence[str]) -> None:
    """Play a whole contest with the code of the site, as its command `contest` does with these arguments, and print how it ended. How far it is
    stands on standard error meanwhile.

    It has a database of its own, which is gone at the end. Raises NoEngines without a checkout, ContestRefused with what the command says.
    """
    form = "line" if sys.stderr.isatty() else "lines"
    if said := _command("contest", [*arguments, f"--progress={form}"], is_shown=True):
        raise ContestRefused(said)


def play_hosted(
    file: str, *, game: str, against: Sequence[str] = (), matches: int = 10, seed: str = "1", budget: int = 1
) -> None:
    """Play as `play_at_home` does, with the file in the site's sandbox: its checks, so many times the usual `budget`, and memory. Prints the
    matches and who won.

    Raises NoEngines without a checkout that is set up, NotHosted with the line at which the site would refuse the file.
    """
    record = engines().get(game)
    bots = [file, *(against or [record.bots[0].id] * (record.seats[0] - 1))]
    asked = [game, f"--seats={len(bots)}", f"--bots={','.join(bots)}", f"--matches={matches}", f"--seed={seed}"]
    if said := _command("simulate", [*asked, "--swap", "--hosted", f"--budget={budget}"]):
        raise NotHosted(said)


def replay_hosted(file: str, record: str, *, seat: int | None = None, budget: int = 1) -> None:
    """Play the match in the file `record` again as `play_again` does, with the program in the site's sandbox. Prints what was found.

    Raises NoEngines without a checkout that is set up, NotHosted with what was refused.
    """
    named = [] if seat is None else [f"--seat={seat}"]
    if said := _command("replay_program", [file, record, *named, f"--budget={budget}"]):
        raise NotHosted(said)


def _command(name: str, arguments: Sequence[str], *, is_shown: bool = False) -> str:
    """Run a command of the checkout; why it was refused, else "". What else it says on standard error is shown as it comes, if it `is_shown`.
    Raises NoEngines."""
    checkout = Path(str(engines().__file__)).parents[1]
    command = checkout / "manage.py"
    if not command.is_file():
        raise NoEngines("This needs a checkout of the site: set FOGBOUND_CHECKOUT to its folder.")
    own = checkout / ".venv/bin/python"
    python = str(own) if own.exists() else sys.executable
    with subprocess.Popen([python, str(command), name, *arguments], stderr=subprocess.PIPE) as running:
        said = _heard(running, is_shown)
    if not running.returncode:
        return ""
    _before, is_told, why = said.strip().rpartition(_REFUSED)
    return (why if is_told else said.strip().splitlines()[-1]).removeprefix("--bots: ")


_REFUSED = "CommandError: "


def _heard(running: subprocess.Popen[bytes], is_shown: bool) -> str:
    """All that it says on standard error."""
    said = ""
    while chunk := os.read(running.stderr.fileno(), 65536) if running.stderr else b"":
        known = len(said.partition(_REFUSED)[0])
        said += chunk.decode(errors="replace")
        if is_shown:
            sys.stderr.write(said.partition(_REFUSED)[0][known:])
            sys.stderr.flush()
    return said


def _imported() -> ModuleType:
    found = importlib.import_module("games")
    # A game is imported when it is asked for, too late for a sentence that says what to do.
    for name in NEEDED:
        importlib.import_module(name)
    return found


def play_at_home(
    decide: Decide | Decider,
    *,
    game: str,
    against: Sequence[str] = (),
    matches: int = 10,
    seed: str = "1",
    options: dict[str, Json] | None = None,
    rotate: bool = True,
) -> Iterator[LocalMatch]:
    """Play so many matches against built-in bots, yielding each as it ends. `against` has one bot id for each other seat, by default the weakest.

    With `rotate` the program sits in each seat of the same map in turn, as `manage.py simulate --swap` has it; the same seed gives
    the same matches there. Raises NoEngines, KeyError for a game or a bot that is not there.
    """
    games = engines()
    simulate = importlib.import_module("games.core.simulate")
    record = games.get(game)
    rivals = [record.bot(bot) for bot in against] or [record.bots[0]] * (record.seats[0] - 1)
    seats = 1 + len(rivals)
    if seats not in record.seats:
        raise NotADecider(f"{game} is for {', '.join(map(str, record.seats))} seats, not for {seats}")
    decider = decide if isinstance(decide, Decider) else Decider(decide)
    bots = [simulate.OwnBot(decider.name, decider.answer, hears_refusals=True, copies=True), *rivals]
    for number in range(matches):
        group, turn = divmod(number, seats) if rotate else (number, 0)
        drawn = simulate.match_seed(seed, group)
        prepared = simulate.open_table(record, options or {}, seats, drawn)
        played = simulate.play(record, prepared, seats, simulate.rotated(bots, turn), drawn)
        yield LocalMatch(
            seed=drawn, seat=turn, place=played.ranks[turn], steps=played.steps, reason=played.reason,
            is_shared=played.is_shared, refused=played.refused, first_refused=played.first_refused,
            failed=len(played.failures), first_failed="step {}, seat {}: {}".format(*played.failures[0]) if played.failures else "",
        )  # fmt: skip
