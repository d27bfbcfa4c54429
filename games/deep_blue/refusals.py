"""In which words are orders refused that a board can offer? The forecast carries them to the browser."""

from __future__ import annotations

from games.core.text import gettext_noop

OUT_OF_RANGE = gettext_noop("The target is out of range: %(distance)s, and it reaches %(reach)s there.")
NOT_SEEN = gettext_noop("You do not see %(element)s now.")
COLLECTS = gettext_noop("A cargo ship collects from mines, oilfields and own islands, a carrier from own islands.")
TOO_FAR = gettext_noop("It is %(apart)s away; in this round they can come together from %(most)s.")
NO_COMMAND = gettext_noop("A %(kind)s cannot do that.")
NO_AMMO = gettext_noop("It has no ammo.")
OUT_OF_SIGHT = gettext_noop("It cannot see the target cell.")
NO_TARGETS = gettext_noop("Neither own elements nor mines and oilfields are targets.")
NOTHING_WORKS = gettext_noop("It has nothing that works against this target.")
NO_PLANES = gettext_noop("A cargo ship cannot supply a formation.")
NO_REPAIR = gettext_noop("Buildings cannot be repaired.")
OWN_ONLY = gettext_noop("This works for other elements of your own only.")
QUEUE_FULL = gettext_noop("The queue holds at most %(most)s entries.")
NO_METAL = gettext_noop("This costs %(cost)s metal; the base has %(metal)s.")
UNKNOWN = gettext_noop("You know of no element %(id)s.")
NOT_YOURS = gettext_noop("The %(element)s is not yours.")
CANNOT_MOVE = gettext_noop("A building cannot move.")
NO_STANDING = gettext_noop("A %(kind)s cannot be given this standing order.")
CELLS = gettext_noop("A patrol has from %(low)s to %(high)s cells.")
ONLY_UNITS = gettext_noop("Only units can be escorted.")
FROM_BASE = gettext_noop("A supply run brings from the base, not to it.")
SOURCES = gettext_noop("A collect run goes to a mine or oilfield.")
LAND = gettext_noop("No ship can be in that cell of %(sea)s: there is land.")
CELLS_DIFFER = gettext_noop("The cells of a patrol must differ.")

WORDS = (
    OUT_OF_RANGE, NOT_SEEN, COLLECTS, TOO_FAR, NO_COMMAND, NO_AMMO, OUT_OF_SIGHT, NO_TARGETS, NOTHING_WORKS,
    NO_PLANES, NO_REPAIR, OWN_ONLY, QUEUE_FULL, NO_METAL, UNKNOWN, NOT_YOURS, CANNOT_MOVE, NO_STANDING, CELLS,
    ONLY_UNITS, FROM_BASE, SOURCES, LAND, CELLS_DIFFER,
)  # fmt: skip
"""All of them."""
