"""The REST interface: a thin layer over the services of the other rooms, without rules of its own."""
