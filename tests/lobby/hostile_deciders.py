"""What does a program try that wants to harm the site, and why is its run void? For `decide`, which plays every game."""

from __future__ import annotations

LIMITS = {"budget", "time", "memory"}
"""Which of them ends a run that takes more and more depends on the machine."""
HOSTILE: dict[str, tuple[str, set[str]]] = {
    # Loops
    "endless": ("def decide(view):\n    while True: pass\n", LIMITS),
    "endless and catching": (
        "def decide(view):\n    while True:\n        try:\n            while True: pass\n        except Exception: pass\n",
        LIMITS,
    ),
    "endless in finally": ("def decide(view):\n    try: 1 / 0\n    finally:\n        while True: pass\n", LIMITS),
    "nested loops": ("def decide(view):\n    return [a for a in range(999) for b in range(999)]\n", LIMITS),
    "slow sort": ("def decide(view):\n    sorted(range(10**5), key=lambda n: sum(range(n)))\n", LIMITS),
    "long range": ("def decide(view):\n    return sum(range(10**15))\n", LIMITS),
    "endless iterator": ("import itertools\ndef decide(view):\n    return sum(itertools.count())\n", LIMITS),
    # Depth
    "recursion": ("def decide(view):\n    return decide(view)\n", LIMITS | {"error"}),
    "mutual recursion": (
        "def a(n): return b(n)\ndef b(n): return a(n)\ndef decide(view):\n    return a(1)\n",
        LIMITS | {"error"},
    ),
    "deep list": (
        "def decide(view):\n    a = []\n    for n in range(5000): a = [a]\n    return a\n",
        LIMITS | {"error", "result"},
    ),
    "circle": ("def decide(view):\n    a = []\n    a.append(a)\n    return a\n", {"error", "result"}),
    # Memory
    "doubled list": ("def decide(view):\n    x = [0]\n    for n in range(60): x = x + x\n", LIMITS),
    "doubled text": ("def decide(view):\n    x = 'a'\n    for n in range(60): x = x + x\n", LIMITS),
    "great text": ("def decide(view):\n    return 'x' * 10 ** 12\n", LIMITS | {"result", "error"}),
    "great power": ("def decide(view):\n    return 10 ** 10 ** 9\n", LIMITS | {"error"}),
    "much kept": ("def decide(view, memory):\n    memory['x'] = 'y' * 10 ** 5\n", LIMITS | {"result"}),
    # Answers
    "not a number": ("def decide(view):\n    return float('nan')\n", {"error", "result"}),
    "infinite": ("def decide(view):\n    return {'moves': [float('inf')]}\n", {"error", "result"}),
    "a function": ("def decide(view):\n    return decide\n", {"error", "result"}),
    "a set": ("def decide(view):\n    return {1, 2}\n", {"error", "result"}),
    "a complex key": ("def decide(view):\n    return {(1, 2): 3}\n", {"error", "result"}),
    "bytes": ("def decide(view):\n    return b'orders'\n", {"error", "result"}),
    "kept function": ("def decide(view, memory):\n    memory['f'] = decide\n", {"error", "result"}),
    # Errors
    "exception": ("def decide(view):\n    raise ValueError('x' * 10 ** 4)\n", {"error"}),
    "exit": ("def decide(view):\n    raise SystemExit\n", {"error"}),
    "interrupt": ("def decide(view):\n    raise KeyboardInterrupt\n", {"error"}),
    "own memory error": ("def decide(view):\n    raise MemoryError('no')\n", {"error", "memory"}),
    "division": ("def decide(view):\n    return 1 / 0\n", {"error"}),
    # Out of the room
    "file": ("def decide(view):\n    return open('/etc/passwd').read()\n", {"error"}),
    "import inside": ("def decide(view):\n    return __import__('os').environ\n", {"error"}),
    "classes": ("def decide(view):\n    return ().__class__.__bases__[0].__subclasses__()\n", {"error"}),
    "eval": ("def decide(view):\n    return eval('1 + 1')\n", {"error"}),
    "globals": ("def decide(view):\n    return globals()\n", {"error"}),
    "much printed": ("def decide(view):\n    for n in range(10**4): print('x' * 1000)\n", LIMITS | {"error", "result"}),
}
"""Name → (text, reasons that are in order)."""
