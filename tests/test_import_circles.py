"""Does what a module imports never lead back to it? In Python and in the browser, in functions and for types alone too."""

from collections.abc import Set

from tests.sources import ROOT, folder, imports, javascript_imports, module_of, python_files


def modules_of(names: set[str], modules: Set[str]) -> set[str]:
    """Modules of ours behind dotted names: what is no module of its own is taken from the one that is named before it."""
    return {name if name in modules else name.rpartition(".")[0] for name in names} & modules


def circles(imported: dict[str, set[str]]) -> list[str]:
    """What is left when every module that imports nothing left, or that nothing left imports, has been taken away, again and again."""
    left = dict(imported)
    while True:
        targets = {target for name in left for target in imported[name]}
        gone = {name for name in left if name not in targets or not imported[name] & left.keys()}
        if not gone:
            return [f"{name} imports {', '.join(sorted(imported[name] & left.keys()))}" for name in sorted(left)]
        left = {name: targets for name, targets in left.items() if name not in gone}


def test_no_python_imports_lead_back():
    paths = {module_of(path): path for path in python_files("games", "lobby", "config", "tests")}
    imported = {name: modules_of(imports(path), paths.keys()) - {name} for name, path in paths.items()}
    assert not (found := circles(imported)), "\n".join(found)


def test_no_browser_imports_lead_back():
    paths = {
        path.relative_to(ROOT / "static").as_posix(): path
        for part in ("app", "board", "kit", "match", "games")
        for path in folder(f"static/{part}").rglob("*.js")
    }
    imported = {name: {one for one in javascript_imports(path) if one in paths} for name, path in paths.items()}
    assert not (found := circles(imported)), "\n".join(found)


def test_circles_are_found_and_what_hangs_on_them_is_not():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == ["b imports c", "c imports b"]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
