"""What people say and write down about a match."""
