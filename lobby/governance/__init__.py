"""What people decide about a match together, and what staff decide for them."""
