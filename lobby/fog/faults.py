"""What is stored when a game fails, and who may read it? The text of a fault may reveal what is hidden, and staff may play too.

The match stores the whole text and traceback. Until the match is over, pages and the admin show only the kind of fault, and
the log only where it occurred (`operations.logs`). `manage.py show_fault` shows everything to whoever runs the site.
"""

from __future__ import annotations

import traceback

from lobby.fog import audience
from lobby.matches.models import Match

MOST_WORDS = 2_000
MOST_CHARACTERS = 20_000


def whole(error: BaseException) -> str:
    """The complete text of the fault, its kind first."""
    # Not `str(error)`, which may fail too for an exception of a game.
    told = traceback.TracebackException.from_exception(error)
    text = f"{type(error).__name__}: {str(told)[:MOST_WORDS]}\n\n{''.join(told.format())}"[:MOST_CHARACTERS]
    # PostgreSQL stores no NUL, and no database stores lone surrogates; a match whose fault cannot be stored would not be paused.
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()


def shown(match: Match) -> str:
    """The part of the match's fault that a page may show; empty if there is no fault."""
    kind, _, words = match.fault.partition(":")
    return match.fault if words and audience.is_over(match) else kind
