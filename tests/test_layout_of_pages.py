"""Which modules of the browser may import which, and what may stand in pages? Held by reading the sources, not by running them."""

import json
import re
from pathlib import Path

import pytest

from lobby.platform.assets import browser_modules
from tests.sources import ROOT, folder, javascript_imports, name_of

# --- Browser: who imports whom


JAVASCRIPT_MAY_IMPORT = {
    "app": {"app", "vendor"},
    "board": {"board"},
    "kit": {"kit", "board", "app"},
    "match": {"match", "board", "app", "vendor"},
    "games": {"games", "kit", "board", "app"},
}


FOR_ALL = {"app/rest.js"}
"""Whatever goes on tells the page."""


@pytest.mark.parametrize("part", JAVASCRIPT_MAY_IMPORT)
def test_browser_modules_import_only_what_is_below_them(part):
    found = []
    for path in sorted(folder(f"static/{part}").rglob("*.js")):
        for target in javascript_imports(path):
            if target.split("/")[0] not in JAVASCRIPT_MAY_IMPORT[part] and target not in FOR_ALL:
                found.append(f"{name_of(path)} imports {target}")
    assert not found, "\n".join(found)


FOR_GAMES = {"app/i18n.js", "app/dom.js", "app/recording.js", "app/seat_mark.js", "app/changes.js", "app/names.js"}
FOR_GAMES |= {"app/api.js", "app/site_url.js", "app/trouble.js", "app/kept.js", "app/entry.js", "app/motion.js"}
FOR_GAMES |= {"app/untold.js"}
"""What the pages offer to games and to the board kit: words, elements, marks of seats, names of things, numbers of a step, the player of recorded
matches, the way to the site for what people build and keep (workshops), which may be below a path, the place that tells why it failed, what the browser
keeps of a person and with an entry of its history, whether motion is wanted, and which step is told."""


def test_browser_modules_of_games_stay_apart_and_take_little_from_app():
    found = []
    for path in [*sorted(folder("static/games").rglob("*.js")), *sorted(folder("static/kit").rglob("*.js"))]:
        game = path.relative_to(ROOT / "static/games").parts[0] if path.is_relative_to(ROOT / "static/games") else None
        for target in javascript_imports(path):
            parts = target.split("/")
            foreign = parts[0] == "games" and parts[1] != game
            if foreign or (parts[0] == "app" and target not in FOR_GAMES | FOR_ALL):
                found.append(f"{name_of(path)} imports {target}")
    assert not found, "\n".join(found)


def test_imports_of_browser_modules_lead_to_files():
    found = []
    for part in JAVASCRIPT_MAY_IMPORT:
        for path in sorted((ROOT / "static" / part).rglob("*.js")):
            for target in javascript_imports(path):
                if not target.startswith("vendor/") and not (ROOT / "static" / target).is_file():
                    found.append(f"{name_of(path)} imports {target}, which is not there")
    assert not found, "\n".join(found)


def test_browser_modules_find_files_by_the_import_map():
    """What `collectstatic` joins lies elsewhere than the modules that it is made of: an address beside a module would lead nowhere."""
    found = [
        name_of(path)
        for part in JAVASCRIPT_MAY_IMPORT
        for path in sorted((ROOT / "static" / part).rglob("*.js"))
        if "import.meta.url" in browser_modules.COMMENT.sub("", path.read_text())
    ]
    assert not found, f"use import.meta.resolve('games/…') or loadStyle of app/dom.js: {found}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('import { a } from "board/a.js";', ["board/a.js"]),
        ("import * as a from './a.js'", ["match/a.js"]),
        ('import "app/a.js";', ["app/a.js"]),
        ('export { a } from "../games/a.js";', ["games/a.js"]),
        ('const a = await import("games/a.js");', ["games/a.js"]),
        ('import {\n  a,\n  b,\n} from "board/a.js";', ["board/a.js"]),
        ('/** @typedef {import("match/a.js").A} A */', []),
    ],
)
def test_the_reader_of_imports_sees_each_form(tmp_path, monkeypatch, line, expected):
    monkeypatch.setattr("tests.sources.ROOT", tmp_path)
    path = tmp_path / "static/match/main.js"
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert list(javascript_imports(path)) == expected


# --- Pages


def templates() -> list[Path]:
    return sorted(folder("templates").rglob("*.html"))


def test_pages_hold_no_inline_script_or_style():
    found = []
    for path in templates():
        text = path.read_text()
        for tag in re.findall(r"<script\b[^>]*>", text):
            if "src=" not in tag and "nonce=" not in tag and "application/json" not in tag:
                found.append(f"{name_of(path)}: {tag}")
        found += [
            f"{name_of(path)}: {found_style}" for found_style in re.findall(r"<style\b|\sstyle=|\son[a-z]+=\"", text)
        ]
    assert not found, "\n".join(found)


def test_icons_that_pages_use_are_in_the_sprite():
    known = set(json.loads((ROOT / "static/icons.json").read_text()))
    named = re.compile(
        r"""icons\.svg#([a-z][a-z0-9-]*)|\{%\s*icon\s+["']([a-z0-9-]+)["']|\bicon\(\s*["']([a-z0-9-]+)["']"""
    )
    found = []
    for part in ("templates", "static/app", "static/match"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in {".html", ".js"}:
                names = {name for groups in named.findall(path.read_text()) for name in groups if name}
                found += [f"{name_of(path)} uses {name}" for name in sorted(names - known)]
    assert not found, "\n".join(found)


def test_every_icon_of_the_sprite_is_on_some_page():
    pages = [
        path for part in ("templates", "static") for path in (ROOT / part).rglob("*") if path.suffix in {".html", ".js"}
    ]
    named = {name for path in pages for name in re.findall(r"""["'#]([a-z][a-z0-9-]*)["' ]""", path.read_text())}
    assert [name for name in json.loads((ROOT / "static/icons.json").read_text()) if name not in named] == []


def test_queries_about_the_window_count_letters_not_pixels():
    """What has room depends on how large a reader's letters are."""
    found = [
        f"{name_of(path)}: {query}"
        for path in sorted(folder("static").rglob("*.css"))
        for query in re.findall(r"@media[^{]*", path.read_text())
        if re.search(r"\dpx", query)
    ]
    assert not found, "\n".join(found)


def test_pages_say_what_no_tool_may_translate():
    """Names, keys and what is typed: scripts compare them, and nobody could press or type what a tool makes of them."""
    found = [
        f"{path.name}: {tag}"
        for path in sorted(folder("templates").rglob("*.html"))
        for tag in re.findall(r"<(?:bdi|code|kbd|pre)\b[^>]*>", re.sub(r"<pre[^>]*><code[^>]*>", "", path.read_text()))
        if 'translate="no"' not in tag
    ]
    assert not found, "\n".join(found)
