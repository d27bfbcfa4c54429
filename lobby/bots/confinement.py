"""What stands around a worker besides the interpreter? Layers of the operating system, as many as this machine offers.

The interpreter is a wall, but one of a single thickness: a memory fault in its binary would be the program's way to everything that the site's user
may do. So each worker starts through a launcher (`launcher`), inside bubblewrap where that is installed, and loses files, network,
capabilities, system calls and resources before the binary runs. A process finds out once what can be had, by starting a probe in a
worker's place that tries what is forbidden; later workers start with exactly these layers, or not at all.
"""

from __future__ import annotations

import errno
import functools
import json
import logging
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from pydantic_monty._binary import find_monty_binary

from lobby.bots import launcher, module_worker

log = logging.getLogger("fogbound.sandbox")

MINIMUM: Final = frozenset({"capabilities", "no_new_privileges", "limits", "seccomp"})
"""Without these a production site hosts no programs, and without one of `FILES`."""
FILES: Final = frozenset({"namespaces", "landlock"})
"""Either of them keeps the site's files, and its secrets in /proc, from a worker."""

OWN_USER: Final = 64_099
"""The user and group of workers where the site is root; Debian gives nobody numbers from 60000 to 64999 unasked."""
ROOT: Final = "/worker"
"""Where bubblewrap puts together what becomes the root of a worker."""
THREADS: Final = 16
MEGABYTE: Final = 2**20
CPU_SECONDS: Final = 200_000
"""More than a worker computes before another one takes its place (`workers.SESSIONS_OF_A_WORKER`)."""
LIMITS: Final = {
    "CPU": CPU_SECONDS,
    "AS": 512 * MEGABYTE,
    "FSIZE": 0,
    "NOFILE": 16,
    "CORE": 0,
    "MEMLOCK": 0,
    "MSGQUEUE": 0,
}
"""Of one worker, as `setrlimit` names them."""
PROBE_SECONDS: Final = 20.0
SAID: Final = 1000
"""Characters of what workers say that are logged at once."""
PAUSE: Final = 1.0
"""Seconds between two lines of what workers say. Whoever says more waits."""

ALLOWED: Final = (
    "arch_prctl brk clock_getres clock_gettime clock_nanosleep close close_range dup dup2 dup3 epoll_create1 epoll_ctl epoll_pwait "
    "epoll_wait eventfd2 exit exit_group faccessat faccessat2 access fadvise64 fstat fstatfs futex futex_time64 get_robust_list getcwd "
    "getdents64 getegid geteuid getgid getpid getppid getrandom getresgid getresuid getrlimit getrusage gettid gettimeofday getuid "
    "lseek lstat madvise membarrier mmap mprotect mremap munmap nanosleep newfstatat pipe2 poll ppoll pread64 preadv pwrite64 pwritev "
    "read readlink readlinkat readv restart_syscall rseq rt_sigaction rt_sigprocmask rt_sigreturn rt_sigtimedwait sched_getaffinity "
    "sched_yield set_robust_list set_tid_address sigaltstack stat statfs statx sysinfo time times uname write writev "
)
"""System calls that read, compute and wait. All others are refused, but for the few forms of some that `_filter` adds."""
PRCTL: Final = (15, 16, 21, 23, 39, 0x53564D41)
"""Asking for the own state, and names of threads and of memory (PR_SET_NAME, _GET_NAME, _GET_SECCOMP, _CAPBSET_READ, …)."""
FCNTL: Final = (0, 1, 2, 3, 4, 1030)
"""Copies of descriptors, and their flags."""

_PROBE: Final = """
import ctypes, json, os, resource, sys, threading
limits, held = json.loads(sys.argv[-2]), sys.argv[-1].split(",")
libc = ctypes.CDLL(None, use_errno=True)

def refused(act):
    try:
        return act() == -1 and ctypes.get_errno() == 1
    except OSError:
        return True

def has_capability():
    head, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    # Only root could have more than it has, and only root may say that it never will.
    bounding = os.getuid() == 0 and any(libc.prctl(23, one, 0, 0, 0) == 1 for one in range(64))
    return libc.capget(head, sets) == -1 or any(sets) or bounding

def has_limit(name, most):
    return resource.getrlimit(getattr(resource, "RLIMIT_" + name)) == (most, most)

# What the worker will be must be within reach.
open(sys.argv[-3], "rb").close()
thread = threading.Thread(target=int)
thread.start()
thread.join()
found = {
    "namespaces": os.getpid() < 10 and not os.path.exists("/proc") and not os.path.exists("/etc"),
    "capabilities": not has_capability(),
    "own_user": os.getuid() != 0,
    "user_namespace": os.getuid() == 65534,
    "limits": all(has_limit(name, most) for name, most in limits.items()),
    "processes": resource.getrlimit(resource.RLIMIT_NPROC)[1] != resource.RLIM_INFINITY,
    "no_new_privileges": libc.prctl(39, 0, 0, 0, 0) == 1,
    "landlock": refused(lambda: os.listdir("/")),
    "seccomp": libc.prctl(21, 0, 0, 0, 0) == 2 and refused(lambda: libc.socket(1, 1, 0)) and refused(os.fork),
}
print(json.dumps([name for name in held if found[name]]))
"""
"""Runs in a worker's place and prints which of the layers that were put around it really hold."""


@dataclass(frozen=True)
class Executable:
    """What runs in a worker's process."""

    path: str
    arguments: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    """Files and folders that it needs to start; it can read nothing else."""

    @classmethod
    def at(cls, path: str, *arguments: str, parts: Sequence[str] = ()) -> Executable:
        """An executable with the libraries that it is linked with, and with further files and folders."""
        files = [part for part in parts if os.path.isfile(part)]
        told = subprocess.run(["ldd", path, *files], capture_output=True, text=True, check=False).stdout
        # As in `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, or the path alone for what loads them.
        libraries = {
            word for line in told.splitlines() for word in line.split() if word.startswith("/") and " (0x" in line
        }
        return cls(path, arguments, tuple(dict.fromkeys([path, *sorted(libraries), *parts])))


@functools.cache
def python(source: str, *arguments: str, parts: tuple[str, ...] = ()) -> Executable:
    """A Python that runs `source`, for probes: what it may read of this machine is its standard library and `parts`."""
    specs = [spec for spec in (find_spec("_ctypes"), find_spec("_socket")) if spec and spec.has_location]
    extensions = [str(spec.origin) for spec in specs]
    return Executable.at(*PYTHON, source, *arguments, parts=[os.path.dirname(os.__file__), *extensions, *parts])


def module_executable() -> Executable:
    """A Python that runs modules (`module_worker`). Raises OSError where `wasmtime` is missing."""
    spec = find_spec("wasmtime")
    if spec is None or spec.origin is None:
        raise OSError("wasmtime is not installed")
    folder = os.path.dirname(spec.origin)
    source = f"{Path(module_worker.__file__).read_text()}\nmain(sys.argv[1])\n"
    libraries = [str(path) for path in Path(folder).rglob("*.so")]
    return python(source, folder, parts=(*libraries, folder))


PYTHON: Final = (os.path.realpath(sys.executable), "-I", "-S", "-E", "-c")
"""A Python that reads nothing of its environment, for one text."""


@dataclass(frozen=True)
class Confinement:
    """The layers that hold around workers here, and how workers start inside them."""

    layers: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    """Bubblewrap and its options, if it is used."""

    is_away: bool = False
    """Workers start in another container (`spawner`), and it does not say what holds there."""

    @property
    def missing(self) -> list[str]:
        """What has to be there before a production site hosts programs, and is not."""
        if self.is_away:
            return ["answer at FOGBOUND_PROGRAM_SOCKET"]
        files = [] if FILES & set(self.layers) else [" or ".join(sorted(FILES))]
        return sorted(MINIMUM - set(self.layers)) + files

    @property
    def absent(self) -> list[str]:
        """The layers that this machine does not offer."""
        return [name for name in launcher.LAYERS if name not in self.layers]

    def in_words(self) -> str:
        """The layers in one line."""
        if self.is_away:
            return "nobody answers at FOGBOUND_PROGRAM_SOCKET"
        absent = f"; absent: {', '.join(self.absent)}" if self.absent else ""
        return (", ".join(self.layers) or "none") + absent

    def launcher(self, executable: Executable) -> Launcher:
        """What starts the executable with these layers around it. Raises OSError."""
        return Launcher(executable, self.command, layers=self.layers)

    def interpreter(self) -> Launcher:
        """What starts workers of the sandbox with these layers around them. Raises OSError."""
        return self.launcher(Executable.at(find_monty_binary()))

    def module_runtime(self) -> Launcher:
        """What starts workers for WebAssembly modules: the same layers, around another executable. Raises OSError."""
        return self.launcher(module_executable())


class Script:
    """A file that executes a command with the arguments that it is given; what the command says to stderr goes to the log.

    The file is in memory, because a container may allow no new executables on its disks. Raises OSError.
    """

    def __init__(self, command: Sequence[str], *, waits: bool = False, level: int = logging.WARNING) -> None:
        """With `waits` a shell stays before the command, as its parent, and whoever kills the shell kills a command that dies with its parent.

        Otherwise the parent would be a thread of this process, because Linux counts threads, and might end long before its process.
        """
        self._heard, self._said = os.pipe()
        self._file = os.memfd_create("worker")
        call = f'{shlex.join(command)} "$@"'
        script = f"#!/bin/sh\nexec 2>/proc/{os.getpid()}/fd/{self._said}\n{f'{call}; exit $?' if waits else f'exec {call}'}\n"
        os.write(self._file, script.encode())
        self.path = f"/proc/{os.getpid()}/fd/{self._file}"
        threading.Thread(target=_listen, args=(self._heard, level), name="workers-say", daemon=True).start()

    def close(self) -> None:
        """Workers that run are not touched; no other can start."""
        os.close(self._file)
        os.close(self._said)


class Launcher(Script):
    """Starts an executable inside its layers. Raises OSError."""

    def __init__(
        self,
        executable: Executable,
        command: Sequence[str],
        *,
        layers: Sequence[str] | None,
        without: Collection[str] = (),
    ) -> None:
        # 2^26 pages to guess from, and one guess for each process: a wrong address kills it.
        address = random.SystemRandom().randrange(2**36, 2**38, 16)
        plan: launcher.Plan = {
            "executable": executable.path,
            "arguments": executable.arguments,
            "readable": executable.readable,
            "packages": "",
            "root": ROOT if command else "",
            "user": OWN_USER,
            "threads": THREADS,
            "limits": LIMITS,
            "address": address,
            "filter": _filter(address),
            "layers": None if layers is None else list(layers),
            "without": sorted(without),
        }
        spec = find_spec("landlockpy")
        package = os.path.dirname(spec.origin) if spec and spec.origin else ""
        inside: list[str] = []
        if command:
            plan["packages"] = "/packages"
            inside = [*command, *_binds(executable.readable, package), "--"]
        elif package:
            plan["packages"] = os.path.dirname(package)
        source = f"{Path(launcher.__file__).read_text()}\nlaunch({plan!r})\n"
        # What a machine does not offer is no news: `find` says what is left.
        level = logging.DEBUG if layers is None else logging.WARNING
        super().__init__([*inside, *PYTHON, source], waits=bool(command), level=level)


def _listen(heard: int, level: int) -> None:
    """Log what workers write to stderr, until no worker and no launcher is left. It is text of programs, and may be hostile."""
    with os.fdopen(heard, "rb", buffering=0) as pipe:
        while said := pipe.read(SAID):
            log.log(level, "a worker of the sandbox says: %s", ascii(said.decode(errors="replace"))[1:-1])
            threading.Event().wait(PAUSE)


def _binds(readable: Sequence[str], package: str) -> list[str]:
    """Options of bubblewrap: what the launcher needs, and below `ROOT` what the worker needs. Nothing of it can be written."""
    system = [folder for folder in ("/usr", "/lib", "/lib64", "/lib32") if os.path.isdir(folder)]
    if not Path(PYTHON[0]).is_relative_to("/usr"):
        system.append(sys.base_prefix)
    binds = [["--ro-bind", folder, folder] for folder in system]
    if package:
        binds.append(["--ro-bind", package, "/packages/landlockpy"])
    binds.append(["--perms", "0755", "--tmpfs", ROOT])
    folders = {str(folder) for path in readable for folder in Path(path).parents[:-1]}
    # Those that bubblewrap makes on the way are for its own user alone.
    binds += [["--perms", "0755", "--dir", ROOT + folder] for folder in sorted(folders)]
    binds += [["--ro-bind", path, ROOT + path] for path in readable]
    binds.append(["--remount-ro", ROOT])
    return [word for bind in binds for word in bind]


def _filter(address: int) -> str:
    """The filter of system calls as a program of the kernel, in hexadecimal; "" where libseccomp is missing.

    What may be executed is the path at `address`. The interpreter needs threads, and its loader opens files to read them.
    """
    try:
        import pyseccomp as libseccomp  # type: ignore[import-untyped]
    except (ImportError, RuntimeError, OSError):
        return ""
    made = libseccomp.SyscallFilter(libseccomp.ERRNO(errno.EPERM))
    equal, masked = libseccomp.EQ, libseccomp.MASKED_EQ
    writing = os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | os.O_APPEND | (os.O_TMPFILE & ~os.O_DIRECTORY)
    threads, spaces = 0x10000, 0x7E020080
    rules: list[tuple[int, str, tuple[Any, ...]]] = [(libseccomp.ALLOW, name, ()) for name in ALLOWED.split()]
    rules += [
        (libseccomp.ALLOW, "open", (libseccomp.Arg(1, masked, writing, 0),)),
        (libseccomp.ALLOW, "openat", (libseccomp.Arg(2, masked, writing, 0),)),
        (libseccomp.ALLOW, "clone", (libseccomp.Arg(0, masked, threads | spaces, threads),)),
        # Its arguments are in memory, which no filter reads. Whoever is told that it does not exist uses `clone`.
        (libseccomp.ERRNO(errno.ENOSYS), "clone3", ()),
        (libseccomp.ERRNO(errno.ENOSYS), "openat2", ()),
        # Reading limits, not setting them.
        (libseccomp.ALLOW, "prlimit64", (libseccomp.Arg(0, equal, 0), libseccomp.Arg(2, equal, 0))),
        (libseccomp.ALLOW, "capget", ()),
        (libseccomp.ALLOW, "execve", (libseccomp.Arg(0, equal, address),)),
        (libseccomp.KILL_PROCESS, "execve", (libseccomp.Arg(0, libseccomp.NE, address),)),
    ]
    rules += [(libseccomp.ALLOW, "prctl", (libseccomp.Arg(0, equal, option),)) for option in PRCTL]
    rules += [(libseccomp.ALLOW, "fcntl", (libseccomp.Arg(1, equal, command),)) for command in FCNTL]
    for action, name, conditions in rules:
        try:
            made.add_rule(action, name, *conditions)
        except (OSError, ValueError):
            # An old call that this processor's kernel does not have, or one that this libseccomp does not know yet.
            log.debug("no rule for %s", name)
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read().hex()


def _bubblewrap() -> list[list[str]]:
    """Ways to start a process in namespaces of its own, the best first."""
    found = shutil.which("bwrap")
    if found is None:
        return []
    # The launcher puts the worker's root in its place, changes the user, and gives these capabilities up.
    rights = [
        word
        for right in ("SYS_ADMIN", "SYS_CHROOT", "SETUID", "SETGID", "SETPCAP")
        for word in ("--cap-add", f"CAP_{right}")
    ]
    base = [found, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    base += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", *rights]
    with_users = [base[0], "--unshare-user", *base[1:]]
    # With a user namespace of bubblewrap's, root could not give the worker a user of its own.
    return [base, with_users] if os.geteuid() == 0 else [with_users]


def find(*, bubblewrap: bool = True, without: Collection[str] = ()) -> Confinement:
    """What this machine offers, but for the layers in `without`: each was tried in a worker's place. Takes a tenth of a second."""
    if sys.platform != "linux":
        return Confinement()
    for command in [*(_bubblewrap() if bubblewrap else []), []]:
        # Without bubblewrap another user may not reach a checkout or a Python of root's. Kernels before 5.14 count the threads of all processes of
        # the same user.
        for fewer in ((), ("own_user",), ("processes",), ("own_user", "processes")):
            layers = _probe(command, [*without, *fewer])
            if layers is not None:
                return Confinement(layers, tuple(command))
    return Confinement()


def _probe(command: Sequence[str], without: Collection[str]) -> tuple[str, ...] | None:
    """The layers that hold around a process that starts so; None if it cannot start."""
    try:
        interpreter = find_monty_binary()
        probe = python(_PROBE, interpreter, json.dumps(LIMITS), parts=(interpreter,))
        started = Launcher(probe, command, layers=None, without=without)
    except OSError as error:
        log.warning("workers cannot start through a launcher: %s", error)
        return None
    try:
        ended = subprocess.run(
            [started.path], env={}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=PROBE_SECONDS, check=True
        )
        found = json.loads(ended.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        log.debug("%s", error)
        return None
    finally:
        started.close()
    return tuple(found)
