"""How does one of the documents in `docs/` look as a page: in which language, and where do its links lead?"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import mark_safe

import games
from lobby.pages import rules

GUIDES = ("bots", "api", "protocol", "records", "environment", "notices")
"""Those for people who write programs; in English."""
_PAGES = {"ratings": "rating_rules", "contests": "contest_rules", "puzzles": "puzzles", "python": "program_python"}
_LINK = re.compile(r'href="(?:\.\./)?(rules/)?(\w+)(\.engine)?\.md(#[^"]*)?"')


def read(name: str, language: str = "en") -> rules.Rules:
    """The document in that language, else in English."""
    folder = Path(settings.BASE_DIR) / "docs"
    path = folder / f"{name}.{language}.md"
    if not path.is_file():
        path, language = folder / f"{name}.md", "en"
    return linked(rules.page(path, language))


def linked(text: rules.Rules) -> rules.Rules:
    """The text with links to pages: the files refer to each other as they lie in the folder."""
    # Tables that are wider than a phone scroll by keyboard too.
    body = mark_safe(_LINK.sub(_address, text.body).replace("<table>", '<table tabindex="0">'))
    return replace(text, body=body)


def _address(link: re.Match[str]) -> str:
    folder, name, exact, anchor = link.groups()
    if folder or name in games.GAMES:
        address = reverse("engine_rules" if exact else "full_rules", args=[name])
    elif name in GUIDES:
        address = reverse("api_guide", args=[name])
    elif name in _PAGES:
        address = reverse(_PAGES[name])
    else:
        return link[0]
    return f'href="{address}{anchor or ""}"'
