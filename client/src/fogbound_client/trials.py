"""How does a text play that the site would run? `try_program` starts a trial on the site and waits for its end, telling its steps as they come.

A text is one in Python, or a WebAssembly module as a data URL; `text_of` reads either from a file.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

from fogbound_client.errors import NotADecider, Refused
from fogbound_client.operations import AsyncSite, Site
from fogbound_client.types.rest import Trial, TrialForm

ASK_SECONDS = 0.5
"""How long to wait before asking the site again."""

MODULE = "data:application/wasm;base64,"
"""What the text of a module begins with."""

OnSteps = Callable[[Trial], object]


def text_of(file: str | Path) -> str:
    """The text of the program in that file: Python, or a module in a file that ends with `.wasm`. Raises NotADecider."""
    path = Path(file)
    try:
        if path.suffix == ".wasm":
            return MODULE + base64.b64encode(path.read_bytes()).decode()
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise NotADecider(f"{file} cannot be read: {error}") from None


def try_program(site: Site, *, on_steps: OnSteps | None = None, **asked: Unpack[TrialForm]) -> Trial:
    """A trial of a program's text with all its positions, when it is `done` or somebody has cancelled it.

    `on_steps` is called with the trial so far whenever it has more positions. Raises Refused: what is wrong with the text or the request,
    or why the trial failed. Whoever interrupts it, by Ctrl-C for example, cancels the trial.
    """
    trial = site.programs_trial_begin(**asked)
    try:
        while _goes_on(trial):
            time.sleep(ASK_SECONDS)
            _add(trial, site.programs_trial(trial["id"], since=len(trial["frames"])), on_steps)
    except BaseException:
        site.programs_trial_cancel(trial["id"])
        raise
    return _ended(trial)


async def try_program_async(site: AsyncSite, *, on_steps: OnSteps | None = None, **asked: Unpack[TrialForm]) -> Trial:
    """The same for asyncio."""
    trial = await site.programs_trial_begin(**asked)
    try:
        while _goes_on(trial):
            await asyncio.sleep(ASK_SECONDS)
            _add(trial, await site.programs_trial(trial["id"], since=len(trial["frames"])), on_steps)
    except BaseException:
        await site.programs_trial_cancel(trial["id"])
        raise
    return _ended(trial)


def _goes_on(trial: Trial) -> bool:
    return trial["status"] in ("waiting", "running")


def _add(trial: Trial, more: Trial, on_steps: OnSteps | None) -> None:
    """Put what has come into the trial: how it stands, and positions after those that it has."""
    frames, runs = trial["frames"] + more["frames"], trial["runs"] + more["runs"]
    # What all positions share comes with the first of them.
    shared = trial if trial["frames"] else more
    options, names, static = shared["options"], shared["names"], shared["static"]
    trial.update(more)
    trial.update({"frames": frames, "runs": runs, "options": options, "names": names, "static": static})
    if more["frames"] and on_steps is not None:
        on_steps(trial)


def _ended(trial: Trial) -> Trial:
    why = trial["refusal"]
    if why is not None:
        raise Refused(why["code"], why["path"], why["message"], why["data"])
    return trial
