"""Does every CSV file open right in a spreadsheet, and run nothing? Names of people and programs begin with signs of formulas."""

import ast
import csv
import io
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver
from hypothesis import given
from hypothesis import strategies as st

import games
from lobby.accounts.models import User
from lobby.contests.models import Entrant
from lobby.contests.plans import StagePlan
from lobby.matches.models import Program
from lobby.platform.http import csv_files
from tests.lobby.contest_rows import entered, plan, play_on
from tests.sources import name_of, python_files

SIGNS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "−"]
FORMULAS = [
    *(f"{sign}1+1" for sign in SIGNS),
    *(f" {sign}cmd" for sign in SIGNS),
    *(
        '="1"',
        '"=1',
        "'=1",
        "\ufeff=1",
        "\u200b=1",
        "\t=1",
        "a;=1+1",
        "a,=1+1",
        "a\t=1+1",
        "a\r\n=1+1",
        "a|=1",
        'a";"=1',
    ),
]


def cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def runs(cell: str) -> bool:
    """True if a spreadsheet may take the cell for a formula."""
    return bool(re.match(r"""[\s"\u200b\ufeff]*[=+\-@＝＋－＠−]|[\t\r\n]""", cell))


def test_a_file_opens_in_excel_with_numbers_as_numbers():
    answer = csv_files.answer("x.csv", [["name", "points", "rank"], ['Bjørn 王, "Q"', -3, None], ["=1+1", 0.5, 2]])
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="x.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert answer.content.decode("utf-8-sig").splitlines() == [
        '"name","points","rank"',
        '"Bjørn 王, ""Q""",-3,""',
        '"\'=1+1",0.5,2',
    ]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_is_a_formula(text):
    answer = csv_files.answer("x.csv", [[1, text, "z"]])
    [[first, cell, last]] = cells(answer.content)
    assert (first, last) == ("1", "z")
    assert not runs(cell)
    # Where semicolons or tabs separate cells, the line falls apart, but no part of it runs.
    for separator in ";\t|":
        parts = [
            part
            for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=separator)
            for part in row
        ]
        assert not any(runs(part) for part in parts)


@given(st.text(alphabet=st.one_of(st.sampled_from("=+-@;,|\t\r\n\"' ＝aZ"), st.characters())))
def test_no_text_at_all_is_a_formula(text):
    plain = csv_files.plain(text)
    assert not any(runs(part) for part in re.split(r"[;,|\t]", plain))
    assert plain.replace("'", "") == text.replace("'", "")


# --- Every CSV of the site


@pytest.fixture
def results(alice, transactional_db, monkeypatch) -> tuple[str, list[str]]:
    """A contest of programs that are called like formulas: the address of its file, and the names in it."""
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()
    contest = entered(alice, plan(StagePlan("single")), 8)
    # As they were saved before names were cleaned, and names that are still allowed.
    names = [f"{sign}1+1" for sign in SIGNS[:8]]
    for program, name in zip(Program.objects.order_by("pk"), names, strict=True):
        Entrant.objects.filter(program=program).update(program_name=name)
        User.objects.filter(pk=program.owner_id).update(name=f"{name}*2")
    play_on(contest)
    return f"/contests/{contest.pk}/results.csv", names


def test_results_of_contests_run_nothing(results):
    address, names = results
    answer = Client().get(address)
    assert answer.content.startswith(csv_files.BOM.encode())
    rows = cells(answer.content)
    assert len(rows) == 1 + len(names)
    assert not [cell for row in rows for cell in row if runs(cell)]
    found = {row[3] for row in rows[1:]} | {row[4] for row in rows[1:]}
    assert found == {f"'{name}" for name in names} | {f"'{name}*2" for name in names}


def test_there_is_no_other_csv():
    """A new one is written by `csv_files` and tested here."""

    def patterns(entries, before=""):
        for entry in entries:
            path = before + str(entry.pattern)
            yield from patterns(entry.url_patterns, path) if hasattr(entry, "url_patterns") else [path]

    assert [path for path in patterns(get_resolver().url_patterns) if "csv" in path.lower()] == [
        "contests/<int:contest_id>/results.csv"
    ]
    writers = set()
    for path in python_files("lobby", "games", "config"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if "csv" in names or module == "csv" or "text/csv" in text:
                writers.add(name_of(path))
    assert writers == {"lobby/platform/http/csv_files.py"}
