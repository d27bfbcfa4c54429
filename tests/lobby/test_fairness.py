"""Is the seed of a match promised from the start, told at the end and not before, and can anybody compare the two?"""

import hashlib
import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from lobby.fog import fairness
from lobby.matches.models import Match

pytestmark = [pytest.mark.django_db(transaction=True)]


def page(match: Match) -> str:
    answer = Client().get(f"/matches/{match.pk}/fairness/")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(text: str, name: str) -> str:
    (found,) = re.findall(rf'id="{name}">([^<]*)<', text)
    return found


def test_the_fingerprint_is_the_same_from_the_start_and_the_seed_is_told_at_the_end(make_match):
    match = make_match()
    before = page(match)
    assert match.seed not in before and 'id="seed"' not in before
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    after = page(match)
    assert shown(after, "fingerprint") == shown(before, "fingerprint")
    assert shown(after, "seed") == match.seed
    # As the page says that one checks it.
    (text,) = re.findall(r"printf %s &#x27;(.*)&#x27; \| sha256sum|printf %s '(.*)' \| sha256sum", after)
    assert hashlib.sha256("".join(text).encode()).hexdigest() == shown(before, "fingerprint")


def test_another_seed_or_another_match_has_another_fingerprint():
    found = fairness.seed_hash("7k3mvq2xpa", "00ff")
    assert fairness.fits("7k3mvq2xpa", "00ff", f" {found.upper()}\n")
    assert not fairness.fits("7k3mvq2xpa", "00fe", found)
    assert not fairness.fits("7k3mvq2xpb", "00ff", found)


def test_who_may_not_see_the_match_gets_no_fingerprint(make_match):
    match = make_match(kind=Match.Kind.SANDBOX)
    assert Client().get(f"/matches/{match.pk}/fairness/").status_code == 404
    assert Client().get("/matches/nothing/fairness/").status_code == 404


def test_a_downloaded_match_is_compared_without_a_database(make_match, tmp_path):
    match = make_match()
    promised = shown(page(match), "fingerprint")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)
    file = tmp_path / "match.json"
    file.write_bytes(Client().get(f"/matches/{match.pk}/replay.json").content)
    assert json.loads(file.read_text())["seed_hash"] == promised
    out = StringIO()
    call_command("verify_seed", file, hash=promised, stdout=out)
    assert "They fit" in out.getvalue()
    with pytest.raises(SystemExit):
        call_command("verify_seed", file, hash=promised[:-1] + ("0" if promised[-1] != "0" else "1"), stdout=out)
    assert "They differ" in out.getvalue()
    for text in ("", "[]", '{"match": 1, "seed": 2}', '{"match": "x"}'):
        file.write_text(text)
        with pytest.raises(CommandError, match="no downloaded match"):
            call_command("verify_seed", file, stdout=StringIO())
