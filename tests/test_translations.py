"""Is every text that a player sees there in Simplified Chinese? And does the tool that asks this find what it should?"""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from lobby.management.commands import messages


@pytest.mark.parametrize("domain", messages.DOMAINS)
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_text_is_translated(language, domain):
    found = messages.problems(language, domain)
    assert not found, f"{len(found)} texts; `make messages` takes new ones in:\n" + "\n".join(found)


HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,;!?]")


@pytest.mark.parametrize("domain", messages.DOMAINS)
def test_chinese_texts_have_chinese_punctuation(domain):
    with messages.po_path("zh_Hans", domain).open("rb") as file:
        texts = [
            text
            for message in read_po(file)
            for text in (message.string if isinstance(message.string, tuple) else (message.string,))
        ]
    assert len(texts) > 100
    assert not [text for text in texts if HALF_WIDTH.search(text or "")]


@pytest.fixture
def project(tmp_path, settings):
    """A small project with one text of each kind, in place of this one."""
    files = {
        "games/chess/setup.py": 'gettext_noop("Knight")\nraise OrderError("no", "at", "No %(piece)s " "there.", {})\n',
        "lobby/views.py": '_("Table")\nngettext("%(n)s seat", "%(n)s seats", n)\n'
        'pgettext("verb", "Watch")\nlog("Not this")\n',
        "templates/page.html": '{% load i18n %}<p>it\'s\n  {% translate "Lobby" %}</p>'
        "{% blocktranslate count n=n %}{{ n }} step{% plural %}{{ n }} steps{% endblocktranslate %}",
        "static/app/page.js": "t('Ready', {});\nshow(`it's ${t(\"Sent to {name}\", { name })}`);\n"
        "// t('in a comment')\ntn(\n  '{n} fleet',\n  '{n} ' + 'fleets',\n  n);\nat('no');\nt(name);\n",
        "static/vendor/library.js": "t('Not ours');\n",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    messages.po_path("zh_Hans", "django").parent.mkdir(parents=True)
    return tmp_path


def write(domain: str, content: bytes) -> Path:
    path = messages.po_path("zh_Hans", domain)
    path.write_bytes(content)
    return path


def texts(catalog: Catalog) -> set:
    return {(message.id, message.context) for message in catalog if message.id}


def test_texts_of_every_kind_are_found(project):
    assert texts(messages.extract("django")) == {
        ("Knight", None),
        ("No %(piece)s there.", None),
        ("Table", None),
        (("%(n)s seat", "%(n)s seats"), None),
        ("Watch", "verb"),
        ("Lobby", None),
        (("%(n)s step", "%(n)s steps"), None),
    }
    assert texts(messages.extract("djangojs")) == {
        ("Ready", None),
        ("Sent to {name}", None),
        (("{n} fleet", "{n} fleets"), None),
    }


def test_a_second_extraction_changes_nothing_and_keeps_translations(project):
    path = write("djangojs", messages.merge("zh_Hans", "djangojs"))
    path.write_text(path.read_text().replace('msgid "Ready"\nmsgstr ""', 'msgid "Ready"\nmsgstr "就绪"'))
    translated = path.read_bytes()
    assert "就绪" in translated.decode()
    assert messages.merge("zh_Hans", "djangojs") == translated


def test_texts_that_are_gone_leave_the_file(project):
    write("djangojs", messages.merge("zh_Hans", "djangojs"))
    (project / "static/app/page.js").write_text("t('Ready');\n")
    assert any("not in use any more" in line for line in messages.problems("zh_Hans", "djangojs"))
    path = write("djangojs", messages.merge("zh_Hans", "djangojs"))
    with path.open("rb") as file:
        assert texts(read_po(file)) == {("Ready", None)}


@pytest.mark.parametrize(
    ("entry", "trouble"),
    [
        ('msgid "Sent to {name}"\nmsgstr "已发给{name}"', ""),
        ('msgid "Sent to {name}"\nmsgstr ""', "not translated"),
        ('msgid "Sent to {name}"\nmsgstr "  "', "not translated"),
        ('#, fuzzy\nmsgid "Sent to {name}"\nmsgstr "已发给{name}"', "fuzzy"),
        ('msgid "Sent to {name}"\nmsgstr "已发给{seat}"', "other places"),
        ('msgid "Sent to {name}"\nmsgstr "已发"', "other places"),
        ('msgid "Sent"\nmsgstr "已发"', "not in the file"),
        ('msgid "Sent to {name}"\nmsgstr "已发给{name}"\n\n#~ msgid "Old"\n#~ msgstr "旧"', "not in use any more"),
    ],
)
def test_unsound_translations_are_named(project, entry, trouble):
    (project / "static/app/page.js").write_text("t('Sent to {name}', {name});\n")
    write("djangojs", f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n{entry}\n'.encode())
    found = messages.problems("zh_Hans", "djangojs")
    assert any(trouble in line for line in found) if trouble else not found


def test_one_chinese_form_serves_singular_and_plural(project):
    (project / "static/app/page.js").write_text("tn('1 fleet', '{n} fleets', n);\n")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    head += '"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    entry = 'msgid "1 fleet"\nmsgid_plural "{n} fleets"\nmsgstr[0] "%s"\n'
    write("djangojs", (head + entry % "{n} 支舰队").encode())
    assert messages.problems("zh_Hans", "djangojs") == []
    write("djangojs", (head + entry % "舰队").encode())
    assert "other places" in messages.problems("zh_Hans", "djangojs")[0]
