"""Does `make long` run whatever the other runs leave out, and does CONTRIBUTING.md name all of its parts?"""

import re

import pytest

from tests.sources import ROOT

SCRIPT = (ROOT / ".ci/functions.sh").read_text()
FORM = re.compile(r"mark\.long\b|\b(?:later|first|every)\(|FOGBOUND_LONG")
"""How a test file says that some of it is for the long form."""
OF_ALL = re.search(r"for part in \$\{2:-([^}]*)\}", SCRIPT)
PARTS = OF_ALL[1].split() if OF_ALL else []


def code_of(part: str) -> str:
    found = re.search(rf"^        {part}\)(.*?);;\n", SCRIPT, re.MULTILINE | re.DOTALL)
    assert found is not None, f"long_part knows no {part}"
    return found[1]


def runs(code: str) -> list[tuple[str, list[str]]]:
    """The marks and the places of each run of tests."""
    return [(marks, rest.split()) for marks, rest in re.findall(r"-m (long|\"[^\"]*\") (.*)", code)]


def test_every_part_is_in_the_table_and_the_table_has_no_other():
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("| part of `make long` |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == PARTS
    assert len(PARTS) > 3


def test_every_part_is_run_at_night():
    nightly = (ROOT / ".github/workflows/long.yml").read_text()
    assert re.search(r"part: \[(.*)\]", nightly)[1].split(", ") == PARTS


@pytest.mark.parametrize("folder", ["games", "lobby", "client", "browser", ""])
def test_what_is_marked_long_is_run_by_a_part(folder):
    here = ROOT / "tests" / folder
    files = here.glob("test_*.py") if not folder else here.rglob("test_*.py")
    assert not any(FORM.search(file.read_text()) for file in files) or any(
        "long" in marks and (f"tests/{folder}" if folder else "tests/test_*.py") in places
        for part in PARTS
        for marks, places in runs(code_of(part))
    )


def test_what_has_a_short_form_is_run_in_the_whole_one():
    """Its tests are not marked, so that they run twice, with other counts."""
    assert ("long or not long", ["tests/browser"]) in [
        (marks.strip('"'), places) for marks, places in runs(code_of("pages"))
    ]
    assert re.search(
        r"grep [^)]*FOGBOUND_LONG tests/games tests/lobby\).*-m \"not long\" \"\$\{files\[@\]\}\"",
        code_of("statistics"),
        re.DOTALL,
    )


def test_every_long_form_of_node_is_run():
    assert re.search(r"grep -l FOGBOUND_LONG tests/js/\*\.test\.js", code_of("pages"))
