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
    at = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    command("on", "--at", at.isoformat(), "--text-en", "A new release comes.", "--text-zh-hans", "新版本")
    for url in ("/", "/lobby/", "/games/toy/", "/accounts/login/"):
        page = Client().get(url).content.decode()
        assert "A new release comes." in page and f'datetime="{at.isoformat()}"' in page
    assert "新版本" in Client(headers={"accept-language": "zh-hans"}).get("/lobby/").content.decode()
    assert asked()["at"] == at.timestamp() * 1000
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


def test_a_time_that_is_past_is_told_no_longer():
    command("on", "--in", "15")
    Maintenance.objects.update(at=timezone.now() - timedelta(minutes=1))
    maintenance.forget()
    assert asked()["at"] is None
    page = Client().get("/lobby/").content.decode()
    assert asked()["text"] in page and "<time" not in page.split('id="maintenance"')[1].split("</div>")[0]


@pytest.mark.parametrize(
    "moment",
    ["tomorrow", "2030-13-01T00:00", "2020-12-01T06:00", "9999-12-31T23:59-23:00", "0001-01-01T00:00+23:00"],
)
def test_a_moment_that_is_none_or_too_far_is_refused(moment):
    with pytest.raises(CommandError, match="--at"):
        command("on", "--at", moment)
    assert not Maintenance.objects.exists()


@pytest.mark.parametrize("minutes", [-5, 7 * 24 * 60 + 1, 99_999_999_999])
def test_the_command_has_the_limits_of_the_form(minutes, dana):
    with pytest.raises(CommandError, match="--in: from 0 to 10080 minutes"):
        command("on", f"--in={minutes}")
    with pytest.raises(CommandError, match="--text-zh-hans: at most 300 characters, not 301"):
        command("on", "--text-zh-hans", 301 * "新")
    assert not Maintenance.objects.exists()
    assert signed_in(dana).post("/staff/maintenance/", {"minutes": minutes}).status_code == 400
    command("on", "--in=10080", "--text-en", 300 * "x", "--text-zh-hans", " ")
    assert asked()["text"] == 300 * "x"
    assert Maintenance.objects.get().texts.keys() == {"en"}


@pytest.mark.parametrize("what", ["on", "off"])
def test_without_a_database_the_command_says_so(what, monkeypatch):
    def away(*args, **kwargs):
        raise OperationalError("connection refused")

    monkeypatch.setattr(maintenance, "announce", away)
    monkeypatch.setattr(maintenance, "take_back", away)
    with pytest.raises(CommandError, match="The database does not answer: connection refused"):
        command(what)


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
