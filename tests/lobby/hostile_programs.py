"""Which programs cost their run, and for which reason are they void?"""

from __future__ import annotations


def body(*lines: str) -> str:
    return "def run(c):\n" + "".join(f"    {line}\n" for line in lines)


HOSTILE = {
    # Loops
    "an endless loop": (body("while True: pass"), "budget"),
    "an endless loop that counts": (body("n = 0", "while True: n += 1"), "budget"),
    "a loop that catches everything": (
        body("while True:", "    try:", "        while True: pass", "    except Exception: pass"),
        "budget",
    ),
    "a loop in finally": (body("try:", "    while True: pass", "finally:", "    while True: pass"), "budget"),
    "a budget that is caught, then calm": (
        body("try:", "    while True: pass", "except RuntimeError: c.walk(1)"),
        "budget",
    ),
    "nested comprehensions": (body("[a for a in range(999) for b in range(999) for d in range(999)]"), "budget"),
    "a loop in a generator expression": (body("any(False for n in range(10**6))"), "budget"),
    "a loop in a lambda": (body("for n in range(10**9): (lambda: n)()"), "budget"),
    "sorting with a slow key": (body("sorted(range(10**5), key=lambda n: sum(range(n)))"), "budget"),
    "sorting with hostile keys": (
        "class Key:\n    def __init__(self): self.n = 0\n    def __eq__(self, other):\n        while True: pass\n"
        + body("keys = [Key() for n in range(5)]", "Key() in keys"),
        "budget",
    ),
    "a long scan": (body("x = list(range(5000))", "while True: -1 in x"), "budget"),
    "a long join": (body('x = ["a"] * 9999', 'while True: "".join(x)'), "budget"),
    "a range without end": (body("sum(range(10**15))"), "budget"),
    "mutual recursion that catches": (
        "def a(n):\n    try: return b(n + 1)\n    except RecursionError: return a(n)\n"
        "def b(n): return a(n + 1)\n" + body("a(0)"),
        "budget",
    ),
    "an iterator without end": (body("import itertools", "sum(itertools.count())"), "budget"),
    "a huge product of sequences": (
        body("import itertools", "x = range(400)", "max(itertools.product(x, x, x), key=None)"),
        "budget",
    ),
    # Time that no unit measures
    "an iterator that gives nothing": (
        body("import itertools", "next(itertools.chain.from_iterable(itertools.repeat([])))"),
        "time",
    ),
    # Size: who makes much, pays for it or meets the limit of memory first
    "a list that doubles": (body("x = [0]", "for n in range(60): x = x + x"), "budget"),
    "a text that doubles": (body('x = "a"', "for n in range(60): x = x + x"), "budget"),
    "a multiplied text": (body('x = "a" * 10**12'), "memory"),
    "a multiplied list": (body("x = [0] * 10**12"), "memory"),
    "a huge power": (body("x = 7 ** (7 ** 12)"), "budget"),
    "a huge shift": (body("x = 1 << 10**12"), "memory"),
    "an integer that squares itself": (body("x = 3", "for n in range(60): x = x * x"), "budget"),
    "a padded text": (body('x = "a".rjust(10**10)'), "memory"),
    "a formatted text": (body('x = f"{1:>10000000000}"'), "memory"),
    "a dictionary of lists": (body("x = {}", "for n in range(3000): x[n] = [n] * 1000"), "budget"),
    # Depth
    "recursion": (body("def deep(n): return deep(n + 1)", "deep(0)"), "error"),
    "a recursive lambda": (body("f = lambda g: g(g)", "f(f)"), "error"),
    # Output
    "a flood of output": (body("while True: print('x' * 60000)"), "memory"),
    "one long line": (body("print('x' * 10**6)"), "budget"),
    # Files, network, processes, clock
    "reading a file": (body("from json import load", "load('/etc/passwd')"), "error"),
    "a module that was not imported": (body("os.listdir('/')"), "error"),
    "a socket": (body("socket.socket()"), "error"),
    "sleeping": (body("time.sleep(100)"), "error"),
    # Introspection
    "the class of a thing": (body("().__class__.__bases__"), "error"),
    "subclasses": (body("object.__subclasses__()"), "error"),
    "globals of a function": (body("run.__globals__"), "error"),
    "code of a function": (body("run.__code__"), "error"),
    "frames of an exception": (body("try: 1 / 0", "except Exception as e: e.__traceback__.tb_frame"), "error"),
    "a computed name": (body('getattr((), "__cl" + "ass__")'), "error"),
    "the counter by a computed name": (body('getattr(run, "_cb" + "_spent")'), "error"),
    "builtins": (body("__builtins__"), "error"),
    # Answers
    "more actions than there may be": (body("for n in range(3): c.walk(0)"), "result"),
    "an action of no known form": (body('c.walk("north")'), "result"),
    "an action beyond all numbers": (body("c.throw(10**4000)"), "result"),
    "a number that is none": (body('c.walk(float("nan"))'), "result"),
    "an answer that is too long": (body('c.throw("x" * 70000)'), "result"),
    "memory that is too long": (body('c.memory["x"] = "y" * 300'), "result"),
    "memory that is no object": (body("c.memory = 3"), "result"),
    "memory that is no JSON": (body("c.memory[1] = c"), "result"),
    "memory with infinity": (body('c.memory["x"] = float("inf")'), "result"),
    "memory that holds itself": (body('c.memory["x"] = c.memory'), "result"),
    "an action that is nested deeply": (body("x = []", "for n in range(600): x = [x]", "c.walk(x)"), "error"),
    # Plain mistakes
    "raising": (body('raise ValueError("no")'), "error"),
    "leaving": (body("raise SystemExit"), "error"),
    "interrupting": (body("raise KeyboardInterrupt"), "error"),
    "an unknown name": (body("nothing"), "error"),
    "another number of arguments": ("def run(): pass", "error"),
    "asking too often for unknown names": (
        body("for n in range(99):", "    try: nothing", "    except NameError: pass"),
        "error",
    ),
}


HUGE = {"a flood of output"}
