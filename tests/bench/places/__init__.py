"""Where does a seat begin, in the words of its game? One module per game, for `tests.bench.balance`.

`places(record)` → per seat a name, or several. `bounds(place, bot)`, where there is one → least and greatest share of the wins.
"""
