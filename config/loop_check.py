"""Does the event loop of a process run? `python -m config.loop_check PORT` asks its port of figures; the exit code is 1 if it hangs or is gone.

For health checks of processes that serve no pages. It imports nothing of the site, so that it starts in an instant.
"""

from __future__ import annotations

import re
import sys
import urllib.request
from typing import Final

PATIENCE: Final = 4.0
"""Seconds for the whole answer; the process itself waits up to 3 s for its loop."""
MOST_SECONDS: Final = 2.5
"""A loop that takes longer to answer counts as one that hangs."""


def runs(figures: str) -> bool:
    """True if the text of the figures says that the loop answered in time."""
    found = re.search(r"^fogbound_loop_seconds (\S+)$", figures, re.MULTILINE)
    return found is not None and float(found[1]) < MOST_SECONDS


def main(port: str) -> int:
    """The exit code for the process whose figures are at that port of this machine."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/metrics", timeout=PATIENCE) as answer:
            return 0 if runs(answer.read().decode()) else 1
    except OSError as error:
        sys.stderr.write(f"port {port} does not answer: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
