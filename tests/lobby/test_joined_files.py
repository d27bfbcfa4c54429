"""What `collectstatic` makes of the pages' modules and style sheets, and what pages ask for with and without it."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client, override_settings

from lobby.platform.assets import browser_modules, joined_files

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "static"
ENTRIES = ("match/main.js", "match/replay.js", "app/shell.js", "app/lobby.js", "css/page.css", "css/match_page.css")


@pytest.fixture
def root(settings, tmp_path) -> Path:
    settings.STATIC_ROOT = tmp_path / "static"
    return settings.STATIC_ROOT


def collect(*more: str, **options: object) -> None:
    """Ours alone, and without `more`: what Django and its packages bring takes most of the time, and is packed only."""
    others = ["admin", "rest_framework", "mfa", "account", "vendor", *more]
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others, **options)


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Iterator[Path]:
    """What was collected once, for tests that only read it."""
    folder = tmp_path_factory.mktemp("collected") / "static"
    with override_settings(STATIC_ROOT=folder):
        collect()
    yield folder
    shutil.rmtree(folder)


def test_entries_are_joined_where_they_were_and_everything_that_they_import_is_there(collected):
    for name in ENTRIES:
        assert (collected / name).read_bytes() != (SOURCE / name).read_bytes(), name
        assert (collected / f"{name}.gz").is_file(), f"{name} was packed after it was joined"
    assert "@import" not in (collected / "css/match_page.css").read_text()
    imported = set()
    for path in [*(collected / "chunks").glob("*.js"), *(collected / name for name in ENTRIES)]:
        name = path.relative_to(collected).as_posix()
        imported |= set(browser_modules.imports(name, path.read_text()))
    assert any(name.startswith("chunks/") for name in imported)
    assert all((collected / name).is_file() for name in imported), imported


def test_what_two_pages_share_is_one_file_for_both_and_no_heap_of_crumbs(collected):
    chunks = [
        {name for name in browser_modules.imports(entry, (collected / entry).read_text()) if name.startswith("chunks/")}
        for entry in ("match/main.js", "match/replay.js", "games/planet_conquer/main.js")
    ]
    assert chunks[0] & chunks[1] and chunks[0] & chunks[2]
    # Counted with what is imported late: what the site shares, what matches share, and a few.
    assert len(chunks[0]) < 10 and len(chunks[2]) < 7


def test_every_module_of_a_page_and_of_a_game_is_an_entry():
    names = [path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*") if "vendor" not in path.parts]
    entries = set(browser_modules.entries(SOURCE, names))
    tags = re.compile(r"{% (?:module|style_sheet) \"([^\"]+)\" %}")
    loaded = {name for page in (ROOT / "templates").rglob("*.html") for name in tags.findall(page.read_text())}
    loaded |= {name for name in names if re.fullmatch(r"games/\w+/(main|preview|demo)\.js", name)}
    assert len(loaded) > 10 and loaded <= entries, loaded - entries
    assert "app/early.js" not in entries, "it is no module, and stays as it is"
    assert "match/store.js" not in entries


def test_without_esbuild_modules_stay_as_they_are_and_one_line_says_so(root, collected, monkeypatch, caplog):
    shutil.copytree(collected, root)
    monkeypatch.setattr(joined_files, "find_esbuild", lambda: None)
    monkeypatch.setattr(logging.getLogger("fogbound.static"), "propagate", True)
    collect("games")
    assert [record.levelname for record in caplog.records] == ["WARNING"] and "esbuild" in caplog.text
    for name in ENTRIES:
        assert (root / name).read_bytes() == (SOURCE / name).read_bytes(), name


@pytest.mark.long
def test_where_nobody_is_far_away_files_are_joined_and_none_is_packed(settings, root):
    settings.STATIC_PACKED = False
    collect()
    assert (root / "match/main.js").read_bytes() != (SOURCE / "match/main.js").read_bytes()
    assert not [*root.rglob("*.gz"), *root.rglob("*.br")]


def test_a_checkout_that_is_linked_to_is_not_written_to(root):
    before = {name: (SOURCE / name).read_bytes() for name in ENTRIES}
    collect("games", link=True)
    assert before == {name: (SOURCE / name).read_bytes() for name in ENTRIES}
    assert all((root / name).read_bytes() != text for name, text in before.items())


def test_modules_that_more_than_one_entry_leads_to_are_shared(tmp_path):
    (tmp_path / "a.js").write_text("import './shared.js'; import './own.js';")
    (tmp_path / "b.js").write_text("import './between.js'; import 'vendor/not_here.js';")
    (tmp_path / "between.js").write_text("import './shared.js'; export const one = 1;")
    for name in ("shared", "own"):
        (tmp_path / f"{name}.js").write_text("export const one = 1;")
    assert browser_modules.shared(tmp_path, ["a.js", "b.js"]) == {"shared.js"}


def test_what_is_imported_late_cuts_no_shared_chunk_and_waits_until_its_line_runs(collected):
    for entry in ("app/shell.js", "app/landing.js", "app/lobby.js"):
        needed = [*browser_modules.imports(entry, (collected / entry).read_text(), late=False)]
        assert len([name for name in needed if name.startswith("chunks/")]) == 1, f"{entry}: {needed}"
    for entry, at_once in (("match/main.js", False), ("match/replay.js", True)):
        asked = browser_modules.led_to(collected, entry, late=False)
        assert any("share-stage" in (collected / name).read_text() for name in asked) is at_once, entry


def test_a_dry_run_makes_nothing(root):
    collect(dry_run=True)
    assert not root.exists() or not [*root.iterdir()]


def render(text: str) -> str:
    return Template("{% load site %}" + text).render(Context())


def test_a_page_asks_at_once_for_all_that_its_module_needs(settings):
    page = render('{% module "match/main.js" %}')
    links = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    prefix = settings.STATIC_URL
    assert {f"{prefix}match/store.js", f"{prefix}app/socket.js"} <= set(links) and len(set(links)) == len(links)
    assert page.endswith(f'<script type="module" src="{prefix}match/main.js"></script>')
    assert f"{prefix}match/main.js" in render('{% later_module "match/main.js" %}')
    assert f'as="style" href="{prefix}css/tokens.css"' in render('{% style_sheet "css/page.css" %}')


def test_a_page_of_collected_files_asks_for_few(settings, collected):
    settings.STATIC_ROOT = collected
    settings.WHITENOISE_USE_FINDERS = False
    settings.DEBUG = True  # nothing is remembered
    page = render('{% module "match/main.js" %}{% style_sheet "css/page.css" %}')
    assert "chunks/" in page and "match/store.js" not in page and "tokens.css" not in page
    assert page.count("modulepreload") < 10


def test_what_is_fetched_late_is_not_needed(settings, root):
    settings.WHITENOISE_USE_FINDERS = False
    settings.DEBUG = True
    root.mkdir(parents=True)
    (root / "a.js").write_text("import './b.js'; const later = () => import('./c.js');")
    for name in ("b", "c"):
        (root / f"{name}.js").write_text("import './a.js'; export const one = 1;")
    assert browser_modules.needs("a.js") == ("b.js",)
    assert browser_modules.entries(root, ["a.js", "b.js", "c.js"]) == []


@pytest.mark.django_db
def test_what_was_collected_after_the_start_is_served(settings, root):
    root.mkdir()
    client = Client()
    address = f"{settings.STATIC_URL}chunks/new.js"
    assert client.get(address).status_code == 404
    (root / "chunks").mkdir(parents=True)
    (root / "chunks/new.js").write_text("export {};")
    (root.parent / "secret.txt").write_text("no file of pages")
    answer = client.get(address)
    assert (answer.status_code, answer.content) == (200, b"export {};")
    for path in ("chunks", "chunks/", "../secret.txt", "chunks/../chunks/new.js", "chunks/%00", "%2e%2e/secret.txt"):
        assert client.get(f"{settings.STATIC_URL}{path}").status_code in {400, 404}, path


def test_comments_hide_no_import_after_them() -> None:
    text = "import 'a.js';\n// A line of words: import 'never.js'\nconst b = await import('b.js');\n/* import 'nor.js' */ import 'c.js';\n"
    assert list(browser_modules.imports("x.js", text)) == ["a.js", "b.js", "c.js"]
    assert list(browser_modules.imports("x.js", text, late=False)) == ["a.js", "c.js"]


def test_the_words_of_what_a_page_may_load_later_come_with_it() -> None:
    """A lesson is a module that matches do without; its words come with those of the match page."""
    assert "match/lesson.js" in browser_modules.led_to(SOURCE, "match/main.js")
