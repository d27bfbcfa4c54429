"""What people know of each other, and what they may know of themselves."""
