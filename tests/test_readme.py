"""Does what README.md shows work as it stands there?"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_examples_run(example, capsys):
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "MatchRecord" in printed
    assert "refusals=()" in printed


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_to_files(target):
    assert (ROOT / target).is_file()


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`?make ([a-z-]+)", README))))
def test_commands_are_in_the_makefile(command):
    assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
