"""Which sources does the project have, and what does each import? Read as text, for the tests that hold the layout."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lobby.platform.assets import browser_modules

ROOT = Path(__file__).parent.parent


def folder(path: str) -> Path:
    """A folder of the project, which has to be there: in none nothing would be found."""
    found = ROOT / path
    assert found.is_dir(), f"{path} is no folder"
    return found


def python_files(*paths: str) -> Iterator[Path]:
    for path in paths:
        yield from sorted(folder(path).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imports(path: Path) -> frozenset[str]:
    """Dotted names of everything that a Python file imports, anywhere in it; `from a import b` gives a.b."""
    found = set[str]()
    package = module_of(path).split(".") if path.name == "__init__.py" else module_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = [*package[: len(package) - node.level + 1]] if node.level else []
            source = ".".join([*origin, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return frozenset(found)


def tracked_files() -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    return [name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


def javascript_imports(path: Path) -> tuple[str, ...]:
    """Paths under static/ that a module imports; an address that is neither relative nor mapped stays as it is."""
    return browser_modules.imports(path.relative_to(ROOT / "static").as_posix(), path.read_text())
