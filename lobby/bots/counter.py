"""What runs in the sandbox beside a program? The counter of its units, and builtins that charge for the size of what they are given.

This is a text in the sandbox's subset of Python, with `@` before the names that `charging` draws for each preparation. Inside it the names of
builtins mean the sandbox's own.
"""

from __future__ import annotations

from lobby.bots import counter_heaps, counter_modules

TEXT = (
    """
@spent = @limit = @shown = 0

def @spend(units):
    global @spent
    if units < 0:
        raise RuntimeError("Units are never negative.")
    @spent += units
    if @spent > @limit:
        raise RuntimeError("The program has used up its budget.")

def @tick(units):
    @spend(units)
    return True

def @counter():
    from collections import Counter, deque
    from itertools import chain, islice
    from math import log2
    import bisect, collections, functools, itertools, json, math
    hidden, no_text, spend = AttributeError, ValueError, @spend
    length, kind_of, is_a, first, absolute, whole = len, type, isinstance, iter, abs, int
    rows, following = {tuple: 1, list: 1}, next
    add_up, do_map, text, listed, look, put, has = sum, map, str, list, getattr, setattr, hasattr
    texts = (str, bytes)
    sized = (list, tuple, dict, set, frozenset, str, bytes, range, deque, type({}.keys()), type({}.values()), type({}.items()))
    held = type({}.values())
    union = type(int | str)
    figures = {int: 1, float: 1, bool: 1}
    tables = {dict: 1, set: 1, frozenset: 1}
    numbers = {int: 1, float: 1, bool: 1, type(None): 1}
    def begin(units):
        global @spent, @limit
        @spent = 0
        @limit = units

    def state():
        return @spent, @limit, @shown

    def run(view, memory, seed, units):
        begin(@unlimited)
        play = @make()
        begin(units)
        answer = play(view, memory, seed)
        return answer, @spent, @limit, @shown

    # Sizes

    def bits(number):
        size = whole(log2(absolute(number) or 1)) // 64
        spend(size + size * size // 256)

    def made(value):
        kind = kind_of(value)
        if kind is text or kind is bytes:
            size = length(value)
            if size > 15:
                spend(size // 16)
        elif kind in figures:
            if kind is whole and not -@small < value < @small:
                bits(value)
        elif is_a(value, sized):
            spend(length(value))
        return value

    def holds(value):
        made(value)
        return True

    def combined(value, left, right):
        if kind_of(value) is union:
            return either(left, right)
        made(left)
        made(right)
        return made(value)

    def deep(values):
        # Everything inside, level by level: comparing two things may look at all of it.
        level, price = values, 1
        while True:
            kinds = set(do_map(kind_of, level))
            if all(kind in numbers for kind in kinds):
                return
            inner = []
            if all(kind in rows for kind in kinds):
                inner, level = listed(level), ()
            spend(add_up([length(one) for one in level if is_a(one, texts)]) // 16)
            for one in level:
                if is_a(one, dict):
                    inner.append(one.values())
                elif is_a(one, sized) and not is_a(one, texts) and not is_a(one, range):
                    inner.append(one)
            if not inner:
                return
            spend(price * add_up(do_map(length, inner)))
            level, price = listed(chain.from_iterable(inner)), 4

    def weighed(value):
        if kind_of(value) is text and length(value) < 16:
            return value
        made(value)
        if is_a(value, dict):
            deep(value.values())
        elif is_a(value, sized) and not is_a(value, texts) and not is_a(value, range):
            deep(value)
        return value

    def drained(value):
        try:
            source = first(value)
        except TypeError:
            return value
        found = []
        while True:
            part = listed(islice(source, 256))
            spend(2 * length(part))
            found += part
            if length(part) < 256:
                return found

    def given(value):
        if is_a(value, sized):
            spend(length(value))
            return value
        return value if kind_of(value) in numbers else drained(value)

    def mapped(value):
        return made(value) if is_a(value, dict) else value

    # Operators

    def searched(values, one):
        if is_a(values, texts):
            made(values)
        elif is_a(values, (list, tuple, deque, held)):
            spend(length(values))
            if kind_of(one) not in numbers:
                made(one)
                if is_a(one, sized) and not is_a(one, texts):
                    deep(values)
        elif is_a(values, range) and kind_of(one) is not whole:
            spend(length(values))
        elif kind_of(values) in lazy:
            return sought(values, one)
        return values

    def sought(values, one):
        # As far as the first equal one: what comes after it is still to be read.
        while True:
            found = listed(islice(values, 1))
            spend(2)
            if not found or found[0] is one:
                return found
            if kind_of(one) not in numbers:
                weighed(one)
            if found[0] == one:
                return found

    def is_cut(template):
        # A template with a precision makes the whole text of a value, and keeps a part of it.
        return "." in template or "*" in template

    def modulo(left, right):
        if kind_of(left) is whole:
            if not -@small < left < @small:
                bits(left)
                made(right)
            return left % right
        if kind_of(left) is text and is_cut(left):
            weighed(right)
        return said(left % right)

    def power(left, right):
        if kind_of(left) is whole and kind_of(right) is whole and right > 1 and not -2 < left < 2:
            size = whole(log2(absolute(left)) * right) // 64
            spend(size + size * size // 256)
        return left ** right

    def taken(value, into=None):
        if is_a(value, texts):
            made(into)
            return made(value)
        return given(value)

    def shifted(values):
        if is_a(values, listed):
            spend(length(values) // 16)
        return values

    # Texts

    def said(value):
        global @shown
        if kind_of(value) is text and length(value) < 16 and " at 0x" not in value:
            return value
        if is_a(value, text):
            if length(value) > 15:
                spend(length(value) // 16)
            if " at 0x" in value:
                @shown = 1
            return value
        return made(value)

    def template(value):
        if is_a(value, text):
            if "._cb_" in value or ".__" in value:
                raise no_text("A template does not name what is hidden.")
            made(value)
        return value

    # Builtins

    def same(value):
        return back.get(value, value) if kind_of(value) in answering else value

    def either(kind, other):
        return same(kind) | same(other)

    def among(kinds):
        if is_a(kinds, tuple):
            spend(3 * length(kinds))
            return tuple([among(kind) for kind in kinds])
        return same(kinds)

    def of(value):
        return there.get(value, value) if kind_of(value) in asking else value

    def charged_sorted(values, /, *, key=None, reverse=False):
        values = given(values)
        if key is None:
            deep(values)
        return sorted(values, key=graded(key, values), reverse=reverse)

    def graded(key, values=None):
        # What a key returns is compared, and may be large. Keys that are kept anyway are looked at together.
        if key is None or kind_of(key) is kind_of(length):
            return key
        if is_a(values, sized):
            grades = listed(do_map(same(key), values))
            deep(grades)
            source = first(grades)
            return lambda value: following(source)
        def grade(value):
            found = key(value)
            return found if kind_of(found) in numbers else weighed(found)
        return grade

    def by_grade(how):
        return {**how, "key": graded(how["key"])} if "key" in how else how

    def ordered(values, how):
        if length(values) > 1 and kind_of(values[0]) in figures:
            return values  # a number is compared with numbers
        if length(values) == 1:
            values = (given(values[0]),)
            if "key" not in how and is_a(values[0], sized):
                deep(values[0])
        elif length(values) > 1 and "key" not in how:
            for value in values:
                if kind_of(value) not in numbers:
                    weighed(value)
        return values

    def charged_min(*values, **how):
        return min(*ordered(values, how), **by_grade(how))

    def charged_max(*values, **how):
        return max(*ordered(values, how), **by_grade(how))

    def charged_sum(values, /, start=0):
        values = given(values)
        if is_a(start, sized):
            spend(length(values) * (length(start) + add_up([length(one) for one in values if is_a(one, sized)])) // 2)
        return made(sum(values, start))

    def charged_any(values, /):
        return any(given(values))

    def charged_all(values, /):
        return all(given(values))

    def charged_enumerate(values, start=0):
        return enumerate(given(values), start)

    def charged_reversed(values, /):
        return reversed(given(values))

    def together(values):
        known = [length(value) for value in values if is_a(value, sized)]
        if known or not values:
            spend(min(known) * length(values) if known else 0)
            return values
        if length(values) > 1 and all(value is values[0] for value in values) and first(values[0]) is values[0]:
            # One iterator, whose items are dealt out in turn.
            found = drained(values[0])
            return [found[place :: length(values)] for place in range(length(values))]
        return [given(value) for value in values]

    def charged_zip(*values, **how):
        return zip(*together(values), **how)

    def charged_map(function, *values, **how):
        return map(function, *together(values), **how)

    def charged_filter(function, values, /):
        return filter(same(function) if function is not None else None, given(values))

    def charged_repr(value, /):
        return said(repr(value))

    def charged_format(value, how="", /):
        return said(format(value, how))

    def charged_print(*values, **how):
        print(*[value if kind_of(value) in numbers else said(text(value)) for value in values], **how)

    def charged_pow(base, exp, mod=None):
        if mod is None:
            return power(base, exp)
        for one in (base, exp, mod):
            made(one)
        if kind_of(exp) is whole and kind_of(mod) is whole:
            size = whole(log2(absolute(mod) or 1)) // 64
            spend(whole(log2(absolute(exp) or 1)) * size * size // 512)
        return pow(base, exp, mod)

    def charged_divmod(left, right, /):
        made(left)
        made(right)
        return divmod(left, right)

    def charged_round(number, *places, **how):
        return round(made(number), *places, **how)

    def charged_bin(value, /):
        return made(bin(value))

    def charged_hex(value, /):
        return made(hex(value))

    def charged_oct(value, /):
        return made(oct(value))

    def charged_type(value, /, *more):
        if more:
            return kind_of(value, *more)
        found = kind_of(value)
        return charged_type if found is kind_class else there.get(found, found)

    def charged_isinstance(value, kinds, /):
        return is_a(value, among(kinds))

    def named(name):
        if is_a(name, text) and (name.startswith("_cb_") or (name.startswith("__") and name.endswith("__"))):
            raise hidden("Names like " + name[:40] + " are not for programs.")
        return name

    def charged_getattr(value, name, *other):
        return of(look(value, named(name), *other))

    def charged_setattr(value, name, new, /):
        put(value, named(name), new)

    def charged_hasattr(value, name, /):
        return has(value, named(name))

    def charged_int(value=0, /, **how):
        if is_a(value, texts):
            spend(length(value) // 16 * (length(value) // 1024 + 1))
        return int(value, **how)

    def based_int(value=0, *base, **how):
        if base:
            return charged_int(value, base=base[0])
        return charged_int(value, **how)

    def charged_float(value=0.0, /):
        return float(made(value))

    def charged_str(value="", /, *more, **how):
        if kind_of(value) in numbers:
            return str(value, *more, **how)
        return said(str(made(value), *more, **how))

    def one_str(value):
        if kind_of(value) in numbers:
            return str(value)
        return said(str(made(value)))

    def one_int(value):
        if kind_of(value) in figures:
            return int(value)
        return charged_int(value)

    def one_list(value):
        return list(given(value))

    def one_set(value):
        return set(hashed(value))

    def charged_bytes(*values, **how):
        return made(bytes(*[value if kind_of(value) in numbers else given(value) for value in values], **how))

    def charged_list(*values):
        return list(*[given(value) for value in values])

    def hashed(value):
        value = given(value)
        if is_a(value, sized) and not is_a(value, texts):
            spend(add_up([length(one) for one in value if is_a(one, tuple)]))
        return value

    def charged_tuple(*values):
        return tuple(*[given(value) for value in values])

    def charged_set(*values):
        return set(*[hashed(value) for value in values])

    def charged_frozenset(*values):
        return frozenset(*[hashed(value) for value in values])

    def charged_dict(*values, **more):
        return dict(*[given(value) for value in values], **more)
"""
    + counter_modules.TEXT
    + counter_heaps.TEXT
    + """
    calls = {
        "int": based_int, "float": charged_float, "str": charged_str, "bytes": charged_bytes, "list": charged_list,
        "tuple": charged_tuple, "set": charged_set, "frozenset": charged_frozenset, "dict": charged_dict,
    }
    singles = {"str": one_str, "int": one_int, "list": one_list, "set": one_set}
    kinds = {
        "int": int, "float": float, "str": str, "bytes": bytes, "list": list, "tuple": tuple, "set": set, "frozenset": frozenset,
        "dict": dict,
    }
    pairs = [
        (sorted, charged_sorted), (sum, charged_sum), (min, charged_min), (max, charged_max), (any, charged_any), (all, charged_all),
        (enumerate, charged_enumerate), (zip, charged_zip), (map, charged_map), (filter, charged_filter),
        (reversed, charged_reversed), (repr, charged_repr), (format, charged_format), (print, charged_print), (pow, charged_pow),
        (round, charged_round), (divmod, charged_divmod), (bin, charged_bin), (hex, charged_hex), (oct, charged_oct), (type, charged_type),
        (isinstance, charged_isinstance), (getattr, charged_getattr), (setattr, charged_setattr), (hasattr, charged_hasattr),
        (json.dumps, charged_dumps), (json.loads, charged_loads), (Counter, charged_Counter), (deque, charged_deque),
        (functools.reduce, charged_reduce), (itertools.islice, charged_islice), (itertools.compress, charged_compress),
        (itertools.groupby, charged_groupby), (itertools.zip_longest, charged_zip_longest),
        (itertools.accumulate, charged_accumulate),
        (itertools.filterfalse, picked(itertools.filterfalse)), (itertools.dropwhile, picked(itertools.dropwhile)),
    ]
    for function in (math.factorial, math.comb, math.perm):
        pairs.append((function, numeric(function)))
    for function in (math.prod, math.fsum, math.sumprod, math.dist, itertools.cycle, itertools.tee):
        pairs.append((function, over(function)))
    for function in (math.hypot, math.gcd, math.lcm, math.isqrt):
        pairs.append((function, reckoned(function)))
    pairs.append((itertools.product, arranged(itertools.product, product_size)))
    for function in (itertools.permutations, itertools.combinations, itertools.combinations_with_replacement):
        pairs.append((function, arranged(function, arranged_size)))
    for function in (bisect.bisect, bisect.bisect_left, bisect.bisect_right):
        pairs.append((function, halved(function)))
    for function in (bisect.insort, bisect.insort_left, bisect.insort_right):
        pairs.append((function, placed(function)))
    pairs += [(kinds[name], @Kind(name)) for name in kinds]
    kind_class = @Kind
    lazy = {
        kind_of(one): 1
        for one in (
            *[first(empty) for empty in ([], (), "", {}, {}.values(), {}.items(), set(), range(0), deque())],
            chain(), islice([], 0), itertools.count(), itertools.repeat(0), itertools.cycle([]), itertools.accumulate([]),
            itertools.takewhile(made, []), itertools.dropwhile(made, []), itertools.filterfalse(made, []), itertools.compress([], []),
            itertools.starmap(made, []), itertools.product(), itertools.permutations([]), itertools.combinations([], 1),
            itertools.combinations_with_replacement([], 1), itertools.zip_longest(), itertools.pairwise([]), itertools.groupby([]),
            itertools.batched([], 1),
        )
    }
    there = dict(pairs)
    back = {charged: raw for raw, charged in pairs}
    asking = {kind_of(raw): 1 for raw, _ in pairs}
    answering = {kind_of(charged): 1 for _, charged in pairs}
    return (
        begin, state, run, made, holds, combined, weighed, given, taken, mapped, searched, modulo, power, shifted,
        said, template, of, calls, singles, figures, numbers, tables, there, either, graded, heaps,
    )
"""
)
