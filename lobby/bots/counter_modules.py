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

    def charged_islice(values, *places):
        for place in places:
            if kind_of(place) is whole:
                spend(place)
        return islice(values, *places)

    def charged_compress(values, chosen):
        return itertools.compress(given(values), given(chosen))

    def placed(function):
        def charged(values, one, *more, **how):
            if is_a(values, sized):
                spend(length(values) // 16)
                weighed(one)
            return function(values, one, *more, **how)
        return charged
"""
