"""What could a program do that has broken out of the interpreter? This text runs in a worker's place, past the interpreter, and tries it.

`test_confinement` starts it as workers start, with `python -c`, so it imports nothing of the site. Each probe returns or prints nothing: it raises OSError
if it was refused. The last argument has the facts of the machine that a probe needs, as JSON; those before it name the probes.
"""

import ctypes
import json
import os
import platform
import resource
import socket
import sys
import threading

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]

NUMBERS = {
    "x86_64": {"add_key": 248, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "tgkill": 234, "capset": 126},
    "aarch64": {"add_key": 217, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "tgkill": 131, "capset": 91},
}
NEWER = {"pidfd_open": 434, "pidfd_send_signal": 424, "io_uring_setup": 425, "clone3": 435}
"""The same on every processor."""

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PTRACE_ATTACH, PTRACE_DETACH = 16, 17


def call(name, *arguments):
    """A function of the C library. Raises OSError."""
    return checked(getattr(libc, name)(*arguments))


def system(name, *arguments):
    """A system call by its number."""
    number = NEWER.get(name) or NUMBERS[platform.machine()][name]
    return checked(libc.syscall(number, *(ctypes.c_long(one) if isinstance(one, int) else one for one in arguments)))


def checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path, "rb") as file:
        return file.read(65536)


# --- Files and secrets


def use_inherited_descriptors(facts):
    for number in range(3, 256):
        try:
            os.fstat(number)
        except OSError:
            continue
        return
    raise OSError("none is open")


def read_the_database(facts):
    assert b"SQLite" in read(facts["database"])


def read_the_code_of_the_site(facts):
    read(facts["code"])


def read_the_secret_key_of_the_parent(facts):
    assert b"FOGBOUND_SECRET_KEY" in read(f"/proc/{facts['parent']}/environ")


def read_the_memory_of_the_parent(facts):
    with open(f"/proc/{facts['parent']}/mem", "rb"):
        pass


def list_processes(facts):
    os.listdir("/proc")


def list_the_root(facts):
    os.listdir("/")


def read_users(facts):
    read("/etc/passwd")


def read_device(facts):
    read_only = os.open("/dev/zero", os.O_RDONLY)
    os.read(read_only, 1)


def write_the_database(facts):
    os.open(facts["database"], os.O_WRONLY | os.O_APPEND)


def write_a_new_file(facts):
    os.open(f"{facts['folder']}/new", os.O_WRONLY | os.O_CREAT)


def write_here(facts):
    os.open("new", os.O_WRONLY | os.O_CREAT)


def write_a_file_without_a_name(facts):
    os.open(facts["folder"], os.O_WRONLY | os.O_TMPFILE)


def write_shared_memory(facts):
    os.open("/dev/shm/fogbound-probe", os.O_RDWR | os.O_CREAT)


def write_memory_as_a_file(facts):
    os.memfd_create("probe")


def write_device(facts):
    os.open("/dev/null", os.O_WRONLY)


def make_a_folder(facts):
    os.mkdir(f"{facts['folder']}/folder")


def make_a_device(facts):
    os.mknod(f"{facts['folder']}/device", 0o600 | 0o020000, os.makedev(1, 5))


def make_a_link(facts):
    os.symlink("/", f"{facts['folder']}/link")


def rename_the_database(facts):
    os.rename(facts["database"], facts["database"] + ".old")
    os.rename(facts["database"] + ".old", facts["database"])


def change_the_mode_of_the_database(facts):
    os.chmod(facts["database"], 0o666)


def remove_a_file(facts):
    os.unlink(facts["spare"])


# --- Network


def open_a_tcp_socket(facts):
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def connect_to_loopback(facts):
    socket.create_connection(("127.0.0.1", facts["port"]), 5)


def open_a_udp_socket(facts):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", facts["port"]))


def connect_to_a_unix_socket(facts):
    socket.socket(socket.AF_UNIX).connect(facts["unix"])


def connect_to_an_abstract_socket(facts):
    socket.socket(socket.AF_UNIX).connect(f"\0{facts['abstract']}")


def make_a_pair_of_sockets(facts):
    socket.socketpair()


def open_a_netlink_socket(facts):
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)


def open_a_packet_socket(facts):
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)


# --- Processes


def fork(facts):
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


def bomb_with_threads(facts):
    stop = threading.Event()
    try:
        for _ in range(200):
            threading.Thread(target=stop.wait, daemon=True).start()
    except RuntimeError as error:
        raise OSError(str(error)) from error
    finally:
        stop.set()


def clone_into_a_namespace(facts):
    number = 56 if platform.machine() == "x86_64" else 220
    # This way the call keeps the interpreter's lock, which nobody would give back in the child.
    child = ctypes.PyDLL(None).syscall(number, ctypes.c_long(CLONE_NEWUSER | 17), 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child == -1:
        raise OSError("refused")
    os.waitpid(child, 0)


def execute(facts):
    os.execv("/bin/sh", ["sh", "-c", "echo executed"])


def execute_itself(facts):
    os.execv(sys.executable, [sys.executable, "-c", "print('executed')"])


def signal_the_parent(facts):
    os.kill(facts["parent"], 0)


def signal_another(facts):
    os.kill(facts["victim"], 0)


def signal_all(facts):
    os.kill(-1, 0)


def signal_a_thread(facts):
    system("tgkill", facts["victim"], facts["victim"], 0)


def signal_by_descriptor(facts):
    system("pidfd_send_signal", system("pidfd_open", facts["victim"], 0), 0, None, 0)


def trace_the_parent(facts):
    # Of the victim, which is the parent's child: who traced the parent would stop this test.
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    call("ptrace", PTRACE_ATTACH, facts["victim"], None, None)
    os.waitpid(facts["victim"], 0)
    call("ptrace", PTRACE_DETACH, facts["victim"], None, None)


def read_the_memory_of_another(facts):
    class Piece(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    here = ctypes.create_string_buffer(8)
    mine, theirs = Piece(ctypes.addressof(here), 8), Piece(facts["address"], 8)
    call("process_vm_readv", facts["victim"], ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)


def change_the_priority_of_another(facts):
    os.setpriority(os.PRIO_PROCESS, facts["victim"], 5)


# --- Rights and the kernel


def become_root(facts):
    os.setuid(0)
    if os.getuid() == 0:
        os.setgroups([0])


def become_another(facts):
    os.setresuid(12345, 12345, 12345)


def take_capabilities(facts):
    head, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(1, 1, 0, 0, 0, 0)
    system("capset", head, sets)


def make_a_user_namespace(facts):
    call("unshare", CLONE_NEWUSER)


def make_a_network(facts):
    call("unshare", CLONE_NEWNET)


def mount(facts):
    call("mount", b"none", facts["mount"].encode(), b"tmpfs", 0, None)
    call("umount2", facts["mount"].encode(), 2)


def change_the_root(facts):
    os.chroot(facts["folder"])


def change_the_host_name(facts):
    socket.sethostname(facts["host"])


def raise_a_limit(facts):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1) if soft <= 64 else (soft, hard))


def become_traceable(facts):
    call("prctl", 4, 1, 0, 0, 0)


def outlive_the_parent(facts):
    call("prctl", 1, 0, 0, 0, 0)


def use_io_uring(facts):
    system("io_uring_setup", 4, ctypes.create_string_buffer(120))


def use_bpf(facts):
    # A map of one number.
    system("bpf", 0, (ctypes.c_uint32 * 18)(2, 4, 4, 1), 72)


def use_performance_counters(facts):
    attributes = (ctypes.c_uint32 * 28)(1, 112)
    system("perf_event_open", attributes, 0, -1, -1, 0)


def use_page_faults(facts):
    system("userfaultfd", 0)


def keep_a_key(facts):
    # The keyring of this process alone.
    system("add_key", b"user", b"probe", b"x", 1, -2)


def share_memory(facts):
    call("shmctl", call("shmget", 0, 4096, 0o1600), 0, None)


def send_messages(facts):
    call("msgctl", call("msgget", 0, 0o1600), 0, None)


def watch_files(facts):
    call("inotify_init1", 0)


# --- Resources


def allocate_a_gigabyte(facts):
    if libc.mmap(None, 2**30, 3, 0x22, -1, 0) == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "no memory")


def open_many_files(facts):
    opened = []
    try:
        opened += [os.dup(0) for _ in range(100)]
    finally:
        for one in opened:
            os.close(one)


def write_a_big_file(facts):
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    if most == 0:
        raise OSError("no file may have a size")


def compute_for_ever(facts):
    if resource.getrlimit(resource.RLIMIT_CPU)[1] != resource.RLIM_INFINITY:
        raise OSError("processor time ends")


if __name__ == "__main__":
    known = json.loads(sys.argv[-1])
    for name in sys.argv[1:-1]:
        try:
            globals()[name](known)
        # ValueError: Python's word for a limit that may not be raised.
        except (OSError, AssertionError, ValueError) as error:
            print(json.dumps([name, False, f"{type(error).__name__}: {error}"]), flush=True)
        else:
            print(json.dumps([name, True, ""]), flush=True)
