"""Which other files does a browser module or style sheet import? Read from its import lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders

IMPORT = re.compile(
    r"""(?:^|[;}\s])(?:import|export)\b[^'";()]*?\bfrom\s*["'](?P<whole>[^"']+)["']"""
    r"""|\bimport\s*(?P<late>\()?\s*["'](?P<alone>[^"']+)["']"""
)
"""Matches `import … from "a.js"`, `export … from "a.js"`, `import "a.js"`, and the late `import("a.js")`, fetched when its line runs."""
EXPORT = re.compile(r"^export\b", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|^[^\S\n]*//[^\n]*$", re.DOTALL | re.MULTILINE)
STYLE_IMPORT = re.compile(r"""@import\s+(?:url\()?["']([^"']+)["']""")


@lru_cache(maxsize=1024)
def imports(name: str, text: str, *, late: bool = True) -> tuple[str, ...]:
    """Names, relative to the static folder, of the files that this file imports; `late=False` leaves out dynamic imports.

    An address that does not begin with a dot is returned unchanged. Remembered by the text: who follows imports meets most files again and again.
    """
    bare = COMMENT.sub("", text)
    if name.endswith(".css"):
        return tuple(normpath(join(dirname(name), address)) for address in STYLE_IMPORT.findall(bare))
    found = [one["whole"] or one["alone"] for one in IMPORT.finditer(bare) if late or not one["late"]]
    return tuple(normpath(join(dirname(name), address)) if address.startswith(".") else address for address in found)


def is_module(name: str, text: str) -> bool:
    """True if the file is a style sheet or a module, False for a classic script."""
    return name.endswith(".css") or any(imports(name, text)) or EXPORT.search(text) is not None


def entries(folder: Path, names: Iterable[str]) -> list[str]:
    """The modules and style sheets among `names` that no other file of them imports, sorted: pages or dynamic imports load these."""
    texts = {name: (folder / name).read_text() for name in names if name.endswith((".js", ".css"))}
    imported = {needed for name, text in texts.items() for needed in imports(name, text)}
    return sorted(name for name, text in texts.items() if name not in imported and is_module(name, text))


def shared(folder: Path, names: Iterable[str]) -> set[str]:
    """The modules in `folder` that more than one of the entries `names` imports, directly or indirectly."""
    reached: dict[str, int] = {}
    for entry in names:
        for module in led_to(folder, entry) - {entry}:
            reached[module] = reached.get(module, 0) + 1
    return {module for module, count in reached.items() if count > 1}


def late(folder: Path, names: Iterable[str]) -> set[str]:
    """The modules in `folder` that some module among `names` imports dynamically."""
    found = set()
    for name in names:
        if name.endswith(".js"):
            text = (folder / name).read_text()
            found |= {*imports(name, text)} - {*imports(name, text, late=False)}
    return {module for module in found if (folder / module).is_file()}


def led_to(folder: Path, entry: str, *, late: bool = True) -> set[str]:
    """The module `entry` and all modules in `folder` that it imports directly or indirectly; `late=False` leaves out dynamic imports."""
    found = {entry}
    waiting = [entry]
    for module in waiting:
        path = folder / module
        new = {*imports(module, path.read_text(), late=late)} - found if path.is_file() else set()
        found |= new
        waiting += new
    return {module for module in found if (folder / module).is_file()}


@lru_cache(maxsize=1)
def known() -> frozenset[str]:
    """Names of all of the site's own modules."""
    folder = Path(settings.STATICFILES_DIRS[0])
    parts = ("app", "board", "kit", "match", "games")
    return frozenset(path.relative_to(folder).as_posix() for part in parts for path in (folder / part).rglob("*.js"))


def needs(name: str) -> tuple[str, ...]:
    """All static imports of the module `name`, direct and indirect, nearest first, in the files that this process serves."""
    return _needs(name) if settings.DEBUG else _remembered(name)


def of_game(game: str, file: str) -> str:
    """Static name of an optional file of a game; "" if the game has none."""
    name = f"games/{game}/{file}"
    return name if finders.find(name) else ""


def _needs(name: str) -> tuple[str, ...]:
    found, waiting = {name: None}, [name]
    for module in waiting:
        text = _served(module)
        for needed in imports(module, text or "", late=False):
            if needed not in found and _served(needed) is not None:
                found[needed] = None
                waiting.append(needed)
    return tuple(found)[1:]


_remembered = lru_cache(maxsize=128)(_needs)


def _served(name: str) -> str | None:
    """The served text of that name, None if there is none: from the checkout if whitenoise uses finders, else from `collectstatic`."""
    found = finders.find(name) if settings.WHITENOISE_USE_FINDERS else settings.STATIC_ROOT / name
    path = Path(str(found))
    return path.read_text() if found and path.is_file() else None
