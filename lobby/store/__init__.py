"""How matches are read and written, many at once, and what is cached of them."""
