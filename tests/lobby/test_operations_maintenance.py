"""Is maintenance announced on every page and to those that are open, in both languages, and taken back again?"""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from lobby.accounts.models import StaffAct
from lobby.operations import maintenance
from lobby.operations.models import Maintenance
from tests.lobby.test_accounts_people import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_remembered():
    maintenance.forget()
    yield
    maintenance.forget()


def command(*arguments):
    out = StringIO()
    call_command("maintenance", *arguments, stdout=out)
    return out.getvalue()


def asked(language="en"):
    return Client(headers={"accept-language": language}).get("/maintenance.json").json()["maintenance"]


def test_it_stands_on_every_page_from_the_command_until_the_command():
    assert asked() is None
    assert "A new release comes" not in Client().get("/lobby/").content.decode()
    command("on", "--at", "2030-12-01T06:00+00:00", "--text-en", "A new release comes.", "--text-zh-hans", "新版本")
    for url in ("/", "/lobby/", "/rules/toy/", "/accounts/login/"):
        page = Client().get(url).content.decode()
        assert "A new release comes." in page and 'datetime="2030-12-01T06:00:00+00:00"' in page
    assert "新版本" in Client(headers={"accept-language": "zh-hans"}).get("/lobby/").content.decode()
    assert asked()["at"] == datetime(2030, 12, 1, 6, tzinfo=UTC).timestamp() * 1000
    assert asked("zh-hans")["text"] == "新版本"
    command("off")
    assert asked() is None
    assert "A new release comes" not in Client().get("/lobby/").content.decode()


def test_without_words_of_its_own_it_says_the_ordinary_ones():
    command("on")
    found = asked()
    assert found["at"] is None
    assert "maintenance" in found["text"]
    before = found["mark"]
    command("on", "--in", "15")
    again = asked()
    assert again["mark"] != before, "whoever has put the old one away reads the new one"
    assert (
        timedelta(minutes=14)
        < datetime.fromtimestamp(again["at"] / 1000, UTC) - timezone.now()
        <= timedelta(minutes=15)
    )


@pytest.mark.parametrize("moment", ["tomorrow", "2030-13-01T00:00"])
def test_a_moment_that_is_none_is_refused(moment):
    with pytest.raises(CommandError, match="--at"):
        command("on", "--at", moment)
    assert not Maintenance.objects.exists()


def test_staff_announce_it_by_a_form_and_take_it_back(dana):
    client = signed_in(dana)
    assert client.post("/staff/maintenance/", {"minutes": "-1"}).status_code == 400
    assert client.post("/staff/maintenance/", {"minutes": "5", "text_en": "<b>Soon</b>"}).status_code == 302
    assert "&lt;b&gt;Soon&lt;/b&gt;" in Client().get("/lobby/").content.decode()
    assert "announced" in client.get("/staff/matches/").content.decode()
    assert client.post("/staff/maintenance/", {"off": "1"}).status_code == 302
    assert asked() is None
    assert list(StaffAct.objects.order_by("pk").values_list("act", "staff")) == [
        ("maintenance on", dana.pk), ("maintenance off", dana.pk),
    ]  # fmt: skip


def test_pages_do_not_ask_the_database_each_and_stand_without_it(monkeypatch, django_assert_num_queries):
    command("on")
    asked()
    with django_assert_num_queries(0):
        asked()

    def away(*args, **kwargs):
        raise OperationalError("gone")

    maintenance.forget()
    monkeypatch.setattr(Maintenance.objects, "filter", away)
    assert asked() is None
