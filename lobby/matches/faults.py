"""What is kept of a game that has failed, and who reads it? Its words may name what is hidden, and staff may play too.

The match keeps everything: the words and where they came from. Pages and the admin show the kind of fault alone until the match is over,
the log where it came from (`operations.logs`); `manage.py show_fault` shows all of it to whoever runs the site.
"""

from __future__ import annotations

import traceback

from lobby.matches import audience
from lobby.matches.models import Match

MOST_WORDS = 2_000
MOST_CHARACTERS = 20_000


def whole(error: BaseException) -> str:
    """All that is known of it, its kind first."""
    # Not `str(error)`: an exception of a game may fail at that too.
    told = traceback.TracebackException.from_exception(error)
    text = f"{type(error).__name__}: {str(told)[:MOST_WORDS]}\n\n{''.join(told.format())}"[:MOST_CHARACTERS]
    # PostgreSQL takes no NUL in any text, and no database half a character: a match whose fault cannot be kept would not be paused.
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()


def shown(match: Match) -> str:
    """What a page may show of the fault of that match; empty: there is none."""
    kind, _, words = match.fault.partition(":")
    return match.fault if words and audience.is_over(match) else kind
