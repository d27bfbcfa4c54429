"""Who reads what a game said when it failed? Its words may name what is hidden; its kind and where it came from may be seen."""

import logging
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.operations.logs import JsonFormatter, LineFormatter, PlacesFilter
from lobby.operations.running import running
from lobby.play import referee, services
from tests.lobby.test_accounts_people import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "the spy stands at 7"


@pytest.fixture
def failed(make_match, replace_toy, order):
    """A match whose game has failed at step 0 with some words."""

    def make(words=WORDS):
        def resolve(state, orders, rng):
            raise ValueError(words)

        match = make_match()
        order(match, 0)
        order(match, 1)
        replace_toy(resolve=resolve)
        assert referee.advance_once(match.pk) is None
        match.refresh_from_db()
        assert match.status == "paused"
        return match

    return make


@pytest.fixture
def eve():
    return User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)


@pytest.fixture
def no_log():
    """pytest's own record of the log cannot travel from a worker with half a character in it."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def written(record):
    """What the site would write of it, in both forms."""
    PlacesFilter().filter(record)
    return [form("%(levelname)s %(message)s").format(record) for form in (LineFormatter, JsonFormatter)]


def test_as_long_as_the_match_goes_on_pages_show_the_kind_of_fault_alone(failed, eve):
    match = failed()
    client = signed_in(eve)
    pages = [
        "/staff/matches/",
        f"/staff/matches/{match.pk}/",
        f"/admin/lobby/match/{match.pk}/change/",
        "/admin/lobby/match/",
    ]
    seen = [client.get(page).content.decode() for page in pages]
    assert [WORDS in page for page in seen] == [False] * 4
    assert ["ValueError" in page for page in seen] == [True, True, True, False]
    assert f"manage.py show_fault {match.pk}" in seen[1]
    services.staff_abort(match_id=match.pk)
    assert [WORDS in client.get(page).content.decode() for page in pages[1:3]] == [True, True]


def test_the_log_says_where_it_came_from_and_not_what_it_said(failed, caplog):
    match = failed()
    [record] = [record for record in caplog.records if record.exc_info]
    for line in written(record):
        assert f"match {match.pk} step 0: the engine failed" in line
        assert "ValueError" in line
        assert "test_game_faults.py" in line and "in resolve" in line
        assert WORDS not in line
    assert WORDS in LineFormatter().formatException(record.exc_info), "the record itself is as it was"


def test_whoever_runs_the_site_reads_all_of_it(failed):
    match = failed()
    out = StringIO()
    call_command("show_fault", stdout=out)
    assert out.getvalue().startswith(f"{match.pk}: ValueError in toy ")
    assert "at step 0, paused since" in out.getvalue()
    assert WORDS not in out.getvalue()
    call_command("show_fault", match.pk, stdout=out)
    assert WORDS in out.getvalue()
    assert "in resolve" in out.getvalue()
    services.staff_resume(match_id=match.pk)
    with pytest.raises(CommandError, match=match.pk):
        call_command("show_fault", match.pk, stdout=out)


@pytest.mark.parametrize("words", ["a\0b", "half a character: \ud800", "x" * 100_000], ids=["nul", "half", "long"])
@pytest.mark.usefixtures("no_log")
def test_whatever_a_game_says_its_match_is_paused(failed, words):
    assert failed(words).fault.startswith("ValueError: ")


def test_the_order_of_the_list_does_not_follow_the_words(make_match):
    matches = [make_match(now=timezone.now()) for _ in range(3)]
    for match, words in zip(matches, ["c", "a", "b"], strict=True):
        Match.objects.filter(pk=match.pk).update(fault=f"ValueError: {words}")
    assert list(running().values_list("pk", flat=True)) == [match.pk for match in reversed(matches)]


# --- The log


def caught(fail):
    with pytest.raises(Exception) as found:
        fail()
    return found.type, found.value, found.tb


def line_of(fail, text="a request failed", *args):
    return written(logging.LogRecord("any", logging.ERROR, __file__, 1, text, args, caught(fail)))


def by_the_game():
    games.get(WORDS)


def by_the_site():
    raise LookupError(WORDS)


def after_the_game():
    try:
        by_the_game()
    except KeyError as error:
        raise RuntimeError(str(error) + WORDS) from error


def in_a_group():
    try:
        by_the_game()
    except KeyError as error:
        group = ExceptionGroup(WORDS, [error])
    raise group


@pytest.mark.parametrize("fail", [by_the_game, after_the_game, in_a_group])
def test_what_comes_through_a_game_is_written_without_its_words_wherever_it_ends(fail):
    assert WORDS in "".join(str(error) for error in [caught(fail)[1], *getattr(caught(fail)[1], "exceptions", ())])
    for line in line_of(fail):
        assert "a request failed" in line
        assert "games/__init__.py" in line and fail.__name__ in line
        assert WORDS not in line


def test_what_the_site_itself_failed_on_keeps_its_words_unless_it_is_about_a_match():
    assert all(f"LookupError: {WORDS}" in line for line in line_of(by_the_site))
    for line in line_of(by_the_site, "match %s could not be read", "abc"):
        assert "LookupError" in line
        assert WORDS not in line


def test_what_a_database_says_of_a_match_is_written_without_the_row():
    def refuse():
        raise IntegrityError(f"violates check constraint\nDETAIL:  Failing row contains ({WORDS}).")

    for line in line_of(refuse, "match %s could not be advanced now", "abc"):
        assert "IntegrityError: violates check constraint" in line
        assert WORDS not in line
