"""Where does a seat begin, in the words of its game? One module per game, for `tests.bench.balance`."""
