"""How does a text run that is written for the original's controller: a class `Player` with `run(controller)`? Chapter 10.6.

Its imports of the original's modules are left out, since the prelude has what they bring (`original`); the class that it may be written below
is put before it. Each entity has an instance of its own: what its attributes hold is kept as the entity's memory.
"""

from __future__ import annotations

import ast
import re

from games.core.errors import NoProgram
from games.core.text import gettext_noop

BROUGHT = {
    "core.api": {"*", "Direction", "MapLocation", "EntityType", "EntityInfo", "Team"},
    "core.entity": {"*", "Controller"},
    "src": {"template"},
    "random": {"choice", "randint", "randrange", "shuffle"},
}
"""Modules that a program may import, and what of them there is. Nothing needs `Controller` but annotations, which are never read."""
TEMPLATE = "TemplatePlayer"
"""What `template.Player` is called here."""
_PLAYER = re.compile(r"^class\s+Player\b", re.MULTILINE)
_OURS = re.compile(r"^def\s+run(_\w+)?\s*\(", re.MULTILINE)

ABOVE = f"""\
class {TEMPLATE}:
    def __init__(self):
        self.controller = None

    def run(self, controller):
        self.controller = controller
        kind = controller.get_type().name
        if kind == "planet":
            self.run_planet()
        elif kind == "destroyer":
            self.run_destroyer()
        elif kind == "miner":
            self.run_miner()
        else:
            self.run_scout()
        return controller

    def run_planet(self):
        pass

    def run_destroyer(self):
        pass

    def run_miner(self):
        pass

    def run_scout(self):
        pass
"""

ENTRY = """
def _cb_play(view, memory, seed):
    head, tiles = view.splitlines()
    c = _cb_Controller(_cb_json.loads(head), _cb_json.loads(memory), seed, lambda: _cb_json.loads(tiles))
    _cb_chance._cb_stream = c.random
    memory = _cb_live(c, c.memory)
    try:
        kept = _cb_json.dumps(memory, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        kept = None
    return _cb_json.dumps({"actions": c._cb_actions, "memory": kept})
"""
"""`_cb_live` is made for each program (`ending`)."""


def is_player(text: str) -> bool:
    """True if the text defines a class `Player`, and nothing that is called otherwise (10.1)."""
    return _PLAYER.search(text) is not None and _OURS.search(text) is None


def translate(program: ast.Module) -> ast.Module:
    """The program without what it imports of the original, below a class that stands for `template.Player`."""
    taken = _Imports().visit(program)
    assert isinstance(taken, ast.Module)
    if any(isinstance(node, ast.Name) and node.id == TEMPLATE for node in ast.walk(taken)):
        above = ast.parse(ABOVE).body
        for node in ast.walk(ast.Module(above, [])):
            if isinstance(node, ast.stmt | ast.expr | ast.arg):
                node.lineno = node.end_lineno = 0
        taken.body = [*above, *taken.body]
    return taken


class _Imports(ast.NodeTransformer):
    """Takes imports out, and writes `template.Player` as a name."""

    def __init__(self) -> None:
        self._templates: set[str] = set()
        """What the module `template` is called."""

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        mine = [one for one in node.names if one.name == "random"]
        node.names = [one for one in node.names if one.name != "random"]
        bound = [_called(node, one.asname, "random") for one in mine if one.asname]
        return [node, *bound] if node.names else bound

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | list[ast.stmt]:
        if node.level or node.module not in BROUGHT:
            return node
        bound = []
        for one in node.names:
            if one.name not in BROUGHT[node.module]:
                raise NoProgram(
                    gettext_noop("There is no %(name)s in %(module)s here."),
                    node.lineno,
                    node.col_offset + 1,
                    name=one.name[:40],
                    module=node.module,
                )
            if node.module == "src":
                self._templates.add(one.asname or one.name)
            elif node.module == "random":
                bound.append(_called(node, one.asname or one.name, f"random.{one.name}"))
            elif one.asname and one.name != "Controller":
                bound.append(_called(node, one.asname, one.name))
        return bound

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._templates and node.attr == "Player":
            return ast.copy_location(ast.Name(TEMPLATE, node.ctx), node)
        return node


def _called(node: ast.stmt, name: str, what: str) -> ast.stmt:
    """`name = what`, where the node stands."""
    (made,) = ast.parse(f"{name} = {what}").body
    for one in ast.walk(made):
        ast.copy_location(one, node)
    return made


def ending(program: ast.Module) -> str:
    """The function that gives an instance what it kept, runs it, and says what it keeps now. Raises NoProgram."""
    player = next((one for one in program.body if isinstance(one, ast.ClassDef) and one.name == "Player"), None)
    if player is None:
        raise NoProgram(gettext_noop("There is no class Player with a method run(controller)."))
    lines = ["def _cb_live(c, kept):", "    player = Player()"]
    names = _attributes(program)
    for name in names:
        lines += [f"    if {name!r} in kept:", f"        player.{name} = _cb_unpacked(kept[{name!r}])"]
    lines += ["    player.run(_cb_Original(c))", "    kept = {}"]
    for name in names:
        lines += [
            "    try:",
            f"        kept[{name!r}] = _cb_packed(player.{name})",
            "    except AttributeError:",
            "        pass",
        ]
    return "\n".join([*lines, "    return kept"]) + "\n"


def _attributes(program: ast.Module) -> list[str]:
    """The names that methods of the program's classes give to attributes of `self`, but for the controller."""
    found = {
        node.attr
        for node in ast.walk(program)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }
    return sorted(found - {"controller"})
