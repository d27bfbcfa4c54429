"""One module per noun: its addresses and which service each calls."""
