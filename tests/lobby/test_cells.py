"""May matches live in several databases? An id carries its bucket, no row of a match refers to another match but in two known places, and nothing that
takes an order to its step reads two matches together."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config import env
from lobby.matches.ids import ALPHABET, BUCKET, LENGTH, bucket_of, new_match_id
from lobby.matches.models import Match
from lobby.play import journal, referee
from tests.games.toy import DEFAULT_ORDERS

pytestmark = pytest.mark.slow

BETWEEN_MATCHES = {"lobby_match.rematch_of_id", "lobby_match.forked_from_id"}
"""Columns that lead from one match to another: both of a cell, because a request about the first made the second."""
TABLES = {
    model._meta.db_table
    for model in apps.get_app_config("lobby").get_models()
    if model is Match or any(field.related_model is Match for field in model._meta.concrete_fields)
}
NAMED = re.compile(r'\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+"?(\w+)"?')
COMPARED = re.compile(r'(?:"?\w+"?\.)?"?(\w+)"?\s*=\s*\(?"?\w+"?\."?(\w+)"?')
OF_THE_SAME = {("match_id", "id"), ("id", "match_id"), ("match_id", "match_id")}
"""Columns that are equal within a match."""


def reads_two(sql: str) -> bool:
    """True if the statement brings rows of two matches together other than by a list of ids."""
    named = [name for name in NAMED.findall(sql) if name in TABLES]
    if any(column.split(".")[1] in sql.partition(" WHERE ")[2] for column in BETWEEN_MATCHES):
        return True
    joins = [pair for pair in COMPARED.findall(sql) if pair in OF_THE_SAME]
    return named.count("lobby_match") > 1 or len(joins) < len(named) - 1


def test_an_id_begins_with_a_bucket_of_its_cell(settings) -> None:
    settings.MATCH_BUCKETS = ["x", "b2"]
    ids = [new_match_id() for _ in range(300)]
    assert {one[0] for one in ids} == {"x", "b"}
    assert {bucket_of(one) for one in ids if one[0] == "b"} == {"b2"}
    assert all(len(one) == LENGTH and set(one) <= set(ALPHABET) for one in ids)
    assert {len(bucket_of(one)) for one in ids} == {BUCKET}
    settings.MATCH_BUCKETS = []
    assert len({new_match_id()[0] for _ in range(2000)}) == len(ALPHABET)


@pytest.mark.parametrize("wrong", ["2-9", "abc", "X", "0", "l", "a;b"])
def test_buckets_that_no_id_has_are_refused(monkeypatch, wrong: str) -> None:
    monkeypatch.setenv("FOGBOUND_MATCH_BUCKETS", wrong)
    with pytest.raises(ImproperlyConfigured, match="FOGBOUND_MATCH_BUCKETS"):
        env.buckets("FOGBOUND_MATCH_BUCKETS")


def test_buckets_are_read_from_the_environment(monkeypatch) -> None:
    monkeypatch.setenv("FOGBOUND_MATCH_BUCKETS", "2, b2,z")
    assert env.buckets("FOGBOUND_MATCH_BUCKETS") == ["2", "b2", "z"]


def test_rows_of_a_match_refer_to_no_other_match() -> None:
    """A column that leads from one match to another would have to lead to another database."""
    found = {f"lobby_match.{field.column}" for field in Match._meta.concrete_fields if field.related_model is Match}
    assert found == BETWEEN_MATCHES
    for model in apps.get_app_config("lobby").get_models():
        to_matches = [field.name for field in model._meta.concrete_fields if field.related_model is Match]
        assert model is Match or len(to_matches) <= 1, f"{model.__name__} ties matches together: {to_matches}"


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT 1 FROM "lobby_match" m JOIN lobby_match o ON o.id = m.id',
        'SELECT 1 FROM "lobby_seat" JOIN "lobby_seat" t ON ("lobby_seat"."user_id" = t."user_id")',
        'SELECT 1 FROM "lobby_seat", x JOIN "lobby_step" ON ("lobby_step"."number" = "lobby_seat"."number")',
        'SELECT 1 FROM "lobby_match" WHERE "lobby_match"."forked_from_id" = 3',
    ],
)
def test_what_reads_two_matches_is_known(sql: str) -> None:
    assert reads_two(sql)


def test_no_statement_from_an_order_to_its_step_reads_two_matches(make_match, alice, bob) -> None:
    """Several matches in one batch, from the first order to the end, by the journal and by the referee."""
    matches = [make_match([alice, bob], options={"rounds": 2, "hearts": 9}) for _ in range(3)]
    late = make_match([alice], ["thrower"])
    with CaptureQueriesContext(connection) as captured:
        for step in range(2):
            entries = [
                journal.Entry(match.pk, step, seat, DEFAULT_ORDERS | {"throw": 1}, True, "person", timezone.now())
                for match in matches
                for seat in (0, 1)
            ]
            # The journal resolves steps of engines that it knows as quick, a referee the others.
            written = journal.write(entries, resolves=True)
            assert all(isinstance(one, journal.Stored) for one in written.results), written.results
            if written.saving is not None:
                written.saving.remember()
            for match in matches:
                referee.advance_once(match.pk)
        Match.objects.filter(pk=late.pk).update(deadline=timezone.now(), due_at=timezone.now())
        referee.advance_once(late.pk)
    for match in matches:
        match.refresh_from_db()
        assert match.step == 2
    asked = [query["sql"] for query in captured.captured_queries]
    touched = {name for sql in asked for name in NAMED.findall(sql)}
    assert {"lobby_match", "lobby_seat", "lobby_orders", "lobby_step"} <= touched
    wrong = [sql for sql in asked if reads_two(sql)]
    assert not wrong, "\n".join(wrong)
