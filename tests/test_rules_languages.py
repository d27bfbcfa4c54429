"""Do the rules of a game say the same in Chinese as in English: same chapters, same tables, same examples?"""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.conf import settings

from lobby.pages import documents, rules
from tests.sweeps import first

GAMES = sorted(path.stem for path in Path(settings.RULES_DIR).glob("*.md") if "." not in path.stem)
TEXTS = [*GAMES, *(f"{game}.engine" for game in GAMES)]
"""The rules for players and the exact ones."""
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) (?:(\d+(?:\.\d+)*)\b)?", re.MULTILINE)
ROW = re.compile(r"^\|", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def source(game: str, language: str = "") -> str:
    return (Path(settings.RULES_DIR) / f"{game}{language}.md").read_text(encoding="utf-8")


def chapters(text: str) -> list[tuple[str, str, str]]:
    """Level, number and body of each chapter, the examples in code taken out: what they hold is no heading."""
    prose = FENCE.sub("", text)
    found = list(HEADING.finditer(prose))
    ends = [heading.start() for heading in found[1:]] + [len(prose)]
    return [(head[1], head[2] or "", prose[head.end() : end]) for head, end in zip(found, ends, strict=True)]


def differences(english: str, chinese: str) -> list[str]:
    ours, theirs = chapters(english), chapters(chinese)
    if [chapter[:2] for chapter in ours] != [chapter[:2] for chapter in theirs]:
        return [f"chapters {[c[1] for c in ours]} against {[c[1] for c in theirs]}"]
    found = []
    for (_level, number, one), (_, _, other) in zip(ours, theirs, strict=True):
        rows = len(ROW.findall(one)), len(ROW.findall(other))
        if rows[0] != rows[1]:
            found.append(f"{number}: {rows[0]} rows of tables against {rows[1]}")
        words = code_words(one) ^ code_words(other)
        if words:
            found.append(f"{number}: only in one of the two {sorted(words)}")
    if FENCE.findall(english) != FENCE.findall(chinese):
        found.append("blocks of code")
    return found


def code_words(text: str) -> set[str]:
    return {" ".join(word.split()) for word in CODE.findall(text)}


def test_there_are_rules():
    assert "planet_conquer" in GAMES


@pytest.mark.parametrize("text", TEXTS)
def test_the_chinese_rules_follow_the_english(text):
    assert differences(source(text), source(text, ".zh-hans")) == []


CHINESE_TWIN = (
    "# 棋\n## 1. 概述\n走 `step`。\n## 2. 表\n| a |\n|---|\n| `b` |\n```json\n# {}\n```\n### 2.1 细节\n完。\n"
)
ENGLISH_TWIN = (
    "# Chess\n## 1. Overview\nA `step`.\n## 2. Table\n| a |\n|---|\n| `b` |\n```json\n# {}\n```\n### 2.1 Detail\nEnd.\n"
)


def test_twins_do_not_differ():
    assert differences(ENGLISH_TWIN, CHINESE_TWIN) == []


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("## 1. 概述\n走 `step`。\n", "", "chapters"),
        ("### 2.1 细节\n完。\n", "", "chapters"),
        ("### 2.1", "### 2.2", "chapters"),
        ("### 2.1", "## 2.1", "chapters"),
        ("|---|\n| `b` |", "| `b` |", "2: 3 rows of tables against 2"),
        ("`step`", "`steps`", "1: only in one of the two ['step', 'steps']"),
        ("# {}", "# []", "blocks of code"),
        ("```json\n# {}\n```\n", "", "blocks of code"),
    ],
)
def test_what_is_missing_is_found(old, new, named):
    changed = CHINESE_TWIN.replace(old, new)
    assert changed != CHINESE_TWIN
    found = differences(ENGLISH_TWIN, changed)
    assert len(found) == 1
    assert found[0].startswith(named)


@pytest.mark.parametrize("chapter", [number for _, number, _ in chapters(source("planet_conquer.engine")) if number])
def test_no_chapter_can_go_unseen(chapter):
    english = source("planet_conquer.engine")
    lines = source("planet_conquer.engine", ".zh-hans").splitlines(keepends=True)
    kept = [line for line in lines if not re.match(rf"#+ {re.escape(chapter)}\.? ", line)]
    assert len(kept) == len(lines) - 1
    assert differences(english, "".join(kept))


@pytest.mark.parametrize("game", first(GAMES))
def test_the_page_is_in_chinese(game, client, db):
    page = client.get(f"/rules/{game}/full/", headers={"accept-language": "zh-hans"}).content.decode()
    shown = rules.read(game, "zh-hans")
    assert shown is not None
    assert shown.language == "zh-hans"
    assert str(documents.linked(shown).body) in page
    for chapter in shown.chapters:
        assert f'href="#{chapter.anchor}"' in page
        assert f'id="{chapter.anchor}"' in page
    assert (
        str(documents.linked(shown).body)
        not in client.get(f"/rules/{game}/full/", headers={"accept-language": "en"}).content.decode()
    )


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("exact", [False, True])
def test_no_sign_of_multiplication_turns_into_emphasis(game, language, exact):
    shown = rules.read(game, language, exact=exact)
    assert shown is not None
    assert not re.findall(r"[\w)\]]<em>.*", shown.body)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_links_between_the_rules_lead_to_chapters_that_there_are(language):
    def body(game: str, *, exact: bool) -> str:
        shown = rules.read(game, language, exact=exact)
        assert shown is not None
        return str(documents.linked(shown).body)

    texts = [body(game, exact=exact) for game in GAMES for exact in (False, True)]
    led = [link for text in texts for link in re.findall(r'href="/rules/(\w+)/(full|engine)/(?:#([^"]*))?"', text)]
    assert len(led) > len(GAMES)
    assert not [link for text in texts for link in re.findall(r'href="[^"]*\.md[^"]*"', text)]
    for game, part, chapter in led:
        assert not chapter or f'id="{unquote(chapter)}"' in body(game, exact=part == "engine")
