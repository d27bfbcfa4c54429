"""The REST interface: a thin layer over the services of the other packages, without rules of its own."""
