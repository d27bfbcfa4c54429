"""What do the rules of a game say, as a page? Reads docs/rules/<game>.md, or <game>.<language>.md where there is one.

<game>.short.md has the short rules: a few chapters to read before a first match. <game>.engine.md has the exact rules, which code and tests cite:
for those who write programs.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from lobby.pages import pictures
from lobby.pages.pictures import Picture

PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}


@dataclass(frozen=True)
class Heading:
    """A chapter: its anchor and its text."""

    anchor: str
    text: str


@dataclass(frozen=True)
class Rules:
    """The page's title, chapters and body."""

    title: str
    chapters: tuple[Heading, ...]
    body: SafeString
    language: str


@dataclass(frozen=True)
class Chapter:
    """A chapter of the short rules: a heading, a few paragraphs, and a picture."""

    anchor: str
    title: str
    body: SafeString
    picture: Picture | None


@dataclass(frozen=True)
class Short:
    """The short rules: a paragraph without a heading, then chapters."""

    lead: SafeString
    chapters: tuple[Chapter, ...]
    language: str


@dataclass(frozen=True)
class Source:
    """The source of the rules: Markdown and its language."""

    text: str
    language: str


def source(game_id: str, language: str, *, exact: bool = False) -> Source | None:
    """The source of the rules for players, or of the exact ones, in that language, else in English; None if there are none."""
    for wanted in (language, "en"):
        path = _path(f"{game_id}.engine" if exact else game_id, wanted)
        if path is not None:
            return Source(path.read_text(encoding="utf-8"), wanted)
    return None


def read(game_id: str, language: str, *, exact: bool = False) -> Rules | None:
    """The rules for players, or the exact ones, in that language, else in English; None if there are none."""
    for wanted in (language, "en"):
        path = _path(f"{game_id}.engine" if exact else game_id, wanted)
        if path is not None:
            return _render(path, wanted, path.stat().st_mtime_ns)
    return None


def short(game_id: str, language: str) -> Short | None:
    """The short rules in that language, else in English; None if there are none."""
    for wanted in (language, "en"):
        path = _path(f"{game_id}.short", wanted)
        if path is not None:
            return _render_short(path, wanted, path.stat().st_mtime_ns)
    return None


def page(path: Path, language: str) -> Rules:
    """Another document as a page, made in the same way."""
    return _render(path, language, path.stat().st_mtime_ns)


def picture(name: str) -> tuple[Path, str] | None:
    """A picture of the rules and its media type; None if there is no such picture."""
    # Searched among existing files, so that no name can lead to another folder or exceed the length limit of the disk.
    path = next((path for path in Path(settings.RULES_DIR).iterdir() if path.name == name), None)
    return (path, PICTURES[path.suffix]) if path and path.suffix in PICTURES else None


def _path(game_id: str, language: str) -> Path | None:
    folder = Path(settings.RULES_DIR)
    names = [f"{game_id}.{language}.md"]
    if language == "en":
        names.append(f"{game_id}.md")
    return next((folder / name for name in names if (folder / name).is_file()), None)


@lru_cache(maxsize=64)
def _render(path: Path, language: str, changed: int) -> Rules:
    # Raw HTML is off, so a page contains only what Markdown can express.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title, chapters = "", []
    used: dict[str, int] = {}
    shown: list[Token] = []
    skipping = False
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            text = re.sub(r"[*_`]", "", tokens[place + 1].content)
            if token.tag == "h1" and not title:
                title, skipping = text, True
            else:
                anchor = _anchor(text, used)
                token.attrSet("id", anchor)
                if token.tag == "h2":
                    chapters.append(Heading(anchor, text))
        if not skipping:
            shown.append(token)
        if token.type == "heading_close":
            skipping = False
    html = markdown.renderer.render(_with_pictures(shown), markdown.options, {})
    return Rules(title, tuple(chapters), mark_safe(_accessible(html)), language)


@lru_cache(maxsize=64)
def _render_short(path: Path, language: str, changed: int) -> Short:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    # The title is the game's name, which stands above the page.
    begins = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    used: dict[str, int] = {}
    chapters = []
    for begin, end in zip(begins, [*begins[1:], len(tokens)], strict=True):
        title = tokens[begin + 1].content
        shown, picture = _without_picture(tokens[begin + 3 : end])
        body = mark_safe(_accessible(markdown.renderer.render(shown, markdown.options, {})))
        chapters.append(Chapter(_anchor(title, used), title, body, picture))
    lead = tokens[3 if tokens and tokens[0].tag == "h1" else 0 : begins[0] if begins else len(tokens)]
    return Short(mark_safe(markdown.renderer.render(lead, markdown.options, {})), tuple(chapters), language)


def _without_picture(tokens: list[Token]) -> tuple[list[Token], Picture | None]:
    """A chapter without the paragraph that is a picture of the board, and that picture; the last if there are more."""
    shown, picture = list(tokens), None
    for place in range(len(tokens) - 2, 0, -1):
        parts = tokens[place].children or []
        if tokens[place].type == "inline" and len(parts) == 1 and parts[0].type == "image" and picture is None:
            picture = pictures.named(str(parts[0].attrGet("src")), parts[0].content)
            del shown[place - 1 : place + 2]
    return shown, picture


def _with_pictures(tokens: list[Token]) -> list[Token]:
    """The tokens with each paragraph that is a picture of the board as that picture, in both themes."""
    shown: list[Token] = []
    for token in tokens:
        parts = token.children or []
        picture = None
        if token.type == "inline" and len(parts) == 1 and parts[0].type == "image":
            picture = pictures.named(str(parts[0].attrGet("src")), parts[0].content)
        if picture is None:
            shown.append(token)
            continue
        figure = render_to_string("lobby/_picture.html", {"picture": picture, "text": ""})
        shown[-1] = Token("html_block", "", 0, content=f"<figure>{figure}</figure>\n")
    return [token for place, token in enumerate(shown) if not _closes_a_picture(shown, place)]


def _closes_a_picture(tokens: list[Token], place: int) -> bool:
    return place > 0 and tokens[place].type == "paragraph_close" and tokens[place - 1].type == "html_block"


def _accessible(html: str) -> str:
    """Adds what Markdown cannot express: wide examples that scroll by keyboard too, and an empty corner of a table that is no header. What
    is typed stays as it is when a tool translates the page."""
    typed = html.replace("<code>", '<code translate="no">').replace("<code class", '<code translate="no" class')
    return typed.replace("<pre>", '<pre tabindex="0">').replace("<th></th>", "<td></td>")


def _anchor(text: str, used: dict[str, int]) -> str:
    anchor = slugify(text, allow_unicode=True) or "chapter"
    used[anchor] = used.get(anchor, 0) + 1
    return anchor if used[anchor] == 1 else f"{anchor}-{used[anchor]}"
