"""From an order to its step: accept, write, resolve, save, and the clock that ends what nobody completes."""
