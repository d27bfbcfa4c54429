"""How is a person's program prepared before it runs? It is parsed, refused if it uses forbidden names, and rewritten twice.

The interpreter has not all of Python, so some of it is said in other words (`rewriting`). It cannot count instructions, so the program counts
its own work (`counting`). What is checked is what runs: the text that is sent is parsed again, has to be the tree that was meant, and goes
through the same refusals. Pure: nothing runs here, and the module knows no database and no game.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.contract import Programs
from games.core.errors import NoProgram
from games.core.text import gettext_noop
from lobby.bots.charging import Names, new_names
from lobby.bots.counting import counted
from lobby.bots.reading import read
from lobby.bots.refusing import ProgramRefused as ProgramRefused
from lobby.bots.refusing import refuse, refuse_depth
from lobby.bots.rewriting import rewritten, without_main
from lobby.bots.session_reuse import can_reuse_session, maker_of, statements_made
from lobby.bots.weighing import BODIES

NOT_STARTED = gettext_noop("The program could not be started.")


class ProgramNotStarted(ProgramRefused):
    """The sandbox failed or took too long, so a text that may be valid was not started."""


@dataclass(frozen=True)
class Prepared:
    """A program that can run."""

    text: str
    """The person's text."""
    dump: bytes
    """What its worker begins with."""


@dataclass(frozen=True)
class Loaded:
    """A program in the form that the sandbox gets."""

    source: str
    lines: dict[int, int]
    """Line of `source` → line of the person's text, for every statement."""
    maker: str
    """A function that makes prelude and program again for every run; "" if a run could notice that (`session_reuse`)."""
    maker_lines: dict[int, int]
    """As `lines`, for `maker`."""
    names: Names
    """What this preparation calls the functions of its counter."""


_PARSING = threading.Lock()
"""Allows one parse at a time: before Python 3.11.5, two parsing threads confuse the parser's depth counter (SystemError)."""


def load(text: str, programs: Programs) -> Loaded:
    """The rewritten program. Raises ProgramRefused with line and column of the error."""
    with _PARSING:
        return _load(text, programs)


def _load(text: str, programs: Programs) -> Loaded:
    if len(text.encode(errors="replace")) > programs.source_bytes:
        raise ProgramRefused(gettext_noop("A program has at most %(bytes)s bytes."), bytes=programs.source_bytes)
    try:
        tree = read(text)
        refuse_depth(tree)
        tree = programs.translate(without_main(tree))
        refuse(tree, programs)
        ending = programs.ending(tree)
        names = new_names()
        tree = rewritten(tree, names)
        is_reused = can_reuse_session(tree)
        tree = counted(tree, names)
        source = ast.unparse(tree)
        sent = _sent(source)
        _refuse_difference(tree.body, sent)
        refuse(ast.Module(sent, []), programs, names.is_ours)
        lines = dict(_lines(tree.body, sent))
        source = f"{source}\n{ending}"
        if not is_reused:
            return Loaded(source, lines, "", {}, names)
        ended = ast.parse(ending).body
        maker = maker_of(names("make"), names.prelude(programs.prelude), [*tree.body, *ended])
        made = statements_made(maker)[-len(tree.body) - len(ended) - 1 :][: len(tree.body)]
        _refuse_difference(tree.body, made)
        return Loaded(source, lines, maker, dict(_lines(tree.body, made)), names)
    except NoProgram as error:
        raise ProgramRefused(error.message, error.line, error.column, **error.data) from None
    except SyntaxError as error:
        raise ProgramRefused(
            gettext_noop("This is not Python: %(detail)s."), error.lineno or 0, error.offset or 0, detail=error.msg
        ) from None
    except (RecursionError, MemoryError):
        raise ProgramRefused(gettext_noop("The program is nested too deeply.")) from None
    except ValueError:
        # A null character, half a surrogate pair, a number with thousands of digits.
        raise ProgramRefused(gettext_noop("The program contains something that is not text.")) from None


def _sent(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:
        # Only what is written with too many brackets is not Python any more; a line of it says nothing to the person.
        raise ProgramRefused(gettext_noop("The program is nested too deeply.")) from None


def _refuse_difference(meant: Sequence[ast.stmt], sent: Sequence[ast.stmt]) -> None:
    """Raises ProgramRefused with the line of a statement that would be read as another one than was checked."""
    line = 0
    for number in range(max(len(meant), len(sent))):
        one = meant[number] if number < len(meant) else None
        other = sent[number] if number < len(sent) else None
        line = getattr(one, "lineno", line)
        if one is None or other is None or not _is_same(one, other):
            raise ProgramRefused(gettext_noop("This cannot be passed on to the sandbox unchanged."), line)


def _is_same(one: object, other: object) -> bool:
    """True for two trees that mean the same. Where they are written, and the context of names, is not compared."""
    if isinstance(one, ast.AST):
        if type(one) is not type(other):
            return False
        fields = [field for field in one._fields if field not in ("kind", "type_comment", "type_ignores")]
        return all(
            _is_same(getattr(one, field, None) or None, getattr(other, field, None) or None) for field in fields
        ) and (
            not isinstance(one, ast.Constant) or _is_same_value(one.value, other.value)  # type: ignore[attr-defined]
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return _is_same_value(one, other)


def _is_same_value(one: object, other: object) -> bool:
    # The text of a number tells 1 from True and 1.0, and 0.0 from -0.0.
    return type(one) is type(other) and repr(one) == repr(other)


# --- Line numbers


def _lines(written: Sequence[ast.AST], read: Sequence[ast.AST]) -> Iterator[tuple[int, int]]:
    """Pairs of lines of the statements that two trees of the same shape have in common; charges have no line of their own,
    and what `rewriting` puts before a program has line 0."""
    for old, new in zip(written, read, strict=False):
        if isinstance(old, ast.stmt) and getattr(old, "lineno", None):
            yield new.lineno, old.lineno  # type: ignore[attr-defined]
        for was, now in zip(getattr(old, "decorator_list", ()), getattr(new, "decorator_list", ()), strict=True):
            yield now.lineno, was.lineno
        for field in (*BODIES, "handlers", "cases"):
            inner = getattr(old, field, None)
            if isinstance(inner, list):
                yield from _lines(inner, getattr(new, field))
