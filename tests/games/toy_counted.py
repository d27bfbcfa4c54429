"""Wide Lanterns that note each time they are rendered: who for and in which round, a line each, in the file that TOY_COUNTED names."""

from __future__ import annotations

import os
from dataclasses import replace

from games.core.contract import Json
from games.core.events import Audience
from tests.games import toy_wide
from tests.games.toy import State


def view(state: State, audience: Audience) -> Json:
    line = f"{audience} {state.round}\n"
    notes = os.open(os.environ["TOY_COUNTED"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(notes, line.encode())
    os.close(notes)
    return toy_wide.view(state, audience)


GAME = replace(toy_wide.GAME, id="toy_counted", view=view)
