"""Which texts does a player see, and are they all translated? English is the source; needs no gettext programs.

    manage.py messages extract      add new texts to locale/, drop removed texts, keep translations
    manage.py messages check        name every text without a valid translation; fails if there is one
    manage.py messages compile      write the .mo files that Django reads

Domain `django` is Python and templates, `djangojs` is JavaScript. Python marks texts with gettext and its kin (engines
with `gettext_noop` or by raising OrderError with them), templates with `translate`, JavaScript with `t(…)` and
`tn(one, many, n)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.jslexer import unquote_string
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.template import templatize

LANGUAGES = {"zh_Hans": "nplurals=1; plural=0;"}
"""Folder in locale/ → plural rule."""
DOMAINS = ("django", "djangojs")

PYTHON_WORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "OrderError": (3,),
    "OptionError": (3,),
}
_LITERAL = r"""(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_TEXT = rf"{_LITERAL}(?:\s*\+\s*{_LITERAL})*"
# By hand: Babel's scanner (2.18, `parse_template_string`) misses 34 of 3,403 texts, those of nested template strings (decision 020).
JAVASCRIPT_CALL = re.compile(rf"(?<![\w$.])(?:t\(\s*({_TEXT})|tn\(\s*({_TEXT})\s*,\s*({_TEXT}))\s*[,)]")
JAVASCRIPT_COMMENT = re.compile(r"^\s*(?://.*|/?\*.*)$", re.MULTILINE)

PLACES = re.compile(r"%\(\w+\)[sdrf]|%[sd]|\{\w+\}")

Found = Iterator[tuple[str, int, Any, str | None]]
"""Path inside the project, line, text or (one, many), context."""


def extract(domain: str, language: str | None = None) -> Catalog:
    """All texts of a domain in the current sources, with as many empty plural forms as the language has."""
    root = Path(settings.BASE_DIR)
    catalog = Catalog(locale=language, charset="utf-8")
    for path, line, text, context in _python_texts(root) if domain == "django" else _javascript_texts(root):
        catalog.add(text, locations=[(path, line)], context=context)
    return catalog


def read(language: str, domain: str) -> Catalog:
    """The stored translations; an empty catalog if there are none yet."""
    path = po_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def merge(language: str, domain: str) -> bytes:
    """The .po file with the current texts and the stored translations. The bytes are the same if nothing changed."""
    known, wanted = read(language, domain), extract(domain, language)
    for message in _texts(wanted):
        before = known.get(message.id, message.context)
        if before is not None and bool(before.pluralizable) == bool(message.pluralizable):
            message.string = before.string
            message.flags = before.flags & {"fuzzy"}
        message.flags -= {"python-format", "python-brace-format"}
    body = BytesIO()
    write_po(body, wanted, width=100, omit_header=True, sort_output=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        f'"Plural-Forms: {LANGUAGES[language]}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return header.encode() + body.getvalue().rstrip(b"\n") + b"\n"


def problems(language: str, domain: str) -> list[str]:
    """One line for every text that is missing, empty, fuzzy, unused, or has other placeholders than its source."""
    known, wanted = read(language, domain), extract(domain)
    found = []
    for message in _texts(wanted):
        translation = known.get(message.id, message.context)
        trouble = "not in the file" if translation is None else _trouble(translation)
        if trouble:
            where = ", ".join(sorted({path for path, _ in message.locations}))
            found.append(f"{language}/{domain}: {trouble}: {message.id!r} ({where})")
    for message in _texts(known):
        if wanted.get(message.id, message.context) is None:
            found.append(f"{language}/{domain}: not in use any more: {message.id!r}")
    found += [f"{language}/{domain}: not in use any more: {message.id!r}" for message in known.obsolete.values()]
    return found


def po_path(language: str, domain: str) -> Path:
    """Where the translations of a domain are kept."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"{domain}.po"


def _texts(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _trouble(translation: Message) -> str:
    if translation.fuzzy:
        return "fuzzy"
    sources = translation.id if isinstance(translation.id, (list, tuple)) else (translation.id,)
    given = translation.string if isinstance(translation.string, (list, tuple)) else (translation.string,)
    strings = [string or "" for string in given]
    if not all(string.strip() for string in strings):
        return "not translated"
    # The last source of a plural message is the general form; the singular may omit the number.
    wanted = sorted(PLACES.findall(sources[-1]))
    if any(sorted(PLACES.findall(string)) != wanted for string in strings):
        return "other places than the source"
    return ""


def _python_texts(root: Path) -> Found:
    for folder in ("config", "lobby", "games"):
        for path in _files(root / folder, ".py"):
            yield from _python_calls(path.relative_to(root).as_posix(), path.read_text())
    for folder in ("templates", "lobby"):
        for path in (*_files(root / folder, ".html"), *_files(root / folder, ".txt")):
            # templatize leaves a series of calls, which is no module. In brackets their indentation does not matter.
            calls = templatize(path.read_text(), origin=str(path))
            yield from _python_calls(path.relative_to(root).as_posix(), f"({calls}\n)")


def _python_calls(path: str, source: str) -> Found:
    file = BytesIO(source.encode())
    for line, word, given, _ in extract_python(file, PYTHON_WORDS, [], {"encoding": "utf-8"}):
        arguments = given if isinstance(given, (list, tuple)) else (given,)
        context, texts = None, []
        for place in PYTHON_WORDS[str(word)] or (1,):
            index = place[0] if isinstance(place, tuple) else place
            value = arguments[index - 1] if len(arguments) >= index else None
            if not value:
                break
            if isinstance(place, tuple):
                context = value
            else:
                texts.append(value)
        else:
            yield path, line, tuple(texts) if len(texts) > 1 else texts[0], context


def _javascript_texts(root: Path) -> Found:
    # static/vendor contains third-party code.
    for folder in ("app", "board", "kit", "match", "games"):
        for path in _files(root / "static" / folder, ".js"):
            source = JAVASCRIPT_COMMENT.sub("", path.read_text())
            for call in JAVASCRIPT_CALL.finditer(source):
                texts = [
                    "".join(unquote_string(literal) for literal in re.findall(_LITERAL, text))
                    for text in call.groups()
                    if text
                ]
                line = source.count("\n", 0, call.start()) + 1
                yield path.relative_to(root).as_posix(), line, tuple(texts) if len(texts) > 1 else texts[0], None


def _files(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.rglob(f"*{ending}"))


class Command(BaseCommand):
    """Prints what the functions above found or did."""

    help = "Extract, check or compile the translations."
    requires_system_checks = []  # make play compiles before anything else is ready

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["extract", "check", "compile"])

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        pairs = [(language, domain) for language in LANGUAGES for domain in DOMAINS]
        if action == "check":
            found = [line for pair in pairs for line in problems(*pair)]
            if found:
                raise CommandError("\n".join(found))
        for language, domain in pairs if action == "extract" else []:
            path, content = po_path(language, domain), merge(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            open_texts = len(problems(language, domain))
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)}: {open_texts} texts to translate")
        for language, domain in pairs if action == "compile" else []:
            with po_path(language, domain).with_suffix(".mo").open("wb") as file:
                write_mo(file, read(language, domain))
