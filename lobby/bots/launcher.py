"""How does a worker lose what it must not have? This text runs in the process of a worker, before the interpreter takes its place.

`confinement` starts it with `python -I -S -E -c`, inside bubblewrap where that is there. It imports nothing of the site. Each layer is a
function that raises where the machine does not offer it. A launch names its layers: if one of them cannot be had, the worker does not start.
Without names it is a probe, which takes what there is and tells the executable, in its last argument, which layers those are.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

# Nothing else: what is imported here delays every start of a worker.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    Plan = dict[str, Any]
    """What `confinement.Launcher` has decided: texts, numbers and lists of them."""

MS_MOVE = 0x2000
CLONE_NEWUSER = 0x10000000
MAP_PRIVATE_ANONYMOUS_FIXED_NOREPLACE = 0x100022
PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 22, 24, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
PAGE = 65536
"""Bytes of the largest pages."""
CAPABILITIES = 64
"""More than there are in any kernel."""

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _set(option: int, *arguments: int) -> None:
    _checked(libc.prctl(option, *arguments, *[0] * (4 - len(arguments))))


def namespaces(plan: Plan) -> None:
    """The smallest root: what the worker needs. Bubblewrap has put it, and the namespaces, there; what this text needs itself goes out of reach."""
    if not plan["root"]:
        raise OSError("not inside bubblewrap")
    os.chdir(plan["root"])
    _checked(libc.mount(b".", b"/", None, MS_MOVE, None))
    os.chroot(".")
    os.chdir("/")


def capabilities(plan: Plan) -> None:
    """No right of root can be had again, by no file and no ancestor. Whoever is root gives up its own with the user."""
    _set(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    for one in range(CAPABILITIES):
        if libc.prctl(PR_CAPBSET_DROP, one, 0, 0, 0) == -1 and ctypes.get_errno() != 22 and os.geteuid() == 0:
            _checked(-1)


def own_user(plan: Plan) -> None:
    """A user that owns no file."""
    if os.geteuid() != 0:
        raise OSError("only root can give workers a user of their own")
    os.setgroups([])
    os.setresgid(plan["user"], plan["user"], plan["user"])
    os.setresuid(plan["user"], plan["user"], plan["user"])


def user_namespace(plan: Plan) -> None:
    """A user namespace in which nobody is anybody."""
    _checked(libc.unshare(CLONE_NEWUSER))
    # The first process of a user namespace has all capabilities in it until it executes something.
    capabilities(plan)


def limits(plan: Plan) -> None:
    """Processor time, address space, files."""
    for name, most in plan["limits"].items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def processes(plan: Plan) -> None:
    """Threads, counted in the user namespace of the worker alone."""
    resource.setrlimit(resource.RLIMIT_NPROC, (plan["threads"], plan["threads"]))


def no_new_privileges(plan: Plan) -> None:
    """No executable gives the worker rights that it has not."""
    _set(PR_SET_NO_NEW_PRIVS, 1)


def landlock(plan: Plan) -> None:
    """Files: reading and executing what the worker is made of. No network, no signals and sockets of others."""
    from landlockpy.flags import AccessFS, Scope
    from landlockpy.ruleset import Ruleset

    with Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL) as ruleset:
        for path in plan["readable"]:
            inside = AccessFS.READ_DIR if os.path.isdir(path) else AccessFS.NONE
            ruleset.allow_path(path, AccessFS.READ_FILE | AccessFS.EXECUTE | inside)
        ruleset.restrict()


def seccomp(plan: Plan) -> None:
    """System calls: only those of the filter. It comes last, because it refuses what the others do."""
    if not plan["filter"]:
        raise OSError("there is no filter")
    program = bytes.fromhex(plan["filter"])

    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("program", ctypes.c_char_p)]

    # Each instruction has eight bytes.
    made = Filter(len(program) // 8, program)
    _set(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(made))


LAYERS: dict[str, Callable[[Plan], None]] = {
    "namespaces": namespaces,
    "capabilities": capabilities,
    "own_user": own_user,
    "user_namespace": user_namespace,
    "limits": limits,
    "processes": processes,
    "no_new_privileges": no_new_privileges,
    "landlock": landlock,
    "seccomp": seccomp,
}
"""In the order in which they are put around the worker: what needs rights comes before what takes them away."""


def launch(plan: Plan) -> NoReturn:
    """Put the layers around this process, then become the executable with the arguments of the plan and those of the command line."""
    # Of what the parent left open the worker keeps its three pipes.
    os.closerange(3, 2**20)
    os.chdir("/")
    _import_landlock(plan["packages"])
    # Once the filter stands, only the path at this address may be executed, and nobody learns the address afterwards.
    path = plan["executable"].encode() + b"\0"
    page = plan["address"] & -PAGE
    if libc.mmap(page, plan["address"] + len(path) - page, 3, MAP_PRIVATE_ANONYMOUS_FIXED_NOREPLACE, -1, 0) != page:
        sys.exit("the address of the executable's path is taken")
    ctypes.memmove(plan["address"], path, len(path))
    is_probe = plan["layers"] is None
    held: list[str] = []
    for name, layer in LAYERS.items():
        if name in plan["without"] if is_probe else name not in plan["layers"]:
            continue
        try:
            layer(plan)
        except (OSError, ImportError, ValueError) as error:
            if not is_probe:
                sys.exit(f"the layer {name} cannot be had: {error}")
        else:
            held.append(name)
    texts = [plan["executable"], *plan["arguments"], *sys.argv[1:], *([",".join(held)] if is_probe else [])]
    arguments = (ctypes.c_char_p * (len(texts) + 1))(*(text.encode() for text in texts), None)
    libc.execve(ctypes.c_void_p(plan["address"]), arguments, (ctypes.c_char_p * 1)(None))
    sys.exit(f"{plan['executable']} cannot be executed: {os.strerror(ctypes.get_errno())}")


def _import_landlock(packages: str) -> None:
    """Before the root is gone. Without what takes time: the package imports its tests, and starts programs to look for the C library."""
    package, stub = type(sys)("landlockpy"), type(sys)("ctypes.util")
    package.__path__ = [f"{packages}/landlockpy"]
    stub.find_library = lambda name: None  # type: ignore[attr-defined]
    sys.modules["landlockpy"] = package
    sys.modules["ctypes.util"] = ctypes.util = stub
    try:
        import landlockpy.ruleset  # noqa: F401
    except ImportError:
        # `landlock` says so.
        return
