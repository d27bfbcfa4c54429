"""Does every page leave it to the reader's browser in which zone a moment is told?"""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

AT = datetime(2026, 3, 1, 23, 30, 5, tzinfo=UTC)
BY_THE_SITE = {
    # A mail has no script, and is written in the zone of its person.
    "notices/mail.html",
    # A season ends for everybody with the same day, and a puzzle is of a day.
    "ratings/leaderboard.html",
    "ratings/leagues.html",
    "puzzles/game.html",
    "puzzles/_begin.html",
    "puzzles/_picture.html",
    "lobby/_front_puzzles.html",
    # It is shown while the database is away and by the proxy, without any script.
    "operations/status.html",
}
TOLD = re.compile(r"\|\s*(date|time|timesince|timeuntil|naturaltime)\b")


def moment(kind: str, at: datetime | None = AT) -> str:
    return Template("{% load site %}{% moment at kind %}").render(Context({"at": at, "kind": kind}))


def test_no_template_writes_a_moment_in_the_zone_of_the_server():
    folder = Path(settings.BASE_DIR) / "templates"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if TOLD.search(path.read_text())}
    assert names == BY_THE_SITE


@pytest.mark.parametrize("kind", ["moment", "short", "day"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_page_without_scripts_tells_it_in_utc_and_says_so_where_there_is_an_hour(kind, language):
    with translation.override(language):
        said = moment(kind)
    assert said.startswith(f'<time datetime="2026-03-01T23:30:05+00:00" data-local="{kind}">')
    assert "2026" in said and said.endswith("</time>" if kind == "day" else " UTC</time>")


def test_how_long_ago_it_was_comes_with_the_seconds_by_the_clock_of_the_site():
    found = re.fullmatch(
        r'<time datetime="[^"]+" data-local="ago" data-age="(\d+)">.+ ago</time>',
        moment("ago", datetime.now(UTC) - timedelta(seconds=300.5)),
    )
    assert found and int(found[1]) == 300


def test_what_has_not_happened_has_no_moment():
    assert moment("day", None) == ""
