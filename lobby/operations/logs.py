"""Which match and step does a line of the log belong to, and which lines say nothing?

Match and step are put beside the text, so that one match can be followed through all processes. Lines that know them say so in their
text, as "match <id>" and "step <number>"; nobody has to say it twice.
"""

import logging
import re
from typing import Final

ALIVE: Final = "/healthz"
READY: Final = "/readyz"
PROBES: Final = frozenset({ALIVE, READY})
"""What proxies and containers ask every few seconds. Logs are set up before anything else, so it stands here."""

_MATCH = re.compile(r"\bmatch %s")
_STEP = re.compile(r"\bstep %s")
_SLOT = re.compile(r"%(?:\.\d+)?[a-z]")


class PlacesFilter(logging.Filter):
    """Gives records whose text names a match or a step the fields `match` and `step`."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and record.args and isinstance(record.msg, str):
            slots = [slot.start() for slot in _SLOT.finditer(record.msg.replace("%%", "  "))]
            for name, pattern in (("match", _MATCH), ("step", _STEP)):
                found = pattern.search(record.msg)
                if found and len(slots) == len(record.args):
                    setattr(record, name, record.args[slots.index(found.end() - 2)])
        return True


class ProbesFilter(logging.Filter):
    """Leaves out that a probe was told no: it asks every few seconds, and what is wrong has a line of its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        return getattr(request, "path", None) not in PROBES or getattr(record, "status_code", None) != 503
