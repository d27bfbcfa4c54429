"""How does a process of the site look after its memory? The collector of cyclic garbage has less to walk through, and is asked more seldom."""

import gc
from typing import Final

COLLECT_AFTER: Final = (2_000, 50, 50)
"""Objects until the collector looks at the youngest, and its looks at each age until it looks at the next. Python's own numbers are for
scripts, and cost a process that makes and drops states, views and messages all the time up to a tenth of it; much larger ones make it
stand still for so long that players notice: 20,000 objects that stay took 50 ms."""


def keep_what_is_loaded() -> None:
    """What is in memory now stays for as long as the process lives: the collector leaves it alone. Called once, when all is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
