"""Which functions of modules charge for what they are given? A part of the text of `counter`, inside its function `@counter`."""

from __future__ import annotations

TEXT = """
    # Functions of modules

    def charged_dumps(obj, **how):
        return said(json.dumps(obj, **how))

    def charged_loads(s, **how):
        return json.loads(given(s), **how)

    def charged_Counter(*values, **more):
        return Counter(*[given(value) for value in values], **more)

    def charged_deque(*values, **how):
        return deque(*[given(value) if value is not None else None for value in values], **how)

    def charged_reduce(function, values, *start):
        values = given(values)
        if is_a(values, sized):
            spend(3 * length(values))
        return functools.reduce(function, values, *start)

    def numeric(function):
        def charged(*values, **how):
            for value in values:
                if kind_of(value) is whole and value > 64:
                    spend(value // 64 + value * value // 4096)
            return made(function(*values, **how))
        return charged

    def over(function):
        def charged(*values, **how):
            return made(function(*[given(value) for value in values], **how))
        return charged

    def reckoned(function):
        def charged(*values, **how):
            for value in values:
                made(value)
            return made(function(*values, **how))
        return charged

    def picked(function):
        def charged(test, values):
            chosen = same(test)
            if chosen is test and kind_of(test) is kind_of(made) and kind_of(values) in lazy:
                return function(test, values)  # a function of the program pays for each item
            return function(chosen, given(values))
        return charged

    def arranged(function, wide):
        def charged(*values, **how):
            values = [given(value) for value in values]
            size = wide(values, [one for one in [*values, *how.values()] if kind_of(one) is whole])
            if size <= 64:
                return function(*values, **how)
            # Each result is a long tuple, which costs its length: they are made here, as far as the budget goes.
            source, found = function(*values, **how), []
            while True:
                spend(size)
                part = listed(islice(source, 1))
                if not part:
                    return first(found)
                found += part
        return charged

    def product_size(values, repeats):
        return length(values) * max([1, *repeats])

    def arranged_size(values, sizes):
        return max(sizes) if sizes else add_up([length(one) for one in values if is_a(one, sized)])

    def charged_zip_longest(*values, **how):
        values = [given(value) for value in values]
        sizes = [length(value) for value in values if is_a(value, sized)]
        spend(max([0, *sizes]) * length(sizes) // 4)
        return itertools.zip_longest(*values, **how)

    def charged_accumulate(iterable, func=None, *, initial=None):
        if func is None and not (is_a(iterable, sized) and all(kind_of(one) in numbers for one in iterable)):
            func = lambda left, right: made(left + right)
        return itertools.accumulate(iterable, func, initial=initial)

    def charged_groupby(iterable, key=None):
        values = given(iterable)
        if key is None:
            deep(values)
        return itertools.groupby(values, graded(key))

    def charged_islice(values, *places):
        for place in places:
            if kind_of(place) is whole:
                spend(place)
        return islice(values, *places)

    def charged_compress(values, chosen):
        return itertools.compress(given(values), given(chosen))

    def halved(function):
        def charged(a, x, *more, **how):
            weighed(x)
            return function(a, x, *more, **how)
        return charged

    def placed(function):
        def charged(values, one, *more, **how):
            if is_a(values, sized):
                spend(length(values) // 16)
                weighed(one)
            return function(values, one, *more, **how)
        return charged
"""
