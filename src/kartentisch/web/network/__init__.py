"""What the server listens on, and how many connections it takes."""
