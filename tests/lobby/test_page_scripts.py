"""Does a script hear in JSON that its person is not logged in any more, or that another is? And is nothing done in that case?"""

import json

import pytest
from django.test import Client

from lobby.talk import notes

SCRIPT = {"accept": "application/json"}


def client_of(user) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def save(client: Client, match, page_of=None):
    headers = SCRIPT | ({"x-fogbound-person": str(page_of.pk)} if page_of else {})
    body = json.dumps({"text": "mine"})
    return client.post(f"/matches/{match.pk}/notes/", body, content_type="application/json", headers=headers)


def test_a_page_whose_person_is_logged_out_hears_so_and_stores_nothing(make_match, alice):
    match = make_match()
    answer = save(client_of(None), match, page_of=alice)
    assert (answer.status_code, answer.json()["code"]) == (401, "logged_out")
    assert answer.headers["Cache-Control"] == "no-store"
    assert notes.read(user=alice, match_id=match.pk) == ""


def test_what_one_person_wrote_is_not_stored_for_another_who_has_logged_in_since(make_match, alice, bob):
    match = make_match()
    answer = save(client_of(bob), match, page_of=alice)
    assert (answer.status_code, answer.json()["code"]) == (401, "other_person")
    assert notes.read(user=alice, match_id=match.pk) == notes.read(user=bob, match_id=match.pk) == ""


def test_nobody_is_told_who_is_logged_in_instead(make_match, alice, bob):
    answer = save(client_of(bob), make_match(), page_of=alice)
    assert bob.name not in answer.content.decode() and str(bob.pk) not in answer.json().values()


def test_the_person_of_the_page_is_served(make_match, alice):
    match = make_match()
    assert save(client_of(alice), match, page_of=alice).json() == {"text": "mine"}
    assert save(client_of(alice), match).json() == {"text": "mine"}


@pytest.mark.parametrize("odd", ["", "x", "-1", "0", "9" * 400, "1,2"])
def test_a_number_that_nobody_has_is_nobody(make_match, alice, odd):
    headers = SCRIPT | {"x-fogbound-person": odd}
    assert client_of(alice).get(f"/matches/{make_match().pk}/notes/", headers=headers).status_code == 401


ACTIONS = ["/matches/{}/notes/", "/tables/{}/join/", "/tables/{}/rematch/", "/tables/{}/fork/", "/account/theme/"]


@pytest.mark.parametrize("path", ACTIONS)
def test_a_script_of_a_stranger_is_never_sent_to_a_page_of_the_login(make_match, path):
    address = path.format(make_match().pk)
    answer = client_of(None).post(address, headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (401, "logged_out")
    # A form in a browser is.
    assert client_of(None).post(address).status_code == 302
